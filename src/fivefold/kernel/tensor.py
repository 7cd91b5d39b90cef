"""Tensors for programs that learn: what a seat may know as whole numbers, in named parts, one behind the other.

A game declares the parts, and a rule writes them from a veiled state into a row of zeros. Seats are counted from the
one that looks, clockwise, so that every seat sees the table from its own place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .rules import rule

Numbers = NDArray[np.int16]


@dataclass(frozen=True)
class Part:
    """Numbers that belong together, from `least` to `most` each."""

    shape: tuple[int, ...]
    least: int = 0
    most: int = 1


def flags(*shape: int) -> Part:
    """Numbers that are 0 or 1."""
    return Part(shape)


def numbers(*shape: int, most: int, least: int = 0) -> Part:
    return Part(shape, least, most)


class Tensor:
    """The parts of a flat tensor, by name.

    >>> tensor = Tensor(hand=flags(13), chips=numbers(4, most=50))
    >>> HAND, CHIPS = tensor.starts
    >>> tensor.size, CHIPS
    (17, 13)
    >>> tensor.named(np.arange(17))["chips"]
    array([13, 14, 15, 16])
    """

    def __init__(self, **parts: Part) -> None:
        self.parts: Mapping[str, Part] = parts
        ends = np.cumsum([prod(part.shape) for part in parts.values()]).tolist()
        self.starts: tuple[int, ...] = (0, *ends[:-1])
        """Where each part begins, in the order of their declaration."""
        self.size: int = ends[-1]

    def named(self, flat: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The parts of a flat tensor, or of many whose last axis is flat; they share its memory."""
        return {
            name: flat[..., start : start + prod(part.shape)].reshape(*flat.shape[:-1], *part.shape)
            for start, (name, part) in zip(self.starts, self.parts.items(), strict=True)
        }

    def limits(self) -> tuple[Numbers, Numbers]:
        """The least and the most that each number can be."""
        sizes = [prod(part.shape) for part in self.parts.values()]
        least, most = ([getattr(part, end) for part in self.parts.values()] for end in ("least", "most"))
        return np.repeat(least, sizes).astype(np.int16), np.repeat(most, sizes).astype(np.int16)


@rule
def put_set(out: Any, start: int, numbers: int, count: int) -> None:
    """A flag for each of the first `count` numbers that a set can hold."""
    for n in range(count):
        out[start + n] = (numbers >> n) & 1


@rule
def put_choice(out: Any, start: int, n: int) -> None:
    """The flag of a number; none where it is below zero, which stands for nothing."""
    if n >= 0:
        out[start + n] = 1


@rule
def seat_from(seat: int, other: int, players: int) -> int:
    """How many places the other seat is away from this one, clockwise; below zero if it is no seat."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + players
