"""What docs/operations.md says: backups are whole while matches go on, and the container's recipe is sound."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from .seats import Guest, Match
from .services import DATABASE_USER, FivefoldProcess, PostgresProcess, started

ROOT = Path(__file__).parents[2]


async def some_moves(server: FivefoldProcess, backup: Callable[[], Awaitable[None]]) -> Match:
    """A match that goes on while a backup is made, and then is left where it is."""
    guests = [Guest([server.address]) for _ in range(3)]
    for seat, guest in enumerate(guests):
        await guest.arrive(f"guest {seat}")
    match = await Match.begin("fives", guests)
    async with asyncio.TaskGroup() as group:
        group.create_task(match.play())
        while match.acknowledged < 15:
            await asyncio.sleep(0.01)
        await backup()
        for seated in match.seats:
            seated.leaving = True
    return match


async def played_on(match: Match, server: FivefoldProcess) -> None:
    """The same players with the same cookies, at the restored table, to the end."""
    for seated in match.seats:
        seated.guest.servers = [server.address]
    again = Match.again(match)
    await again.play()
    assert all(seated.over for seated in again.seats)


def test_a_backup_of_sqlite_is_a_whole_server(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "backup.sqlite"

    async def backup() -> None:
        sqlite3.connect(database).execute(f"VACUUM INTO '{copy}'").close()

    with started(FivefoldProcess(tmp_path, str(database))) as server:
        match = asyncio.run(some_moves(server, backup))
    with started(FivefoldProcess(tmp_path, str(copy))) as server:
        asyncio.run(played_on(match, server))


def test_a_backup_of_postgresql_is_a_whole_server(tmp_path: Path, postgresql: PostgresProcess) -> None:
    first, again = postgresql.new_database("kept"), postgresql.new_database("restored")
    at = ["-h", "127.0.0.1", "-p", str(postgresql.port), "-U", DATABASE_USER]
    dump = postgresql.data.parent / "fivefold.dump"

    async def backup() -> None:
        postgresql.run("pg_dump", *at, "--format=custom", f"--file={dump}", "kept")

    with started(FivefoldProcess(tmp_path, first)) as server:
        match = asyncio.run(some_moves(server, backup))
    postgresql.run("pg_restore", *at, "--dbname=restored", str(dump))
    with started(FivefoldProcess(tmp_path, again)) as server:
        asyncio.run(played_on(match, server))


def test_the_linter_of_container_files_has_nothing_to_say() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    done = subprocess.run([linter, "--no-color", ROOT / "Containerfile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
