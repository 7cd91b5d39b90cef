"""What bots do with their work, in a thread of the server or on another machine."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

import structlog

from fivefold.games import Game, find
from fivefold.games.bot import Bot
from fivefold.match.playing import play_seen
from fivefold.match.position import Position, Shuffles

from .messages import Choice, Work

logger = structlog.get_logger()

WEAKEST = "random"


def level_for(game: Game, level: str) -> str:
    """The level, if the game has it."""
    return level if level in game.bots else WEAKEST


@dataclass
class BotTable:
    """The bots of one table, with all that they have seen. Used by one thread at a time."""

    levels: Mapping[int, str] = field(default_factory=dict)
    bots: dict[int, Bot] = field(default_factory=dict)
    position: Position | None = None
    shuffles: list[str] = field(default_factory=list)
    """What the position is dealt from: those that the match has needed so far."""
    one_thread: Lock = field(default_factory=Lock)

    def choose(self, work: Work) -> list[Choice]:
        """What each bot that is to act does."""
        told = as_told(work)
        if told:
            return told
        with self.one_thread:
            self._catch_up(work)
            return [Choice(seat, self._chosen(seat)) for seat in work.acting]

    def _catch_up(self, work: Work) -> None:
        """Shows the bots what has happened since; from the start, if that is not how it was when they looked last."""
        seen = len(self.position.moves) if self.position else 0
        if self.position is None or self.levels != work.levels or self.position.moves != list(work.moves[:seen]):
            self._sit_down(work)
        assert self.position is not None
        self.shuffles[:] = work.shuffles
        for seat, move in work.moves[len(self.position.moves) :]:
            play_seen(self.position, move, seat, self.bots)

    def _sit_down(self, work: Work) -> None:
        game = find(work.game)
        self.levels = dict(work.levels)
        self.bots = {
            seat: game.bot(level_for(game, level), seat, work.seeds[seat]) for seat, level in self.levels.items()
        }
        self.shuffles = list(work.shuffles)
        self.position = Position(game, work.players, work.options, Shuffles(self.shuffles, None))

    def _chosen(self, seat: int) -> list[str]:
        """One move; or several, up to the one that the others notice."""
        assert self.position is not None
        position, moves = self.position.copy(), []
        while True:
            move = self._move(position, seat)
            moves.append(move)
            if position.notices(seat, move):
                return moves
            position.play(move, seat)

    def _move(self, position: Position, seat: int) -> str:
        try:
            move = self.bots[seat].choose(position.sight(seat))
            if move in position.legal(seat):
                return move
            logger.error("a bot chose what is not legal", game=position.game.id, level=self.levels[seat])
        except Exception:
            logger.exception("a bot failed", game=position.game.id, level=self.levels[seat])
        return random.choice(position.legal(seat))


def as_told(work: Work) -> list[Choice] | None:
    """In a lesson, what it tells, if the match has gone on as it was told: no bot has to think."""
    if work.script is None:
        return None
    made: dict[int, list[str]] = {seat: [] for seat in range(work.players)}
    for seat, move in work.moves:
        made[seat].append(move)
    if any(work.script.get(seat, [])[: len(moves)] != moves for seat, moves in made.items()):
        return None
    told = [(seat, work.script.get(seat, [])[len(made[seat]) :]) for seat in work.acting]
    choices = [Choice(seat, up_to_noticed(work, seat, moves)) for seat, moves in told]
    return choices if all(choice.moves for choice in choices) else None


def up_to_noticed(work: Work, seat: int, moves: Sequence[str]) -> list[str]:
    """The first moves of a seat, up to the one that the others notice; none if they are not legal."""
    position = Position(find(work.game), work.players, work.options, Shuffles(work.shuffles, None))
    for other, move in work.moves:
        position.play(move, other)
    chosen = []
    for move in moves:
        if move not in position.legal(seat):
            break
        chosen.append(move)
        if position.notices(seat, move):
            return chosen
        position.play(move, seat)
    return []
