"""What results tell: means and ratings, each with its 95 % interval.

Seatings of one deal have the same cards, so they are not independent: the unit of all statistics is the deal. A few
deals that all end alike prove little. Therefore means and ratings reckon with imagined deals, too, whose weight
vanishes as real ones become many.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
ELO = 400 / log(10)
"""Points of the scale that chess uses: 400 more, and ten are won for one that is lost."""
RESAMPLES = 1000
NEWTON_STEPS = 40

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean, or a rating, and the interval in which the truth lies with 95 % confidence."""

    mean: float
    low: float
    high: float

    @property
    def above_even(self) -> bool:
        return self.low > 0


def student(freedom: int) -> float:
    """The factor of the standard error for Student's distribution, by its expansion about the normal one."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_of(values: Any, least: float = -1.0, most: float = 1.0) -> Estimate:
    """The mean of one value a deal, of which it is known that it lies between `least` and `most`.

    The interval is Student's, over the deals and two imagined ones, the worst and the best: of n deals that were all
    won it says what the rule of three says, that up to about 3 in n may still be lost.
    """
    extended = np.array([*values, least, most])
    error = extended.std(ddof=1) / np.sqrt(len(extended)) * student(len(extended) - 1)
    low, high = extended.mean() - error, extended.mean() + error
    return Estimate(float(np.mean(values)), max(least, float(low)), min(most, float(high)))


def ratings(wins: Floats) -> list[Estimate]:
    """Ratings on the Elo scale around 0, by maximum likelihood (Bradley and Terry).

    `wins[deal, a, b]` is how often a was better than b in that deal, a draw counting half for each.

    Intervals are those of the Bayesian bootstrap: each deal is given a random weight, again and again.
    """
    deals, players, _ = wins.shape
    met = (wins + wins.transpose(0, 2, 1)).mean(axis=0) / 2
    pool = np.concatenate([wins, met[None]])  # an imagined deal in which all are equal keeps every rating finite
    weights = np.random.default_rng(1).exponential(size=(RESAMPLES, deals + 1))
    weights[0] = 1.0
    fitted = strengths((weights @ pool.reshape(deals + 1, -1)).reshape(-1, players, players)) * ELO
    low, high = np.quantile(fitted, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return [Estimate(*map(float, told)) for told in zip(fitted[0], low, high, strict=True)]


def strengths(wins: Floats) -> Floats:
    """For each table of wins the strengths, 0 on average, whose differences are the logarithms of the odds."""
    players = wins.shape[-1]
    games = wins + wins.transpose(0, 2, 1)
    strength = np.zeros(wins.shape[:2])
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
        slope = (wins - games * chance).sum(axis=2)
        bend = games * chance * (1 - chance)
        curvature = bend.sum(axis=2)[:, :, None] * np.eye(players) - bend + 1.0  # the 1 keeps the average at 0
        strength += np.clip(np.linalg.solve(curvature, slope[:, :, None])[:, :, 0], -1, 1)
    return strength
