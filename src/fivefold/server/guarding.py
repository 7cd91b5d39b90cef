"""How much of everything one player, or one address, may ask of the server."""

from __future__ import annotations

import math
import time

from .limits import Buckets, Pace
from .refusing import Refuse

PACES = {
    "guests": Pace(300, 2),
    "bots": Pace(100, 0.5),
    "recover": Pace(10, 0.1),
    "guesses": Pace(100, 2),
    "tables": Pace(200, 2),
    "hints": Pace(20, 0.5),
    "chat": Pace(20, 0.5),
    "acts": Pace(1000, 200),
    "replays": Pace(100, 10),
}
"""By what is asked for: so many at once, and so many a second from then on. `guesses` are addresses of tables that do
not exist; `acts` is whatever changes a table or a match."""
FEEDS_OF_PLAYER, FEEDS_OF_ADDRESS, FEEDS = 40, 1000, 20_000
"""Connections at the same time: of a player, of an address that names no player, and of all."""


class Guard:
    """The limits of one server process."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.buckets = {name: Buckets(pace) for name, pace in PACES.items()}
        self.feeds: dict[str, int] = {}
        self.all_feeds = 0

    def check(self, what: str, who: str) -> None:
        """Counts something that somebody asks for; refuses what is too much."""
        wait = self.buckets[what].take(who, time.monotonic()) if self.enabled else 0
        if wait:
            seconds = math.ceil(wait)
            raise Refuse(429, "too_many", {"Retry-After": str(seconds)}, seconds=seconds)

    def enter(self, who: str, named: bool) -> None:
        """A connection begins."""
        most = FEEDS_OF_PLAYER if named else FEEDS_OF_ADDRESS
        if self.enabled and (self.feeds.get(who, 0) >= most or self.all_feeds >= FEEDS):
            raise Refuse(429, "too_many_feeds", {"Retry-After": "60"})
        self.feeds[who] = self.feeds.get(who, 0) + 1
        self.all_feeds += 1

    def leave(self, who: str) -> None:
        """A connection has ended."""
        self.all_feeds -= 1
        self.feeds[who] -= 1
        if not self.feeds[who]:
            del self.feeds[who]
