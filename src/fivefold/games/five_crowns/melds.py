"""Which cards of a hand stay unused when its melds are laid out best: exactly, with wild cards.

docs/algorithms/melds.md tells how, and why it is right. A hand's natural cards are four sets, `one` to `four`: the
kinds held at least once, twice, three and four times. A card of the wild rank is only a wild card here: a wild card may
stand for anything, so also for itself.

Runs are searched, books are counted. A run of six cards or more can be cut into shorter ones, and a wild card at a
run's end can be left out of it, so only runs of three to five ranks with a natural card at both ends are tried (or two
neighbours and a wild card beside them). Such a run is a place, its lowest natural card, and a shape: bit i stands for
a natural card i ranks above the lowest. Wild cards fill its gaps. What the runs leave makes at most one book a rank.

Wild cards that are left over never stay unused if there is any meld: it can take them, up to eleven cards in a run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fivefold.kernel.bits import first, lowest, size
from fivefold.kernel.rules import rule

from .cards import (
    ALL_NATURALS,
    JOKER_POINTS,
    LOWEST_VALUE,
    ONE_SUIT,
    RANKS,
    SUITS,
    WILD_RANK_POINTS,
    of_rank,
    wild_cards,
)

WIDEST = 0b11111
SHAPE_BITS, RUN_BITS = 5, 11
"""A run is written place, then shape; several runs one behind the other."""
NO_RUN = 0


def natural_cost(shape: int) -> int:
    """How many wild cards a run of this shape needs: its gaps, and a neighbour if it has only two ranks."""
    return max(shape.bit_length(), 3) - shape.bit_count()


COSTS = sum(natural_cost(shape) << (shape - 1) for shape in range(3, WIDEST + 1, 2))
"""The costs of all shapes (odd numbers), two bits each."""


def up_to_rank(highest: int) -> int:
    """The kinds from the 3 up to a rank."""
    return sum(((1 << highest + 1) - 1) << RANKS * suit for suit in range(SUITS))


ROOM_FOR = tuple(up_to_rank(RANKS - 1 - steps) for steps in range(5))
ROOM_1, ROOM_2, ROOM_3, ROOM_4 = ROOM_FOR[1:]
"""The kinds with that many ranks above them in their suit."""

VALUE_1, VALUE_2, VALUE_4, VALUE_8 = (
    sum(1 << rank for rank in range(RANKS) if (rank + LOWEST_VALUE) >> place & 1) for place in range(4)
)
"""The ranks whose points have this binary digit."""


# --- books ------------------------------------------------------------------------------------------------------------


@rule
def points_of_ranks(ranks: int) -> int:
    """The points of one card of each rank."""
    return size(ranks & VALUE_1) + 2 * size(ranks & VALUE_2) + 4 * size(ranks & VALUE_4) + 8 * size(ranks & VALUE_8)


@rule
def points_of_kinds(kinds: int) -> int:
    """The points of one card of each kind."""
    points = 0
    for suit in range(SUITS):
        points += points_of_ranks((kinds >> RANKS * suit) & ONE_SUIT)
    return points


@rule
def points_of_lowest(ranks: int, count: int) -> int:
    """The points of one card of each of the lowest ranks, `count` of them; none if that is not positive."""
    points = 0
    for _ in range(count):
        points += LOWEST_VALUE + lowest(ranks)
        ranks &= ranks - 1
    return points


@rule
def ranks_held(one: int, two: int, three: int, four: int) -> tuple[int, int, int]:
    """The ranks of which there are at least one, two and three cards, whatever their suits."""
    once = twice = thrice = 0
    for kinds in (one, two, three, four):
        if kinds:
            for suit in range(SUITS):
                ranks = (kinds >> RANKS * suit) & ONE_SUIT
                thrice |= twice & ranks
                twice |= once & ranks
                once |= ranks
    return once, twice, thrice


@rule
def unused_with_books(one: int, two: int, three: int, four: int, wild: int) -> int:
    """The least points that stay unused if there are only books: a pair needs a wild card, a single card two."""
    once, twice, thrice = ranks_held(one, two, three, four)
    singles, pairs = once & ~twice, twice & ~thrice
    if wild == 0:
        return points_of_ranks(singles) + 2 * points_of_ranks(pairs)
    melded_pairs = min(size(pairs), wild)
    unused = unused_singles_and_pairs(singles, pairs, melded_pairs, wild)
    if melded_pairs > 0:
        # A single card may be worth more than the lowest pair, but never more than two pairs: 2 * 3 + 2 * 4 > 13.
        unused = min(unused, unused_singles_and_pairs(singles, pairs, melded_pairs - 1, wild))
    return unused


@rule
def unused_singles_and_pairs(singles: int, pairs: int, melded_pairs: int, wild: int) -> int:
    """The points left when that many pairs are melded, the highest, and single cards with the other wild cards."""
    melded_singles = (wild - melded_pairs) >> 1
    left_pairs = points_of_lowest(pairs, size(pairs) - melded_pairs)
    return 2 * left_pairs + points_of_lowest(singles, size(singles) - melded_singles)


# --- runs -------------------------------------------------------------------------------------------------------------


@rule
def cost_of(shape: int) -> int:
    """The wild cards that a run of this shape needs."""
    return (COSTS >> (shape - 1)) & 3


@rule
def run_starts(kinds: int, wild: int) -> int:
    """The kinds that can be the lowest natural card of a run with up to `wild` wild cards."""
    next_1, next_2 = (kinds >> 1) & ROOM_1, (kinds >> 2) & ROOM_2
    if wild == 0:
        return kinds & next_1 & next_2
    near = next_1 | next_2
    if wild >= 2:
        near |= (kinds >> 3) & ROOM_3
    if wild >= 3:
        near |= (kinds >> 4) & ROOM_4
    return kinds & near


@rule
def next_run(kinds: int, wild: int, place: int, widest: int) -> int:
    """The next run that the kinds and wild cards allow: at `place`, of a shape up to `widest`, or at a later place."""
    starts = run_starts(kinds, wild) >> place << place
    while starts:
        here = lowest(starts)
        if here != place:
            widest = WIDEST
        above = ((kinds >> here) & first(RANKS - here % RANKS) & WIDEST) - 1
        shape = above
        while shape:
            if shape < widest and cost_of(shape + 1) <= wild:
                return (here << SHAPE_BITS) | (shape + 1)
            shape = (shape - 1) & above
        starts &= starts - 1
    return NO_RUN


def searching(count_unused: Callable[[int, int, int, int, int], int]) -> Callable[..., tuple[int, int]]:
    """The search through all sets of runs; `count_unused` counts what stays unused where there are only books."""

    @rule
    def search(one: int, two: int, three: int, four: int, wild: int, enough: int) -> tuple[int, int]:
        """The least that stays unused of the natural cards, and the runs that leave it.

        Depth first through all sets of runs, each set once, because runs are taken in the order of their places and
        shapes. It ends early at `enough`. There are four runs at most: three cards each, wild ones counted.
        """
        least, best_runs = count_unused(one, two, three, four, wild), 0
        runs, place, widest = 0, 0, WIDEST
        while least > enough:
            run = next_run(one, wild, place, widest)
            if run != NO_RUN:
                place, widest = run >> SHAPE_BITS, run & WIDEST
                runs = (runs << RUN_BITS) | run
                wild -= cost_of(widest)
                taken = widest << place
                taken, four = taken & ~four, four & ~taken
                taken, three = taken & ~three, three & ~taken
                taken, two = taken & ~two, two & ~taken
                one &= ~taken
                unused = count_unused(one, two, three, four, wild)
                if unused < least:
                    least, best_runs = unused, runs
            elif runs:
                place, widest = (runs >> SHAPE_BITS) & first(RUN_BITS - SHAPE_BITS), runs & WIDEST
                runs >>= RUN_BITS
                wild += cost_of(widest)
                given = widest << place
                given, one = given & one, one | given
                given, two = given & two, two | given
                given, three = given & three, three | given
                four |= given
                widest -= 2
            else:
                break
        return least, best_runs

    return search


search_runs = searching(unused_with_books)
"""The least points that stay unused, and the runs that leave them."""


# --- hands ------------------------------------------------------------------------------------------------------------


@rule
def natural(kinds: int, rank: int) -> int:
    """The kinds that are not wild when this rank is."""
    return kinds & ALL_NATURALS & ~of_rank(rank)


@rule
def linked(kinds: int, steps: int, room: int) -> int:
    """The kinds that have another one exactly so many ranks above or below them."""
    lower = kinds & (kinds >> steps) & room
    return lower | (lower << steps)


@rule
def may_meld_all(one: int, two: int, three: int, four: int, wild: int, spare: int) -> bool:
    """A quick look that never says no wrongly: can all natural cards but `spare` (0 or 1) be melded?

    A card without a partner, in rank or suit, needs two wild cards: eight quarters. Any other that is in no meld of
    natural cards alone shares a wild card with three more at the most, as in 5 6 _ 8 9: that is one quarter.
    """
    _, twice, thrice = ranks_held(one, two, three, four)
    in_books = in_pairs = 0
    for suit in range(SUITS):
        in_books |= thrice << RANKS * suit
        in_pairs |= twice << RANKS * suit
    lowest_of_three = one & (one >> 1) & (one >> 2) & ROOM_2
    in_runs = lowest_of_three | (lowest_of_three << 1) | (lowest_of_three << 2)
    near = linked(one, 1, ROOM_1) | linked(one, 2, ROOM_2)
    far = linked(one, 3, ROOM_3) | linked(one, 4, ROOM_4)
    alone = size(one & ~(in_pairs | near | far))
    in_need = one & ~(in_books | in_runs)
    quarters = 7 * alone + size(in_need)
    if spare and quarters:
        quarters -= 8 if alone else 1
    return quarters <= 4 * wild


@rule
def can_meld_all(one: int, two: int, three: int, four: int, wild: int) -> bool:
    """Can all these natural cards be melded with the wild cards, and all the wild cards with them?"""
    if not may_meld_all(one, two, three, four, wild, 0):
        return False
    least, _ = search_runs(one, two, three, four, wild, 0)
    # Where nothing is melded, fewer than three wild cards are no meld of their own.
    return least == 0 and (one != 0 or wild == 0 or wild >= 3)


@rule
def all_melded(hand: Any, jokers: Any, seat: int, rank: int) -> bool:
    """Can all the cards of a row of `hand` and `jokers` be melded when this rank is wild?"""
    return can_meld_all(
        natural(hand[seat, 0], rank),
        natural(hand[seat, 1], rank),
        natural(hand[seat, 2], rank),
        natural(hand[seat, 3], rank),
        wild_cards(hand, jokers, seat, rank),
    )


@rule
def unused_points(hand: Any, jokers: Any, seat: int, rank: int) -> int:
    """The least points that stay unused of a row of `hand` and `jokers` when this rank is wild."""
    wild = wild_cards(hand, jokers, seat, rank)
    one, two = natural(hand[seat, 0], rank), natural(hand[seat, 1], rank)
    three, four = natural(hand[seat, 2], rank), natural(hand[seat, 3], rank)
    least, _ = search_runs(one, two, three, four, wild, 0)
    if wild == 0 or wild >= 3:
        return least
    natural_points = points_of_kinds(one) + points_of_kinds(two) + points_of_kinds(three) + points_of_kinds(four)
    if least < natural_points:
        return least  # there is a meld, which takes the wild cards that are left over
    return least + WILD_RANK_POINTS * wild + (JOKER_POINTS - WILD_RANK_POINTS) * int(jokers[seat])
