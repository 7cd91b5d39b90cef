"""A server that runs for long: its memory stays what it is. `make soak` does this for SOAK_SECONDS=1800."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import psutil

from .seats import Guest, Match
from .services import FivefoldProcess, started

SECONDS = float(os.environ.get("SOAK_SECONDS", "24"))
GROWTH = 24 * 2**20
"""Bytes by which a server may grow in the second half: what a leak of a kilobyte a move would exceed in a soak."""
PLAYED = {"number_poker": 3, "torris": 2}


async def come_and_go(server: FivefoldProcess, until: float) -> int:
    """Matches one after another, with viewers who look in and leave; returns how many."""
    finished = 0

    async def for_ever(game: str, seats: int) -> None:
        nonlocal finished
        guests = [Guest([server.address]) for _ in range(seats)]
        for seat, guest in enumerate(guests):
            await guest.arrive(f"{game} {seat}")
        while time.monotonic() < until:
            match = await Match.begin(game, guests)
            await asyncio.gather(match.play(), look_in(match))
            finished += 1

    async def look_in(match: Match) -> None:
        """Somebody without a name, who is gone before the end."""
        for _ in range(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(f"GET /api/tables/{match.id}/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await reader.readline()
            writer.transport.abort()

    async with asyncio.TaskGroup() as group:
        for game, seats in PLAYED.items():
            group.create_task(for_ever(game, seats))
    return finished


def test_memory_stays_flat(tmp_path: Path) -> None:
    with started(FivefoldProcess(tmp_path, str(tmp_path / "tables.sqlite"))) as server:
        assert server.process is not None
        used = psutil.Process(server.process.pid).memory_info
        began = time.monotonic()
        asyncio.run(come_and_go(server, began + SECONDS / 2))
        half = used().rss
        finished = asyncio.run(come_and_go(server, began + SECONDS))
        assert finished
        assert used().rss - half < GROWTH
