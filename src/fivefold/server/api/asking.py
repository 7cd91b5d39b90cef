"""Who asks, and whether they may: cookies, tokens, origins, and how refusals are answered."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import structlog
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from fivefold.server.hub import Hub
from fivefold.server.limits import network_of
from fivefold.server.messages import Player, Refused
from fivefold.server.refusing import Refuse
from fivefold.server.room import Room
from fivefold.server.stored import now

logger = structlog.get_logger()

COOKIE = "fivefold"
COOKIE_SECONDS = 400 * 86_400
CHANGING = {"POST", "PATCH", "PUT", "DELETE"}
REFUSALS = {
    status: ResponseSpec(Refused, description=says, generate_examples=False)
    for status, says in {
        400: "What was sent cannot be understood, or makes no sense.",
        401: "Nobody knows who asks.",
        403: "The one who asks may not do that.",
        404: "There is nothing of that name.",
        409: "That is not possible as things stand; for a move, the rule that forbids it.",
        413: "What was sent is too large.",
        415: "What was sent is not JSON.",
        429: "Too much at once.",
        503: "The server is about to stop, or its database is away.",
    }.items()
}
"""What any address may answer besides what it is there for."""

Asking = Request[Any, Any, Any]
OF_HTTP = {404: "no_such_page", 405: "method", 413: "too_large", 415: "not_json"}


def hub_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Hub:
    hub: Hub = connection.app.state["hub"]
    return hub


# --- who --------------------------------------------------------------------------------------------------------------


async def asker(connection: ASGIConnection[Any, Any, Any, Any]) -> Player | None:
    """The player who asks; None for somebody without a name. A wrong token is refused, a wrong cookie is none."""
    players = hub_of(connection).players
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        if scheme.lower() != "bearer":
            raise Refuse(401, "token_unknown", {"WWW-Authenticate": "Bearer"})
        return await players.by_token(token.strip())
    signed = hub_of(connection).signer.read(connection.cookies.get(COOKIE, ""))
    return await players.by_id(signed.value) if signed else None


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network that somebody asks from."""
    return network_of(connection.client.host) if connection.client else "unknown"


async def table_at(connection: ASGIConnection[Any, Any, Any, Any], id: str) -> Room:
    """The table at a link. Links cannot be guessed by trying: who tries too often has to wait."""
    try:
        return await hub_of(connection).room(id)
    except Refuse:
        hub_of(connection).guard.check("guesses", address(connection))
        raise


async def player(connection: ASGIConnection[Any, Any, Any, Any]) -> Player:
    """The player who asks; whoever has no name yet is refused."""
    found = await asker(connection)
    if found is None:
        raise Refuse(401, "no_player")
    return found


def with_cookie(connection: Asking, answer: Any, player: Player | None, status: int = 200) -> Response[Any]:
    """The answer, with the cookie of a player; or, for none, without any."""
    response: Response[Any] = Response(answer, status_code=status)
    hub = hub_of(connection)
    response.set_cookie(
        key=COOKIE,
        value=hub.signer.sign(player.id, now()) if player else "",
        max_age=COOKIE_SECONDS if player else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=hub.config.address.startswith("https:"),
    )
    return response


# --- from where -------------------------------------------------------------------------------------------------------


def check_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """A browser says whose page sends a request: only the server's own may."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    own = {urlsplit(hub_of(connection).config.address).netloc, connection.headers.get("host", "")}
    if urlsplit(origin).netloc not in own:
        raise Refuse(403, "foreign_origin")


async def before_request(request: Asking) -> Response[None] | None:
    """What holds for every request that changes something."""
    if request.method == "OPTIONS":
        return Response(None, status_code=204, headers={"Allow": ", ".join(allowed(request))})
    if request.method not in CHANGING:
        return None
    check_origin(request)
    empty = request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers
    if not empty and request.content_type[0] != "application/json":
        raise Refuse(415, "not_json")
    return None


# --- refusals ---------------------------------------------------------------------------------------------------------


def refused(_: Asking, refusal: Refuse) -> Response[Refused]:
    return Response(refusal.message(), status_code=refusal.status, headers=refusal.headers)


def not_http(request: Asking, error: HTTPException) -> Response[Refused]:
    """Litestar's own refusals, said like ours."""
    if isinstance(error, ValidationException) or error.status_code == 400:
        problem = error.detail
        if isinstance(error, ValidationException) and isinstance(error.extra, list):
            problem = "; ".join(f"{extra.get('key', 'it')}: {extra['message']}" for extra in error.extra)
        return refused(request, Refuse(400, "malformed", problem=problem[:300]))
    code = OF_HTTP.get(error.status_code)
    headers = {"Allow": ", ".join(allowed(request))} if error.status_code == 405 else {}
    return refused(request, Refuse(error.status_code, code, headers) if code else Refuse(500, "internal"))


def allowed(request: Asking) -> list[str]:
    """What can be done at the address."""
    handlers = request.app.route_handler_method_map.get(request.scope.get("path_template", ""), {})
    return sorted(str(method) for method in handlers)


def unexpected(request: Asking, error: Exception) -> Response[Refused]:
    """A fault of ours, or a database that is away."""
    logger.error("request failed", path=request.url.path, method=request.method, exc_info=error)
    return refused(request, failure(error))


def failure(error: Exception) -> Refuse:
    """What is told of something that went wrong on the server: nothing but that."""
    away = isinstance(error, SQLAlchemyError | OSError)
    return Refuse(503, "database_away", {"Retry-After": "1"}) if away else Refuse(500, "internal")
