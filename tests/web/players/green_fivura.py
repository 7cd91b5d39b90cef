"""The Green Fivura is played as Fives is."""

from __future__ import annotations

from .fives import keys, move

__all__ = ["keys", "move"]
