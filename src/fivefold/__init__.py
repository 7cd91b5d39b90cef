"""Fivefold: ten tabletop games that share the number five, to play, to program and to study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fivefold.games import BadInput, all_games, find
from fivefold.games.catalogue import quoted
from fivefold.kernel.engine import Batch
from fivefold.match import BadRecord, Hint, IllegalMove, Mistake, Position, hint, replay, review, start

__all__ = [
    "BadInput",
    "BadRecord",
    "Hint",
    "IllegalMove",
    "Mistake",
    "Position",
    "batch",
    "games",
    "hint",
    "replay",
    "review",
    "start",
]


def games() -> list[str]:
    """The ids of all games.

    >>> "fives" in games()
    True
    """
    return list(all_games())


def batch(
    game: str,
    n: int,
    players: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    threads: int = 1,
    again: bool = True,
    checked: bool = True,
) -> Batch:
    """`n` matches of a game side by side, for programs that learn (`docs/batch.md`). Where one ends the next begins,
    unless `again` is false. Unless `checked` is, nobody looks whether actions are legal, which saves a little time.

    >>> matches = batch("number_poker", n=3, players=2, seed=1)
    >>> matches.legal().shape, matches.observe().shape
    ((3, 22), (3, 82))
    """
    found = find(game)
    number = found.check_players(found.about.usual if players is None else players)
    for name, value, least in (("n", n, 1), ("threads", threads, 1), ("seed", seed, 0)):
        if type(value) is not int or value < least:
            raise BadInput(f"{name} is a whole number from {least} on, not {quoted(value)}")
    return found.engine.batch(n, number, seed, found.option_numbers(options or {}), again, min(threads, n), checked)
