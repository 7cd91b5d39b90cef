"""A game so small that every match of it can be played: heaps of stones, which two seats take away."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit
from fivefold.kernel.layout import Layout, int8
from fivefold.kernel.rules import Rules, rule
from fivefold.kernel.tensor import Tensor, numbers
from fivefold.search.alpha_beta import Judgement

HEAPS, MOST = 3, 3
"""A turn takes 1 to 3 stones from a heap: action 3 * heap + stones - 1."""


class Stones(Layout):
    """Whoever takes the last stone of a heap goes on. Most stones win; equal numbers are a draw."""

    players = int8
    turn = int8
    heaps = int8[3]
    taken = int8[2]


@rule
def set_up(s: Stones) -> None:
    for heap in range(HEAPS):
        s.heaps[heap] = 4


@rule
def over(s: Stones) -> bool:
    return s.heaps[0] + s.heaps[1] + s.heaps[2] == 0


@rule
def acting(s: Stones) -> int:
    return 0 if over(s) else bit(s.turn)


@rule
def legal(s: Stones, seat: int, sets: Any) -> None:
    sets[0] = 0
    for heap in range(HEAPS):
        for stones in range(min(MOST, s.heaps[heap])):
            sets[0] |= bit(MOST * heap + stones)


@rule
def play(s: Stones, seat: int, action: int) -> None:
    heap, stones = action // MOST, action % MOST + 1
    s.heaps[heap] -= stones
    s.taken[seat] += stones
    if s.heaps[heap] > 0:
        s.turn = 1 - seat


@rule
def standings(s: Stones, out: Any) -> None:
    for seat in range(2):
        out[seat] = s.taken[seat]


@rule
def observe(s: Stones, seat: int, out: Any) -> None:
    out[0] = s.turn


@rule
def key(s: Stones) -> int:
    number = s.turn
    for heap in range(HEAPS):
        number = number << 4 | s.heaps[heap]
    return int(number << 5 | s.taken[0])


@rule
def ahead(s: Stones) -> int:
    return s.taken[0] - s.taken[1]


@rule
def evaluate(s: Stones, seat: int) -> int:
    """Rightly or wrongly, three stones in a heap are worth something too."""
    threes = 0
    for heap in range(HEAPS):
        threes += s.heaps[heap] == 3
    return 100 * (s.taken[seat] - s.taken[1 - seat]) + 37 * threes


SOONEST, HIGHEST = Judgement(evaluate, key), Judgement(evaluate, key, finer=ahead)


def rules() -> Rules:
    return Rules(
        State=Stones,
        ACTIONS=HEAPS * MOST,
        WIDTH=HEAPS * MOST,
        WORDS=1,
        CHOICES=HEAPS * MOST,
        PACK=0,
        set_up=set_up,
        acting=acting,
        legal=legal,
        play=play,
        over=over,
        scores=standings,
        standings=standings,
        longest=lambda s: 12,
        census=lambda s: {},
        TENSOR=Tensor(turn=numbers(1, least=0, most=1)),
        observe=observe,
    )
