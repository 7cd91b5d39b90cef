"""Torris, as the rulebook and the rulings tell it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefold
from fivefold.games import BadInput, find
from fivefold.games.torris import rules
from fivefold.games.torris.text import kind_text
from fivefold.match.position import IllegalMove, Position

COLUMNS, ROWS = "abcdefgh", "1234"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
LAID_OUT = " ".join(f"{colour}{mark}" for colour in "wb" for mark in (1, 2, 3, 4) for _ in range(4))
"""White in the rows 1 and 2 (marks 1 1 1 1 2 2 2 2, then 3 and 4), black above."""


def table(stacks: dict[str, str], turn: int = 0, closing: str = "block") -> Position:
    """A position with these stacks, each written from bottom to top."""
    position = fivefold.start("torris", options={"closing": closing}, seed=1)
    kinds = {kind_text(kind): kind for kind in range(rules.KINDS)}
    states = rules.State.batch(1)
    states["players"], states["closing"] = 2, ["block", "line"].index(closing)
    s: Any = rules.State(states)
    laid = dict.fromkeys(range(rules.KINDS), 0)
    for square, name in enumerate(SQUARES):
        below = rules.NOTHING
        for text in stacks.get(name, "").split():
            piece = rules.ALIKE * kinds[text] + laid[kinds[text]]
            laid[kinds[text]] += 1
            s.beneath[piece], below = below, piece
            s.heights[square] += 1
        s.top[square] = below
        if below != rules.NOTHING:
            s.tops[rules.colour_of(below)] |= 1 << square
    assert all(count <= rules.ALIKE for count in laid.values())
    rules.pass_turn(s, 1 - turn)
    position._states = states
    return position


def stacks_of(position: Position) -> dict[str, str]:
    """The occupied squares, each stack from bottom to top."""
    shown = position.view(None)["table"]["stacks"]
    return {square: " ".join(stack) for square, stack in shown.items() if stack}


def after(stacks: dict[str, str], move: str, turn: int = 0, closing: str = "block") -> dict[str, str]:
    position = table(stacks, turn, closing)
    position.play(move, turn)
    return stacks_of(position)


def refusal(position: Position, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value


# --- the layout -------------------------------------------------------------------------------------------------------


def test_the_shuffle_is_laid_out_row_by_row_and_white_begins() -> None:
    position = fivefold.start("torris", shuffles=[LAID_OUT])
    assert position.to_act == (0,)
    assert position.record()["shuffles"] == [LAID_OUT]
    shown = position.view(None)["table"]["stacks"]
    assert list(shown) == SQUARES
    assert list(shown.values()) == [[piece] for piece in LAID_OUT.split()]
    assert (shown["a1"], shown["h2"], shown["a3"], shown["h4"]) == (["w1"], ["w4"], ["b1"], ["b4"])


def test_the_pack_has_four_pieces_of_each_mark_and_colour() -> None:
    pieces = fivefold.start("torris", seed=5).record()["shuffles"][0].split()
    assert sorted(pieces) == sorted(LAID_OUT.split())


@pytest.mark.parametrize("wrong", [LAID_OUT[:-3], LAID_OUT + " w1", LAID_OUT.replace("b4", "w1"), "x5 " + LAID_OUT[3:]])
def test_a_shuffle_of_other_pieces_is_refused(wrong: str) -> None:
    with pytest.raises(BadInput):
        fivefold.start("torris", shuffles=[wrong])


# --- moving -----------------------------------------------------------------------------------------------------------


def test_a_piece_moves_as_many_occupied_squares_as_its_mark_says_in_any_of_four_directions() -> None:
    row = {"a1": "b1", "b1": "b1", "c1": "b2", "d1": "w3", "e1": "b2", "f1": "b2", "g1": "b2", "h1": "b3"}
    assert table(row).legal(0) == ["d1-a1", "d1-g1"]
    assert table(row | {"d1": "w1"}).legal(0) == ["d1-c1", "d1-e1"]
    assert table(row | {"d1": "w2"}).legal(0) == ["d1-b1", "d1-f1"]
    assert table(row | {"d1": "w4"}).legal(0) == ["d1-h1"]
    column = {"c1": "b1", "c2": "w1", "c3": "b1", "c4": "b1"}
    assert table(column).legal(0) == ["c2-c1", "c2-c3"]
    assert table(column | {"c2": "w2"}).legal(0) == ["c2-c4"]
    assert table({"c1": "w3", "c2": "b1", "c3": "b1", "c4": "b1"}).legal(0) == ["c1-c4"]


def test_empty_squares_are_jumped_and_not_counted() -> None:
    assert table({"a1": "w2", "d1": "b1", "h1": "b1"}).legal(0) == ["a1-h1"]
    assert table({"h2": "w1", "a2": "b1"}).legal(0) == ["h2-a2"]
    assert table({"e4": "w1", "e1": "b1"}).legal(0) == ["e4-e1"]


def test_a_piece_with_mark_4_cannot_move_along_a_column() -> None:
    assert table({"c1": "w4", "c2": "b1", "c3": "b1", "c4": "b1", "a3": "b2", "b3": "b2"}).legal(0) == []


def test_it_may_land_on_its_own_colour_or_the_other() -> None:
    assert table({"a1": "w1", "b1": "w2", "a2": "b1"}).legal(0) == ["a1-a2", "a1-b1"]


def test_a_piece_lands_only_on_a_stack_of_its_own_height_or_more() -> None:
    position = table({"b1": "b1 w1", "a1": "b2", "c1": "b2 b2", "b2": "b3 b3 b3", "b3": "b4"})
    assert position.legal(0) == ["b1-b2", "b1-c1"]


def test_only_tops_move() -> None:
    position = table({"a1": "w1 b1", "b1": "b2 b2 b2"}, turn=1)
    assert position.legal(1) == ["a1-b1"]
    assert table({"a1": "w1 b1", "b1": "b2 b2 b2"}).to_act == (1,), "white tops nothing"


def test_what_lay_beneath_the_piece_that_left_is_the_new_top() -> None:
    moved = after({"a1": "w3 b1 w1", "b1": "b2 b2 b2", "c4": "w4"}, "a1-b1")
    assert moved == {"a1": "w3 b1", "b1": "b2 b2 b2 w1", "c4": "w4"}


# --- closing up -------------------------------------------------------------------------------------------------------


def test_the_move_names_the_square_of_landing_before_anything_closes_up() -> None:
    position = table({"a1": "b1", "b1": "b2", "c1": "w2", "d1": "b3", "f1": "b4"})
    assert position.legal(0) == ["c1-a1", "c1-f1"]
    position.play("c1-f1")
    assert stacks_of(position) == {"b1": "b1", "c1": "b2", "d1": "b3", "f1": "b4 w2"}


def test_nothing_closes_up_when_a_stack_is_left() -> None:
    moved = after({"a1": "b1", "b1": "w2 w1", "c1": "b3 b3"}, "b1-c1")
    assert moved == {"a1": "b1", "b1": "w2", "c1": "b3 b3 w1"}


@pytest.mark.parametrize(
    ("move", "before", "moved"),
    [
        ("c2-d2", {"a2": "b1", "b2": "b2"}, {"b2": "b1", "c2": "b2"}),
        ("c2-b2", {"d2": "b1", "e2": "b2"}, {"c2": "b1", "d2": "b2"}),
        ("c2-c3", {"c1": "b2 b1"}, {"c2": "b2 b1"}),
        ("c2-c1", {"c3": "b1", "c4": "b2 w2"}, {"c2": "b1", "c3": "b2 w2"}),
    ],
)
def test_stacks_behind_follow_in_each_direction_up_to_the_edge(
    move: str, before: dict[str, str], moved: dict[str, str]
) -> None:
    landed = move[3:]
    aside = {"h4": "b4", "g1": "w4"}
    assert after({"c2": "w1", landed: "b3"} | before | aside, move) == {landed: "b3 w1"} | moved | aside


def test_the_block_ends_at_the_first_gap() -> None:
    stacks = {"a1": "b1", "b1": "b2", "d1": "b3 w3", "e1": "b3", "f1": "w1", "g1": "b4"}
    moved = after(stacks, "f1-g1")
    assert moved == {"a1": "b1", "b1": "b2", "e1": "b3 w3", "f1": "b3", "g1": "b4 w1"}


def test_nothing_follows_where_the_square_directly_behind_is_empty() -> None:
    stacks = {"a1": "b1", "b1": "b2", "d1": "w1", "e1": "b3"}
    assert after(stacks, "d1-e1") == {"a1": "b1", "b1": "b2", "e1": "b3 w1"}


def test_with_closing_line_every_stack_behind_follows_beyond_gaps_too() -> None:
    stacks = {"a1": "b1", "c1": "b2", "d1": "b3 w3", "f1": "w1", "h1": "b4"}
    moved = after(stacks, "f1-h1", closing="line")
    assert moved == {"b1": "b1", "d1": "b2", "e1": "b3 w3", "h1": "b4 w1"}
    upwards = {"e4": "w2", "e2": "b1", "e1": "b3", "b4": "b1"}
    assert after(upwards, "e4-e1", closing="line") == {"e2": "b1", "e1": "b3 w2", "b4": "b1"}
    behind = {"e3": "w1", "e4": "b2", "e2": "b1", "e1": "b3"}
    assert after(behind, "e3-e2", closing="line") == {"e3": "b2", "e2": "b1 w1", "e1": "b3"}


def test_only_the_line_of_the_move_closes_up() -> None:
    stacks = {"c2": "w1", "b2": "b1", "c1": "b2", "c3": "b3", "d2": "b4", "d3": "w4", "b1": "b1"}
    assert after(stacks, "c2-d2") == {"c2": "b1", "c1": "b2", "c3": "b3", "d2": "b4 w1", "d3": "w4", "b1": "b1"}


def test_stacks_in_front_stay_where_they_are() -> None:
    stacks = {"a3": "w2", "c3": "b1", "d3": "b2", "f3": "b3"}
    for closing in ("block", "line"):
        assert after(stacks, "a3-d3", closing=closing) == {"c3": "b1", "d3": "b2 w2", "f3": "b3"}


def test_a_view_says_of_each_legal_move_what_would_close_up() -> None:
    stacks = {"a1": "b1", "c1": "b2", "d1": "b3 w3", "e1": "w1", "h1": "b4"}
    for closing, expected in (
        ("block", [["c1", "d1"], ["d1", "e1"]]),
        ("line", [["a1", "b1"], ["c1", "d1"], ["d1", "e1"]]),
    ):
        moves = table(stacks, closing=closing).view(0)["table"]["moves"]
        east = {"from": "e1", "to": "h1", "height": 2, "closing_up": expected}
        assert east in moves
    tall = table({"a1": "b1", "b1": "w3 w1", "c1": "b1 b2"}).view(0)["table"]["moves"]
    assert [move["closing_up"] for move in tall] == [[]]


def test_a_view_says_where_a_mark_leads_that_is_too_low_to_land() -> None:
    stacks = {"a1": "w4 w1", "b1": "b1", "a2": "b2 b3"}
    assert table(stacks).view(0)["table"]["too_low"] == [["a1", "b1"]]
    assert table(stacks, turn=1).view(0)["table"]["too_low"] == []


# --- passing and the end ----------------------------------------------------------------------------------------------


def test_a_blocked_seat_is_passed_over_until_it_can_move_again() -> None:
    position = table({"a1": "w1", "b1": "w2", "a4": "w4", "h1": "w1", "h2": "w2", "d4": "b4"})
    assert position.view(0)["table"]["blocked"] == [1]
    position.play("a1-b1")
    assert position.to_act == (0,), "black has one piece, which reaches nothing"
    assert [seat for seat, _ in position.moves] == [0]
    blocked = table({"c1": "w1", "b1": "w2 w2", "a1": "b2 b1"}, turn=0)
    assert blocked.to_act == (0,)
    blocked.play("c1-b1")
    assert blocked.to_act == (1,), "a tower of three can be climbed from two"


def test_a_seat_that_can_move_must_even_to_its_harm() -> None:
    position = table({"a1": "w1", "b1": "w2"})
    assert position.legal(0) == ["a1-b1"]
    assert refusal(position, "pass").code == "unreadable"


def test_the_match_is_over_when_nobody_can_move() -> None:
    position = table({"a1": "w1", "b1": "b2 b3"})
    assert not position.over
    position.play("a1-b1")
    assert position.over
    assert position.to_act == ()
    assert position.legal(0) == position.legal(1) == []
    assert position.view(0)["table"]["blocked"] == [0, 1]
    assert position.view(0)["table"]["turn"] is None
    assert position.winners == (0,)


def test_nobody_acts_before_the_pieces_are_laid_out() -> None:
    game = find("torris")
    s: Any = game.state(game.match_engine.start(2, game.option_numbers({})))
    assert rules.waits(s)
    assert rules.acting(s) == 0
    assert not rules.over(s)


# --- scores -----------------------------------------------------------------------------------------------------------


def test_the_rulebooks_example_counts_14_against_18() -> None:
    stacks = {
        "a1": "w1 w1 w1 w2 w2 b1",
        "c1": "w2 w3 b1",
        "e2": "w3 b2",
        "g2": "w4 b2",
        "h4": "b4",
        "a4": "b1 b2 b1 b3 w1",
        "b3": "b2 b3 b4 w4",
        "d4": "b3 b4 w3",
        "f4": "b3 b4 w2",
        "f2": "w4 w3",
        "h1": "w4",
    }
    position = table(stacks)
    assert position.view(None)["table"]["towers"] == [[5, 4, 3, 3, 2, 1], [6, 3, 2, 2, 1]]
    assert position.scores == (18, 14)


def test_scores_are_the_points_of_the_moment() -> None:
    position = fivefold.start("torris", shuffles=[LAID_OUT])
    assert position.scores == (16, 16)
    position.play("a1-b1")
    assert position.scores == (16, 16), "white stands on white"
    position.play("a3-a2")
    assert position.scores == (15, 17)


def test_taking_the_top_of_the_others_stack_moves_its_points() -> None:
    position = table({"a1": "w1", "b1": "w2 b3", "h4": "b4"})
    assert position.scores == (1, 3)
    position.play("a1-b1")
    assert position.scores == (3, 1)


def final(stacks: dict[str, str]) -> Position:
    position = table(stacks)
    assert position.over
    return position


def test_most_points_win() -> None:
    assert final({"a1": "w1 w1", "h4": "b1 b1 b1"}).winners == (1,)


def test_equal_points_are_decided_by_the_highest_single_stack() -> None:
    tied = final({"a1": "w1 w1 w1", "d2": "w4", "g3": "b1 b1", "h4": "b2 b2"})
    assert tied.scores == (4, 4)
    assert tied.winners == (0,)
    assert tied.rewards == (1, -1)


def test_equal_points_and_equal_highest_stacks_are_a_draw_whatever_the_others_are() -> None:
    drawn = final({"a1": "w1 w1 w1", "c2": "w4", "d3": "w4", "g4": "b1 b1 b1", "f2": "b2 b2"})
    assert drawn.scores == (5, 5)
    assert drawn.winners == (0, 1)
    assert drawn.rewards == (0, 0)


# --- why a move is refused --------------------------------------------------------------------------------------------

REFUSING = {"a1": "w3", "b1": "b1 w2", "c1": "b2", "e1": "b3 b3", "a3": "b4", "d3": "w1", "b4": "b2"}


@pytest.mark.parametrize(
    ("move", "code", "told"),
    [
        ("h4-a4", "no_stack", {"square": "h4"}),
        ("c1-e1", "not_your_stack", {"square": "c1"}),
        ("a3-d3", "not_your_stack", {"square": "a3"}),
        ("a1-b4", "not_in_line", {"square": "a1", "other": "b4"}),
        ("a1-a1", "not_in_line", {"square": "a1", "other": "a1"}),
        ("a1-a3", "too_few_stacks", {"square": "a1", "mark": 3}),
        ("a1-c1", "wrong_distance", {"mark": 3, "landing": "e1", "other": "c1"}),
        ("a1-h1", "wrong_distance", {"mark": 3, "landing": "e1", "other": "h1"}),
        ("b1-a1", "too_few_stacks", {"square": "b1", "mark": 2}),
        ("d3-c3", "wrong_distance", {"mark": 1, "landing": "a3", "other": "c3"}),
        ("a1b1", "unreadable", None),
        ("a5-a1", "unreadable", None),
        ("A1-e1", "unreadable", None),
    ],
)
def test_a_move_is_refused_with_the_rule_that_forbids_it(move: str, code: str, told: dict[str, Any] | None) -> None:
    position = table(REFUSING)
    refused = refusal(position, move)
    assert refused.code == code
    assert told is None or refused.arguments == told
    assert refused.sentence.endswith(".")


def test_landing_too_low_is_refused_as_climbing() -> None:
    refused = refusal(table({"a1": "b1 w1", "b1": "b2", "c3": "w1", "d3": "b1"}), "a1-b1")
    assert refused.code == "must_climb"
    assert refused.arguments == {"height": 2, "square": "b1", "landing_height": 1}


def test_an_action_without_enough_stacks_has_no_text_but_a_reason() -> None:
    position = table(REFUSING)
    text = position.game.text
    with pytest.raises(LookupError):
        text.write(position._s, 0, rules.SQUARES * rules.NORTH)
    assert text.why_not(position._s, 0, rules.SQUARES * rules.NORTH).code == "too_few_stacks"


# --- bounds -----------------------------------------------------------------------------------------------------------


def test_no_match_is_longer_than_its_bound_whatever_the_board_looks_like() -> None:
    """Forget squares and marks: any stack may give its top to any other that is at least as high."""

    s: Any = fivefold.start("torris", seed=1)._s
    assert rules.longest(s) == longest_chain(rules.PIECES) == 140


def longest_chain(pieces: int) -> int:
    """The most moves from single pieces, counted over all partitions from the most unequal one down."""
    most: dict[tuple[int, ...], int] = {}

    def follow(heights: tuple[int, ...]) -> int:
        if heights not in most:
            most[heights] = max((1 + follow(step) for step in climbs(heights)), default=0)
        return most[heights]

    return follow((1,) * pieces)


def climbs(heights: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The heights after each possible move."""
    steps = set()
    for low in set(heights):
        rest = list(heights)
        rest.remove(low)
        for high in set(rest):
            if high >= low:
                left = list(rest)
                left.remove(high)
                steps.add(tuple(sorted([*left, high + 1, *([low - 1] if low > 1 else [])])))
    return steps


