"""Real processes for tests: servers of ours, PostgreSQL and Redis, on free ports of this machine, in folders that are
thrown away."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 60.0
"""Seconds in which a process is there, or something is wrong with it."""
DATABASE_USER = "postgres"
"""PostgreSQL refuses to run for root, who becomes this user, whom its package brings."""


def free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


def wait_until(there: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until, f"{what} is not there after {PATIENCE:.0f} s"
        time.sleep(0.02)


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class Process:
    """A process that is started, stopped, killed and started again, on the same port."""

    name = "process"
    stops_at = signal.SIGTERM
    killed_by = signal.SIGKILL

    def __init__(self, log: Path) -> None:
        self.port = free_port()
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def ready(self) -> bool:
        return answers(self.port)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        wait_until(lambda: self.alive() and self.ready(), self.name)

    def alive(self) -> bool:
        assert self.process is not None
        status = self.process.poll()
        assert status is None, f"{self.name} ended with {status}:\n{self.log.read_text()[-2000:]}"
        return True

    def kill(self) -> None:
        """As a power cut does: nothing is tidied up."""
        self._end(self.killed_by)

    def stop(self) -> None:
        self._end(self.stops_at)

    def _end(self, by: signal.Signals) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            os.killpg(self.process.pid, by)
        self.process.wait(PATIENCE)
        self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


class FivefoldProcess(Process):
    """`fivefold serve`, as it is started anywhere."""

    name = "fivefold serve"

    def __init__(self, folder: Path, database: str, *more: str) -> None:
        super().__init__(folder / f"server-{free_port()}.log")
        self.database, self.more = database, more

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str]:
        serve = [sys.executable, "-m", "fivefold", "serve", "--port", str(self.port), "--database", self.database]
        return [*serve, *self.more]

    def ready(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.address}/health", trust_env=False).is_success
        return False


class RedisProcess(Process):
    """A bus that keeps nothing."""

    name = "redis-server"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str]:
        return ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]


class PostgresProcess(Process):
    """A database server with a cluster of its own, as any user but root."""

    name = "postgres"
    stops_at = signal.SIGINT  # for SIGTERM it would wait until nobody is connected
    killed_by = signal.SIGQUIT  # as a crash: it recovers when it starts again

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "postgres.log")
        self.data = folder / "data"
        self.programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        as_root = os.getuid() == 0
        self.user = ["runuser", "-u", DATABASE_USER, "--"] if as_root else []
        if as_root:
            shutil.chown(folder, DATABASE_USER, DATABASE_USER)
        settings = ["--auth=trust", "--encoding=UTF8", "--locale=C", f"--username={DATABASE_USER}", "--no-sync"]
        self.run("initdb", *settings, "--pgdata", str(self.data))

    def run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self.user, str(self.programs / program), *arguments],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    def command(self) -> Sequence[str]:
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": self.data.parent}
        told = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [*self.user, str(self.programs / "postgres"), "-D", str(self.data), *told]

    def ready(self) -> bool:
        with suppress(AssertionError):
            self.run("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-q")
            return True
        return False

    def new_database(self, name: str) -> str:
        """An empty database, and its URL."""
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", DATABASE_USER, name)
        return f"postgresql://{DATABASE_USER}@127.0.0.1:{self.port}/{name}"


@contextmanager
def started(process: Any) -> Iterator[Any]:
    """A process for as long as it is needed."""
    process.start()
    try:
        yield process
    finally:
        process.kill()


@contextmanager
def postgres() -> Iterator[PostgresProcess]:
    """PostgreSQL, in a folder that its user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="fivefold-postgres-", dir="/tmp"))
    try:
        with started(PostgresProcess(folder)) as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)
