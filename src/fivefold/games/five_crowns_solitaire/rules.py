"""Five Crowns Solitaire: each drawn card goes to one of eleven open piles, and a card of that pile is discarded.

Piles are numbered from 0, the pile of three cards, whose wild rank is 3. An action is 56 * pile + the kind discarded.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from fivefold.games.five_crowns.cards import (
    KINDS,
    LOWEST_VALUE,
    ONE_GAME,
    RANKS,
    add_card,
    fill_pack,
    list_cards,
    remove_card,
)
from fivefold.games.five_crowns.melds import all_melded
from fivefold.kernel.bits import bit, has, size
from fivefold.kernel.layout import Layout, bits, int8
from fivefold.kernel.rules import rule

PILES = RANKS
LARGEST = PILES + LOWEST_VALUE - 1
TO_DRAW = 28
NOTHING = -1
HIDDEN = -2

WIDTH, WORDS = KINDS, PILES
ACTIONS = WIDTH * WORDS
CHOICES = 99
"""Each pile offers its own cards, 88 in all, and the drawn one: 88 + 11."""
PACK = ONE_GAME


class State(Layout):
    piles = bits[11, 4]  # see `cards.py` of Five Crowns
    players = int8
    waiting = int8
    closed = bits  # the set of piles that are
    jokers = int8[11]
    drawn = int8  # the card that is turned up, or NOTHING
    draws = int8[28]  # the cards still to draw, in order, then NOTHING
    turn = int8  # cards played
    discards = int8[28]  # in order, then NOTHING


@rule
def pile_size(pile: int) -> int:
    return pile + LOWEST_VALUE


@rule
def set_up(s: State) -> None:
    s.waiting = 1
    s.drawn = NOTHING
    for place in range(TO_DRAW):
        s.draws[place] = s.discards[place] = NOTHING


@rule
def waits(s: State) -> bool:
    return s.waiting == 1


@rule
def pack(s: State, cards: Any) -> int:
    return fill_pack(1, cards)


@rule
def deal(s: State, cards: Any) -> None:
    """Pile after pile, whole; the rest is drawn one by one."""
    s.waiting = 0
    dealt = 0
    for pile in range(PILES):
        for _ in range(pile_size(pile)):
            add_card(s.piles, s.jokers, pile, cards[dealt])
            dealt += 1
    for place in range(TO_DRAW):
        s.draws[place] = cards[dealt + place]
    for pile in range(PILES):
        close_if_melded(s, pile)
    turn_up(s)


@rule
def close_if_melded(s: State, pile: int) -> None:
    # The pile of three has wild rank 3: a pile's number is its wild rank.
    if all_melded(s.piles, s.jokers, pile, pile):
        s.closed |= bit(pile)


@rule
def turn_up(s: State) -> None:
    """Turns up the next card, if there is one and a pile that can take it."""
    s.drawn = NOTHING
    if s.turn < TO_DRAW and not all_closed(s):
        s.drawn = s.draws[s.turn]
        s.draws[s.turn] = NOTHING


@rule
def all_closed(s: State) -> bool:
    return s.closed == bit(PILES) - 1


@rule
def acting(s: State) -> int:
    return 0 if over(s) else bit(0)


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    for pile in range(PILES):
        sets[pile] = 0 if has(s.closed, pile) else s.piles[pile, 0] | bit(s.drawn)


@rule
def play(s: State, seat: int, action: int) -> None:
    pile, kind = action // WIDTH, action % WIDTH
    add_card(s.piles, s.jokers, pile, s.drawn)
    remove_card(s.piles, s.jokers, pile, kind)
    s.discards[s.turn] = kind
    s.turn += 1
    close_if_melded(s, pile)
    turn_up(s)


@rule
def over(s: State) -> bool:
    return s.waiting == 0 and s.drawn == NOTHING


@rule
def scores(s: State, out: Any) -> None:
    out[0] = size(s.closed)


@rule
def standings(s: State, out: Any) -> None:
    """The share of piles that are closed; all of them is a win."""
    out[0] = size(s.closed) / PILES


def longest(s: State) -> int:
    return TO_DRAW


def census(s: State) -> dict[int, int]:
    cards = Counter(kind for kind in [*s.draws, *s.discards, s.drawn] if kind != NOTHING)
    for pile in range(PILES):
        held = np.zeros(LARGEST, np.int64)
        count = list_cards(s.piles, s.jokers, pile, held)
        cards.update(held[:count].tolist())
    return dict(cards)
