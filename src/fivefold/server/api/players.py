"""Who somebody is: guests, phrases, bots' accounts."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody

from fivefold.server.messages import BotAccount, Me, NewBot, NewGuest, Phrase, Profile, Recover, Rename, Webhook
from fivefold.server.outcomes import profile_of
from fivefold.server.players import me
from fivefold.server.seating import delete_player

from .asking import REFUSALS, Asking, address, asker, hub_of, player, with_cookie


@get("/api/me", responses=REFUSALS)
async def who_am_i(request: Asking) -> Me:
    return me(await asker(request))


@post("/api/guests", status_code=201, responses=REFUSALS)
async def new_guest(request: Asking, data: JSONBody[NewGuest]) -> Response[Me]:
    """Sits down with a name. Somebody who has one already is renamed."""
    known = await asker(request)
    players = hub_of(request).players
    if known and not known.bot:
        return with_cookie(request, me(await players.rename(known, data.name)), known, 201)
    hub_of(request).guard.check("guests", address(request))
    guest = await players.add(data.name)
    return with_cookie(request, me(guest), guest, 201)


@patch("/api/me", responses=REFUSALS)
async def rename(request: Asking, data: JSONBody[Rename]) -> Me:
    return me(await hub_of(request).players.rename(await player(request), data.name))


@put("/api/me/webhook", responses=REFUSALS)
async def set_webhook(request: Asking, data: JSONBody[Webhook]) -> Me:
    """Where to tell me that it is my turn, at tables with days for a move."""
    mine = await player(request)
    await hub_of(request).players.set_webhook(mine, data.url)
    return me(mine)


@post("/api/me/phrase", status_code=201, responses=REFUSALS)
async def new_phrase(request: Asking) -> Phrase:
    """A new recovery phrase; the one before is void."""
    return await hub_of(request).players.phrase(await player(request))


@post("/api/recover", status_code=200, responses=REFUSALS)
async def recover(request: Asking, data: JSONBody[Recover]) -> Response[Me]:
    """Be this player here, too."""
    hub_of(request).guard.check("recover", address(request))
    found = await hub_of(request).players.recover(data.phrase)
    return with_cookie(request, me(found), found)


@post("/api/me/leave", status_code=200, responses=REFUSALS)
async def forget_me(request: Asking) -> Response[Me]:
    """Forgets who I am, on this device."""
    return with_cookie(request, me(None), None)


@post("/api/bots", status_code=201, responses=REFUSALS)
async def new_bot(request: Asking, data: JSONBody[NewBot]) -> BotAccount:
    """An account for a program. Whoever is known to the server owns it."""
    owner = await asker(request)
    hub_of(request).guard.check("bots", address(request))
    return await hub_of(request).players.add_bot(data.name, owner.id if owner else None)


@get("/api/me/bots", responses=REFUSALS)
async def my_bots(request: Asking) -> list[BotAccount]:
    return await hub_of(request).players.bots_of((await player(request)).id)


@delete("/api/me/bots/{id:str}", status_code=204, responses=REFUSALS)
async def void_bot(request: Asking, id: FromPath[str]) -> None:
    """Its token is void at once."""
    await hub_of(request).players.void_bot(id, (await player(request)).id)


@get("/api/me/export", responses=REFUSALS)
async def export(request: Asking) -> dict[str, list[dict[str, Any]]]:
    """Everything that is kept of me."""
    return await hub_of(request).store.everything_of((await player(request)).id)


@delete("/api/me", status_code=200, responses=REFUSALS)
async def delete_me(request: Asking) -> Response[Me]:
    """Deletes me: my seats in past matches become nameless."""
    await delete_player(hub_of(request), await player(request))
    return with_cookie(request, me(None), None)


@get("/api/players/{id:str}", responses=REFUSALS)
async def profile(request: Asking, id: FromPath[str]) -> Profile:
    """Statistics and ratings of a player."""
    hub = hub_of(request)
    return await profile_of(hub.store, hub.players, id)


ROUTES = [
    set_webhook,
    export,
    delete_me,
    profile,
    who_am_i,
    new_guest,
    rename,
    new_phrase,
    recover,
    forget_me,
    new_bot,
    my_bots,
    void_bot,
]
