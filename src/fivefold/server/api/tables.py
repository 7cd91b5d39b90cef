"""Tables: lists, making one, seats, beginning, going away, one more match."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Annotated

import segno
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from fivefold.games import all_games
from fivefold.games.game import Game, Option, TableOption
from fivefold.server.messages import (
    GameLine,
    GameOption,
    Games,
    Invite,
    NewTable,
    SeatBot,
    Sit,
    Table,
    Tables,
    Unseat,
)
from fivefold.server.room import Room
from fivefold.server.seating import Seating, invite, open_table, rematch
from fivefold.server.stored import Document

from .asking import REFUSALS, Asking, asker, hub_of, player, table_at

LISTED = 100
TableId = Annotated[str, PathParameter(max_length=32)]


# --- what there is ----------------------------------------------------------------------------------------------------


def option_line(option: Option) -> GameOption:
    if isinstance(option, TableOption):
        return GameOption(option.name, option.summary, None)
    if option.choices:
        return GameOption(option.name, option.summary, option.default, list(option.choices))
    return GameOption(option.name, option.summary, option.default, [], option.least, option.most)


def game_line(game: Game) -> GameLine:
    about = game.about
    return GameLine(
        game.id,
        about.name,
        about.summary,
        about.fewest,
        about.most,
        about.usual,
        about.minutes,
        list(about.designers),
        about.publisher,
        [option_line(option) for option in about.options],
        list(game.bots),
    )


@get("/api/games", responses=REFUSALS, cache=False, sync_to_thread=True)
def games() -> Games:
    return Games([game_line(game) for game in all_games().values()])


@get("/api/tables", responses=REFUSALS)
async def public_tables(request: Asking, game: Annotated[str | None, QueryParameter(max_length=32)] = None) -> Tables:
    """Public tables that are open or in play, the newest first."""
    return await lines(request, await hub_of(request).store.public_tables(game, LISTED))


@get("/api/tables/mine", responses=REFUSALS)
async def my_tables(request: Asking) -> Tables:
    """Those where I sit or am invited, the newest first."""
    me = await player(request)
    return await lines(request, await hub_of(request).store.tables_of(me.id, LISTED))


async def lines(request: Asking, documents: list[Document]) -> Tables:
    hub, me = hub_of(request), await asker(request)
    await hub.learn(*documents)
    id = me.id if me else None
    shown = []
    for document in documents:
        mine = document.status == "playing" and document.seat_of(id) is not None
        room = await hub.room(document.id) if mine else Room(hub, 0, document, ())
        shown.append(room.line(id))
    return Tables(shown)


# --- one table --------------------------------------------------------------------------------------------------------


async def shown(request: Asking, room: Room) -> Table:
    """The table as whoever asks may see it."""
    me = await asker(request)

    async def look() -> Table:
        await room.hub.learn(room.document)
        return room.table(me.id if me else None)

    return await room.do(look)


@post("/api/tables", status_code=201, responses=REFUSALS)
async def new_table(request: Asking, data: JSONBody[NewTable]) -> Table:
    me = await player(request)
    hub_of(request).guard.check("tables", me.id)
    return await shown(request, await open_table(hub_of(request), me, data))


@get("/api/tables/{id:str}", responses=REFUSALS)
async def table(request: Asking, id: TableId) -> Table:
    return await shown(request, await table_at(request, id))


async def seating(request: Asking, id: str) -> Seating:
    me = await player(request)
    hub_of(request).guard.check("acts", me.id)
    return Seating(await table_at(request, id), me)


@post("/api/tables/{id:str}/sit", status_code=200, responses=REFUSALS)
async def sit(request: Asking, id: TableId, data: JSONBody[Sit]) -> Table:
    """Takes a free seat; again: changes seats, or brings a nonce."""
    at = await seating(request, id)
    await at.room.do(partial(at.sit, data))
    return await shown(request, at.room)


@post("/api/tables/{id:str}/stand", status_code=200, responses=REFUSALS)
async def stand(request: Asking, id: TableId) -> Table:
    """Leaves the seat before the start."""
    at = await seating(request, id)
    await at.room.do(at.stand)
    return await shown(request, at.room)


@post("/api/tables/{id:str}/bots", status_code=200, responses=REFUSALS)
async def seat_bot(request: Asking, id: TableId, data: JSONBody[SeatBot]) -> Table:
    at = await seating(request, id)
    await at.room.do(partial(at.seat_bot, data))
    return await shown(request, at.room)


@post("/api/tables/{id:str}/unseat", status_code=200, responses=REFUSALS)
async def unseat(request: Asking, id: TableId, data: JSONBody[Unseat]) -> Table:
    at = await seating(request, id)
    await at.room.do(partial(at.unseat, data))
    return await shown(request, at.room)


@post("/api/tables/{id:str}/start", status_code=200, responses=REFUSALS)
async def start(request: Asking, id: TableId) -> Table:
    at = await seating(request, id)
    await at.room.do(at.start)
    return await shown(request, at.room)


@post("/api/tables/{id:str}/leave", status_code=200, responses=REFUSALS)
async def leave(request: Asking, id: TableId) -> Table:
    """Goes away for good: before the start the seat is free, in play a bot takes it, or it forfeits."""
    at = await seating(request, id)
    await at.room.do(at.leave)
    return await shown(request, at.room)


@post("/api/tables/{id:str}/rematch", status_code=200, responses=REFUSALS)
async def again(request: Asking, id: TableId) -> Table:
    """The same again: the first to ask makes the new table, the others follow."""
    at = await seating(request, id)
    return await shown(request, await rematch(at.room.hub, at.room, at.player))


@post("/api/tables/{id:str}/invite", status_code=200, responses=REFUSALS)
async def tell(request: Asking, id: TableId, data: JSONBody[Invite]) -> Table:
    """Tells a player, or a bot's account, of the table."""
    at = await seating(request, id)
    await invite(at.room.hub, at.room, at.player, data)
    return await shown(request, at.room)


@get("/api/tables/{id:str}/qr.svg", responses=REFUSALS, media_type="image/svg+xml")
async def qr_code(request: Asking, id: TableId) -> Response[bytes]:
    """The table's link as a QR code."""
    room = await table_at(request, id)
    drawn = BytesIO()
    segno.make(room.hub.link(room.id), error="m").save(drawn, kind="svg", scale=8, border=4, light="white")
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


ROUTES = [
    *(games, public_tables, my_tables, new_table, table, sit, stand, seat_bot, unseat, start, leave, again, tell),
    qr_code,
]
