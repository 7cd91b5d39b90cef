"""Clear Up's bots, and whether one piece can still be reached."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.clear_up.solver import Solver, after
from fivefold.kernel.bits import size
from fivefold.match.playing import play_on
from fivefold.search.limit import Limit

from .clear_up_exhaustively import fewest_left

GAME = find("clear_up")
LONG = 100_000


def thinker(name: str, seed: int = 1, units: int | None = None) -> Thinker:
    made = GAME.bot(name, 0, seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def left_by(name: str, seed: int, units: int | None = None) -> int:
    """The pieces left at the end of a match that the bot plays."""
    position = fivefold.start("clear_up")
    play_on(position, {0: GAME.bot(name, 0, seed, units and Limit(units=units))})
    return position.scores[0]


def at_random(seed: int) -> Iterator[fivefold.Position]:
    """A match played at random, position by position: always the same object."""
    position, chance = fivefold.start("clear_up"), random.Random(seed)
    while not position.over:
        position.play(chance.choice(position.legal(0)))
        yield position


def pieces(position: fivefold.Position) -> int:
    return int(position.sight(0).veiled["pieces"][0])


def placed(*squares: str) -> fivefold.Position:
    position = fivefold.start("clear_up")
    position._s.pieces = sum(1 << "abcdef".index(square[0]) + 6 * (int(square[1]) - 1) for square in squares)  # type: ignore[attr-defined]
    return position


def outlook(solver: Solver, position: int) -> tuple[bool, int]:
    """The verdict, and the fewest pieces."""
    found = solver.consider(position, Limit(units=LONG).begin())
    assert found.certain
    assert found.solvable is not None
    return found.solvable, found.left


@pytest.mark.compiled
def test_verdicts_agree_with_an_exhaustive_search_of_positions_reached_at_random() -> None:
    solver = Solver(GAME.engine)
    decided = [0, 0]
    for seed in range(60):
        for position in at_random(seed):
            if position.scores[0] <= 18:
                solvable, left = outlook(solver, pieces(position))
                assert left == fewest_left(pieces(position))
                assert solvable is (left == 1)
                decided[solvable] += 1
    assert decided[0] > 500
    assert decided[1] > 20


@pytest.mark.compiled
def test_early_positions_are_solved_by_playing_or_are_exhausted() -> None:
    solver = Solver(GAME.engine)
    decided = [0, 0]
    for seed in range(100, 116):
        for position in at_random(seed):
            if position.scores[0] >= 19:
                solvable, left = outlook(solver, pieces(position))
                decided[solvable] += 1
                if not solvable:
                    assert left == fewest_left(pieces(position))
                    break
                solved = position.copy()
                for action in solver.way(pieces(position)):
                    solved.play(GAME.text.write(solved._s, 0, action))
                assert solved.winners == (0,)
    assert decided[0] > 5
    assert decided[1] > 80


def test_verdicts_are_the_same_without_a_compiler() -> None:
    solver = Solver(GAME.match_engine)
    assert outlook(solver, pieces(placed("c2", "d3", "d4"))) == (True, 1)
    for seed in range(30):
        late = next(pieces(position) for position in at_random(seed) if position.scores[0] <= 11)
        left = fewest_left(late)
        assert outlook(solver, late) == (left == 1, left)


@pytest.mark.compiled
@pytest.mark.parametrize("units", [1, 80])
def test_hard_always_solves_it_from_the_start(units: int) -> None:
    assert [left_by("hard", seed, units) for seed in range(3)] == [1, 1, 1]


@pytest.mark.compiled
def test_hard_leaves_as_few_as_there_can_be_where_it_cannot_be_solved() -> None:
    played = 0
    for seed in range(200, 220):
        for position in at_random(seed):
            if position.scores[0] == 16:
                fewest = fewest_left(pieces(position))
                play_on(position, {0: thinker("hard")})
                assert position.scores == (fewest,)
                played += fewest > 1
                break
    assert played > 5


@pytest.mark.compiled
def test_pieces_left_fall_from_level_to_level() -> None:
    matches = {"random": 40, "easy": 40, "medium": 40, "hard": 1}
    left = {name: sum(left_by(name, seed) for seed in range(count)) / count for name, count in matches.items()}
    assert left["random"] - 1 > left["easy"] > left["medium"] + 1.5 > left["hard"] + 2
    assert left["hard"] == 1


def told(hard: Thinker, position: fivefold.Position) -> tuple[str, str, str]:
    """The best move, its reason and the verdict, in words."""
    sight = position.sight(0)
    weighed = hard.weigh(sight)
    reason, verdict = hard.reason(sight, weighed.best, weighed), hard.verdict(sight)
    assert verdict is not None
    move = GAME.text.write(position._s, 0, weighed.best)
    say = GAME.catalogue.sentence
    return move, say("reasons", reason.code, reason.arguments), say("verdicts", verdict.code, verdict.arguments)


def test_the_only_jump_that_keeps_a_solution_is_named_as_such() -> None:
    move, reason, verdict = told(thinker("hard"), placed("c2", "d3", "d4"))
    assert move == "d4-d2"
    assert reason == "It is the only one of 2 jumps after which one piece can still be reached."
    assert verdict == "This can be solved in 2 jumps: d4-d2 c2-e2."


def test_a_position_that_cannot_be_solved_is_said_to_be_so() -> None:
    _, reason, verdict = told(thinker("hard"), placed("b2", "c2", "b3", "e5", "f1"))
    assert reason == "One piece can no longer be reached; on this way 4 are left, as few as on any that is known."
    assert verdict == "This can no longer be solved: 4 pieces are the fewest that can be left."


def test_positions_of_the_end_are_judged_too() -> None:
    hard = thinker("hard")
    for squares, code in ((("b2",), "solved"), (("b2", "e5"), "unsolvable")):
        verdict = hard.verdict(placed(*squares).sight(0))
        assert verdict is not None
        assert verdict.code == code


def test_greedy_leaves_itself_the_most_jumps() -> None:
    greedy, position = thinker("greedy"), fivefold.start("clear_up")
    while not position.over:
        jumps = {}
        for move in position.legal(0):
            tried = position.copy()
            tried.play(move)
            jumps[move] = len(tried.legal(0))
        chosen = greedy.choose(position.sight(0))
        assert jumps[chosen] == max(jumps.values())
        position.play(chosen)


def test_a_jump_exchanges_full_and_empty() -> None:
    for position in at_random(1):
        for action in position._legal_actions(0):
            tried = position.copy()
            tried.play(GAME.text.write(tried._s, 0, action))
            assert after(pieces(position), action) == pieces(tried)
            assert size(pieces(tried)) == position.scores[0] - 1
