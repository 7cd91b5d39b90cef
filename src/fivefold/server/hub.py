"""What one server process holds together: the database, the bus, the tables in use, the players it knows, the bots."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from .accounts import Accounts
from .afterwards import Reviews
from .bots import Bots
from .bus import Alone, Bus, RedisBus
from .config import Config
from .guarding import Guard
from .keeper import Keeper
from .messages import Player
from .metrics import Metrics
from .players import Players, worker_key
from .refusing import Refuse
from .room import Room
from .secrets import Signer
from .store import Store
from .stored import Document, Entry, now

logger = structlog.get_logger()

DATABASE_AWAY = 0.5
"""Seconds until it is tried again."""
IDLE = 60_000
"""Milliseconds after which a table that nobody looks at is forgotten until it is needed again."""


class Hub:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.database)
        self.bus: Bus = RedisBus(config.bus) if config.bus else Alone()
        self.players = Players(self.store)
        self.bots = Bots(config)
        self.keeper = Keeper(self)
        self.accounts = Accounts(self)
        self.reviews = Reviews()
        self.guard = Guard(config.limits)
        self.metrics = Metrics(self)
        self.rooms: dict[str, Room] = {}
        self.signer: Signer
        self.worker_key = ""
        self.stopping = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.store.open()
        self.signer = await self.players.signer()
        self.worker_key = await worker_key(self.store)
        await self.bus.open(self._heard, self._missed)
        await self.keeper.open()

    async def close(self) -> None:
        """Nothing that was begun is lost: what is being committed is committed."""
        self.end_feeds()
        await self.keeper.close()
        await self.bus.close()
        self.bots.close()
        self.reviews.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            if room.timer:
                room.timer.cancel()
            async with room.lock:
                pass
        await self.store.close()

    def end_feeds(self) -> None:
        """Says goodbye to everybody who looks on: they will come back."""
        self.stopping = True
        bye = Refuse(503, "server_restarts").bye()
        for room in self.rooms.values():
            for feed in list(room.feeds):
                feed.cut_off(bye)
        self.accounts.end(bye)

    def link(self, table: str) -> str:
        return f"{self.config.address}/t/{table}"

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Does something besides; its failure is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)
        return task

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("task failed", exc_info=error)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A table, read from the database if it is not in use yet."""
        if id in self.rooms:
            self.rooms[id].used_at = now()
            return self.rooms[id]
        async with self._loading.setdefault(id, asyncio.Lock()):
            try:
                if id not in self.rooms:
                    self.rooms[id] = await self._load(id)
                return self.rooms[id]
            finally:
                self._loading.pop(id, None)

    async def _load(self, id: str) -> Room:
        found = await self.store.table(id) if 0 < len(id) <= 32 else None
        if found is None:
            raise Refuse(404, "no_such_table")
        version, document = found
        await self.learn(document)
        room = Room(self, version, document, await self.store.entries(id))
        self.keeper.arm(room)
        return room

    async def learn(self, *documents: Document) -> None:
        """Gets to know the players of tables."""
        ids = {chair.player for document in documents for chair in document.chairs if chair.player}
        await self.players.learn(ids | {document.host for document in documents if document.host})

    def known(self, id: str | None) -> Player | None:
        return self.players.known(id)

    async def player(self, id: str) -> Player | None:
        return await self.players.get(id)

    def forget_idle(self) -> None:
        """Forgets tables that nobody looks at and for which nothing is due soon."""
        idle = now() - IDLE
        for id, room in list(self.rooms.items()):
            soon = room.course.next_deadline
            busy = room.feeds or room.lock.locked() or room.course.bots_to_act or (soon and soon < now() + IDLE)
            if not busy and room.used_at < idle:
                if room.timer:
                    room.timer.cancel()
                del self.rooms[id]
                self.bots.forget(id)

    def changed(self, room: Room, entry: Entry | None) -> None:
        """A table has changed here: others are told, and what follows from it is begun."""
        self.bus.publish(room.id, room.course.seq)
        self.keeper.arm(room)
        self.drive(room)
        self.accounts.tell(room, entry, call=True)

    def drive(self, room: Room) -> None:
        """Lets bots move, if any is to."""
        room.driver_wanted = True
        if self.stopping or not room.course.bots_to_act:
            return
        if room.driver is None or room.driver.done():
            room.driver = self.spawn(self.bots.drive(room))

    # --- other servers ------------------------------------------------------------------------------------------------

    async def _heard(self, table: str, seq: int) -> None:
        """Another server, or this one, has changed a table."""
        room = self.rooms.get(table)
        if room:
            self.spawn(self._refresh(room))
        elif self.accounts.anybody:
            self.spawn(self.accounts.look(table))

    async def _refresh(self, room: Room) -> None:
        """Reads what is new at a table; if the database is away, once it is back."""
        while self.rooms.get(room.id) is room and not self.stopping:
            try:
                await room.refresh()
            except Exception as error:
                logger.warning("database away", error=type(error).__name__)
                await asyncio.sleep(DATABASE_AWAY)
            else:
                return

    async def _missed(self) -> None:
        """The bus was away: whatever somebody looks at is read again."""
        await asyncio.gather(*(room.refresh() for room in list(self.rooms.values()) if room.feeds))
