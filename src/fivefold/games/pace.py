"""How fast a match may go where people must be able to follow it. A game whose matches have a pace says so in its
folder's `pace.py`, with a function `pace(s)`; whoever keeps the time (a server) asks it after each move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """What time means to one position; milliseconds since the move that led to it."""

    hold: int = 0
    """Nobody moves before."""
    move: str | None = None
    """What is played for the seat to act if it has not moved by itself..."""
    after: int = 0
    """...when this time is over."""
    remembered: bool = False
    """What is to be chosen is to be remembered, not worked out: nobody gives hints."""


FREE = Pace()
"""As fast as anybody likes."""
