"""Torris: `c2-f2`, the square that a piece leaves and the one where it lands; `w3` is a white piece with mark 3."""

from __future__ import annotations

import re
from typing import Any

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has

from .rules import (
    ACTIONS,
    COLUMNS,
    DIRECTIONS,
    EAST,
    MARKS,
    NORTH,
    SOUTH,
    SQUARES,
    WEST,
    State,
    column_of,
    landing,
    mark_of,
    row_of,
)

MOVE = re.compile("([a-h])([1-4])-([a-h])([1-4])")


def square_text(square: int) -> str:
    return f"{'abcdefgh'[column_of(square)]}{row_of(square) + 1}"


def kind_text(kind: int) -> str:
    """A kind of piece: its colour and its mark."""
    return f"{'wb'[kind // MARKS]}{kind % MARKS + 1}"


def occupied_squares(s: State) -> int:
    return s.tops[0] | s.tops[1]


def landing_of(s: State, action: int) -> int | None:
    """The square where the action's piece lands; None if there is no piece, or too few stacks lie that way."""
    direction, square = divmod(action, SQUARES)
    occupied = occupied_squares(s)
    if not has(occupied, square):
        return None
    landed = landing(occupied, square, direction, mark_of(s.top[square]))
    return None if landed == square else landed


def direction_of(square: int, other: int) -> int | None:
    """The direction from one square to another; None if they are not in one line."""
    if row_of(square) == row_of(other) and square != other:
        return EAST if other > square else WEST
    if column_of(square) == column_of(other) and square != other:
        return NORTH if other > square else SOUTH
    return None


class Text(GameText):
    def __init__(self) -> None:
        self.kinds = {kind_text(kind): kind for kind in range(2 * MARKS)}

    def write(self, s: State, seat: int, action: int) -> str:
        landed = landing_of(s, action)
        if landed is None:
            raise LookupError(f"action {action} leads nowhere")
        return f"{square_text(action % SQUARES)}-{square_text(landed)}"

    def read(self, s: State, seat: int, text: str) -> int | None:
        """Two squares between which no piece moves are a number too, beyond all actions: `why_not` can tell of it."""
        squares = MOVE.fullmatch(text)
        if squares is None:
            return None
        column, row, other_column, other_row = squares.groups()
        square, other = (
            COLUMNS * (int(r) - 1) + "abcdefgh".index(c) for c, r in ((column, row), (other_column, other_row))
        )
        for direction in range(DIRECTIONS):
            if landing_of(s, SQUARES * direction + square) == other:
                return SQUARES * direction + square
        return ACTIONS + SQUARES * square + other

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        named = action >= ACTIONS
        square = (action - ACTIONS) // SQUARES if named else action % SQUARES
        if not has(occupied_squares(s), square):
            return Refusal("no_stack", {"square": square_text(square)})
        if not has(s.tops[seat], square):
            return Refusal("not_your_stack", {"square": square_text(square)})
        if named:
            return self._why_not_there(s, square, (action - ACTIONS) % SQUARES)
        landed = landing_of(s, action)
        if landed is None:
            return self._too_few(s, square)
        told = {"height": s.heights[square], "square": square_text(landed), "landing_height": s.heights[landed]}
        return Refusal("must_climb", told)

    def _why_not_there(self, s: State, square: int, other: int) -> Refusal:
        """Why one's own piece that can be seen on a square does not come to that other one."""
        direction = direction_of(square, other)
        if direction is None:
            return Refusal("not_in_line", {"square": square_text(square), "other": square_text(other)})
        landed = landing_of(s, SQUARES * direction + square)
        if landed is None:
            return self._too_few(s, square)
        mark = mark_of(s.top[square])
        return Refusal("wrong_distance", {"mark": mark, "landing": square_text(landed), "other": square_text(other)})

    def _too_few(self, s: State, square: int) -> Refusal:
        return Refusal("too_few_stacks", {"square": square_text(square), "mark": mark_of(s.top[square])})

    def write_card(self, s: Any, card: int) -> str:
        return kind_text(card)

    def read_card(self, s: Any, text: str) -> int | None:
        return self.kinds.get(text)
