"""Hash tables for compiled searches: an array of keys, beside which other arrays hold what belongs to each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.rules import rule

EMPTY = -1
"""In place of a key; keys are not negative."""
SPREAD = 0x9E3779B97F4A7C1
"""Keys that lie close together are spread over the table by it."""
POSITIVE = 0x7FFFFFFFFFFFFFFF


@rule
def place_of(keys: Any, key: int) -> int:
    """Where a key is, or should be put. The table's length is a power of two, and it is never full."""
    mask = len(keys) - 1
    place = ((key * SPREAD) & POSITIVE) >> 24 & mask
    while keys[place] != EMPTY and keys[place] != key:
        place = (place + 1) & mask
    return int(place)


def no_keys(room: int) -> NDArray[np.int64]:
    """An empty table."""
    return np.full(room, EMPTY, np.int64)
