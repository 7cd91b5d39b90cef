"""`make bench`: every table of docs/performance.md, on one core. `python -m bench PART ...` measures some of them."""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version

from fivefold.cli import random_match
from fivefold.games import all_games
from fivefold.games.game import Game

from .clear_up import measure_verdicts
from .environments import measure_gymnasium, measure_observations, measure_pettingzoo
from .melds import measure_melds
from .peers import Peer
from .timing import Contender, per_second, race, table

BATCH = 4096


@cache
def peer(name: str) -> Peer:
    return Peer(name, rollouts=100 if name == "gin_rummy" else 2000)


def games() -> list[Game]:
    return list(all_games().values())


def playouts(game: Game, matches: int) -> Callable[[], float]:
    seeds = iter(range(1_000_000_000))
    return lambda: game.engine.playouts(game.about.usual, matches, next(seeds)).plays


def matches_for(game: Game) -> int:
    """So many matches that a call takes some milliseconds."""
    game.engine.playouts(game.about.usual, 1, 1)
    began = time.perf_counter()
    game.engine.playouts(game.about.usual, 5, 1)
    return max(1, int(5 * 0.02 / (time.perf_counter() - began)))  # the call itself then weighs nothing


def python_loop(game: Game) -> Callable[[], float]:
    single, chance = game.engine.single(game.about.usual, 1), random.Random(1).random

    def run() -> float:
        plays = 0
        act = single.act
        single.reset()
        actions = single.legal()
        while actions and plays < 2000:
            actions = act(actions[int(chance() * len(actions))])
            plays += 1
        return plays

    return run


def batch_sets(game: Game) -> Callable[[], float]:
    batch = game.engine.batch(BATCH, game.about.usual, seed=1)

    def run() -> float:
        batch.legal_sets()
        return batch.step(batch.choose())

    return run


def batch_flags(game: Game) -> Callable[[], float]:
    """Makes the sets as well: the random choice is drawn from them."""
    batch = game.engine.batch(BATCH, game.about.usual, seed=1)

    def run() -> float:
        batch.legal()
        batch.legal_sets()
        return batch.step(batch.choose())

    return run


COMPARED = {
    **dict.fromkeys(["fives", "green_fivura", "number_poker", "clear_up"], ("hearts", "spades", "euchre")),
    **dict.fromkeys(["torris", "five_wins"], ("breakthrough",)),
    **dict.fromkeys(["score5", "shell_game"], ("hearts",)),
}
"""Which of OpenSpiel's games a game is set beside, in C++ rollouts; the fastest of them counts."""
IN_PYTHON = {
    **dict.fromkeys(["torris", "five_wins"], ("breakthrough",)),
    "five_crowns": ("gin_rummy",),
}
"""The same in a Python loop; games that are in neither table are set beside the three card games."""
CARD_GAMES = ("hearts", "spades", "euchre")


def measure_playouts() -> None:
    """Whole matches played at random, shuffling and scoring included."""
    names = sorted({name for peers in COMPARED.values() for name in peers})
    theirs = [Contender(name, peer(name).cpp) for name in names]
    ours = [Contender(game.id, playouts(game, matches_for(game))) for game in games()]
    rates = {contender.name: contender.best for contender in race([*theirs, *ours])}
    rows = [[f"OpenSpiel {name}, C++ rollouts after the deal", per_second(rates[name]), ""] for name in names]
    for game in games():
        beside = COMPARED.get(game.id, CARD_GAMES)
        fastest = max(beside, key=lambda name: rates[name])
        rows.append([game.id, per_second(rates[game.id]), f"{rates[game.id] / rates[fastest]:.2f} x {fastest}"])
    table("Playouts, plays a second", ["game", "rate", "ratio"], rows)


