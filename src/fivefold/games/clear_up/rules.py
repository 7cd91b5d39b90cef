"""Clear Up: a piece jumps over a neighbour onto the free square behind it, and the neighbour is removed.

A square is 6 * row + column, a1 is 0. An action is 36 * direction + the square of the piece that jumps.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, first, size
from fivefold.kernel.layout import Layout, bits, int8
from fivefold.kernel.rules import rule

SIDE = 6
SQUARES = SIDE * SIDE
EAST, WEST, NORTH, SOUTH = 0, 1, 2, 3
BOARD = first(SQUARES)
CORNERS = bit(0) | bit(5) | bit(30) | bit(35)
PIECES = SQUARES - 4

ACTIONS, WIDTH, WORDS = 4 * SQUARES, SQUARES, 4
CHOICES = 96
PACK = 0


def columns(lowest: int, highest: int) -> int:
    """The squares of some columns."""
    return sum(bit(SIDE * row + column) for row in range(SIDE) for column in range(lowest, highest + 1))


FAR_FROM_EAST, FAR_FROM_WEST = columns(0, 3), columns(2, 5)
"""Where a jump to the east, or to the west, stays on the board."""


class State(Layout):
    pieces = bits
    players = int8


@rule
def set_up(s: State) -> None:
    s.pieces = BOARD & ~CORNERS


@rule
def can_jump(pieces: int, direction: int) -> int:
    """The pieces that can jump that way: a piece beside them, a free square behind it."""
    free = BOARD & ~pieces
    if direction == EAST:
        return pieces & (pieces >> 1) & (free >> 2) & FAR_FROM_EAST
    if direction == WEST:
        return pieces & (pieces << 1) & (free << 2) & FAR_FROM_WEST
    if direction == NORTH:
        return pieces & (pieces >> SIDE) & (free >> 2 * SIDE)
    return pieces & (pieces << SIDE) & (free << 2 * SIDE)


@rule
def step_of(direction: int) -> int:
    """From a square to its neighbour."""
    if direction == EAST:
        return 1
    if direction == WEST:
        return -1
    return SIDE if direction == NORTH else -SIDE


@rule
def acting(s: State) -> int:
    return 0 if over(s) else bit(0)


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    for direction in range(4):
        sets[direction] = can_jump(s.pieces, direction)


@rule
def play(s: State, seat: int, action: int) -> None:
    square, step = action % SQUARES, step_of(action // SQUARES)
    s.pieces = (s.pieces & ~bit(square) & ~bit(square + step)) | bit(square + 2 * step)


@rule
def over(s: State) -> bool:
    pieces = s.pieces
    return (can_jump(pieces, EAST) | can_jump(pieces, WEST) | can_jump(pieces, NORTH) | can_jump(pieces, SOUTH)) == 0


@rule
def scores(s: State, out: Any) -> None:
    out[0] = size(s.pieces)


@rule
def standings(s: State, out: Any) -> None:
    """The share of the pieces that are gone; one piece left is all that can be asked."""
    left = size(s.pieces)
    out[0] = 1.0 if left == 1 else (PIECES - left) / PIECES


def longest(s: State) -> int:
    return PIECES - 1


def census(s: State) -> dict[int, int]:
    return {0: size(s.pieces)}
