"""Random numbers for playouts, batches and searches: xoshiro128++ (Blackman and Vigna), one small array a stream.

The same arithmetic runs compiled and interpreted and gives the same numbers. Live matches do not use it:
their shuffles come from `match/dealer.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .rules import rule

Stream = NDArray[np.int64]
"""Four words of 32 bits: the state of one stream of random numbers."""

WORD = 0xFFFFFFFF
RANGE = 1 << 32


def streams(seed: int, count: int) -> NDArray[np.int64]:
    """`count` independent streams from one seed, a row each."""
    words = np.random.SeedSequence(seed).generate_state(4 * count, np.uint32).reshape(count, 4)
    words[:, 0] |= 1  # a stream of four zeros would stay zero
    return words.astype(np.int64)


@rule
def draw(stream: Any) -> int:
    """The next 32 random bits."""
    a, b, c, d = int(stream[0]), int(stream[1]), int(stream[2]), int(stream[3])
    total = (a + d) & WORD
    drawn = ((((total << 7) | (total >> 25)) & WORD) + a) & WORD
    shifted = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    stream[0], stream[1], stream[2], stream[3] = a, b, c, ((d << 11) | (d >> 21)) & WORD
    return drawn


@rule
def below(stream: Any, n: int) -> int:
    """A number from 0 to n - 1, each with exactly the same chance (Lemire's method); n is at most 2^31."""
    product = draw(stream) * n
    if product & WORD < n:
        uneven = RANGE % n
        while product & WORD < uneven:
            product = draw(stream) * n
    return product >> 32


@rule
def uniform(stream: Any) -> float:
    """A number from 0 up to, but not, 1."""
    return (draw(stream) * 2097152 + (draw(stream) >> 11)) / 9007199254740992.0


@rule
def shuffle(stream: Any, cards: Any, count: int) -> None:
    """Brings the first `count` cards into an order in which each order has the same chance."""
    for left in range(count - 1, 0, -1):
        other = below(stream, left + 1)
        cards[left], cards[other] = cards[other], cards[left]
