"""Fives: what a seat may not know, and hands that it must think possible.

Hidden are the other hands and the fronts of cards that others played face down. Known of them is what play has shown:
the colours that a seat had to be out of (`lacks`), the same for a card played face down at the time it was played
(`down_lacked`), and that the leader of the first trick held the Magenta 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, has, lowest, nth, size
from fivefold.kernel.chance import below, shuffle
from fivefold.kernel.rules import rule
from fivefold.kernel.sharing import share_out

from .rules import (
    COLOURS,
    MAGENTA,
    MAGENTA_0,
    NOTHING,
    UNKNOWN,
    State,
    colour_of,
    tricks_in_hand,
    values_in_play,
)

ALL_COLOURS = 0b1111
THE_ZERO = COLOURS
"""The Magenta 0 is a kind of its own: only who led the first trick can have it."""
KINDS = COLOURS + 1


@rule
def veil(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            s.hands[other] = 0
    if s.lying_down != NOTHING and s.lying_down != seat:
        s.lying[s.lying_down] = UNKNOWN
    for trick in range(13):
        if s.down_card[trick] != NOTHING and s.down_seat[trick] != seat:
            s.down_card[trick] = UNKNOWN


@rule
def cards_in_hand(s: State, seat: int) -> int:
    if s.waiting:
        return 0
    return tricks_in_hand(s) - s.trick - (1 if s.lying[seat] != NOTHING else 0)


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The cards that may be in hidden places: all but the open ones, the seat's hand and what it played face down."""
    unseen = 0
    for colour in range(COLOURS):
        unseen |= (bit(values_in_play(s)) - 1) << (13 * colour)
    unseen &= ~s.seen
    if seat >= 0:
        unseen &= ~s.hands[seat]
    for trick in range(13):
        if s.down_card[trick] >= 0:
            unseen &= ~bit(s.down_card[trick])
    return unseen


@rule
def kind_of(card: int) -> int:
    return THE_ZERO if card == MAGENTA_0 else colour_of(card)


@rule
def possible_kinds(s: State, owner: int, lacked: int) -> int:
    """The kinds of cards that may be in a hidden place of this owner."""
    kinds = ALL_COLOURS & ~lacked
    if owner == s.first and has(kinds, MAGENTA):
        kinds |= bit(THE_ZERO)
    return kinds


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    unseen = unseen_cards(s, seat)
    if unseen == 0 or s.waiting:
        return
    capacity = np.zeros(1 << KINDS, np.int64)  # hidden places, by the kinds that they may hold
    for other in range(s.players):
        if other != seat:
            capacity[possible_kinds(s, other, s.lacks[other])] += cards_in_hand(s, other)
    for trick in range(13):
        if s.down_card[trick] == UNKNOWN:
            capacity[possible_kinds(s, s.down_seat[trick], s.down_lacked[trick])] += 1
    counts = np.zeros(KINDS, np.int64)
    by_kind = np.zeros((KINDS, 13), np.int64)
    while unseen:
        kind = kind_of(lowest(unseen))
        by_kind[kind, counts[kind]] = lowest(unseen)
        counts[kind] += 1
        unseen &= unseen - 1
    deal_to_groups(s, seat, capacity, counts, by_kind, stream)


@rule
def deal_to_groups(s: State, seat: int, capacity: Any, counts: Any, by_kind: Any, stream: Any) -> None:
    """Places that may hold the same kinds are one group; small groups come first."""
    groups = 0
    for kinds in range(1 << KINDS):
        if capacity[kinds]:
            groups += 1
    allowed, capacities = np.zeros(groups, np.int64), np.zeros(groups, np.int64)
    for group in range(groups):
        smallest = 0
        for kinds in range(1 << KINDS):
            if capacity[kinds] and (smallest == 0 or capacity[kinds] < capacity[smallest]):
                smallest = kinds
        allowed[group], capacities[group] = smallest, capacity[smallest]
        capacity[smallest] = 0
    shares = np.zeros((groups, KINDS), np.int64)
    share_out(counts, capacities, allowed, shares, stream)
    for kind in range(KINDS):
        shuffle(stream, by_kind[kind], counts[kind])
    cards = np.zeros(52, np.int64)
    for group in range(groups):
        count = 0
        for kind in range(KINDS):
            for _ in range(shares[group, kind]):
                counts[kind] -= 1
                cards[count] = by_kind[kind, counts[kind]]
                count += 1
        shuffle(stream, cards, count)
        fill_places(s, seat, allowed[group], cards)


@rule
def fill_places(s: State, seat: int, allowed: int, cards: Any) -> None:
    """Puts the cards into all the hidden places that may hold the kinds `allowed`."""
    used = 0
    for other in range(s.players):
        if other != seat and possible_kinds(s, other, s.lacks[other]) == allowed:
            for _ in range(cards_in_hand(s, other)):
                s.hands[other] |= bit(cards[used])
                used += 1
    for trick in range(13):
        owner = s.down_seat[trick]
        if s.down_card[trick] == UNKNOWN and possible_kinds(s, owner, s.down_lacked[trick]) == allowed:
            s.down_card[trick] = cards[used]
            if trick == s.trick:
                s.lying[owner] = cards[used]
            used += 1


# --- from one world to another ----------------------------------------------------------------------------------------

SWAPS = 6
"""So many pairs of cards may change places when a world is shaken."""


@rule
def hidden_cards(s: State, seat: int) -> int:
    """The cards of a world that lie where the seat does not see them."""
    hidden = 0
    for other in range(s.players):
        if other != seat:
            hidden |= s.hands[other]
    for trick in range(13):
        if s.down_card[trick] >= 0 and s.down_seat[trick] != seat:
            hidden |= bit(s.down_card[trick])
    return hidden


@rule
def place_of(s: State, card: int) -> int:
    """Where a hidden card is: the seat that holds it, or behind the seats the trick in which it lies face down."""
    for seat in range(s.players):
        if has(s.hands[seat], card):
            return seat
    trick = 0
    while s.down_card[trick] != card:
        trick += 1
    return s.players + trick


@rule
def may_lie_in(s: State, place: int, card: int) -> bool:
    if place < s.players:
        return has(possible_kinds(s, place, s.lacks[place]), kind_of(card))
    trick = place - s.players
    return has(possible_kinds(s, s.down_seat[trick], s.down_lacked[trick]), kind_of(card))


@rule
def put(s: State, place: int, card: int, away: int) -> None:
    """Puts a card into a place, for another one."""
    if place < s.players:
        s.hands[place] = (s.hands[place] & ~bit(away)) | bit(card)
        return
    trick = place - s.players
    s.down_card[trick] = card
    if trick == s.trick and s.lying_down != NOTHING:
        s.lying[s.lying_down] = card


@rule
def shake(s: State, seat: int, stream: Any) -> None:
    """Lets some of the hidden cards change places, two by two, where both may lie in the other's place."""
    hidden = hidden_cards(s, seat)
    count = size(hidden)
    for _ in range(SWAPS if count > 1 else 0):
        card, other = nth(hidden, below(stream, count)), nth(hidden, below(stream, count))
        here, there = place_of(s, card), place_of(s, other)
        if here != there and may_lie_in(s, there, card) and may_lie_in(s, here, other):
            put(s, here, other, card)
            put(s, there, card, other)
