"""The application: all addresses, put together around one hub."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from .api import afterwards, feeds, pages, players, playing, tables, work
from .api.asking import Asking, before_request, hub_of, not_http, refused, unexpected
from .config import Config
from .hub import Hub
from .messages import Health, Request
from .refusing import Refuse

LARGEST_BODY = 300_000
"""Bytes; a beginning with many shuffles comes near it."""


@get("/health")
async def health(request: Asking) -> Health:
    return Health("stopping" if hub_of(request).stopping else "ok", version("fivefold"))


@get("/metrics", include_in_schema=False)
async def metrics(request: Asking) -> Response[bytes]:
    """For a monitoring system on this machine; a proxy should not let others in."""
    if not request.client or not is_local(request.client.host) or "x-forwarded-for" in request.headers:
        raise Refuse(404, "no_such_page")
    return Response(hub_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


class TrueSchema(JsonRenderPlugin):
    """The description of all addresses. What is received is described by msgspec, which reads it: with all bounds, and
    without other fields than those that are told. Over HTTP `type` may be left out."""

    def render(self, request: Asking, openapi_schema: dict[str, Any]) -> bytes:
        known = openapi_schema["components"]["schemas"]
        received = [struct for struct in Request.__subclasses__() if struct.__name__ in known]
        _, described = msgspec.json.schema_components(received, ref_template="#/components/schemas/{name}")
        for schema in described.values():
            schema["required"] = [name for name in schema.get("required", []) if name != "type"]
        known |= described
        return super().render(request, openapi_schema)


def is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def make_app(config: Config) -> Litestar:
    hub = Hub(config)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    return Litestar(
        [
            *players.ROUTES,
            *tables.ROUTES,
            *playing.ROUTES,
            *feeds.ROUTES,
            *afterwards.ROUTES,
            *work.ROUTES,
            health,
            metrics,
            pages.page,
        ],
        state=State({"hub": hub}),
        lifespan=[running],
        before_request=before_request,
        exception_handlers={Refuse: refused, HTTPException: not_http, Exception: unexpected},
        request_max_body_size=LARGEST_BODY,
        response_headers=pages.HEADERS,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Fivefold",
            version=version("fivefold"),
            path="/schema",
            render_plugins=[TrueSchema(path=["/", "/openapi.json"])],
        ),
    )
