"""Daily puzzles: the same for ever, legal from the start, solvable, and not solved by just any jump."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from fivefold.games import BadInput
from fivefold.match import Position, hint, replay
from fivefold.search.limit import Limit
from fivefold.server.messages import Puzzle
from fivefold.server.puzzles import MAKERS, puzzle_of, read_date

A_WEEK = [date(2026, 11, 16) + timedelta(days) for days in range(7)]


def begun(puzzle: Puzzle) -> Position:
    """The position that a puzzle begins from."""
    return replay(
        {
            "game": puzzle.game,
            "players": puzzle.players,
            "shuffles": puzzle.beginning.shuffles,
            "moves": puzzle.beginning.moves,
        }
    )


@pytest.mark.parametrize(
    ("day", "moves"),
    [
        ("2026-11-19", "c6-a6 b4-b6 c1-a1 d5-b5 f4-f6 a6-c6 b2-b4 a4-a6 a2-a4 c3-c1 f3-f1 ... d1-b1 a1-c1 f1-d1 e2-e4"),
        ("2030-01-06", "a4-a6 c5-a5 c1-a1 a6-a4 b3-b5 c3-c1 a2-c2 d6-f6 c6-a6 ... a3-a5 e5-c5 e3-e5 f5-d5 f3-f5 c5-e5"),
    ],
)
def test_the_puzzle_of_a_day_stays_what_it_is(day: str, moves: str) -> None:
    first, last = (part.split() for part in moves.split("..."))
    found = [move for _, move in puzzle_of(read_date(day)).beginning.moves]
    assert (found[: len(first)], found[-len(last) :]) == (first, last)


def test_the_deal_of_a_day_stays_what_it_is() -> None:
    puzzle = puzzle_of(date(2026, 11, 19), "five_crowns_solitaire")
    assert puzzle.beginning.shuffles[0].startswith("JC 6S 5S 5C JH 10* 7* KC 6D Jo 4* 4* KS")
    assert begun(puzzle).legal(0)


@pytest.mark.parametrize("day", A_WEEK, ids=lambda day: f"{day:%A}")
def test_a_puzzle_can_be_solved_but_not_after_just_any_jump(day: date) -> None:
    position = begun(puzzle_of(day))
    assert position.scores == (8 + day.weekday(),)
    jumps = position.legal(0)
    assert len(jumps) >= 3
    advice = hint(position, limit=Limit(units=1_000_000))
    assert advice.verdict is not None
    assert advice.verdict.code == "solvable"
    spoiling = 0
    for jump in jumps:
        after = position.copy()
        after.play(jump)
        verdict = not after.over and hint(after, limit=Limit(units=1_000_000)).verdict
        spoiling += not verdict or verdict.code.startswith("unsolvable")
    assert len(jumps) / 2 <= spoiling < len(jumps)


@pytest.mark.parametrize("game", MAKERS)
def test_every_day_is_another_puzzle(game: str) -> None:
    puzzles = [puzzle_of(day, game) for day in A_WEEK]
    assert len({str(puzzle.beginning) for puzzle in puzzles}) == len(A_WEEK)
    assert [puzzle.date for puzzle in puzzles] == [day.isoformat() for day in A_WEEK]


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "2026-1-1", "20261119", "2026-W47-4", "2026-11-19T00:00"])
def test_what_is_no_date_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadInput, match="a date is written as in"):
        read_date(text)


def test_a_game_without_puzzles_is_named() -> None:
    with pytest.raises(BadInput, match="there are daily puzzles of clear_up and five_crowns_solitaire"):
        puzzle_of(date(2026, 11, 19), "torris")
