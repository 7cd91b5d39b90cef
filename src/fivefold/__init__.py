"""Fivefold: ten tabletop games that share the number five, to play, to program and to study."""

from __future__ import annotations

from fivefold.games import BadInput, all_games
from fivefold.match import BadRecord, IllegalMove, Position, replay, start

__all__ = ["BadInput", "BadRecord", "IllegalMove", "Position", "games", "replay", "start"]


def games() -> list[str]:
    """The ids of all games.

    >>> "fives" in games()
    True
    """
    return list(all_games())
