"""Clear Up: `a4-a6`, the square that a piece jumps from and the one that it lands on."""

from __future__ import annotations

from typing import Any

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has

from .rules import EAST, NORTH, SIDE, SOUTH, SQUARES, WEST, State, step_of


def square_text(square: int) -> str:
    return f"{'abcdef'[square % SIDE]}{square // SIDE + 1}"


def landing(action: int) -> int | None:
    """The square that a jump lands on; None if that is off the board."""
    square, direction = action % SQUARES, action // SQUARES
    row, column = divmod(square, SIDE)
    row += 2 * ((direction == NORTH) - (direction == SOUTH))
    column += 2 * ((direction == EAST) - (direction == WEST))
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else None


class Text(GameText):
    def __init__(self) -> None:
        landings = {action: landing(action) for action in range(4 * SQUARES)}
        self.actions = {
            action: f"{square_text(action % SQUARES)}-{square_text(square)}"
            for action, square in landings.items()
            if square is not None
        }
        self.numbers = {text: action for action, text in self.actions.items()}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.actions[action]

    def read(self, s: Any, seat: int, text: str) -> int | None:
        return self.numbers.get(text)

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        square, step = action % SQUARES, step_of(action // SQUARES)
        if not has(s.pieces, square):
            return Refusal("no_piece", {"square": square_text(square)})
        if not has(s.pieces, square + step):
            return Refusal("nothing_to_jump", {"square": square_text(square + step)})
        return Refusal("occupied", {"square": square_text(square + 2 * step)})
