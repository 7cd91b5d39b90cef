"""Sets of small numbers in one integer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from fivefold.kernel.bits import LARGEST, bit, first, has, lowest, members, nth, size

numbers = some.sets(some.integers(0, LARGEST - 1), min_size=1)


def packed(members: set[int]) -> int:
    return sum(1 << n for n in members)


@given(numbers)
def test_a_set_is_what_its_members_are(wanted: set[int]) -> None:
    of = packed(wanted)
    assert list(members(of)) == sorted(wanted)
    assert size(of) == len(wanted)
    assert lowest(of) == min(wanted)
    assert [nth(of, n) for n in range(len(wanted))] == sorted(wanted)
    assert {n for n in range(LARGEST) if has(of, n)} == wanted


def test_the_first_numbers_and_single_ones() -> None:
    assert first(0) == 0
    assert list(members(first(5))) == [0, 1, 2, 3, 4]
    assert list(members(bit(62))) == [62]


@pytest.mark.compiled
def test_compiled_sets_agree_with_interpreted_ones() -> None:
    from numba import njit

    from fivefold.kernel import compiler

    compiler.register_rules()

    @njit
    def compiled(of: int, n: int) -> tuple[int, int, int]:
        return size(of), lowest(of), nth(of, n)

    chance = np.random.default_rng(5)
    for _ in range(500):
        of = int(chance.integers(1, 1 << LARGEST))
        n = int(chance.integers(0, size(of)))
        assert compiled(of, n) == (size(of), lowest(of), nth(of, n))
