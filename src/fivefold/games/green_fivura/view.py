"""The Green Fivura: the table of Fives, with other names for the colours."""

from __future__ import annotations

from typing import Any

from fivefold.games.fives import view as fives
from fivefold.games.fives.rules import State

from .text import Text

TEXT = Text()


def view(s: State, seat: int) -> dict[str, Any]:
    return fives.view(s, seat, TEXT)
