"""Alpha-beta finds what plain minimax finds, keeps to its limit, and knows when it has seen everything."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from fivefold.games import find
from fivefold.games.five_wins.judging import JUDGEMENT as FIVE_WINS
from fivefold.games.torris.judging import JUDGEMENT as TORRIS
from fivefold.kernel.engine import Engine
from fivefold.search.alpha_beta import (
    BEST,
    BEST_ACTION,
    COUNT,
    DECIDED,
    DEPTH,
    ENTRY,
    FLOOR,
    HIGH,
    INFINITE,
    KEY,
    LOOK,
    LOW,
    NARROW,
    OUTCOME,
    PLACE,
    PLAY,
    REDUCED,
    REMEMBERED,
    STAGE,
    SURE,
    TRIED,
    UNKNOWN,
    VALUE,
    WIDE,
    AlphaBeta,
    Found,
    Judgement,
    accept,
    recall,
    remember,
    reward,
    told,
)
from fivefold.search.limit import Limit

from . import stones
from .minimax import Minimax

STONES = Engine("stones", stones.rules(), compiled=False)
PLENTY = Limit(units=10**7)
ALL = 2 * INFINITE
"""A margin by which the value of every action is found."""


def heaps(*counts: int, taken: tuple[int, int] = (0, 0)) -> Any:
    states = STONES.start(2)
    states["heaps"][0], states["taken"][0] = counts, taken
    return states


def look(search: AlphaBeta, states: Any, units: int = 10**6, **more: Any) -> Found:
    return search.look(states, Limit(units=units).begin(), **more)


def values(found: Found) -> dict[int, int]:
    return dict(zip(found.actions, found.values, strict=True))


def outcomes(exact: dict[int, int]) -> list[int]:
    return [int(reward(value)) if abs(value) >= DECIDED else 0 for _, value in sorted(exact.items())]


SMALL = [
    heaps(*counts, taken=taken) for counts in product(range(4), repeat=3) if sum(counts) for taken in [(0, 0), (1, 3)]
]


# --- what is found ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("judgement", [stones.SOONEST, stones.HIGHEST], ids=["soonest", "highest"])
def test_seen_to_the_end_the_best_value_and_all_outcomes_are_those_of_minimax(judgement: Judgement) -> None:
    search, plain = AlphaBeta(STONES, judgement), Minimax(STONES, judgement)
    drawn = 0
    for states in SMALL:
        exact, found = plain.values(states, 12), look(search, states)
        best = max(exact.values())
        if judgement.finer is not None or best < DECIDED:
            assert found.outcomes == outcomes(exact)
            assert all(values(found)[action] >= value for action, value in exact.items())
            drawn += 0 in found.outcomes
        assert max(found.values) == best
    assert drawn > 3


@pytest.mark.parametrize("depth", [1, 2])
def test_not_so_far_from_the_end_every_value_is_that_of_minimax(depth: int) -> None:
    search, plain = AlphaBeta(STONES, stones.SOONEST), Minimax(STONES, stones.SOONEST, salt=12345)
    for states in [heaps(4, 4, 4), heaps(4, 3, 2), heaps(4, 4, 1, taken=(2, 1))]:
        found = look(search, states, salt=12345, margin=ALL, deepest=depth)
        assert values(found) == plain.values(states, depth)
        assert (found.depth, found.outcomes) == (depth, None)


def test_a_value_is_exact_down_to_the_margin_and_no_less_than_the_true_one_below() -> None:
    search, plain = AlphaBeta(STONES, stones.HIGHEST), Minimax(STONES, stones.HIGHEST)
    below = 0
    for states in SMALL:
        exact, found = plain.values(states, 12), values(look(search, states, margin=3))
        best = max(exact.values())
        for action, value in exact.items():
            assert found[action] == value if value > best - 3 else value <= found[action] <= best - 3
            below += value <= best - 3
    assert below > 50


def late(game: str, seed: int, least: int, options: dict[str, int] | None = None) -> Iterator[Any]:
    """Positions of a random match in which several but few actions are legal, from the last on."""
    single = find(game).engine.single(2, seed, options)
    chance, kept = np.random.default_rng(seed), []
    actions = single.legal()
    while actions:
        kept.append((len(actions), single.states.copy()))
        actions = single.act(int(chance.choice(actions)))
    return (states for count, states in reversed(kept) if count >= least)


@pytest.mark.compiled
def test_late_positions_of_torris_are_seen_as_by_minimax() -> None:
    engine = find("torris").engine
    search, plain = AlphaBeta(engine, TORRIS), Minimax(engine, TORRIS)
    seen = set()
    for seed in range(12):
        states = next(late("torris", seed, 3))
        exact, found = plain.values(states, 40), look(search, states)
        assert max(found.values) == max(exact.values())
        assert found.outcomes == outcomes(exact)
        seen |= set(found.outcomes)
    assert seen >= {-1, 1}


@pytest.mark.compiled
def test_five_wins_two_plies_deep_is_seen_as_by_minimax() -> None:
    """Where nothing hangs; that it then goes on, and leaves out what is useless, changes no outcome."""
    engine = find("five_wins").engine
    search, plain = AlphaBeta(engine, FIVE_WINS), Minimax(engine, FIVE_WINS, salt=99)
    for placed in range(2, 7):
        single = engine.single(2, seed=1)
        for n in range(placed):
            single.act(single.legal()[n])
        found = look(search, single.states, salt=99, margin=ALL, deepest=2)
        assert values(found) == plain.values(single.states, 2)


# --- the table and the window -----------------------------------------------------------------------------------------


def place(low: int = 0, high: int = 20, depth: int = 3, key: int = 5, value: int = 0, sure: int = 0) -> Any:
    made = np.zeros(PLACE, np.int64)
    made[[LOW, FLOOR, HIGH, DEPTH, KEY, VALUE, SURE, BEST_ACTION]] = low, low, high, depth, key, value, sure, 7
    return made


def is_recalled(known: Any, asked: Any) -> bool:
    table = np.zeros((4, ENTRY), np.int64)
    remember(table, known, 0)
    return bool(recall(table, asked, 0))


@pytest.mark.parametrize(
    ("value", "low", "high", "recalled"),
    [
        (10, 0, 20, True),
        (10, 12, 15, True),
        (25, 0, 25, True),
        (25, 0, 26, False),
        (-5, -5, 20, True),
        (-5, -6, 20, False),
    ],
)
def test_a_value_found_in_one_window_is_used_where_it_says_enough(
    value: int, low: int, high: int, recalled: bool
) -> None:
    assert is_recalled(place(value=value), place(low, high)) is recalled


def test_the_table_is_used_for_the_same_position_no_deeper_than_it_was_looked_at_unless_it_is_sure() -> None:
    assert not is_recalled(place(value=10), place(key=9))
    assert not is_recalled(place(value=10), place(depth=4))
    assert is_recalled(place(value=10), place(depth=2))
    assert is_recalled(place(value=10, sure=1), place(depth=40))


def test_the_best_action_is_remembered_even_where_the_value_is_not_enough() -> None:
    table, asked = np.zeros((4, ENTRY), np.int64), place(depth=4)
    remember(table, place(value=10), 0)
    assert not recall(table, asked, 0)
    assert asked[REMEMBERED] == 7


def test_a_late_action_that_surprises_is_looked_at_again_as_deep_as_the_others_and_for_its_value() -> None:
    above, below = place(low=0, high=20), place(value=5)
    above[[COUNT, TRIED, BEST]] = 9, 6, -100
    stages = [REDUCED]
    for step in (LOOK, LOOK, PLAY):
        above[STAGE] = stages[-1]
        assert accept(above, below, 0, True) == step
        stages.append(above[STAGE].item())
    assert stages == [REDUCED, NARROW, WIDE, WIDE]
    assert above[[BEST, LOW]].tolist() == [5, 5]


def test_what_was_looked_at_less_deeply_never_goes_before_what_was_looked_at_deepest() -> None:
    found = np.array([[50, 2, UNKNOWN], [30, 3, UNKNOWN], [10, 3, UNKNOWN], [20, 2, UNKNOWN]])
    assert told(found) == ([29, 30, 10, 20], None)
    found[:, OUTCOME] = 1, 0, -1, 0
    assert told(found)[1] == [1, 0, -1, 0]


# --- limits -----------------------------------------------------------------------------------------------------------


def test_it_is_the_same_from_the_same_salt_and_units_and_another_salt_sees_it_otherwise() -> None:
    search = AlphaBeta(STONES, stones.SOONEST)
    found = [look(search, heaps(4, 4, 4), units=150, salt=salt, margin=ALL) for salt in (5, 5, 6)]
    assert found[0] == found[1]
    assert found[0].values != found[2].values


def test_no_more_units_are_used_than_the_limit_allows() -> None:
    for units in (60, 200, 700):
        control = Limit(units=units).begin()
        found = AlphaBeta(STONES, stones.SOONEST).look(heaps(4, 4, 4), control)
        assert control[0] == 0
        assert found.outcomes is None


def test_more_units_look_deeper() -> None:
    depths = [look(AlphaBeta(STONES, stones.SOONEST), heaps(4, 4, 4), units=units).depth for units in (50, 500, 5000)]
    assert depths == sorted(set(depths))


@pytest.mark.compiled
def test_a_search_that_is_stopped_says_something_of_every_action_at_once() -> None:
    engine = find("torris").engine
    limit, single = Limit(units=10**12), engine.single(2, seed=3)
    control = limit.begin()
    searching = threading.Thread(target=lambda: found.append(AlphaBeta(engine, TORRIS).look(single.states, control)))
    found: list[Found] = []
    searching.start()
    while control[0] > 10**12 - 100_000 and searching.is_alive():
        time.sleep(0.001)
    limit.stop()
    searching.join(60)
    assert len(found[0].values) == len(single.legal())


def test_it_is_stopped_in_its_first_look_too() -> None:
    limit = Limit(units=10**9)
    control = limit.begin()
    limit.stop()
    found = AlphaBeta(STONES, stones.SOONEST).look(heaps(4, 4, 4), control)
    assert len(found.values) == 9
    assert control[0] == 10**9 - 1
