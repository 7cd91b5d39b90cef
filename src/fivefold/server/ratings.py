"""Ratings of players, by game: what is believed of a strength, and how sure that is.

OpenSkill's Plackett-Luce model: two to fourteen players, with ties. A rating is the mean and the standard deviation of
a belief, 25 ± 8.3 of somebody who never played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from openskill.models import PlackettLuce


@cache
def model() -> PlackettLuce:
    return PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """What is believed of a player's strength in one game."""

    mean: float
    deviation: float


def unknown() -> Rating:
    """Of somebody who never played.

    >>> unknown()
    Rating(mean=25.0, deviation=8.333333333333334)
    """
    return Rating(model().mu, model().sigma)


def places(rewards: Sequence[float], gone: Sequence[int] = ()) -> list[int]:
    """Each seat's place, from 1, tied seats alike. `gone` are the seats that resigned or lost by forfeit, in that
    order: who goes first is last.

    >>> places([1.0, -0.5, -0.5, 0.5], gone=[0])
    [4, 2, 2, 1]
    """
    stands = [(seat not in gone, gone.index(seat) if seat in gone else reward) for seat, reward in enumerate(rewards)]
    return [1 + sum(other > own for other in stands) for own in stands]


def after_match(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of all seats after a match that ended with these places."""
    teams = [[model().create_rating([rating.mean, rating.deviation])] for rating in before]
    rated = model().rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for (player,) in rated]
