"""All games under OpenSpiel's own checks and algorithms, and under checks of what those cannot see."""

from __future__ import annotations

import pickle
import random
import unittest
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, minimax
from open_spiel.python.observation import make_observation

import fivefold
from fivefold.envs.openspiel import RolloutEvaluator, SpielGame, SpielState, name_of
from fivefold.games import BadInput, all_games, find
from fivefold.kernel.rules import nothing_hidden
from fivefold.match import Position

from .tables import TABLES, short

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it loads games of other libraries
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests import games_sim_test

GAMES = list(all_games())
HIDING = [game for game in GAMES if find(game).rules.veil is not nothing_hidden and game != "shell_game"]
FEW_PIECES = "1 2 0 3 3 1 0 0 1 3 4 2"
"""After these choices two players of Number Poker have few pieces left."""


def load(game: str, players: int | None = None, **options: Any) -> SpielGame:
    chosen = {} if players is None else {"players": players}
    return pyspiel.load_game(name_of(find(game)), {**chosen, **short(game), **options})


def at_random(game: SpielGame, seed: int, most: int = 100_000) -> Iterator[SpielState]:
    """A match at random: its states, each gone on from when the next is asked for."""
    state, chance = game.new_initial_state(), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state.apply_action(chance.choice(state.legal_actions()))


def decisions(game: SpielGame, seed: int, most: int = 100_000) -> Iterator[SpielState]:
    return (state for state in at_random(game, seed, most) if not state.is_chance_node())


def dealt(game: SpielGame, seed: int) -> SpielState:
    """The state before the first action of a player."""
    return next(decisions(game, seed))


def position_of(state: SpielState) -> Position:
    """The same state as a position."""
    table = state.get_game().table
    position = fivefold.start(table.game.id, table.players, options=short(table.game.id))
    position._states = state._now.states.copy()
    return position


def observed(state: SpielState, player: int) -> tuple[Any, ...]:
    """All four ways in which a state looks to a player."""
    return (
        state.information_state_string(player),
        tuple(state.information_state_tensor(player)),
        state.observation_string(player),
        tuple(state.observation_tensor(player)),
    )


# --- OpenSpiel's own checks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_openspiels_simulation_finds_no_fault(game: str, players: int) -> None:
    last_round = {} if players < 10 else {"after": up_to_the_last_round(game, players)}
    pyspiel.random_sim_test(load(game, players, **last_round), num_sims=1, serialize=True, verbose=False)


def up_to_the_last_round(game: str, players: int) -> str:
    """Fourteen players take long to be looked at after each of 2,500 cards."""
    state = load(game, players).new_initial_state()
    while (round_number := state._now.state().round) < 11:
        state.apply_action(state.legal_actions()[-1])
    assert round_number == 11
    return " ".join(map(str, state.history()))


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_tests_of_its_interface_pass(game: str) -> None:
    tried = {"game": load(game, find(game).about.fewest), "game_name": name_of(find(game))}
    case = type(game, (api_test.EnforceAPIOnPartialTreeBase,), tried)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []
    assert result.skipped == []


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_python_simulation_and_pickling_pass(game: str) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(game))


def test_information_states_recall_everything_by_openspiels_definition() -> None:
    assert len(api_test._assert_is_perfect_recall(load("number_poker", 2, after=FEW_PIECES))) > 50


# --- what those cannot see --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_match_is_what_its_position_says(game: str, players: int) -> None:
    """Who acts, what is legal, what each seat observes, and what the end brings."""
    spiel, found, before = load(game, players), find(game), -1
    for state in decisions(spiel, seed=3):
        position = position_of(state)
        assert state.is_terminal() == position.over
        assert tuple(state.returns()) == position.rewards
        assert spiel.min_utility() <= min(position.rewards)
        assert max(position.rewards) <= spiel.max_utility()
        for seat in range(players) if len(state.history()) % 7 == 0 else ():
            named = position.observation(seat).values()
            assert state.observation_tensor(seat) == np.concatenate([part.ravel() for part in named]).tolist()
        if not position.over:
            following = [seat for seat in position.to_act if seat > before]
            before = state.current_player()
            assert before == (following or position.to_act)[0]
            texts = {action: state.action_to_string(before, action) for action in state.legal_actions()}
            assert sorted(texts.values()) == position.legal(before)
            assert all(found.text.read(position._s, before, text) == action for action, text in texts.items())


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_history_is_a_record(game: str, players: int) -> None:
    """The cards that chance deals are the shuffles of a record, the other actions its moves."""
    spiel = load(game, players)
    state, chance, shuffles, moves = spiel.new_initial_state(), random.Random(5), [[]], []
    while not state.is_terminal():
        player, action = state.current_player(), chance.choice(state.legal_actions())
        text = state.action_to_string(player, action)
        if player >= 0:
            moves.append([player, text])
        else:
            assert 0 <= action < spiel.max_chance_outcomes()
            now = state._now
            shuffles[-1].append(text)
            state.apply_action(action)
            if not state._now.left or len(state._now.dealt) < len(now.dealt):  # the rest was all alike
                write = find(game).text.write_card
                rest = Counter(now.left) - Counter([action])
                shuffles[-1] += [write(now.state(), card) for card in rest.elements()]
                shuffles.append([])
            continue
        state.apply_action(action)
    record = {"game": game, "players": players, "options": short(game), "moves": moves}
    position = fivefold.replay({**record, "shuffles": [" ".join(cards) for cards in shuffles if cards]})
    assert position.over
    assert position.rewards == tuple(state.returns())
    assert position._states.tobytes() == state._now.states.tobytes()


