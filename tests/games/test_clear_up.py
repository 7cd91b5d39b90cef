"""Clear Up, rule by rule."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import fivefold
from fivefold.games import find

# One solution, as the rulings give it: jumps of one piece in a row are written as one chain.
SOLUTION = (
    "a4-a6 d1-f1 c4-a4 b6-b4 d5-b5 d3-d5 d6-d4 a3-a5-c5 b3-b5-d5-d3-b3 f4-d4 f3-d3-d5 f1-f3 d2-f2 b2-d2 e5-c5 "
    "c1-a1-a3-c3 f2-f4-f6-d6-b6 a6-c6-c4-c2-e2"
)
SQUARES = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]


def jumps(chains: str) -> list[str]:
    chained = [chain.split("-") for chain in chains.split()]
    return [f"{a}-{b}" for chain in chained for a, b in pairwise(chain)]


def pieces(position: fivefold.Position) -> set[str]:
    return set(position.view()["table"]["pieces"])


def with_pieces(*squares: str) -> fivefold.Position:
    position = fivefold.start("clear_up")
    position._s.pieces = sum(1 << SQUARES.index(square) for square in squares)  # type: ignore[attr-defined]
    return position


def test_it_begins_with_32_pieces_and_empty_corners() -> None:
    position = fivefold.start("clear_up")
    assert pieces(position) == set(SQUARES) - {"a1", "a6", "f1", "f6"}
    assert position.scores == (32,)
    assert position.legal(0) == ["a3-a1", "a4-a6", "c1-a1", "c6-a6", "d1-f1", "d6-f6", "f3-f1", "f4-f6"]


def test_the_known_solution_solves_it() -> None:
    position = fivefold.start("clear_up")
    for left, jump in enumerate(jumps(SOLUTION)):
        assert position.scores == (32 - left,)
        assert position.winners == ()
        position.play(jump)
    assert position.over
    assert pieces(position) == {"e2"}
    assert (position.scores, position.winners, position.rewards) == ((1,), (0,), (1.0,))


def test_it_ends_unsolved_when_no_jump_is_left() -> None:
    position = with_pieces("b2", "c2", "e5")
    position.play("b2-d2")
    assert position.over
    assert (position.scores, position.winners) == ((2,), ())
    assert position.rewards == (30 / 32,)


def test_corners_are_squares_like_the_others() -> None:
    position = fivefold.start("clear_up")
    position.play("a3-a1")
    assert "a1" in pieces(position)
    assert "a2" not in pieces(position)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("a1-c1", "no_piece"),
        ("b1-b3", "occupied"),
        ("d4-f4", "nothing_to_jump"),
        ("a1-a2", "unreadable"),
        ("e1-g1", "unreadable"),
        ("a1-c3", "unreadable"),
        ("a4-a6-c6", "unreadable"),
        ("a4-a6 ", "unreadable"),
        ("A4-A6", "unreadable"),
    ],
)
def test_a_jump_that_is_none_says_why(move: str, code: str) -> None:
    position = fivefold.start("clear_up")
    if code == "nothing_to_jump":
        position = with_pieces("d4", "b2", "c2")
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play(move)
    assert refused.value.code == code


def test_pieces_do_not_jump_round_the_edge() -> None:
    position = with_pieces("e1", "f1", "a3", "b3")
    assert position.legal(0) == ["a3-c3", "f1-d1"]


def naive_jumps(occupied: set[str]) -> list[str]:
    """Every jump of every piece, square by square."""
    found = []
    for square in occupied:
        column, row = "abcdef".index(square[0]), int(square[1])
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= column + 2 * x < 6 and 1 <= row + 2 * y <= 6:
                over = f"{'abcdef'[column + x]}{row + y}"
                to = f"{'abcdef'[column + 2 * x]}{row + 2 * y}"
                if over in occupied and to not in occupied:
                    found.append(f"{square}-{to}")
    return sorted(found)


def test_jumps_agree_with_a_naive_referee() -> None:
    for seed in range(40):
        position, chance = fivefold.start("clear_up"), random.Random(seed)
        while not position.over:
            assert position.legal(0) == naive_jumps(pieces(position))
            before = pieces(position)
            jump = chance.choice(position.legal(0))
            position.play(jump)
            gone = before - pieces(position) - {jump[:2]}
            assert len(gone) == 1
            assert pieces(position) - before == {jump[3:]}
        assert naive_jumps(pieces(position)) == []


def test_no_position_has_more_jumps_than_the_kernel_makes_room_for() -> None:
    """A line of six squares has four places to jump from in each direction, and there are twelve lines."""
    assert find("clear_up").rules.CHOICES == 2 * 12 * 4
