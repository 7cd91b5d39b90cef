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
        took = [timed(repeated, hands, jokers, row, rank) for row in range(-1, HANDS)][1:]  # the first call compiles
        median, late, most = np.percentile(took, [50, 99, 100])
        rows.append([str(size), f"{median:.2f} µs", f"{late:.2f} µs", f"{most:.0f} µs"])
    table("Least unused points of a hand of Five Crowns", ["cards", "median", "99th percentile", "longest"], rows)


def timed(repeated: object, hands: np.ndarray, jokers: np.ndarray, row: int, rank: int) -> float:
    """Microseconds a call, the best of three."""
    best, chosen = float("inf"), np.full(REPEATS, row)
    for _ in range(3):
        began = time.perf_counter()
        repeated(hands, jokers, chosen, rank)  # type: ignore[operator]
        best = min(best, time.perf_counter() - began)
    return best / REPEATS * 1e6
