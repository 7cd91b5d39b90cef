"""The cards of Five Crowns: five suits of eleven ranks, and jokers.

A kind of card is a number: 11 * suit + rank, where rank 0 is the 3 and rank 10 the king; 55 is the joker. Cards of one
kind cannot be told apart. Cards held together are four sets: the kinds held at least once, twice, three and four times
(two games mixed have four of each). The first of these sets is what may be discarded. Of jokers there can be more
than four: they are counted as well.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, has, lowest, size
from fivefold.kernel.rules import rule

SUITS, RANKS = 5, 11
NATURALS = SUITS * RANKS
JOKER = NATURALS
KINDS = NATURALS + 1
COPIES = 4
"""More of one kind, jokers apart, there never are."""
LOWEST_VALUE = 3
WILD_RANK_POINTS, JOKER_POINTS = 20, 50
ONE_GAME = 2 * NATURALS + 6

SUIT_TEXTS = "*HCSD"
RANK_TEXTS = (*(str(value) for value in range(LOWEST_VALUE, 11)), "J", "Q", "K")
TEXTS = (*(rank + suit for suit in SUIT_TEXTS for rank in RANK_TEXTS), "Jo")
NUMBERS = {text: kind for kind, text in enumerate(TEXTS)}

ALL_NATURALS = (1 << NATURALS) - 1
ONE_SUIT = (1 << RANKS) - 1
LOWEST_OF_SUITS = sum(1 << RANKS * suit for suit in range(SUITS))
"""The 3 of each suit; shifted by a rank, the cards of that rank."""


@rule
def of_rank(rank: int) -> int:
    """The kinds of one rank."""
    return LOWEST_OF_SUITS << rank


@rule
def add_card(hand: Any, jokers: Any, seat: int, kind: int) -> None:
    """Puts a card to those of a row of `hand` and `jokers`."""
    if kind == JOKER:
        jokers[seat] += 1
        hand[seat, 0] |= bit(JOKER)
        return
    copy = 0
    while has(hand[seat, copy], kind):
        copy += 1
    hand[seat, copy] |= bit(kind)


@rule
def remove_card(hand: Any, jokers: Any, seat: int, kind: int) -> None:
    """Takes a card, which is there, from a row of `hand` and `jokers`."""
    if kind == JOKER:
        jokers[seat] -= 1
        if jokers[seat] == 0:
            hand[seat, 0] &= ~bit(JOKER)
        return
    copy = COPIES - 1
    while not has(hand[seat, copy], kind):
        copy -= 1
    hand[seat, copy] &= ~bit(kind)


@rule
def count_card(hand: Any, jokers: Any, seat: int, kind: int) -> int:
    """How many of a kind there are in a row of `hand` and `jokers`."""
    if kind == JOKER:
        return int(jokers[seat])
    count = 0
    while count < COPIES and has(hand[seat, count], kind):
        count += 1
    return count


@rule
def list_cards(hand: Any, jokers: Any, seat: int, cards: Any) -> int:
    """Lists the cards of a row of `hand` and `jokers`, and returns how many they are."""
    count = 0
    for copy in range(COPIES):
        left = hand[seat, copy] & ALL_NATURALS
        while left:
            cards[count] = lowest(left)
            count += 1
            left &= left - 1
    for _ in range(jokers[seat]):
        cards[count] = JOKER
        count += 1
    return count


@rule
def wild_cards(hand: Any, jokers: Any, seat: int, rank: int) -> int:
    """How many wild cards a row of `hand` and `jokers` has when this rank is wild."""
    wild = of_rank(rank)
    count = int(jokers[seat])
    for copy in range(COPIES):
        count += size(hand[seat, copy] & wild)
    return count


@rule
def fill_pack(games: int, cards: Any) -> int:
    """Lists the cards of one game or of two, and returns how many they are."""
    count = 0
    for kind in range(KINDS):
        for _ in range(games * (6 if kind == JOKER else 2)):
            cards[count] = kind
            count += 1
    return count
