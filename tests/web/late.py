"""Late positions: how long matches begin when a test plays them to their end, as a table's `beginning`."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import fivefold
from fivefold.match.position import Position

Policy = Callable[[Position, int, random.Random], str]
Reached = Callable[[dict[str, Any]], bool]


def at_random(position: Position, seat: int, rng: random.Random) -> str:
    return rng.choice(position.legal(seat))


def bids_small(position: Position, seat: int, rng: random.Random) -> str:
    """SCORE 5: now and then a card is added; the bid is ready soon."""
    moves = [move for move in position.legal(seat) if not move.startswith("-")]
    return "ready" if "ready" in moves and rng.random() < 0.7 else rng.choice(moves)


def melds_what_it_can(position: Position, seat: int, rng: random.Random) -> str:
    """Five Crowns: goes out if it can, else keeps what leaves the fewest points."""
    legal = position.legal(seat)
    if "draw" in legal or "pick" in legal:
        return rng.choice(legal)
    if out := [move for move in legal if move.startswith("out")]:
        return out[0]
    left = position.view(seat)["table"]["after"]
    return "discard " + str(min(left, key=lambda card: left[card]["points"]))


LATE: dict[str, tuple[int, Policy, Reached]] = {
    "fives": (3, at_random, lambda table: table["hand"] == 4),
    "green_fivura": (4, at_random, lambda table: table["hand"] == 4),
    "score5": (3, bids_small, lambda table: table["auction"] == 10),
    "number_poker": (4, at_random, lambda table: sum(map(sum, table["won"])) >= 2),
    "five_wins": (2, at_random, lambda table: table["phase"] == "moving"),
    "torris": (2, at_random, lambda table: max(table["highest"]) >= 3),
    "shell_game": (2, at_random, lambda table: (table["round"], table["mover"], table["phase"]) == (2, 1, "set")),
    "five_crowns": (3, melds_what_it_can, lambda table: table["round"] == 11),
    "five_crowns_solitaire": (1, at_random, lambda table: table["to_draw"] == 8),
    "clear_up": (1, at_random, lambda table: table["left"] <= 24),
}
"""By game: how many play, how they played so far, and when the test takes over."""


@cache
def late(game: str) -> Position:
    """The same position whenever it is asked for."""
    players, policy, reached = LATE[game]
    for seed in range(50):
        rng = random.Random(seed)
        position = fivefold.start(game, players=players, seed=seed)
        while not position.over:
            if reached(position.view(None)["table"]):
                return position
            seat = position.to_act[0]
            position.play(policy(position, seat, rng), seat)
    raise AssertionError(f"{game} never came that far")


def beginning(game: str) -> dict[str, Any]:
    record = late(game).record()
    return {"shuffles": record["shuffles"], "moves": record["moves"]}
