"""Nothing that was acknowledged is ever lost: servers are killed in the middle of play, again and again.

`make soak` does the same with SOAK_KILLS=200.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from .seats import Guest, Match
from .services import FivefoldProcess, PostgresProcess, started

KILLS = int(os.environ.get("SOAK_KILLS", "20"))
GAMES = {"fives": 4, "torris": 2, "number_poker": 3, "score5": 3}
LONGEST_LIFE = 0.6
"""Seconds that a server lives, at most, once somebody has moved."""


class Playing:
    """Matches of several games, one after another, until it is enough."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.enough = False
        self.done: list[Match] = []
        self.running: dict[str, Match] = {}

    async def for_ever(self, game: str, seats: int, seed: int) -> None:
        guests = [Guest([self.address], chance=random.Random(seed + seat)) for seat in range(seats)]
        for seat, guest in enumerate(guests):
            await guest.arrive(f"{game} {seat}")
        while not self.enough:
            match = self.running[game] = await Match.begin(game, guests)
            await match.play()
            self.done.append(match)

    @property
    def acknowledged(self) -> int:
        return sum(match.acknowledged for match in {*self.done, *self.running.values()})


async def survive(server: FivefoldProcess, kills: int) -> None:
    """Plays while the server is killed so many times, and then to the end."""
    chance, playing = random.Random(5), Playing(server.address)
    async with asyncio.TaskGroup() as group:
        for number, (game, seats) in enumerate(GAMES.items()):
            group.create_task(playing.for_ever(game, seats, 100 * number))
        for _ in range(kills):
            before = playing.acknowledged
            while playing.acknowledged == before:
                await asyncio.sleep(0.005)
            await asyncio.sleep(chance.uniform(0, LONGEST_LIFE))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        playing.enough = True
    for match in playing.done:
        await match.check()
    assert max(seated.welcomes for match in playing.done for seated in match.seats) > 1


def test_kills_lose_no_acknowledged_move_over_sqlite(tmp_path: Path) -> None:
    with started(FivefoldProcess(tmp_path, str(tmp_path / "tables.sqlite"))) as server:
        asyncio.run(survive(server, KILLS))


def test_kills_lose_no_acknowledged_move_over_postgresql(tmp_path: Path, postgresql: PostgresProcess) -> None:
    with started(FivefoldProcess(tmp_path, postgresql.new_database("durability"))) as server:
        asyncio.run(survive(server, KILLS))


@pytest.mark.parametrize("game", ["fives"])
def test_a_server_that_is_told_to_stop_sends_everybody_away_and_goes_on_later(tmp_path: Path, game: str) -> None:
    async def played(server: FivefoldProcess) -> None:
        guests = [Guest([server.address]) for _ in range(GAMES[game])]
        for seat, guest in enumerate(guests):
            await guest.arrive(f"guest {seat}")
        match = await Match.begin(game, guests)
        async with asyncio.TaskGroup() as group:
            group.create_task(match.play())
            for _ in range(3):
                before = match.acknowledged
                while match.acknowledged < before + 5:
                    await asyncio.sleep(0.005)
                await asyncio.to_thread(server.restart)
        await match.check()

    with started(FivefoldProcess(tmp_path, str(tmp_path / "tables.sqlite"))) as server:
        asyncio.run(played(server))
