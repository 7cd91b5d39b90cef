"""Players who are told by a request to an address of their own."""

from __future__ import annotations

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from fivefold.server.webhooks import tell

from .running import PATIENCE, Running, running
from .test_matches import started_by_two


def test_where_days_go_by_a_player_is_told_whose_turn_it_is(database: Path) -> None:
    told: Queue[dict[str, Any]] = Queue()

    class Taken(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *_: Any) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Taken) as house, running(database, private_webhooks=True) as server:
        thread = threading.Thread(target=house.serve_forever)
        thread.start()
        ada, bob, table = started_by_two(server, "torris", clock={"kind": "days", "days": 2})
        with ada, bob:
            bob.request("PUT", "/api/me/webhook", {"url": f"http://127.0.0.1:{house.server_port}/turn"})
            ada.play(table, ada.get(f"/api/tables/{table}/past/1")["view"]["legal"][0])
            event = told.get(timeout=PATIENCE)
            assert (event["kind"], event["table"], event["seat"]) == ("your_turn", table, 1)
        house.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1/", "http://localhost:8080/", "http://10.0.0.1/", "http://[::1]/"]
)
def test_no_address_inside_is_asked(address: str) -> None:
    assert not asyncio.run(tell(address, b"{}"))


def test_what_is_no_address_is_refused(server: Running) -> None:
    with server.guest() as ada:
        for url in ("ftp://example.org", "example.org", "http://user@example.org/", "http://[x/"):
            assert ada.request("PUT", "/api/me/webhook", {"url": url}, 409)["code"] == "bad_input"
        assert ada.request("PUT", "/api/me/webhook", {"url": None})["player"]["name"] == "Ada"
