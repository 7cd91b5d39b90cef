"""Lessons at tables: the others play what the lesson tells for as long as the learner does."""

from __future__ import annotations

from typing import Any

import pytest

from fivefold.games.catalogue import GAMES
from fivefold.match.position import Position

from .running import Running, Watch

LESSONS = sorted(file.parent.name for file in GAMES.glob("*/lesson.json"))


def own_part(lesson: dict[str, Any]) -> list[str]:
    return [move for seat, move in lesson["moves"] if seat == lesson["seat"]]


def turn(watch: Watch, seq: int) -> tuple[int, list[str]]:
    """The next view, from that seq on, in which the learner may move."""
    told = watch.until(lambda heard: heard.get("seq", -1) >= seq and bool((heard.get("view") or {}).get("legal")))
    return told["seq"], told["view"]["legal"]


def noticed_part(position: Position, seat: int, moves: list[str]) -> list[str]:
    """The first moves, up to one that the others notice."""
    position = position.copy()
    for number, move in enumerate(moves, 1):
        if position.notices(seat, move):
            return moves[:number]
        position.play(move, seat)
    raise AssertionError("nobody would notice")


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_goes_as_it_is_told(server: Running, game: str) -> None:
    with server.guest() as ada:
        lesson = ada.get(f"/api/lessons/{game}")
        assert "shuffles" not in lesson
        table = ada.table(game, lesson=True)
        with ada.watch(table) as watch:
            own, seq = own_part(lesson), 0
            while own:
                seq, legal = turn(watch, seq)
                assert own[0] in legal
                room = server.hub.rooms[table]
                room.course.moved_at -= 60_000  # who learns looks for as long as it takes
                assert room.course.position is not None
                message = noticed_part(room.course.position, lesson["seat"], own)
                own = own[len(message) :]
                seq = ada.play(table, *message, seq=seq)["seq"]
            made = server.hub.rooms[table].course.position
            assert made is not None
            learnt = [move for seat, move in made.moves if seat == lesson["seat"]]
            assert learnt[: len(own_part(lesson))] == own_part(lesson)
            told = [tuple(move) for move in lesson["moves"]]
            for seat in range(lesson["players"]):
                as_told = [move for other, move in told if other == seat]
                as_made = [move for other, move in made.moves if other == seat]
                assert as_made[: len(as_told)] == as_told[: len(as_made)]


def test_there_is_no_lesson_where_none_is_written(server: Running) -> None:
    with server.guest() as ada:
        assert ada.get("/api/lessons/chess", 404)["code"] == "no_such_lesson"
