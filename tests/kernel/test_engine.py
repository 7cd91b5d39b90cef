"""The engine: compiled where Numba is, interpreted where it is not, and never out of date."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fivefold
from fivefold.games import all_games, find
from fivefold.kernel.engine import Engine

SOURCES = Path(fivefold.__file__).parent


def python(code: str, **environment: str) -> str:
    """What a fresh Python prints."""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return ran.stdout.strip()


def test_importing_and_playing_need_no_numba() -> None:
    code = """
import sys
class NoNumba:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"): raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoNumba())
import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == "numba" else find_spec(name)
import fivefold
position = fivefold.start("fives", seed=1)
while not position.over:
    position.play(position.legal(position.to_act[0])[0])
again = fivefold.replay(position.record())
print(again.scores == position.scores, "numba" in sys.modules)
"""
    assert python(code) == "True False"


def test_importing_does_not_load_numba() -> None:
    assert python("import fivefold, sys; print('numba' in sys.modules)") == "False"


def test_the_environment_can_ask_for_interpreted_rules() -> None:
    code = "from fivefold.games import find; print(find('fives').engine.compiled)"
    assert python(code, FIVEFOLD_INTERPRETED="1") == "False"


@pytest.mark.compiled
def test_a_changed_rule_is_compiled_anew(tmp_path: Path) -> None:
    """Numba looks only at the loop's own file; what is changed here is used by a rule that the loop calls."""
    package, cached = tmp_path / "sources" / "fivefold", tmp_path / "cache"
    shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = """
from fivefold.games import find
match = find("clear_up").engine.single(players=1, seed=1)
print(len(match.legal()))
"""
    places = {"PYTHONPATH": str(package.parent), "FIVEFOLD_CACHE": str(cached)}
    before = python(code, **places)
    rules = package / "games" / "clear_up" / "rules.py"
    text = rules.read_text()
    changed = text.replace("CORNERS = bit(0) | bit(5) | bit(30) | bit(35)", "CORNERS = bit(0)")
    assert changed != text
    rules.write_text(changed)
    assert python(code, **places) != before
    rules.write_text(text)
    assert python(code, **places) == before


