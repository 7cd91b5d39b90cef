"""Feeds: a table's over a WebSocket or as lines of JSON, and an account's as lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

import msgspec
import structlog
from litestar import WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, PathParameter, QueryParameter
from litestar.response import Stream

from fivefold.server.feeds import Feed, encode
from fivefold.server.hub import Hub
from fivefold.server.messages import Accepted, AskHint, FromClient, Player, ServerBeat
from fivefold.server.playing import Acting
from fivefold.server.refusing import Refuse
from fivefold.server.room import Room
from fivefold.server.stored import now

from .asking import REFUSALS, Asking, address, asker, check_origin, failure, hub_of, player, table_at

Seq = Annotated[int | None, QueryParameter(ge=0, le=1_000_000)]
LINES = "application/x-ndjson"
LARGEST = 16_384
"""Bytes of a message."""
PATIENCE = 20
"""Messages beyond the pace that are still answered."""
FAREWELL = 2.0
"""Seconds in which somebody who is cut off can still read why."""

logger = structlog.get_logger()
decoder = msgspec.json.Decoder(FromClient)


async def join(room: Room, me: Player | None, address: str, after: int | None, comes_back: bool) -> Feed:
    """A new viewer of a table: the feed begins with a welcome, and what was missed."""
    id = me.id if me else None

    async def begin() -> Feed:
        await room.hub.learn(room.document)
        feed = Feed(id, room.document.seat_of(id), id or address)
        if comes_back and feed.seat in room.course.stand_in and feed.seat not in room.course.gone:
            await room.append("returned", feed.seat)
        feed.send(await room.welcome(id))
        if after is not None and after < room.course.seq:
            for missed in await room.missed(feed.seat, after):
                feed.send(missed)
        room.feeds.add(feed)
        if feed.seat is not None:
            room.tell_table(besides=feed)
        return feed

    if room.hub.stopping:
        raise Refuse(503, "server_restarts")
    room.hub.guard.enter(id or address, named=id is not None)
    try:
        return await room.do(begin)
    except BaseException:
        room.hub.guard.leave(id or address)
        raise


def part(room: Room, feed: Feed) -> None:
    """A viewer is gone."""
    room.hub.guard.leave(feed.who)
    room.feeds.discard(feed)
    if feed.seat is not None:
        room.tell_table()


async def lines(room: Room, feed: Feed) -> AsyncIterator[bytes]:
    try:
        async for message in feed.messages():
            yield message + b"\n"
    finally:
        part(room, feed)


@get("/api/tables/{id:str}/feed", responses=REFUSALS, media_type=LINES)
async def table_lines(request: Asking, id: Annotated[str, PathParameter(max_length=32)], after: Seq = None) -> Stream:
    """What happens at a table, as lines of JSON."""
    me = await asker(request)
    room = await table_at(request, id)
    feed = await join(room, me, address(request), after, comes_back=False)
    return Stream(lines(room, feed), media_type=LINES, headers={"X-Accel-Buffering": "no"})


async def account_lines(hub: Hub, feed: Feed) -> AsyncIterator[bytes]:
    try:
        yield encode(ServerBeat(now())) + b"\n"
        async for message in feed.messages():
            yield message + b"\n"
    finally:
        hub.accounts.leave(feed)
        hub.guard.leave(feed.who)


@get("/api/account/stream", responses=REFUSALS, media_type=LINES)
async def account_stream(request: Asking) -> Stream:
    """What concerns me at any table, as lines of JSON."""
    me = await player(request)
    hub = hub_of(request)
    if hub.stopping:
        raise Refuse(503, "server_restarts")
    hub.guard.enter(me.id, named=True)
    return Stream(account_lines(hub, hub.accounts.join(me.id)), media_type=LINES, headers={"X-Accel-Buffering": "no"})


# --- the WebSocket ----------------------------------------------------------------------------------------------------

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{id:str}/socket")
async def table_socket(socket: Socket, id: FromPath[str]) -> None:
    """A table's feed, and what a player does there."""
    try:
        check_origin(socket)
        me = await asker(socket)
        room = await table_at(socket, id)
    except Refuse as refusal:
        await turn_away(socket, refusal)
        return
    after = socket.query_params.get("after")
    try:
        seen = int(after) if after and after.isdecimal() and len(after) < 10 else None
        feed = await join(room, me, address(socket), seen, comes_back=True)
    except Refuse as refusal:
        await turn_away(socket, refusal)
        return
    try:
        await socket.accept()
        await Connection(socket, room, feed, me).serve()
    finally:
        part(room, feed)


async def turn_away(socket: Socket, refusal: Refuse) -> None:
    """Says why, and hangs up; the pages of others are not even told that."""
    if refusal.code == "foreign_origin":
        await socket.close(1008)
        return
    await socket.accept()
    with suppress(Exception):
        await socket.send_text(encode(refusal.bye()))
        await socket.close(4000 + refusal.status, refusal.code)


class Connection:
    """One WebSocket."""

    def __init__(self, socket: Socket, room: Room, feed: Feed, me: Player | None) -> None:
        self.socket, self.room, self.feed, self.me = socket, room, feed, me
        self.refused = 0
        self.hints: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Until either side is gone."""
        writing, reading = asyncio.create_task(self._write()), asyncio.create_task(self._read())
        cut = asyncio.create_task(self.feed.cut.wait())
        try:
            await asyncio.wait([writing, reading, cut], return_when=asyncio.FIRST_COMPLETED)
            if self.feed.ended:
                await asyncio.wait([writing], timeout=FAREWELL)
        finally:
            for task in (writing, reading, cut, *self.hints):
                task.cancel()
            await asyncio.gather(writing, reading, cut, return_exceptions=True)
            with suppress(Exception):
                await asyncio.wait_for(self.socket.close(1012 if self.feed.ended else 1000), FAREWELL)

    async def _write(self) -> None:
        async for message in self.feed.messages():
            await self.socket.send_text(message)

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                text = await self.socket.receive_text()
                await self._hear(text)

    async def _hear(self, text: str) -> None:
        if len(text) > LARGEST:
            self.feed.cut_off(Refuse(413, "too_large").bye())
            return
        try:
            message = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            self._refuse(Refuse(400, "malformed", problem=str(error)[:300]), None)
            return
        if isinstance(message, AskHint):
            task = asyncio.create_task(self._answer(message))
            self.hints.add(task)
            task.add_done_callback(self.hints.discard)
        else:
            await self._answer(message)

    def _refuse(self, refusal: Refuse, id: str | None) -> None:
        """Who goes on with what is too much, or nonsense, is cut off."""
        self.feed.send(refusal.message(id))
        if refusal.code in ("too_many", "malformed", "no_player"):
            self.refused += 1
            if self.refused > PATIENCE:
                self.feed.cut_off(refusal.bye())

    async def _answer(self, message: FromClient) -> None:
        if self.me is None:
            self._refuse(Refuse(401, "no_player"), message.id)
            return
        try:
            answer = await Acting(self.room.hub, self.room, self.me, self.feed.send).act(message)
        except Refuse as refusal:
            self._refuse(refusal, message.id)
            return
        except Exception as error:  # whether it was done is not known: whoever sends it again is told
            logger.error("message failed", kind=type(message).__name__, exc_info=error)
            self.feed.cut_off(failure(error).bye())
            return
        if not isinstance(answer, Accepted):
            self.feed.send(answer)


ROUTES = [table_lines, account_stream, table_socket]
