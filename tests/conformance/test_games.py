"""Every game that the registry finds passes every check."""

from __future__ import annotations

import pytest

from fivefold.games import all_games

from .checks import CHECKS, NEED_NUMBA, Check


@pytest.mark.parametrize("game", list(all_games()))
@pytest.mark.parametrize(
    "check",
    [
        pytest.param(check, id=check.__name__, marks=[pytest.mark.compiled] if check in NEED_NUMBA else [])
        for check in CHECKS
    ],
)
def test_the_game_passes(check: Check, game: str) -> None:
    check(all_games()[game])
