"""Backward induction and regret matching, on games whose values are known."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from fivefold.kernel.chance import streams
from fivefold.kernel.engine import Engine
from fivefold.search.backward import BackwardInduction, Solved
from fivefold.search.limit import Limit
from fivefold.search.regrets import Mixed, RegretMatching

from . import duel
from .test_matrix_games import value_by_linprog

OPTIONS = {"game": 0, "cards": 0}
INTERPRETED = Engine("duel", duel.rules(), OPTIONS, compiled=False)


def begin(game: int, cards: int) -> Any:
    return INTERPRETED.start(2, {"game": game, "cards": cards})


PENNIES = begin(duel.PENNIES, 2)
ROCK_PAPER_SCISSORS = begin(duel.ROCK_PAPER_SCISSORS, 3)


def solve(states: Any, engine: Engine = INTERPRETED) -> Solved:
    return BackwardInduction(engine, duel.key_of, duel.MOST).solve(states)


@cache
def goofspiel(one: tuple[int, ...], other: tuple[int, ...], lead: int, prize: int) -> float:
    """The value to the first, with SciPy for each state."""
    if not one:
        return float(np.sign(lead))
    payoffs = [
        [
            goofspiel(
                tuple(card for card in one if card != mine),
                tuple(card for card in other if card != theirs),
                lead + prize * int(np.sign(mine - theirs)),
                prize + 1,
            )
            for theirs in other
        ]
        for mine in one
    ]
    return value_by_linprog(np.array(payoffs))


# --- backward induction -----------------------------------------------------------------------------------------------


def test_pennies_that_may_have_to_be_matched_twice() -> None:
    """A match of tails is worth 0, the second round being even: so the first is [[1, -1], [-1, 0]]."""
    solved = solve(PENNIES)
    assert solved.value == pytest.approx(-1 / 3)
    assert solved.chances[0] == pytest.approx([1 / 3, 2 / 3])
    assert solved.chances[1] == pytest.approx([1 / 3, 2 / 3])
    assert solved.values[0] == pytest.approx([-1 / 3] * 2)
    assert solved.values[1] == pytest.approx([1 / 3] * 2)


def test_a_state_within_a_game_is_solved_too() -> None:
    states = PENNIES.copy()
    states["points"] = [[1, 0]]
    assert solve(states).value == pytest.approx(0.0)


def test_an_action_outside_the_equilibrium_is_worth_less() -> None:
    """Each has 0 and 2, and the last prize is the larger: who shows the 2 too early loses it."""
    states = begin(duel.GOOFSPIEL, 3)
    states["hands"], states["round"] = [[0b101, 0b101]], 1
    solved = solve(states)
    assert solved.actions == ([0, 2], [0, 2])
    assert solved.chances == ([1.0, 0.0], [1.0, 0.0])
    assert solved.values[0] == [0.0, -1.0]


@pytest.mark.parametrize("cards", [2, 3])
def test_goofspiel_has_the_value_that_scipy_finds(cards: int) -> None:
    deck = tuple(range(cards))
    assert solve(begin(duel.GOOFSPIEL, cards)).value == pytest.approx(goofspiel(deck, deck, 0, 1), abs=1e-9)


@pytest.mark.compiled
def test_compiled_goofspiel_has_the_value_that_scipy_finds_from_unlike_hands_too() -> None:
    compiled = Engine("duel", duel.rules(), OPTIONS, compiled=True)
    solver = BackwardInduction(compiled, duel.key_of, duel.MOST)
    for hands in ((0b1111, 0b1111), (0b1110, 0b0111), (0b1011, 0b1101), (0b1001, 0b0110)):
        states = begin(duel.GOOFSPIEL, 4)
        states["hands"] = [hands]
        states["round"] = 4 - hands[0].bit_count()
        decks = [tuple(card for card in range(4) if hand >> card & 1) for hand in hands]
        value = goofspiel(decks[0], decks[1], 0, 5 - len(decks[0]))
        assert solver.solve(states).value == pytest.approx(value, abs=1e-9)


def test_what_was_solved_is_not_solved_again() -> None:
    solver = BackwardInduction(INTERPRETED, duel.key_of, duel.MOST)
    solver.solve(PENNIES)
    known = solver.known
    assert known == 2
    solver.solve(PENNIES)
    assert solver.known == known


def test_the_table_grows_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefold.search.backward.FIRST_ROOM", 4)
    small = BackwardInduction(INTERPRETED, duel.key_of, duel.MOST)
    states = begin(duel.GOOFSPIEL, 3)
    assert small.solve(states) == solve(states)
    assert small.known > 4


# --- regret matching --------------------------------------------------------------------------------------------------


def mix(states: Any, seat: int, units: int, seed: int = 1, engine: Engine = INTERPRETED) -> Mixed:
    return RegretMatching(engine).mix(states, seat, streams(seed, 1)[0], Limit(units=units).begin())


@pytest.mark.parametrize("seat", [0, 1])
def test_regret_matching_comes_near_the_equilibrium_of_a_single_choice(seat: int) -> None:
    mixed = mix(ROCK_PAPER_SCISSORS, seat, 3000)
    assert mixed.chances == pytest.approx([1 / 3] * 3, abs=0.06)
    assert mixed.values == pytest.approx([0.0] * 3, abs=0.06)


@pytest.mark.parametrize("seat", [0, 1])
def test_regret_matching_comes_near_the_equilibrium_of_choices_one_after_another(seat: int) -> None:
    """Unlike one that takes the second round as played at random: it has an equilibrium of its own."""
    states = PENNIES.copy()
    assert mix(states, seat, 4000).chances == pytest.approx([1 / 3, 2 / 3], abs=0.08)


def test_regret_matching_in_goofspiel_can_hardly_be_exploited() -> None:
    states = begin(duel.GOOFSPIEL, 3)
    solved, mixed = solve(states), mix(states, 0, 3000)
    worth = sum(chance * value for chance, value in zip(mixed.chances, solved.values[0], strict=True))
    assert worth > solved.value - 0.05


def test_regret_matching_is_the_same_from_the_same_seed() -> None:
    states = begin(duel.GOOFSPIEL, 4)
    assert mix(states, 0, 50) == mix(states, 0, 50)
    assert mix(states, 0, 50) != mix(states, 0, 50, seed=2)


def test_regret_matching_that_is_stopped_still_says_something() -> None:
    limit = Limit(units=10**9)
    control = limit.begin()
    limit.stop()
    mixed = RegretMatching(INTERPRETED).mix(PENNIES, 0, streams(1, 1)[0], control)
    assert sum(mixed.chances) == pytest.approx(1.0)
    assert len(mixed.values) == 2


@pytest.mark.compiled
def test_compiled_and_interpreted_regret_matching_agree() -> None:
    compiled = Engine("duel", duel.rules(), OPTIONS, compiled=True)
    states = begin(duel.GOOFSPIEL, 4)
    found = [mix(states, 1, 300, engine=engine) for engine in (INTERPRETED, compiled)]
    assert found[0].chances == pytest.approx(found[1].chances)
    assert found[0].values == pytest.approx(found[1].values)
