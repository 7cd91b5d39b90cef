"""`make bench-server`: the server beside boardgame.io's, both driven alike, on this machine.

Five hundred tables of four play cards; a move is sent as soon as everybody at the table has seen the one before. Then,
at a pace that all can keep, how long it takes from sending until the last viewer has it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from tests.server.services import FivefoldProcess, Process, RedisProcess, postgres, started

from .timing import table

PEER = Path(__file__).parent / "boardgame_io"
SEATS = 4


class PeerProcess(Process):
    """boardgame.io's server, in memory or with its own files."""

    name = "boardgame.io"

    def __init__(self, folder: Path, files: bool) -> None:
        super().__init__(folder / "peer.log")
        self.folder = [str(folder / "files")] if files else []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return ["node", str(PEER / "server.mjs"), str(self.port), *self.folder]


@dataclass
class Contender:
    """A server, how it is driven, and what came of it."""

    name: str
    kind: str
    processes: Callable[[ExitStack, Path], list[Any]]
    told: dict[str, Any] = field(default_factory=dict)


def ours(database: str, count: int = 1) -> Callable[[ExitStack, Path], list[Any]]:
    """Servers of ours on a database."""

    def start(stack: ExitStack, folder: Path) -> list[Any]:
        url, more = str(folder / "tables.sqlite"), ["--no-limits"]  # one address plays for two thousand people
        if database == "postgresql":
            url = stack.enter_context(postgres()).new_database("bench")
        if count > 1:
            more += ["--bus", stack.enter_context(started(RedisProcess(folder / "redis.log"))).url]
        return [stack.enter_context(started(FivefoldProcess(folder, url, *more))) for _ in range(count)]

    return start


def theirs(files: bool) -> Callable[[ExitStack, Path], list[Any]]:
    return lambda stack, folder: [stack.enter_context(started(PeerProcess(folder, files)))]


CONTENDERS = {
    "peer-memory": Contender("boardgame.io, in memory", "boardgame.io", theirs(files=False)),
    "peer-files": Contender("boardgame.io, its files", "boardgame.io", theirs(files=True)),
    "sqlite": Contender("Fivefold, SQLite", "fivefold", ours("sqlite")),
    "postgresql": Contender("Fivefold, PostgreSQL", "fivefold", ours("postgresql")),
    "two": Contender("Fivefold, 2 processes, PostgreSQL", "fivefold", ours("postgresql", 2)),
}


def memory(servers: list[Any]) -> float:
    """Bytes of all server processes."""
    return float(sum(psutil.Process(server.process.pid).memory_info().rss for server in servers))


@contextmanager
def driver(settings: dict[str, Any]) -> Iterator[subprocess.Popen[str]]:
    running = subprocess.Popen(
        ["node", str(PEER / "drive.mjs"), json.dumps(settings)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def drive(servers: list[Any], kind: str, settings: argparse.Namespace, pace: float | None) -> dict[str, Any]:
    """One run: what the driver tells, and the memory of the servers at each phase."""
    told: dict[str, Any] = {"memory": {}}
    asked = {
        "server": kind,
        "urls": [server.address for server in servers],
        "tables": settings.tables,
        "warmup": settings.warmup,
        "seconds": settings.seconds,
        "pace": pace and 1000 * settings.tables / pace,
    }
    with driver(asked) as running:
        assert running.stdout is not None
        assert running.stdin is not None
        for line in running.stdout:
            phase = json.loads(line)
            told["memory"][phase["phase"]] = memory(servers)
            told |= phase
            running.stdin.write("\n")
            running.stdin.flush()
    if told["phase"] != "measured":
        raise SystemExit(f"the driver stopped after {told['phase']!r}")
    return told


def measure(contender: Contender, settings: argparse.Namespace) -> None:
    """At full speed, and at a pace; each time with new servers."""
    for name, pace in (("full", None), ("paced", settings.pace)):
        folder = Path(tempfile.mkdtemp(prefix="fivefold-bench-"))
        try:
            with ExitStack() as stack:
                servers = contender.processes(stack, folder)
                contender.told[name] = drive(servers, contender.kind, settings, pace)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        print(f"  {contender.name}, {name}: {contender.told[name]['acknowledged']:.0f} moves a second", flush=True)


def first_page(times: int = 3) -> float:
    """Seconds from starting `fivefold serve` until its first page is there, with files warm."""
    best = float("inf")
    for _ in range(times):
        folder = Path(tempfile.mkdtemp(prefix="fivefold-bench-"))
        server = FivefoldProcess(folder, str(folder / "tables.sqlite"))
        began = time.perf_counter()
        with started(server):
            httpx.get(server.address, trust_env=False).raise_for_status()
            best = min(best, time.perf_counter() - began)
        shutil.rmtree(folder, ignore_errors=True)
    return best


def milliseconds(value: float) -> str:
    return f"{value:.0f} ms" if value >= 10 else f"{value:.1f} ms"


def report(contenders: list[Contender], settings: argparse.Namespace) -> None:
    """The tables, with ratios to the peer's storages where they were measured."""
    done = {contender.name: contender.told for contender in contenders}
    beside = [CONTENDERS[name].name for name in ("peer-memory", "peer-files") if CONTENDERS[name] in contenders]
    rows = []
    for name, told in done.items():
        full = told["full"]
        ratios = [f"{full['acknowledged'] / done[other]['full']['acknowledged']:.2f} x" for other in beside]
        times = [milliseconds(full["latency"][which]) for which in ("median", "p99")]
        rows.append([name, f"{full['acknowledged']:.0f}", *ratios, *times])
    head = ["server", "moves a second", *(f"to {name}" for name in beside), "median", "99th percentile"]
    table(f"{settings.tables} tables of {SEATS}, as fast as it goes", head, rows)
    rows = []
    for name, told in done.items():
        paced = told["paced"]
        times = [milliseconds(paced["latency"][which]) for which in ("median", "p99", "longest")]
        rows.append([name, f"{paced['acknowledged']:.0f}", *times])
    head = ["server", "moves a second", "median", "99th percentile", "longest"]
    table(f"The same at {settings.pace:.0f} moves a second: from sending to the last viewer's receipt", head, rows)
    rows = []
    for name, told in done.items():
        used = told["full"]["memory"]
        tables = (used["made"] - used["begun"]) / settings.tables / 1024
        connections = (used["connected"] - used["made"]) / settings.tables / SEATS / 1024
        rows.append([name, f"{used['begun'] / 2**20:.0f} MB", f"{tables:.0f} kB", f"{connections:.0f} kB"])
    table("Memory", ["server", "empty", "a table", "a connection"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("contender", nargs="*", choices=[*CONTENDERS, []], help="default: all of them")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warmup", type=float, default=5)
    parser.add_argument("--pace", type=float, default=150, help="moves a second of all tables together")
    settings = parser.parse_args()
    contenders = [CONTENDERS[name] for name in settings.contender or CONTENDERS]
    os.environ["NODE_ENV"] = "production"
    if not (PEER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    for contender in contenders:
        measure(contender, settings)
    report(contenders, settings)
    print(f"\nFrom the start of a server to its first page: {first_page():.2f} s")


if __name__ == "__main__":
    main()
