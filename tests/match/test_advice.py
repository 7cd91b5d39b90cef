"""Hints: what the hard bot would play, and why, in words."""

from __future__ import annotations

import json
import random
from dataclasses import asdict

import pytest

import fivefold
from fivefold.search.limit import Limit

UNITS = 20


def clear_up(*moves: str) -> fivefold.Position:
    return fivefold.replay({"game": "clear_up", "players": 1, "moves": [[0, move] for move in moves]})


def test_a_hint_is_a_legal_move_with_a_reason_and_a_verdict_in_words() -> None:
    position = clear_up("a3-a1")
    given = fivefold.hint(position, limit=Limit(units=UNITS))
    assert (given.seat, given.value) == (0, 1.0)
    assert given.move in position.legal(0)
    assert given.reason.sentence.startswith("After it one piece can still be reached")
    assert given.verdict is not None
    assert given.verdict.sentence.startswith("This can be solved in 30 jumps: ")


def test_whoever_follows_the_verdict_solves_it() -> None:
    position = clear_up("a3-a1")
    given = fivefold.hint(position)
    assert given.verdict is not None
    way = given.verdict.arguments["way"].split()
    assert way[0] == given.move
    for move in way:
        position.play(move)
    assert position.winners == (0,)


def test_a_hint_is_the_same_from_the_same_seed_and_can_be_written_as_json() -> None:
    position = clear_up("a3-a1", "c3-a3")
    given = [json.dumps(asdict(fivefold.hint(position, limit=Limit(units=UNITS), seed=5))) for _ in range(2)]
    assert given[0] == given[1]
    assert list(json.loads(given[0])) == ["seat", "move", "value", "exact", "reason", "verdict"]


def test_the_only_move_needs_no_thinking() -> None:
    position, chance = clear_up(), random.Random(1)
    while len(position.legal(0)) > 1:
        position.play(chance.choice(position.legal(0)))
    given = fivefold.hint(position)
    assert [given.move] == position.legal(0)
    assert (given.value, given.reason.code) == (None, "only_move")


def test_a_hint_leaves_the_position_as_it_is() -> None:
    position = clear_up("a3-a1")
    before = position.record()
    fivefold.hint(position, limit=Limit(units=UNITS))
    assert position.record() == before


def test_a_hint_goes_to_a_seat_that_acts() -> None:
    over = clear_up()
    while not over.over:
        over.play(over.legal(0)[0])
    several = fivefold.start("number_poker", 2)
    for position, seat, says in (
        (over, None, "the match is over"),
        (several, None, "say for which of seat 0, seat 1"),
        (clear_up(), 1, "a seat that acts now .seat 0., not 1"),
        (clear_up(), "0", 'a seat that acts now .seat 0., not "0"'),
    ):
        with pytest.raises(fivefold.BadInput, match=says):
            fivefold.hint(position, seat)  # type: ignore[arg-type]
