"""How long the verdict on a position of Clear Up takes: can one piece still be reached?"""

from __future__ import annotations

import random
import time

import numpy as np

import fivefold
from fivefold.games import find
from fivefold.games.clear_up.solver import Solver
from fivefold.search.limit import Limit

from .timing import table

MATCHES = 40
SECONDS = 10.0


def measure_verdicts() -> None:
    """Every position of matches played at random, each by a solver that remembers nothing of the others."""
    engine = find("clear_up").engine
    Solver(engine)
    took, counts = [], {True: 0, False: 0, None: 0}
    for seed in range(MATCHES):
        position, chance = fivefold.start("clear_up", seed=seed), random.Random(seed)
        while not position.over:
            pieces, solver = int(position.sight(0).veiled["pieces"][0]), Solver(engine)
            control = Limit(seconds=SECONDS).begin()
            began = time.perf_counter()
            solvable = solver.solve(pieces, control)
            took.append(1000 * (time.perf_counter() - began))
            counts[solvable] += 1
            position.play(chance.choice(position.legal(0)))
    median, late, most = np.percentile(took, [50, 99, 100])
    row = [str(len(took)), *(str(counts[verdict]) for verdict in (True, False, None))]
    head = ["positions", "solvable", "not", "undecided", "median", "99th percentile", "longest"]
    table("Clear Up's verdict", head, [[*row, *(f"{spent:.2f} ms" for spent in (median, late, most))]])
