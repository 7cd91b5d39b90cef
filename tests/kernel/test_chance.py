"""Random numbers: the right generator, even, and the same compiled or not."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from fivefold.kernel.chance import below, draw, shuffle, streams, uniform
from fivefold.kernel.layout import PlainNumbers

ALMOST_NEVER = 1e-6


def stream(seed: int) -> PlainNumbers:
    return streams(seed, 1)[0].view(PlainNumbers)


def xoshiro128plusplus(state: list[np.uint32]) -> int:
    """The generator as its authors describe it, on real 32-bit numbers."""

    def rotated(x: np.uint32, by: int) -> np.uint32:
        return np.uint32(int(x) << by & 0xFFFFFFFF | int(x) >> (32 - by))

    with np.errstate(over="ignore"):
        result = rotated(state[0] + state[3], 7) + state[0]
        t = state[1] << np.uint32(9)
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= t
        state[3] = rotated(state[3], 11)
    return int(result)


def test_the_generator_is_xoshiro128plusplus() -> None:
    ours = stream(1)
    theirs = [np.uint32(word) for word in ours]
    assert [draw(ours) for _ in range(1000)] == [xoshiro128plusplus(theirs) for _ in range(1000)]


def test_numbers_below_a_bound_are_even() -> None:
    numbers = stream(2)
    for bound in (1, 2, 6, 52):
        counts = Counter(below(numbers, bound) for _ in range(200 * bound))
        assert set(counts) <= set(range(bound))
        assert chisquare([counts[n] for n in range(bound)]).pvalue > ALMOST_NEVER or bound == 1


def test_numbers_that_would_be_uneven_are_passed_over() -> None:
    """A bound just over half the range makes every other number uneven; the mean shows it if none is passed over."""
    numbers, bound = stream(3), (1 << 31) - 1
    assert abs(np.mean([below(numbers, bound) / bound for _ in range(4000)]) - 0.5) < 0.03


def test_uniform_numbers_lie_from_0_up_to_1() -> None:
    numbers = stream(4)
    drawn = [uniform(numbers) for _ in range(4000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1


def test_every_order_of_a_shuffle_has_the_same_chance() -> None:
    numbers, counts = stream(5), Counter[tuple[int, ...]]()
    for _ in range(4800):
        cards = [0, 1, 2, 3]
        shuffle(numbers, cards, 4)
        counts[tuple(cards)] += 1
    assert chisquare([counts[order] for order in permutations(range(4))]).pvalue > ALMOST_NEVER


def test_streams_differ_and_come_again_from_their_seed() -> None:
    assert len({tuple(row) for row in streams(7, 100).tolist()}) == 100
    assert (streams(7, 3) == streams(7, 3)).all()
    assert (streams(7, 3) != streams(8, 3)).any()


@pytest.mark.compiled
def test_compiled_numbers_are_the_interpreted_ones() -> None:
    from numba import njit

    from fivefold.kernel import compiler

    compiler.register_rules()

    @njit
    def compiled(numbers: np.ndarray, cards: np.ndarray) -> tuple[int, int, float]:
        shuffle(numbers, cards, len(cards))
        return draw(numbers), below(numbers, 1000), uniform(numbers)

    ours, theirs = stream(9), streams(9, 1)[0]
    for _ in range(50):
        cards, others = list(range(20)), np.arange(20)
        shuffle(ours, cards, 20)
        assert (draw(ours), below(ours, 1000), uniform(ours)) == compiled(theirs, others)
        assert cards == others.tolist()
