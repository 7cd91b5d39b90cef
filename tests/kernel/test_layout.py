"""States as records, and how interpreted rules read them."""

from __future__ import annotations

import numpy as np
import pytest

from fivefold.games import all_games
from fivefold.kernel.engine import interpreted
from fivefold.kernel.layout import Layout, bits, int8, int16


class State(Layout):
    turn = int8
    hands = bits[3]
    grid = int16[2, 2]


def test_fields_are_read_and_written_as_plain_integers() -> None:
    states = State.batch(2)
    s = State(states, 1)
    s.turn = 7
    s.hands[2] = 1 << 62
    s.grid[1, 0] = -5
    assert (s.turn, s.hands[2], s.grid[1, 0]) == (7, 1 << 62, -5)
    assert type(s.turn) is type(s.hands[2]) is type(s.grid[1, 0]) is type(s.grid[1][0]) is int
    assert list(s.hands) == [0, 0, 1 << 62]
    assert states["turn"].tolist() == [0, 7]


def test_a_number_too_large_for_its_field_is_an_error_not_a_wrap() -> None:
    with pytest.raises(OverflowError):
        State(State.batch(1)).turn = 200


def test_states_of_the_same_kind_of_field_do_not_share_it() -> None:
    class Other(Layout):
        turn = int8
        best = int8

    s = Other(Other.batch(1))
    s.turn, s.best = 1, 2
    assert (s.turn, s.best) == (1, 2)


@pytest.mark.parametrize("state", [State, *(game.rules.State for game in all_games().values())])
def test_a_record_has_no_byte_that_belongs_to_no_field(state: type[Layout]) -> None:
    fields = state.dtype.fields or {}
    covered = {byte for kind, offset, *_ in fields.values() for byte in range(offset, offset + kind.itemsize)}
    assert covered == set(range(state.dtype.itemsize))


@pytest.mark.parametrize("game", list(all_games()))
def test_no_state_is_larger_than_two_kilobytes(game: str) -> None:
    assert all_games()[game].rules.State.dtype.itemsize <= 2048


def test_interpreted_loops_see_records_as_states_and_numbers_as_integers() -> None:
    seen = []

    def loop(states: list[State], numbers: list[int], n: int) -> int:
        seen.append((type(states[0].turn), type(numbers[0]), len(states)))
        states[1] = states[0]
        return n

    states = State.batch(2)
    states["turn"][0] = 3
    assert interpreted(loop, State)(states, np.zeros(1, np.int8), 4) == 4
    assert seen == [(int, int, 2)]
    assert states["turn"].tolist() == [3, 3]
