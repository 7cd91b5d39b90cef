"""Dealing to groups that may hold only some kinds: every deal with the same chance, none that is impossible."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some
from scipy.stats import chisquare

from fivefold.kernel.bits import has
from fivefold.kernel.chance import streams
from fivefold.kernel.layout import PlainNumbers
from fivefold.kernel.sharing import share_out

Shares = tuple[tuple[int, ...], ...]


def plain(*numbers: int) -> PlainNumbers:
    return np.array(numbers, np.int64).view(PlainNumbers)


def drawn(counts: list[int], capacities: list[int], allowed: list[int], seed: int) -> Shares | None:
    shares = np.zeros((len(capacities), len(counts)), np.int64).view(PlainNumbers)
    stream = streams(seed, 1)[0].view(PlainNumbers)
    possible = share_out(plain(*counts), plain(*capacities), plain(*allowed), shares, stream)
    return tuple(tuple(row) for row in shares.tolist()) if possible else None


def enumerated(counts: list[int], capacities: list[int], allowed: list[int]) -> Counter[Shares]:
    """How many of all orders of the cards give each split, if the groups take the cards one after another."""
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    ways: Counter[Shares] = Counter()
    for order in permutations(cards):
        left, split, fits = list(order), [], True
        for capacity, kinds in zip(capacities, allowed, strict=True):
            here, left = left[:capacity], left[capacity:]
            fits = fits and all(has(kinds, kind) for kind in here)
            split.append(tuple(here.count(kind) for kind in range(len(counts))))
        if fits:
            ways[tuple(split)] += 1
    return ways


@pytest.mark.parametrize(
    ("counts", "capacities", "allowed"),
    [
        ([2, 2, 2], [2, 2, 2], [0b011, 0b110, 0b111]),
        ([3, 2, 1], [1, 2, 3], [0b101, 0b011, 0b111]),
        ([4, 3], [3, 4], [0b11, 0b11]),
        ([2, 2, 2, 1], [1, 1, 2, 3], [0b1110, 0b0011, 0b1101, 0b1111]),
        ([1, 3, 3], [2, 2, 3], [0b111, 0b110, 0b111]),
    ],
)
def test_every_deal_has_the_same_chance(counts: list[int], capacities: list[int], allowed: list[int]) -> None:
    expected = enumerated(counts, capacities, allowed)
    rounds = 4000
    found = Counter(drawn(counts, capacities, allowed, seed) for seed in range(rounds))
    assert set(found) <= set(expected), "an impossible deal"
    total = sum(expected.values())
    observed = [found[split] for split in expected]
    assert chisquare(observed, [rounds * ways / total for ways in expected.values()]).pvalue > 1e-6


@settings(max_examples=150, deadline=None)
@given(some.data())
def test_a_deal_is_found_exactly_where_there_is_one(data: some.DataObject) -> None:
    counts = data.draw(some.lists(some.integers(0, 3), min_size=1, max_size=3))
    assume(0 < sum(counts) <= 6)
    cuts = sorted(data.draw(some.lists(some.integers(0, sum(counts)), max_size=3)))
    capacities = [b - a for a, b in zip([0, *cuts], [*cuts, sum(counts)], strict=True)]
    allowed = [data.draw(some.integers(0, (1 << len(counts)) - 1)) for _ in capacities]
    expected = enumerated(counts, capacities, allowed)
    split = drawn(counts, capacities, allowed, 1)
    assert split in expected if expected else split is None
