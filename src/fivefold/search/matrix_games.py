"""Matrix games: two sides choose at once, and what one gains the other loses. Solved exactly, by linear programming.

The rows' side is told what it gains. With all payoffs made positive, the columns' side looks for weights y >= 0, as
many as it can, with which no row gains more than 1: this program needs no first phase, and its dual are the weights of
the rows. The simplex method goes by Bland's rule, which cannot run in circles.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.rules import rule

ZERO = 1e-11
"""Less than this is a rounding error: payoffs are brought to between 1 and 2."""
NONE = -1

Floats = NDArray[np.float64]


@rule
def room_for(rows: int, columns: int) -> tuple[int, int]:
    """How large the tableau must be: a row more for the sum of the weights, a column more for the right-hand side."""
    return rows + 1, columns + rows + 1


@rule
def solve_matrix(
    payoffs: Any, rows: int, columns: int, row_chances: Any, column_chances: Any, tableau: Any, basis: Any
) -> float:
    """The value to the rows' side; writes with which chances either side plays what."""
    row_chances[:] = 0.0
    column_chances[:] = 0.0
    row, column = saddle(payoffs, rows, columns)
    if row != NONE:
        row_chances[row] = column_chances[column] = 1.0
        return float(payoffs[row, column])
    least, most = payoffs[0, 0], payoffs[0, 0]
    for i in range(rows):
        for j in range(columns):
            least, most = min(least, payoffs[i, j]), max(most, payoffs[i, j])
    fill(payoffs, rows, columns, least, most - least, tableau, basis)
    entering = next_column(tableau, rows, columns)
    while entering != NONE:
        exchange(tableau, basis, rows, columns, entering)
        entering = next_column(tableau, rows, columns)
    last = rows + columns
    total = tableau[rows, last]
    for i in range(rows):
        row_chances[i] = max(0.0, tableau[rows, columns + i]) / total
        if basis[i] < columns:
            column_chances[basis[i]] = max(0.0, tableau[i, last]) / total
    return float(least + (1.0 / total - 1.0) * (most - least))


@rule
def saddle(payoffs: Any, rows: int, columns: int) -> tuple[int, int]:
    """A row and a column from which neither side gains by going elsewhere; or NONE."""
    for i in range(rows):
        j = 0
        for other in range(1, columns):
            if payoffs[i, other] < payoffs[i, j]:
                j = other
        best = True
        for other in range(rows):
            best = best and payoffs[other, j] <= payoffs[i, j]
        if best:
            return i, j
    return NONE, NONE


@rule
def fill(payoffs: Any, rows: int, columns: int, least: float, span: float, tableau: Any, basis: Any) -> None:
    """The first tableau: the columns' weights are 0, what each row lacks to 1 is its own variable."""
    tableau[: rows + 1, : rows + columns + 1] = 0.0
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = 1.0 + (payoffs[i, j] - least) / span
        tableau[i, columns + i] = tableau[i, rows + columns] = 1.0
        basis[i] = columns + i
    for j in range(columns):
        tableau[rows, j] = -1.0


@rule
def next_column(tableau: Any, rows: int, columns: int) -> int:
    """The first variable that makes the sum of the weights larger; NONE if it is as large as it can be."""
    for j in range(rows + columns):
        if tableau[rows, j] < -ZERO:
            return j
    return NONE


@rule
def exchange(tableau: Any, basis: Any, rows: int, columns: int, entering: int) -> None:
    """The variable takes the place of the one that is first used up, of several the one with the lowest number."""
    last = rows + columns
    leaving, least = NONE, 0.0
    for i in range(rows):
        if tableau[i, entering] > ZERO:
            ratio = tableau[i, last] / tableau[i, entering]
            if leaving == NONE or ratio < least - ZERO or (ratio <= least + ZERO and basis[i] < basis[leaving]):
                leaving, least = i, ratio
    pivot = tableau[leaving, entering]
    for j in range(last + 1):
        tableau[leaving, j] /= pivot
    for i in range(rows + 1):
        factor = tableau[i, entering]
        if i != leaving and factor != 0.0:
            for j in range(last + 1):
                tableau[i, j] -= factor * tableau[leaving, j]
    basis[leaving] = entering


def equilibrium(payoffs: Any) -> tuple[float, Floats, Floats]:
    """The value of a matrix game to the rows' side, and the chances with which either side plays.

    >>> round(equilibrium([[3, -1], [-2, 1]])[0], 9)
    0.142857143
    """
    matrix = np.array(payoffs, np.float64)
    rows, columns = matrix.shape
    row_chances, column_chances = np.zeros(rows), np.zeros(columns)
    tableau, basis = np.zeros(room_for(rows, columns)), np.zeros(rows, np.int64)
    value = solve_matrix(matrix, rows, columns, row_chances, column_chances, tableau, basis)
    return value, row_chances, column_chances
