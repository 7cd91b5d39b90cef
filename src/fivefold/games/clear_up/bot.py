"""Clear Up's bots: from one that leaves itself many jumps to one that knows whether one piece can still be reached.

Pieces that are left are rewards as the rules count them: 1 for a single piece, else the share that is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.game import Game
from fivefold.games.seen import View
from fivefold.kernel.bits import size
from fivefold.search.limit import Limit, used_up

from .rules import CHOICES, PIECES, can_jump
from .solver import BEST_BUT_ONE, Outlook, Solver, after

PATIENCE = 4
"""A jump that is still in doubt is looked at this many times longer than the time before."""


def reward(left: float) -> float:
    """The reward for so many pieces left, of a position that is not solved."""
    return (PIECES - left) / PIECES


IN_DOUBT = (1.0 + reward(BEST_BUT_ONE)) / 2
"""Of a position that may be solvable or not: more than if it is not."""


def pieces_of(view: View) -> int:
    return int(view.veiled["pieces"][0])


class Greedy(Thinker):
    """Leaves itself as many jumps as it can."""

    def weigh(self, view: View) -> Weighed:
        actions, position = self.legal_actions(view), pieces_of(view)
        return Weighed(actions, [self._freedom(after(position, action)) for action in actions])

    def _freedom(self, position: int) -> float:
        return sum(size(can_jump(position, direction)) for direction in range(4)) / CHOICES

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        jumps = round(weighed.value_of(action) * CHOICES)
        return Reason("most_jumps", {"jumps": jumps}) if len(weighed.actions) > 1 else Reason("only_move")


class Sampler(Thinker):
    """Plays on at random after each jump, and sees how that ends. A unit is one such playout after each of them."""

    LIMIT = Limit(units=10)

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit)
        self.playouts = self.engine.loop("playouts")

    def weigh(self, view: View) -> Weighed:
        actions, control = self.legal_actions(view), self.limit.begin()
        totals, rounds, out_of_time = [0.0] * len(actions), 0, False
        while not out_of_time:
            for i, action in enumerate(actions):
                totals[i] += self._played_out(view, action)
            rounds += 1
            out_of_time = used_up(control)
        return Weighed(actions, [total / rounds for total in totals])

    def _played_out(self, view: View, action: int) -> float:
        """The reward at the end of a match that goes on at random."""
        start, end, wins = view.veiled.copy(), np.zeros(1), np.zeros(1)
        start["pieces"] = after(pieces_of(view), action)
        self.playouts(start, start.copy(), self.stream, self.engine.cards(), self.engine.sets(), 1, end, wins)
        return float(end[0])

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        left = round(PIECES * (1 - weighed.value_of(action)), 1)
        return Reason("at_random", {"left": left}) if len(weighed.actions) > 1 else Reason("only_move")


class Knower(Thinker):
    """Knows, mostly, after which jumps one piece can still be reached; where it cannot, goes for the fewest.

    A unit is a thousand positions. All jumps are looked at, shortly at first, then those still in doubt longer.
    """

    LIMIT = Limit(units=80)

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit)
        self.solver = Solver(self.engine)

    def weigh(self, view: View) -> Weighed:
        actions, position = self.legal_actions(view), pieces_of(view)
        outlooks = self._outlooks([after(position, action) for action in actions])
        weighed = Weighed(actions, [worth(o) for o in outlooks], exact=all(o.certain for o in outlooks))
        if any(outlook.solvable for outlook in outlooks):
            self.solver.remember(position, weighed.best)
        return weighed

    def _outlooks(self, positions: list[int]) -> list[Outlook]:
        """How the positions stand, as far as the limit goes."""
        control, patience = self.limit.begin(), 1
        while True:
            outlooks = [self.solver.consider(position, control, patience) for position in positions]
            if all(outlook.certain for outlook in outlooks) or used_up(control):
                return outlooks
            patience *= PATIENCE

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        jumps, value = len(weighed.actions), weighed.value_of(action)
        if jumps == 1:
            return Reason("only_move")
        if value == IN_DOUBT:
            return Reason("in_doubt")
        if value < 1.0:
            return Reason("fewest", {"left": round(PIECES * (1 - value))})
        ways = weighed.values.count(1.0)
        if IN_DOUBT in weighed.values or ways == jumps:
            return Reason("keeps_solvable")
        return Reason("only_way", {"jumps": jumps}) if ways == 1 else Reason("one_way", {"ways": ways, "jumps": jumps})

    def verdict(self, view: View) -> Reason | None:
        position = pieces_of(view)
        (outlook,) = self._outlooks([position])
        if outlook.solvable:
            way = self.solver.way(position)
            told = " ".join(self.game.text.write(self.state(view), self.seat, action) for action in way)
            return Reason("solvable", {"jumps": len(way), "way": told}) if way else Reason("solved")
        if outlook.solvable is None:
            return None
        return Reason("unsolvable", {"left": outlook.left}) if outlook.certain else Reason("unsolvable_at_least")


def worth(outlook: Outlook) -> float:
    """The reward that a position promises."""
    if outlook.solvable is None:
        return IN_DOUBT
    return 1.0 if outlook.solvable else reward(outlook.left)


BOTS: Mapping[str, BotMaker] = {
    "greedy": Greedy,
    "easy": partial(Greedy, temperature=1.0 / CHOICES),
    "medium": Sampler,
    "hard": Knower,
}
