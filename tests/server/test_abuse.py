"""Whatever is sent to a server: it refuses, or bounds it, and goes on playing with everybody else."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fivefold.server.feeds import QUEUE, Feed
from fivefold.server.messages import ServerBeat

from .running import PATIENCE, Person, Running, Watch, running

ABANDONED = 300
"""Connections in `make test`; the soak opens thousands."""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    """A server of a test's own, whose limits it may use up."""
    with running(tmp_path / "tables.sqlite") as started:
        yield started


def eventually(there: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until
        time.sleep(0.02)


def socket_address(server: Running, table: str) -> str:
    return f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"


def cookie_of(person: Person) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())}


def goes_on(person: Person) -> None:
    """Somebody else plays as if nothing were."""
    with person:
        table = person.table("clear_up", start=True)
        assert person.play(table, "a4-a6")["type"] == "accepted"


# --- from elsewhere ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1", "http://127.0.0.1:1"])
def test_a_page_of_another_origin_gets_no_feed_and_changes_nothing(server: Running, origin: str) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        headers = {**cookie_of(ada), "Origin": origin}
        with (
            pytest.raises((InvalidStatus, ConnectionClosed)),
            connect(socket_address(server, table), additional_headers=headers, proxy=None) as opened,
        ):
            opened.recv(PATIENCE)
        ada.http.headers["Origin"] = origin
        assert ada.play(table, "a4-a6", status=403)["code"] == "foreign_origin"
        del ada.http.headers["Origin"]
        with ada.watch(table) as watch:
            assert watch.next()["view"]["ply"] == 0


