"""OpenSpiel's games: random rollouts in its own C++ (its MCTS bot, with a single simulation of many rollouts), and the
same random play from a Python loop."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pyspiel

COUNTED = 100
"""Random matches from which a game's mean length is taken."""


def deal(state: Any, chance: random.Random) -> None:
    """Plays chance until a player acts."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])


def play_on(state: Any, chance: random.Random) -> int:
    """Plays at random to the end; returns the number of plays, chance not counted."""
    plays = 0
    while not state.is_terminal():
        if state.is_chance_node():
            deal(state, chance)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
            plays += 1
    return plays


@dataclass
class Peer:
    """One of its games, dealt: its rollouts then do no more than play, which is in its favour."""

    name: str
    rollouts: int
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        game = pyspiel.load_game(self.name)
        self.state = game.new_initial_state()
        deal(self.state, self.chance)
        self.length = sum(play_on(self.state.clone(), self.chance) for _ in range(COUNTED)) / COUNTED
        evaluator = pyspiel.RandomRolloutEvaluator(self.rollouts, 1)
        self.bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def cpp(self) -> float:
        """Plays in C++: the mean length times the number of rollouts."""
        self.bot.mcts_search(self.state)
        return self.rollouts * self.length

    def python(self) -> float:
        """Plays in a Python loop."""
        return sum(play_on(self.state.clone(), self.chance) for _ in range(10))
