"""Five Crowns' bots: from one that counts what is unused now to one that looks a few turns ahead.

What they count is points; what an action is worth to the match follows from them (`reward`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.game import Game
from fivefold.games.seen import View
from fivefold.kernel.bits import has
from fivefold.kernel.engine import Engine
from fivefold.search.determinised import SUM
from fivefold.search.limit import Limit

from .cards import COPIES, KINDS, TEXTS, count_card
from .planning import HELD, NEARLY, NOW, NUMBERS, PICK_GAIN, POINTS, ROWS, WORTH, after_each, judge, plan
from .rules import (
    DISCARD,
    DRAW,
    NOBODY,
    NOTHING,
    OUT,
    PACK,
    PICK,
    ROUNDS,
    TAKE,
    WIDTH,
    State,
    count_in_row,
    seat_after,
    total,
)

DRAWING, PICKING = TAKE * WIDTH + DRAW, TAKE * WIDTH + PICK
SPREAD = 16.0
"""How far apart two seats are after a round, in points, one time in three."""
GOING_OUT = 15.0
"""What a bot that does not plan gives for going out, in points."""

Floats = NDArray[np.float64]


class Loops:
    """The compiled loops, once an engine."""

    def __init__(self, engine: Engine) -> None:
        hand = ("floats", "number_rows", "numbers", "numbers", "float_rows")
        self.judge = engine.ready(judge, ("states", "int", "numbers", *hand))
        self.after_each = engine.ready(after_each, ("states", "int", "int", "numbers", *hand))
        worlds = ("states", "states", "int", "numbers", "numbers", "numbers")
        self.plan = engine.ready(plan, (*worlds, *hand, "numbers", "numbers", "float_rows"))
        self.deal_hidden = engine.loop("deal_hidden")


def room(rows: int) -> tuple[tuple[Any, ...], Floats]:
    """What the loops write into: a hand, its jokers and a look at it; and rows of what they find."""
    hand, jokers, looks = np.zeros((1, COPIES), np.int64), np.zeros(1, np.int64), np.zeros(2, np.int64)
    return (hand, jokers, looks), np.zeros((rows, NUMBERS))


class Judging(Thinker):
    """Judges the hand that each action leaves, by what is unused now, and would be with a wild card more."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int,
        limit: Limit | None = None,
        *,
        temperature: float = 0.0,
        nearly: float = 0.0,
        pick_gain: float = 0.0,
    ) -> None:
        super().__init__(game, seat, seed, limit, temperature=temperature)
        self.loops = self.engine.once(Loops)
        self.pick_gain = pick_gain
        self.weights = np.zeros(2)
        self.weights[NOW], self.weights[NEARLY] = 1.0, nearly

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        loss = self.judged(view, actions)[:, POINTS if self.is_last_turn(view) else WORTH]
        for k, action in enumerate(actions):
            if action == DRAWING:
                loss[k] -= self.pick_gain
            elif action // WIDTH == OUT:
                loss[k] -= GOING_OUT
        return Weighed(actions, self.rewards(view, -loss))

    def judged(self, view: View, actions: Sequence[int]) -> Floats:
        """How the hand is after each action, or can be after a discard; after drawing, without the card."""
        scratch, found = room(len(actions))
        self.loops.judge(view.veiled, self.seat, np.array(actions, np.int64), self.weights, *scratch, found)
        return found

    def is_last_turn(self, view: View) -> bool:
        """Is somebody out?"""
        return int(view.veiled["out"][0]) != NOBODY

    def rewards(self, view: View, points: Floats) -> list[float]:
        """What it is worth to do better than the others by so many points this round.

        The lead over the others, on average, is set against what the rounds to come may bring.
        """
        s = self.seen(view)
        totals = [total(s, seat) for seat in range(s.players)]
        lead = sum(totals) / (s.players - 1) - totals[self.seat] * s.players / (s.players - 1)
        spread = SPREAD * sqrt(max(ROUNDS - s.round, 0) + 1)
        ahead = (lead + points) / spread
        return (ahead / np.sqrt(1 + ahead * ahead)).tolist()  # type: ignore[no-any-return]

    def seen(self, view: View) -> State:
        s = self.state(view)
        assert isinstance(s, State)
        return s

    # --- in words -----------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        if len(weighed.actions) == 1:
            return Reason("only_move")
        points = self.judged(view, weighed.actions)[:, POINTS]
        unused = dict(zip(weighed.actions, points.round().astype(int).tolist(), strict=True))
        if action // WIDTH == TAKE:
            return self.why_take(view, action, unused)
        if action // WIDTH == OUT:
            return Reason("goes_out", {"card": TEXTS[action % WIDTH]})
        return self.why_discard(view, action, unused)

    def why_take(self, view: View, action: int, unused: Mapping[int, int]) -> Reason:
        s = self.seen(view)
        card = TEXTS[s.table[s.discards - 1]]
        now, then = unused[DRAWING], unused[PICKING]
        if action == DRAWING:
            return Reason("no_use" if then >= now else "pile_promises_more", {"card": card})
        if then == 0 and s.out == NOBODY:
            return Reason("picks_to_go_out", {"card": card})
        if then < now:
            return Reason("picks_for_points", {"card": card, "points": then, "before": now})
        return Reason("picks_for_later", {"card": card})

    def why_discard(self, view: View, action: int, unused: Mapping[int, int]) -> Reason:
        points = unused[action]
        card = TEXTS[action % WIDTH]
        rivals = [left for other, left in unused.items() if other // WIDTH == DISCARD and other != action]
        told = {"card": card, "points": points}
        if points < min(rivals):
            return Reason("fewest_points", told)
        return Reason("few_points" if points == min(rivals) else "keeps_more_chances", told)

    def verdict(self, view: View) -> Reason | None:
        s = self.seen(view)
        if s.taken:
            return self.verdict_after_taking(view, s)
        if s.out != NOBODY:
            return None
        unseen = self.unseen(s)
        kinds = [kind for kind in range(KINDS) if unseen[kind]]
        _, found = self.after_each(view, NOTHING, kinds)
        outs = sum(unseen[kind] for kind, points in zip(kinds, found[:, POINTS].tolist(), strict=True) if points == 0)
        return Reason("one_card_away", {"outs": outs, "unseen": sum(unseen)}) if outs else None

    def verdict_after_taking(self, view: View, s: State) -> Reason | None:
        actions = self.legal_actions(view)
        if s.out != NOBODY:
            points = int(self.judged(view, actions)[:, POINTS].min())
            return Reason("last_turn", {"seat": s.out, "points": points})
        return Reason("can_go_out") if actions[-1] >= OUT * WIDTH else None

    def unseen(self, s: State) -> list[int]:
        """How many cards of each kind lie where the seat does not see them."""
        own = [
            count_card(s.hands, s.jokers, self.seat, kind) - count_in_row(s.known, self.seat, kind)
            if not has(s.open_hands, self.seat)
            else 0
            for kind in range(KINDS)
        ]
        return [count - held for count, held in zip(s.unseen, own, strict=True)]

    def after_each(self, view: View, gone: int, kinds: Sequence[int]) -> tuple[Floats, Floats]:
        """How the hand is without a card that is gone, and how it can be after a turn in which one of the kinds is
        taken."""
        scratch, found = room(len(kinds) + 1)
        self.loops.after_each(view.veiled, self.seat, gone, np.array(kinds, np.int64), self.weights, *scratch, found)
        return found[HELD], found[HELD + 1 :]


class Planner(Judging):
    """Looks a few turns ahead in sampled worlds, and minds what the next seat can use.

    A unit is an action followed through one world.
    """

    LIMIT = Limit(units=1000)
    NEARLY = 0.5
    WORLDS = 8
    """So many hands of the next seat are looked at."""
    FEEDING = 0.2
    """What it costs to make the next seat's hand better by a point, before it is shared among the others."""

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit, nearly=self.NEARLY)

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        control = self.limit.begin()
        fed = self.fed(view, actions)
        tried, playouts = np.zeros((2, len(actions)), np.int64)
        totals = np.zeros((2, len(actions)))
        scratch, found = room(ROWS)
        chosen, world = np.array(actions, np.int64), self.engine.rules.State.batch(1)
        self.loops.plan(
            view.veiled,
            world,
            self.seat,
            chosen,
            self.stream,
            control,
            self.weights,
            *scratch,
            found,
            tried,
            playouts,
            totals,
        )
        gained = totals[SUM] / np.maximum(playouts, 1)
        return Weighed(actions, self.rewards(view, gained - self.FEEDING * fed))

    def fed(self, view: View, actions: Sequence[int]) -> Floats:
        """By how many points more than a card from the pile each action's discard makes the next seat's hand better,
        shared among the others."""
        s = self.seen(view)
        after = seat_after(s, self.seat)
        if not s.taken or has(s.open_hands, after):
            return np.zeros(len(actions))
        kinds = sorted({action % WIDTH for action in actions})
        gains = np.array([self.gains_of_next(view, after, kinds) for _ in range(self.WORLDS)])
        from_pile = gains[:, -1].mean()
        more = np.maximum(gains - from_pile, 0.0).mean(axis=0) / (s.players - 1)
        return np.array([more[kinds.index(action % WIDTH)] for action in actions])

    def gains_of_next(self, view: View, after: int, kinds: Sequence[int]) -> Floats:
        """By how many points each kind, and the next card of the pile, would make the next seat's hand better, in a
        world that is possible."""
        world = view.veiled.copy()
        self.loops.deal_hidden(world, 0, self.seat, self.stream)
        pile = int(world["pile"][0])
        drawn = [int(world["table"][0, PACK - pile])] if pile else []
        taken = np.array([*kinds, *drawn], np.int64)
        scratch, found = room(len(taken) + 1)
        self.loops.after_each(world, after, NOTHING, taken, self.weights, *scratch, found)
        by = POINTS if self.is_last_turn(view) else WORTH
        gains = np.zeros(len(kinds) + 1)
        gains[: len(taken)] = np.maximum(found[HELD, by] - found[HELD + 1 :, by], 0.0)
        return gains


BOTS: Mapping[str, BotMaker] = {
    "greedy": Judging,
    "easy": partial(Judging, temperature=0.006, pick_gain=2 * PICK_GAIN),
    "medium": partial(Judging, nearly=1.0, pick_gain=PICK_GAIN),
    "hard": Planner,
}
