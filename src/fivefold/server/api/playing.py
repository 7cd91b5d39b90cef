"""What players do in a match, over plain HTTP: the bodies are the messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.params import JSONBody, PathParameter

from fivefold.server.messages import (
    Accepted,
    Advice,
    AllowHints,
    AnswerDraw,
    AnswerUndo,
    AskHint,
    AskUndo,
    FromClient,
    FromServer,
    OfferDraw,
    Play,
    Resign,
    Say,
)
from fivefold.server.playing import Acting

from .asking import REFUSALS, Asking, hub_of, player, table_at

TableId = Annotated[str, PathParameter(max_length=32)]


async def acted(request: Asking, id: str, message: FromClient) -> FromServer:
    me = await player(request)
    hub = hub_of(request)
    return await Acting(hub, await table_at(request, id), me).act(message)


@post("/api/tables/{id:str}/moves", status_code=200, responses=REFUSALS)
async def move(request: Asking, id: TableId, data: JSONBody[Play]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/resign", status_code=200, responses=REFUSALS)
async def resign(request: Asking, id: TableId, data: JSONBody[Resign]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/draw", status_code=200, responses=REFUSALS)
async def offer_draw(request: Asking, id: TableId, data: JSONBody[OfferDraw]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/draw/answer", status_code=200, responses=REFUSALS)
async def answer_draw(request: Asking, id: TableId, data: JSONBody[AnswerDraw]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/undo", status_code=200, responses=REFUSALS)
async def ask_undo(request: Asking, id: TableId, data: JSONBody[AskUndo]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/undo/answer", status_code=200, responses=REFUSALS)
async def answer_undo(request: Asking, id: TableId, data: JSONBody[AnswerUndo]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/hints", status_code=200, responses=REFUSALS)
async def allow_hints(request: Asking, id: TableId, data: JSONBody[AllowHints]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/hint", status_code=200, responses=REFUSALS)
async def ask_hint(request: Asking, id: TableId, data: JSONBody[AskHint]) -> Advice:
    return await acted(request, id, data)  # type: ignore[return-value]


@post("/api/tables/{id:str}/chat", status_code=200, responses=REFUSALS)
async def say(request: Asking, id: TableId, data: JSONBody[Say]) -> Accepted:
    return await acted(request, id, data)  # type: ignore[return-value]


ROUTES = [move, resign, offer_draw, answer_draw, ask_undo, answer_undo, allow_hints, ask_hint, say]
