"""The bots of every game that the registry finds pass every check of bots."""

from __future__ import annotations

import pytest

from fivefold.games import all_games

from .bot_checks import BOT_CHECKS, Check


@pytest.mark.parametrize("game", list(all_games()))
@pytest.mark.parametrize("check", BOT_CHECKS, ids=lambda check: check.__name__)
def test_the_bots_pass(check: Check, game: str) -> None:
    check(all_games()[game])
