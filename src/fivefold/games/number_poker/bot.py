"""Number Poker's bots: from one that shows its highest piece to one that cannot be read.

For two players the game is solved, and the hard bot draws what it shows by the chances of an equilibrium. For more it
finds chances that nobody regrets, by playing the match on many times (docs/algorithms/simultaneous.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.game import Game
from fivefold.games.seen import View
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.rules import rule
from fivefold.search.backward import BackwardInduction
from fivefold.search.determinised import Determinised
from fivefold.search.limit import Limit
from fivefold.search.regrets import RegretMatching

from .rules import CLAIMS, EMPTY, NOTHING, OF_EACH, PASS, VALUES, State
from .text import Text

TWO = 2
LONGEST = TWO * (VALUES * OF_EACH + 2)
"""No match of two has more choices and claims, one after another."""
OF_A_SEAT = ("pieces", "left", "empty", "won")
SURE, HARDLY_EVER = 0.97, Fraction(1, 10)
MOST_TIMES = 6
"""A chance is told as so many out of at most so many times."""
WORTH = 0.03
"""What an easy yardstick gives for each pip."""


@rule
def key_of(s: State) -> int:
    """All that matters to how a match of two goes on, as one number."""
    key, lead, pips = s.claimer + 1, 0, 0
    for seat in range(TWO):
        shown = s.shown[seat] + 1 if s.claimer != NOTHING else 0
        key = (key * (CLAIMS + 1) + shown) * 2 + s.empty[seat]
        for value in range(VALUES):
            key = key * (OF_EACH + 1) + s.pieces[seat, value]
    for value in range(VALUES):
        ahead = s.won[0, value] - s.won[1, value]
        lead += ahead
        pips += ahead * (value + 1)
    return int((key * 32 + lead + 16) * 128 + pips + 64)


def solver(engine: Engine) -> BackwardInduction:
    return BackwardInduction(engine, key_of, LONGEST)


def before_choices(view: View) -> States:
    """What everybody knew before the hands were closed that are closed now."""
    states = view.veiled.copy()
    states["choice"], states["chosen"] = NOTHING, 0
    return states


def seen_from(view: View, seat: int) -> States:
    """The same, with the seats counted from this one: what looks the same to two seats is the same."""
    states = before_choices(view)
    players = int(states["players"][0])
    for field in OF_A_SEAT:
        states[field][0, :players] = np.roll(states[field][0, :players], -seat, axis=0)
    return states


class Highest(Thinker):
    """Shows and claims the highest number that it can, and keeps the empty hand for the end."""

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        return Weighed(actions, [WORTH * self._number(action) for action in actions])

    def _number(self, action: int) -> int:
        if action in (EMPTY, PASS):
            return 0
        return action % VALUES + 1 if action < CLAIMS else (action - CLAIMS) % VALUES + 1


class Habitual(Thinker):
    """Thinks the same whenever a position looks the same: so it can be read, and two of its kind get in each other's
    way. It reckons with others who show anything. A unit is a playout."""

    LIMIT = Limit(units=1000)

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit)
        self.playouts = self.engine.once(Determinised)
        self.regrets = self.engine.once(RegretMatching)

    def weigh(self, view: View) -> Weighed:
        states, seat = self.as_usual(view)
        return Weighed(*self.playouts.weigh(states, seat, streams(0, 1)[0], self.limit.begin()))

    def as_usual(self, view: View) -> tuple[States, int]:
        """The position, seen from the own seat; but a claim names its seat."""
        if int(view.veiled["claimer"][0]) == self.seat:
            return before_choices(view), self.seat
        return seen_from(view, self.seat), 0


class Wavering(Habitual):
    """Knows that it should not always do the same, but too often does what it likes most. A unit is a playout."""

    LIMIT = Limit(units=200)
    SHARPNESS = 2
    """To this power the chances are taken that nobody would regret."""

    def weigh(self, view: View) -> Weighed:
        states, seat = self.as_usual(view)
        mixed = self.regrets.mix(states, seat, streams(0, 1)[0], self.limit.begin())
        sharpened = np.array(mixed.chances) ** self.SHARPNESS
        return Weighed(mixed.actions, mixed.values, chances=(sharpened / sharpened.sum()).tolist())


class Unreadable(Habitual):
    """Plays an equilibrium where the game is solved, else what nobody regrets. A unit is a playout; of two players
    there are none."""

    LIMIT = Limit(units=3000)

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit)
        self.solver = self.engine.once(solver)

    def is_solved(self, view: View) -> bool:
        """Interpreted, solving would take minutes."""
        return self.engine.compiled and int(view.veiled["players"][0]) == TWO

    def weigh(self, view: View) -> Weighed:
        states = before_choices(view)
        if self.is_solved(view):
            solved = self.solver.solve(states)
            seat = self.seat
            return Weighed(solved.actions[seat], solved.values[seat], exact=True, chances=solved.chances[seat])
        mixed = self.regrets.mix(states, self.seat, self.stream, self.limit.begin())
        return Weighed(mixed.actions, mixed.values, chances=mixed.chances)

    # --- in words -----------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        if len(weighed.actions) == 1:
            return Reason("only_move")
        if action >= CLAIMS:
            seat, value = divmod(action - CLAIMS, VALUES)
            return Reason("claims", {"seat": seat, "value": value + 1})
        choice = {"choice": Text().actions[action]}
        chance = weighed.chances[weighed.actions.index(action)] if weighed.chances else 1.0
        if chance > SURE:
            return Reason("always", choice)
        times = max(HARDLY_EVER, Fraction(chance).limit_denominator(MOST_TIMES))
        if times == 1:
            return Reason("mostly", choice)
        return Reason("now_and_then", {**choice, "times": times.numerator, "of": times.denominator})

    def verdict(self, view: View) -> Reason | None:
        """Of two players: how many matches in a hundred are won more than lost, if both play their best."""
        if not self.is_solved(view):
            return None
        value = self.solver.solve(before_choices(view)).value * (1 if self.seat == 0 else -1)
        more = round(100 * abs(value))
        if more == 0:
            return Reason("even")
        if more == 100:
            return Reason("winning" if value > 0 else "losing")
        return Reason("ahead" if value > 0 else "behind", {"more": more})


BOTS: Mapping[str, BotMaker] = {"greedy": Highest, "easy": Habitual, "medium": Wavering, "hard": Unreadable}
