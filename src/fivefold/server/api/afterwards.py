"""Matches looked at again, puzzles and lessons."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from fivefold.server import afterwards, beginnings
from fivefold.server.messages import Lesson, Past, Puzzle, Replay, Replayed, Review

from .asking import REFUSALS, Asking, address, asker, hub_of, table_at

TableId = Annotated[str, PathParameter(max_length=32)]


@get("/api/tables/{id:str}/record", responses=REFUSALS)
async def record(request: Asking, id: TableId) -> dict[str, Any]:
    """The record of a match that is over, with the seed of its shuffles."""
    room = await table_at(request, id)

    async def look() -> dict[str, Any]:
        return afterwards.record_of(room)

    return await room.do(look)


@get("/api/tables/{id:str}/past/{seq:int}", responses=REFUSALS)
async def past(
    request: Asking,
    id: TableId,
    seq: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    seat: FromQuery[int | None] = None,
    open: FromQuery[bool] = False,
) -> Past:
    """The match after an entry, as I may see it; once it is over, through any seat's eyes, or all open."""
    me = await asker(request)
    room = await table_at(request, id)
    own = room.document.seat_of(me.id if me else None)
    return await room.do(lambda: afterwards.past(room, seq, own, seat, open))


@get("/api/tables/{id:str}/review", responses=REFUSALS)
async def review(
    request: Asking,
    id: TableId,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=100_000)] = 0,
) -> Review:
    """The costly moves of a match that is over, as far as they are found: from that mistake on."""
    hub = hub_of(request)
    room = await table_at(request, id)

    async def look() -> Review:
        return hub.reviews.of(room, first)

    return await room.do(look)


@get("/api/puzzles/{date:str}", responses=REFUSALS)
async def puzzle(
    date: Annotated[str, PathParameter(max_length=10)],
    game: Annotated[str, QueryParameter(max_length=32)] = "clear_up",
) -> Puzzle:
    """The puzzle of a day by universal time, or of today."""
    return await asyncio.to_thread(beginnings.puzzle, date, game)


@get("/api/lessons/{game:str}", responses=REFUSALS)
async def lesson(game: FromPath[str]) -> Lesson:
    return beginnings.lesson(game)


@post("/api/replay", status_code=200, responses=REFUSALS)
async def replay(request: Asking, data: JSONBody[Replay]) -> Replayed:
    """Some moments of any record. Nothing is kept."""
    hub_of(request).guard.check("replays", address(request))
    return await asyncio.to_thread(afterwards.replayed, data)


ROUTES = [record, past, review, puzzle, lesson, replay]
