"""Seats, clocks, offers and the rest of what happens at a table."""

from __future__ import annotations

from typing import Any

from fivefold.server.stored import now

from .running import Person, Running
from .test_matches import started_by_two, welcomed

# --- seats ------------------------------------------------------------------------------------------------------------


def test_friends_sit_down_stand_up_and_begin(server: Running) -> None:
    with server.guest("Ada") as ada, server.guest("Bob") as bob, server.guest("Cem") as cem:
        table = ada.table("number_poker", players=2)
        at = f"/api/tables/{table}"
        assert ada.post(f"{at}/start", status=409)["code"] == "seats_are_free"
        assert bob.post(f"{at}/sit", {})["you"] == {"seat": 1, "host": False}
        assert cem.post(f"{at}/sit", {}, 409)["code"] == "table_is_full"
        assert cem.post(f"{at}/sit", {"seat": 1}, 409)["code"] == "seat_is_taken"
        assert bob.post(f"{at}/start", status=403)["code"] == "not_the_host"
        assert bob.post(f"{at}/stand")["seats"][1]["player"] is None
        assert cem.post(f"{at}/sit", {"seat": 1, "nonce": "ab12"})["seats"][1]["nonce"]
        assert ada.post(f"{at}/unseat", {"seat": 1})["seats"][1]["player"] is None
        assert ada.post(f"{at}/bots", {"level": "nobody"}, 409)["code"] == "bad_input"
        assert ada.post(f"{at}/bots", {"level": "random"})["seats"][1]["bot"] == "random"
        assert ada.post(f"{at}/start")["status"] == "playing"
        assert bob.post(f"{at}/sit", {}, 409)["code"] == "started_already"


def test_a_public_table_is_in_the_list_and_a_private_one_is_not(server: Running) -> None:
    with server.guest("Ada") as ada, server.someone() as eve:
        shown = ada.table("torris", visibility="public")
        hidden = ada.table("torris")
        listed = {line["id"] for line in eve.get("/api/tables?game=torris")["tables"]}
        assert shown in listed
        assert hidden not in listed
        assert {shown, hidden} <= {line["id"] for line in ada.get("/api/tables/mine")["tables"]}
        assert eve.get("/api/tables/mine", 401)["code"] == "no_player"


def test_who_has_a_private_tables_link_gets_in_and_nobody_else(server: Running) -> None:
    with server.guest("Ada") as ada, server.guest("Bob") as bob:
        table = ada.table("torris")
        assert bob.get(f"/api/tables/{table}")["id"] == table
        guessed = table[:-1] + ("x" if table[-1] != "x" else "y")
        assert bob.get(f"/api/tables/{guessed}", 404)["code"] == "no_such_table"


