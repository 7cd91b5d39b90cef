"""Several servers on one database, with a bus between them: whatever of it goes away for a while, play goes on.

Everything is real: two processes of ours, PostgreSQL and Redis. `make soak` keeps the bus away for SOAK_BUS=10 seconds.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from .seats import Guest, Match
from .services import FivefoldProcess, PostgresProcess, RedisProcess, postgres, started

BUS_AWAY = float(os.environ.get("SOAK_BUS", "2"))
"""Seconds."""
MOVES = 12
"""So many moves show that play goes on."""
PATIENCE = 120.0


@dataclass
class House:
    """Two servers and what they share."""

    one: FivefoldProcess
    other: FivefoldProcess
    bus: RedisProcess
    database: PostgresProcess

    def guests(self, count: int) -> list[Guest]:
        """Every other one comes to the other server first; all go to the one that is there."""
        here, there = self.one.address, self.other.address
        return [Guest([here, there] if number % 2 == 0 else [there, here]) for number in range(count)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With a database server of its own: it is restarted."""
    folder = tmp_path_factory.mktemp("house")
    with ExitStack() as stack:
        database = stack.enter_context(postgres())
        bus = stack.enter_context(started(RedisProcess(folder / "redis.log")))
        url = database.new_database("house")
        one, other = (stack.enter_context(started(FivefoldProcess(folder, url, "--bus", bus.url))) for _ in range(2))
        yield House(one, other, bus, database)


async def goes_on(match: Match) -> None:
    """Waits for some moves."""
    before = match.acknowledged
    while match.acknowledged < before + MOVES and not all(seated.over for seated in match.seats):
        await asyncio.sleep(0.01)


async def played_through(house: House, game: str, seats: int, disturb: Callable[[], Awaitable[None]]) -> Match:
    """A match of guests at both servers, disturbed in its middle, played to its end."""
    guests = house.guests(seats)
    for seat, guest in enumerate(guests):
        await guest.arrive(f"guest {seat}")
    match = await Match.begin(game, guests)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(match.play())
        await goes_on(match)
        await disturb()
        await goes_on(match)
    await match.check()
    return match


async def nothing() -> None:
    pass


@pytest.mark.parametrize(("game", "seats"), [("number_poker", 3), ("score5", 2)])
def test_players_of_one_match_are_at_different_servers(house: House, game: str, seats: int) -> None:
    match = asyncio.run(played_through(house, game, seats, nothing))
    assert {seated.welcomes for seated in match.seats} == {1}


def test_a_move_is_seen_at_the_other_server_without_delay(house: House) -> None:
    """By the bus, that is, and not by looking into the database now and then."""
    started = time.monotonic()
    match = asyncio.run(played_through(house, "torris", 2, nothing))
    assert (time.monotonic() - started) / match.acknowledged < 0.4


def test_a_killed_server_s_players_go_on_at_the_other(house: House) -> None:
    async def kill() -> None:
        await asyncio.to_thread(house.one.kill)

    try:
        match = asyncio.run(played_through(house, "fives", 4, kill))
    finally:
        house.one.start()
    assert [seated.welcomes > 1 for seated in match.seats] == [True, False, True, False]


def test_a_server_that_comes_back_has_its_part_in_the_match(house: House) -> None:
    async def kill_and_start() -> None:
        await asyncio.to_thread(house.other.kill)
        await asyncio.to_thread(house.other.start)

    asyncio.run(played_through(house, "fives", 4, kill_and_start))


def test_play_goes_on_while_the_bus_is_away_and_after_it_has_come_back(house: House) -> None:
    async def take_the_bus_away() -> None:
        await asyncio.to_thread(house.bus.kill)
        await asyncio.sleep(BUS_AWAY)
        await asyncio.to_thread(house.bus.start)

    asyncio.run(played_through(house, "fives", 4, take_the_bus_away))


@pytest.mark.parametrize("how", ["restart", "crash"])
def test_play_goes_on_after_the_database_was_away(house: House, how: str) -> None:
    async def restart() -> None:
        await asyncio.to_thread(house.database.stop if how == "restart" else house.database.kill)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(house.database.start)

    asyncio.run(played_through(house, "fives", 4, restart))
