"""A real server with the built page, as a process that can be stopped, killed and started again."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "fivefold" / "server" / "web" / "index.html"
STARTS_WITHIN = 60
"""Seconds, also on a machine that is busy."""


def build() -> None:
    """Builds the page unless it is newer than all of its sources; one process does it while others wait."""
    with (WEB / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if BUILT.exists() and BUILT.stat().st_mtime >= newest_source():
            return
        if not (WEB / "node_modules").exists():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=WEB, check=True, capture_output=True)
        subprocess.run(["npm", "run", "build"], cwd=WEB, check=True, capture_output=True)
        BUILT.touch()


def newest_source() -> float:
    folders = [WEB / "src", WEB / "public", ROOT / "docs" / "games"]
    files = [
        WEB / "index.html",
        WEB / "package-lock.json",
        *(file for folder in folders for file in folder.rglob("*.*")),
    ]
    return max(file.stat().st_mtime for file in files)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "fivefold", "serve", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--bot-pause", "0.001", "--database", str(self.folder / "tables.sqlite")],
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )
        until = time.monotonic() + STARTS_WITHIN
        while not self.stands():
            assert self.process.poll() is None, self.log()
            assert time.monotonic() < until, self.log()
            time.sleep(0.1)

    def stands(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(30)
        self.process = None

    def log(self) -> str:
        return (self.folder / "server.log").read_text()
