"""The terminal client, driven by what a player types."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

import fivefold
from fivefold.cli import main


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def typed(lines: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = main(["play", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return typed


@pytest.mark.parametrize("game", fivefold.games())
def test_a_match_is_played_to_its_end_by_always_taking_the_first_move(game: str, typed: Any) -> None:
    status, out, err = typed("1\n" * 3000, game, "--seed", "3")
    assert (status, err) == (0, "")
    assert any(end in out for end in ("You win!", "Won by", "You share", "olved"))


def test_without_a_game_one_is_asked_for(typed: Any) -> None:
    status, out, _ = typed("chess\n0\nclear_up\nq\n")
    assert status == 0
    assert "which game?" in out
    assert "There is no game" in out
    assert "Clear Up: Jump piece over piece" in out
    assert out.endswith("Good-bye.\n")


def test_a_game_can_be_chosen_by_number_and_left_at_once(typed: Any) -> None:
    assert "Clear Up" in typed("1\nq\n")[1]
    assert typed("q\n")[1].endswith("Good-bye.\n")
    assert typed("")[1].endswith("Good-bye.\n")


def test_moves_are_typed_as_the_game_writes_them_and_refused_with_the_reason(typed: Any) -> None:
    _, out, _ = typed("a4-a5\na1-c1\nm\nv\na4-a6\n", "clear_up")
    assert "That is not a move of this game" in out
    assert "There is no piece on a1." in out
    assert out.count("left: 32") == 2
    assert "left: 31" in out


def test_a_number_that_is_a_move_is_that_move(typed: Any) -> None:
    _, out, _ = typed("4\n", "number_poker", "--players", "2", "--seed", "1")
    assert "shown: 4" in out


def test_others_moves_are_seen_as_the_player_may_see_them(typed: Any) -> None:
    _, out, _ = typed("1\n", "number_poker", "--players", "3", "--seat", "2")
    assert "seat 0: ?" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("fivs",), "did you mean fives?"),
        (("fives", "--seat", "4"), "the seat is a number from 0 to 3"),
        (("fives", "--players", "9"), "3 to 4 players"),
        (("fives", "--option", "x=1"), "no option"),
    ],
)
def test_a_wrong_start_is_told_in_one_line(typed: Any, arguments: tuple[str, ...], says: str) -> None:
    status, out, err = typed("", *arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert says in err


def test_what_others_do_unnoticed_is_not_told(typed: Any) -> None:
    _, out, _ = typed("ready\n", "score5", "--players", "3", "--seed", "3")
    assert "seat 1: ?" not in out
    assert "seat 1: ready" in out
