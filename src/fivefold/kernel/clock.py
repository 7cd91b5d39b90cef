"""The time, for searches that must end by it: read in compiled rules as it is in Python (`compiler.py`)."""

from __future__ import annotations

import time


def now() -> int:
    """Nanoseconds of a clock that never goes back; what it counts from means nothing."""
    return time.monotonic_ns()
