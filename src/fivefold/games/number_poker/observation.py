"""Number Poker: what a seat knows, as numbers. Seats are counted from the one that looks."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import has
from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, seat_from

from .rules import OF_EACH, PASS, SEATS, VALUES, State

CHOICES = PASS + 1

TENSOR = Tensor(
    pieces=numbers(SEATS, VALUES, most=OF_EACH),  # that are left
    empty_hand=flags(SEATS),  # unused
    closed=flags(SEATS),  # the hands that are closed already
    choice=flags(CHOICES),  # in the seat's own closed hand
    shown=flags(SEATS, CHOICES),  # when the hands opened last
    claiming=flags(SEATS),  # whose empty hand claims a piece now
    claimed=flags(SEATS),  # whose piece was claimed last
    kept=flags(SEATS),  # who kept its piece last
    won=numbers(SEATS, VALUES, most=OF_EACH + 1),  # an empty hand can add one to the own two
)
PIECES, EMPTY_HAND, CLOSED, CHOICE, SHOWN, CLAIMING, CLAIMED, KEPT, WON = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for other in range(s.players):
        place = seat_from(seat, other, s.players)
        for value in range(VALUES):
            out[PIECES + place * VALUES + value] = s.pieces[other, value]
            out[WON + place * VALUES + value] = s.won[other, value]
        out[EMPTY_HAND + place] = s.empty[other]
        out[CLOSED + place] = 1 if has(s.chosen, other) else 0
        put_choice(out, SHOWN + place * CHOICES, s.shown[other])
    put_choice(out, CHOICE, s.choice[seat])
    put_choice(out, CLAIMING, seat_from(seat, s.claimer, s.players))
    put_choice(out, CLAIMED, seat_from(seat, s.claimed, s.players))
    put_choice(out, KEPT, seat_from(seat, s.keeper, s.players))
