"""A server for tests, in a thread of its own, and players who talk to it over the network."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from fivefold.server.config import Config
from fivefold.server.hub import Hub
from fivefold.server.serving import listen, server_of

PATIENCE = 60.0
"""Seconds after which a test is not waiting any more, but has failed."""


@contextmanager
def running(database: Path | str, **settings: Any) -> Iterator[Running]:
    """A server on a free port."""
    config = Config(port=0, database=str(database), bot_pause=0.0, **settings)
    listening = listen(config)
    with closing(listening):
        server = server_of(replace(config, port=listening.getsockname()[1]))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield Running(server.hub.config.address, server.hub)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


class Running:
    """The server, from outside."""

    def __init__(self, address: str, hub: Hub) -> None:
        self.address, self.hub = address, hub

    def on_loop(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Does something inside the server."""
        assert self.hub.loop
        return asyncio.run_coroutine_threadsafe(work, self.hub.loop).result(PATIENCE)

    def someone(self) -> Person:
        """Somebody without a name."""
        return Person(self.address)

    def guest(self, name: str = "Ada") -> Person:
        person = self.someone()
        person.post("/api/guests", {"name": name})
        return person

    def bot(self, name: str = "Deep Seat") -> Person:
        """A program with a token."""
        person = self.someone()
        person.http.headers["Authorization"] = "Bearer " + person.post("/api/bots", {"name": name})["token"]
        return person


class Person:
    """Somebody at a browser, or a program."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False)

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, status: int = 200) -> Any:
        return self._answer(self.http.get(path), status)

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        return self._answer(self.http.post(path, json={} if body is None else body), status)

    def request(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        return self._answer(self.http.request(method, path, json=body), status)

    @staticmethod
    def _answer(response: httpx.Response, status: int | None) -> Any:
        wanted = response.status_code < 300 if status is None else response.status_code == status
        assert wanted, f"{response.request.method} {response.request.url}: {response.status_code} {response.text}"
        return response.json() if response.content else None

    def table(self, game: str, **settings: Any) -> str:
        """Opens a table."""
        id: str = self.post("/api/tables", {"game": game, **settings})["id"]
        return id

    def play(self, table: str, *moves: str, **more: Any) -> Any:
        status = more.pop("status", 200)
        return self.post(f"/api/tables/{table}/moves", {"moves": list(moves), **more}, status)

    @contextmanager
    def watch(self, table: str, after: int | None = None) -> Iterator[Watch]:
        """Looks at a table over a WebSocket."""
        address = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        if "Authorization" in self.http.headers:
            headers["Authorization"] = self.http.headers["Authorization"]
        query = "" if after is None else f"?after={after}"
        with connect(address + query, additional_headers=headers, proxy=None) as socket:
            yield Watch(socket)


class Watch:
    """A WebSocket, and all that came from it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        self.heard.append(message)
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next such message."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            message = self.next()
            if wanted(message):
                return message
        raise AssertionError(f"that did not come; the last was {self.heard[-1]}")

    def until_type(self, type: str) -> dict[str, Any]:
        return self.until(lambda message: message["type"] == type)

    def send(self, type: str, **message: Any) -> None:
        self.socket.send(json.dumps({"type": type, **message}))

    def ask(self, type: str, **message: Any) -> dict[str, Any]:
        """Sends a message and waits for its answer."""
        self.send(type, **message)
        return self.until(lambda heard: heard["type"] in ("accepted", "refused", "hint"))
