"""What the bots of open games for two have in common: they judge what a move leads to, one ply deep or many.

What a position is worth each game says itself, in whole numbers (`search/alpha_beta.py`); here they become rewards.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from fivefold.kernel.chance import draw
from fivefold.search.alpha_beta import DECIDED, AlphaBeta, Found, reward
from fivefold.search.limit import Limit
from fivefold.search.one_ply import OnePly

from .bot import Reason, Thinker, Weighed
from .game import Game
from .seen import View

MARGIN = 70
"""Actions that cost less than a review would tell of are valued exactly."""
TIES = 20
"""Bits of chance by which actions that look equally good are told apart."""


class Judging(Thinker):
    """Plays what looks best as soon as it is played; which of several such, chance decides."""

    REASON: ClassVar[str]
    """Why: a code of the game's catalogue."""

    @abstractmethod
    def made_search(self) -> OnePly:
        """The game's search, made once an engine."""

    def __init__(
        self, game: Game, seat: int, seed: int, limit: Limit | None = None, *, temperature: float = 0.0
    ) -> None:
        super().__init__(game, seat, seed, limit, temperature=temperature)
        self.search = self.made_search()

    def weigh(self, view: View) -> Weighed:
        actions = self.legal_actions(view)
        values = self.search.look(view.veiled, self.seat, actions)
        chance = [draw(self.stream) >> (32 - TIES) for _ in actions]
        return Weighed(actions, [reward(value) for value in values], finer=chance)

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        return Reason(self.REASON if len(weighed.actions) > 1 else "only_move")


class Searching(Thinker):
    """Looks ahead by alpha-beta. Its seed decides among positions that are worth about the same."""

    @abstractmethod
    def made_search(self) -> AlphaBeta:
        """The game's search, made once an engine."""

    def __init__(
        self, game: Game, seat: int, seed: int, limit: Limit | None = None, *, usual: Limit | None = None
    ) -> None:
        """`usual` is how long it thinks if nobody says otherwise, where that is not `LIMIT`."""
        super().__init__(game, seat, seed, limit or (usual and Limit(usual.units, usual.seconds)))
        self.search = self.made_search()
        self.salt = draw(self.stream) << 31 | draw(self.stream)
        self.last: tuple[bytes, Found] = b"", Found([], [], None, 0)

    def look(self, view: View) -> Found:
        """What the search finds; nothing is searched twice, for a move, its reason and the verdict."""
        position = view.veiled.tobytes()
        if position != self.last[0]:
            self.last = position, self.search.look(view.veiled, self.limit.begin(), self.salt, MARGIN)
        return self.last[1]

    def weigh(self, view: View) -> Weighed:
        found = self.look(view)
        outcomes = found.outcomes
        values = [reward(value) for value in found.values] if outcomes is None else [float(each) for each in outcomes]
        return Weighed(found.actions, values, exact=outcomes is not None, finer=found.values)

    def verdict(self, view: View) -> Reason | None:
        """Who wins, once that is certain."""
        best = max(self.look(view).values)
        if best >= DECIDED:
            return Reason("winning")
        if best <= -DECIDED:
            return Reason("losing")
        return None
