"""What the server does by itself when its time has come: it ends decisions that take too long, covers what was studied,
looks after tables that no server looks after, and clears away what nobody uses."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import structlog

from fivefold.games import find

from .clocks import DAY
from .course import unfold
from .stored import Detail, now
from .thinking import level_for

if TYPE_CHECKING:
    from .hub import Hub
    from .room import Room

logger = structlog.get_logger()

STAND_IN = "medium"
LOOK_ROUND = 2.0
"""Seconds between looks into the database."""
ALIVE = "alive"
AWAY = 10_000
"""Milliseconds without a sign of life after which there was no server."""
CLEAR_EVERY = 600_000
UNUSED_OPEN, UNUSED_PLAYING = DAY, 60 * DAY
"""After so long without anything, a table that never began, or that nobody goes on with, is closed."""
LATE = 1_000
"""Milliseconds after which a table that is due is one that nobody looks after."""


class Keeper:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._task: asyncio.Task[None] | None = None
        self._away_since: int | None = None
        self._clear_at = 0

    async def open(self) -> None:
        self._away_since = await self._last_alive()
        self._task = asyncio.create_task(self._look_round())

    async def _last_alive(self) -> int | None:
        """Since when no server was there, if that is so: what nobody could do costs nobody time."""
        alive = await self.hub.store.setting(ALIVE)
        return int(alive) if alive and int(alive) < now() - AWAY else None

    async def _resume(self, since: int) -> None:
        """Gives back, at every table with a clock, the time for which there was no server."""
        for id in await self.hub.store.timed_tables():
            room = await self.hub.room(id)
            if room.course.at < since + AWAY and not room.course.over:
                away = now() - max(since, room.course.at)
                await room.do(partial(self._resume_table, room, away))

    @staticmethod
    async def _resume_table(room: Room, away: int) -> None:
        if room.course.next_deadline is not None:
            await room.append("resumed", detail=Detail(away=away))

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _clear_away(self) -> None:
        """Now and then, closes and forgets what nobody uses."""
        if now() < self._clear_at:
            return
        self._clear_at = now() + CLEAR_EVERY
        await self.hub.store.close_unused(now() - UNUSED_OPEN, now() - UNUSED_PLAYING)
        if self.hub.config.keep_days:
            await self.hub.store.forget_tables(now() - DAY * self.hub.config.keep_days)

    async def _notice_closed(self) -> None:
        """Tables that were closed by hand, or because nobody used them."""
        for id in await self.hub.store.closed_tables(now() - 5 * round(1000 * LOOK_ROUND)):
            room = self.hub.rooms.get(id)
            if room and room.document.status != "closed":
                await room.refresh()
                self.arm(room)

    async def _catch_up(self) -> None:
        """Where there are other servers: what the bus has not told, the database does."""
        if self.hub.bus.shared:
            looked_at = {id: room for id, room in self.hub.rooms.items() if room.feeds}
            for id, seq in await self.hub.store.last_seqs(list(looked_at)):
                if seq > looked_at[id].course.seq:
                    await looked_at[id].refresh()

    def arm(self, room: Room) -> None:
        """Sets the alarm of a table."""
        if room.timer:
            room.timer.cancel()
            room.timer = None
        at = room.course.next_deadline
        if at is not None and not self.hub.stopping:
            wait = max(0, at - now()) / 1000 + 0.005
            if wait < 86_400:
                room.timer = asyncio.get_running_loop().call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        room.timer = None
        self.hub.spawn(self._woken(room))

    async def _woken(self, room: Room) -> None:
        try:
            await self.look_after(room)
        except Exception as error:  # the database is away, perhaps
            logger.warning("looking after a table failed", table=room.id, error=repr(error))
            await asyncio.sleep(LOOK_ROUND)
            self.arm(room)

    async def look_after(self, room: Room) -> None:
        await room.do(partial(self.do_what_is_due, room))
        self.arm(room)
        self.hub.drive(room)

    async def _look_after_neglected(self, id: str) -> None:
        room = await self.hub.room(id)
        if self.hub.bus.shared:
            await room.refresh()
        await self.look_after(room)
        await self.hub.store.set_due(id, room.due)

    async def do_what_is_due(self, room: Room) -> None:
        """Makes the move that is made by itself, and ends what took too long; under the lock."""
        course = room.course
        by_itself = course.by_itself
        if by_itself is not None and by_itself <= now() and course.position is not None:
            move, seat = course.position.pace.move, course.to_act[0]
            assert move is not None
            position = course.position.copy()
            events = unfold(position, seat, [move], room.viewers)
            await room.append("moves", seat, position=position, events=events, detail=Detail(moves=[move]))
        for seat in course.to_act:
            deadline = None if room.course.level(seat) else room.course.clocks.deadline(seat)
            if deadline is not None and deadline <= now() and not room.course.over:
                await self.replace(room, seat)

    async def replace(self, room: Room, seat: int, gone: bool = False) -> None:
        """A seat whose player is gone or out of time: a bot plays it, or it has lost."""
        others = [other for other in room.document.humans if other != seat and other not in room.course.out]
        if room.document.absent == "forfeit" or (gone and not others):
            await room.append("forfeited", seat)
        else:
            level = level_for(find(room.document.game), STAND_IN)
            await room.append("stand_in", seat, detail=Detail(level=level, gone=gone))

    async def _look_round(self) -> None:
        """Looks after tables that are due and that no server looks after."""
        while True:
            try:
                if self._away_since is not None:
                    await self._resume(self._away_since)
                    self._away_since = None
                await self.hub.store.set(ALIVE, str(now()))
                await self._clear_away()
                await self._notice_closed()
                await self._catch_up()
                for id in await self.hub.store.due_tables(now() - LATE):
                    await self._look_after_neglected(id)
                self.hub.forget_idle()
            except Exception as error:
                logger.warning("looking round failed", error=repr(error))
            await asyncio.sleep(LOOK_ROUND)