def test_a_state_is_small() -> None:
    assert rules.State.dtype.itemsize <= 256


# --- a second, naive Torris -------------------------------------------------------------------------------------------


class Naive:
    """Torris on a dict of lists, by the letter of the rules and without a thought for speed."""

    def __init__(self, shuffle: str, closing: str) -> None:
        self.stacks: dict[tuple[int, int], list[str]] = {
            (place % 8, place // 8): [piece] for place, piece in enumerate(shuffle.split())
        }
        self.closing = closing
        self.turn: int | None = 0

    @staticmethod
    def name(square: tuple[int, int]) -> str:
        return COLUMNS[square[0]] + ROWS[square[1]]

    def moves(self, seat: int) -> dict[str, tuple[tuple[int, int], tuple[int, int], tuple[int, int]]]:
        found = {}
        for start, stack in self.stacks.items():
            if stack[-1][0] != "wb"[seat]:
                continue
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                square, left = start, int(stack[-1][1])
                while left and 0 <= square[0] < 8 and 0 <= square[1] < 4:
                    square = (square[0] + way[0], square[1] + way[1])
                    left -= square in self.stacks
                if left == 0 and len(self.stacks[square]) >= len(stack):
                    found[f"{self.name(start)}-{self.name(square)}"] = (start, square, way)
        return found

    def play(self, move: str) -> None:
        assert self.turn is not None
        start, target, way = self.moves(self.turn)[move]
        self.stacks[target].append(self.stacks[start].pop())
        if not self.stacks[start]:
            del self.stacks[start]
            self.close(start, way)
        for seat in (1 - self.turn, self.turn):
            if self.moves(seat):
                self.turn = seat
                return
        self.turn = None

    def close(self, gap: tuple[int, int], way: tuple[int, int]) -> None:
        behind = [(gap[0] - way[0] * n, gap[1] - way[1] * n) for n in range(1, 8)]
        if self.closing == "block":
            broken = next((n for n, square in enumerate(behind) if square not in self.stacks), len(behind))
            behind = behind[:broken]
        lifted = {square: self.stacks.pop(square) for square in behind if square in self.stacks}
        for (x, y), stack in lifted.items():
            self.stacks[x + way[0], y + way[1]] = stack

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(len(stack) for stack in self.stacks.values() if stack[-1][0] == colour) for colour in "wb")

    def winners(self) -> tuple[int, ...]:
        stand = [
            (points, max((len(stack) for stack in self.stacks.values() if stack[-1][0] == colour), default=0))
            for points, colour in zip(self.scores(), "wb", strict=True)
        ]
        return tuple(seat for seat in (0, 1) if stand[seat] == max(stand))


