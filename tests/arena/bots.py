"""Bots for the tests: each does one thing, and some do it wrong."""

from __future__ import annotations

from typing import Any

from fivefold.games.bot import RandomBot
from fivefold.games.game import Game
from fivefold.games.seen import Event, View
from fivefold.search.limit import Limit


class First:
    """Plays the first legal move."""

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        self.seat = seat

    def observe(self, event: Event, view: View) -> None:
        pass

    def choose(self, view: View) -> str:
        return view.legal[0]


class Last(First):
    """Plays the last legal move."""

    def choose(self, view: View) -> str:
        return view.legal[-1]


class Random(RandomBot):
    """Plays at random."""


class Raises(First):
    def choose(self, view: View) -> str:
        raise ZeroDivisionError("no  chance\nat all")


class RaisesWatching(First):
    def observe(self, event: Event, view: View) -> None:
        raise KeyError("unseen")


class Cheats(First):
    def choose(self, view: View) -> str:
        return "Z9"


class SaysNothing(First):
    def choose(self, view: View) -> Any:
        return None


class WantsNothing:
    """Has the wrong constructor."""

    def __init__(self) -> None:
        pass


class CannotBeMade(First):
    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        raise OSError("no such opening book")


class Deaf:
    """Does not observe."""

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        pass

    def choose(self, view: View) -> str:
        return view.legal[0]
