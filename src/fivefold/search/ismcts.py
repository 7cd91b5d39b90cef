"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012), with a single observer.

One tree grows over what the seat sees. Each playout goes through a world of its own: at a node it may take only the
actions that are legal there, so a node's action is judged by how often it could have been taken (its availability).
What is decided is the same in all worlds that look alike to the seat: so, unlike a search that solves each world for
itself, it does not plan with knowledge that the seat will not have.

Of seats that choose at once each chooses by what was known before any of them chose: the statistics of their choices
hang on the node where the first of them came to choose (`anchor`), whatever those before them in order have chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.bits import bit, has
from fivefold.kernel.chance import uniform
from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.loops import dealing, list_sets, next_seat
from fivefold.kernel.rules import Rules, rule

from .guide import PLAYED, WORLD, Guide, policy_of, rewarding, world_dealing
from .limit import used_up

KINDS = (
    *("states", "int", "states", "numbers", "states", "numbers", "numbers"),
    *("number_rows", "floats", "numbers", "numbers", "numbers", "numbers", "numbers", "floats"),
)  # fmt: skip
"""What the loop takes."""

NODES = 1 << 16
"""When the tree has so many nodes it grows no more."""
EXPLORATION = 0.7
UNTRIED = 1e6

NOTHING = -1
ROOT = 0
CHILD, SIBLING, SEAT, SEEN, VISITS, AVAILABLE, COUNTED = range(7)
"""A node's numbers: its first child and its next sibling; who took which action, as it is seen, to come here; how
often that was done, how often it could have been, and in which playout this was counted last."""
FIELDS = 7


@rule
def add_node(tree: Any, worth: Any, used: Any, parent: int, seat: int, seen: int) -> int:
    """A new node, as a child of another; NOTHING if the tree is full."""
    node = used[0]
    if node == len(worth):
        return NOTHING
    used[0] += 1
    tree[node, CHILD] = tree[node, SIBLING] = tree[node, COUNTED] = NOTHING
    tree[node, SEAT], tree[node, SEEN], tree[node, VISITS], tree[node, AVAILABLE] = seat, seen, 0, 0
    worth[node] = 0.0
    if parent != NOTHING:
        tree[node, SIBLING] = tree[parent, CHILD]
        tree[parent, CHILD] = node
    return int(node)


@rule
def child(tree: Any, parent: int, seat: int, seen: int) -> int:
    """The node to which a seat's action leads; NOTHING if it has not been tried."""
    node = tree[parent, CHILD]
    while node != NOTHING and (tree[node, SEAT] != seat or tree[node, SEEN] != seen):
        node = tree[node, SIBLING]
    return int(node)


@rule
def child_or_new(tree: Any, worth: Any, used: Any, parent: int, seat: int, seen: int) -> int:
    node = child(tree, parent, seat, seen)
    return node if node != NOTHING else add_node(tree, worth, used, parent, seat, seen)


@rule
def urgency(tree: Any, worth: Any, node: int, stream: Any) -> float:
    """The upper confidence bound by which an action is chosen; highest where it has not been tried.

    There is some chance in it: seats that choose at once would otherwise follow one another round in step.
    """
    if node == NOTHING:
        return UNTRIED + uniform(stream)
    visits = tree[node, VISITS]
    return float(
        worth[node] / visits + (0.5 + uniform(stream)) * EXPLORATION * sqrt(log(tree[node, AVAILABLE]) / visits)
    )


