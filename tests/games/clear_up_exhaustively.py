"""Clear Up, decided by brute force and written apart from the solver: all positions that can follow, level by level.

Nothing is pruned, nothing is known in advance, and a board that is turned is another position.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

SIDE = 6
TRIPLES = [
    (SIDE * y + x, SIDE * (y + dy) + x + dx, SIDE * (y + 2 * dy) + x + 2 * dx)
    for y, x in product(range(SIDE), repeat=2)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    if 0 <= x + 2 * dx < SIDE and 0 <= y + 2 * dy < SIDE
]
"""Every jump: from, over, to."""


def followers(level: NDArray[np.int64]) -> NDArray[np.int64]:
    """All positions that one jump makes of these."""
    found = []
    for origin, middle, target in TRIPLES:
        full, empty = 1 << origin | 1 << middle, 1 << target
        jumping = level[(level & (full | empty)) == full]
        found.append(jumping - full + empty)
    return np.unique(np.concatenate(found))


def fewest_left(position: int) -> int:
    """The fewest pieces that play from here can end with."""
    level = np.array([position], np.int64)
    while len(further := followers(level)):
        level = further
    return int(level[0]).bit_count()
