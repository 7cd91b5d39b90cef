"""The games. A folder here with an `about.toml` is a game; nothing else has to be told of it."""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path
from typing import Any

from .catalogue import quoted
from .game import About, BadInput, Game

__all__ = ["BadInput", "Game", "all_games", "find"]


@cache
def all_games() -> dict[str, Game]:
    """Every game by its id, in alphabetical order."""
    files = sorted(Path(__file__).parent.glob("*/about.toml"))
    return {file.parent.name: Game(file.parent.name, About.read(file)) for file in files}


def find(id: Any) -> Game:
    """The game of that id.

    >>> find("fives").about.name
    'Fives'
    """
    games = all_games()
    if not isinstance(id, str) or id not in games:
        near = difflib.get_close_matches(id, games, 1) if isinstance(id, str) else []
        hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(games)}"
        raise BadInput(f"there is no game {quoted(id)}; {hint}")
    return games[id]
