"""Where compiled code is kept, and under which name: Numba alone does not notice that a called function changed."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
SHARED = ("kernel", "search")
"""What the compiled code of every game is made of, beside the game's own folder."""
BORROWED = re.compile(r"fivefold\.games\.(\w+)")


def game_folders(game: str) -> set[str]:
    """The game's folder, and those of the games whose rules it uses."""
    found, to_read = set(), {game}
    while to_read:
        name = to_read.pop()
        found.add(name)
        for file in (PACKAGE / "games" / name).rglob("*.py"):
            to_read |= {other for other in BORROWED.findall(file.read_text()) if is_game(other)} - found
    return found


def is_game(name: str) -> bool:
    return (PACKAGE / "games" / name / "about.toml").is_file()


def sources_of(game: str) -> Iterator[Path]:
    """The files that the game's compiled code is made of."""
    folders = [*SHARED, *(f"games/{name}" for name in sorted(game_folders(game)))]
    for folder in folders:
        yield from sorted((PACKAGE / folder).rglob("*.py"))


@cache
def key_of(game: str) -> str:
    """A hash of Numba's version and of those sources: code compiled from others must not be used."""
    digest = hashlib.sha256(version("numba").encode())
    for file in sources_of(game):
        digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def folder() -> Path:
    """FIVEFOLD_CACHE, or else a folder in the user's cache folder."""
    chosen = os.environ.get("FIVEFOLD_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fivefold"


def of_game(game: str) -> Path:
    """The folder of one game's compiled code, as of its present sources."""
    return folder() / game / key_of(game)
