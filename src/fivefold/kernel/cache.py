"""Where compiled code is kept, and under which name: Numba alone does not notice that a called function changed."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def sources() -> str:
    """A hash of Numba's version and of all the package's sources: code compiled from others must not be used."""
    digest = hashlib.sha256(version("numba").encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def folder() -> Path:
    """FIVEFOLD_CACHE, or else a folder in the user's cache folder."""
    chosen = os.environ.get("FIVEFOLD_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fivefold"


def of_game(game: str) -> Path:
    """The folder of one game's compiled code, as of the package's present sources."""
    return folder() / sources() / game
