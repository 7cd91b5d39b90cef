"""Shell Game: what a watcher remembers of the row, and when it loses a piece out of its eyes.

A memory is built from what is shown, event by event, and knows nothing else. Each time that a piece is moved, the
watcher may lose it. What it has not lost it knows for certain; what it has lost lies at one of the other positions.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.chance import uniform

from .rules import ARRANGEMENTS, NOTHING, POSITIONS, SHIFTS, SYMBOLS

EASILY_SEEN = 0.5
"""Of a shift that is made twice in a row, or taken back at once, pieces are lost so much less often."""


def ends_of(action: int) -> tuple[int, int]:
    """From where to where a shift takes its piece."""
    return divmod(action - SHIFTS, POSITIONS)


def moved_by(action: int) -> range:
    """The positions whose pieces a shift moves."""
    return range(min(ends_of(action)), max(ends_of(action)) + 1)


def hard_to_follow(action: int, before: int | None) -> float:
    """How much a shift does to lose pieces out of a watcher's eyes: the pieces that it moves."""
    pieces = float(len(moved_by(action)))
    repeated = before is not None and ends_of(before) in (ends_of(action), ends_of(action)[::-1])
    return pieces * EASILY_SEEN if repeated else pieces


class Memory:
    """Where the symbols lie, as far as they were followed."""

    def __init__(self, stream: Any, rate: float) -> None:
        self.stream, self.rate = stream, rate
        self.last_shift: int | None = None
        self.times_moved = [0] * SYMBOLS
        self.row: list[int] = [NOTHING] * POSITIONS
        """The symbol at each position, where it is known."""

    def see_row(self, arrangement: int | None) -> None:
        """A row is set; None if it was covered before this watcher came."""
        self.last_shift = None
        self.times_moved = [0] * SYMBOLS
        self.row = [NOTHING] * POSITIONS if arrangement is None else ARRANGEMENTS[arrangement].tolist()

    def see_shift(self, action: int) -> None:
        positions = moved_by(action)
        rate = self.rate * hard_to_follow(action, self.last_shift) / len(positions)
        for position in positions:
            lost = uniform(self.stream) < rate
            if self.row[position] != NOTHING:
                self.times_moved[self.row[position]] += 1
                if lost:
                    self.row[position] = NOTHING
        origin, target = ends_of(action)
        self.row.insert(target, self.row.pop(origin))
        self.last_shift = action

    def see_piece(self, position: int) -> None:
        """A piece was flipped and is gone."""
        self.row[position] = NOTHING

    def may_lie_at(self, symbol: int, positions: list[int]) -> list[int]:
        """The positions, of those where pieces lie, where the symbol may be."""
        if symbol in self.row:
            return [self.row.index(symbol)]
        return [position for position in positions if self.row[position] == NOTHING]

    def is_followed(self, symbol: int) -> bool:
        return symbol in self.row
