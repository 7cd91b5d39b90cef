"""Tensors: parts by name, one behind the other."""

from __future__ import annotations

import numpy as np
import pytest

import fivefold
from fivefold.games import find
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, put_set, seat_from


def test_parts_lie_one_behind_the_other() -> None:
    tensor = Tensor(cards=flags(2, 3), chips=numbers(4, least=-1, most=9))
    assert tensor.starts == (0, 6)
    named = tensor.named(np.arange(10))
    assert named["cards"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert named["chips"].tolist() == [6, 7, 8, 9]
    assert [limit.tolist() for limit in tensor.limits()] == [[0] * 6 + [-1] * 4, [1] * 6 + [9] * 4]


def test_many_tensors_are_named_at_once() -> None:
    named = Tensor(cards=flags(2, 3)).named(np.arange(12).reshape(2, 6))
    assert named["cards"].shape == (2, 2, 3)
    assert named["cards"][1, 1].tolist() == [9, 10, 11]


def test_sets_and_choices_become_flags() -> None:
    out = np.zeros(8, np.int16)
    put_set(out, 1, 0b101, 3)
    put_choice(out, 4, 2)
    put_choice(out, 4, -1)
    assert out.tolist() == [0, 1, 0, 1, 0, 0, 1, 0]


def test_seats_are_counted_from_the_one_that_looks() -> None:
    assert [seat_from(2, other, 4) for other in (2, 3, 0, 1, -1)] == [0, 1, 2, 3, -1]


def test_a_seat_of_fives_sees_its_hand_and_what_it_played_face_down_but_not_what_others_did() -> None:
    position = fivefold.start("fives", players=3, seed=1)
    leader = position.to_act[0]
    before = [position.observation(seat) for seat in range(3)]
    assert [int(seen["hand"].sum()) for seen in before] == [12, 12, 12]
    position.play("B5=M5") if "B5=M5" in position.legal(leader) else position.play(position.legal(leader)[1])
    after = [position.observation(seat) for seat in range(3)]
    assert after[leader]["played_down"].sum() == 1
    assert all(not after[seat]["played_down"].any() for seat in range(3) if seat != leader)
    assert [int(after[seat]["fives"][(leader - seat) % 3]) for seat in range(3)] == [1, 1, 1]
    hidden = after[(leader + 1) % 3]["lying"][2]
    assert np.flatnonzero(hidden).tolist() == [52]


@pytest.mark.parametrize(("n", "seed", "threads"), [(0, 1, 1), (2, -1, 1), (2, 1, 0), ("2", 1, 1)])
def test_a_batch_refuses_what_is_no_number_of_anything(n: int, seed: int, threads: int) -> None:
    with pytest.raises(fivefold.BadInput, match="is a whole number from"):
        fivefold.batch("fives", n, seed=seed, threads=threads)


def test_a_batch_of_the_package_is_the_engines() -> None:
    batch = fivefold.batch("clear_up", n=3)
    assert batch.engine is find("clear_up").engine
    assert batch.observe().sum(axis=1).tolist() == [32, 32, 32]
