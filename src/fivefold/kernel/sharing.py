"""Dealing cards of several kinds to groups that may hold only some kinds, every possible deal with the same chance.

So hidden hands are filled in: kinds are colours, a group is all the places of which the same kinds are known to be
missing. How many cards of each kind a group gets is drawn by counting deals, exactly, group after group; which
cards they are is then a matter of shuffling.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import has
from .chance import uniform
from .rules import rule

MOST = 64
"""Fewer cards than this of each kind."""


def pascal() -> NDArray[np.float64]:
    """Row n: in how many ways 0, 1, 2 … of n things can be chosen."""
    table = np.zeros((MOST, MOST))
    table[:, 0] = 1
    for n in range(1, MOST):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


CHOICES = pascal()
NOT_COUNTED = -1.0


@rule
def fill_from_the_last(split: Any, after: int, most: Any, cards: int) -> int:
    """Puts the cards into the last kinds that take them, none before `after`; returns how many found no place."""
    for kind in range(len(split) - 1, after - 1, -1):
        split[kind] = min(cards, most[kind])
        cards -= split[kind]
    return cards


@rule
def next_split(split: Any, most: Any) -> bool:
    """The next way to make up the same number of cards from the kinds, `most` of each; False after the last."""
    behind = 0
    for kind in range(len(split) - 1, -1, -1):
        if behind > 0 and split[kind] < most[kind]:
            split[kind] += 1
            fill_from_the_last(split, kind + 1, most, behind - 1)
            return True
        behind += split[kind]
    return False


@rule
def place_in_table(left: Any, counts: Any) -> int:
    place = 0
    for kind in range(len(counts)):
        place = place * (counts[kind] + 1) + left[kind]
    return place


@rule
def first_split(split: Any, most: Any, left: Any, allowed: int, cards: int) -> bool:
    """Begins the splits of a group's cards over the kinds that it may hold; False if there is none."""
    for kind in range(len(left)):
        most[kind] = left[kind] if has(allowed, kind) else 0
    return fill_from_the_last(split, 0, most, cards) == 0


@rule
def weight_of(split: Any, left: Any, rest: Any, counts: Any, group: int, allowed: Any, ways: Any) -> float:
    """In how many deals the group gets this split, when `left` is left for it and those after it."""
    weight = 1.0
    for kind in range(len(left)):
        weight *= CHOICES[left[kind], split[kind]]
        rest[kind] = left[kind] - split[kind]
    return weight * ways_for_rest(rest, counts, group + 1, allowed, ways)


@rule
def ways_for_rest(left: Any, counts: Any, group: int, allowed: Any, ways: Any) -> float:
    """In how many ways `left` can be dealt to this group and all after it. The last one takes what is left."""
    if group < len(allowed) - 1:
        return float(ways[group, place_in_table(left, counts)])
    for kind in range(len(left)):
        if left[kind] > 0 and not has(allowed[group], kind):
            return 0.0
    return 1.0


@rule
def total_ways(left: Any, counts: Any, group: int, capacity: int, allowed: Any, ways: Any, room: Any) -> float:
    split, most, rest = room[0], room[1], room[2]
    if not first_split(split, most, left, allowed[group], capacity):
        return 0.0
    total = weight_of(split, left, rest, counts, group, allowed, ways)
    while next_split(split, most):
        total += weight_of(split, left, rest, counts, group, allowed, ways)
    return total


@rule
def unpack_place(place: int, counts: Any, left: Any) -> None:
    for kind in range(len(counts) - 1, -1, -1):
        left[kind] = place % (counts[kind] + 1)
        place //= counts[kind] + 1


@rule
def count_ways(counts: Any, capacities: Any, allowed: Any, room: Any) -> Any:
    """The table of `ways_for_rest` for the groups between first and last, by what is left when their turn comes.

    First forwards, to find what can be left at all; then backwards, to count.
    """
    groups, kinds = len(capacities), len(counts)
    places = 1
    for kind in range(kinds):
        places *= counts[kind] + 1
    ways = np.zeros((groups, places if groups > 2 else 1))
    reached = np.empty((groups, places if groups > 2 else 1), np.int64)
    how_many = np.zeros(groups, np.int64)
    split, most, rest, left = room[0], room[1], room[2], room[3]
    reached[0, 0] = places - 1
    how_many[0] = 1
    for group in range(groups - 2):
        for i in range(how_many[group]):
            unpack_place(reached[group, i], counts, left)
            more = first_split(split, most, left, allowed[group], capacities[group])
            while more:
                for kind in range(kinds):
                    rest[kind] = left[kind] - split[kind]
                place = place_in_table(rest, counts)
                if ways[group + 1, place] == 0.0:
                    ways[group + 1, place] = NOT_COUNTED
                    reached[group + 1, how_many[group + 1]] = place
                    how_many[group + 1] += 1
                more = next_split(split, most)
    for group in range(groups - 2, 0, -1):
        for i in range(how_many[group]):
            unpack_place(reached[group, i], counts, left)
            total = total_ways(left, counts, group, capacities[group], allowed, ways, room)
            ways[group, reached[group, i]] = total
    return ways


@rule
def share_out(counts: Any, capacities: Any, allowed: Any, shares: Any, stream: Any) -> bool:
    """Draws how many cards of each kind every group gets: `shares[group, kind]`.

    `counts[kind]` cards fill all the `capacities[group]` places; `allowed[group]` is the set of kinds that a group may
    hold. It is fastest when small groups come first. Shares come with the chance that belongs to the number of their
    deals. False if no deal is possible.
    """
    groups, kinds = len(capacities), len(counts)
    room = np.zeros((5, kinds), np.int64)
    ways = count_ways(counts, capacities, allowed, room)
    split, most, rest, left = room[0], room[1], room[2], room[4]
    for kind in range(kinds):
        left[kind] = counts[kind]
    for group in range(groups - 1):
        total = total_ways(left, counts, group, capacities[group], allowed, ways, room)
        if total == 0.0:
            return False
        chance = uniform(stream) * total
        first_split(split, most, left, allowed[group], capacities[group])
        weight = weight_of(split, left, rest, counts, group, allowed, ways)
        while chance >= weight:
            chance -= weight
            if not next_split(split, most):
                break  # only rounding gets here; the last split with a weight was meant
            weight = weight_of(split, left, rest, counts, group, allowed, ways)
        for kind in range(kinds):
            shares[group, kind] = split[kind]
            left[kind] -= split[kind]
    if ways_for_rest(left, counts, groups - 1, allowed, ways) == 0.0:
        return False
    for kind in range(kinds):
        shares[groups - 1, kind] = left[kind]
    return True
