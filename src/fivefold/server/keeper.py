"""What the server does by itself when its time has come: it ends decisions that take too long, covers what was studied,
looks after tables that no server looks after, and clears away what nobody uses."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import structlog

from fivefold.games import find

from .bots import level_for
from .course import unfold
from .stored import Detail, now

if TYPE_CHECKING:
    from .hub import Hub
    from .room import Room

logger = structlog.get_logger()

STAND_IN = "medium"
LOOK_ROUND = 2.0
"""Seconds between looks into the database."""
LATE = 1_000
"""Milliseconds after which a table that is due is one that nobody looks after."""


class Keeper:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._task = asyncio.create_task(self._look_round())

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

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
                for id in await self.hub.store.due_tables(now() - LATE):
                    await self._look_after_neglected(id)
                self.hub.forget_idle()
            except Exception as error:
                logger.warning("looking round failed", error=repr(error))
            await asyncio.sleep(LOOK_ROUND)
