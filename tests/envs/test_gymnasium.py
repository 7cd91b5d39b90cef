"""The games for one player under Gymnasium's own checks, and under some that can fail where its cannot."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fivefold
from fivefold.envs.gymnasium import ManyEnvs, OneEnv, games_for_one, name_of
from fivefold.games import BadInput, Game, find

GAMES = [game.id for game in games_for_one()]
SOLUTION = (
    "a4-a6 d1-f1 c4-a4 b6-b4 d5-b5 d3-d5 d6-d4 a3-a5-c5 b3-b5-d5-d3-b3 f4-d4 f3-d3-d5 f1-f3 d2-f2 b2-d2 e5-c5 "
    "c1-a1-a3-c3 f2-f4-f6-d6-b6 a6-c6-c4-c2-e2"
)


def made(game: str, **how: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(name_of(find(game)), **how).unwrapped


def many(game: str, count: int, **how: Any) -> Any:
    return gymnasium.make_vec(name_of(find(game)), count, **how)


def some_actions(mask: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """For each row a legal action, but now and then any."""
    legal = [chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask]
    return np.where(chance.random(len(mask)) < 0.2, chance.integers(mask.shape[1], size=len(mask)), legal)


def legal_actions(game: Game, states: np.ndarray) -> list[int]:
    """By the interpreted rules."""
    actions = np.zeros(game.rules.CHOICES, np.int64)
    count = game.match_engine.loop("legal")(states, 0, 0, game.match_engine.sets(), actions)
    return actions[:count].tolist()


def jumps_of(chains: str) -> list[str]:
    """`a3-a5-c5` is two jumps."""
    chained = [chain.split("-") for chain in chains.split()]
    return [f"{a}-{b}" for squares in chained for a, b in pairwise(squares)]


def test_both_games_for_one_player_are_registered() -> None:
    assert {"fivefold/ClearUp-v0", "fivefold/FiveCrownsSolitaire-v0"} <= set(gymnasium.registry)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_no_fault(game: str) -> None:
    check_env(made(game, render_mode="rgb_array"))


@pytest.mark.parametrize("game", GAMES)
def test_observations_and_masks_are_what_the_position_says(game: str) -> None:
    env, chance = made(game), np.random.default_rng(2)
    observation, info = env.reset(seed=2)
    match = env.match  # type: ignore[attr-defined]
    while info["action_mask"].any():
        assert observation in env.observation_space
        legal = np.flatnonzero(info["action_mask"]).tolist()
        assert legal == legal_actions(find(game), match.states)
        observation, reward, over, cut, info = env.step(chance.choice(legal))
        assert over == (not info["action_mask"].any())
        assert over or reward == 0
        assert not cut
    assert 0 <= reward <= 1


def test_a_solved_game_brings_one() -> None:
    env, position, rewards = made("clear_up"), fivefold.start("clear_up"), []
    env.reset()
    for jump in jumps_of(SOLUTION):
        action = find("clear_up").text.read(None, 0, jump)
        observation, reward, over, _, _ = env.step(action)
        position.play(jump)
        assert (observation.reshape(6, 6) == position.observation(0)["pieces"]).all()
        rewards.append(reward)
    assert over
    assert rewards == [0.0] * 30 + [1.0]


def test_an_unsolved_game_brings_the_share_achieved() -> None:
    env, chance = made("clear_up"), np.random.default_rng(3)
    _, info = env.reset()
    over = False
    while not over:
        observation, reward, over, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
    assert reward == (32 - observation.sum()) / 32 < 1


@pytest.mark.parametrize("game", GAMES)
def test_an_action_that_is_not_legal_changes_nothing_and_is_told(game: str) -> None:
    env = made(game)
    observation, info = env.reset(seed=1)
    assert not info["refused"]
    after, reward, over, _, told = env.step(np.flatnonzero(info["action_mask"] == 0)[0])
    assert told["refused"]
    assert (after == observation).all()
    assert (told["action_mask"] == info["action_mask"]).all()
    assert (reward, over) == (0, False)


@pytest.mark.parametrize("action", [-1, 144, 1.5, None, "a1-a3", True])
def test_what_is_no_action_is_refused_in_one_sentence(action: Any) -> None:
    env = made("clear_up")
    env.reset()
    with pytest.raises(BadInput, match="an action of clear_up is a whole number from 0 to 143, not"):
        env.step(action)


def test_matches_follow_from_the_seed() -> None:
    env = made("five_crowns_solitaire")
    firsts = [env.reset(seed=seed)[0].tobytes() for seed in (1, 2, 1)]
    assert firsts[0] == firsts[2] != firsts[1]
    assert env.reset()[0].tobytes() != firsts[0]


def test_matches_without_a_seed_differ() -> None:
    first, second = (made("five_crowns_solitaire").reset()[0] for _ in range(2))
    assert (first != second).any()


@pytest.mark.parametrize("game", GAMES)
def test_a_vector_plays_as_single_environments_do(game: str) -> None:
    """Through ends, new matches and refused actions."""
    one_by_one, together = (many(game, 5, vectorization_mode=mode) for mode in ("sync", "vector_entry_point"))
    chance, ends = np.random.default_rng(4), 0
    states = [envs.reset(seed=7) for envs in (one_by_one, together)]
    for _ in range(80):
        assert (states[0][0] == states[1][0]).all()
        for name, told in states[0][-1].items():
            assert (states[1][-1][name] == told).all(), name
        actions = some_actions(states[1][-1]["action_mask"], chance)
        states = [envs.step(actions) for envs in (one_by_one, together)]
        for theirs, ours in zip(states[0][1:4], states[1][1:4], strict=True):
            assert (theirs == ours).all()
        ends += int(states[1][2].sum())
    assert ends > 5
    assert one_by_one.metadata["autoreset_mode"] == together.metadata["autoreset_mode"]
    assert (one_by_one.observation_space, one_by_one.action_space) == (
        together.observation_space,
        together.action_space,
    )


def test_a_vector_keeps_nothing_that_it_returned() -> None:
    envs = many("five_crowns_solitaire", 3)
    first, told = envs.reset(seed=1)
    kept = first.copy(), told["action_mask"].copy()
    for _ in range(3):
        _, rewards, ended, _, _ = envs.step(told["action_mask"].argmax(axis=1))
        assert not np.shares_memory(rewards, envs.batch.rewards)
        assert not np.shares_memory(ended, envs.batch.ended)
    assert (first == kept[0]).all()
    assert (told["action_mask"] == kept[1]).all()


def test_a_vector_uses_memory_again_that_nobody_holds_and_no_other() -> None:
    """Not even where only a part of an array is held."""
    envs, kept, told = many("five_crowns_solitaire", 3), [], []
    _, info = envs.reset(seed=1)
    for _ in range(8):
        observations, _, _, _, info = envs.step(info["action_mask"].argmax(axis=1))
        kept += [(observations[1], observations[1].copy()), (info["action_mask"][2], info["action_mask"][2].copy())]
    assert all((part == copy).all() for part, copy in kept)
    del kept
    for _ in range(20):
        observations, _, _, _, info = envs.step(info["action_mask"].argmax(axis=1))
        told.append(observations.ctypes.data)
    assert len(set(told)) <= 3


def test_threads_change_nothing() -> None:
    alone, shared = ManyEnvs("five_crowns_solitaire", 7), ManyEnvs("five_crowns_solitaire", 7, threads=2)
    (first, told), (second, _) = (envs.reset(seed=3) for envs in (alone, shared))
    for _ in range(40):
        assert (first == second).all()
        actions = told["action_mask"].argmax(axis=1)
        (first, _, _, _, told), (second, *_) = alone.step(actions), shared.step(actions)


def test_seeds_can_be_given_one_by_one() -> None:
    envs = ManyEnvs("five_crowns_solitaire", 3)
    together, _ = envs.reset(seed=[5, 9, 5])
    alone, _ = OneEnv("five_crowns_solitaire").reset(seed=9)
    assert (together[1] == alone).all()
    assert (together[0] == together[2]).all()
    with pytest.raises(BadInput, match="3 environments, but 2 seeds"):
        envs.reset(seed=[1, 2])


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 144], [0, -1, 0], [0.5, 0, 0], 0])
def test_a_vector_refuses_what_are_no_actions(actions: Any) -> None:
    envs = ManyEnvs("clear_up", 3)
    envs.reset()
    with pytest.raises(BadInput, match="whole number"):
        envs.step(actions)


@pytest.mark.parametrize("game", GAMES)
def test_text_shows_the_table_that_the_player_sees(game: str) -> None:
    env = made(game, render_mode="ansi")
    env.reset(seed=3)
    text = env.render()
    hidden = env.match.states.copy()  # type: ignore[attr-defined]
    find(game).engine.loop("veil")(hidden, 0, 0)
    assert isinstance(text, str)
    assert text.splitlines()[0].startswith(next(iter(find(game).view(find(game).state(hidden), 0))))


def test_a_picture_follows_the_match() -> None:
    env = made("clear_up", render_mode="rgb_array")
    env.reset()
    before = env.render()
    env.step(find("clear_up").text.read(None, 0, "b1-d1") or 0)
    assert (env.render() == before).all()  # refused: d1 is taken
    env.step(find("clear_up").text.read(None, 0, "d1-f1") or 0)
    assert (env.render() != before).any()


def test_a_vector_draws_each_table() -> None:
    pictures = many("clear_up", 2, render_mode="rgb_array")
    pictures.reset()
    assert [picture.shape for picture in pictures.render()] == [(376, 376, 3)] * 2


def test_games_and_render_modes_that_are_not_there_are_told() -> None:
    with pytest.raises(BadInput, match="fives is for 3 players or more"):
        OneEnv("fives")
    with pytest.raises(BadInput, match="a render mode is one of ansi, rgb_array"):
        OneEnv("clear_up", render_mode="human")
