"""Shell Game: what lies open, as numbers. Seats are counted from the one that looks.

Where a covered symbol lies is for whoever watched to remember, and no part of it.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import size
from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, put_set, seat_from

from .rules import ASKS, FLIPPING, HIDDEN, NOTHING, OVER, OWN_PIECES, POSITIONS, SEATS, SETS, SYMBOLS, State

PIECES = SEATS * OWN_PIECES
PHASES = FLIPPING + 1
COVERED = SYMBOLS
MOST_SHIFTS = 4

TENSOR = Tensor(
    won=numbers(SEATS, most=PIECES),
    unused=numbers(SEATS, most=OWN_PIECES),
    round=flags(SETS),
    mover=flags(SEATS),
    seeker=flags(SEATS),
    phase=flags(PHASES),
    shifts=numbers(1, most=MOST_SHIFTS),
    face_down=flags(SYMBOLS),  # the symbols that lie in the row
    row=flags(POSITIONS, SYMBOLS + 1),  # the last is a covered one
    asked=flags(ASKS, SYMBOLS),
    flipped=flags(ASKS, POSITIONS),
    found=flags(ASKS, SYMBOLS),
)
WON, UNUSED, ROUND, MOVER, SEEKER, PHASE, SHIFTS, FACE_DOWN, ROW, ASKED, FLIPPED, FOUND = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for other in range(s.players):
        place = seat_from(seat, other, s.players)
        out[WON + place] = size(s.won[other])
        out[UNUSED + place] = s.unused[other]
    put_choice(out, ROUND, s.round if s.round < SETS else NOTHING)
    put_choice(out, MOVER, seat_from(seat, s.mover, s.players))
    put_choice(out, SEEKER, seat_from(seat, s.seeker, s.players))
    put_choice(out, PHASE, s.phase if s.phase != OVER else NOTHING)
    out[SHIFTS] = s.shifts
    put_set(out, FACE_DOWN, s.face_down, SYMBOLS)
    for position in range(POSITIONS):
        put_choice(out, ROW + position * (SYMBOLS + 1), COVERED if s.row[position] == HIDDEN else s.row[position])
    for ask in range(ASKS):
        put_choice(out, ASKED + ask * SYMBOLS, s.asked[ask])
        put_choice(out, FLIPPED + ask * POSITIONS, s.flipped[ask])
        put_choice(out, FOUND + ask * SYMBOLS, s.found[ask])
