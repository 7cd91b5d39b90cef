"""What every game must pass. Each check takes a game and fails with an AssertionError; `test_mutants.py` breaks a small
game on purpose to see that each check does. A check plays a few random matches; `matches` says how many."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from fivefold.games.game import Game, Option, TableOption
from fivefold.kernel.bits import members
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import Engine, can_compile
from fivefold.match.dealer import Dealer
from fivefold.match.position import SPECTATOR, IllegalMove, Position, Shuffles

Check = Callable[..., None]
CHECKS: list[Check] = []

FAR = 400 if can_compile() else 80
"""So many moves of a match are looked at; fewer where everything is interpreted, which is run for its coverage."""


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


# --- matches to look at -----------------------------------------------------------------------------------------------


def player_counts(game: Game) -> list[int]:
    return sorted({game.about.fewest, game.about.usual, game.about.most})


def option_sets(game: Game) -> Iterator[dict[str, Any]]:
    """The defaults, and each option at its extremes."""
    yield {}
    for option in game.about.options:
        for value in extremes(option):
            yield {option.name: value}


def extremes(option: Option) -> Sequence[Any]:
    if isinstance(option, TableOption):
        return [option.default]
    return option.choices or sorted({option.least, min(option.most, 3 * option.least)})


def begin(game: Game, players: int, seed: int, options: dict[str, Any] | None = None) -> Position:
    return Position(game, players, options or {}, Shuffles((), Dealer(seed)))


def random_moves(position: Position, seed: int, most: int = FAR) -> Iterator[Position]:
    """The position before each of up to `most` random moves, and after the last."""
    chance = random.Random(seed)
    for _ in range(most):
        yield position
        if position.over:
            return
        seat = chance.choice(position.to_act)
        position.play(chance.choice(position.legal(seat)), seat)
    yield position


def some_positions(game: Game, matches: int, most: int = FAR) -> Iterator[Position]:
    for match in range(matches):
        for players in player_counts(game):
            yield from random_moves(begin(game, players, match), match, most)


def viewers(position: Position) -> list[int]:
    return [SPECTATOR, *range(position.players)]


def seat_or_none(viewer: int) -> int | None:
    return None if viewer == SPECTATOR else viewer


def raw(position: Position) -> bytes:
    return position._states.tobytes()


def actions_of(position: Position, seat: int) -> list[int]:
    return position._legal_actions(seat)


def seen_by(position: Position, seat: int, action: int, viewer: int) -> str:
    return position.game.text.seen(position._s, seat, action, viewer)


# --- rules ------------------------------------------------------------------------------------------------------------


@check
def somebody_acts_until_the_match_is_over(game: Game, matches: int = 2) -> None:
    for position in some_positions(game, matches):
        assert bool(position.to_act) != position.over
        assert all(seat < position.players for seat in position.to_act)
        assert not game.rules.waits(position._s)


@check
def legal_actions_ascend_and_are_in_range(game: Game, matches: int = 2) -> None:
    rules = game.rules
    for position in some_positions(game, matches):
        for seat in position.to_act:
            actions = actions_of(position, seat)
            assert 0 < len(actions) <= rules.CHOICES
            assert actions == sorted(set(actions))
            assert actions[0] >= 0
            assert actions[-1] < rules.ACTIONS
            sets = [0] * rules.WORDS
            rules.legal(position._s, seat, sets)
            assert all(0 <= numbers < 1 << rules.WIDTH for numbers in sets)


@check
def every_match_ends_within_its_bound(game: Game, matches: int = 2) -> None:
    for options in option_sets(game):
        for players in player_counts(game):
            for match in range(matches):
                start = begin(game, players, match, options)
                longest = game.rules.longest(start._s)
                play = game.engine.single(players, match, game.option_numbers(options))
                chance, plays = random.Random(match), 0
                while not play.over:
                    play.act(chance.choice(play.legal()))
                    plays += 1
                    assert plays <= longest


@check
def every_option_plays_in_words(game: Game, matches: int = 1) -> None:
    """And the position names exactly the options that were given and are not the default."""
    defaults = {option.name: option.default for option in game.about.options}
    for options in option_sets(game):
        for match in range(matches):
            position = begin(game, game.about.fewest, match, options)
            for _ in random_moves(position, match, 60):
                pass
            assert position.options == {name: value for name, value in options.items() if value != defaults[name]}


@check
def nothing_appears_between_deals(game: Game, matches: int = 2) -> None:
    for match in range(matches):
        for players in player_counts(game):
            before, dealt = {}, -1
            for position in random_moves(begin(game, players, match), match):
                now = game.rules.census(position._s)
                assert now
                assert all(count >= 0 for count in now.values())
                if dealt == len(position.record()["shuffles"]):
                    assert all(count <= before.get(piece, 0) for piece, count in now.items())
                before, dealt = now, len(position.record()["shuffles"])


@check
def cards_dealt_are_the_cards_of_the_pack(game: Game, matches: int = 2) -> None:
    for position in some_positions(game, matches):
        for shuffle in position.record()["shuffles"]:
            cards = [game.text.read_card(position._s, word) for word in shuffle.split()]
            assert None not in cards


@check
def scores_stand_still_unless_something_is_played(game: Game, matches: int = 2) -> None:
    for position in some_positions(game, matches):
        assert position.scores == position.scores
        assert len(position.scores) == position.players
        assert bool(position.winners) <= position.over
        if position.over and position.players > 1:
            assert position.winners
            assert abs(sum(position.rewards)) < 1e-9
        assert all(-1 <= reward <= 1 for reward in position.rewards)


# --- texts ------------------------------------------------------------------------------------------------------------


@check
def texts_of_moves_read_back(game: Game, matches: int = 2) -> None:
    for position in some_positions(game, matches):
        s = position._s
        for seat in position.to_act:
            actions = actions_of(position, seat)
            texts = [game.text.write(s, seat, action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert [game.text.read(s, seat, text) for text in texts] == actions
            assert all(text.isprintable() and text == text.strip() and text for text in texts)


@check
def texts_of_cards_read_back(game: Game, matches: int = 1) -> None:
    for players in player_counts(game):
        s = game.state(game.match_engine.start(players, game.option_numbers({})))
        cards = game.match_engine.cards()
        for card in set(cards[: game.rules.pack(s, cards)].tolist()):
            text = game.text.write_card(s, card)
            assert game.text.read_card(s, text) == card
            assert " " not in text


@check
def illegal_moves_are_refused_with_a_sentence(game: Game, matches: int = 1) -> None:
    for position in some_positions(game, matches, 60):
        s, chance = position._s, random.Random(len(position.moves))
        for seat in position.to_act:
            legal = set(position.legal(seat))
            texts = {game.text.write(s, seat, action) for action in written_actions(position, seat)} - legal
            for text in chance.sample(sorted(texts), min(8, len(texts))):
                assert_refused(position, text, seat)
            assert_refused(position, "no such move", seat)
        for seat in set(range(-1, position.players + 1)) - set(position.to_act):
            assert_refused(position, "no such move", seat)


def written_actions(position: Position, seat: int) -> Iterator[int]:
    """Actions, legal or not, that have a text."""
    chance = random.Random(len(position.moves))
    for action in chance.sample(range(position.game.rules.ACTIONS), min(40, position.game.rules.ACTIONS)):
        try:
            text = position.game.text.write(position._s, seat, action)
        except LookupError:
            continue
        if position.game.text.read(position._s, seat, text) == action:
            yield action


def assert_refused(position: Position, text: str, seat: int) -> None:
    before = raw(position)
    with pytest.raises(IllegalMove) as caught:
        position.play(text, seat)
    refused = caught.value
    assert refused.code
    assert refused.sentence.endswith(".")
    assert "{" not in refused.sentence
    assert refused.sentence.isprintable()
    json.dumps(refused.arguments)
    assert raw(position) == before


# --- positions and records --------------------------------------------------------------------------------------------


@check
def a_copy_is_independent(game: Game, matches: int = 2) -> None:
    for position in some_positions(game, matches, 40):
        if position.to_act:
            kept, moves = raw(position), len(position.moves)
            copy = position.copy()
            for _ in random_moves(copy, 1, 3):
                pass
            assert raw(position) == kept
            assert len(position.moves) == moves
            twin = position.copy()
            for _ in random_moves(twin, 1, 3):
                pass
            assert raw(twin) == raw(copy)


@check
def a_record_replays_to_the_same_state(game: Game, matches: int = 2) -> None:
    for match in range(matches):
        for players in player_counts(game):
            for options in option_sets(game):
                position = begin(game, players, match, options)
                for _ in random_moves(position, match, 150):
                    pass
                record = json.loads(json.dumps(position.record()))
                again = Position(game, record["players"], record["options"], Shuffles(record["shuffles"], None))
                for seat, move in record["moves"]:
                    again.play(move, seat)
                assert raw(again) == raw(position)
                assert again.record() == record


# --- compiled, interpreted, batched -----------------------------------------------------------------------------------


@check
def compiled_rules_do_what_interpreted_rules_do(game: Game, matches: int = 2) -> None:
    compiled, plain = game.engine, Engine(game.id, game.rules, game.option_numbers({}), compiled=False)
    assert compiled.compiled, "Numba is needed to check this"
    for match in range(matches):
        for players in player_counts(game):
            one, other = compiled.single(players, match), plain.single(players, match)
            chance = random.Random(match)
            for ply in range(250):
                assert one.states.tobytes() == other.states.tobytes()
                assert (one.seat, one.legal()) == (other.seat, other.legal())
                if ply % 5 == 0:
                    assert_same_veils(compiled, plain, one.states, players, ply)
                if one.over:
                    break
                action = chance.choice(one.legal())
                one.act(action)
                other.act(action)


def assert_same_veils(compiled: Engine, plain: Engine, states: Any, players: int, seed: int) -> None:
    for viewer in range(-1, players):
        worlds = []
        for engine in (compiled, plain):
            world, stream = states.copy(), streams(seed, 1)[0]
            engine.loop("veil")(world, 0, viewer)
            veiled = world.copy()
            engine.loop("deal_hidden")(world, 0, viewer, stream)
            tensors = tensors_of(engine, states, viewer) if viewer != SPECTATOR else b""
            worlds.append((veiled.tobytes(), world.tobytes(), stream.tobytes(), tensors))
        assert worlds[0] == worlds[1]


def tensors_of(engine: Engine, states: Any, seat: int) -> bytes:
    rules = engine.rules
    out = np.zeros((1, rules.TENSOR.size), np.int16)
    engine.loop("observe")(states, np.array([seat], np.int8), rules.State.batch(1), out)
    return out.tobytes()


@check
def a_batch_does_what_single_matches_do(game: Game, matches: int = 6) -> None:
    for players in player_counts(game):
        batch = game.engine.batch(matches, players, seed=5, again=False)
        singles = [game.engine.single(players, 0) for _ in range(matches)]
        for single, stream in zip(singles, streams(5, matches), strict=True):
            single._scratch[1:5] = stream
            single.reset()
        chance = random.Random(players)
        for _ in range(150):
            flags = batch.legal()
            legal = [single.legal() for single in singles]
            assert [np.flatnonzero(row).tolist() for row in flags] == legal
            sets = batch.legal_sets()
            width = game.rules.WIDTH
            assert [[w * width + n for w in range(len(row)) for n in members(int(row[w]))] for row in sets] == legal
            assert batch.seats.tolist() == [single.seat for single in singles]
            actions = np.array([chance.choice(choices) if choices else -1 for choices in legal])
            assert batch.step(actions) == sum(not single.over for single in singles)
            for single, action, ended in zip(singles, actions.tolist(), batch.ended, strict=True):
                if not single.over:
                    single.act(action)
                    assert bool(ended) == single.over
            assert batch.states.tobytes() == b"".join(single.states.tobytes() for single in singles)


@check
def a_batch_begins_again_where_matches_end(game: Game, matches: int = 4) -> None:
    players = game.about.fewest
    batch = game.engine.batch(matches, players, seed=3)
    single = game.engine.single(players, 1)
    chance = random.Random(1)
    for _ in range(game.rules.longest(begin(game, players, 0)._s)):
        batch.legal_sets()
        batch.step(batch.choose())
        assert (batch.seats >= 0).all()
        if batch.ended.any():
            break
    while not single.over:
        single.act(chance.choice(single.legal()))
    single.reset()
    assert not single.over


# --- tensors ----------------------------------------------------------------------------------------------------------


def flat_tensor(position: Position, seat: int) -> Any:
    return np.concatenate([part.ravel() for part in position.observation(seat).values()])


@check
def tensors_are_what_their_parts_say(game: Game, matches: int = 1) -> None:
    tensor = game.rules.TENSOR
    least, most = tensor.limits()
    for options in option_sets(game):
        for players in player_counts(game):
            for position in random_moves(begin(game, players, matches, options), 1, 150):
                for seat in range(players):
                    named = position.observation(seat)
                    assert {name: part.shape for name, part in named.items()} == {
                        name: part.shape for name, part in tensor.parts.items()
                    }
                    flat = flat_tensor(position, seat)
                    assert (least <= flat).all(), "below the least"
                    assert (flat <= most).all(), "above the most"


@check
def every_part_of_a_tensor_varies(game: Game, matches: int = 40) -> None:
    """A part that is always what it was at the start of the first match tells nothing."""
    tensor = game.rules.TENSOR
    first, still = None, set(tensor.parts)
    for options in option_sets(game):
        for players in player_counts(game):
            batch = game.engine.batch(matches, players, seed=1, options=game.option_numbers(options))
            for _ in range(400):
                now = batch.observe(0)
                first = now[0].copy() if first is None else first
                still -= {name for name, part in tensor.named(now != first).items() if part.any()}
                if not still:
                    return
                batch.legal_sets()
                batch.step(batch.choose())
    raise AssertionError(f"{still} never change")


@check
def a_tensor_tells_what_its_seat_may_do(game: Game, matches: int = 2) -> None:
    told: dict[tuple[Any, ...], list[int]] = {}
    for position in some_positions(game, matches, 120):
        for seat in position.to_act:
            key = position.players, seat, flat_tensor(position, seat).tobytes()
            assert told.setdefault(key, actions_of(position, seat)) == actions_of(position, seat)


@check
def a_batch_shows_each_acting_seat_its_tensor(game: Game, matches: int = 6) -> None:
    players = game.about.usual
    batches = [game.engine.batch(matches, players, seed=5, again=False, threads=threads) for threads in (1, 2)]
    for _ in range(60):
        tensors = [batch.observe().copy() for batch in batches]
        assert (tensors[0] == tensors[1]).all()
        for lane, seat in enumerate(batches[0].seats.tolist()):
            position = begin(game, players, 0)
            position._states = batches[0].states[lane : lane + 1].copy()
            alone = flat_tensor(position, seat) if seat >= 0 else np.zeros_like(tensors[0][lane])
            assert (tensors[0][lane] == alone).all()
        for batch in batches:
            batch.legal_sets()
            batch.step(batch.choose())


# --- secrets ----------------------------------------------------------------------------------------------------------


def veiled(position: Position, viewer: int) -> Any:
    states = position._states.copy()
    position.game.engine.loop("veil")(states, 0, viewer)
    return states


@check
def a_veiled_state_knows_what_the_seat_may_do(game: Game, matches: int = 2) -> None:
    rules = game.rules
    for position in some_positions(game, matches):
        for viewer in viewers(position):
            s = game.state(veiled(position, viewer))
            assert tuple(members(rules.acting(s))) == position.to_act
            assert bool(rules.over(s)) == position.over
            if viewer in position.to_act:
                text = game.text
                other = position.copy()
                other._states = veiled(position, viewer)
                assert other.legal(viewer) == position.legal(viewer)
                assert all(
                    text.write(s, viewer, a) == text.write(position._s, viewer, a) for a in actions_of(position, viewer)
                )


@check
def worlds_dealt_behind_the_veil_fit_it(game: Game, matches: int = 2) -> None:
    """A world differs from the truth only in what the seat cannot know, so its veil and its view are the same."""
    for number, position in enumerate(some_positions(game, matches)):
        if position.over:
            continue
        for viewer in viewers(position):
            hidden = veiled(position, viewer)
            twice = hidden.copy()
            position.game.engine.loop("veil")(twice, 0, viewer)
            assert twice.tobytes() == hidden.tobytes(), "a veil over a veil changes nothing"
            world = hidden.copy()
            position.game.engine.loop("deal_hidden")(world, 0, viewer, streams(number, 1)[0])
            assert game.rules.census(game.state(world)) == game.rules.census(position._s)
            swapped = position.copy()
            swapped._states = world
            assert veiled(swapped, viewer).tobytes() == hidden.tobytes()
            assert swapped.view(seat_or_none(viewer)) == position.view(seat_or_none(viewer))


@check
def worlds_that_a_seat_cannot_tell_apart_give_it_the_same_tensor(game: Game, matches: int = 1) -> None:
    for number, position in enumerate(some_positions(game, matches, 80)):
        for seat in range(position.players) if not position.over else ():
            swapped = position.copy()
            swapped._states = veiled(position, seat)
            position.game.engine.loop("deal_hidden")(swapped._states, 0, seat, streams(number, 1)[0])
            assert flat_tensor(swapped, seat).tobytes() == flat_tensor(position, seat).tobytes()


@check
def worlds_behind_the_veil_vary(game: Game, matches: int = 1) -> None:
    """Where something is hidden, more than one world is dealt, and the truth is not always among the first."""
    for players in player_counts(game):
        position = begin(game, players, 1)
        varied = hides = False
        for _ in random_moves(position, 2, 12):
            for viewer in viewers(position):
                hidden = veiled(position, viewer)
                hides = hides or hidden.tobytes() != raw(position)
                worlds = set()
                for seed in range(8):
                    world = hidden.copy()
                    position.game.engine.loop("deal_hidden")(world, 0, viewer, streams(seed, 1)[0])
                    worlds.add(world.tobytes())
                varied = varied or len(worlds) > 1
        assert varied == hides


@check
def moves_that_look_alike_leave_alike_views(game: Game, matches: int = 3) -> None:
    """Two moves that a viewer sees as the same text must not differ in anything that it is shown afterwards."""
    for position in some_positions(game, matches, 100):
        for seat in position.to_act:
            for viewer in set(viewers(position)) - {seat}:
                looks: dict[str, int] = {}
                for action in actions_of(position, seat):
                    look = seen_by(position, seat, action, viewer)
                    if look in looks:
                        views = [view_after(position, seat, choice, viewer) for choice in (looks[look], action)]
                        assert views[0] == views[1]
                    looks[look] = action


def view_after(position: Position, seat: int, action: int, viewer: int) -> dict[str, Any]:
    copy = position.copy()
    copy.play(position.game.text.write(position._s, seat, action), seat)
    return copy.view(seat_or_none(viewer))


@check
def moves_that_are_not_noticed_leave_the_view(game: Game, matches: int = 2) -> None:
    """Where a viewer does not notice a move, it is shown what it was shown before."""
    for position in some_positions(game, matches, 60):
        for seat in position.to_act:
            action = actions_of(position, seat)[0]
            for viewer in set(viewers(position)) - {seat}:
                if not game.text.noticed(position._s, seat, action, viewer):
                    assert view_after(position, seat, action, viewer) == position.view(seat_or_none(viewer))


@check
def views_are_json_and_open_at_the_end(game: Game, matches: int = 1) -> None:
    for position in some_positions(game, matches, 5 * FAR):
        for viewer in viewers(position):
            view = position.view(seat_or_none(viewer))
            assert json.loads(json.dumps(view)) == view
        if position.over:
            tables = [position.view(seat_or_none(viewer))["table"] for viewer in viewers(position)]
            assert all(table == tables[0] for table in tables)


NEED_NUMBA = [compiled_rules_do_what_interpreted_rules_do, every_part_of_a_tensor_varies]