@pytest.mark.parametrize("game", [game for game in GAMES if find(game).rules.PACK])
def test_each_card_that_is_left_has_the_same_chance_to_be_dealt_next(game: str) -> None:
    state = load(game).new_initial_state()
    pack = Counter(state._now.left)
    while state.is_chance_node():
        outcomes = dict(state.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1)
        assert outcomes == {card: pytest.approx(left / pack.total()) for card, left in pack.items()}
        action = random.Random(len(state.history())).choice(list(outcomes))
        pack -= Counter([action])
        state.apply_action(action)
        if not pack or state._now.dealt == ():
            break


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_resampled_state_looks_the_same_to_its_player(game: str, players: int) -> None:
    sampler, worlds = random.Random(4).random, Counter()
    for number, state in enumerate(decisions(load(game, players), seed=4, most=600)):
        for player in range(players) if number % (3 if players < 10 else 30) == 0 else ():
            other = state.resample_from_infostate(player, sampler)
            assert observed(other, player) == observed(state, player)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(player) == state.legal_actions(player)
            worlds[str(other) == str(state)] += 1
    assert bool(worlds[False]) == (game in HIDING)


@pytest.mark.parametrize("game", HIDING)
def test_a_resampled_match_can_be_played_to_its_end(game: str) -> None:
    sampler, chance = random.Random(1).random, random.Random(1)
    for number, state in enumerate(at_random(load(game), seed=6, most=400)):
        if number % 40 == 0 and not state.is_terminal():
            other = state.resample_from_infostate(max(state.current_player(), 0), sampler)
            while not other.is_terminal():
                other.apply_action(chance.choice(other.legal_actions()))
                other.information_state_string(0)
            assert len(other.returns()) == other.num_players()


def test_the_others_in_an_imagined_match_know_nothing_of_this_one() -> None:
    """What a seat plays face down is in its own information state, and not in that of its image in another's mind."""
    sampler = random.Random(1).random
    for state in decisions(load("fives"), seed=1):
        player = state.current_player()
        down = [action for action in state.legal_actions() if "=" in state.action_to_string(player, action)]
        if down:
            break
    text = state.action_to_string(player, down[0])
    state.apply_action(down[0])
    viewer = state.current_player()
    assert text in state.information_state_string(player)
    assert text not in state.information_state_string(viewer)
    other = state.resample_from_infostate(viewer, sampler)
    assert text not in other.information_state_string(player)
    assert state.information_state_string(viewer) == other.information_state_string(viewer)


