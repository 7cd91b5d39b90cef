"""The lessons: matches that really can be played, told in every language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fivefold

GAMES = Path(fivefold.__file__).parent / "games"
WEB = Path(__file__).parents[2] / "web" / "src"
LEARNER = 0
TABLES = sorted(path.parent.name for path in WEB.glob("tables/*/Table.svelte"))


def lesson(game: str) -> dict[str, Any]:
    return dict(json.loads((GAMES / game / "lesson.json").read_text()))


def test_every_game_has_a_lesson() -> None:
    assert sorted(path.parent.name for path in GAMES.glob("*/lesson.json")) == fivefold.games()


@pytest.mark.parametrize("game", fivefold.games())
def test_the_match_of_a_lesson_can_be_played_to_its_end(game: str) -> None:
    told = lesson(game)
    end = fivefold.replay({"game": game, **{key: told[key] for key in ("players", "options", "shuffles", "moves")}})
    assert len(end.moves) == len(told["moves"])


@pytest.mark.parametrize("game", fivefold.games())
def test_a_lesson_has_a_few_steps_in_order_the_first_at_the_start_and_the_last_at_its_end(game: str) -> None:
    told = lesson(game)
    at = [step["at"] for step in told["steps"]]
    assert 5 <= len(at) <= 9
    assert at == sorted(set(at))
    assert (at[0], at[-1]) == (0, len(told["moves"]))


@pytest.mark.parametrize("game", fivefold.games())
def test_the_learner_has_something_to_do_in_a_lesson(game: str) -> None:
    told = lesson(game)
    assert told["moves"][0][0] == LEARNER
    assert sum(seat == LEARNER for seat, _ in told["moves"]) >= 3


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_step_is_told_in_every_language(game: str, language: str) -> None:
    texts = json.loads((WEB / "tables" / game / f"{language}.json").read_text())
    spoken = {key for key in texts if key.startswith("lesson.")}
    assert spoken == {step["say"] for step in lesson(game)["steps"]}
