"""Intervals hold the truth as often as they say, and ratings are what made the results."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from fivefold.arena.estimates import ELO, mean_of, ratings, student


@pytest.mark.parametrize("freedom", [3, 10, 30, 1000])
def test_the_factor_is_students(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=2e-2 if freedom < 10 else 1e-4)


@pytest.mark.parametrize("deals", [20, 100])
@pytest.mark.parametrize("chance", [0.5, 0.8])
@pytest.mark.parametrize("seatings_agree", [True, False])
def test_19_of_20_intervals_hold_the_truth_of_a_coin(deals: int, chance: float, seatings_agree: bool) -> None:
    """Two seatings a deal, that end alike or have nothing to do with each other."""
    coin, truth, held = np.random.default_rng(7), 2 * chance - 1, 0
    for _ in range(1000):
        thrown = np.where(coin.random((deals, 2)) < chance, 1.0, -1.0)
        estimate = mean_of(thrown[:, 0] if seatings_agree else thrown.mean(axis=1))
        held += estimate.low <= truth <= estimate.high
    assert 930 <= held <= 990


def test_of_deals_that_were_all_won_some_could_have_been_lost() -> None:
    estimate = mean_of([1.0] * 100)
    assert (estimate.mean, estimate.high) == (1.0, 1.0)
    assert 1 - estimate.low == pytest.approx(2 * 3 / 100, rel=0.1)  # the rule of three


def thrown_ratings(truth: list[float], deals: int, seed: int) -> np.ndarray:
    """Wins between players of known ratings, a game of each pair in each deal."""
    coin, wins = np.random.default_rng(seed), np.zeros((deals, len(truth), len(truth)))
    for a in range(len(truth)):
        for b in range(a):
            won = coin.random(deals) < 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            wins[:, a, b], wins[:, b, a] = won, ~won
    return wins


def test_ratings_find_what_made_the_results() -> None:
    truth = [150.0, 20.0, -170.0]
    for estimate, rating in zip(ratings(thrown_ratings(truth, 3000, 1)), truth, strict=True):
        assert estimate.mean == pytest.approx(rating, abs=15)


def test_19_of_20_intervals_of_ratings_hold_the_truth() -> None:
    truth = [80.0, 0.0, -80.0]
    tournaments = [ratings(thrown_ratings(truth, 60, seed)) for seed in range(60)]
    held = sum(e.low <= rating <= e.high for told in tournaments for e, rating in zip(told, truth, strict=True))
    assert 0.90 <= held / 180 <= 0.99


def test_who_wins_everything_is_rated_finitely_and_with_doubt() -> None:
    wins = np.zeros((20, 2, 2))
    wins[:, 0, 1] = 1.0
    best, worst = ratings(wins)
    assert best.mean == pytest.approx(-worst.mean) == pytest.approx(ELO * np.log(20.5 / 0.5) / 2)
    assert best.low < best.mean - 50 < best.mean + 50 < best.high < 1500