def test_the_servers_own_page_gets_its_feed(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        headers = {**cookie_of(ada), "Origin": server.address}
        with connect(socket_address(server, table), additional_headers=headers, proxy=None) as opened:
            assert json.loads(opened.recv(PATIENCE))["type"] == "welcome"


# --- the same again, and in another order -----------------------------------------------------------------------------


def test_a_replayed_message_is_answered_alike_and_done_once(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        first = ada.play(table, "a4-a6", id="one", seq=1)
        second = ada.play(table, "d1-f1", id="two", seq=first["seq"])
        for _ in range(3):
            assert ada.play(table, "a4-a6", id="one", seq=1) == first
            assert ada.play(table, "d1-f1", id="two", seq=1) == second
        with ada.watch(table) as watch:
            assert watch.next()["view"]["ply"] == 2


def test_a_message_that_overtakes_another_is_refused_and_so_is_one_that_comes_late(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        with ada.watch(table) as watch:
            watch.next()
            watch.send("play", moves=["a2-a4"], id="later", seq=1)
            watch.send("play", moves=["a4-a6"], id="sooner", seq=1)
            answers = [watch.until(lambda heard: heard["type"] in ("accepted", "refused")) for _ in range(2)]
        assert [(answer["id"], answer["type"]) for answer in answers] == [("later", "refused"), ("sooner", "accepted")]
        assert ada.play(table, "d1-f1", seq=1, status=409)["code"] == "stale"


def test_another_players_message_is_nobodys(server: Running) -> None:
    with server.guest() as ada, server.guest("Eve") as eve, server.someone() as nobody:
        table = ada.table("clear_up", start=True)
        ada.play(table, "a4-a6", id="one")
        assert eve.play(table, "a4-a6", id="one", status=403)["code"] == "not_at_the_table"
        assert nobody.play(table, "a4-a6", id="one", status=401)["code"] == "no_player"


# --- what cannot be read ----------------------------------------------------------------------------------------------

MALFORMED = {
    "nothing": "",
    "no JSON": "{",
    "a number": "1e999",
    "a list": "[]",
    "null": "null",
    "without a type": '{"moves": ["a4-a6"]}',
    "another type": '{"type": "become_host"}',
    "what the server sends": '{"type": "accepted", "id": null, "seq": 1}',
    "no moves": '{"type": "play", "moves": []}',
    "moves of another kind": '{"type": "play", "moves": [{"seat": 0}]}',
    "too many moves": json.dumps({"type": "play", "moves": ["a4-a6"] * 200}),
    "a field too many": '{"type": "play", "moves": ["a4-a6"], "seat": 3}',
    "a seq below zero": '{"type": "play", "moves": ["a4-a6"], "seq": -1}',
    "an endless seq": '{"type": "play", "moves": ["a4-a6"], "seq": ' + "9" * 5000 + "}",
    "deeply nested": '{"type": "play", "moves": ' + "[" * 5000 + "]" * 5000 + "}",
    "half a letter": '{"type": "say", "text": "\\ud800"}',
    "bytes": b"\x00\xff\xfe",
}


@pytest.mark.parametrize("sent", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_cannot_be_read_is_refused_and_the_connection_stands(server: Running, sent: str | bytes) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        with ada.watch(table) as watch:
            watch.next()
            watch.socket.send(sent)
            assert watch.until_type("refused")["sentence"]
            assert watch.ask("play", moves=["a4-a6"])["type"] == "accepted"


@pytest.mark.parametrize("length", [20_000, 100_000])
def test_a_frame_that_is_too_large_ends_its_connection_alone(server: Running, length: int) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        with ada.watch(table) as other, ada.watch(table) as watch:
            other.next()
            watch.next()
            watch.send("say", text="x" * length)
            with pytest.raises(ConnectionClosed):
                watch.until(lambda _: False)
            assert other.ask("play", moves=["a4-a6"])["type"] == "accepted"


def test_a_body_that_is_too_large_is_not_even_read(server: Running) -> None:
    with server.guest() as ada:
        answer = ada.http.post("/api/tables", content=b"[" * 2_000_000, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        assert answer.json()["code"] == "too_large"
    goes_on(server.guest())


# --- too much ---------------------------------------------------------------------------------------------------------


def test_a_flood_is_refused_and_others_are_answered_meanwhile(own: Running) -> None:
    with own.guest() as ada, own.guest("Bob") as bob:
        table, quiet = ada.table("clear_up", start=True), bob.table("clear_up", start=True)
        with ada.watch(table) as watch, bob.watch(quiet) as other:
            watch.next()
            other.next()
            assert flooded(watch) == "too_many"
            assert other.ask("play", moves=["a4-a6"])["type"] == "accepted"


def flooded(watch: Watch) -> str:
    """Sends one message after another, reads every answer, and returns the first that is not the rule of the game."""
    for number in range(5000):
        watch.send("play", moves=["a1-a3"], id=str(number))
        code: str = watch.until(lambda heard: heard["type"] in ("refused", "bye"))["code"]
        if code != "no_piece":
            return code
    return "nothing"


def test_who_does_not_read_is_cut_off_and_never_waited_for(own: Running) -> None:
    """A spectator who asks and asks, and never reads an answer."""
    with own.guest() as ada:
        table = ada.table("clear_up", start=True)
        slow = upgraded(own, table)
        slow.settimeout(PATIENCE)
        try:
            for _ in range(20_000):
                slow.sendall(frame(b'{"type": "become_host"}'))
        except OSError:
            pass
        else:
            eventually(lambda: not own.hub.rooms[table].feeds)
        finally:
            slow.close()
        eventually(lambda: not own.hub.rooms[table].feeds)
    goes_on(own.guest())


def test_a_queue_that_is_full_ends_its_feed_with_the_reason() -> None:
    feed = Feed("p1", 0)
    for _ in range(QUEUE):
        feed.send(ServerBeat(1))
    assert not feed.ended
    feed.send(ServerBeat(1))
    assert feed.ended
    assert feed.queue.qsize() == 1
    assert b"too_slow" in (feed.last or b"")


def upgraded(server: Running, table: str) -> socket.socket:
    """A WebSocket by hand, of somebody without a name, with little room for what comes."""
    parts = urlsplit(server.address)
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    opened.connect((parts.hostname, parts.port))
    opened.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert opened.recv(12) == b"HTTP/1.1 101"
    return opened


def frame(text: bytes) -> bytes:
    """A masked frame of text, shorter than 126 bytes; the mask is zero."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


def vanish(opened: socket.socket) -> None:
    """Without a word: as if a cable were cut, but at once."""
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    opened.close()


def test_connections_that_are_opened_and_abandoned_leave_nothing(own: Running) -> None:
    with own.guest() as ada:
        table = ada.table("clear_up", start=True)
        parts = urlsplit(own.address)
        silent = [socket.create_connection((parts.hostname or "", parts.port or 0)) for _ in range(ABANDONED // 3)]
        halves = [socket.create_connection((parts.hostname or "", parts.port or 0)) for _ in range(ABANDONED // 3)]
        for half in halves:
            half.sendall(b"GET /api/tables/mine HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: fivef")
        feeds = [upgraded(own, table) for _ in range(ABANDONED // 3)]
        eventually(lambda: len(own.hub.rooms[table].feeds) == len(feeds))
        goes_on(own.guest())
        for opened in [*silent, *halves, *feeds]:
            vanish(opened)
        eventually(lambda: not own.hub.rooms[table].feeds)
        assert own.hub.guard.all_feeds == 0
        assert not own.hub.guard.feeds
    goes_on(own.guest())


def test_an_address_can_hold_only_so_many_feeds(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefold.server.guarding.FEEDS_OF_ADDRESS", 5)
    with own.guest() as ada:
        table = ada.table("clear_up", start=True)
        opened = [upgraded(own, table) for _ in range(7)]
        eventually(lambda: len(own.hub.rooms[table].feeds) == 5)
        for one in opened:
            vanish(one)
        eventually(lambda: own.hub.guard.all_feeds == 0)


# --- guessing ---------------------------------------------------------------------------------------------------------


def test_guessing_links_tells_nothing_and_is_slowed_down(own: Running) -> None:
    with own.guest() as ada, own.guest("Eve") as eve:
        table = ada.table("clear_up")
        near = table[:-1] + ("2" if table[-1] != "2" else "3")
        guesses = [near, "2" * 16, "x", "%00", "x" * 31]
        answers = {eve.http.get(f"/api/tables/{guess}").text for guess in guesses}
        assert len(answers) == 1, "one guess is answered unlike another"
        codes = [eve.http.get(f"/api/tables/{near}").status_code for _ in range(300)]
        assert set(codes) == {404, 429}
        assert near not in own.hub.rooms
        assert len(own.hub.rooms) == 1


@pytest.mark.parametrize("told", ["Bearer ff_wrong", "Bearer x", "Basic QWRhOg==", "Bearer ff_\xff"])
def test_a_wrong_token_learns_that_and_nothing_else(server: Running, told: str) -> None:
    with server.guest() as ada, server.someone() as eve:
        table = ada.table("clear_up", start=True)
        answers = {
            eve.http.request(method, path, json={}, headers={"Authorization": told.encode("latin-1")}).text
            for method, path in [
                ("GET", "/api/me"),
                ("GET", f"/api/tables/{table}"),
                ("GET", f"/api/tables/{table}/feed"),
                ("POST", f"/api/tables/{table}/resign"),
                ("GET", "/api/me/bots"),
            ]
        }
        assert {json.loads(answer)["code"] for answer in answers} == {"token_unknown"}
        assert len(answers) == 1
