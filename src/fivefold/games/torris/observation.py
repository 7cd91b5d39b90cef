"""Torris: the stacks as numbers. Every stack is open to both seats, down to the board."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers

from .rules import MARKS, NOTHING, PIECES, SQUARES, State, colour_of, mark_of

COLOURS = 2

TENSOR = Tensor(
    tops=flags(COLOURS, MARKS, SQUARES),  # by colour, the one of the seat that looks first, and by mark
    heights=numbers(SQUARES, most=PIECES),
    beneath=numbers(
        SQUARES, PIECES - 1, least=-MARKS, most=MARKS
    ),  # marks below the top, downwards; the other's negative
    turn=flags(1),  # of the seat that looks
    closing=flags(1),  # the option: every stack of the line moves, not only the block
)
TOPS, HEIGHTS, BENEATH, TURN, CLOSING = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for square in range(SQUARES):
        out[HEIGHTS + square] = s.heights[square]
        if s.heights[square] > 0:
            observe_stack(s, seat, square, out)
    out[TURN] = 1 if s.turn == seat else 0
    out[CLOSING] = s.closing


@rule
def observe_stack(s: State, seat: int, square: int, out: Any) -> None:
    piece = s.top[square]
    colour = 0 if colour_of(piece) == seat else 1
    out[TOPS + (colour * MARKS + mark_of(piece) - 1) * SQUARES + square] = 1
    level = BENEATH + square * (PIECES - 1)
    piece = s.beneath[piece]
    while piece != NOTHING:
        out[level] = mark_of(piece) if colour_of(piece) == seat else -mark_of(piece)
        level += 1
        piece = s.beneath[piece]