def measure_loops() -> None:
    """A Python loop over single states: legal, choose, act."""
    names = sorted({*CARD_GAMES, *(name for names in IN_PYTHON.values() for name in names)})
    theirs = [Contender(name, peer(name).python) for name in names]
    ours = [Contender(game.id, python_loop(game)) for game in games()]
    rates = {contender.name: contender.best for contender in race([*theirs, *ours])}
    rows = [[f"OpenSpiel {name}, Python loop", per_second(rates[name]), ""] for name in names]
    for game in games():
        fastest = max(IN_PYTHON.get(game.id, CARD_GAMES), key=lambda name: rates[name])
        rows.append([game.id, per_second(rates[game.id]), f"{rates[game.id] / rates[fastest]:.2f} x {fastest}"])
    table("A Python loop over single states, plays a second", ["game", "rate", "ratio"], rows)


def measure_batches() -> None:
    """Batches of 4,096 beside playouts of the same game."""
    rows = []
    for game in games():
        contenders = [
            Contender("playouts", playouts(game, matches_for(game))),
            Contender("sets", batch_sets(game)),
            Contender("flags", batch_flags(game)),
        ]
        whole, sets, flags = (contender.best for contender in race(contenders))
        shares = [f"{per_second(rate)} ({rate / whole:.0%})" for rate in (sets, flags)]
        rows.append([game.id, per_second(whole), *shares])
    head = ["game", "playouts", "bit-set masks", "boolean masks and sets"]
    table(f"Batches of {BATCH:,}, plays a second and share of playouts", head, rows)


def measure_sizes() -> None:
    """What a state takes."""
    rows = [[game.id, str(game.rules.State.dtype.itemsize), str(game.rules.ACTIONS)] for game in games()]
    table("Sizes", ["game", "bytes a state", "actions"], rows)


def seconds(code: str, **environment: str) -> float:
    """The best of three fresh Pythons that run the code."""
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
        best = min(best, time.perf_counter() - began)
    return best


FIRST = "from fivefold.games import find; find({!r}).engine.playouts({}, 1, 1)"


def measure_start() -> None:
    """Fresh processes: importing, the first playout with an empty and with a warm cache, a trace of 500 moves."""
    rows = [["python -c pass", f"{seconds('pass'):.2f} s", ""]]
    rows.append(["import fivefold", f"{seconds('import fivefold'):.2f} s", ""])
    for game in games():
        code = FIRST.format(game.id, game.about.usual)
        with tempfile.TemporaryDirectory() as empty:
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "FIVEFOLD_CACHE": empty})
            cold = time.perf_counter() - began
            warm = seconds(code, FIVEFOLD_CACHE=empty)
        rows.append([f"first playout of {game.id}", f"{warm:.2f} s", f"{cold:.1f} s"])
    for game in games():
        moves, took = traced(game)
        rows.append([f"fivefold trace, {moves} moves of {game.id}", f"{took:.2f} s", ""])
    table("Start, whole processes", ["what", "warm", "with an empty cache"], rows)


def traced(game: Game) -> tuple[int, float]:
    """How long `fivefold trace` takes on a record of 500 moves, or of the longest match there is."""
    record = random_match(game.id, None, 1, {}).record()
    record["moves"] = record["moves"][:500]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(record, file)
        file.flush()
        began = time.perf_counter()
        command = [sys.executable, "-m", "fivefold", "trace", file.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return len(record["moves"]), time.perf_counter() - began


PARTS = {
    "playouts": measure_playouts,
    "loops": measure_loops,
    "batches": measure_batches,
    "observations": measure_observations,
    "pettingzoo": measure_pettingzoo,
    "gymnasium": measure_gymnasium,
    "melds": measure_melds,
    "clear_up": measure_verdicts,
    "sizes": measure_sizes,
    "start": measure_start,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="what to measure (default: everything)")
    parts = parser.parse_args().part or list(PARTS)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"Python {platform.python_version()}, Numba {version('numba')}, OpenSpiel {version('open_spiel')}; one core")
    for part in parts:
        PARTS[part]()


if __name__ == "__main__":
    main()
