"""How long the least unused points of a hand of Five Crowns take, in a compiled loop, hand by hand."""

from __future__ import annotations

import random
import time

import numpy as np

from fivefold.games.five_crowns.cards import COPIES, ONE_GAME, RANKS, add_card, fill_pack
from fivefold.games.five_crowns.melds import unused_points
from fivefold.kernel.layout import PlainNumbers

from .timing import table

HANDS = 4000
REPEATS = 20


def dealt(size: int, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random hands from one game's cards, as rows of `hands` and `jokers`."""
    pack = np.zeros(2 * ONE_GAME, np.int64)
    fill_pack(1, pack)
    cards, chance = pack[:ONE_GAME].tolist(), random.Random(seed)
    hands, jokers = np.zeros((count, COPIES), np.int64), np.zeros(count, np.int8)
    plain_hands, plain_jokers = hands.view(PlainNumbers), jokers.view(PlainNumbers)
    for row in range(count):
        for card in chance.sample(cards, size):
            add_card(plain_hands, plain_jokers, row, card)
    return hands, jokers


def measure_melds() -> None:
    """Median and 99th percentile for the sizes of hands, each with its round's wild rank."""
    from numba import njit

    from fivefold.kernel.compiler import register_rules

    register_rules()

    @njit
    def repeated(hands: np.ndarray, jokers: np.ndarray, chosen: np.ndarray, rank: int) -> int:
        total = 0
        for row in chosen:  # the same one again and again, which the compiler cannot know
            total += unused_points(hands, jokers, row, rank)
        return total

    rows = []
    for size in (3, 5, 7, 9, 11, 13):
        hands, jokers = dealt(size, HANDS, seed=size)
        rank = (size - 3) % RANKS
        timed(repeated, hands, jokers, np.zeros(1, np.int64), rank)  # compiles
        took = [timed(repeated, hands, jokers, np.full(REPEATS, row), rank) for row in range(HANDS)]
        median, late, most = np.percentile(took, [50, 99, 100])
        mixed = timed(repeated, hands, jokers, np.random.default_rng(size).permutation(HANDS), rank)
        rows.append([str(size), *(f"{spent:.2f} µs" for spent in (median, late, most, mixed))])
    head = ["cards", "median", "99th percentile", "longest", "mean of different hands in turn"]
    table("Least unused points of a hand of Five Crowns", head, rows)


def timed(repeated: object, hands: np.ndarray, jokers: np.ndarray, chosen: np.ndarray, rank: int) -> float:
    """Microseconds a hand, the best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        repeated(hands, jokers, chosen, rank)  # type: ignore[operator]
        best = min(best, time.perf_counter() - began)
    return best / len(chosen) * 1e6
