"""Matches looked at again: records, the past as somebody may see it, replays, reviews, puzzles, lessons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fivefold.match import replay
from fivefold.match.fairness import verify

from .running import Person, Running
from .test_matches import play_to_the_end, started_by_two, welcomed

SPOILT = [[0, "a4-a6"], [0, "d1-f1"]]


@pytest.fixture(scope="module")
def finished(server: Running) -> Iterator[tuple[Person, str]]:
    """A finished match of Torris."""
    with server.guest() as ada:
        table = ada.table("torris", bots="random", start=True)
        ada.post(f"/api/tables/{table}/sit", {"seat": 0})
        play_to_the_end(ada, table)
        yield ada, table


def test_the_record_of_a_match_replays_and_proves_its_shuffles(finished: tuple[Person, str]) -> None:
    ada, table = finished
    record = ada.get(f"/api/tables/{table}/record")
    assert list(replay(record).scores) == ada.get(f"/api/tables/{table}")["result"]["scores"]
    assert verify(record, commitment=ada.get(f"/api/tables/{table}")["commitment"]).shuffles == 1


def test_there_is_no_record_and_no_other_seats_past_before_the_end(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob:
        assert ada.get(f"/api/tables/{table}/record", 409)["code"] == "not_over"
        assert ada.get(f"/api/tables/{table}/past/1?seat=1", 409)["code"] == "not_over"
        assert ada.get(f"/api/tables/{table}/past/1?open=true", 409)["code"] == "not_over"
        assert ada.get(f"/api/tables/{table}/past/9", 404)["code"] == "no_such_seq"


def test_the_past_is_what_was_seen_then(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob, bob.watch(table) as watch:
        first = welcomed(watch)
        ada.play(table, "2")
        happened = watch.until_type("event")
        past = bob.get(f"/api/tables/{table}/past/{happened['seq']}")
        assert past["view"] == happened["view"]
        assert past["events"] == [{"seat": 0, "move": "?"}]
        assert bob.get(f"/api/tables/{table}/past/1")["view"] == first["view"]
        assert ada.get(f"/api/tables/{table}/past/{happened['seq']}")["events"] == [{"seat": 0, "move": "2"}]


def test_what_was_covered_is_gone_from_the_past(server: Running) -> None:
    ada, bob, table = started_by_two(server, "shell_game")
    with ada, bob:
        ada.play(table, "set LTSP")
        assert bob.get(f"/api/tables/{table}/past/2")["events"] == [{"seat": 0, "move": "set LTSP"}]
        assert bob.get(f"/api/tables/{table}/past/2")["view"]["table"]["row"] == ["L", "T", "S", "P"]
        cover(server, table)
        for person in (ada, bob):
            past = person.get(f"/api/tables/{table}/past/2")
            assert past["events"] == [{"seat": 0, "move": "set"}]
            assert past["view"] is None


def cover(server: Running, table: str) -> None:
    """Lets the study time be over."""
    room = server.hub.rooms[table]
    room.course.moved_at -= 60_000
    server.on_loop(server.hub.keeper.look_after(room))


def test_any_record_can_be_looked_at_through_a_seats_eyes_or_open(server: Running) -> None:
    record = {"game": "number_poker", "players": 2, "moves": [[0, "2"], [1, "1"], [0, "3"]]}
    with server.someone() as eve:
        seen = eve.post("/api/replay", {"record": record, "seat": 1, "first": 1, "count": 3})
        assert seen["last"] == 3
        assert [moment["events"][0]["move"] for moment in seen["moments"]] == ["?", "1", "?"]
        opened = eve.post("/api/replay", {"record": record, "open": True, "first": 3})
        assert opened["moments"][0]["events"] == [{"seat": 0, "move": "3"}]
        assert opened["moments"][0]["view"]["table"]["choice"] == ["3", None]
        record["moves"] = [[0, "nonsense"]]
        assert eve.post("/api/replay", {"record": record}, 409)["code"] == "bad_input"


def test_a_review_tells_the_costly_moves_once_the_match_is_over(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True, beginning={"shuffles": [], "moves": SPOILT})
        assert ada.get(f"/api/tables/{table}/review", 409)["code"] == "not_over"
        ada.post(f"/api/tables/{table}/resign")
        review = ada.get(f"/api/tables/{table}/review")
        while review["done"] < review["of"]:
            review = ada.get(f"/api/tables/{table}/review")
        assert review["of"] == len(SPOILT)
        assert ada.get(f"/api/tables/{table}/review?from={len(review['mistakes'])}")["mistakes"] == []


def test_a_puzzle_is_played_from_its_date_and_tells_no_shuffle(server: Running) -> None:
    with server.guest() as ada:
        puzzle = ada.get("/api/puzzles/2026-11-16?game=five_crowns_solitaire")
        assert puzzle["beginning"]["shuffles"] == []
        first, second = (
            ada.table("five_crowns_solitaire", puzzle="2026-11-16", start=True, sit=True) for _ in range(2)
        )
        assert ada.get(f"/api/tables/{first}")["special"]
        assert ada.get(f"/api/tables/{first}/past/1")["view"] == ada.get(f"/api/tables/{second}/past/1")["view"]
        assert ada.get("/api/puzzles/2099-01-01", 404)["code"] == "no_such_puzzle"
