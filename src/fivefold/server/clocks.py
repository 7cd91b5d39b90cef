"""Clocks, as a function of a match's log: nothing ticks, so nothing is lost when a server stops."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .messages import Clock

DAY = 86_400_000
LEAST_ON_RETURN = 30_000
"""Milliseconds that somebody has at least who comes back to a seat."""


@dataclass
class Thinking:
    """A seat has something to decide."""

    since: int
    """When it was told so, or since when its time is counted."""
    seq: int
    """The entry after which the decision began: who saw that entry knows what is to be decided."""


class Clocks:
    """Who thinks, since when, and how long they may."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        whole = clock.kind == "match"
        self.left: list[int] | None = [1000 * (clock.seconds or 0)] * players if whole else None
        self.thinking: dict[int, Thinking] = {}

    def go_on(
        self, at: int, seq: int, acting: Collection[int], mover: int | None, timed: Collection[int], anew: bool
    ) -> None:
        """An entry has been made: by `mover`, if a seat made it. `acting` are the seats that act from now on, `timed`
        those whose time counted until now; `anew` makes every decision a new one."""
        for seat, decision in list(self.thinking.items()):
            if seat == mover or seat not in acting or anew:
                if self.left and seat in timed:
                    increment = 1000 * self.clock.increment if seat == mover else 0
                    self.left[seat] = max(0, self.left[seat] - (at - decision.since)) + increment
                del self.thinking[seat]
        for seat in acting:
            self.thinking.setdefault(seat, Thinking(at, seq))

    def wait(self, milliseconds: int) -> None:
        """Nobody could move for so long: that costs no time."""
        for decision in self.thinking.values():
            decision.since += milliseconds

    def come_back(self, seat: int, at: int) -> None:
        """A player takes the seat again."""
        if self.left:
            self.left[seat] = max(self.left[seat], LEAST_ON_RETURN)
        if seat in self.thinking:
            self.thinking[seat].since = at

    def deadline(self, seat: int) -> int | None:
        """When the seat's time is over, if it is to act and time is kept."""
        decision = self.thinking.get(seat)
        if decision is None or self.clock.kind == "none":
            return None
        return decision.since + self._allowed(seat)

    def _allowed(self, seat: int) -> int:
        if self.left:
            return self.left[seat]
        if self.clock.kind == "days":
            return DAY * (self.clock.days or 1)
        return 1000 * (self.clock.seconds or 0)

    def remaining(self, seat: int, at: int) -> int | None:
        """With a clock for the whole match, what the seat has left."""
        if not self.left:
            return None
        decision = self.thinking.get(seat)
        return max(0, self.left[seat] - (at - decision.since if decision else 0))
