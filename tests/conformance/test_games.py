"""Every game that the registry finds passes every check."""

from __future__ import annotations

import pytest

from fivefold.games import all_games

from .checks import CHECKS, Check


@pytest.mark.parametrize("game", list(all_games()))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_game_passes(check: Check, game: str) -> None:
    check(all_games()[game])
