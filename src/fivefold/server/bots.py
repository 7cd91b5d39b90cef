"""The server's own bots: they think in threads, each at its table, and see what their seats see."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
import structlog

from fivefold.games import BadInput, Game, find
from fivefold.games.bot import Bot
from fivefold.match.advice import Told as Words
from fivefold.match.advice import hint
from fivefold.match.playing import play_seen
from fivefold.match.position import Position
from fivefold.search.limit import Limit

from .beginnings import whole_lesson
from .config import Config
from .course import start_of, unfold
from .messages import Advice, Told
from .refusing import Refuse
from .stored import Detail, Document, now

if TYPE_CHECKING:
    from .room import Room

logger = structlog.get_logger()

AGAIN = 1.0
"""Seconds after which something that failed is tried again."""
HINT_SECONDS = 2.0
WEAKEST = "random"


def level_for(game: Game, level: str) -> str:
    """The level, if the game has it."""
    return level if level in game.bots else WEAKEST


@dataclass(frozen=True)
class Task:
    """What bots have to choose at a table."""

    document: Document
    moves: Sequence[tuple[int, str]]
    shuffles: Sequence[str]
    levels: Mapping[int, str]
    """All seats that bots play."""
    acting: Sequence[int]
    decisions: Mapping[int, int]
    """By seat, the seq at which its decision began."""
    since: int


@dataclass(frozen=True)
class Choice:
    seat: int
    moves: list[str]


@dataclass
class BotTable:
    """The bots of one table, with all that they have seen. Used by one thread at a time."""

    levels: Mapping[int, str] = field(default_factory=dict)
    bots: dict[int, Bot] = field(default_factory=dict)
    position: Position | None = None
    script: Mapping[int, Sequence[str]] | None = None
    """In a lesson, the moves of each seat."""
    one_thread: Lock = field(default_factory=Lock)

    def choose(self, task: Task) -> list[Choice]:
        """What each bot that is to act does."""
        with self.one_thread:
            self._catch_up(task)
            return [Choice(seat, self._chosen(seat)) for seat in task.acting]

    def _catch_up(self, task: Task) -> None:
        """Shows the bots what has happened since; from the start, if that is not how it was when they looked last."""
        seen = len(self.position.moves) if self.position else 0
        if self.position is None or self.levels != task.levels or self.position.moves != list(task.moves[:seen]):
            self._sit_down(task)
        assert self.position is not None
        for seat, move in task.moves[len(self.position.moves) :]:
            play_seen(self.position, move, seat, self.bots)

    def _sit_down(self, task: Task) -> None:
        game = find(task.document.game)
        self.levels = dict(task.levels)
        self.bots = {
            seat: game.bot(level_for(game, level), seat, seed_of(task.document, seat))
            for seat, level in self.levels.items()
        }
        self.script = script_of(task.document.game) if task.document.lesson else None
        given = task.document.beginning.shuffles if task.document.beginning else []
        shuffles = [*task.shuffles, *given[len(task.shuffles) :]]
        self.position = start_of(msgspec.structs.replace(task.document, beginning=None), shuffles)

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

    def _as_told(self, position: Position) -> bool:
        """Has the match gone on as the lesson tells it?"""
        assert self.script is not None
        made: dict[int, list[str]] = {seat: [] for seat in range(position.players)}
        for seat, move in position.moves:
            made[seat].append(move)
        return all(list(self.script.get(seat, ()))[: len(moves)] == moves for seat, moves in made.items())

    def _move(self, position: Position, seat: int) -> str:
        told = self.script.get(seat) if self.script else None
        if told and self._as_told(position):
            own = sum(mover == seat for mover, _ in position.moves)
            if own < len(told) and told[own] in position.legal(seat):
                return told[own]
        try:
            move = self.bots[seat].choose(position.sight(seat))
            if move in position.legal(seat):
                return move
            logger.error("a bot chose what is not legal", game=position.game.id, level=self.levels[seat])
        except Exception:
            logger.exception("a bot failed", game=position.game.id, level=self.levels[seat])
        return random.choice(position.legal(seat))


def script_of(game: str) -> dict[int, list[str]]:
    """The moves of a game's lesson, by seat."""
    script: dict[int, list[str]] = {}
    for seat, move in whole_lesson(game).moves:
        script.setdefault(seat, []).append(move)
    return script


