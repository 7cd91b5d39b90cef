"""OpenSpiel's searches as bots: MCTS where everything is open, IS-MCTS where it is not, in Python with our compiled
rollouts (its C++ bots crash on games written in Python). Each move they make as many simulations as fit into the time,
by the rate of their last one; what they take is counted."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from fivefold.envs.openspiel import Moment, RolloutEvaluator, SpielState, name_of
from fivefold.games import Game
from fivefold.games.seen import Event, View
from fivefold.kernel.loops import LOOK
from fivefold.search.limit import Limit

EXPLORATION = 1.4
ROLLOUTS = 4
SECONDS = 0.2
AT_FIRST = 50
"""Simulations before the rate is known."""


def state_behind(view: View, game: Any) -> SpielState:
    """A state of which all that is known is what the view shows."""
    state = game.new_initial_state()
    root = game.table.root
    moment = Moment(game.table, root, view.seat, LOOK, view.veiled.copy(), imagined=True)
    moment.last = view.seat
    state._now = moment.look_again()
    return state


class Searching:
    """What both have in common."""

    thought: list[float] = []  # noqa: RUF012 - of all that think in this process
    simulations: list[int] = []  # noqa: RUF012

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        self.game, self.seat, self.chance = game, seat, random.Random(seed)
        limit = limit or Limit(seconds=SECONDS)
        self.units, self.seconds_a_move = limit.units, limit.seconds or SECONDS
        self.rate: float | None = None
        self.spiel: Any = None
        self.bot: Any = None

    def observe(self, event: Event, view: View) -> None:
        """A view holds all that it searches from."""

    def choose(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        if self.bot is None:
            self.spiel = pyspiel.load_game(name_of(self.game), {"players": int(view.veiled["players"][0])})
            self.bot = self.make(RolloutEvaluator(ROLLOUTS, self.chance.getrandbits(31)))
        state = state_behind(view, self.spiel)
        simulations = self.how_many()
        self.limit_to(simulations)
        began = time.perf_counter()
        action = self.bot.step(state)
        took = time.perf_counter() - began
        if self.rate is None or took > self.seconds_a_move / 4:  # a search that has solved its root ends early
            self.rate = simulations / took
        self.thought.append(took)
        self.simulations.append(simulations)
        return state.action_to_string(self.seat, int(action))

    def how_many(self) -> int:
        """Two at least, without which its bots cannot choose."""
        if self.units is not None:
            return max(2, self.units)
        return AT_FIRST if self.rate is None else max(2, round(self.rate * self.seconds_a_move))

    def make(self, evaluator: RolloutEvaluator) -> Any:
        raise NotImplementedError

    def limit_to(self, simulations: int) -> None:
        raise NotImplementedError


class Mcts(Searching):
    def make(self, evaluator: RolloutEvaluator) -> Any:
        chance = np.random.RandomState(self.chance.getrandbits(31))
        return mcts.MCTSBot(self.spiel, EXPLORATION, AT_FIRST, evaluator, random_state=chance)

    def limit_to(self, simulations: int) -> None:
        self.bot.max_simulations = simulations


class IsMcts(Searching):
    def make(self, evaluator: RolloutEvaluator) -> Any:
        chance = np.random.RandomState(self.chance.getrandbits(31))
        return ismcts.ISMCTSBot(self.spiel, evaluator, EXPLORATION, AT_FIRST, random_state=chance)

    def limit_to(self, simulations: int) -> None:
        self.bot._max_simulations = simulations
