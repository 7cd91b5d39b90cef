"""A player of Number Poker that learns from a batch of matches, with NumPy alone.

It chooses by a softmax over one linear function of its observation for each action. Each round plays a batch of matches
against a random opponent and moves the weights by the policy gradient (REINFORCE): actions of matches that went better
than the average become likelier. `python examples/learn_number_poker.py` shows how it gets better.
"""

from __future__ import annotations

import numpy as np

import fivefold

MATCHES, ROUNDS = 512, 60
STEP = 60.0
JUDGED = 4096
"""So many matches show how well it plays."""


class Learner:
    def __init__(self, numbers: int, actions: int) -> None:
        self.weights = np.zeros((numbers + 1, actions))

    def choose(self, seen: np.ndarray, legal: np.ndarray, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """An action for each row, and how likely each action was."""
        worth = np.where(legal, with_one(seen) @ self.weights, -np.inf)
        odds = np.exp(worth - worth.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        return (odds.cumsum(axis=1) > chance.random((len(odds), 1))).argmax(axis=1), odds

    def learn(self, seen: np.ndarray, odds: np.ndarray, actions: np.ndarray, gain: np.ndarray) -> None:
        """Makes the actions likelier by what was gained with them."""
        pull = -odds
        pull[np.arange(len(actions)), actions] += 1
        self.weights += STEP / len(actions) * with_one(seen).T @ (pull * gain[:, None])


def with_one(seen: np.ndarray) -> np.ndarray:
    """Observations on a scale that suits learning, and a constant."""
    return np.hstack([seen / 4, np.ones((len(seen), 1))])


def play(learner: Learner, count: int, seed: int, learn: bool) -> float:
    """Plays a batch of matches, the learner in seat 0; returns its mean reward."""
    matches = fivefold.batch("number_poker", count, players=2, seed=seed, again=False)
    chance = np.random.default_rng(seed)
    rewards, past = np.zeros(count), []
    while (matches.seats >= 0).any():
        legal = matches.legal().copy()
        actions = (legal * chance.random(legal.shape)).argmax(axis=1)  # at random
        own = np.flatnonzero(matches.seats == 0)
        if own.size:
            seen = matches.observe()[own]
            actions[own], odds = learner.choose(seen, legal[own], chance)
            past.append((own, seen, odds, actions[own]))
        matches.step(actions)
        rewards += matches.rewards[:, 0]
    if learn:
        own, seen, odds, actions = (np.concatenate(parts) for parts in zip(*past, strict=True))
        learner.learn(seen, odds, actions, (rewards - rewards.mean())[own])
    return float(rewards.mean())


def train(rounds: int = ROUNDS) -> tuple[float, float]:
    """The mean reward against a random opponent before and after learning, in matches that it did not learn from."""
    game = fivefold.batch("number_poker", 1, players=2)
    learner = Learner(game.tensor.size, game.legal().shape[1])
    before = play(learner, JUDGED, seed=10_001, learn=False)
    for seed in range(rounds):
        play(learner, MATCHES, seed, learn=True)
    return before, play(learner, JUDGED, seed=10_002, learn=False)


if __name__ == "__main__":
    before, after = train()
    print(f"mean reward against a random opponent: {before:+.3f} before learning, {after:+.3f} after")
