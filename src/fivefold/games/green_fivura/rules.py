"""The Green Fivura: the rules of Fives, with 4 points to start."""

from __future__ import annotations

from fivefold.games.fives.rules import (
    ACTIONS,
    CHOICES,
    PACK,
    WIDTH,
    WORDS,
    State,
    acting,
    census,
    deal,
    legal,
    longest,
    over,
    pack,
    play,
    scores,
    set_up_with,
    standings,
    waits,
)
from fivefold.kernel.rules import rule

__all__ = [
    "ACTIONS",
    "CHOICES",
    "PACK",
    "WIDTH",
    "WORDS",
    "State",
    "acting",
    "census",
    "deal",
    "legal",
    "longest",
    "over",
    "pack",
    "play",
    "scores",
    "set_up",
    "standings",
    "waits",
]

POINTS = 4


@rule
def set_up(s: State) -> None:
    set_up_with(s, POINTS)