def test_information_states_tell_apart_in_which_order_cards_were_drawn() -> None:
    """Two matches with the same moves and, in the end, the same hands: only what was known on the way differs."""
    seen = []
    for places in ((7, 9), (9, 7)):
        state = load("five_crowns", 2).new_initial_state()
        pack = list(state._now.left)
        random.Random(3).shuffle(pack)
        pack[7], pack[9] = pack[places[0]], pack[places[1]]  # the draw pile begins at the seventh card
        assert pack[7] != pack[9]
        while state.is_chance_node():
            state.apply_action(pack[len(state.history())])
        for number in range(6):
            moves = {state.action_to_string(action): action for action in state.legal_actions()}
            dealt_card = find("five_crowns").text.write_card(None, pack[(0, 1, 2)[number // 2]])
            state.apply_action(moves["draw"] if number % 2 == 0 else moves[f"discard {dealt_card}"])
        seen.append(observed(state, 0))
    strings, tensors, now, now_tensors = zip(*seen, strict=True)
    assert now[0] == now[1]
    assert now_tensors[0] == now_tensors[1]
    assert strings[0].split("#")[0] == strings[1].split("#")[0]
    assert strings[0] != strings[1]
    assert tensors[0] != tensors[1]


def test_a_hidden_choice_is_hidden_until_all_have_chosen() -> None:
    states = []
    for choice in (0, 3):
        state = load("number_poker", 3).new_initial_state()
        state.apply_action(choice)
        states.append(state)
    for player in (1, 2):
        assert observed(states[0], player) == observed(states[1], player)
    assert observed(states[0], 0) != observed(states[1], 0)
    for state in states:
        state.apply_action(1)
        state.apply_action(1)
    for player in (0, 1, 2):
        assert all(one != other for one, other in zip(*(observed(state, player) for state in states), strict=True))


def test_a_bid_that_nobody_notices_is_in_nobody_elses_information_state() -> None:
    state = dealt(load("score5", 3), 1)
    before = [observed(state, player) for player in range(3)]
    adding = next(a for a in state.legal_actions() if state.action_to_string(0, a).startswith("+"))
    state.apply_action(adding)
    after = [observed(state, player) for player in range(3)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True]


def test_an_information_state_remembers_symbols_that_an_observation_does_not_show() -> None:
    seen = []
    for order in ("set PLTS", "set SLTP"):
        state = load("shell_game", 2).new_initial_state()
        for move in (order, "cover"):
            action = find("shell_game").text.read(state._now.state(), 0, move)
            state.apply_action(action)
        seen.append(observed(state, 1))
    recalled, recalled_tensor, now, now_tensor = zip(*seen, strict=True)
    assert recalled[0] != recalled[1]
    assert recalled_tensor[0] != recalled_tensor[1]
    assert now[0] == now[1]
    assert now_tensor[0] == now_tensor[1]


def test_parts_of_an_information_state_have_names() -> None:
    state = dealt(load("fives", 4), 2)
    chance = random.Random(1)
    for _ in range(3):
        state.apply_action(chance.choice(state.legal_actions()))
    observation = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    viewer = state.current_player()
    assert viewer > 0
    observation.set_from(state, viewer)
    parts = observation.dict
    assert list(parts)[-4:] == ["seat", "movers", "actions", "digest"]
    assert parts["hand"].sum() == 13
    assert parts["movers"][:4].tolist() == [2, 3, 4, 0]  # the three before, counted clockwise from the one that looks
    assert parts["seat"].argmax() == viewer
    assert parts["actions"][:3].tolist() == [1 + action for action in state.history()[-3:]]
    assert sum(part.size for part in parts.values()) == observation.tensor.size
    assert observation.tensor.tolist() == state.information_state_tensor()


def test_what_everybody_sees_is_an_observation_too() -> None:
    public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    state = dealt(load("fives", 4), 1)
    shown = make_observation(state.get_game(), public).string_from(state, 0)
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert make_observation(state.get_game(), public).string_from(other, 0) == shown
    everything = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert make_observation(state.get_game(), everything) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_and_a_pickled_state_go_on_alike_and_alone(game: str) -> None:
    spiel, numbers = load(game), count()
    for state in at_random(spiel, seed=2, most=200):
        if next(numbers) % 23 or state.is_terminal():
            continue
        text, action = str(state), state.legal_actions()[-1]
        others = [state.clone(), pickle.loads(pickle.dumps(state)), spiel.deserialize_state(state.serialize())]
        if not state.is_chance_node():
            others.append(pickle.loads(pickle.dumps(state.child(action))))
            assert str(others.pop()) == str(state.child(action))
        for other in others:
            assert other.history() == state.history()
            other.apply_action(action)
            assert str(other) == str(others[0])
            if not (state.is_chance_node() or other.is_chance_node()):
                assert observed(other, 0) == observed(others[0], 0)
        assert str(state) == text


def test_an_imagined_state_survives_pickling() -> None:
    state = dealt(load("fives"), 1)
    state.apply_action(state.legal_actions()[0])
    imagined = state.resample_from_infostate(state.current_player(), random.Random(1).random)
    assert str(imagined) != str(state)
    imagined.apply_action(imagined.legal_actions()[0])
    again = pickle.loads(pickle.dumps(imagined))
    assert str(again) == str(imagined)
    assert [observed(again, seat) for seat in range(4)] == [observed(imagined, seat) for seat in range(4)]


def test_a_match_can_begin_after_some_actions() -> None:
    whole = load("torris").new_initial_state()
    chance = random.Random(1)
    for _ in range(40):
        whole.apply_action(chance.choice(whole.legal_actions()))
    later = load("torris", after=" ".join(map(str, whole.history()))).new_initial_state()
    assert later.history() == []
    assert str(later) == str(whole)
    assert observed(later, 0) == observed(whole, 0)
    assert later.legal_actions() == whole.legal_actions()


@pytest.mark.parametrize("after", ["3;", "3 1", "3;1;"])
def test_a_game_that_begins_later_survives_serialisation(after: str) -> None:
    state = load("number_poker", 2, after=after).new_initial_state()
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(game) == str(state.get_game())
    assert observed(again, 0) == observed(state, 0)


@pytest.mark.parametrize("action", [5, 22, 99])
def test_actions_that_are_not_possible_are_refused_and_change_nothing(action: int) -> None:
    for game in ("number_poker", "fives"):
        state = load(game).new_initial_state()
        before = str(state)
        if action not in state.legal_actions():
            with pytest.raises(BadInput, match=f"action {action} is not one of those that are possible now"):
                state.apply_action(action)
            assert str(state) == before


@pytest.mark.parametrize(
    ("game", "wrong", "sentence"),
    [
        ("fives", {"players": 2}, "fives is for 3 to 4 players, not 2"),
        ("torris", {"closing": "fast"}, "option closing is one of block, line"),
        ("five_wins", {"draw_after": 0}, "option draw_after is a whole number from 1 to 1000"),
        ("number_poker", {"after": "0 21"}, 'after: "21" is not one of the actions'),
        ("number_poker", {"after": "one"}, 'after: "one" is not one of the actions'),
    ],
)
def test_parameters_that_are_wrong_are_told_in_a_sentence(game: str, wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        pyspiel.load_game(name_of(find(game)), wrong)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("fivefold_five_wins(draw_after=7)")
    assert str(game) == "fivefold_five_wins(draw_after=7)"
    assert game.table.root.state().draw_after == 7
    assert str(pyspiel.load_game("fivefold_torris(closing=line)")) == "fivefold_torris(closing=line)"
    assert "cards" not in load("score5").get_type().parameter_specification


# --- its algorithms on our games --------------------------------------------------------------------------------------


def test_regret_matching_learns_a_small_number_poker() -> None:
    game = load("number_poker", 2, after=FEW_PIECES)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 2


@pytest.mark.parametrize(("game", "simulations"), [("torris", 100), ("five_wins", 30)])
def test_tree_search_beats_random_play(game: str, simulations: int) -> None:
    """With few playouts a move, from each seat in turn."""
    spiel, won = pyspiel.load_game(name_of(find(game))), 0.0
    bot = mcts.MCTSBot(spiel, 1.0, simulations, RolloutEvaluator(4, seed=1), random_state=np.random.RandomState(1))
    for seed in range(4):
        state, chance = dealt(spiel, seed), random.Random(seed)
        while not state.is_terminal():
            ours = state.current_player() == seed % 2
            state.apply_action(bot.step(state) if ours else chance.choice(state.legal_actions()))
        won += state.player_return(seed % 2)
    assert won >= 3


def test_information_set_search_plays_fives() -> None:
    game = pyspiel.load_game("fivefold_fives(players=3)")
    evaluator, state = RolloutEvaluator(2, seed=1), dealt(game, 1)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 40, random_state=np.random.RandomState(1))
    before = str(state)
    for _ in range(6):
        policy, action = bot.step_with_policy(state)
        assert str(state) == before
        assert {choice for choice, _ in policy} == set(state.legal_actions())
        state.apply_action(action)
        before = str(state)


def test_minimax_finds_the_best_end_of_torris() -> None:
    """Against a plain search over positions, in our own words."""
    state, chance = dealt(load("torris"), 3), random.Random(3)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    late = load("torris", after=" ".join(map(str, state.history()[:-6]))).new_initial_state()
    value, best = minimax.expectiminimax(late, 30, lambda state: state.player_return(0), 0)
    assert value == worth(position_of(late))
    assert worth(position_of(late.child(best))) == value


def worth(position: Position) -> float:
    """What perfect play brings seat 0."""
    if position.over:
        return position.rewards[0]
    values = []
    for move in position.legal(position.to_act[0]):
        after = position.copy()
        after.play(move)
        values.append(worth(after))
    return max(values) if position.to_act[0] == 0 else min(values)


def test_rollouts_bring_the_mean_of_random_play() -> None:
    state = dealt(load("number_poker", 2), 1)
    state.apply_action(3)
    returns, chance = [], random.Random(1)
    for _ in range(800):
        other = state.clone()
        while not other.is_terminal():
            other.apply_action(chance.choice(other.legal_actions()))
        returns.append(other.returns())
    mean = RolloutEvaluator(20_000, seed=2).evaluate(state)
    assert mean == pytest.approx(np.mean(returns, axis=0), abs=0.12)
    assert sum(mean) == pytest.approx(0)


def test_rollouts_begin_in_the_middle_of_a_deal_too() -> None:
    state = load("fives", 4).new_initial_state()
    state.apply_action(3)
    before = str(state)
    assert sum(RolloutEvaluator(5, seed=2).evaluate(state)) == pytest.approx(0)
    assert str(state) == before
    assert dict(RolloutEvaluator().prior(state)) == dict(state.chance_outcomes())
