"""How servers tell one another that a table has changed. Only the table and a seq travel: the rest is read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

import structlog

logger = structlog.get_logger()

Listener = Callable[[str, int], Awaitable[None]]
CHANNEL = "fivefold"
RETRY = 0.5
"""Seconds."""
LOOK = "* 0"
"""What is told instead of what could not be told: others look at everything."""


class Bus(Protocol):
    """What tells other servers."""

    shared: bool
    """Are there other servers at all?"""

    async def open(self, listener: Listener, missed: Callable[[], Awaitable[None]]) -> None:
        """`listener` hears of changes by others; `missed` is called when some may not have been heard of."""

    def publish(self, table: str, seq: int) -> None: ...

    async def close(self) -> None: ...


class Alone:
    """One server: there is nobody to tell."""

    shared = False

    async def open(self, listener: Listener, missed: Callable[[], Awaitable[None]]) -> None:
        """Hears nothing."""

    def publish(self, table: str, seq: int) -> None:
        """Tells nobody."""

    async def close(self) -> None:
        """Nothing is open."""


class RedisBus:
    """Several servers with a Redis-compatible bus between them. While it is away each server looks into the database
    now and then, so matches only become slower."""

    shared = True

    def __init__(self, url: str) -> None:
        import redis.asyncio as redis

        self._redis: Any = redis.Redis.from_url(url, socket_connect_timeout=2, health_check_interval=5)
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener, missed: Callable[[], Awaitable[None]]) -> None:
        self._tasks = [asyncio.create_task(self._listen(listener, missed)), asyncio.create_task(self._tell())]

    def publish(self, table: str, seq: int) -> None:
        if self._outgoing.full():
            self._forget_outgoing()
            self._outgoing.put_nowait(LOOK)
        else:
            self._outgoing.put_nowait(f"{table} {seq}")

    def _forget_outgoing(self) -> None:
        while not self._outgoing.empty():
            self._outgoing.get_nowait()

    async def _tell(self) -> None:
        while True:
            message = await self._outgoing.get()
            while not await self._published(message):
                await asyncio.sleep(RETRY)
                self._forget_outgoing()
                message = LOOK

    async def _published(self, message: str) -> bool:
        with suppress(Exception):
            await self._redis.publish(CHANNEL, message)
            return True
        return False

    async def _listen(self, listener: Listener, missed: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as heard:
                    await heard.subscribe(CHANNEL)
                    await missed()
                    logger.info("bus connected")
                    async for message in heard.listen():
                        if message["type"] == "message":
                            told = message["data"].decode()
                            table, _, seq = told.partition(" ")
                            await (missed() if told == LOOK else listener(table, int(seq)))
            except Exception as error:
                logger.warning("bus away", error=type(error).__name__)
            with suppress(Exception):
                await missed()
            await asyncio.sleep(RETRY)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
