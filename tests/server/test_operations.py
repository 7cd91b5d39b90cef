"""What whoever runs a server can rely on: restarts, clearing away, commands, numbers."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fivefold.cli import main
from fivefold.server.stored import now

from .running import running
from .test_matches import started_by_two, welcomed

HOUR = 3_600_000


def test_a_restart_changes_nothing_at_a_table_and_costs_nobody_time(database: Path) -> None:
    clock = {"kind": "match", "seconds": 60, "increment": 0}
    with running(database) as server:
        ada, bob, table = started_by_two(server, "torris", clock=clock)
        with ada, bob:
            cookies = dict(ada.http.cookies)
            ada.play(table, ada.get(f"/api/tables/{table}/past/1")["view"]["legal"][0])
            before = ada.get(f"/api/tables/{table}/past/2")["view"]
            server.on_loop(server.hub.keeper.close())
    an_hour_passes(database)
    with running(database) as server, server.someone() as ada:
        ada.http.cookies.update(cookies)
        with ada.watch(table) as watch:
            welcome = welcomed(watch)
            assert welcome["table"]["you"]["seat"] == 0
            while welcome["seq"] < 3:
                welcome = {**welcome, **watch.until(lambda heard: heard.get("kind") == "resumed")}
            assert {**welcome["view"], "legal": None} == {**before, "legal": None}
            assert 50_000 < welcome["times"]["left"][1] <= 60_000


def an_hour_passes(database: Path) -> None:
    """No server is there meanwhile."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE log SET at = at - ?", (HOUR,))
        connection.execute("UPDATE settings SET value = value - ? WHERE name = 'alive'", (HOUR,))


def test_a_table_that_nobody_uses_is_closed_and_later_forgotten(database: Path) -> None:
    with running(database, keep_days=1) as server, server.guest() as ada:
        table = ada.table("torris")
        keeper, store = server.hub.keeper, server.hub.store
        server.on_loop(store.close_unused(now() + 1000, 0))
        server.on_loop(keeper._notice_closed())
        assert ada.get(f"/api/tables/{table}")["status"] == "closed"
        assert ada.post(f"/api/tables/{table}/start", status=409)["code"] == "table_is_closed"
        server.on_loop(store.forget_tables(now() + 1000))
        server.hub.rooms.clear()
        assert ada.get(f"/api/tables/{table}", 404)["code"] == "no_such_table"


def test_players_and_tables_are_looked_after_by_command(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(database) as server, server.guest() as ada, server.guest("Eve") as eve:
        me, other = (person.get("/api/me")["player"]["id"] for person in (ada, eve))
        table = ada.table("torris", bots="random", start=True)
        for arguments in (["rename", me, "Somebody"], ["ban", other], ["close", table], ["rotate-keys"]):
            assert main(["manage", *arguments, "--database", str(database)]) == 0
        server.hub.players._known.clear()
        assert ada.get("/api/me")["player"]["name"] == "Somebody"
        assert eve.get("/api/me", 403)["code"] == "banned"
        server.on_loop(server.hub.keeper._notice_closed())
        assert ada.play(table, "a1-b1", status=409)["code"] == "table_is_closed"
        assert main(["manage", "ban", "nobody", "--database", str(database)]) == 2
        cookies = dict(ada.http.cookies)
    with running(database) as server, server.someone() as ada:
        ada.http.cookies.update(cookies)
        assert ada.get("/api/me")["player"]["name"] == "Somebody"
    assert "there is no player" in capsys.readouterr().err


def test_numbers_are_for_this_machine_only(database: Path) -> None:
    with running(database) as server, server.guest() as ada:
        ada.table("torris", bots="random", start=True)
        assert "fivefold_entries_total 1.0" in ada.http.get("/metrics").text
        assert ada.http.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 404
        assert ada.get("/health") == {"status": "ok", "version": "0.1.0"}


def test_a_port_that_is_taken_is_told_in_one_sentence(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(database) as server:
        port = server.address.rpartition(":")[2]
        assert main(["serve", "--port", port, "--database", str(database)]) == 2
    assert "cannot listen" in capsys.readouterr().err
