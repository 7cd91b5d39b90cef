"""`fivefold serve`: runs the application until it is told to stop."""

from __future__ import annotations

import logging
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import structlog
import uvicorn

from fivefold.games import BadInput

from .app import make_app
from .config import Config
from .hub import Hub

LARGEST_FRAME = 65_536
"""Bytes."""
MOST_CONNECTIONS = 25_000
BACKLOG = 2048
"""Connections that wait to be taken."""
GOODBYE = 5
"""Seconds in which connections can end by themselves when the server stops."""


class Server(uvicorn.Server):
    """Says goodbye to those who look on before it stops."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end_feeds()
        await super().shutdown(sockets)


def server_of(config: Config) -> Server:
    """A server, ready to run."""
    app = make_app(config)
    settings = uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
        ws_max_queue=8,
        backlog=BACKLOG,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=GOODBYE,
        lifespan="on",
    )
    return Server(settings, app.state["hub"])


def serve(config: Config, warm: bool = False) -> None:
    """Runs one server process. It stops when it is interrupted or terminated. With `warm`, what bots think with is
    compiled meanwhile by a process that gets out of everybody's way."""
    set_up_logs()
    listening = listen(config)
    server = server_of(config)
    print(f"Fivefold is served at {config.address} - press Ctrl+C to stop.", flush=True)
    with warming() if warm else nullcontext():
        server.run(sockets=[listening])
    if not server.started:
        raise BadInput("the server could not start; its log says why")


@contextmanager
def warming() -> Iterator[None]:
    polite = ["nice", "-n", "15"] if shutil.which("nice") else []
    nowhere = subprocess.DEVNULL
    command = [*polite, sys.executable, "-m", "fivefold", "warm"]
    process = subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def listen(config: Config) -> socket.socket:
    """The port, before anything else is begun: if it is taken, that is one sentence."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise BadInput(f"cannot listen on {config.host}, port {config.port}: {error.strerror}") from error
    listening.set_inheritable(True)
    return listening


def set_up_logs() -> None:
    """Lines of JSON on standard error; for a person who looks on, plain lines. Cookies and tokens are never logged."""
    for_person = sys.stderr.isatty()
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if for_person:
        processors += [structlog.dev.ConsoleRenderer(colors=False)]
    else:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