def test_an_invited_program_is_told_and_sits_down(server: Running) -> None:
    with server.guest("Ada") as ada, server.bot() as program:
        me = program.get("/api/me")["player"]
        assert me["bot"]
        table = ada.table("torris")
        with program.http.stream("GET", "/api/account/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            ada.post(f"/api/tables/{table}/invite", {"player": me["id"]})
            assert '"invited"' in next(lines)
        assert [line["id"] for line in program.get("/api/tables/mine")["tables"]] == [table]
        assert program.post(f"/api/tables/{table}/sit", {})["you"]["seat"] == 1


def test_one_more_match_is_one_table_whoever_asks(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob:
        assert ada.post(f"/api/tables/{table}/rematch", status=409)["code"] == "not_over"
        ada.post(f"/api/tables/{table}/resign")
        following = ada.post(f"/api/tables/{table}/rematch")
        other = bob.post(f"/api/tables/{table}/rematch")
        assert other["id"] == following["id"] == ada.get(f"/api/tables/{table}")["next"]
        assert [seat["player"]["name"] for seat in other["seats"]] == ["Bob", "Ada"]


# --- endings ----------------------------------------------------------------------------------------------------------


def test_who_resigns_has_lost(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob:
        ada.post(f"/api/tables/{table}/resign")
        after = bob.get(f"/api/tables/{table}")
        assert after["status"] == "over"
        assert (after["result"]["by"], after["result"]["winners"]) == ("resignation", [1])
        assert bob.play(table, "a1-b1", status=409)["code"] == "match_is_over"
        assert bob.get(f"/api/tables/{table}/past/2")["view"]["legal"] == []


def test_of_three_the_others_play_on_when_one_resigns(server: Running) -> None:
    with server.guest("Ada") as ada, server.guest("Bob") as bob:
        table = ada.table("number_poker", players=3)
        bob.post(f"/api/tables/{table}/sit", {})
        ada.post(f"/api/tables/{table}/bots", {"level": "random"})
        ada.post(f"/api/tables/{table}/start")
        ada.post(f"/api/tables/{table}/resign")
        after = bob.get(f"/api/tables/{table}")
        assert (after["status"], after["seats"][0]["out"]) == ("playing", True)
        bob.post(f"/api/tables/{table}/resign")
        assert bob.get(f"/api/tables/{table}")["status"] == "over"


def test_a_draw_is_offered_and_taken(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob, bob.watch(table) as watch:
        assert bob.post(f"/api/tables/{table}/draw/answer", {"agree": True}, 409)["code"] == "no_offer"
        ada.post(f"/api/tables/{table}/draw")
        watch.until(lambda heard: heard["type"] == "table" and heard["table"]["offers"]["draw"] == 0)
        assert watch.ask("answer_draw", agree=True)["type"] == "accepted"
        result = ada.get(f"/api/tables/{table}")["result"]
        assert (result["by"], result["winners"]) == ("draw", [0, 1])


def test_an_offer_is_void_once_the_match_has_gone_on(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob, ada.watch(table) as watch:
        bob.post(f"/api/tables/{table}/draw")
        ada.play(table, welcomed(watch)["view"]["legal"][0])
        assert ada.post(f"/api/tables/{table}/draw/answer", {"agree": True}, 409)["code"] == "no_offer"


# --- undo and hints ---------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_all_people_agree(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob, ada.watch(table) as watch:
        before = welcomed(watch)["view"]
        ada.play(table, before["legal"][0])
        ada.post(f"/api/tables/{table}/undo")
        assert bob.get(f"/api/tables/{table}")["offers"]["undo"] == 0
        bob.post(f"/api/tables/{table}/undo/answer", {"agree": True})
        undone = watch.until(lambda heard: heard.get("kind") == "undone")
        assert undone["view"] == before
        ada.play(table, before["legal"][1])


def test_what_was_hidden_and_shown_is_never_taken_back(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("five_crowns_solitaire", start=True)
        with ada.watch(table) as watch:
            ada.play(table, welcomed(watch)["view"]["legal"][0])
            assert watch.ask("ask_undo")["code"] == "cannot_undo"


def test_alone_a_jump_is_taken_back_at_once(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True)
        ada.play(table, "a4-a6")
        ada.post(f"/api/tables/{table}/undo")
        assert ada.get(f"/api/tables/{table}/past/3")["view"]["scores"] == [32]
        assert ada.get(f"/api/tables/{table}/past/2")["view"]["scores"] == [31]


def test_a_hint_needs_everybodys_agreement(server: Running) -> None:
    ada, bob, table = started_by_two(server, "number_poker")
    with ada, bob:
        assert ada.post(f"/api/tables/{table}/hint", status=409)["code"] == "hints_need_agreement"
        ada.post(f"/api/tables/{table}/hints")
        assert not ada.get(f"/api/tables/{table}")["hints"]
        bob.post(f"/api/tables/{table}/hints")
        assert ada.get(f"/api/tables/{table}")["hints"]


def test_alone_a_hint_is_given_and_never_at_a_rated_table(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("clear_up", start=True, beginning={"shuffles": [], "moves": [[0, "a4-a6"]]})
        hint = ada.post(f"/api/tables/{table}/hint")
        assert hint["move"] in ada.get(f"/api/tables/{table}/past/1")["view"]["legal"]
    ada, bob, table = started_by_two(server, "torris", rated=True)
    with ada, bob:
        ada.post(f"/api/tables/{table}/hints", status=409)
        assert ada.post(f"/api/tables/{table}/hint", status=409)["code"] == "hints_are_off"


# --- time -------------------------------------------------------------------------------------------------------------


def run_out(server: Running, table: str, seat: int) -> None:
    """Lets the seat's time be over."""
    room = server.hub.rooms[table]
    room.course.clocks.thinking[seat].since -= 10_000_000
    server.on_loop(server.hub.keeper.look_after(room))


def test_out_of_time_a_bot_plays_until_the_player_is_back(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris", clock={"kind": "move", "seconds": 60})
    with ada, bob:
        with bob.watch(table) as watch:
            assert welcomed(watch)["times"]["deadlines"][0] > now()
            run_out(server, table, 0)
            assert watch.until(lambda heard: heard.get("kind") == "stand_in")["seat"] == 0
            moved = watch.until(lambda heard: heard.get("kind") == "moves")
            assert moved["seat"] == 0
            assert bob.get(f"/api/tables/{table}")["seats"][0]["stand_in"]
        with ada.watch(table) as again:
            assert welcomed(again)["table"]["seats"][0]["stand_in"] is None


def test_out_of_time_the_match_is_lost_where_that_was_wished(server: Running) -> None:
    clock = {"kind": "match", "seconds": 60, "increment": 5}
    ada, bob, table = started_by_two(server, "torris", clock=clock, absent="forfeit")
    with ada, bob:
        run_out(server, table, 0)
        result = ada.get(f"/api/tables/{table}")["result"]
        assert (result["by"], result["winners"]) == ("forfeit", [1])


def test_a_clock_for_the_match_adds_its_increment_to_whoever_moves(server: Running) -> None:
    clock = {"kind": "match", "seconds": 60, "increment": 5}
    ada, bob, table = started_by_two(server, "torris", clock=clock)
    with ada, bob, ada.watch(table) as watch:
        ada.play(table, welcomed(watch)["view"]["legal"][0])
        left = watch.until_type("event")["times"]["left"]
        assert 60_000 < left[0] <= 65_000
        assert 55_000 < left[1] <= 60_000


def test_who_leaves_is_replaced_for_good(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob:
        ada.post(f"/api/tables/{table}/leave")
        assert bob.get(f"/api/tables/{table}")["seats"][0]["stand_in"]
        with ada.watch(table) as watch:
            assert welcomed(watch)["table"]["seats"][0]["stand_in"]
        ada.post(f"/api/tables/{table}/sit", {})
        assert bob.get(f"/api/tables/{table}")["seats"][0]["stand_in"] is None


def test_symbols_are_studied_for_ten_seconds_at_least(server: Running) -> None:
    ada, bob, table = started_by_two(server, "shell_game")
    with ada, bob, bob.watch(table) as watch:
        welcomed(watch)
        ada.play(table, "set LTSP")
        times = watch.until_type("event")["times"]
        assert 9_000 < times["not_before"] - now() <= 10_000
        assert 14_000 < times["by_itself"] - now() <= 15_000
        assert ada.play(table, "cover", status=409)["code"] == "too_soon"
        assert ada.play(table, "cover", "2>4", status=409)["code"] == "too_soon"
        run_by_itself(server, table)
        covered = watch.until_type("event")
        assert covered["events"] == [{"seat": 0, "move": "cover"}]
        assert covered["view"]["table"]["row"] == ["?"] * 4


def run_by_itself(server: Running, table: str) -> None:
    room = server.hub.rooms[table]
    room.course.moved_at -= 15_000
    server.on_loop(server.hub.keeper.look_after(room))


def test_shifts_come_one_by_one_and_a_quick_one_is_held_back(server: Running) -> None:
    ada, bob, table = started_by_two(server, "shell_game")
    with ada, bob:
        ada.play(table, "set LTSP")
        run_by_itself(server, table)
        assert ada.play(table, "1>2", "2>3", status=409)["code"] == "too_soon"
        ada.play(table, "1>2")
        *_, covered, shifted = server.hub.rooms[table].course.entries
        assert shifted.at - covered.at >= 1000


# --- bids that nobody may notice --------------------------------------------------------------------------------------


def bid(person: Person, table: str, *moves: str) -> Any:
    return person.play(table, *moves)


def test_a_bid_is_sent_whole(server: Running) -> None:
    ada, bob, table = started_by_two(server, "score5")
    with ada, bob, bob.watch(table) as watch:
        view = welcomed(watch)["view"]
        mine = next(move for move in view["legal"] if move.startswith("+"))
        assert bob.play(table, mine, status=409)["code"] == "send_whole"
        assert bob.play(table, mine, "ready")["type"] == "accepted"
        happened = watch.until_type("event")
        assert [event["move"] for event in happened["events"]] == [mine, "ready"]


def test_nothing_tells_the_size_of_a_bid(server: Running) -> None:
    told = []
    for cards in (0, 3):
        ada, bob, table = started_by_two(server, "score5")
        with ada, bob, ada.watch(table) as watch:
            welcomed(watch)
            hand = server.hub.rooms[table].course.view(1)
            assert hand
            adding = [move for move in hand["legal"] if move.startswith("+")][:cards]
            bob.play(table, *adding, "ready")
            happened = watch.until_type("event")
            told.append({name: happened[name] for name in ("seq", "kind", "seat", "events", "over")})
            told[-1]["view"] = {**happened["view"], "legal": None, "table": None}
            told[-1]["seen"] = {name: happened["view"]["table"][name] for name in ("bid_sizes", "bids", "ready")}
    assert told[0] == told[1]


# --- talking ----------------------------------------------------------------------------------------------------------


def test_what_is_said_is_heard_and_sent_again_said_once(server: Running) -> None:
    ada, bob, table = started_by_two(server, "torris")
    with ada, bob, bob.watch(table) as watch:
        welcomed(watch)
        ada.post(f"/api/tables/{table}/chat", {"phrase": "good_luck", "id": "c-1"})
        ada.post(f"/api/tables/{table}/chat", {"phrase": "good_luck", "id": "c-1"})
        ada.post(f"/api/tables/{table}/chat", {"text": "Hi", "id": "c-2"})
        lines = [watch.until_type("chat")["line"] for _ in range(2)]
        assert [(line["number"], line["phrase"], line["text"]) for line in lines] == [
            (1, "good_luck", None),
            (2, None, "Hi"),
        ]
        with server.guest("Eve") as eve:
            assert eve.post(f"/api/tables/{table}/chat", {"text": "Hi"}, 403)["code"] == "not_at_the_table"


def test_at_a_public_table_nobody_talks_unless_that_was_wished(server: Running) -> None:
    with server.guest() as ada:
        table = ada.table("torris", visibility="public")
        assert ada.post(f"/api/tables/{table}/chat", {"text": "Hi"}, 409)["code"] == "chat_is_off"
