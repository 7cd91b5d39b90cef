"""The interfaces for programs that learn, side by side: batches with observations, PettingZoo's own benchmark on our
games and on RLCard's, and Gymnasium's vectors."""

from __future__ import annotations

import contextlib
import io
import os
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
from pettingzoo.test import performance_benchmark

from fivefold.envs.gymnasium import games_for_one, name_of
from fivefold.envs.pettingzoo import env
from fivefold.games import all_games
from fivefold.games.game import Game

from .timing import Contender, per_second, race, table

BATCH = 4096
ENVIRONMENTS, STEPS = 1024, 60
BENCHMARKS = 2
"""PettingZoo's benchmark takes five seconds; so often each environment runs it, in turns."""


def observed_batch(game: Game, threads: int, masks: bool) -> Callable[[], float]:
    """What each acting seat knows, a random legal action in each match, and what the end brings."""
    batch = game.engine.batch(BATCH, game.about.usual, seed=1, threads=threads)

    def run() -> float:
        batch.observe()
        if masks:
            batch.legal()
        return batch.step(batch.choose())

    return run


@contextlib.contextmanager
def cores(number: int) -> Iterator[None]:
    """Runs on so many cores instead of one."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(min(number, os.cpu_count() or 1)))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measure_observations() -> None:
    """Batches that say what every acting seat knows, on one core and on two."""
    rows = []
    for game in all_games().values():
        alone = [Contender("", observed_batch(game, 1, masks)) for masks in (False, True)]
        with cores(2):  # threads keep the cores that they were begun with
            shared = [Contender("", observed_batch(game, 2, masks), time.perf_counter) for masks in (False, True)]
            rates = [contender.best for contender in (*race(alone), *race(shared))]
        rows.append([game.id, str(game.rules.TENSOR.size), *map(per_second, rates)])
    head = ["game", "numbers", "one thread", "with masks", "two threads", "with masks"]
    table(f"Batches of {BATCH:,} with observations, plays a second", head, rows)


def turns_a_second(environment: Any) -> float:
    """By PettingZoo's own benchmark."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(environment)
    return float(said.getvalue().splitlines()[1].split()[0])


def rlcards() -> dict[str, Any]:
    """RLCard's card games in PettingZoo."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4
    return {"leduc_holdem_v4": leduc_holdem_v4.env(), "texas_holdem_v4": texas_holdem_v4.env()}


def measure_pettingzoo() -> None:
    """Turns a second by PettingZoo's `performance_benchmark`, ours and RLCard's in turns."""
    theirs = rlcards()
    ours = {game.id: env(game.id) for game in all_games().values() if game.about.most > 1}
    best = dict.fromkeys([*theirs, *ours], 0.0)
    for _ in range(BENCHMARKS):
        for name, environment in {**theirs, **ours}.items():
            best[name] = max(best[name], turns_a_second(environment))
    fastest = max(theirs, key=lambda name: best[name])
    rows = [[f"RLCard {name}", per_second(best[name]), ""] for name in theirs]
    rows += [[name, per_second(best[name]), f"{best[name] / best[fastest]:.1f} x {fastest}"] for name in ours]
    table("PettingZoo's performance_benchmark, turns a second", ["environment", "turns", "ratio"], rows)


def stepping(environments: Any) -> Callable[[], float]:
    """The same matches again and again; their actions, always the first legal one, are known before the clock runs."""
    actions, info = [], environments.reset(seed=1)[1]
    for _ in range(STEPS):
        actions.append(info["action_mask"].argmax(axis=1))
        info = environments.step(actions[-1])[-1]

    def run() -> float:
        environments.reset(seed=1)
        for chosen in actions:
            environments.step(chosen)
        return float(STEPS * ENVIRONMENTS)

    return run


def measure_gymnasium() -> None:
    """Steps a second of Gymnasium's synchronous vector of single environments, and of the compiled one."""
    rows = []
    for game in games_for_one():
        one_by_one = gymnasium.make_vec(name_of(game), ENVIRONMENTS, vectorization_mode="sync")
        together = gymnasium.make_vec(name_of(game), ENVIRONMENTS, vectorization_mode="vector_entry_point")
        rates = [each.best for each in race([Contender("", stepping(vector)) for vector in (one_by_one, together)])]
        with cores(2):
            shared = gymnasium.make_vec(name_of(game), ENVIRONMENTS, vectorization_mode="vector_entry_point", threads=2)
            rates.append(race([Contender("", stepping(shared), time.perf_counter)])[0].best)
        ratios = [f"{per_second(rate)} ({rate / rates[0]:.0f} x)" for rate in rates[1:]]
        rows.append([game.id, per_second(rates[0]), *ratios])
    head = ["game", "synchronous vector", "compiled vector", "on two threads"]
    table(f"Gymnasium, {ENVIRONMENTS:,} environments, steps a second", head, rows)
