"""The simplest search: each action is played, and what it leads to is judged at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.rules import Rules

KINDS = ("states", "int", "numbers", "int", "numbers")
"""What the loop takes."""


def make_judging(rules: Rules, judge: Callable[[Any, int], int]) -> Callable[..., Any]:
    """The loop for one game."""
    play = rules.play

    def after_each(room: Any, seat: int, actions: Any, count: int, values: Any) -> None:
        for k in range(count):
            room[1] = room[0]
            play(room[1], seat, actions[k])
            values[k] = judge(room[1], seat)

    return after_each


class OnePly:
    """The search, ready for one game. `judge` says how good a position is for a seat that has just played, the end of
    the match too."""

    def __init__(self, engine: Engine, judge: Callable[[Any, int], int]) -> None:
        self.engine = engine
        self._after_each = engine.ready(make_judging(engine.rules, judge), KINDS)

    def look(self, states: States, seat: int, actions: list[int]) -> list[int]:
        """How good each action is."""
        room, values = self.engine.rules.State.batch(2), np.zeros(len(actions), np.int64)
        room[0] = states[0]
        self._after_each(room, seat, np.array(actions, np.int64), len(actions), values)
        return values.tolist()
