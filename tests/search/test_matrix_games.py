"""Matrix games against their known values, and against SciPy's linear programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from fivefold.search.matrix_games import equilibrium

ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def value_by_linprog(payoffs: Any) -> float:
    """The most that the rows' side can make sure of."""
    rows, columns = payoffs.shape
    found = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.column_stack([-payoffs.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.success
    return float(-found.fun)


def assert_equilibrium(payoffs: Any, value: float) -> None:
    """Neither side can do better against the other's chances."""
    payoffs = np.array(payoffs, float)
    found, rows, columns = equilibrium(payoffs)
    assert found == pytest.approx(value, abs=1e-9)
    for chances in (rows, columns):
        assert chances.sum() == pytest.approx(1.0)
        assert chances.min() >= 0.0
    assert (rows @ payoffs).min() == pytest.approx(value, abs=1e-9)
    assert (payoffs @ columns).max() == pytest.approx(value, abs=1e-9)


def test_rock_paper_scissors_is_even_and_played_in_thirds() -> None:
    assert_equilibrium(ROCK_PAPER_SCISSORS, 0.0)
    _, rows, columns = equilibrium(ROCK_PAPER_SCISSORS)
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(("heads", "tails"), [(1, 1), (3, 1), (2, 5)])
def test_pennies_with_weights(heads: float, tails: float) -> None:
    """Matching wins so much; not matching loses 1."""
    payoffs = [[heads, -1], [-1, tails]]
    assert_equilibrium(payoffs, (heads * tails - 1) / (heads + tails + 2))
    _, rows, _ = equilibrium(payoffs)
    assert rows[0] == pytest.approx((tails + 1) / (heads + tails + 2))


def test_where_one_row_is_always_best_it_is_played() -> None:
    value, rows, columns = equilibrium([[3, 2, 5], [1, 0, 4]])
    assert (value, rows.tolist(), columns.tolist()) == (2.0, [1.0, 0.0], [0.0, 1.0, 0.0])


@pytest.mark.parametrize("payoffs", [[[7.0]], [[2.0, 2.0], [2.0, 2.0]], [[1.0, -3.0, 2.0]], [[1.0], [-3.0], [2.0]]])
def test_games_without_a_choice_for_one_side(payoffs: Any) -> None:
    assert_equilibrium(payoffs, value_by_linprog(np.array(payoffs)))


DRAWN: dict[str, Callable[[np.random.Generator, tuple[int, int]], Any]] = {
    "real": lambda chance, shape: chance.normal(size=shape),
    "whole": lambda chance, shape: chance.integers(-3, 4, shape).astype(float),
    "three values": lambda chance, shape: chance.integers(-1, 2, shape).astype(float),
    "small": lambda chance, shape: chance.normal(size=shape) * 1e-6,
    "large": lambda chance, shape: chance.normal(size=shape) * 1e6,
}


@pytest.mark.parametrize("kind", DRAWN)
def test_random_games_agree_with_linprog(kind: str) -> None:
    chance = np.random.default_rng(5)
    for _ in range(60):
        rows, columns = chance.integers(1, 9, 2).tolist()
        payoffs = DRAWN[kind](chance, (rows, columns))
        payoffs /= max(1.0, float(np.abs(payoffs).max()))
        assert_equilibrium(payoffs, value_by_linprog(payoffs))
