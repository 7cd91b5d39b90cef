"""The Green Fivura: `O10` is the orange 10 face up, `O10=G5` the same card face down as the green 5."""

from __future__ import annotations

from fivefold.games.fives import text as fives


class Text(fives.Text):
    LETTERS = "GOKP"
