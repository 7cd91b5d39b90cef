"""Torris' bots: what they take, when they see the end, and what they say of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.torris.judging import key, look_round
from fivefold.games.torris.rules import State
from fivefold.match.playing import play_on
from fivefold.match.position import Position
from fivefold.search.limit import Limit

from .test_torris import table
from .thinking import said, weighed

GAME = find("torris")

pytestmark = pytest.mark.compiled


def match(seed: int) -> Position:
    """A whole match between two hard bots that think little."""
    position = fivefold.start("torris", seed=seed)
    play_on(position, {seat: GAME.bot("hard", seat, seed + seat, Limit(units=500)) for seat in range(2)})
    return position


def at(whole: Position, ply: int) -> Position:
    record = whole.record()
    return fivefold.replay({**record, "moves": record["moves"][:ply]})


def movable(position: Position) -> int:
    """How many pieces, of either colour, could move."""
    s: Any = position._s
    count = 0
    for seat in range(2):
        for square in range(32):
            if s.tops[seat] >> square & 1:
                only = State(position._states.copy())
                only.tops[seat] = 1 << square
                only.tops[1 - seat] = (s.tops[0] | s.tops[1]) & ~(1 << square)
                count += look_round(only, seat)[0] > 0
    return count


TEN_CAN_MOVE = {
    "b1": "w3", "c1": "b2 w4", "d1": "w2 b2", "e1": "w2", "b2": "w3 b4", "c2": "b3 b4", "d2": "w3", "e2": "w4 b3",
    "f2": "w4", "b3": "w1 b4 w4", "c3": "b3", "d3": "w1 b3 b2 w2", "e3": "b4", "b4": "b1 w1", "c4": "b2", "d4": "b1",
    "e4": "b1 w1", "f4": "b1 w3", "g4": "w2",
}  # fmt: skip
"""White is to move: six of eight moves win. It takes 260,000 positions to see that."""
ALL_OUTCOMES = {
    "a1": "b1 w4", "b1": "w1 b3", "d1": "w4", "e1": "w3", "b2": "b1 w3 w3 b4", "c2": "b2 w1", "d2": "w1 b2",
    "e2": "b3 w2 b4", "d3": "b2 w2 w1", "e3": "b4", "f3": "b2 w4", "g3": "w4 b1 w3", "g4": "w2 b3", "h4": "w2 b3 b4 b1",
}  # fmt: skip
"""White is to move: a move may win, draw or lose."""
WHOLE = 1_000_000


def points_of(verdict: str | None) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall("[0-9]+", verdict or ""))


# --- the end is seen --------------------------------------------------------------------------------------------------


def test_with_ten_pieces_that_can_move_the_match_is_seen_to_its_end() -> None:
    position = table(TEN_CAN_MOVE)
    assert movable(position) == 10
    verdict = said(position, units=WHOLE).verdict
    assert verdict == "This is won: with the best play of both it ends 24 to 8."
    assert sorted(weighed(position, units=WHOLE).values()) == [-1.0] * 2 + [1.0] * 6


@pytest.mark.parametrize("stacks", [TEN_CAN_MOVE, ALL_OUTCOMES])
def test_what_is_said_of_the_end_comes_true(stacks: dict[str, str]) -> None:
    position = table(stacks)
    points = points_of(said(position, units=WHOLE).verdict)
    for seat in range(2):
        assert sum(points) == 32
        bots = {other: GAME.bot("hard", other, seat, Limit(units=WHOLE)) for other in range(2)}
        ended = position.copy()
        play_on(ended, bots)
        assert ended.scores == points


def test_each_move_is_told_by_how_it_ends() -> None:
    """After a move that wins the other seat is told that it loses, and with how many points."""
    position = table(ALL_OUTCOMES)
    for move, value in weighed(position, units=WHOLE).items():
        after = position.copy()
        after.play(move)
        verdict = said(after, units=WHOLE).verdict or ""
        began = {1.0: "This is lost", 0.0: "With the best play nobody wins", -1.0: "This is won"}
        assert after.to_act == (1,)
        assert verdict.startswith(began[value])


def test_the_best_of_several_moves_that_win_brings_the_most_points() -> None:
    position = table(ALL_OUTCOMES)
    move, reason, verdict = said(position, units=WHOLE)
    assert reason == "It wins, as do 2 of the 4 moves; none wins with more points."
    best = points_of(verdict)[0]
    for other, value in weighed(position, units=WHOLE).items():
        after = position.copy()
        after.play(other)
        told = points_of(said(after, units=WHOLE).verdict)
        assert value < 1.0 or (told[1] == best if other == move else told[1] <= best)


def test_a_win_that_is_certain_is_told_before_its_points_are() -> None:
    assert said(table(TEN_CAN_MOVE), units=60_000).verdict == "This position is won."


def test_of_an_open_position_nothing_certain_is_said() -> None:
    assert said(fivefold.start("torris", seed=1), units=2_000).verdict is None


# --- what is taken ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_greedy_takes_as_many_points_as_it_can(seed: int) -> None:
    position = at(match(seed), 6)
    (seat,) = position.to_act
    scores = {}
    for move in position.legal(seat):
        after = position.copy()
        after.play(move)
        scores[move] = after.scores[seat]
    move, reason, _ = said(position, "greedy")
    assert scores[move] == max(scores.values())
    assert reason == "It brings the most points at once."


def test_a_stack_that_is_taken_is_told_of() -> None:
    told = {said(at(match(seed), 4), units=500).reason for seed in range(6)}
    assert any(re.fullmatch(r"It takes the stack on [a-h][1-4], which is then \d high\.", reason) for reason in told)


# --- what the search is told ------------------------------------------------------------------------------------------


def test_positions_are_told_apart_by_every_stack_and_by_who_moves() -> None:
    seen: dict[int, str] = {}
    for seed in range(4):
        whole = match(seed)
        for ply in range(len(whole.moves)):
            table_now = at(whole, ply).view(None)["table"]
            here = str((table_now["stacks"], at(whole, ply).to_act))
            assert seen.setdefault(key(at(whole, ply)._s), here) == here  # type: ignore[arg-type]
    assert len(seen) > 80
    stacks = {"a1": "w1", "b1": "b1 w1"}
    assert key(table(stacks, 0)._s) != key(table({**stacks, "c1": "w2"}, 1)._s)  # type: ignore[arg-type]


# --- reviews and hints ------------------------------------------------------------------------------------------------


def with_a_blunder(whole: Position) -> tuple[dict[str, Any], int, str]:
    """The match up to a move that throws a certain win away; its ply, and the move."""
    for ply in range(len(whole.moves)):
        position = at(whole, ply)
        values = weighed(position)
        if set(values.values()) >= {-1.0, 1.0} and set(values.values()) <= {-1.0, 0.0, 1.0}:
            blunder = min(values, key=lambda move: values[move])
            position.play(blunder)
            return position.record(), ply + 1, blunder
    raise AssertionError("nobody could throw a win away")


def test_a_review_finds_a_certain_win_that_was_thrown_away() -> None:
    record, ply, blunder = with_a_blunder(match(3))
    mistake = fivefold.review(record)[-1]
    assert (mistake.ply, mistake.move, mistake.cost, mistake.exact) == (ply, blunder, 2.0, True)
    better = fivefold.replay({**record, "moves": [*record["moves"][:-1], [mistake.seat, mistake.better]]})
    verdict = fivefold.hint(better, better.to_act[0]).verdict
    assert verdict is not None
    assert verdict.code.startswith("losing" if better.to_act[0] != mistake.seat else "winning")


def test_a_review_of_the_end_of_a_match_between_hard_bots_finds_nothing() -> None:
    position = fivefold.start("torris", seed=5)
    play_on(position, {seat: GAME.bot("hard", seat, seat) for seat in range(2)})
    assert not [mistake for mistake in fivefold.review(position.record()) if mistake.exact]