@pytest.mark.compiled
def test_machine_code_is_kept_on_disk(tmp_path: Path) -> None:
    code = """
from fivefold.games import find
engine = find("clear_up").engine
engine.single(players=1, seed=1)
"""
    python(code, FIVEFOLD_CACHE=str(tmp_path))
    first = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    python(code, FIVEFOLD_CACHE=str(tmp_path))
    assert first
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")} == first


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.compiled), False])
def test_playouts_come_again_from_their_seed(compiled: bool) -> None:
    game = find("number_poker")
    engine = Engine(game.id, game.rules, compiled=compiled)
    one, again, other = (engine.playouts(players=3, matches=20, seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert sum(one.wins) == pytest.approx(20)


def test_a_batch_lane_does_not_depend_on_the_size_of_the_batch() -> None:
    engine = find("fives").engine
    small, large = (engine.batch(count, players=4, seed=3) for count in (4, 9))
    for _ in range(30):
        for batch in (small, large):
            batch.legal_sets()
            batch.step(batch.choose())
    assert small.states.tobytes() == large.states[:4].tobytes()


def test_a_batch_gives_rewards_where_matches_end_and_nowhere_else() -> None:
    batch = find("number_poker").engine.batch(50, players=3, seed=1)
    endings = 0
    for _ in range(60):
        batch.legal_sets()
        batch.step(batch.choose())
        for ended, standing, rewards in zip(batch.ended, batch.standings, batch.rewards, strict=True):
            ahead = [int((mine > standing).sum() - (mine < standing).sum()) for mine in standing]
            assert rewards.tolist() == ([seats / 2 for seats in ahead] if ended else [0, 0, 0])
        endings += int(batch.ended.sum())
    assert endings > 50


@pytest.mark.compiled
def test_a_batch_runs_the_same_on_any_number_of_threads() -> None:
    one, three = (find("fives").engine.batch(10, players=3, seed=4, threads=threads) for threads in (1, 3))
    for _ in range(200):
        for batch in (one, three):
            batch.legal_sets()
            batch.step(batch.choose())
    assert one.states.tobytes() == three.states.tobytes()
    assert one.legal().tolist() == three.legal().tolist()


def test_a_batch_without_new_matches_comes_to_rest() -> None:
    batch = find("clear_up").engine.batch(5, players=1, seed=1, again=False)
    for _ in range(40):
        batch.legal_sets()
        batch.step(batch.choose())
    assert batch.seats.tolist() == [-1] * 5
    assert not batch.legal().any()
    assert batch.step(np.zeros(5, np.int64)) == 0
    assert ((batch.standings > 0) & (batch.standings <= 1)).all()


@pytest.mark.parametrize("known", [[], ["legal"], ["legal_sets"], ["legal", "legal_sets"]])
@pytest.mark.parametrize("wrong", [None, -1, 104, 1 << 40])
def test_a_batch_refuses_actions_that_are_not_legal_and_stays_as_it_was(known: list[str], wrong: int | None) -> None:
    batch, twin = (find("fives").engine.batch(3, players=4, seed=1) for _ in range(2))
    wrong = int(twin.legal()[1].argmin()) if wrong is None else wrong
    for method in known:
        getattr(batch, method)()
    actions = batch.choose().copy() if "legal_sets" in known else batch.legal().argmax(axis=1)
    actions[1] = wrong
    before = batch.states.copy()
    with pytest.raises(ValueError, match=f"action {wrong} of seat {batch.seats[1]} in match 1 is not legal"):
        batch.step(actions)
    assert batch.states.tobytes() == before.tobytes()


def test_a_batch_looks_at_actions_anew_after_each_step() -> None:
    batch = find("clear_up").engine.batch(2, players=1, seed=1)
    actions = batch.legal().argmax(axis=1)
    batch.step(actions)
    with pytest.raises(ValueError, match="is not legal"):
        batch.step(actions)  # the square is taken now


def test_what_was_chosen_is_looked_at_once_it_was_played_and_cannot_be_changed_before() -> None:
    batch = find("clear_up").engine.batch(2, players=1, seed=1)
    chosen = batch.choose()
    with pytest.raises(ValueError, match="read-only"):
        chosen[0] = 0
    batch.step(chosen)
    with pytest.raises(ValueError, match="is not legal"):
        batch.step(chosen)


@pytest.mark.parametrize("actions", [[0, 0], 0, [0.0, 0.0, 0.0], np.zeros((3, 1), np.int64), ["a", "b", "c"]])
def test_a_batch_refuses_what_are_no_actions(actions: object) -> None:
    with pytest.raises(ValueError, match="actions are 3 whole numbers, one for each match"):
        find("fives").engine.batch(3, players=4, seed=1).step(actions)


def test_a_batch_takes_whole_numbers_of_any_kind() -> None:
    batches = [find("fives").engine.batch(3, players=4, seed=1) for _ in range(3)]
    actions = batches[0].choose()
    for batch, given in zip(batches, [actions, actions.astype(np.uint8), actions.tolist()], strict=True):
        assert batch.step(given) == 3
    assert len({batch.states.tobytes() for batch in batches}) == 1


def test_a_random_choice_needs_nothing_before_it() -> None:
    one, other = (find("fives").engine.batch(20, players=4, seed=1) for _ in range(2))
    for _ in range(60):
        one.legal_sets()
        assert one.choose().tolist() == other.choose().tolist()
        one.step(one.choose())
        other.step(other.choose())


@pytest.mark.parametrize("game", list(all_games()))
def test_a_random_choice_reaches_every_legal_action(game: str) -> None:
    batch = all_games()[game].engine.batch(3000, all_games()[game].about.fewest, seed=1)
    batch.states[:] = batch.states[0]
    batch.seats[:] = batch.seats[0]
    flags = batch.legal()[0]
    batch.legal_sets()
    assert set(batch.choose().tolist()) == set(np.flatnonzero(flags).tolist())


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.compiled), False])
def test_an_engine_refuses_players_that_its_state_has_no_room_for(compiled: bool) -> None:
    game = find("fives")
    engine = Engine(game.id, game.rules, compiled=compiled, seats=range(3, 5))
    for start in (engine.start, lambda players: engine.playouts(players, 1, 1), find("fives").engine.start):
        with pytest.raises(ValueError, match="not for 5 players"):
            start(5)


def test_what_is_made_of_an_engine_is_made_once() -> None:
    engine = find("clear_up").engine
    made = []

    def search(of: Engine) -> str:
        made.append(of)
        return "a search"

    assert [engine.once(search), engine.once(search)] == ["a search", "a search"]
    assert made == [engine]
