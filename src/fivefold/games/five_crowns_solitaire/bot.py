"""Five Crowns Solitaire's bots: from one that counts unused points to one that plays on in sampled worlds.

What is expected are closed piles; the reward is their share, as the rules count it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.five_crowns.cards import KINDS, TEXTS, add_card, remove_card
from fivefold.games.five_crowns.melds import unused_points
from fivefold.games.game import Game
from fivefold.games.seen import View
from fivefold.kernel.engine import Engine
from fivefold.search.determinised import SUM
from fivefold.search.limit import Limit

from .planning import MOST_LACKING, plan, weigh_actions, weigh_piles
from .rules import NOTHING, PACK, PILES, WIDTH, State, pile_size

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

POINTS_OF_PILES = 1000.0
"""More than all piles can have unused."""


def count_points(states: Any, actions: Any, points: Any) -> None:
    """Writes the points of an action's pile that stay unused after it, less those before."""
    s = states[0]
    for k in range(len(actions)):
        pile, kind = actions[k] // WIDTH, actions[k] % WIDTH
        points[k] = -unused_points(s.piles, s.jokers, pile, pile)
        add_card(s.piles, s.jokers, pile, s.drawn)
        remove_card(s.piles, s.jokers, pile, kind)
        points[k] += unused_points(s.piles, s.jokers, pile, pile)
        add_card(s.piles, s.jokers, pile, kind)
        remove_card(s.piles, s.jokers, pile, s.drawn)


class Loops:
    """The compiled loops, once an engine."""

    def __init__(self, engine: Engine) -> None:
        counts = ("numbers", "numbers", "floats")
        self.count_points = engine.ready(count_points, ("states", "numbers", "floats"))
        self.weigh_piles = engine.ready(weigh_piles, ("states", *counts, "numbers", "floats"))
        self.weigh_actions = engine.ready(weigh_actions, ("states", "numbers", "int", *counts, "numbers", "floats"))
        found = ("numbers", "numbers", "numbers", "numbers", "float_rows")
        self.plan = engine.ready(plan, ("states", "states", "numbers", "numbers", "numbers", "numbers", *found))


class Counting(Thinker):
    """Leaves as few unused points in all piles together as it can."""

    def __init__(
        self, game: Game, seat: int, seed: int, limit: Limit | None = None, *, temperature: float = 0.0
    ) -> None:
        super().__init__(game, seat, seed, limit, temperature=temperature)
        self.loops = self.engine.once(Loops)

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        points = np.zeros(len(actions))
        self.loops.count_points(view.veiled.copy(), np.array(actions, np.int64), points)
        return Weighed(actions, (-points / POINTS_OF_PILES).tolist())


class Hoping(Thinker):
    """Judges each pile by itself: how many cards it lacks, and how many of the unseen ones fit."""

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit)
        self.loops = self.engine.once(Loops)

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        _, _, hopes = self.outlook(view, actions)
        return Weighed(actions, (hopes / PILES).tolist())

    def outlook(self, view: View, actions: Sequence[int]) -> tuple[Numbers, Numbers, Floats]:
        """What the piles lack now, what the pile of each action lacks after it, and how many piles it lets hope for."""
        counts = np.zeros(KINDS, np.int64), np.zeros(PACK, np.int64), np.zeros(MOST_LACKING + 1)
        now, hopes_now = np.zeros(PILES, np.int64), np.zeros(PILES)
        chosen = np.array(actions, np.int64)
        after, hopes = np.zeros(len(actions), np.int64), np.zeros(len(actions))
        states = view.veiled.copy()
        draws = self.loops.weigh_piles(states, *counts, now, hopes_now)
        self.loops.weigh_actions(states, chosen, draws, *counts, after, hopes)
        return now, after, hopes_now.sum() - hopes_now[chosen // WIDTH] + hopes

    # --- in words -----------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        drawn, pile, kind = self.seen(view).drawn, action // WIDTH, action % WIDTH
        if kind == drawn:
            return Reason("no_use", {"card": TEXTS[drawn]})
        now, (after,), _ = self.outlook(view, [action])
        told = {"card": TEXTS[drawn], "pile": pile_size(pile)}
        if after == 0:
            return Reason("closes", told)
        if after < now[pile]:
            return Reason("brings_nearer", {**told, "lacking": int(after)})
        return Reason("better_chances", told)

    def verdict(self, view: View) -> Reason | None:
        """A draw brings one pile nearer by one card: so many piles can be closed at the most."""
        s = self.seen(view)
        now, _, _ = self.outlook(view, [])
        draws = sum(kind != NOTHING for kind in [s.drawn, *s.draws])
        within_reach = int((np.cumsum(np.sort(now)) <= draws).sum())
        return Reason("out_of_reach", {"piles": within_reach}) if within_reach < PILES else None

    def seen(self, view: View) -> State:
        s = self.state(view)
        assert isinstance(s, State)
        return s


class Planner(Hoping):
    """Plays on in sampled worlds after each of the actions that let hope for most. A unit is one such playout."""

    LIMIT = Limit(units=1000)
    FOLLOWED = 12
    """So many actions are followed."""

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        now, after, hopes = self.outlook(view, actions)
        followed = np.sort(np.argsort(-hopes, kind="stable")[: self.FOLLOWED])
        tried, playouts = np.zeros((2, len(followed)), np.int64)
        totals = np.zeros((2, len(followed)))
        self.loops.plan(
            view.veiled,
            self.engine.rules.State.batch(2),
            np.array(actions, np.int64)[followed],
            after[followed],
            self.stream,
            self.limit.begin(),
            np.zeros(PILES, np.int64),
            now,
            tried,
            playouts,
            totals,
        )
        expected = totals[SUM] / np.maximum(playouts, 1)
        closed = hopes - hopes[followed].min() + expected.min()  # of those that are not followed: no more than of any
        closed[followed] = expected
        return Weighed(actions, (np.maximum(closed, 0.0) / PILES).tolist())


BOTS: Mapping[str, BotMaker] = {
    "greedy": Counting,
    "easy": partial(Counting, temperature=1.2 / POINTS_OF_PILES),
    "medium": Hoping,
    "hard": Planner,
}
