"""Pips: what a seat knows, as numbers."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import has
from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, put_set, seat_from

from .rules import CARDS, NOTHING, State

SEATS = 3

TENSOR = Tensor(
    hand=flags(CARDS),
    choice=flags(CARDS),
    chosen=flags(SEATS),
    shown=flags(CARDS),
    won=numbers(SEATS, most=1000 * CARDS),
    left=numbers(1, most=CARDS),
)
HAND, CHOICE, CHOSEN, SHOWN, WON, LEFT = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    put_set(out, HAND, s.hands[seat], CARDS)
    put_choice(out, CHOICE, s.choice[seat])
    put_set(out, SHOWN, s.shown, CARDS)
    for other in range(s.players):
        place = seat_from(seat, other, s.players)
        out[CHOSEN + place] = 1 if has(s.chosen, other) else 0
        out[WON + place] = s.won[other]
    for place in range(CARDS):
        if s.pile[place] != NOTHING:
            out[LEFT] += 1
