"""Five Wins' bots: five that they make, stop and force, what they capture, and what they say of it."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import fivefold
from fivefold.games import find
from fivefold.games.five_wins import rules
from fivefold.games.five_wins.judging import NOWHERE, key, lines_of, order
from fivefold.match.playing import play_on
from fivefold.match.position import Position
from fivefold.search.limit import Limit

from .test_five_wins import BLACK, WHITE, drawn, played
from .thinking import said, weighed

GAME = find("five_wins")
OPEN_FOUR = ("0,0", "0,1", "1,0", "1,1", "2,0", "2,1", "3,0")
"""White threatens five at both ends of row 0, black is to move."""
ALWAYS = ("greedy", "medium", "hard")

pytestmark = pytest.mark.compiled


# --- lines ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALWAYS)
def test_five_is_made_where_it_can_be_made(name: str) -> None:
    assert said(played(*OPEN_FOUR, "1,2"), name).move in ("-1,0", "4,0")


def test_five_that_can_be_made_is_told_of() -> None:
    _, reason, verdict = said(played(*OPEN_FOUR, "1,2"))
    assert (reason, verdict) == ("It wins at once.", "You can win now.")


@pytest.mark.parametrize("name", ALWAYS)
def test_a_four_with_one_open_end_is_stopped(name: str) -> None:
    position = played("0,0", "-1,0", "1,0", "0,1", "2,0", "0,2", "3,0")
    assert said(position, name).move == "4,0"


def test_that_a_move_stops_five_is_told() -> None:
    position = played("0,0", "-1,0", "1,0", "0,1", "2,0", "0,2", "3,0")
    assert said(position).reason == "It stops the other seat from making five."


def test_a_three_with_open_ends_is_stopped_at_an_end() -> None:
    assert said(played("0,0", "0,1", "1,0", "1,1", "2,0")).move in ("-2,0", "-1,0", "3,0", "4,0")


def test_against_an_open_four_the_match_is_lost_and_said_to_be() -> None:
    assert (
        said(played(*OPEN_FOUR)).verdict
        == "This is lost: whatever you play, the other seat can win with its next move."
    )
    assert set(weighed(played(*OPEN_FOUR)).values()) == {-1.0}


def test_a_win_by_force_is_found_told_of_and_carried_out() -> None:
    position = played("0,0", "0,1", "1,0", "1,1", "2,0", "0,2")
    _, reason, verdict = said(position)
    assert reason == "It wins by force, in 2 moves at the most."
    assert verdict == "This is won by force, in 2 moves at the most."
    play_on(position, {seat: GAME.bot("hard", seat, 1) for seat in (WHITE, BLACK)})
    assert position.winners == (WHITE,)
    assert len(position.moves) == 6 + 3


def test_the_bots_of_two_seeds_do_not_play_the_same_match() -> None:
    matches = set()
    for seed in range(4):
        position = fivefold.start("five_wins")
        play_on(position, {seat: GAME.bot("hard", seat, 2 * seed + seat, Limit(units=500)) for seat in (WHITE, BLACK)})
        matches.add(str(position.moves))
    assert len(matches) == 4


# --- the second phase -------------------------------------------------------------------------------------------------


def test_a_five_is_completed_by_a_piece_from_elsewhere() -> None:
    position = drawn("""
        ......W
        .WWWW.B
        BBWBBBB
        ..B.W..
    """)
    move, reason, _ = said(position)
    assert move.endswith((">5,2", ">0,2"))
    assert reason == "It wins at once."


def test_pieces_that_can_be_cut_off_are_captured() -> None:
    position = drawn("""
        WW......
        BWBBWBBB
        WBBW....
        WBWWB...
    """)
    assert max(len(lift["captured"]) for lift in position.view()["table"]["lifts"]) == 3
    move, reason, _ = said(position)
    after = position.copy()
    after.play(move)
    assert len(after.view()["table"]["pieces"][BLACK]) < len(position.view()["table"]["pieces"][BLACK])
    assert reason.startswith("It captures")


# --- what the search is told ------------------------------------------------------------------------------------------


def windows(position: Position, seat: int, count: int) -> int:
    """Five squares in a line with so many of the seat's pieces and none of the other's."""
    pieces = [{(x, y) for x, y in own} for own in position.view()["table"]["pieces"]]
    found = 0
    for x, y in itertools.product(range(-40, 41), repeat=2):
        for columns, rows in ((1, 0), (0, 1), (1, 1), (1, -1)):
            window = {(x + k * columns, y + k * rows) for k in range(5)}
            found += len(window & pieces[seat]) == count and not window & pieces[1 - seat]
    return found


def at_random(seed: int) -> Position:
    """Somewhere in a match played at random."""
    position, chance = fivefold.start("five_wins"), random.Random(seed)
    for _ in range(chance.randrange(4, 60)):
        if not position.over:
            position.play(chance.choice(position.legal(position.to_act[0])))
    return position


@pytest.mark.parametrize("seed", range(12))
def test_windows_are_counted_as_one_counts_them_by_hand(seed: int) -> None:
    position = at_random(seed)
    for seat in (WHITE, BLACK):
        counted = lines_of(position._s, seat)[:3]  # type: ignore[arg-type]
        assert counted == tuple(windows(position, seat, count) for count in (2, 3, 4))


@pytest.mark.parametrize("seed", range(12))
def test_five_can_be_made_while_pieces_are_placed_just_where_a_square_for_it_is_found(seed: int) -> None:
    position = at_random(seed)
    while not position.over and position.view()["table"]["phase"] == "placing":
        seat = position.to_act[0]
        wins = 0
        for move in position.legal(seat):
            after = position.copy()
            after.play(move)
            wins += after.winners == (seat,)
        _, _, _, square, second = lines_of(position._s, seat)  # type: ignore[arg-type]
        assert (square != NOWHERE) + (second != NOWHERE) == min(wins, 2)
        position.play(random.Random(seed).choice(position.legal(seat)))


def ordered(position: Position) -> tuple[list[int], list[int]]:
    """The actions that are left, with what they promise."""
    (seat,) = position.to_act
    actions = np.array(position._legal_actions(seat))
    promises = np.full(rules.CHOICES, -(10**9))
    count = order(position._s, seat, actions, len(actions), promises)  # type: ignore[arg-type]
    return actions[:count].tolist(), promises[:count].tolist()


@pytest.mark.parametrize("seed", range(30))
def test_every_way_to_move_has_its_own_promise_and_the_position_stays_as_it_was(seed: int) -> None:
    position = at_random(seed)
    if not position.over:
        before = position._states.tobytes()
        actions, promises = ordered(position)
        assert set(actions) <= set(position._legal_actions(position.to_act[0]))
        assert -(10**9) not in promises
        assert position._states.tobytes() == before


def test_a_way_that_takes_the_others_square_promises_most() -> None:
    position = drawn("""
        ......W
        .BBBB.W
        WWBWWWB
        ..W.B..
    """)
    actions, promises = ordered(position)
    best = actions[promises.index(max(promises))]
    assert GAME.text.write(position._s, WHITE, best).partition(">")[2] in ("0,2", "5,2")


def test_positions_are_told_apart_by_who_moves_and_by_the_moves_without_a_capture() -> None:
    picture = "WWBBW.. BWBBWWB WBWWBBW"
    keys = {
        key(drawn(picture, turn, quiet)._s)  # type: ignore[arg-type]
        for turn, quiet in itertools.product((WHITE, BLACK), (0, 1, 99))
    }
    assert len(keys) == 6


def test_the_same_pieces_have_the_same_key_wherever_they_lie_and_however_they_came_there() -> None:
    one = played("0,0", "0,1", "1,0", "1,1")
    for other, alike in [
        (played("0,0", "0,1", "-1,0", "-1,1"), True),
        (played("0,0", "1,0", "0,-1", "1,-1"), False),
        (played("0,0", "0,1", "1,0", "1,1"), True),
    ]:
        assert (key(one._s) == key(other._s)) is alike  # type: ignore[arg-type]


# --- reviews ----------------------------------------------------------------------------------------------------------


def test_a_review_finds_the_five_that_was_missed_and_the_one_that_was_not_stopped() -> None:
    record = played("0,0", "-1,0", "1,0", "0,1", "2,0", "0,2", "3,0", "1,1", "1,-1").record()
    mistakes = {(mistake.ply, mistake.seat): mistake for mistake in fivefold.review(record)}
    assert {(8, BLACK), (9, WHITE)} <= set(mistakes)
    assert mistakes[8, BLACK].better == "4,0"
    missed = mistakes[9, WHITE]
    assert missed.better == "4,0"
    assert missed.cost > 0.5
    assert missed.reason.sentence == "It wins at once."
