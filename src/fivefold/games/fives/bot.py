"""Fives' bots: from one that sees no further than the trick to one that plays hands to their end in likely worlds.

All aim at 25. What an action is worth is the reward that the seat can expect when the hand is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.game import Game
from fivefold.games.seen import Event, View
from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.search.determinised import Determinised
from fivefold.search.limit import Limit

from .habits import chance_to_win, sum_of_winner, unknown_to
from .planning import DOWN, HABITS, make_ending
from .rules import CARDS, FIVE, MAGENTA, TARGET, State, bust, colour_of, tricks_in_hand, value_of

BUST = -0.5
"""To who looks no further than the trick, what it is worth to have more than 25; to have 25 is worth 0.5."""
HIGH_CARD = 0.004
"""To the same, what it is worth to have got rid of a card, for each point of its value."""
RECENT = 12
"""So many plays of the others are looked at for what they tell."""
LAST_TRICKS = 2
"""So many tricks are played exactly."""
PLAYOUTS_A_WORLD = 12
"""A world played exactly takes about as long as so many playouts."""
CERTAIN = 0.999


def front_of(action: int) -> int:
    """The card that an action plays, either way up."""
    return action % CARDS


def value_played(action: int) -> int:
    """What it counts if it wins the trick."""
    return FIVE if action >= CARDS else value_of(action)


def chance_of_trick(s: State, seat: int, action: int) -> float:
    """A rough chance to win the trick with it."""
    colour = MAGENTA if action >= CARDS else colour_of(action)
    return chance_to_win(s, seat, unknown_to(s, seat), colour, value_played(action))


class Fives(Thinker):
    """What the bots have in common: words for what a card does."""

    def seen(self, view: View) -> State:
        s = self.state(view)
        assert isinstance(s, State)
        return s

    def card(self, s: State, action: int) -> str:
        """The text of a card, face up."""
        return self.game.text.write(s, self.seat, front_of(action))

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        if len(weighed.actions) == 1:
            return Reason("only_move")
        s = self.seen(view)
        chance = chance_of_trick(s, self.seat, action)
        if chance >= CERTAIN:
            return self.why_win(s, action, weighed)
        if chance == 0.0:
            return self.why_lose(s, action, weighed)
        then = s.sums[self.seat] + value_played(action)
        if action >= CARDS:
            return Reason("five_may_win", {"card": self.card(s, action), "sum": then})
        return Reason("may_win", {"sum": then} if then <= TARGET else {"sum": s.sums[self.seat]})

    def why_win(self, s: State, action: int, weighed: Weighed) -> Reason:
        """For an action that wins the trick for certain."""
        then = s.sums[self.seat] + value_played(action)
        if then == TARGET:
            return Reason("exactly_25")
        if then < TARGET and self.only_safe(s, action, weighed):
            return Reason("only_safe")
        if s.played and not bust(s, s.winner) and TARGET - 4 < sum_of_winner(s) <= TARGET:
            return Reason("denies", {"seat": s.winner, "sum": sum_of_winner(s)})
        return Reason("wins_trick", {"sum": then})

    def why_lose(self, s: State, action: int, weighed: Weighed) -> Reason:
        """For an action that cannot win the trick."""
        if not bust(s, self.seat) and self.only_safe(s, action, weighed):
            return Reason("only_safe")
        told = {"card": self.card(s, action), "sum": s.sums[self.seat]}
        return Reason("rids_face_down" if action >= CARDS else "rids", told)

    def only_safe(self, s: State, action: int, weighed: Weighed) -> bool:
        """Does every other card take the trick and more than 25?"""
        others = [other for other in weighed.actions if front_of(other) != front_of(action)]
        return bool(others) and all(
            s.sums[self.seat] + value_played(other) > TARGET and chance_of_trick(s, self.seat, other) >= CERTAIN
            for other in others
        )


class OneTrick(Fives):
    """Sees no further than the trick: it likes to come nearer to 25, not to go beyond, and to be rid of high cards."""

    def weigh(self, view: View) -> Weighed:
        s, actions = self.seen(view), self.legal_actions(view)
        return Weighed(actions, [self.gain(s, action) for action in actions])

    def gain(self, s: State, action: int) -> float:
        chance, now = chance_of_trick(s, self.seat, action), s.sums[self.seat]
        then = now + value_played(action)
        return chance * worth_of(then) + (1 - chance) * worth_of(now) + HIGH_CARD * value_of(front_of(action))


def worth_of(total: int) -> float:
    """A hand's sum, to who looks no further."""
    return total / TARGET / 2 if total <= TARGET else BUST


class Loops:
    """The compiled searches, once an engine."""

    def __init__(self, engine: Engine) -> None:
        self.search = Determinised(engine, HABITS)
        worlds = ("states", "int", "states", "numbers", "states", "numbers", "numbers")
        self.play_ending = engine.ready(
            make_ending(engine.rules), (*worlds, "numbers", "states", "number_rows", "float_rows", "floats")
        )


class Planner(Fives):
    """Plays the hand to its end in worlds that explain what the others have played. A unit is one such playout."""

    LIMIT = Limit(units=2000)

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit)
        self.loops = self.engine.once(Loops)
        self.before: States | None = None
        self.past: list[States] = []
        self.notes: list[int] = []

    def observe(self, event: Event, view: View) -> None:
        """Keeps what the others could see when they played, and what they played."""
        now = view.veiled.copy()
        before, self.before = self.before, now
        if before is None or before["hand"][0] != now["hand"][0]:
            self.past, self.notes = [], []
        elif event.seat != self.seat:
            card = self.game.text.read(self.state(view), event.seat, event.move)
            self.past.append(before)
            self.notes.append(DOWN if card is None else front_of(card) if card < CARDS else DOWN)

    def recent(self) -> tuple[States, np.ndarray]:
        """The plays that are looked at: the states before them, and the cards."""
        past, notes = self.past[-RECENT:], self.notes[-RECENT:]
        states = np.concatenate(past) if past else self.engine.rules.State.batch(0)
        return states, np.array(notes, np.int64)

    def weigh(self, view: View) -> Weighed:
        s = self.seen(view)
        if tricks_in_hand(s) - s.trick <= LAST_TRICKS:
            return self.weigh_exactly(view)
        past, notes = self.recent()
        return Weighed(*self.loops.search.weigh(view.veiled, self.seat, self.stream, self.limit.begin(), past, notes))

    def weigh_exactly(self, view: View) -> Weighed:
        """The last tricks: each world is played as well as every seat can."""
        actions, rules = self.legal_actions(view), self.engine.rules
        past, notes = self.recent()
        frames = rules.State.batch(LAST_TRICKS * 4 + 1)
        totals = np.zeros(len(actions))
        worlds = self.loops.play_ending(
            view.veiled,
            self.seat,
            past,
            notes,
            rules.State.batch(3),
            self.stream,
            self.limit.begin(1 / PLAYOUTS_A_WORLD),
            np.array(actions, np.int64),
            frames,
            np.zeros((len(frames), 2), np.int64),
            np.zeros((len(frames), 8)),
            totals,
        )
        return Weighed(actions, (totals / worlds).tolist())


class Hasty(Planner):
    """Plans the same way, but looks at a few worlds only."""

    LIMIT = Limit(units=40)


BOTS: Mapping[str, BotMaker] = {
    "greedy": OneTrick,
    "easy": partial(OneTrick, temperature=0.1),
    "medium": Hasty,
    "hard": Planner,
}
