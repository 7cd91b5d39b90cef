"""Five Wins: the pieces as numbers, in a window whose first column and row are the outermost with a piece.

All pieces hang together, so the window is as wide as there are pieces.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_set, seat_from

from .rules import MARGIN, PIECES, PIECES_EACH, SEATS, State, placing

TENSOR = Tensor(
    pieces=flags(SEATS, PIECES, PIECES),  # of the seat that looks, then of the other; by column, then by row
    lying=numbers(SEATS, most=PIECES_EACH),
    placed=numbers(1, most=PIECES),  # by both
    placing=flags(1),
    turn=flags(1),  # of the seat that looks
    quiet=numbers(1, most=1000),  # moves in a row without a capture
    draw_after=numbers(1, most=1000),  # that many make a draw
)
LIES, LYING, PLACED, PLACING, TURN, QUIET, DRAW_AFTER = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for other in range(SEATS):
        place = seat_from(seat, other, SEATS)
        for column in range(PIECES):
            put_set(out, LIES + (place * PIECES + column) * PIECES, s.pieces[other, MARGIN + column] >> MARGIN, PIECES)
        out[LYING + place] = s.lying[other]
    out[PLACED] = s.placed
    out[PLACING] = 1 if placing(s) else 0
    out[TURN] = 1 if s.turn == seat else 0
    out[QUIET] = s.quiet
    out[DRAW_AFTER] = s.draw_after
