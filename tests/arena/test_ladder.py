"""Every level is worth its name: each beats the one below, on duplicate deals, thinking as long as it usually does.

Deals are added until the interval is clear of even, so that what is clear at once takes little time. Bots that think
by units of work play the same every time, and so does this test.
"""

from __future__ import annotations

import pytest

from fivefold.arena.estimates import Estimate
from fivefold.arena.holding import hold
from fivefold.arena.results import Results
from fivefold.arena.tournament import Tournament
from fivefold.games import all_games

ABOVE = [("hard", "medium"), ("medium", "easy"), ("easy", "random"), ("hard", "greedy")]
LOOKS = (4, 8, 16, 32, 64, 128, 256)
FEW = 16
NOT_MUCH = 0.35
"""By so much reward easy may be worse than greedy."""


def played(game: str, names: tuple[str, str], deals: int, before: Results | None = None) -> Results:
    """The tournament of so many deals; those played before are not played again."""
    players = all_games()[game].about.usual
    tournament = Tournament(game, names, players, deals)
    results = Results(tournament)
    if before:
        results.matches.update(before.matches)
    return hold(tournament, results=results)


def reward(results: Results) -> Estimate:
    (pair,) = results.comparisons()
    return pair.reward


@pytest.mark.parametrize("game", list(all_games()))
@pytest.mark.parametrize(("better", "worse"), ABOVE, ids=[f"{better}-{worse}" for better, worse in ABOVE])
def test_a_level_is_better_than_the_one_below(game: str, better: str, worse: str) -> None:
    results = None
    for deals in LOOKS:
        results = played(game, (better, worse), deals, results)
        if reward(results).low > 0 or reward(results).high < 0:
            break
    assert results is not None
    assert reward(results).above_even, f"after {len(results.deals())} deals: {reward(results)}"


@pytest.mark.parametrize("game", list(all_games()))
def test_easy_does_not_lose_to_greedy_by_much(game: str) -> None:
    assert reward(played(game, ("easy", "greedy"), FEW)).mean > -NOT_MUCH