def told(words: Words) -> Told:
    return Told(words.code, dict(words.arguments), words.sentence)


def maybe_told(words: Words | None) -> Told | None:
    return told(words) if words else None


def seed_of(document: Document, seat: int) -> int:
    """A bot's random numbers: nobody can know them before the match is over."""
    return int.from_bytes(hashlib.sha256(f"{document.seed} bot {seat}".encode()).digest()[:7])


class Bots:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.pool = ThreadPoolExecutor(max(1, config.bot_threads), thread_name_prefix="bot")
        self.tables: dict[str, BotTable] = {}

    def close(self) -> None:
        """Stops what is being thought."""
        for table in self.tables.values():
            for bot in table.bots.values():
                stop = getattr(bot, "stop", None)
                if stop:
                    stop()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: str) -> None:
        self.tables.pop(table, None)

    async def hint(self, position: Position, seat: int, seq: int, id: str | None) -> Advice:
        """What the hard bot would do; its time is bounded."""
        loop = asyncio.get_running_loop()
        asked = partial(hint, position, seat, Limit(seconds=HINT_SECONDS))
        try:
            found = await loop.run_in_executor(self.pool, asked)
        except BadInput as error:  # a game whose bots give no hints
            raise Refuse(409, "bad_input", problem=str(error)) from error
        return Advice(
            found.seat, found.move, seq, found.value, found.exact, told(found.reason), maybe_told(found.verdict), id
        )

    async def drive(self, room: Room) -> None:
        """Lets the bots of a table move for as long as any of them is to act; also after a failure, such as of the
        database."""
        while not room.hub.stopping:
            try:
                await self._drive(room)
                return
            except Exception as error:
                logger.warning("bots failed", table=room.id, error=repr(error))
                await asyncio.sleep(AGAIN)

    async def _drive(self, room: Room) -> None:
        while True:
            room.driver_wanted = False
            task = await room.do(partial(self._task, room))
            if task is None:
                if room.driver_wanted:
                    continue
                self.tables.pop(room.id, None) if room.course.over else None
                return
            table = self.tables.setdefault(room.id, BotTable())
            with room.hub.metrics.thinking.time():
                chosen = await asyncio.get_running_loop().run_in_executor(self.pool, table.choose, task)
            await self._pause(room, task, chosen)
            for choice in chosen:
                await room.do(partial(self._play, room, task, choice))

    async def _task(self, room: Room) -> Task | None:
        course = room.course
        acting = course.bots_to_act
        if not acting or course.position is None:
            return None
        levels = {seat: level for seat in range(room.document.players) if (level := course.level(seat))}
        decisions = {seat: course.clocks.thinking[seat].seq for seat in acting}
        return Task(
            room.document, list(course.position.moves), course.position.shuffles, levels, acting, decisions, course.at
        )

    async def _pause(self, room: Room, task: Task, chosen: Sequence[Choice]) -> None:
        """People can follow what bots do, and not tell from the time what they did."""
        step = round(1000 * self.config.bot_pause)
        until = task.since + step if room.feeds else task.since
        if step and room.course.position and not room.course.position.hides_nothing():
            until = max(until, task.since + step * -(-(now() - task.since) // step))
        until = max(until, room.course.not_before or 0)
        if until > now():
            await asyncio.sleep((until - now()) / 1000)

    async def _play(self, room: Room, task: Task, choice: Choice) -> None:
        course, seat = room.course, choice.seat
        decision = course.clocks.thinking.get(seat)
        if course.over or decision is None or decision.seq != task.decisions[seat] or not course.level(seat):
            return
        assert course.position is not None
        position = course.position.copy()
        events = unfold(position, seat, choice.moves, room.viewers)
        await room.append("moves", seat, position=position, events=events, detail=Detail(moves=choice.moves))
