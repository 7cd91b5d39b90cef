"""Determinised search: worlds that the seat must think possible are sampled, and each action is played out in each.

An action is worth the average of what its playouts brought. All actions meet the same worlds, so that no action is
lucky with its worlds. A playout runs in a whole world, but its policy plays each seat by what that seat knows.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.loops import list_sets
from fivefold.kernel.rules import Rules, rule

from .guide import PLAYED, WORLD, Guide, playing_out, world_dealing
from .limit import used_up

KINDS = (
    *("states", "int", "states", "numbers", "states", "numbers", "numbers"),
    *("numbers", "numbers", "numbers", "numbers", "numbers", "float_rows", "floats"),
)  # fmt: skip
"""What the loop takes."""

FIRST_LOOK = 32
"""After so many worlds, and whenever they are twice as many, actions that are far behind the best are given up."""
FAR_BEHIND = 3.0
"""So many standard errors of the difference."""

SUM, SQUARES = range(2)


@rule
def average(totals: Any, playouts: Any, k: int) -> float:
    return float(totals[SUM, k] / playouts[k])


@rule
def error(totals: Any, playouts: Any, k: int) -> float:
    """The square of the standard error of an action's average."""
    mean = average(totals, playouts, k)
    return float((totals[SQUARES, k] / playouts[k] - mean * mean) / playouts[k])


@rule
def give_up(tried: Any, left: int, totals: Any, playouts: Any) -> int:
    """Keeps in `tried` the actions that may still be the best; returns how many they are."""
    best = tried[0]
    for i in range(1, left):
        if average(totals, playouts, tried[i]) > average(totals, playouts, best):
            best = tried[i]
    kept = 0
    for i in range(left):
        k = tried[i]
        behind = average(totals, playouts, best) - average(totals, playouts, k)
        if behind <= FAR_BEHIND * sqrt(error(totals, playouts, best) + error(totals, playouts, k)):
            tried[kept] = k
            kept += 1
    return kept


def make_search(rules: Rules, guide: Guide) -> Callable[..., Any]:
    """The loop for one game."""
    legal, words, width = rules.legal, rules.WORDS, rules.WIDTH
    deal_world, play_out = world_dealing(rules, guide), playing_out(rules, guide)

    def search(
        veiled: Any, seat: int, past: Any, notes: Any, room: Any, stream: Any, control: Any,
        actions: Any, tried: Any, playouts: Any, sets: Any, cards: Any, totals: Any, rewards: Any,
    ) -> int:  # fmt: skip
        """Adds up what the playouts of each action bring; returns how many actions there are."""
        legal(veiled[0], seat, sets)
        count = list_sets(sets, words, width, actions)
        for k in range(count):
            tried[k] = k
        left, worlds, next_look, done = count, 0, FIRST_LOOK, False
        while not done and left > 1:
            deal_world(veiled, seat, past, notes, room, stream)
            for i in range(left):
                k = tried[i]
                room[PLAYED] = room[WORLD]
                play_out(room[PLAYED], seat, actions[k], sets, cards, stream, rewards)
                totals[SUM, k] += rewards[seat]
                totals[SQUARES, k] += rewards[seat] * rewards[seat]
                playouts[k] += 1
                done = used_up(control)
            worlds += 1
            if worlds == next_look:
                next_look *= 2
                left = give_up(tried, left, totals, playouts)
        return count

    return search


class Determinised:
    """The search, ready for one game. A unit of its limit is a playout; a world that is begun is finished."""

    def __init__(self, engine: Engine, guide: Guide | None = None) -> None:
        self.engine = engine
        self._search = engine.ready(make_search(engine.rules, guide or Guide()), KINDS)
        self._nothing = engine.rules.State.batch(0), np.zeros(0, np.int64)

    def weigh(
        self,
        veiled: States,
        seat: int,
        stream: NDArray[np.int64],
        control: NDArray[np.int64],
        past: States | None = None,
        notes: NDArray[np.int64] | None = None,
    ) -> tuple[list[int], list[float]]:
        """The seat's legal actions and what it can expect of each; `control` is what a Limit begins with."""
        rules, engine = self.engine.rules, self.engine
        actions, tried, playouts = np.zeros((3, rules.CHOICES), np.int64)
        totals = np.zeros((2, rules.CHOICES))
        rewards = np.zeros(2 * int(veiled["players"][0]))
        count = self._search(
            veiled,
            seat,
            self._nothing[0] if past is None else past,
            self._nothing[1] if notes is None else notes,
            rules.State.batch(3),
            stream,
            control,
            actions,
            tried,
            playouts,
            engine.sets(),
            engine.cards(),
            totals,
            rewards,
        )
        values = totals[SUM] / np.maximum(playouts, 1)
        return actions[:count].tolist(), values[:count].tolist()
