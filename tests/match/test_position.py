"""Positions: the Python surface of the contract."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

import fivefold
from fivefold.games import find

HUGE = 10**5000
"""More digits than Python turns into a text."""


def played_out(position: fivefold.Position) -> fivefold.Position:
    while not position.over:
        seat = position.to_act[0]
        position.play(position.legal(seat)[0], seat)
    return position


def test_games_are_listed_in_alphabetical_order() -> None:
    assert fivefold.games() == sorted(fivefold.games())
    assert {"clear_up", "fives", "green_fivura", "number_poker"} <= set(fivefold.games())


def test_a_move_is_played_for_the_only_seat_that_acts() -> None:
    position = fivefold.start("fives", players=4, seed=7)
    (seat,) = position.to_act
    move = position.legal(seat)[0]
    position.play(move)
    assert position.moves == [(seat, move)]
    assert position.to_act == ((seat + 1) % 4,)


def test_legal_moves_are_sorted_as_texts_and_only_for_seats_that_act() -> None:
    position = fivefold.start("fives", seed=7)
    (seat,) = position.to_act
    assert position.legal(seat) == sorted(position.legal(seat))
    assert len(position.legal(seat)) == 26
    assert position.legal((seat + 1) % 4) == []
    assert position.legal(9) == position.legal(-1) == []


@pytest.mark.parametrize(
    ("game", "move", "seat", "code"),
    [
        ("fives", "M0", 9, "no_such_seat"),
        ("fives", "M0", -1, "no_such_seat"),
        pytest.param("fives", "M0", HUGE, "no_such_seat", id="huge seat"),
        ("clear_up", "a3-a1", False, "no_such_seat"),
        ("clear_up", "a3-a1", 0.0, "no_such_seat"),
        ("number_poker", "1", True, "no_such_seat"),
        ("number_poker", "1", "0", "no_such_seat"),
        ("fives", "M0", 3, "not_your_turn"),
        ("number_poker", "1", None, "which_seat"),
        ("number_poker", "nonsense", 0, "unreadable"),
        ("number_poker", 5, 0, "unreadable"),
        ("clear_up", "a1-c1", 0, "no_piece"),
    ],
)
def test_a_refused_move_names_its_rule(game: str, move: str, seat: int | None, code: str) -> None:
    position = fivefold.start(game, seed=1)
    before = position.record()
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play(move, seat)
    assert refused.value.code == code
    assert refused.value.move == move
    assert str(refused.value) == refused.value.sentence
    assert refused.value.sentence.isprintable()
    assert position.record() == before


def test_seats_that_chose_already_are_named_as_not_to_act() -> None:
    position = fivefold.start("number_poker", players=3)
    position.play("1", 0)
    with pytest.raises(fivefold.IllegalMove, match="seat 1, seat 2 are") as refused:
        position.play("1", 0)
    assert refused.value.code == "not_your_turn_several"


def test_nothing_is_played_after_the_end() -> None:
    position = played_out(fivefold.start("clear_up"))
    assert (position.to_act, position.legal(0)) == ((), [])
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play("a1-c1")
    assert refused.value.code == "over"


def test_a_seed_gives_the_same_match_and_no_seed_another() -> None:
    one, again = (played_out(fivefold.start("fives", seed=3)) for _ in range(2))
    assert one.record() == again.record()
    assert fivefold.start("fives").record() != fivefold.start("fives").record()


def test_given_shuffles_are_dealt_first_and_further_ones_are_random() -> None:
    record = played_out(fivefold.start("fives", seed=3)).record()
    position = played_out(fivefold.start("fives", shuffles=record["shuffles"][:2], seed=4))
    shuffles = position.record()["shuffles"]
    assert shuffles[:2] == record["shuffles"][:2]
    assert shuffles[2] != record["shuffles"][2]


def test_a_replayed_match_can_go_on() -> None:
    position = played_out(fivefold.start("fives", seed=3))
    record = position.record()
    half = {**record, "moves": record["moves"][:60], "shuffles": record["shuffles"][:2]}
    again = fivefold.replay(half)
    assert not again.over
    assert played_out(again).over


def test_a_copy_deals_the_same_cards_and_keeps_its_own_moves() -> None:
    position = fivefold.start("fives")
    copy = position.copy()
    one, other = played_out(position).record(), played_out(copy).record()
    assert one == other
    assert position.moves is not copy.moves


def test_rewards_are_the_share_of_opponents_beaten() -> None:
    position = fivefold.start("number_poker", players=3)
    assert position.rewards == (0, 0, 0)
    position._s.won[0, 3] = position._s.won[1, 3] = 2
    for seat in range(3):
        position._s.left[seat] = 0
    assert position.over
    assert position.rewards == (0.5, 0.5, -1)
    assert position.winners == (0, 1)


def test_the_reward_of_a_single_player_is_the_share_achieved() -> None:
    position = fivefold.start("clear_up")
    position._s.pieces = 0b101
    assert position.over
    assert position.rewards == (30 / 32,)
    assert position.winners == ()
    position._s.pieces = 1
    assert position.rewards == (1,)
    assert position.winners == (0,)


def test_a_view_says_what_its_seat_may_do_and_a_spectator_may_do_nothing() -> None:
    position = fivefold.start("fives", seed=1)
    (seat,) = position.to_act
    assert position.view(seat)["legal"] == position.legal(seat)
    assert position.view()["legal"] == position.view((seat + 1) % 4)["legal"] == []
    assert position.view()["seat"] is None


def test_others_see_a_move_as_the_viewer_may() -> None:
    position = fivefold.start("fives", seed=1)
    (seat,) = position.to_act
    down = next(move for move in position.legal(seat) if "=" in move)
    assert position.seen(seat, down, seat) == down
    assert position.seen(seat, down) == position.seen(seat, down, (seat + 1) % 4) == "M5"
    with pytest.raises(fivefold.IllegalMove):
        position.seen(seat, "nonsense")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"game": "fivs"}, "did you mean fives?"),
        ({"game": "chess"}, "the games are clear_up"),
        ({"game": None}, "there is no game null"),
        ({"game": "fives", "players": 5}, "fives is for 3 to 4 players, not 5"),
        ({"game": "fives", "players": True}, "3 to 4 players, not true"),
        ({"game": "clear_up", "players": 2}, "clear_up is for 1 player, not 2"),
        ({"game": "fives", "options": {"speed": 3}}, 'fives has no option "speed"; it has none'),
        ({"game": "fives", "options": [3]}, "options are names with values"),
        ({"game": "fives", "seed": "x"}, "a seed is a whole number"),
        ({"game": "fives", "shuffles": "M0"}, "shuffles are a list of texts"),
        ({"game": "fives", "shuffles": [3]}, "shuffle 1 is a text of cards"),
        pytest.param({"game": "fives", "seed": HUGE}, "a seed is a whole number of at most 256 bits", id="huge seed"),
        ({"game": "fives", "options": []}, "options are names with values"),
        ({"game": "fives", "shuffles": ["M0 M1"]}, "shuffle 1 lacks M2, M3, M4 and 47 more"),
        ({"game": "fives", "shuffles": ["M0 M0"]}, "shuffle 1, card 2: M0 comes more often"),
        ({"game": "fives", "shuffles": ["M0 X9"]}, 'card 2: "X9" is not one of the cards'),
        ({"game": "fives", "players": 3, "shuffles": ["B13"]}, 'card 1: "B13" is not one of the cards'),
    ],
)
def test_a_wrong_start_is_told_in_one_sentence(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(fivefold.BadInput) as wrong:
        fivefold.start(**arguments)  # type: ignore[arg-type]
    assert says in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_the_usual_number_of_players_is_the_default() -> None:
    assert fivefold.start("fives").players == find("fives").about.usual == 4


def test_seats_may_be_numbers_of_numpy_and_are_recorded_as_plain_ones() -> None:
    position = fivefold.start("number_poker", players=2)
    assert position.legal(np.int64(1)) == position.legal(1)  # type: ignore[arg-type]
    position.play("1", np.int64(1))  # type: ignore[arg-type]
    assert fivefold.replay(json.loads(json.dumps(position.record()))).moves == [(1, "1")]
    assert json.dumps(position.view(np.int8(1)))  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [4, -1, -2, "0", 1.5, True, [], pytest.param(HUGE, id="huge")])
def test_a_view_of_a_seat_that_is_none_is_refused(seat: object) -> None:
    position = fivefold.start("fives", seed=1)
    with pytest.raises(fivefold.BadInput, match="a seat is a number from 0 to 3, or None for a spectator"):
        position.view(seat)  # type: ignore[arg-type]
    with pytest.raises(fivefold.BadInput):
        position.seen(0, "M0", seat)  # type: ignore[arg-type]


def test_what_a_position_hands_out_does_not_lead_back_into_it() -> None:
    position = fivefold.start("torris", options={"closing": "line"}, seed=1)
    position.view(0)["options"]["closing"] = "block"
    position.copy().options["closing"] = "block"
    position.record()["options"]["closing"] = "block"
    assert position.record()["options"] == {"closing": "line"}


def test_positions_and_refusals_travel_between_processes() -> None:
    position = fivefold.start("fives", seed=1)
    again = pickle.loads(pickle.dumps(position))
    assert played_out(again).record() == played_out(position).record()
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play("M0")
    other = pickle.loads(pickle.dumps(refused.value))
    assert (other.code, other.sentence) == (refused.value.code, refused.value.sentence)
