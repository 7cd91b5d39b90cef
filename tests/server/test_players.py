"""Who somebody is, and that nobody can be somebody else."""

from __future__ import annotations

from .running import Running
from .test_matches import started_by_two


def test_a_guest_has_a_cookie_that_pages_cannot_read_and_nobody_can_make(server: Running) -> None:
    with server.someone() as ada, server.someone() as eve:
        answer = ada.http.post("/api/guests", json={"name": "Ada"})
        cookie = answer.headers["set-cookie"]
        assert "httponly" in cookie.lower()
        assert "samesite=lax" in cookie.lower()
        assert ada.get("/api/me")["player"]["name"] == "Ada"
        eve.http.cookies.set("fivefold", ada.http.cookies["fivefold"][:-1] + "0")
        mine = eve.get("/api/me")["player"]
        assert mine is None or ada.http.cookies["fivefold"].endswith("0")


def test_a_phrase_brings_a_player_back_and_a_new_one_makes_it_void(server: Running) -> None:
    with server.guest() as ada, server.someone() as phone, server.someone() as stranger:
        first = ada.post("/api/me/phrase")["phrase"]
        second = ada.post("/api/me/phrase")["phrase"]
        assert phone.post("/api/recover", {"phrase": second.upper()})["player"] == ada.get("/api/me")["player"]
        assert stranger.post("/api/recover", {"phrase": first}, 403)["code"] == "phrase_unknown"
        assert phone.post("/api/me/leave")["player"] is None
        assert phone.get("/api/me")["player"] is None


def test_a_voided_token_is_void_at_once(server: Running) -> None:
    with server.guest() as ada, server.someone() as program:
        account = ada.post("/api/bots", {"name": "Deep Seat"})
        program.http.headers["Authorization"] = f"Bearer {account['token']}"
        assert program.get("/api/me")["player"] == account["player"]
        assert [bot["player"] for bot in ada.get("/api/me/bots")] == [account["player"]]
        with server.guest("Eve") as eve:
            assert eve.request("DELETE", f"/api/me/bots/{account['player']['id']}", status=404)
        ada.request("DELETE", f"/api/me/bots/{account['player']['id']}", status=204)
        assert program.get("/api/me", 401)["code"] == "token_unknown"


def test_only_the_servers_own_pages_may_change_something(server: Running) -> None:
    with server.guest() as ada:
        refused = ada.http.post("/api/tables", json={"game": "torris"}, headers={"Origin": "https://evil.example"})
        assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")
        assert ada.http.post("/api/tables", json={"game": "torris"}, headers={"Origin": ada.address}).is_success
        form = ada.http.post("/api/tables", content='{"game": "torris"}', headers={"Content-Type": "text/plain"})
        assert form.json()["code"] == "not_json"


def test_what_cannot_be_understood_is_answered_in_one_sentence(server: Running) -> None:
    with server.guest() as ada:
        assert ada.post("/api/tables", {"game": "torris", "colour": "red"}, 400)["code"] == "malformed"
        assert ada.post("/api/tables", {"game": "chess"}, 409)["code"] == "bad_input"
        assert ada.post("/api/tables", {"game": "torris", "players": 3}, 409)["code"] == "bad_input"
        assert ada.http.post("/api/tables", content="{", headers={"Content-Type": "application/json"}).json()[
            "sentence"
        ]
        assert ada.get("/api/nothing", 404)["code"] == "no_such_page"


def test_matches_are_counted_and_rated_ones_rated(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris", rated=True)
    with ada, bob:
        ada.post(f"/api/tables/{table}/resign")
        before, after = ada.get(f"/api/tables/{table}")["result"]["ratings"][0]
        assert after < before
        me = ada.get("/api/me")["player"]
        (standing,) = bob.get(f"/api/players/{me['id']}")["standings"]
        assert (standing["game"], standing["played"], standing["won"]) == ("torris", 1, 0)
        assert standing["rating"] == after
        assert bob.get("/api/players/nobody", 404)["code"] == "no_such_player"


def test_a_player_takes_everything_along_and_is_forgotten(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob:
        ada.post(f"/api/tables/{table}/chat", {"text": "Hi"})
        ada.post("/api/me/phrase")
        told = ada.get("/api/me/export")
        assert [line["text"] for line in told["chat"]] == ["Hi"]
        assert "secret" not in told["player"][0]
        ada.request("DELETE", "/api/me", status=200)
        assert ada.get("/api/me")["player"] is None
        after = bob.get(f"/api/tables/{table}")
        assert after["seats"][0]["stand_in"]
        assert "Ada" not in str(after)
