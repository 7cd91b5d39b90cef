"""What somebody may not know changes no byte of what they are sent; and who only looks on changes nothing."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivefold.games import all_games
from fivefold.kernel.chance import streams
from fivefold.match.fairness import commitment_of
from fivefold.match.position import SPECTATOR, IllegalMove, Position
from fivefold.server.afterwards import Look, moment
from fivefold.server.config import Config
from fivefold.server.course import Course, retold, start_of, unfold
from fivefold.server.feeds import Feed, encode
from fivefold.server.hub import Hub
from fivefold.server.messages import Clock
from fivefold.server.refusing import Refuse
from fivefold.server.room import Room
from fivefold.server.stored import Chair, Detail, Document, Entry

from .running import running
from .test_matches import play_to_the_end

PLIES = 24
HIDING = [id for id, game in all_games().items() if id not in ("clear_up", "five_wins", "torris")]


def document_of(game: str, seed: int) -> Document:
    players = max(all_games()[game].about.usual, all_games()[game].about.fewest)
    secret = f"{seed:064x}"
    return Document(
        id="t",
        game=game,
        players=players,
        options={},
        visibility="private",
        clock=Clock("move", 60),
        absent="bot",
        rated=False,
        chat=True,
        aids=True,
        host="p0",
        seed=secret,
        commitment=commitment_of(secret),
        created=0,
        chairs=[Chair(player=f"p{seat}") for seat in range(players)],
        status="playing",
    )


def whole(position: Position, seat: int, chance: random.Random) -> list[str]:
    """A random message of the seat: up to a move that others notice."""
    moves, trial = [], position.copy()
    while True:
        legal = trial.legal(seat)
        noticed = [move for move in legal if trial.notices(seat, move)]
        move = chance.choice(noticed if len(moves) > 2 else legal)
        moves.append(move)
        if trial.notices(seat, move):
            return moves
        trial.play(move, seat)


class Played:
    """A match at a table, with its log, at some moment."""

    def __init__(self, game: str, seed: int) -> None:
        self.document = document_of(game, seed)
        self.entries = [Entry(1, 0, "began", detail=Detail(shuffles=start_of(self.document).shuffles))]

    def with_message(self, seat: int, moves: list[str]) -> list[Entry]:
        position = Course(self.document, self.entries).position
        assert position is not None
        dealt = len(position.shuffles)
        for move in moves:
            position.play(move, seat)
        detail = Detail(moves=moves, shuffles=position.shuffles[dealt:])
        return [*self.entries, Entry(len(self.entries) + 1, 0, "moves", seat, None, detail)]


def sent(document: Document, entries: list[Entry], viewer: int | None) -> list[bytes]:
    """All that a viewer is sent of the last entry: live, when coming back, and when looking back."""
    hub = Hub(Config(database=":memory:"))
    room = Room(hub, 1, document, entries[:-1])
    feed = Feed(None if viewer is None else f"p{viewer}", viewer)
    room.feeds.add(feed)
    last = entries[-1]
    assert room.course.position is not None
    assert last.seat is not None
    position = room.course.position.copy()
    events = unfold(position, last.seat, last.detail.moves, room.viewers)
    room.course.apply(last, position)
    room.view(viewer)
    room.tell_entry(last, events, at=0)
    room.tell_table()
    live = [feed.queue.get_nowait() or b"" for _ in range(feed.queue.qsize())]
    missed = retold(document, entries, 2, [viewer], room.course.position)
    past = moment(document, entries, len(entries), Look(viewer), room.course.position)
    asyncio.run(hub.store.engine.dispose())
    return [*live, encode([seen.get(viewer) for _, seen in missed]), encode(past)]


@pytest.mark.parametrize("game", HIDING)
def test_two_moves_that_look_alike_are_told_alike(game: str) -> None:
    chance, played, pairs = random.Random(5), Played(game, 7), 0
    for _ in range(PLIES):
        position = Course(played.document, played.entries).position
        assert position is not None
        if position.over:
            break
        seat = chance.choice(position.to_act)
        choices = [whole(position, seat, chance) for _ in range(6)]
        for viewer in (None, *range(position.players)):
            for same in alike(position, seat, choices, viewer):
                first, second = (sent(played.document, played.with_message(seat, moves), viewer) for moves in same)
                assert first == second, (seat, viewer, same)
                pairs += 1
        played.entries = played.with_message(seat, choices[0])
    assert pairs or game in OPEN


OPEN = {"five_crowns", "five_crowns_solitaire", "shell_game"}
"""Here every move is seen by all, so no two look alike."""


def alike(
    position: Position, seat: int, choices: list[list[str]], viewer: int | None
) -> Iterator[tuple[list[str], list[str]]]:
    """Pairs of messages that look the same to another viewer."""
    groups: dict[bytes, list[list[str]]] = defaultdict(list)
    for moves in choices:
        after = position.copy()
        seen = unfold(after, seat, moves, [viewer])[viewer]
        if len(after.to_act) <= len(position.to_act):  # else it was the last of several choices, which open at once
            groups[encode(seen)].append(moves)
    for group in groups.values():
        different = [moves for moves in group if sorted(moves) != sorted(group[0])]
        if viewer != seat and different:
            yield group[0], different[0]


@pytest.mark.parametrize("game", HIDING)
def test_what_is_hidden_changes_nothing_that_is_sent(game: str) -> None:
    chance, played, differed = random.Random(6), Played(game, 8), 0
    hub = Hub(Config(database=":memory:"))
    for ply in range(PLIES):
        room = Room(hub, 1, played.document, played.entries)
        position = room.course.position
        assert position is not None
        if position.over:
            break
        for viewer in (None, *range(position.players)):
            other = in_another_world(position, viewer, ply)
            differed += other._states.tobytes() != position._states.tobytes()
            assert answers(room, position, viewer) == answers(room, other, viewer)
        seat = chance.choice(position.to_act)
        played.entries = played.with_message(seat, whole(position, seat, chance))
    asyncio.run(hub.store.engine.dispose())
    assert differed


def in_another_world(position: Position, viewer: int | None, seed: int) -> Position:
    """The same match, with other things where the viewer cannot look."""
    other = position.copy()
    seat = SPECTATOR if viewer is None else viewer
    other._engine.loop("veil")(other._states, 0, seat)
    other._engine.loop("deal_hidden")(other._states, 0, seat, streams(seed, 1)[0])
    return other


def answers(room: Room, position: Position, viewer: int | None) -> list[bytes]:
    """What a viewer is told of a position: the view, the clocks, the table, and why what they try is refused."""
    course = room.course
    kept, course.position = course.position, position
    player = None if viewer is None else f"p{viewer}"
    told = [encode(course.view(viewer)), encode(course.times(0)), encode(room.table(player))]
    told += [encode(refusal(position, viewer, move)) for move in tries(position)] if viewer is not None else []
    course.position = kept
    return told


def tries(position: Position) -> list[str]:
    """Texts that somebody might try in order to learn from the answer: among them moves of anybody."""
    text = position.game.text
    state = position._s
    known = [text.write(state, 0, action) for action in range(0, 60, 7) if writable(text, state, action)]
    return [*known, "nonsense", "pass", "ready"]


def writable(text: Any, state: Any, action: int) -> bool:
    try:
        text.write(state, 0, action)
    except (IndexError, KeyError, ValueError, StopIteration):
        return False
    return True


def refusal(position: Position, seat: int, move: str) -> Any:
    try:
        position.copy().play(move, seat)
    except IllegalMove as illegal:
        return Refuse.illegal(illegal).message()
    return None


def test_looking_changes_nothing(database: Path) -> None:
    with running(database) as server, server.guest() as ada, server.someone() as eve:
        table = ada.table("torris", bots="random", start=True)
        open_table = ada.table("fives", visibility="public")
        play_to_the_end(ada, table)
        me = ada.get("/api/me")["player"]["id"]
        before = contents(database)
        addresses = ada.get("/schema/openapi.json")["paths"]
        for path in [path for path, methods in addresses.items() if "get" in methods and "stream" not in path]:
            for filled in {path.replace("{id}", id).replace("{seq}", "1") for id in (table, open_table, me, "nobody")}:
                address = filled.replace("{date}", "today").replace("{game}", "torris")
                if not address.endswith("/feed"):
                    for person in (ada, eve):
                        assert person.http.get(address).status_code in (200, 400, 401, 403, 404, 409), address
        with eve.watch(open_table) as watch:
            watch.next()
        with eve.http.stream("GET", f"/api/tables/{open_table}/feed") as lines:
            next(lines.iter_lines())
        assert contents(database) == before


def contents(database: Path) -> list[str]:
    """All that is in the database."""
    connection = sqlite3.connect(database)
    try:
        return [line for line in connection.iterdump() if "'alive'" not in line]
    finally:
        connection.close()
