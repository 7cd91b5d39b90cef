"""Reviews find planted blunders, and accuse nobody of good moves."""

from __future__ import annotations

from typing import Any

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.clear_up.solver import Solver, after
from fivefold.match.playing import play_on
from fivefold.search.limit import Limit

LONG = 10_000


def solved_clear_up() -> dict[str, Any]:
    """A match in which the hard bot solves it."""
    position = fivefold.start("clear_up")
    play_on(position, {0: find("clear_up").bot("hard", 0, 1)})
    assert position.winners == (0,)
    return position.record()


def with_a_fatal_jump(record: dict[str, Any], at: int) -> tuple[dict[str, Any], int, str]:
    """The same match up to a jump from which on it cannot be solved, at this ply or the next one that has such a jump;
    and which that is."""
    solver, game = Solver(find("clear_up").engine), find("clear_up")
    for ply in range(at, len(record["moves"])):
        position = fivefold.replay({**record, "moves": record["moves"][: ply - 1]})
        before = int(position.sight(0).veiled["pieces"][0])
        for action in position._legal_actions(0):
            if solver.solve(after(before, action), Limit(units=LONG).begin()) is False:
                move = game.text.write(position._s, 0, action)
                position.play(move)
                return position.record(), ply, move
    raise AssertionError("there is no fatal jump")


@pytest.mark.compiled
@pytest.mark.parametrize("at", [14, 18, 22])
def test_a_fatal_jump_of_clear_up_is_found(at: int) -> None:
    record, ply, move = with_a_fatal_jump(solved_clear_up(), at)
    (mistake,) = fivefold.review(record)
    assert (mistake.ply, mistake.seat, mistake.move) == (ply, 0, move)
    assert mistake.cost >= 2 / 32
    assert "one piece can still be reached" in mistake.reason.sentence
    better = fivefold.replay({**record, "moves": [*record["moves"][:-1], [0, mistake.better]]})
    verdict = fivefold.hint(better).verdict
    assert verdict is not None
    assert verdict.code == "solvable"


@pytest.mark.compiled
def test_a_match_that_is_solved_has_no_mistakes_and_says_how_far_it_is() -> None:
    done = []
    assert fivefold.review(solved_clear_up(), progress=lambda *far: done.append(far)) == []
    assert done == [(ply, 31) for ply in range(1, 32)]


@pytest.mark.compiled
def test_a_review_is_the_same_from_the_same_seed() -> None:
    record, _, _ = with_a_fatal_jump(solved_clear_up(), 16)
    assert fivefold.review(record, Limit(units=20), seed=3) == fivefold.review(record, Limit(units=20), seed=3)


def test_a_record_that_does_not_replay_is_refused() -> None:
    with pytest.raises(fivefold.BadRecord, match="ply 1: seat 0 cannot play"):
        fivefold.review({"game": "clear_up", "players": 1, "moves": [[0, "a1-a3"]]})
