"""Every level is worth its name: each beats the one below, on duplicate deals, thinking as long as it usually does.

Deals are added until the interval is clear of even, so that what is clear at once takes little time. Bots that think
by units of work play the same every time, and so does this test.
"""

from __future__ import annotations

import pytest

from fivefold.arena.holding import hold, hold_longer
from fivefold.arena.results import Results
from fivefold.arena.tournament import Tournament
from fivefold.games import all_games

ABOVE = [("hard", "medium"), ("medium", "easy"), ("easy", "random"), ("hard", "greedy")]
FIRST_LOOK, LAST_LOOK = 4, 256
FEW = 16
NOT_MUCH = 0.35
"""By so much reward easy may be worse than greedy."""


def tournament(game: str, names: tuple[str, str], deals: int) -> Tournament:
    return Tournament(game, names, all_games()[game].about.usual, deals)


def told(results: Results) -> str:
    (pair,) = results.comparisons()
    return f"after {len(results.deals())} deals: {pair.reward}"


@pytest.mark.parametrize("game", list(all_games()))
@pytest.mark.parametrize("names", ABOVE, ids="-".join)
def test_a_level_is_better_than_the_one_below(game: str, names: tuple[str, str]) -> None:
    for results in hold_longer(tournament(game, names, FIRST_LOOK), LAST_LOOK):
        (pair,) = results.comparisons()
        if pair.reward.above_even:
            return
    pytest.fail(told(results))


@pytest.mark.parametrize("game", list(all_games()))
def test_easy_does_not_lose_to_greedy_by_much(game: str) -> None:
    results = hold(tournament(game, ("easy", "greedy"), FEW))
    assert results.comparisons()[0].reward.mean > -NOT_MUCH, told(results)
