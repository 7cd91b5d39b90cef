"""The games for two and more under PettingZoo's own checks, and under some that can fail where its cannot."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from fivefold.envs.pettingzoo import env, parallel_env, raw_env
from fivefold.games import BadInput, Game, all_games, find
from fivefold.match import Position, start

from .tables import TABLES as ALL_TABLES
from .tables import short

GAMES = [game for game in all_games().values() if game.about.most > 1]
AT_ONCE = ["number_poker", "score5"]
TABLES = [(game, players) for game, players in ALL_TABLES if players > 1]
TABLES_AT_ONCE = [(game, players) for game, players in TABLES if game in AT_ONCE]

EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What `api_test` says of every environment whose observation holds its mask, but for those of its own library."""


def play(environment: raw_env, seed: int, most: int = 10_000) -> Iterator[tuple[str, dict[str, Any]]]:
    """Plays a match at random; yields who is to act, with what it observes."""
    chance = random.Random(seed)
    environment.reset(seed=seed)
    for agent in environment.agent_iter(most):
        observation, _, over, cut, _ = environment.last()
        assert observation is not None
        yield agent, observation
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        environment.step(None if over or cut else chance.choice(legal))


def position_at(environment: raw_env | parallel_env) -> Position:
    """The match that the environment plays, as a position."""
    match = environment.match
    position = start(match.game.id, match.players)
    position._states = match.states.copy()
    return position


def actions_of(game: Game, position: Position, seat: int) -> list[int]:
    return sorted(game.text.read(position._s, seat, move) or 0 for move in position.legal(seat))


# --- PettingZoo's own checks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_finds_no_fault(game: str, players: int) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env(game, players, options=short(game)), num_cycles=150)
        api_test(raw_env(game, players, options=short(game)), num_cycles=20)
        seed_test(lambda: env(game, players, options=short(game)), num_cycles=30)
    assert {str(warning.message) for warning in told if not str(warning.message).startswith(EXPECTED)} == set()


