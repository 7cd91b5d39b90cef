"""Where `fivefold bots` comes for work; it knows the server's key for workers."""

from __future__ import annotations

import hmac
from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, PathParameter

from fivefold.server.messages import Work, WorkDone
from fivefold.server.refusing import Refuse

from .asking import Asking, hub_of


def check_key(request: Asking) -> None:
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(key.encode(), hub_of(request).worker_key.encode()):
        raise Refuse(401, "token_unknown", {"WWW-Authenticate": "Bearer"})


@post("/api/work", status_code=200, include_in_schema=False)
async def take(request: Asking) -> Response[Work | None]:
    """The next thing to think about; nothing after a while."""
    check_key(request)
    work = await hub_of(request).bots.workers.take()
    return Response(work, status_code=200 if work else 204)


@post("/api/work/{id:str}", status_code=204, include_in_schema=False)
async def bring(request: Asking, id: Annotated[str, PathParameter(max_length=64)], data: JSONBody[WorkDone]) -> None:
    """What the bots chose. Nobody waits for it if the match has gone on without it."""
    check_key(request)
    hub_of(request).bots.workers.bring(id, data.choices)


ROUTES = [take, bring]
