"""Backward induction: two-player games with choices at once and without chance, solved exactly.

Every state is a matrix game, whose payoffs are the values of the states that follow. Where only one seat acts, the
matrix has one row or one column. What has been solved is kept in a table for the whole process, so each state is
solved once, and only those that can come of the states that were asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.bits import has
from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.loops import list_sets
from fivefold.kernel.rewards import rewards_of
from fivefold.kernel.rules import Rules, rule

from .keys import no_keys, place_of
from .matrix_games import room_for, solve_matrix

KINDS = (
    *("states", "numbers", "floats", "numbers", "number_rows", "number_rows", "float_rows"),
    *("numbers", "floats", "floats", "float_rows", "numbers", "floats"),
)  # fmt: skip
"""What the loop takes."""

PLAYERS = 2
NOTHING = -1
"""In place of the action of a seat that does not act."""
ROWS, COLUMNS, NEXT = range(3)
"""Of a state that is being solved: how many actions either seat has, and which pair of them is looked at next."""
FIRST_ROOM = 1 << 16

Floats = NDArray[np.float64]


def make_solve(  # noqa: C901 - rules are called in one place each
    rules: Rules, key_of: Callable[[Any], int]
) -> Callable[..., Any]:
    """The loop for one game."""
    acting, legal, play, over, standings = rules.acting, rules.legal, rules.play, rules.over, rules.standings
    words, width, choices = rules.WORDS, rules.WIDTH, rules.CHOICES

    @rule
    def begin(s: Any, depth: int, frames: Any, actions: Any, sets: Any) -> None:
        """Lists what either seat may do."""
        for seat in range(PLAYERS):
            row = actions[PLAYERS * depth + seat]
            if has(acting(s), seat):
                legal(s, seat, sets)
                frames[depth, seat] = list_sets(sets, words, width, row)
            else:
                row[0], frames[depth, seat] = NOTHING, 1
        frames[depth, NEXT] = 0

    @rule
    def play_both(s: Any, depth: int, frames: Any, actions: Any) -> None:
        """Plays the pair of actions that is looked at."""
        pair = frames[depth, NEXT]
        row, column = pair // frames[depth, COLUMNS], pair % frames[depth, COLUMNS]
        if actions[PLAYERS * depth, row] != NOTHING:
            play(s, 0, actions[PLAYERS * depth, row])
        if actions[PLAYERS * depth + 1, column] != NOTHING:
            play(s, 1, actions[PLAYERS * depth + 1, column])

    def solve(
        states: Any, keys: Any, values: Any, known: Any, frames: Any, actions: Any, payoffs: Any,
        sets: Any, row_chances: Any, column_chances: Any, tableau: Any, basis: Any, ends: Any,
    ) -> bool:  # fmt: skip
        """Solves states[0], even if it is known, and all that can come of it. False if the table grew too full.

        `known` counts the states in the table. What is left in the first rows of `frames`, `actions` and `payoffs`
        and in the chances is the matrix game of states[0].
        """
        depth = 0
        begin(states[0], 0, frames, actions, sets)
        while True:
            rows, columns = frames[depth, ROWS], frames[depth, COLUMNS]
            here = payoffs[depth * choices : (depth + 1) * choices]
            if frames[depth, NEXT] < rows * columns:
                states[depth + 1] = states[depth]
                s = states[depth + 1]
                play_both(s, depth, frames, actions)
                if over(s):
                    standings(s, ends[PLAYERS:])
                    rewards_of(ends[PLAYERS:], PLAYERS, ends)
                    value = ends[0]
                else:
                    key = key_of(s)
                    place = place_of(keys, key)
                    if keys[place] != key:
                        depth += 1
                        begin(s, depth, frames, actions, sets)
                        continue
                    value = values[place]
                here[frames[depth, NEXT] // columns, frames[depth, NEXT] % columns] = value
                frames[depth, NEXT] += 1
                continue
            value = solve_matrix(here, rows, columns, row_chances, column_chances, tableau, basis)
            key = key_of(states[depth])
            place = place_of(keys, key)
            if keys[place] != key:
                keys[place], values[place] = key, value
                known[0] += 1
            if depth == 0:
                return True
            if 4 * known[0] > 3 * len(keys):
                return False
            depth -= 1

    return solve


@dataclass(frozen=True)
class Solved:
    """The matrix game that a state is."""

    value: float
    """To seat 0."""
    actions: tuple[list[int], list[int]]
    """Of either seat; of one that does not act, a stand-in."""
    chances: tuple[list[float], list[float]]
    """With which an equilibrium plays them."""
    values: tuple[list[float], list[float]]
    """What each action is worth to its seat, against the other's equilibrium."""


class BackwardInduction:
    """The solver, ready for one game. `key_of` gives states that are worth different things different numbers, not
    negative; `longest` is the most choices that can follow one another."""

    def __init__(self, engine: Engine, key_of: Callable[[Any], int], longest: int) -> None:
        rules = engine.rules
        self.engine, self.longest = engine, longest
        self._solve = engine.ready(make_solve(rules, key_of), KINDS)
        self._lock = Lock()
        self._states = rules.State.batch(longest + 2)
        self._frames = np.zeros((longest + 1, 3), np.int64)
        self._actions = np.zeros((PLAYERS * (longest + 1), rules.CHOICES), np.int64)
        self._payoffs = np.zeros(((longest + 1) * rules.CHOICES, rules.CHOICES))
        self._chances = np.zeros((PLAYERS, rules.CHOICES))
        self._tableau = np.zeros(room_for(rules.CHOICES, rules.CHOICES))
        self._make_room(FIRST_ROOM)

    def _make_room(self, room: int) -> None:
        self._keys, self._values, self._count = no_keys(room), np.zeros(room), np.zeros(1, np.int64)

    def solve(self, states: States) -> Solved:
        """Both seats' best, in a state in which nobody's choice is hidden."""
        with self._lock:
            self._states[0] = states[0]
            while not self._run():
                self._make_room(4 * len(self._values))
            return self._solved()

    @property
    def known(self) -> int:
        """So many states are solved."""
        return int(self._count[0])

    def _run(self) -> bool:
        rows, columns = self._chances
        basis, ends = np.zeros(len(rows), np.int64), np.zeros(2 * PLAYERS)
        done: bool = self._solve(
            self._states,
            self._keys,
            self._values,
            self._count,
            self._frames,
            self._actions,
            self._payoffs,
            self.engine.sets(),
            rows,
            columns,
            self._tableau,
            basis,
            ends,
        )
        return done

    def _solved(self) -> Solved:
        rows, columns = self._frames[0, :NEXT]
        payoffs = self._payoffs[:rows, :columns]
        one, other = self._chances[0, :rows], self._chances[1, :columns]
        return Solved(
            float(one @ payoffs @ other),
            (self._actions[0, :rows].tolist(), self._actions[1, :columns].tolist()),
            (one.tolist(), other.tolist()),
            ((payoffs @ other).tolist(), (-(one @ payoffs)).tolist()),
        )
