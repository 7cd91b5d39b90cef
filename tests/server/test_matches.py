"""Matches over the network: people, bots of the server, programs with accounts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fivefold.games import all_games
from fivefold.match import replay
from fivefold.server.stored import Entry

from .running import Person, Running, Watch


def play_to_the_end(person: Person, table: str) -> dict[str, Any]:
    """Plays the last legal move whenever there is one, and returns how the match ended."""
    with person.watch(table) as watch:
        watch.next()
        while True:
            message = watch.heard[-1]
            view = message.get("view")
            if message["type"] == "table" and message["table"]["status"] == "over":
                result: dict[str, Any] = message["table"]["result"]
                return result
            if view and view["legal"]:
                watch.send("play", moves=[whole_choice(view)], seq=message["seq"], id=f"at-{message['seq']}")
            watch.next()


def whole_choice(view: dict[str, Any]) -> str:
    """A move that others notice."""
    legal: list[str] = view["legal"]
    return "ready" if "ready" in legal else legal[-1]


@pytest.mark.parametrize("game", ["number_poker", "fives", "torris", "clear_up"])
def test_somebody_plays_a_match_against_bots_to_its_end(server: Running, game: str) -> None:
    with server.guest() as ada:
        alone = all_games()[game].about.most == 1
        table = ada.table(game, start=True, **({} if alone else {"bots": "random"}))
        result = play_to_the_end(ada, table)
        assert result["by"] == "play"
        assert ada.get(f"/api/tables/{table}")["result"] == result


def test_a_match_is_what_its_log_tells(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("torris", bots="random", start=True)
        play_to_the_end(ada, table)
        room = server.hub.rooms[table]
        record = room.course.record()
        assert tuple(room.document.result.scores if room.document.result else ()) == replay(record).scores
        entries: list[Entry] = room.course.entries
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))


def started_by_two(server: Running, game: str, **settings: Any) -> tuple[Person, Person, str]:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.table(game, players=2, **settings)
    bob.post(f"/api/tables/{table}/sit", {})
    ada.post(f"/api/tables/{table}/start")
    return ada, bob, table


def welcomed(watch: Watch) -> dict[str, Any]:
    return watch.until_type("welcome")


def test_a_choice_made_at_the_same_time_is_not_stale_and_shows_nothing(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob, ada.watch(table) as seen_by_ada:
        seq = welcomed(seen_by_ada)["seq"]
        bob.play(table, "3", seq=seq)
        happened = seen_by_ada.until_type("event")
        assert happened["events"] == [{"seat": 1, "move": "?"}]
        assert ada.play(table, "2", seq=seq)["type"] == "accepted"


def test_a_move_for_another_situation_is_stale(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob, ada.watch(table) as watch:
        welcome = welcomed(watch)
        seq = ada.play(table, welcome["view"]["legal"][0], seq=welcome["seq"])["seq"]
        with bob.watch(table) as other:
            bob.play(table, welcomed(other)["view"]["legal"][0], seq=seq)
        assert ada.play(table, "a1-b1", seq=seq, status=409)["code"] == "stale"


def test_a_message_sent_again_is_answered_alike_and_done_once(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob:
        first = ada.play(table, "2", id="a-1")
        assert ada.play(table, "2", id="a-1") == first
        assert bob.get(f"/api/tables/{table}")["status"] == "playing"
        bob.play(table, "1")
        assert ada.play(table, "2", id="a-1") == first


def test_an_illegal_move_is_answered_with_its_rule(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob:
        refused = ada.play(table, "pass", status=409)
        assert refused["type"] == "refused"
        assert refused["sentence"]
        assert bob.play(table, "nonsense", status=409)["code"] == "unreadable"


def test_spectators_see_and_cannot_play(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob, server.guest("Eve") as eve, eve.watch(table) as watch:
        assert welcomed(watch)["view"]["seat"] is None
        assert watch.ask("play", moves=["1"])["code"] == "not_at_the_table"
        ada.play(table, "2")
        assert watch.until_type("event")["events"] == [{"seat": 0, "move": "?"}]


def test_a_feed_over_plain_http_says_the_same(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob, bob.http.stream("GET", f"/api/tables/{table}/feed") as lines:
        told = lines.iter_lines()
        assert json.loads(next(told))["type"] == "welcome"
        ada.play(table, "2")
        messages = (json.loads(line) for line in told)
        happened = next(message for message in messages if message["type"] == "event")
        assert happened["events"] == [{"seat": 0, "move": "?"}]


def test_what_was_missed_is_told_again(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob:
        ada.play(table, "2")
        last = bob.play(table, "1")["seq"]
        with ada.watch(table, after=1) as watch:
            assert welcomed(watch)["seq"] == last
            missed = [watch.until_type("event") for _ in range(last - 1)]
            assert [happened["seq"] for happened in missed] == list(range(2, last + 1))
            assert all(happened["view"] is None for happened in missed)
