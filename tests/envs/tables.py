"""Which matches the interfaces are tried on: every game with its fewest and its most players, and short ones."""

from __future__ import annotations

from fivefold.games import all_games, find

SHORT = {"turn_limit": 2, "change_limit": 3, "draw_after": 4}
"""Matches that could be long end soon."""

TABLES = [
    (game.id, players)
    for game in all_games().values()
    for players in sorted({game.about.fewest, game.about.most})
]  # fmt: skip


def short(game: str) -> dict[str, int]:
    return {option.name: SHORT[option.name] for option in find(game).about.options if option.name in SHORT}
