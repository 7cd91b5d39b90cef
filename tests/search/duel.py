"""Small games of two with choices at once, whose values can be worked out by hand."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, first
from fivefold.kernel.layout import Layout, int8
from fivefold.kernel.rules import Rules, rule
from fivefold.kernel.tensor import Tensor, numbers

PENNIES, ROCK_PAPER_SCISSORS, GOOFSPIEL = range(3)
NOTHING = -1
TAILS = 1
MOST = 4


class Duel(Layout):
    """Option `game`. Pennies: both show a side; if they differ, seat 1 wins; seat 0 wins when both show heads, or tails
    for the second time. Rock, paper, scissors: once. Goofspiel: each has the numbers below `cards`; the prizes 1, 2, 3
    and so on go to the higher number, in a tie to nobody; most points win."""

    players = int8
    game = int8
    cards = int8
    round = int8
    choice = int8[2]
    hands = int8[2]
    points = int8[2]
    ended = int8


@rule
def set_up(s: Duel) -> None:
    s.choice[0] = s.choice[1] = NOTHING
    s.hands[0] = s.hands[1] = first(s.cards)


@rule
def acting(s: Duel) -> int:
    seats = 0
    if not s.ended:
        for seat in range(2):
            if s.choice[seat] == NOTHING:
                seats |= bit(seat)
    return seats


@rule
def legal(s: Duel, seat: int, sets: Any) -> None:
    sets[0] = s.hands[seat]


@rule
def play(s: Duel, seat: int, action: int) -> None:
    s.choice[seat] = action
    if s.choice[0] != NOTHING and s.choice[1] != NOTHING:
        compare(s, s.choice[0], s.choice[1])
        s.choice[0] = s.choice[1] = NOTHING


@rule
def compare(s: Duel, one: int, other: int) -> None:
    if s.game == PENNIES:
        s.points[0 if one == other else 1] += 1 if one == other == TAILS else 2
        s.ended = 1 if max(s.points[0], s.points[1]) >= 2 else 0
    elif s.game == ROCK_PAPER_SCISSORS:
        s.points[0], s.points[1] = (one - other + 3) % 3 == 1, (other - one + 3) % 3 == 1
        s.ended = 1
    else:
        s.hands[0] &= ~bit(one)
        s.hands[1] &= ~bit(other)
        s.round += 1
        if one != other:
            s.points[0 if one > other else 1] += s.round
        s.ended = 1 if s.round == s.cards else 0


@rule
def over(s: Duel) -> bool:
    return s.ended == 1


@rule
def standings(s: Duel, out: Any) -> None:
    for seat in range(2):
        out[seat] = s.points[seat]


@rule
def key_of(s: Duel) -> int:
    return int((((s.hands[0] * 16 + s.hands[1]) * 16 + s.points[0]) * 16 + s.points[1]) * 8 + s.round)


@rule
def observe(s: Duel, seat: int, out: Any) -> None:
    out[0] = s.round


def rules() -> Rules:
    return Rules(
        State=Duel,
        ACTIONS=MOST,
        WIDTH=MOST,
        WORDS=1,
        CHOICES=MOST,
        PACK=0,
        set_up=set_up,
        acting=acting,
        legal=legal,
        play=play,
        over=over,
        scores=standings,
        standings=standings,
        longest=lambda s: 2 * MOST,
        census=lambda s: {},
        TENSOR=Tensor(round=numbers(1, most=MOST)),
        observe=observe,
    )
