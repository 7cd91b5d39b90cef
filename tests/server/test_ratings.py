"""Ratings: who wins rises, who is better known moves less, ties and forfeits count, for two to fourteen players."""

from __future__ import annotations

import random

import pytest

from fivefold.server.ratings import Rating, after_match, places, unknown


@pytest.mark.parametrize("players", range(2, 15))
def test_a_better_place_is_a_better_rating(players: int) -> None:
    rated = after_match([unknown()] * players, list(range(1, players + 1)))
    means = [rating.mean for rating in rated]
    assert means == sorted(means, reverse=True)
    assert means[0] > unknown().mean > means[-1]
    assert all(rating.deviation < unknown().deviation for rating in rated)


def test_those_who_tie_stay_alike() -> None:
    one, two, three = after_match([unknown()] * 3, [1, 1, 3])
    assert one.mean == pytest.approx(two.mean)
    assert one.mean > three.mean


def test_who_is_well_known_moves_less() -> None:
    known, new = after_match([Rating(25, 2), unknown()], [1, 2])
    assert 0 < known.mean - 25 < 25 - new.mean


def test_beating_somebody_stronger_counts_more() -> None:
    over_strong = after_match([unknown(), Rating(35, 4)], [1, 2])[0]
    over_weak = after_match([unknown(), Rating(15, 4)], [1, 2])[0]
    assert over_strong.mean > over_weak.mean > unknown().mean


def test_ratings_find_the_order_of_strengths() -> None:
    """Three players, of whom the stronger wins four times out of five."""
    chance, ratings = random.Random(1), [unknown()] * 3
    for _ in range(150):
        one, other = chance.sample(range(3), 2)
        better, worse = min(one, other), max(one, other)
        order = [better, worse] if chance.random() < 0.8 else [worse, better]
        first, second = after_match([ratings[order[0]], ratings[order[1]]], [1, 2])
        ratings[order[0]], ratings[order[1]] = first, second
    assert ratings[0].mean > ratings[1].mean > ratings[2].mean
    assert max(rating.deviation for rating in ratings) < 4


def test_places_follow_rewards_and_whoever_left_comes_behind() -> None:
    assert places([1.0, -1.0]) == [1, 2]
    assert places([0.0, 0.0]) == [1, 1]
    assert places([-1.0, 1 / 3, 1 / 3, 1 / 3]) == [4, 1, 1, 1]
    assert places([1.0, 0.5, -0.5, -1.0], gone=[0, 3]) == [4, 1, 2, 3]
