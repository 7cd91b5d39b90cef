"""Regret matching, for choices that several seats make at once (Hart and Mas-Colell, 2000; Tammelin, 2014).

Each seat plays what it regrets not to have played, in proportion to its regrets. Of two seats whose interests are
opposed the average of all that they played comes near an equilibrium; of more it is at least what nobody regrets.

`RegretMatching` does so in a tree (Lisy, Kovarik, Lanctot and Bosansky, 2013): every state has its regrets, and what
could have been played instead is worth what the playouts through the state after it have brought. It is for games
without chance, in which nothing is hidden but choices that are made at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.bits import lowest
from fivefold.kernel.chance import below, uniform
from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.loops import list_sets, next_seat
from fivefold.kernel.rules import Rules, rule

from .guide import Guide, policy_of, rewarding
from .keys import EMPTY, no_keys, place_of
from .limit import used_up

KINDS = (
    *("states", "numbers", "numbers", "numbers", "numbers", "numbers", "float_rows"),
    *("float_rows", "float_rows", "float_rows", "number_rows", "float_rows", "numbers", "numbers", "floats"),
)  # fmt: skip
"""What the loop takes."""

NODES = 1 << 14
"""When the tree has so many nodes it grows no more."""
DEPTH = 64
"""A playout learns from no more choices than this."""
EXPLORATION = 0.2
"""So often a seat tries any of its actions."""
BEGIN, ON = range(2)
"""The states that the search needs room for: where it begins, and the one that is played on."""
NODE, JOINT, AFTER, CHOICE = range(4)
"""Of a step on the way through the tree: the node, the number of what was chosen there together, the node after it; and
for each seat which of its actions it chose, and how many it had."""
ROOT = 0
NOTHING = -1

Floats = NDArray[np.float64]


@rule
def match_regrets(regrets: Any, count: int, chances: Any) -> None:
    """The chances with which the first `count` actions are played: in proportion to their regrets."""
    total = 0.0
    for k in range(count):
        total += regrets[k]
    for k in range(count):
        chances[k] = regrets[k] / total if total > 0.0 else 1.0 / count


@rule
def one_by_chance(chances: Any, count: int, stream: Any) -> int:
    """One of the first `count` actions, by its chance."""
    left = uniform(stream)
    for k in range(count - 1):
        left -= chances[k]
        if left < 0.0:
            return k
    return count - 1


@rule
def add_regret(regrets: Any, k: int, gain: float) -> None:
    """Counts what an action would have brought more. That others would have brought less is not held in its favour."""
    regrets[k] = max(0.0, regrets[k] + gain)


@rule
def average(played: Any, count: int, chances: Any) -> None:
    """The chances with which the first `count` actions were played on average."""
    match_regrets(played, count, chances)


def make_search(rules: Rules, guide: Guide) -> Callable[..., Any]:  # noqa: C901 - rules are called in one place each
    """The loop for one game."""
    acting, legal, play, over, settled = rules.acting, rules.legal, rules.play, rules.over, guide.settled
    words, width, base = rules.WORDS, rules.WIDTH, rules.CHOICES + 1
    policy, write_rewards = policy_of(rules, guide), rewarding(rules, guide)

    @rule
    def choose(s: Any, step: Any, chances: Any, regrets: Any, sets: Any, actions: Any, stream: Any) -> None:
        """Lets each seat that acts choose by its regrets, and plays what they choose."""
        seats = acting(s)
        while seats:
            seat = lowest(seats)
            seats &= seats - 1
            legal(s, seat, sets)
            count = list_sets(sets, words, width, actions)
            match_regrets(regrets[step[NODE] * s.players + seat], count, chances[seat])
            explores = uniform(stream) < EXPLORATION
            chosen = below(stream, count) if explores else one_by_chance(chances[seat], count, stream)
            step[CHOICE + 2 * seat], step[CHOICE + 2 * seat + 1] = chosen, count
            step[JOINT] += (chosen + 1) * base**seat
            play(s, seat, actions[chosen])

    @rule
    def key_of(node: int, joint: int, players: int) -> int:
        return int(node * base**players + joint)

    @rule
    def node_after(keys: Any, nodes: Any, key: int) -> int:
        """Where a joint choice leads; NOTHING if the tree has not grown there."""
        place = place_of(keys, key)
        return int(nodes[place]) if keys[place] != EMPTY else NOTHING

    @rule
    def grow(keys: Any, nodes: Any, used: Any, most: int, key: int) -> None:
        """Adds the node to which a joint choice leads."""
        if used[0] < most:
            place = place_of(keys, key)
            keys[place], nodes[place] = key, used[0]
            used[0] += 1

    @rule
    def learn(
        step: Any, players: int, chances: Any, keys: Any, nodes: Any, worth: Any,
        regrets: Any, played: Any, gains: Any, rewards: Any,
    ) -> None:  # fmt: skip
        """Compares what was chosen at a node with what each seat could have chosen instead."""
        for seat in range(players):
            row = step[NODE] * players + seat
            chosen, count = step[CHOICE + 2 * seat], step[CHOICE + 2 * seat + 1]
            for k in range(count):
                brings = rewards[seat]
                other = step[JOINT] + (k - chosen) * base**seat
                node = node_after(keys, nodes, key_of(step[NODE], other, players))
                if node != NOTHING and worth[node, players] > 0.0:
                    brings = worth[node, seat] / worth[node, players]
                gains[row, k] += brings
                played[row, k] += worth[step[NODE], players] * chances[seat, k]
                if k != chosen:
                    add_regret(regrets[row], k, brings - rewards[seat])

    @rule
    def count_visit(worth: Any, node: int, players: int, rewards: Any) -> None:
        for seat in range(players):
            worth[node, seat] += rewards[seat]
        worth[node, players] += 1.0

    def search(
        states: Any, stream: Any, control: Any, keys: Any, nodes: Any, used: Any, worth: Any,
        regrets: Any, played: Any, gains: Any, steps: Any, chances: Any, sets: Any, actions: Any, rewards: Any,
    ) -> None:  # fmt: skip
        """Lets the tree grow, playout by playout. `worth` has a row for each node: what playouts through it have
        brought each seat, all together, and how many they were."""
        players = int(states[BEGIN].players)
        used[0], done = 1, False
        while not done:
            states[ON] = states[BEGIN]
            s = states[ON]
            node, depth, last = ROOT, 0, NOTHING
            while node != NOTHING and depth < len(steps) and not over(s) and not settled(s):
                step = steps[depth]
                step[:] = 0
                step[NODE] = node
                choose(s, step, chances[depth * players : (depth + 1) * players], regrets, sets, actions, stream)
                key = key_of(node, step[JOINT], players)
                node = step[AFTER] = node_after(keys, nodes, key)
                if node == NOTHING:
                    grow(keys, nodes, used, len(worth), key)
                    step[AFTER] = node_after(keys, nodes, key)
                depth += 1
            while not over(s) and not settled(s):
                last = next_seat(acting(s), last)
                legal(s, last, sets)
                play(s, last, policy(s, last, sets, stream))
            write_rewards(s, rewards)
            count_visit(worth, ROOT, players, rewards)
            for i in range(depth):
                before = chances[i * players : (i + 1) * players]
                learn(steps[i], players, before, keys, nodes, worth, regrets, played, gains, rewards)
            for i in range(depth):
                if steps[i, AFTER] != NOTHING:
                    count_visit(worth, steps[i, AFTER], players, rewards)
            done = used_up(control)

    return search


class Mixed(NamedTuple):
    """What a seat may do: how often it should, and what that brings against what the others do."""

    actions: list[int]
    chances: list[float]
    values: list[float]


class RegretMatching:
    """The search, ready for one game. A unit of its limit is a playout."""

    def __init__(self, engine: Engine, guide: Guide | None = None) -> None:
        self.engine = engine
        self._search = engine.ready(make_search(engine.rules, guide or Guide()), KINDS)

    def mix(self, states: States, seat: int, stream: NDArray[np.int64], control: NDArray[np.int64]) -> Mixed:
        """For a seat that acts, in a state in which nobody has chosen; `control` is what a Limit begins with."""
        engine, rules = self.engine, self.engine.rules
        players, choices = int(states["players"][0]), rules.CHOICES
        room = rules.State.batch(2)
        room[BEGIN] = states[0]
        worth, rewards = np.zeros((NODES, players + 1)), np.zeros(2 * players)
        regrets, played, gains = np.zeros((3, NODES * players, choices))
        steps = np.zeros((DEPTH, CHOICE + 2 * players), np.int64)
        chances = np.zeros((DEPTH * players, choices))
        keys, nodes, used = no_keys(2 * NODES), np.zeros(2 * NODES, np.int64), np.zeros(1, np.int64)
        sets, actions = engine.sets(), np.zeros(choices, np.int64)
        self._search(
            room,
            stream,
            control,
            keys,
            nodes,
            used,
            worth,
            regrets,
            played,
            gains,
            steps,
            chances,
            sets,
            actions,
            rewards,
        )
        count = engine.loop("legal")(room, BEGIN, seat, sets, actions)
        average(played[seat], count, chances[0])
        values = gains[seat, :count] / worth[ROOT, players]
        return Mixed(actions[:count].tolist(), chances[0, :count].tolist(), values.tolist())
