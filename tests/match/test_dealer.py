"""Shuffles: even, from the seed or from the operating system, and as documented byte by byte."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

from scipy.stats import chisquare

from fivefold.match.dealer import Dealer, key_of


def test_every_order_has_the_same_chance() -> None:
    dealer = Dealer(seed=1)
    counts = Counter(tuple(dealer.shuffle("abcd")) for _ in range(4800))
    assert chisquare([counts[order] for order in permutations("abcd")]).pvalue > 1e-6


def test_a_seed_gives_the_same_shuffles_again() -> None:
    one, again, other = Dealer(seed=5), Dealer(seed=5), Dealer(seed=6)
    shuffles = [one.shuffle(range(52)) for _ in range(3)]
    assert shuffles == [again.shuffle(range(52)) for _ in range(3)]
    assert shuffles != [other.shuffle(range(52)) for _ in range(3)]
    assert shuffles[0] != shuffles[1]


def test_without_a_seed_no_two_dealers_shuffle_alike() -> None:
    assert Dealer().shuffle(range(52)) != Dealer().shuffle(range(52))


def test_a_copy_goes_on_with_the_same_shuffles() -> None:
    dealer = Dealer()
    dealer.shuffle(range(9))
    copy = dealer.copy()
    assert copy.shuffle(range(52)) == dealer.shuffle(range(52))


def test_the_shuffle_is_the_documented_one() -> None:
    """Written a second time from the description, for a pack small enough for one block of numbers."""
    key = hashlib.sha256(b"fivefold seed 9").digest()
    assert key == key_of(9)
    block = hashlib.sha256(key + bytes(8) + bytes(8)).digest()
    numbers = [int.from_bytes(block[i : i + 4]) for i in range(0, 32, 4)]
    cards = list("abcde")
    for place in (4, 3, 2, 1):
        other = numbers.pop(0) % (place + 1)  # a number that had to be passed over is one in a billion
        cards[place], cards[other] = cards[other], cards[place]
    assert Dealer(seed=9).shuffle("abcde") == cards
