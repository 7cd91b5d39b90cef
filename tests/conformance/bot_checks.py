"""What the bots of every game must do: checks of a game, as in `checks.py`; mutants show that each can fail."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from fivefold.games.bot import Bot, Reason, Thinker
from fivefold.games.game import Game
from fivefold.games.seen import Event
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import can_compile
from fivefold.match.advice import hint
from fivefold.match.playing import play_seen
from fivefold.match.position import Position, Shuffles
from fivefold.match.record import positions
from fivefold.search.limit import Limit

from .checks import begin, player_counts, veiled

Check = Callable[..., None]
BOT_CHECKS: list[Check] = []

LEVELS = ("random", "greedy", "easy", "medium", "hard")
UNITS, MOST = (20, 60) if can_compile() else (1, 8)
"""Thinking of a few units, for so many moves, is enough to see what a bot may not do; interpreted, a single one."""


def check(function: Check) -> Check:
    BOT_CHECKS.append(function)
    return function


def thinkers(game: Game, players: int, seed: int, name: str) -> dict[int, Bot]:
    return {seat: game.bot(name, seat, seed + seat, Limit(units=UNITS)) for seat in range(players)}


def watched(position: Position, bots: dict[int, Bot], seed: int, most: int = MOST) -> Iterator[tuple[int, str]]:
    """Each seat with the move that its bot chooses; some random moves among those played lead to odd places."""
    chance = random.Random(seed)
    for _ in range(most):
        if position.over:
            return
        seat = chance.choice(position.to_act)
        move = bots[seat].choose(position.sight(seat))
        yield seat, move
        if chance.random() < 0.3:
            move = chance.choice(position.legal(seat))
        play_seen(position, move, seat, bots)


@check
def every_level_is_there(game: Game) -> None:
    assert tuple(game.bots)[: len(LEVELS)] == LEVELS


@check
def bots_choose_legal_moves(game: Game) -> None:
    for name in game.bots:
        for players in player_counts(game):
            position = begin(game, players, 1)
            for seat, move in watched(position, thinkers(game, players, 7, name), players):
                assert move in position.legal(seat), name


@check
def bots_choose_the_same_from_the_same_seed(game: Game) -> None:
    players = game.about.usual
    for name in game.bots:
        chosen = [list(watched(begin(game, players, 1), thinkers(game, players, 7, name), players)) for _ in range(2)]
        assert chosen[0] == chosen[1], name


class Doubled:
    """Shows one bot the truth and another of the same seed worlds that look the same: both must do the same."""

    def __init__(self, game: Game, seat: int, seed: int, name: str) -> None:
        self.bots = [game.bot(name, seat, seed, Limit(units=UNITS)) for _ in range(2)]
        self.seat, self.name, self.position = seat, name, None

    def looked_at(self, position: Position) -> list[Position]:
        return [position, another_world(position, self.seat)]

    def observe(self, event: Event, position: Position) -> None:
        for bot, world in zip(self.bots, self.looked_at(position), strict=True):
            bot.observe(event, world.sight(self.seat))

    def choose(self, position: Position) -> str:
        one, other = (
            bot.choose(world.sight(self.seat)) for bot, world in zip(self.bots, self.looked_at(position), strict=True)
        )
        assert one == other, f"{self.name} knows more than its seat may know"
        return one


def another_world(position: Position, seat: int) -> Position:
    """A position that looks the same to the seat, and of which everything else is different or gone."""
    other = position.copy()
    other._states = veiled(position, seat)
    if not position.over:
        stream = streams(len(position.moves), 1)[0]
        position.game.engine.loop("deal_hidden")(other._states, 0, seat, stream)
    other._shuffles = Shuffles((), None)
    other.moves = [(player, "?") for player, _ in position.moves]
    return other


@check
def bots_know_only_what_their_seat_may_know(game: Game) -> None:
    for name in game.bots:
        players = game.about.fewest
        position, chance = begin(game, players, 3), random.Random(5)
        bots = {seat: Doubled(game, seat, 11 + seat, name) for seat in range(players)}
        for _ in range(MOST):
            if position.over:
                break
            seat = chance.choice(position.to_act)
            move = bots[seat].choose(position)
            before = position.copy()
            noticing = [v for v in range(players) if v == seat or before.notices(seat, move, v)]
            position.play(move, seat)
            for viewer in noticing:
                bots[viewer].observe(Event(seat, before.seen(seat, move, viewer)), position)


@check
def bots_do_not_change_what_they_look_at(game: Game) -> None:
    for name in game.bots:
        players = game.about.usual
        position = begin(game, players, 2)
        bots = thinkers(game, players, 5, name)
        for seat, _ in watched(position, bots, 3, MOST // 2):
            sight, kept = position.sight(seat), position.sight(seat).veiled.tobytes()
            bots[seat].choose(sight)
            assert sight.veiled.tobytes() == kept, name


@check
def what_is_weighed_are_the_legal_actions_and_rewards(game: Game) -> None:
    for name in game.bots:
        players = game.about.usual
        position = begin(game, players, 4)
        bots = thinkers(game, players, 5, name)
        for seat, _ in watched(position, bots, 3, MOST // 2):
            bot, sight = bots[seat], position.sight(seat)
            if isinstance(bot, Thinker) and len(sight.legal) > 1:
                weighed = bot.weigh(sight)
                assert list(weighed.actions) == bot.legal_actions(sight), name
                assert all(-1 <= value <= 1 for value in weighed.values), name
                assert_told(game, "reasons", bot.reason(sight, weighed.best, weighed))
                verdict = bot.verdict(sight)
                if verdict is not None:
                    assert_told(game, "verdicts", verdict)


@check
def a_hint_is_what_the_hard_bot_would_play(game: Game) -> None:
    """If it has seen the match, as its seat did."""
    for players in player_counts(game):
        position = begin(game, players, 6)
        watching = thinkers(game, players, 9, "random")
        for seat, _ in watched(position, watching, 3, MOST // 5):
            hard = game.bot("hard", seat, 4, Limit(units=UNITS))
            *_, now = positions(position.record(), {seat: hard})
            given = hint(position, seat, Limit(units=UNITS), seed=4)
            assert given.move == hard.choose(now.sight(seat))
            assert given.reason.sentence.endswith(".")


def assert_told(game: Game, kind: str, reason: Reason) -> None:
    sentence = game.catalogue.sentence(kind, reason.code, reason.arguments)
    assert sentence.endswith(".")
    assert "{" not in sentence
    json.dumps(dict(reason.arguments))
