"""How long a search may go on: so many units of its work, so many seconds, or until somebody stops it.

A limit by units alone makes a search the same every time, from its seed. A search asks `used_up` after each unit,
which may be a playout, a node or a sampled world; what it counts, its own documentation says.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.clock import now
from fivefold.kernel.rules import rule

UNITS_LEFT, DEADLINE, STOPPED = range(3)
FOR_EVER = 1 << 62


class Limit:
    """A limit for one choice after another: `begin` starts the clock of each. `stop` may come from another thread.

    >>> limit = Limit(units=2)
    >>> control = limit.begin()
    >>> [bool(used_up(control)) for _ in range(3)]
    [False, True, True]
    """

    def __init__(self, units: int | None = None, seconds: float | None = None) -> None:
        if units is None and seconds is None:
            raise ValueError("a limit needs units, seconds, or both")
        self.units, self.seconds = units, seconds
        self._control = np.zeros(3, np.int64)

    def begin(self, share: float = 1.0) -> Any:
        """The array that compiled loops ask; for a search that is only a part of the thinking, a share of it all."""
        self._control[UNITS_LEFT] = FOR_EVER if self.units is None else max(1, round(self.units * share))
        self._control[DEADLINE] = FOR_EVER if self.seconds is None else now() + round(self.seconds * share * 1e9)
        self._control[STOPPED] = 0
        return self._control

    def stop(self) -> None:
        """Ends the search that is under way, at once."""
        self._control[STOPPED] = 1


@rule
def used_up(control: Any) -> bool:
    """Counts a unit. Is the limit reached? The first unit is always granted, so that there is something to choose by.

    The clock costs less than any unit that is worth counting, and its call keeps a compiler from assuming that nobody
    else writes into `control`.
    """
    control[UNITS_LEFT] -= 1
    return bool(now() >= control[DEADLINE]) or control[UNITS_LEFT] <= 0 or control[STOPPED] != 0
