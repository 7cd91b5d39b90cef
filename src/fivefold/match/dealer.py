"""Shuffles for a match.

All shuffles of a match derive from one key of 32 bytes, drawn from the operating system unless a seed is given. For
shuffle number n (from 0) the key is stretched into a stream of bytes: SHA-256 of the key, n and a block number (both
as 8 bytes, most significant first), block after block. From the last place down to the second, each place takes the
card of a place at or before it, which a number of 4 bytes from the stream chooses: numbers that would make one place
likelier than another are passed over.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import TypeVar

Card = TypeVar("Card")

NUMBERS = 1 << 32


def key_of(seed: int) -> bytes:
    """The key that a seed stands for."""
    return hashlib.sha256(f"fivefold seed {seed}".encode()).digest()


class Dealer:
    """Shuffles one pack after another; a copy goes on with the same shuffles."""

    def __init__(self, seed: int | None = None, key: bytes | None = None) -> None:
        self.key = key or (secrets.token_bytes(32) if seed is None else key_of(seed))
        self.done = 0

    def copy(self) -> Dealer:
        other = Dealer(key=self.key)
        other.done = self.done
        return other

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """The cards in an order in which each order has the same chance."""
        numbers = self._numbers(self.done)
        self.done += 1
        shuffled = list(cards)
        for place in range(len(shuffled) - 1, 0, -1):
            even = NUMBERS - NUMBERS % (place + 1)
            number = next(number for number in numbers if number < even)
            other = number % (place + 1)
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        return shuffled

    def _numbers(self, shuffle: int) -> Iterator[int]:
        block = 0
        while True:
            digest = hashlib.sha256(self.key + shuffle.to_bytes(8) + block.to_bytes(8)).digest()
            for i in range(0, len(digest), 4):
                yield int.from_bytes(digest[i : i + 4])
            block += 1