def make_search(rules: Rules, guide: Guide) -> Callable[..., Any]:  # noqa: C901 - rules are called in one place each
    """The loop for one game."""
    acting, legal, play, over, settled = rules.acting, rules.legal, rules.play, rules.over, guide.settled
    words, width, seen = rules.WORDS, rules.WIDTH, guide.seen
    deal_what_waits, deal_world = dealing(rules), world_dealing(rules, guide)
    policy, write_rewards = policy_of(rules, guide), rewarding(rules, guide)

    @rule
    def most_urgent(
        s: Any, seat: int, viewer: int, tree: Any, worth: Any, anchor: int, playout: int, actions: Any, count: int,
        stream: Any,
    ) -> int:  # fmt: skip
        chosen, most = NOTHING, 0.0
        for i in range(count):
            node = child(tree, anchor, seat, seen(s, seat, actions[i], viewer))
            if node != NOTHING and tree[node, COUNTED] != playout:
                tree[node, COUNTED] = playout
                tree[node, AVAILABLE] += 1
            urgent = urgency(tree, worth, node, stream)
            if chosen == NOTHING or urgent > most:
                chosen, most = actions[i], urgent
        return int(chosen)

    def search(
        veiled: Any, seat: int, past: Any, notes: Any, room: Any, stream: Any, control: Any,
        tree: Any, worth: Any, used: Any, path: Any, sets: Any, actions: Any, cards: Any, rewards: Any,
    ) -> None:  # fmt: skip
        """Lets the tree grow, playout by playout."""
        add_node(tree, worth, used, NOTHING, NOTHING, NOTHING)
        playout, done = 0, False
        while not done:
            deal_world(veiled, seat, past, notes, room, stream)
            room[PLAYED] = room[WORLD]
            s = room[PLAYED]
            mover, node, anchor, choosing, depth = seat, ROOT, ROOT, 0, 0
            while True:
                legal(s, mover, sets)
                if node == NOTHING:
                    action = policy(s, mover, sets, stream)
                else:
                    if not has(choosing, mover):
                        anchor, choosing = node, acting(s)
                    choosing &= ~bit(mover)
                    count = list_sets(sets, words, width, actions)
                    action = most_urgent(s, mover, seat, tree, worth, anchor, playout, actions, count, stream)
                    looks = seen(s, mover, action, seat)
                    tried_before = child(tree, anchor, mover, looks) != NOTHING
                    judged = child_or_new(tree, worth, used, anchor, mover, looks)
                    if judged != NOTHING:
                        path[depth] = judged
                        depth += 1
                    node = child_or_new(tree, worth, used, node, mover, looks) if tried_before else NOTHING
                play(s, mover, action)
                if settled(s):
                    break
                deal_what_waits(s, cards, stream)
                if over(s):
                    break
                mover = next_seat(acting(s), mover)
            write_rewards(s, rewards)
            for i in range(depth):
                tree[path[i], VISITS] += 1
                worth[path[i]] += rewards[tree[path[i], SEAT]]
            playout += 1
            done = used_up(control)

    return search


class ISMCTS:
    """The search, ready for one game. A unit of its limit is a playout."""

    def __init__(self, engine: Engine, guide: Guide | None = None) -> None:
        self.engine = engine
        self._search = engine.ready(make_search(engine.rules, guide or Guide()), KINDS)

    def weigh(
        self,
        veiled: States,
        seat: int,
        stream: NDArray[np.int64],
        control: NDArray[np.int64],
        past: States | None = None,
        notes: NDArray[np.int64] | None = None,
    ) -> tuple[list[int], list[float]]:
        """The seat's legal actions and what it can expect of each, of those never tried as little as of any;
        `control` is what a Limit begins with."""
        engine, choices = self.engine, self.engine.rules.CHOICES
        state = engine.rules.State
        tree, worth = np.empty((NODES, FIELDS), np.int64), np.empty(NODES)
        actions, sets = np.zeros(choices, np.int64), engine.sets()
        self._search(
            veiled,
            seat,
            state.batch(0) if past is None else past,
            np.zeros(0, np.int64) if notes is None else notes,
            state.batch(3),
            stream,
            control,
            tree,
            worth,
            np.zeros(1, np.int64),
            np.zeros(NODES, np.int64),
            sets,
            actions,
            engine.cards(),
            np.zeros(2 * int(veiled["players"][0])),
        )
        values = dict(values_at_root(tree, worth))
        count = engine.loop("legal")(veiled, 0, seat, sets, actions)
        legal, least = actions[:count].tolist(), min(values.values())
        return legal, [values.get(action, least) for action in legal]


def values_at_root(tree: NDArray[np.int64], worth: NDArray[np.float64]) -> Iterator[tuple[int, float]]:
    """Each action that was tried, with the average of what its playouts brought."""
    node = tree[ROOT, CHILD]
    while node != NOTHING:
        yield int(tree[node, SEEN]), float(worth[node] / tree[node, VISITS])
        node = tree[node, SIBLING]
