"""What tables can begin with besides a fresh shuffle: the puzzle of a day, a game's lesson."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache
from typing import Any

import msgspec

from fivefold.games import BadInput, all_games
from fivefold.games.catalogue import GAMES

from .messages import Beginning, Lesson, Puzzle
from .puzzles import MAKERS, puzzle_of, read_date
from .refusing import Refuse


def day_of(text: str) -> date:
    """The day that is meant: today, or one before, by universal time."""
    today = datetime.now(UTC).date()
    try:
        day = today if text == "today" else read_date(text)
    except BadInput as error:
        raise Refuse(404, "no_such_puzzle") from error
    if day > today:
        raise Refuse(404, "no_such_puzzle")
    return day


def puzzle(text: str, game: str) -> Puzzle:
    """The puzzle of a day, without its shuffles."""
    whole = whole_puzzle(text, game)
    return msgspec.structs.replace(whole, beginning=Beginning(moves=whole.beginning.moves))


def whole_puzzle(text: str, game: str) -> Puzzle:
    if game not in MAKERS:
        raise Refuse(404, "no_such_puzzle")
    return puzzle_of(day_of(text), game)


class WholeLesson(msgspec.Struct):
    """A game's `lesson.json`."""

    players: int
    shuffles: list[str]
    moves: list[tuple[int, str]]
    steps: list[dict[str, Any]]
    options: dict[str, Any] = {}
    seat: int = 0


@cache
def whole_lesson(game: str) -> WholeLesson:
    file = GAMES / game / "lesson.json"
    if game not in all_games() or not file.exists():
        raise Refuse(404, "no_such_lesson")
    return msgspec.json.decode(file.read_bytes(), type=WholeLesson)


def lesson(game: str) -> Lesson:
    """What is told in a game's lesson."""
    whole = whole_lesson(game)
    return msgspec.convert(
        {"game": game, "players": whole.players, "seat": whole.seat, "moves": whole.moves, "steps": whole.steps}, Lesson
    )
