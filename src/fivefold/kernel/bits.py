"""Sets of small numbers (cards, squares, seats) as the bits of one integer: number n is in the set where bit n is 1.

A set holds numbers 0 to 62, so that it is never negative, compiled or interpreted. Where a processor has an
instruction for one of these, compiled rules use it (`compiler.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from .rules import rule

LARGEST = 63
"""A set can hold this many numbers."""


@rule
def bit(n: int) -> int:
    """The set of n alone."""
    return 1 << n


@rule
def first(n: int) -> int:
    """The set of all numbers below n."""
    return (1 << n) - 1


@rule
def has(numbers: int, n: int) -> bool:
    return (numbers >> n) & 1 == 1


def size(numbers: int) -> int:
    """How many numbers the set holds."""
    return numbers.bit_count()


def lowest(numbers: int) -> int:
    """The lowest number of a set that is not empty."""
    return (numbers & -numbers).bit_length() - 1


@rule
def nth(numbers: int, n: int) -> int:
    """The n-th lowest number, counted from 0, of a set that holds more than n."""
    found = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = numbers & first(half)
        if n < size(low):
            numbers = low
        else:
            n -= size(low)
            numbers >>= half
            found += half
    return found


def members(numbers: int) -> Iterator[int]:
    """The numbers, ascending. Not for compiled rules: those loop with `lowest`."""
    while numbers:
        yield lowest(numbers)
        numbers &= numbers - 1