def same_match(seed: int, closing: str) -> int:
    """Plays a random match here and there, comparing all that can be compared; returns how often a seat was passed."""
    position = fivefold.start("torris", options={"closing": closing}, seed=seed)
    naive = Naive(position.record()["shuffles"][0], closing)
    chance, passes = random.Random(seed), 0
    while True:
        assert stacks_of(position) == {
            Naive.name(square): " ".join(stack)
            for square, stack in sorted(naive.stacks.items(), key=lambda item: item[0][::-1])
        }
        assert position.scores == naive.scores()
        if naive.turn is None:
            assert position.over
            assert position.winners == naive.winners()
            return passes
        assert position.to_act == (naive.turn,)
        legal = position.legal(naive.turn)
        assert legal == sorted(naive.moves(naive.turn))
        shown = position.view(naive.turn)["table"]
        assert sorted(f"{move['from']}-{move['to']}" for move in shown["moves"]) == legal
        assert shown["blocked"] == [seat for seat in (0, 1) if not naive.moves(seat)]
        mover = naive.turn
        move = chance.choice(legal)
        announce = next(m for m in shown["moves"] if f"{m['from']}-{m['to']}" == move)
        before = {square: tuple(stack) for square, stack in shown["stacks"].items()}
        position.play(move)
        naive.play(move)
        now = position.view(None)["table"]["stacks"]
        assert len(now[announce["to"]]) == announce["height"]
        for origin, target in announce["closing_up"]:
            assert tuple(now[target]) == before[origin]
        passes += naive.turn == mover


