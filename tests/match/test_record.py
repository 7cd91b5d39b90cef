"""Records: replayed to the last move, or refused with the ply and the reason."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import fivefold
from fivefold.match.record import positions


def record_of(game: str, plies: int) -> dict[str, Any]:
    position = fivefold.start(game, seed=2)
    for _ in range(plies):
        seat = position.to_act[0]
        position.play(position.legal(seat)[-1], seat)
    return position.record()


FIVES = record_of("fives", 60)


def test_replaying_gives_the_position_of_the_record() -> None:
    assert fivefold.replay(FIVES).record() == FIVES
    assert fivefold.replay(json.loads(json.dumps(FIVES))).record() == FIVES


def test_keys_that_a_reader_does_not_know_are_ignored() -> None:
    assert fivefold.replay({**FIVES, "seed": 2, "result": {"x": 1}, "names": None}).record() == FIVES


def test_shuffles_left_over_are_ignored() -> None:
    for junk in ("not even cards", 5, None):
        again = fivefold.replay({**FIVES, "shuffles": [*FIVES["shuffles"], junk]})
        assert again.record() == FIVES
        while not again.over:  # and it goes on with shuffles of its own
            again.play(again.legal(again.to_act[0])[0])


def test_the_cards_of_a_shuffle_may_stand_in_lines_and_columns() -> None:
    tabbed = ["\t".join(FIVES["shuffles"][0].split()).replace("\t", "\n ", 3), *FIVES["shuffles"][1:]]
    assert fivefold.replay({**FIVES, "shuffles": tabbed}).record() == fivefold.replay(FIVES).record()


def test_options_and_shuffles_may_be_left_out_where_there_are_none() -> None:
    assert fivefold.replay({"game": "clear_up", "players": 1, "moves": []}).scores == (32,)


def broken(**changes: Any) -> dict[str, Any]:
    record = copy.deepcopy(FIVES)
    record.update(changes)
    return record


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (None, "a record is an object"),
        ([1], "a record is an object"),
        ({}, "the record has no 'game'"),
        ({"game": "fives", "players": 4}, "the record has no 'moves'"),
        (broken(game="five"), "there is no game"),
        (broken(players="4"), 'not "4"'),
        (broken(players=4.0), "not 4.0"),
        (broken(options=None), "options are names with values, not null"),
        (broken(moves={}), "moves are a list"),
        (broken(moves=[["0", "M0"]]), "ply 1: a move is a seat and a text"),
        (broken(moves=[[True, "M0"]]), "ply 1: a move is a seat and a text"),
        (broken(moves=[[0, "M0", 1]]), "ply 1: a move is a seat and a text"),
        (broken(shuffles=[]), "ply 0: shuffle 1 is missing: 52 cards must be shuffled here"),
        (broken(shuffles=FIVES["shuffles"][:1]), "ply 52, after seat"),
        (broken(shuffles=None), "shuffles are a list of texts"),
        (broken(moves=[*FIVES["moves"][:3], [99, "M0"]]), 'ply 4: seat 99 cannot play "M0": There is no seat 99'),
        (broken(moves=[*FIVES["moves"][:3], [FIVES["moves"][3][0], "Z9"]]), "ply 4: seat"),
    ],
)
def test_a_bad_record_is_refused_with_what_and_where(record: Any, says: str) -> None:
    with pytest.raises(fivefold.BadInput) as bad:
        fivefold.replay(record)
    assert says in str(bad.value)
    assert "\n" not in str(bad.value)


def test_all_positions_before_the_mistake_are_seen() -> None:
    record = broken(moves=[*FIVES["moves"][:3], [0, "nonsense"]])
    seen = positions(record)
    assert [len(next(seen).moves) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(fivefold.BadRecord):
        next(seen)


def test_a_refused_shuffle_leaves_the_position_as_it_was() -> None:
    position = fivefold.replay({**FIVES, "moves": FIVES["moves"][:51]})
    position._shuffles.given, position._shuffles.dealer = FIVES["shuffles"][:1], None
    before = position.record()
    with pytest.raises(fivefold.BadInput):
        position.play(*reversed(FIVES["moves"][51]))
    assert position.record() == before
    assert position.to_act == (FIVES["moves"][51][0],)


anything = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=20),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def told(record: Any) -> str:
    """Why the record is refused; nothing if it is not."""
    try:
        fivefold.replay(record)
    except fivefold.BadInput as bad:
        return str(bad)
    return ""


@settings(max_examples=200, deadline=None)
@given(some.sampled_from(sorted(FIVES)), anything)
def test_any_value_anywhere_is_replayed_or_refused_in_one_line(key: str, value: Any) -> None:
    assert told({**FIVES, key: value}).isprintable()


@settings(max_examples=200, deadline=None)
@given(some.integers(0, 59), some.one_of(anything, some.tuples(some.integers(-2, 5), some.text(max_size=6)).map(list)))
def test_any_move_is_replayed_or_refused_in_one_line(ply: int, entry: Any) -> None:
    moves = [*FIVES["moves"][:ply], entry, *FIVES["moves"][ply + 1 :]]
    said = told({**FIVES, "moves": moves})
    assert said.isprintable()
    assert said == "" or f"ply {ply + 1}" in said or moves[ply] == FIVES["moves"][ply]
