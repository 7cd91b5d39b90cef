"""The server's own bots: they think in threads, each at its table, and see what their seats see."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import structlog

from fivefold.games import BadInput
from fivefold.match.advice import Told as Words
from fivefold.match.advice import hint
from fivefold.match.position import Position
from fivefold.search.limit import Limit

from .beginnings import whole_lesson
from .config import Config
from .course import unfold
from .messages import Advice, Choice, Told, Work
from .refusing import Refuse
from .stored import Detail, Document, now
from .thinking import BotTable
from .workers import Workers

if TYPE_CHECKING:
    from .room import Room

logger = structlog.get_logger()

AGAIN = 1.0
"""Seconds after which something that failed is tried again."""
HINT_SECONDS, HINT_PATIENCE = 2.0, 30.0


@dataclass(frozen=True)
class Task:
    """What bots have to choose at a table, and at which moment of the match."""

    work: Work
    decisions: Mapping[int, int]
    """By seat, the seq at which its decision began."""
    since: int


def work_of(room: Room, acting: Sequence[int]) -> Work:
    """What whoever thinks for the bots must know: the match so far. Each bot is shown only what its seat sees."""
    document, course = room.document, room.course
    assert course.position is not None
    levels = {seat: level for seat in range(document.players) if (level := course.level(seat))}
    return Work(
        id=f"{room.id}-{course.seq}",
        table=room.id,
        game=document.game,
        players=document.players,
        options=document.options,
        shuffles=course.position.shuffles,
        moves=list(course.position.moves),
        levels=levels,
        seeds={seat: seed_of(document, seat) for seat in levels},
        acting=list(acting),
        script=script_of(document.game) if document.lesson else None,
    )


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
        self.workers = Workers()

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
            found = await asyncio.wait_for(loop.run_in_executor(self.pool, asked), HINT_PATIENCE)
        except TimeoutError as error:  # all threads are busy, or the bot is still being compiled
            raise Refuse(503, "no_hint_now", {"Retry-After": "5"}) from error
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
            with room.hub.metrics.thinking.time():
                chosen = await self._chosen(task.work)
            await self._pause(room, task, chosen)
            for choice in chosen:
                await room.do(partial(self._play, room, task, choice))

    async def _chosen(self, work: Work) -> list[Choice]:
        """What the bots choose: here, or on another machine."""
        if not self.config.bot_threads:
            return await self.workers.choose(work)
        table = self.tables.setdefault(work.table, BotTable())
        return await asyncio.get_running_loop().run_in_executor(self.pool, table.choose, work)

    async def _task(self, room: Room) -> Task | None:
        course = room.course
        acting = course.bots_to_act
        if not acting or course.position is None:
            return None
        decisions = {seat: course.clocks.thinking[seat].seq for seat in acting}
        return Task(work_of(room, acting), decisions, course.at)

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