@pytest.mark.parametrize(("game", "players"), TABLES_AT_ONCE)
def test_pettingzoo_finds_no_fault_in_parallel(game: str, players: int) -> None:
    parallel_api_test(parallel_env(game, players, options=short(game)), num_cycles=100)
    parallel_seed_test(lambda: parallel_env(game, players, options=short(game)), num_cycles=30)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_pettingzoos_benchmark_runs(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    ticks = count()
    clock = SimpleNamespace(time=lambda: next(ticks) / 40)  # its five seconds are two hundred cycles
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(env(game, options=short(game)))
    turns = float(capsys.readouterr().out.splitlines()[1].split()[0])
    assert turns > 30 * find(game).about.usual


# --- what those cannot see --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_match_is_what_its_position_says(game: str, players: int) -> None:
    """Who acts, what is legal, what each seat observes, and what the end brings."""
    found, environment, before = find(game), raw_env(game, players, options=short(game)), -1
    for agent, observation in play(environment, seed=3):
        position, seat = position_at(environment), environment.possible_agents.index(agent)
        if environment.terminations[agent]:
            assert position.over
            assert not observation["action_mask"].any()
            continue
        following = [other for other in position.to_act if other > before]
        assert seat == (following or position.to_act)[0]
        assert np.flatnonzero(observation["action_mask"]).tolist() == actions_of(found, position, seat)
        for viewer, other in enumerate(environment.possible_agents):
            named = position.observation(viewer).values()
            seen = environment.observe(other)
            assert (seen["observation"] == np.concatenate([part.ravel() for part in named])).all()
            assert seen["action_mask"].any() == (viewer == seat)
            assert seen in environment.observation_space(other)
        assert set(environment.rewards.values()) == {0.0}
        before = seat


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_end_brings_each_agent_its_reward_once(game: str, players: int) -> None:
    environment, brought = raw_env(game, players, options=short(game)), {}
    for agent, _ in play(environment, seed=5):
        reward, over = environment.last(observe=False)[1:3]
        if over:
            assert agent not in brought
            brought[agent] = reward
        else:
            assert reward == 0
    assert tuple(brought[agent] for agent in environment.possible_agents) == position_at(environment).rewards
    assert sum(brought.values()) == pytest.approx(0)
    assert environment.agents == []


@pytest.mark.parametrize("game", ["fives", "five_crowns", "score5"])
def test_a_seed_gives_the_whole_match_and_another_gives_another(game: str) -> None:
    def match(seed: int) -> list[bytes]:
        environment = env(game, options=short(game))
        environment.reset(seed=seed)
        seen, chance = [], random.Random(1)
        for _ in environment.agent_iter(300):
            observation, reward, over, cut, _ = environment.last()
            assert observation is not None
            seen.append(observation["observation"].tobytes() + str(reward).encode())
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            environment.step(None if over or cut else chance.choice(legal))
        return seen

    assert match(7) == match(7)
    assert match(7) != match(8)


def test_without_a_seed_matches_differ() -> None:
    environment = env("fives")
    first, again, other = env("fives"), env("fives"), []
    for one in (first, again, environment, environment):
        one.reset()
        other.append(one.observe("seat_0")["observation"].tobytes())
    assert len(set(other)) == 4


def test_seats_that_choose_at_once_see_nothing_of_each_other() -> None:
    seen = []
    for choice in (0, 3):
        environment = raw_env("number_poker", 3)
        environment.reset()
        environment.step(choice)
        assert environment.agent_selection == "seat_1"
        seen.append([environment.observe(agent) for agent in ("seat_1", "seat_2", "seat_0")])
    for first, second in zip(seen[0][:2], seen[1][:2], strict=True):
        assert (first["observation"] == second["observation"]).all()
        assert (first["action_mask"] == second["action_mask"]).all()
    assert (seen[0][2]["observation"] != seen[1][2]["observation"]).any()


def test_what_was_observed_is_not_changed_later() -> None:
    environment = env("fives")
    environment.reset(seed=1)
    kept = environment.observe("seat_0")
    copies = {name: part.copy() for name, part in kept.items()}
    for _ in range(30):
        environment.step(environment.match.legal()[0])
        environment.observe("seat_0")
    assert all((kept[name] == part).all() for name, part in copies.items())


# --- what is not legal ------------------------------------------------------------------------------------------------


def test_an_illegal_action_ends_the_match_and_costs_its_agent_one() -> None:
    environment = env("fives", 4)
    environment.reset(seed=1)
    agent = environment.agent_selection
    before = environment.match.states.copy()
    environment.step(int(np.flatnonzero(environment.observe(agent)["action_mask"] == 0)[0]))
    assert environment.match.states == before
    assert all(environment.terminations.values())
    assert all(environment.truncations.values())
    assert environment.rewards == {other: -1.0 if other == agent else 0.0 for other in environment.agents}
    assert "may not do action" in environment.infos[agent]["refused"]
    for _ in range(4):
        environment.step(None)
    assert environment.agents == []
    environment.reset(seed=1)
    assert environment.infos[agent] == {}
    assert not any(environment.terminations.values())


def test_the_raw_environment_refuses_what_is_not_legal() -> None:
    environment = raw_env("torris")
    environment.reset()
    before = environment.match.states.copy()
    illegal = int(np.flatnonzero(environment.observe("seat_0")["action_mask"] == 0)[0])
    with pytest.raises(BadInput, match=f"seat_0 may not do action {illegal} now"):
        environment.step(illegal)
    assert environment.match.states == before


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("action", [-1, 128, 0.5, "c2-f2", None, True])
def test_what_is_no_action_is_refused_in_one_sentence(make: Any, action: Any) -> None:
    environment = make("torris")
    environment.reset()
    with pytest.raises(BadInput, match="an action of torris is a whole number from 0 to 127, not"):
        environment.step(action)


@pytest.mark.parametrize("make", [env, raw_env])
def test_a_step_before_the_first_match_is_refused(make: Any) -> None:
    with pytest.raises(BadInput, match="reset begins the next match"):
        make("torris").step(0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "clear_up"}, "clear_up is for one player"),
        ({"game": "chess"}, 'there is no game "chess"'),
        ({"game": "fives", "players": 2}, "fives is for 3 to 4 players, not 2"),
        ({"game": "torris", "options": {"size": 3}}, 'torris has no option "size"'),
        ({"game": "torris", "render_mode": "human"}, 'a render mode is ansi, not "human"'),
    ],
)
@pytest.mark.parametrize("make", [env, parallel_env])
def test_what_cannot_be_made_is_told(make: Any, wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        make(**wrong)


def test_agents_that_are_not_there_are_told() -> None:
    environment = env("torris")
    environment.reset()
    for ask in (environment.observe, environment.action_space, environment.observation_space):
        with pytest.raises(BadInput, match='the agents are seat_0, seat_1, not "white"'):
            ask("white")


def test_text_shows_the_table_as_the_acting_seat_sees_it() -> None:
    environment = env("fives", 4, render_mode="ansi")
    environment.reset(seed=1)
    shown = environment.render()
    assert shown is not None
    position = position_at(environment)
    hands = [position.view(seat)["table"]["cards"][seat] for seat in range(4)]
    lines = shown.splitlines()
    assert lines[0] == environment.agent_selection
    own = environment.possible_agents.index(lines[0])
    assert [" ".join(hand) in shown for hand in hands] == [seat == own for seat in range(4)]


# --- at once ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES_AT_ONCE)
def test_choices_at_once_are_the_same_choices_one_by_one(game: str, players: int) -> None:
    """A parallel match, and its choices played seat by seat on a position."""
    together, chance = parallel_env(game, players, options=short(game)), random.Random(2)
    observations, _ = together.reset(seed=6)
    rewards: dict[str, float] = {}
    while together.agents:
        position = position_at(together)
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        assert [seat for seat, mask in enumerate(masks.values()) if mask.any()] == list(position.to_act)
        chosen = {agent: chance.choice(np.flatnonzero(mask).tolist()) for agent, mask in masks.items() if mask.any()}
        for seat in position.to_act:
            move = position.game.text.write(position._s, seat, chosen[f"seat_{seat}"])
            position.play(move, seat)
        observations, rewards, over, cut, _ = together.step(chosen)
        assert together.match.states == position._states
        assert set(over.values()) == {position.over}
        assert not any(cut.values())
        for seat in range(players):
            flat = np.concatenate([part.ravel() for part in position.observation(seat).values()])
            assert (observations[f"seat_{seat}"]["observation"] == flat).all()
    assert tuple(rewards.values()) == position.rewards
    assert together.step({}) == ({}, {}, {}, {}, {})


def test_every_offender_pays_for_an_illegal_choice() -> None:
    together = parallel_env("number_poker", 3)
    together.reset()
    before = together.match.states.copy()
    _, rewards, over, cut, _ = together.step({"seat_0": 5, "seat_1": 0, "seat_2": 5})  # nobody may pass yet
    assert rewards == {"seat_0": -1.0, "seat_1": 0.0, "seat_2": -1.0}
    assert all(over.values())
    assert all(cut.values())
    assert together.agents == []
    assert together.match.states == before


def test_a_choice_that_is_missing_is_told() -> None:
    together = parallel_env("number_poker", 2)
    together.reset()
    with pytest.raises(BadInput, match="seat_1 acts, but there is no action of it"):
        together.step({"seat_0": 1})


def test_choices_of_seats_that_do_not_act_are_not_looked_at() -> None:
    together = parallel_env("number_poker", 2)
    together.reset()
    observations, *_ = together.step({"seat_0": 4, "seat_1": 2})  # the empty hand claims
    assert not observations["seat_1"]["action_mask"].any()
    claim = int(np.flatnonzero(observations["seat_0"]["action_mask"])[0])
    together.step({"seat_0": claim, "seat_1": 9999})
    assert position_at(together).scores == (1, 0)


def test_games_in_which_one_acts_after_another_are_not_parallel() -> None:
    with pytest.raises(BadInput, match="in fives one seat acts after another"):
        parallel_env("fives")


def test_text_of_a_parallel_match_shows_every_seat_its_own() -> None:
    together = parallel_env("number_poker", 2, render_mode="ansi")
    together.reset()
    shown = together.render()
    assert shown is not None
    assert [part.splitlines()[0] for part in shown.split("\n\n")] == ["seat_0", "seat_1"]
