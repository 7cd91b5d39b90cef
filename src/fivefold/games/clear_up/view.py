"""Clear Up: the board."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import members, size

from .rules import State
from .text import square_text


def view(s: State, seat: int) -> dict[str, Any]:
    return {"pieces": [square_text(square) for square in members(s.pieces)], "left": size(s.pieces)}
