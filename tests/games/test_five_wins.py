"""Five Wins: the rulebook's examples, every house ruling, refusals, and matches against a slow reference."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import fivefold
from fivefold.games import find
from fivefold.games.five_wins import rules, text
from fivefold.kernel.engine import Engine
from fivefold.match.position import IllegalMove, Position

from .five_wins_reference import Reference, Square, Way, beside, has_five, largest_groups, touching

GAME = find("five_wins")
WHITE, BLACK = 0, 1


# --- tables to look at ------------------------------------------------------------------------------------------------


def table(white: set[Square], black: set[Square], turn: int = WHITE, quiet: int = 0, draw_after: int = 100) -> Position:
    """A position of the second phase."""
    position = fivefold.start("five_wins", options={"draw_after": draw_after})
    s: Any = position._s
    pieces = white | black
    s.origin_column = rules.MARGIN - min(x for x, y in pieces)
    s.origin_row = rules.MARGIN - min(y for x, y in pieces)
    s.east = max(x for x, y in pieces) + s.origin_column
    for seat, own in enumerate((white, black)):
        s.lying[seat] = len(own)
        for x, y in own:
            s.pieces[seat, x + s.origin_column] |= 1 << (y + s.origin_row)
    s.placed, s.quiet = rules.PIECES, quiet
    rules.begin_turn(s, turn)
    return position


def drawn(picture: str, turn: int = WHITE, quiet: int = 0, draw_after: int = 100) -> Position:
    """A position of the second phase from a picture: W and B, the leftmost column and the lowest row are 0."""
    lines = [line.strip() for line in picture.split()]
    found: dict[str, set[Square]] = {"W": set(), "B": set(), ".": set()}
    for y, line in enumerate(reversed(lines)):
        for x, letter in enumerate(line):
            found[letter].add((x, y))
    return table(found["W"], found["B"], turn, quiet, draw_after)


def reference_of(position: Position) -> Reference:
    s: Any = position._s
    reference = Reference(s.draw_after)
    reference.pieces = {square: seat for seat in (WHITE, BLACK) for square in text.pieces_of(s, seat)}
    reference.placed, reference.turn, reference.quiet = s.placed, s.turn, s.quiet
    return reference


def on_table(position: Position) -> list[set[Square]]:
    return [{(x, y) for x, y in squares} for squares in position.view()["table"]["pieces"]]


def played(*moves: str) -> Position:
    position = fivefold.start("five_wins")
    for move in moves:
        position.play(move)
    return position


def lift_in_view(position: Position, piece: Square) -> list[dict[str, Any]]:
    return [lift for lift in position.view()["table"]["lifts"] if lift["piece"] == list(piece)]


def refusal(position: Position, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert caught.value.sentence.endswith(".")
    return caught.value.code


def placed_in_turn(white: list[Square], black: list[Square]) -> Position:
    """Places these pieces, each as soon as it touches another."""
    position, left = fivefold.start("five_wins"), [list(white), list(black)]
    while left[WHITE] or left[BLACK]:
        seat = position.to_act[0]
        legal = position.legal(seat)
        square = next(square for square in left[seat] if text.square_text(square) in legal)
        left[seat].remove(square)
        position.play(text.square_text(square))
    return position


def line_of_32() -> Position:
    """White and black by turns, from 0,0 to the east."""
    return played(*(f"{x},0" for x in range(32)))


BLOCK = [(x, y) for x in range(4) for y in range(4)]
RING = sorted(touching(BLOCK))


SMALL_BLOCK = {(x, y) for x in range(3) for y in range(2)}
ENCLOSED = (SMALL_BLOCK, touching(SMALL_BLOCK) | {(4, 0)})
"""Six white pieces that cannot be lifted, and a black one that can go round them."""


# --- placing ----------------------------------------------------------------------------------------------------------


def test_white_begins_on_0_0_and_nowhere_else() -> None:
    position = fivefold.start("five_wins")
    assert position.to_act == (WHITE,)
    assert position.legal(WHITE) == ["0,0"]
    assert refusal(position, "1,0") == "first_piece"


def test_a_piece_touches_another_of_either_colour_with_a_side() -> None:
    position = played("0,0")
    assert position.legal(BLACK) == ["-1,0", "0,-1", "0,1", "1,0"]
    position.play("0,1")
    assert position.legal(WHITE) == ["-1,0", "-1,1", "0,-1", "0,2", "1,0", "1,1"]
    assert refusal(position, "1,2") == "not_touching"
    assert refusal(position, "0,1") == "occupied"
    assert refusal(position, "7,-7") == "not_touching"


def test_pieces_are_not_moved_before_all_are_placed() -> None:
    position = played("0,0", "1,0", "0,1")
    assert refusal(position, "1,0>0,2") == "still_placing"
    assert refusal(position, "0,2=0,0") == "still_placing"


@pytest.mark.parametrize(
    ("last", "line"),
    [
        ("-1,0", [[x, 0] for x in range(-1, 4)]),
        ("-1,5", [[x, 4 - x] for x in range(-1, 4)]),
    ],
)
def test_rulebook_white_can_finish_a_horizontal_or_a_diagonal_line(last: str, line: list[list[int]]) -> None:
    white = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 2), (1, 3), (0, 4)]
    black = [(0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (0, 3), (-1, 4), (2, 3)]
    position = placed_in_turn(white, black)
    position.play(last)
    assert position.winners == (WHITE,)
    assert position.scores == (1, 0)
    assert position.view()["table"]["line"] == line


@pytest.mark.parametrize("direction", [(1, 0), (0, 1), (1, 1), (1, -1)])
@pytest.mark.parametrize("last", range(5))
@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_five_in_a_line_win_in_every_direction_whichever_comes_last(direction: Square, last: int, seat: int) -> None:
    dx, dy = direction
    line = [(i * dx, i * dy) for i in range(5)]
    if dx and dy:
        others = {(i, (i + 1) * dy) for i in range(4)} | {(i, (i + 2) * dy) for i in range(3)}
    else:
        others = {(i * dx + dy, i * dy + dx) for i in (0, 1, 3, 4)}
        others |= {(i * dx + 2 * dy, i * dy + 2 * dx) for i in (1, 2, 3)}
    spare = min(touching(others) - set(line))
    own = {spare, *line} - {line[last]}
    position = table(own, others) if seat == WHITE else table(others, own, BLACK)
    position.play(f"{text.square_text(spare)}>{text.square_text(line[last])}", seat)
    assert position.winners == (seat,)
    assert position.view()["table"]["line"] == sorted(list(square) for square in line)


def test_more_than_five_in_a_line_win_too() -> None:
    position = drawn("""
        BBBBBBB
        WWWW.WW
        B.W.W.B
        """)
    position.play("4,0>4,1")
    assert position.winners == (WHITE,)
    assert position.view()["table"]["line"] == [[x, 1] for x in range(7)]


def test_four_and_a_gap_do_not_win() -> None:
    position = drawn("""
        BBBBBB
        WWW..W
        B.W.BW
        """)
    position.play("2,0>3,1")
    assert not position.over


def test_a_line_of_both_colours_does_not_win() -> None:
    position = line_of_32()
    assert not position.over
    assert position.view()["table"]["phase"] == "moving"


def test_black_can_win_with_the_last_piece_placed() -> None:
    black = [(x, y) for x in range(4) for y in (1, 3, 5, 7) if x != 3 or y != 7]
    white = [(x, y) for x in range(4) for y in (0, 2, 4, 6)]
    position = placed_in_turn(white, black)
    assert len(position.moves) == 31
    position.play("4,1")
    assert position.winners == (BLACK,)
    assert position.view()["table"]["to_place"] == [0, 0]


def test_31_pieces_in_a_line_leave_64_squares_to_place_on() -> None:
    position = played(*(f"{x},0" for x in range(31)))
    assert len(position.legal(BLACK)) == 64
    position.play("31,0")
    assert position.to_act == (WHITE,)


@pytest.mark.parametrize("step", [(-1, 0), (0, -1), (0, 1)])
def test_lines_of_32_fit_in_every_direction(step: Square) -> None:
    position = played(*(f"{i * step[0]},{i * step[1]}" for i in range(32)))
    assert position.legal(WHITE) == reference_of(position).legal()
    assert len([move for move in position.legal(WHITE) if move.startswith("0,0>")]) == 63


# --- lifting ----------------------------------------------------------------------------------------------------------


def test_when_all_32_lie_the_seat_whose_turn_it_is_moves() -> None:
    position = line_of_32()
    assert position.to_act == (WHITE,)
    assert refusal(position, "32,0") == "all_placed"
    assert refusal(position, "1,0>32,0") == "not_yours"
    assert refusal(position, "32,0>33,0") == "no_piece"


def test_a_piece_without_a_free_side_cannot_be_lifted() -> None:
    position = drawn("""
        .BBB.
        BWWWB
        BWWBW
        .BBW.
        """)
    assert refusal(position, "1,2>0,3") == "no_free_side"
    assert refusal(position, "2,1>0,3") == "no_free_side"
    assert {move.split(">")[0] for move in position.legal(WHITE)} == {"4,1", "3,0"}


def test_one_free_side_is_enough() -> None:
    position = drawn("""
        BBB
        WWB
        BWB
        BWW
        """)
    assert any(move.startswith("0,2>") for move in position.legal(WHITE))
    assert not any(move.startswith("1,2>") for move in position.legal(WHITE))


def test_a_free_side_inside_the_pieces_counts() -> None:
    position = drawn("""
        ..B...
        .BWB..
        BW.WBW
        .BWB..
        ..B...
        """)
    assert {move.split(">")[0] for move in position.legal(WHITE)} == {"1,2", "2,1", "2,3", "3,2", "5,2"}
    position.play("5,2>2,2")
    assert {move.split(">")[0] for move in position.legal(WHITE)} == set()


def test_the_piece_is_not_placed_on_the_square_it_came_from() -> None:
    position = line_of_32()
    assert refusal(position, "0,0>0,0") == "same_square"
    assert "0,0>0,0" not in position.legal(WHITE)


def test_a_piece_is_placed_on_an_empty_square_that_touches_the_field() -> None:
    position = line_of_32()
    assert refusal(position, "0,0>5,0") == "occupied"
    assert refusal(position, "0,0>5,2") == "not_touching_field"
    assert refusal(position, "0,0>0,1") == "not_touching_field"  # it touched only the lifted piece
    position.play("0,0>32,0")
    assert position.to_act == (BLACK,)
    assert on_table(position)[WHITE] == {(x, 0) for x in range(2, 33, 2)}


# --- capturing --------------------------------------------------------------------------------------------------------


def test_rulebook_white_repositions_a_piece_and_captures_two_black_ones() -> None:
    position = drawn("""
        .BWBWB....
        .WBWBWB...
        .BWBWWB...
        .....BWBB.
        """)
    before = on_table(position)
    position.play("6,0>7,1")
    assert before[BLACK] - on_table(position)[BLACK] == {(7, 0), (8, 0)}
    assert before[WHITE] - on_table(position)[WHITE] == {(6, 0)}
    assert (7, 1) in on_table(position)[WHITE]


def test_rulebook_black_repositions_a_piece_and_wins_with_a_vertical_line() -> None:
    position = drawn(
        """
        WB.W
        WBWW
        .BW.
        WBWB
        W.W.
        """,
        BLACK,
    )
    position.play("3,1>1,0")
    assert position.winners == (BLACK,)
    assert position.scores == (0, 1)
    assert position.view()["table"]["line"] == [[1, y] for y in range(5)]


TWO_ENDS = """
    WBWB....WB
    BWBW....BW
    WBWBWWWBWB
    .......B..
    """


def test_the_largest_group_stays_whatever_its_colours_are() -> None:
    position = drawn(TWO_ENDS)
    position.play("4,1>4,2")  # 12 pieces and 9
    assert on_table(position)[WHITE] == {(0, 1), (0, 3), (1, 2), (2, 1), (2, 3), (3, 2), (4, 2)}
    assert on_table(position)[BLACK] == {(0, 2), (1, 1), (1, 3), (2, 2), (3, 1), (3, 3)}


def test_captured_pieces_are_gone_even_where_the_placed_piece_would_have_reconnected_them() -> None:
    position = drawn("""
        WBWBWB
        BWBWBW
        ..W...
        ..B...
        ..B...
        """)
    position.play("2,2>1,2")
    assert on_table(position)[BLACK] == {(0, 3), (1, 4), (2, 3), (3, 4), (4, 3), (5, 4)}
    again = drawn("""
        WBWBWB
        BWBWBW
        ..W...
        .BB...
        """)
    again.play("2,1>1,1")  # the piece lands right above the captured ones' square 1,0
    assert not {(1, 0), (2, 0)} & on_table(again)[BLACK]


def test_pieces_that_touch_only_with_a_corner_are_cut_off() -> None:
    position = drawn("""
        WBWBWB
        BWBWBW
        .W....
        .BB...
        """)
    before = on_table(position)
    position.play("1,1>0,1")  # 1,0 and 0,1 touch with a corner
    assert before[BLACK] - on_table(position)[BLACK] == {(1, 0), (2, 0)}


def test_own_pieces_are_captured_too_and_the_lifted_one_is_not() -> None:
    position = drawn("""
        WBWBWB
        BWBWBW
        W.....
        W.....
        W.....
        """)
    position.play("0,2>6,3")
    assert on_table(position)[WHITE] == {(0, 4), (1, 3), (2, 4), (3, 3), (4, 4), (5, 3), (6, 3)}


def test_of_equal_groups_the_mover_chooses_which_stays() -> None:
    picture = """
        WBW.WBW
        BWBWBWB
        WBW.WBW
        """
    position = drawn(picture)
    lifts = lift_in_view(position, (3, 1))
    assert [lift["keep"] for lift in lifts] == [[0, 0], [4, 0]]
    assert [len(lift["captured"]) for lift in lifts] == [9, 9]
    assert all(move.endswith(("=0,0", "=4,0")) for move in position.legal(WHITE) if move.startswith("3,1>"))
    assert refusal(position, "3,1>3,2") == "which_group"
    assert refusal(position, "3,1>3,2=4,1") == "not_a_largest_group"
    assert refusal(position, "3,1>7,1=0,0") == "not_touching_field"
    assert refusal(position, "3,1>5,1=0,0") == "not_touching_field"  # captured, and far from the field
    assert refusal(position, "3,1>1,1=0,0") == "occupied"
    assert refusal(position, "3,1>3,1=0,0") == "same_square"
    other = position.copy()
    position.play("3,1>3,2=0,0")
    assert on_table(position) == [
        {(0, 0), (0, 2), (1, 1), (2, 0), (2, 2), (3, 2)},
        {(0, 1), (1, 0), (1, 2), (2, 1)},
    ]
    assert position.winners == (WHITE,)  # four black pieces are too few
    other.play("3,1>3,2=4,0")
    assert (4, 0) in on_table(other)[WHITE]
    assert (0, 0) not in on_table(other)[WHITE]


def test_a_group_is_named_only_where_there_is_a_choice() -> None:
    position = drawn(TWO_ENDS)
    assert refusal(position, "4,1>4,2=0,1") == "no_choice"
    assert refusal(position, "8,1>10,1=0,1") == "no_choice"


def test_the_smallest_square_is_the_smallest_by_x_and_then_by_y() -> None:
    position = drawn("""
        ..WBWB
        ..BWBW
        ..W...
        BWBW..
        WBWB..
        """)
    lifts = lift_in_view(position, (2, 2))
    assert [lift["keep"] for lift in lifts] == [[0, 0], [2, 3]]
    assert "2,2>4,2=2,3" in position.legal(WHITE)
    assert "2,2>4,1=0,0" in position.legal(WHITE)


def test_three_groups_can_be_equally_large() -> None:
    position = table(
        {(0, 0), (-2, 0), (2, 0), (0, 2), (-4, 0), (4, 0), (0, 4)},
        {(-1, 0), (1, 0), (0, 1), (-3, 0), (3, 0), (0, 3)},
    )
    lifts = lift_in_view(position, (0, 0))
    assert [lift["keep"] for lift in lifts] == [[-4, 0], [0, 1], [1, 0]]
    assert [len(lift["targets"]) for lift in lifts] == [9, 9, 9]
    assert position.legal(WHITE) == reference_of(position).legal()
    position.play("0,0>0,5=0,1")
    assert on_table(position) == [{(0, 2), (0, 4), (0, 5)}, {(0, 1), (0, 3)}]
    assert position.winners == (WHITE, BLACK)


def test_of_three_groups_two_can_be_the_largest() -> None:
    position = table(
        {(0, 0), (-2, 0), (2, 0), (-4, 0), (4, 0)},
        {(-1, 0), (1, 0), (0, 1), (-3, 0), (3, 0)},
    )
    lifts = lift_in_view(position, (0, 0))
    assert [lift["keep"] for lift in lifts] == [[-4, 0], [1, 0]]
    assert lifts[0]["captured"] == [[0, 1], [1, 0], [2, 0], [3, 0], [4, 0]]
    assert refusal(position, "0,0>-1,1=0,1") == "not_a_largest_group"
    assert position.legal(WHITE) == reference_of(position).legal()


def test_the_largest_of_three_groups_stays_whichever_is_found_first() -> None:
    for turned in range(4):
        white, black = {(0, 0), (-2, 0), (0, 2), (0, 4), (1, 4)}, {(-1, 0), (1, 0), (0, 1), (0, 3), (-3, 0)}
        for _ in range(turned):
            white, black = ({(-y, x) for x, y in squares} for squares in (white, black))
        position = table(white, black)
        assert [lift["keep"] for lift in lift_in_view(position, (0, 0))] == [None]
        assert len(lift_in_view(position, (0, 0))[0]["captured"]) == 4
        assert position.legal(WHITE) == reference_of(position).legal()


def test_going_round_a_hole_keeps_the_pieces_together() -> None:
    position = drawn("""
        WBWBW
        B...B
        W...W
        B...B
        WBWBW
        """)
    position.play("2,4>3,3")
    assert position.view()["table"]["moves_without_capture"] == 1
    assert [len(squares) for squares in on_table(position)] == [8, 8]


# --- the end ----------------------------------------------------------------------------------------------------------


def test_a_line_goes_before_too_few_pieces() -> None:
    position = drawn("""
        BBBB..
        WWWW..
        .W....
        BB....
        B.....
        """)
    # With 1,2 lifted the black pieces below are cut off: four of either colour are left, and the fifth white one.
    position.play("1,2>4,3")
    assert [len(squares) for squares in on_table(position)] == [5, 4]
    assert position.winners == (WHITE,)
    assert position.view()["table"]["line"] == [[x, 3] for x in range(5)]


def test_a_seat_with_fewer_than_five_pieces_has_lost() -> None:
    position = drawn("""
        BWBWW.
        WBWB..
        .W....
        .B....
        .B....
        """)
    position.play("1,2>5,4")
    assert [len(squares) for squares in on_table(position)] == [6, 4]
    assert position.winners == (WHITE,)
    assert position.view()["table"]["line"] == []


def test_five_pieces_are_enough_to_go_on() -> None:
    position = drawn("""
        BWBWWB
        WBWB..
        .W....
        .B....
        """)
    position.play("1,1>4,2")
    assert [len(squares) for squares in on_table(position)] == [6, 5]
    assert not position.over
    assert position.to_act == (BLACK,)


def test_the_mover_can_lose_by_a_capture_of_its_own() -> None:
    position = drawn("""
        BWBWB..
        WBWB...
        .B.....
        .W.....
        """, BLACK)  # fmt: skip
    position.play("1,1>5,3")
    assert [len(squares) for squares in on_table(position)] == [4, 6]
    assert position.winners == (BLACK,)
    other = drawn("""
        BWBWB..
        BBWB...
        .W.....
        .W.....
        """)
    other.play("1,1>5,3")
    assert [len(squares) for squares in on_table(other)] == [4, 6]
    assert other.winners == (BLACK,)
    assert other.scores == (0, 1)


def test_both_with_fewer_than_five_pieces_draw() -> None:
    position = drawn("""
        .BW.BW.
        WBWWBWW
        .B...B.
        """)
    # Without 3,1 six pieces are on either side: three white and three black ones.
    position.play("3,1>0,0=0,1")
    assert [len(squares) for squares in on_table(position)] == [4, 3]
    assert position.over
    assert position.scores == (0, 0)
    assert position.winners == (WHITE, BLACK)
    assert position.rewards == (0, 0)


# --- passing ----------------------------------------------------------------------------------------------------------


def test_a_seat_that_cannot_lift_anything_is_passed_over() -> None:
    position = placed_in_turn(BLOCK, RING)
    assert len(position.moves) == 32
    assert position.to_act == (BLACK,), "white's block is enclosed by black's ring"
    assert position.legal(WHITE) == []
    assert refusal(position, "0,0>5,5") == "not_yours"
    position.play("-1,0>5,1")
    assert position.to_act == (WHITE,)
    assert {move.split(">")[0] for move in position.legal(WHITE)} == {"0,0"}
    assert position.record()["moves"][32:] == [[BLACK, "-1,0>5,1"]]
    assert fivefold.replay(position.record()).to_act == (WHITE,)


def test_a_seat_goes_on_while_the_other_cannot_lift_anything() -> None:
    position = table(*ENCLOSED, BLACK)
    for move in ("4,0>4,1", "4,1>4,0", "4,0>-2,0"):
        assert position.to_act == (BLACK,)
        position.play(move)
    assert position.to_act == (BLACK,)
    assert position.view()["table"]["moves_without_capture"] == 3


def test_passed_turns_do_not_count_towards_the_draw() -> None:
    position = table(*ENCLOSED, BLACK, draw_after=2)
    position.play("4,0>4,1")
    assert not position.over
    position.play("4,1>4,0")
    assert position.over
    assert position.scores == (0, 0)


def test_somebody_can_always_lift_because_nothing_lies_west_of_the_westernmost_piece() -> None:
    for seed in range(30):
        pieces, _ = random_cluster(random.Random(seed).choices(range(1000), k=32))
        position = table(set(pieces[::2]), set(pieces[1::2]), seed % 2)
        assert position.legal(position.to_act[0])


# --- the draw ---------------------------------------------------------------------------------------------------------


def shuttle(position: Position, moves: int) -> None:
    """At each end of the line of 32 a piece goes to and fro."""
    for _ in range(moves):
        seat = position.to_act[0]
        end, other = ((0, 0), (1, 1)) if seat == WHITE else ((31, 0), (30, 1))
        if end not in on_table(position)[seat]:
            end, other = other, end
        position.play(f"{text.square_text(end)}>{text.square_text(other)}")


def test_100_moves_in_a_row_without_a_capture_are_a_draw() -> None:
    position = line_of_32()
    shuttle(position, 99)
    assert not position.over
    assert position.view()["table"]["moves_without_capture"] == 99
    shuttle(position, 1)
    assert position.over
    assert position.scores == (0, 0)
    assert position.winners == (WHITE, BLACK)
    assert len(position.moves) == 132


@pytest.mark.parametrize("draw_after", [1, 3, 1000])
def test_the_number_of_moves_to_a_draw_is_an_option(draw_after: int) -> None:
    position = fivefold.start("five_wins", options={"draw_after": draw_after})
    for x in range(32):
        position.play(f"{x},0")
    if draw_after == 1000:
        s: Any = position._s
        s.quiet = 990
    shuttle(position, min(draw_after, 10) - 1)
    assert not position.over
    shuttle(position, 1)
    assert position.winners == (WHITE, BLACK)


@pytest.mark.parametrize("value", [0, 1001, "many"])
def test_the_option_is_from_1_to_1000(value: Any) -> None:
    with pytest.raises(ValueError, match="draw_after"):
        fivefold.start("five_wins", options={"draw_after": value})


def test_a_capture_starts_the_count_anew() -> None:
    position = drawn(TWO_ENDS, quiet=99)
    position.play("4,1>4,2")
    assert not position.over
    assert position.view()["table"]["moves_without_capture"] == 0


def test_a_line_on_the_last_move_goes_before_the_draw() -> None:
    position = drawn("""
        BBBBBB
        WWWW..
        B.W.BB
        """, quiet=99)  # fmt: skip
    draw = position.copy()
    draw.play("2,0>6,2")
    assert draw.winners == (WHITE, BLACK)
    position.play("2,0>4,1")
    assert position.winners == (WHITE,)


def test_a_loss_on_the_last_move_goes_before_the_draw() -> None:
    position = drawn("""
        BWBWW.
        WBWB..
        .W....
        .B....
        .B....
        """, quiet=99)  # fmt: skip
    position.play("1,2>5,4")
    assert position.winners == (WHITE,)


# --- coordinates ------------------------------------------------------------------------------------------------------


def test_coordinates_count_from_the_first_piece_wherever_the_pieces_go() -> None:
    """The pieces crawl to the south-west, further than a board around the first piece would reach."""
    position = table(
        {(0, 0), (1, 1), (2, 0), (3, 1), (4, 0)}, {(0, 1), (1, 0), (2, 1), (3, 0), (4, 1)}, draw_after=1000
    )
    reference, chance = reference_of(position), random.Random(3)

    def southwest_and_close(way: Way) -> int:
        piece, field, target = way
        return sum(target) - sum(piece) - 5 * len(field & set(beside(target))) + chance.randrange(6)

    for _ in range(300):
        moves = reference.moves(reference.turn)
        costs = {move: southwest_and_close(way) for move, way in sorted(moves.items()) if goes_on(reference, way)}
        move = min(costs, key=lambda move: costs[move])
        position.play(move)
        reference.play(move)
        compare(position, reference)
    assert max(x for x, y in reference.pieces) < -30
    assert max(y for x, y in reference.pieces) < -30


def goes_on(reference: Reference, way: Way) -> bool:
    """Does the match go on after this move?"""
    piece, field, target = way
    return len(field) == len(reference.pieces) - 1 and not has_five(reference.of(reference.turn) - {piece} | {target})


def test_coordinates_of_many_digits_are_written_and_read() -> None:
    position = table({(10**6 + x, -(10**6)) for x in range(0, 12, 2)}, {(10**6 + x, -(10**6)) for x in range(1, 12, 2)})
    assert "1000000,-1000000>1000012,-1000000" in position.legal(WHITE)
    position.play("1000000,-1000000>1000012,-1000000")
    assert (1000012, -1000000) in on_table(position)[WHITE]


@pytest.mark.parametrize(
    "move",
    [
        "",
        "0",
        "1,0>",
        "+1,0",
        "01,0",
        "-0,0",
        "1, 0",
        "1,0>2,0>3,0",
        "1,0=",
        "1,0>2,0=3",
        "1.0,0",
        "1234567890,0",
        "٣,0",
    ],
)
def test_other_texts_are_no_moves(move: str) -> None:
    assert refusal(played("0,0"), move) == "unreadable"
    assert refusal(line_of_32(), move) == "unreadable"


def test_a_move_of_a_seat_that_does_not_act_is_refused() -> None:
    position = played("0,0")
    with pytest.raises(IllegalMove) as caught:
        position.play("1,0", WHITE)
    assert caught.value.code == "not_your_turn"


# --- views ------------------------------------------------------------------------------------------------------------


def test_a_view_shows_the_places_while_pieces_are_placed() -> None:
    shown = played("0,0").view(BLACK)["table"]
    assert shown["phase"] == "placing"
    assert shown["turn"] == BLACK
    assert shown["pieces"] == [[[0, 0]], []]
    assert shown["to_place"] == [15, 16]
    assert shown["places"] == [[-1, 0], [0, -1], [0, 1], [1, 0]]
    assert shown["lifts"] == []


def test_a_view_says_what_each_move_would_capture() -> None:
    position = drawn(TWO_ENDS)
    shown = position.view(WHITE)["table"]
    moves = {
        f"{text.square_text(tuple(lift['piece']))}>{text.square_text(tuple(target))}"
        + (f"={text.square_text(tuple(lift['keep']))}" if lift["keep"] else "")
        for lift in shown["lifts"]
        for target in lift["targets"]
    }
    assert sorted(moves) == position.legal(WHITE)
    for lift in shown["lifts"]:
        for target in lift["targets"][:2]:
            after = position.copy()
            before = {tuple(square) for squares in shown["pieces"] for square in squares}
            keep = f"={text.square_text(tuple(lift['keep']))}" if lift["keep"] else ""
            after.play(f"{text.square_text(tuple(lift['piece']))}>{text.square_text(tuple(target))}{keep}")
            gone = before - on_table(after)[WHITE] - on_table(after)[BLACK] - {tuple(lift["piece"])}
            assert sorted(gone) == [tuple(square) for square in lift["captured"]]


def test_a_view_of_a_finished_match_offers_nothing() -> None:
    position = played("0,0", "0,1", "1,0", "1,1", "2,0", "2,1", "3,0", "3,1", "4,0")
    shown = position.view()["table"]
    assert (shown["phase"], shown["turn"], shown["places"], shown["lifts"]) == ("over", None, [], [])
    assert shown["line"] == [[x, 0] for x in range(5)]


# --- against the reference --------------------------------------------------------------------------------------------


def compare(position: Position, reference: Reference) -> None:
    assert position.over == reference.over
    assert position.scores == reference.scores
    assert position.to_act == (() if reference.over else (reference.turn,))
    assert on_table(position) == [reference.of(WHITE), reference.of(BLACK)]
    if not reference.over:
        assert position.legal(reference.turn) == reference.legal()


@pytest.mark.parametrize("seed", range(12))
def test_random_matches_agree_with_the_reference(seed: int) -> None:
    chance, draw_after = random.Random(seed), (100, 3)[seed % 2]
    position = fivefold.start("five_wins", options={"draw_after": draw_after})
    reference = Reference(draw_after)
    while not position.over:
        compare(position, reference)
        move = chance.choice(reference.legal())
        position.play(move)
        reference.play(move)
    compare(position, reference)


def play_out_warily(position: Position, chance: random.Random) -> int:
    """Plays without captures where that is possible, side by side with the reference; returns how often was passed."""
    reference, passes, last = reference_of(position), 0, -1
    while not position.over:
        compare(position, reference)
        passes += reference.turn == last
        last = reference.turn
        moves = reference.moves(last)
        wary = [move for move, way in moves.items() if len(way[1]) == len(reference.pieces) - 1]
        enclosing = [move for move in wary if moves[move][0] not in touching(reference.of(1 - last))]
        move = chance.choice(sorted((chance.random() < 0.5 and enclosing) or wary or moves))
        position.play(move)
        reference.play(move)
    compare(position, reference)
    return passes


@pytest.mark.parametrize("seed", range(6))
def test_matches_that_avoid_captures_agree_with_the_reference(seed: int) -> None:
    """With five or six pieces each, groups are often equal and matches long."""
    chance = random.Random(seed)
    pieces, _ = random_cluster([chance.randrange(1000) for _ in range(11)])
    play_out_warily(table(set(pieces[::2]), set(pieces[1::2]), seed % 2, draw_after=40), chance)


def test_matches_with_enclosed_pieces_agree_with_the_reference() -> None:
    assert sum(play_out_warily(table(*ENCLOSED, BLACK, draw_after=9), random.Random(seed)) for seed in range(25)) > 5
    assert play_out_warily(table(set(BLOCK), set(RING), WHITE, draw_after=5), random.Random(1)) == 0


def random_cluster(choices: list[int]) -> tuple[list[Square], set[Square]]:
    """Pieces that hang together, one for each number: the number says on which open square."""
    pieces = [(0, 0)]
    for number in choices[1:]:
        places = sorted(touching(pieces))
        pieces.append(places[number % len(places)])
    return pieces, touching(pieces)


@given(
    choices=st.lists(st.integers(0, 99), min_size=10, max_size=32),
    colours=st.integers(0, 2**32),
    turn=st.sampled_from([WHITE, BLACK]),
)
@settings(max_examples=60, deadline=None)
def test_any_pieces_that_hang_together_can_be_moved_as_the_reference_says(
    choices: list[int], colours: int, turn: int
) -> None:
    pieces, _ = random_cluster(choices)
    chance = random.Random(colours)
    chance.shuffle(pieces)
    half = len(pieces) // 2
    assume(not has_five(set(pieces[:half])) and not has_five(set(pieces[half:])))
    position = table(set(pieces[:half]), set(pieces[half:]), turn)
    reference = reference_of(position)
    compare(position, reference)
    for move in chance.sample(reference.legal(), 3):
        other, twin = position.copy(), reference_of(position)
        other.play(move)
        twin.play(move)
        compare(other, twin)


@given(choices=st.lists(st.integers(0, 99), min_size=2, max_size=31))
@settings(max_examples=60, deadline=None)
def test_a_group_touches_at_most_two_squares_a_piece_and_two_more(choices: list[int]) -> None:
    pieces, around = random_cluster(choices)
    assert len(around) <= 2 * len(pieces) + 2


@pytest.mark.parametrize("seed", range(3))
def test_compiled_matches_keep_their_working_space_empty_and_their_window_tight(seed: int) -> None:
    match, chance = GAME.engine.single(2, seed), random.Random(seed)
    while not match.over:
        s: Any = rules.State(match.states)
        assert not any(s.left)
        assert not any(s.group)
        columns = [column for column in range(rules.COLUMNS) if rules.occupied(s, column)]
        if columns:
            rows = [row for row in range(63) if any(s.pieces[seat, c] >> row & 1 for seat in (0, 1) for c in columns)]
            assert (columns[0], columns[-1], rows[0]) == (rules.MARGIN, s.east, rules.MARGIN)
            assert len(largest_groups(text.all_pieces(s))) == 1
        match.act(chance.choice(match.legal()))


def test_longest_is_reached_by_no_random_match() -> None:
    plain = Engine("five_wins", GAME.rules, {"draw_after": 1}, compiled=False)
    start: Any = rules.State(plain.start(2))
    assert rules.longest(start) == 32 + 23
    assert GAME.engine.playouts(2, 200, 1, {"draw_after": 1}).plays <= 200 * rules.longest(start)


@pytest.mark.compiled
def test_both_seats_win_about_as_often_at_random() -> None:
    played_out = GAME.engine.playouts(2, 2000, 1)
    assert sum(played_out.wins) == pytest.approx(2000)
    assert 0.4 < played_out.wins[WHITE] / 2000 < 0.65


def test_the_reference_knows_its_neighbours() -> None:
    assert sorted(beside((0, 0))) == [(-1, 0), (0, -1), (0, 1), (1, 0)]
