"""Pips: nine cards, two a seat; all show one at once, the highest wins the round, and all draw while the pile lasts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fivefold.kernel.bits import bit, members
from fivefold.kernel.layout import Layout, bits, int8
from fivefold.kernel.rules import rule

CARDS, HAND = 9, 2
NOTHING, HIDDEN = -1, -2
ACTIONS = WIDTH = CARDS
WORDS = 1
CHOICES = HAND
PACK = CARDS


class State(Layout):
    hands = bits[3]
    chosen = bits
    shown = bits
    players = int8
    points = int8  # the option: what a round is worth
    waiting = int8
    pile = int8[9]  # from the next card on; HIDDEN, and NOTHING behind the last
    choice = int8[3]
    won = int8[3]


@rule
def set_up(s: State) -> None:
    s.waiting = 1


@rule
def waits(s: State) -> bool:
    return s.waiting == 1


@rule
def pack(s: State, cards: Any) -> int:
    for card in range(CARDS):
        cards[card] = card
    return CARDS


@rule
def deal(s: State, cards: Any) -> None:
    s.waiting = 0
    for seat in range(3):
        s.choice[seat] = NOTHING
    for place in range(CARDS):
        s.pile[place] = cards[place]
    for _ in range(HAND):
        for seat in range(s.players):
            draw(s, seat)


@rule
def draw(s: State, seat: int) -> None:
    if s.pile[0] != NOTHING:
        s.hands[seat] |= bit(s.pile[0])
        for place in range(CARDS - 1):
            s.pile[place] = s.pile[place + 1]
        s.pile[CARDS - 1] = NOTHING


@rule
def acting(s: State) -> int:
    seats = 0
    for seat in range(s.players):
        if s.hands[seat]:
            seats |= bit(seat)
    return seats & ~s.chosen


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    sets[0] = s.hands[seat]


@rule
def play(s: State, seat: int, action: int) -> None:
    s.choice[seat] = action
    s.chosen |= bit(seat)
    if acting(s) == 0:
        show(s)


@rule
def show(s: State) -> None:
    winner = NOTHING
    for seat in range(s.players):
        if s.choice[seat] != NOTHING:
            s.shown |= bit(s.choice[seat])
            s.hands[seat] &= ~bit(s.choice[seat])
            if winner == NOTHING or s.choice[seat] > s.choice[winner]:
                winner = seat
    s.won[winner] += s.points
    s.chosen = 0
    for seat in range(s.players):
        s.choice[seat] = NOTHING
        draw(s, seat)


@rule
def over(s: State) -> bool:
    return s.waiting == 0 and acting(s) == 0


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = s.won[seat]


@rule
def standings(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = s.won[seat]


def longest(s: State) -> int:
    return CARDS


def census(s: State) -> dict[int, int]:
    held = [card for seat in range(s.players) for card in members(s.hands[seat])]
    return dict(Counter([*held, *members(s.shown), *(card for card in s.pile if card >= 0)]))
