"""Players who go on whatever happens to the server: each keeps its cookie, comes back, and sends again what was not
acknowledged. What was acknowledged is kept, to be compared with the record of the match."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fivefold.match import replay
from fivefold.match.fairness import verify

AGAIN = 0.05
"""Seconds until somebody tries again."""
PATIENCE = 120.0
"""Seconds in which a request is answered by some server, however often servers die."""


async def asked(method: str, servers: Sequence[str], path: str, body: Any = None, cookies: Any = None) -> Any:
    """The answer to a request, from the first server that gives one."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for server in servers:
                try:
                    async with httpx.AsyncClient(base_url=server, trust_env=False, cookies=cookies, timeout=20) as http:
                        answer = await http.request(method, path, json=body)
                except httpx.HTTPError:
                    continue
                if answer.status_code < 500:
                    return answer
            await asyncio.sleep(AGAIN)


@dataclass
class Sent:
    """A message that waits for its answer."""

    id: str
    seq: int
    moves: list[str]


@dataclass
class Guest:
    """Somebody with a cookie. The first of the servers is tried first."""

    servers: Sequence[str]
    cookies: dict[str, str] = field(default_factory=dict)
    chance: random.Random = field(default_factory=random.Random)

    async def arrive(self, name: str) -> None:
        answer = await asked("POST", self.servers, "/api/guests", {"name": name})
        self.cookies = dict(answer.cookies)

    async def get(self, path: str) -> Any:
        answer = await asked("GET", self.servers, path, cookies=self.cookies)
        assert answer.is_success, answer.text
        return answer.json()

    async def post(self, path: str, body: Any, unless: str = "") -> Any:
        """Does something; if it was done already, though the answer never came, the refusal says so."""
        answer = await asked("POST", self.servers, path, body, self.cookies)
        assert answer.is_success or answer.json()["code"] == unless, answer.text
        return answer.json()


class Seated:
    """A guest at a table, who plays at random until the match is over."""

    def __init__(self, guest: Guest, table: str, seat: int) -> None:
        self.guest, self.table, self.seat = guest, table, seat
        self.acknowledged: dict[int, list[str]] = {}
        """Moves, by the seq that they were given."""
        self.sent: Sent | None = None
        self.name = f"{guest.chance.getrandbits(32):08x}"
        """So that ids of messages are its own."""
        self.number = 0
        self.last_seq = 0
        self.welcomes = 0
        self.over = False
        self.leaving = False
        """Goes away with the next message, though the match is not over."""

    @property
    def done(self) -> bool:
        """Nothing is left to do, nor to be told."""
        return self.leaving or (self.over and self.sent is None)

    async def play(self) -> None:
        """Until the match is over, over as many connections as that takes."""
        turn = 0
        while not self.done:
            server = self.guest.servers[turn % len(self.guest.servers)]
            turn += 1
            address = f"{server.replace('http', 'ws', 1)}/api/tables/{self.table}/socket?after={self.last_seq}"
            cookie = "; ".join(f"{name}={value}" for name, value in self.guest.cookies.items())
            try:
                async with connect(
                    address, additional_headers={"Cookie": cookie}, proxy=None, open_timeout=20
                ) as socket:
                    turn = 0
                    await self._listen(socket)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(AGAIN)

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            match message["type"]:
                case "welcome":
                    await self._welcomed(socket, message)
                case "event" if message["view"]:
                    assert message["seq"] == self.last_seq + 1, (
                        f"seat {self.seat}: entry {message} after {self.last_seq}, a jump"
                    )
                    self.last_seq = message["seq"]
                    await self._look(socket, message["view"])
                case "accepted":
                    await self._accepted(socket, message)
                case "refused":
                    await self._refused(socket, message)
                case "table":
                    self.over = message["table"]["status"] == "over"
            if self.done:
                return

    async def _welcomed(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.welcomes += 1
        assert message["seq"] >= self.last_seq, "what had been seen is gone"
        self.last_seq = message["seq"]
        self.view = message["view"]
        self.over = message["table"]["status"] == "over"
        if self.sent:
            await self._send(socket, self.sent)
        elif not self.over:
            await self._look(socket, message["view"])

    async def _look(self, socket: ClientConnection, view: dict[str, Any]) -> None:
        """Moves, if it is to, and is not waiting for an answer."""
        self.view = view
        if view["legal"] and self.sent is None:
            self.number += 1
            moves = ["ready"] if "ready" in view["legal"] else [self.guest.chance.choice(view["legal"])]
            self.sent = Sent(f"{self.name}-{self.number}", self.last_seq, moves)
            await self._send(socket, self.sent)

    @staticmethod
    async def _send(socket: ClientConnection, sent: Sent) -> None:
        play = {"type": "play", "id": sent.id, "seq": sent.seq, "moves": sent.moves}
        await socket.send(json.dumps(play))

    async def _accepted(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if self.sent is None or message["id"] != self.sent.id:
            return
        assert message["seq"] not in self.acknowledged, "two moves have one seq"
        self.acknowledged[message["seq"]] = self.sent.moves
        self.sent = None
        if message["seq"] <= self.last_seq:  # it had been done before; what came of it was seen already
            await self._look(socket, self.view)

    async def _refused(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """Only the server that is about to stop may refuse; what was sent is sent again, elsewhere or later. What was
        never done before the others ended the match will not be."""
        if message["code"] == "match_is_over":
            self.sent = None
            return
        assert message["code"] in ("server_restarts", "database_away", "internal", "too_many"), message
        await asyncio.sleep(AGAIN)
        if self.sent:
            await self._send(socket, self.sent)


class Match:
    """A table of guests, and what must be true of it in the end."""

    def __init__(self, id: str, seats: Sequence[Seated]) -> None:
        self.id, self.seats = id, seats

    @classmethod
    async def begin(cls, game: str, guests: Sequence[Guest]) -> Match:
        host = guests[0]
        table = await host.post("/api/tables", {"game": game, "players": len(guests)})
        path = f"/api/tables/{table['id']}"
        for seat, guest in enumerate(guests[1:], 1):
            await guest.post(f"{path}/sit", {"seat": seat, "nonce": f"{seat:02x}"})
        await host.post(f"{path}/start", {}, unless="started_already")
        return cls(table["id"], [Seated(guest, table["id"], seat) for seat, guest in enumerate(guests)])

    @classmethod
    def again(cls, match: Match) -> Match:
        """The same players at the same table, who remember nothing."""
        return cls(match.id, [Seated(seated.guest, match.id, seated.seat) for seated in match.seats])

    async def play(self) -> None:
        await asyncio.gather(*(seated.play() for seated in self.seats))

    @property
    def acknowledged(self) -> int:
        return sum(len(seated.acknowledged) for seated in self.seats)

    async def check(self) -> None:
        """Every acknowledged move is in the record, none twice, and the record replays to the result."""
        guest = self.seats[0].guest
        record = await guest.get(f"/api/tables/{self.id}/record")
        result = (await guest.get(f"/api/tables/{self.id}"))["result"]
        for seated in self.seats:
            own = [move for seat, move in record["moves"] if seat == seated.seat]
            told = [move for seq in sorted(seated.acknowledged) for move in seated.acknowledged[seq]]
            assert own == told, f"seat {seated.seat} of {record['game']}: {own} in the record, {told} acknowledged"
        given = [seq for seated in self.seats for seq in seated.acknowledged]
        assert len(given) == len(set(given)), "two seats have one seq"
        last = replay(record)
        assert last.over
        assert (list(last.scores), list(last.winners)) == (result["scores"], result["winners"])
        assert verify(record).nonces == len(self.seats) - 1