@pytest.mark.parametrize("closing", ["block", "line"])
def test_random_matches_go_as_in_a_naive_torris(closing: str) -> None:
    passes = sum(same_match(seed, closing) for seed in range(60))
    assert passes > 10, "matches with passes are among them"


@settings(max_examples=30, deadline=None)
@given(st.permutations(LAID_OUT.split()), st.integers(0, 1000), st.sampled_from(["block", "line"]))
def test_pieces_are_kept_and_heights_only_rise(pieces: list[str], seed: int, closing: str) -> None:
    position = fivefold.start("torris", shuffles=[" ".join(pieces)], options={"closing": closing})
    chance, squares = random.Random(seed), 0
    while not position.over:
        position.play(chance.choice(position.legal(position.to_act[0])))
        stacks = stacks_of(position)
        assert sorted(" ".join(stacks.values()).split()) == sorted(pieces)
        assert sum(position.scores) == 32
        rise = sum(len(stack.split()) ** 2 for stack in stacks.values())
        assert rise > squares
        squares = rise
    assert len(position.moves) <= 140


def test_looked_up_steps_are_those_that_are_walked() -> None:
    chance = np.random.default_rng(1)
    for _ in range(300):
        line, place, mark, backwards = (int(chance.integers(n)) for n in (256, 8, 4, 2))
        others = [other for other in range(8) if line >> other & 1 and (other < place if backwards else other > place)]
        others.sort(key=lambda other: abs(other - place))
        expected = others[mark] - place if mark < len(others) else 0
        assert rules.steps(line, place, mark + 1, backwards) == expected
