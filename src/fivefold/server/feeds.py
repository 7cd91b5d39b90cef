"""Feeds: what a viewer of a table is sent. Queues are bounded; who reads too slowly is cut off, never waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from .messages import Bye, FromServer, ServerBeat
from .refusing import Refuse
from .stored import now

QUEUE = 256
"""Messages that wait for a reader."""
BEAT = 15.0
"""Seconds."""

encode = msgspec.json.Encoder().encode


class Feed:
    """One connection: a player's, or a spectator's. `None` in the queue ends it."""

    def __init__(self, player: str | None, seat: int | None, who: str = "") -> None:
        self.player, self.seat = player, seat
        self.who = who
        """The player, or the address of somebody without a name: to be counted."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.ended = False
        self.cut = asyncio.Event()
        self.last: bytes | None = None
        """What is still said after the end."""

    def send(self, message: FromServer) -> None:
        self.send_bytes(encode(message))

    def send_bytes(self, message: bytes) -> None:
        if self.ended:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.cut_off(Refuse(408, "too_slow").bye())

    def cut_off(self, bye: Bye) -> None:
        """Ends the feed at once: what waits in the queue is not sent any more."""
        if self.ended:
            return
        self.ended = True
        self.cut.set()
        self.last = encode(bye)
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    async def messages(self) -> AsyncIterator[bytes]:
        """All messages as they come, and a beat where nothing comes."""
        while True:
            try:
                message = await asyncio.wait_for(self.queue.get(), BEAT)
            except TimeoutError:
                message = encode(ServerBeat(now()))
            if message is None:
                if self.last:
                    yield self.last
                return
            yield message
