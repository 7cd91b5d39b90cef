"""`fivefold bots`: thinks for the bots of a server, in threads of this process."""

from __future__ import annotations

import threading
from collections import OrderedDict

import httpx
import msgspec
import structlog

from fivefold.games import BadInput

from .messages import Work, WorkDone
from .thinking import BotTable

logger = structlog.get_logger()

KEPT = 500
"""Tables whose bots are remembered."""
AGAIN = 1.0
"""Seconds after which a server that is away is asked again."""
PATIENCE = 40.0


class Worker:
    """Asks one server for work until it is told to stop."""

    def __init__(self, server: str, key: str) -> None:
        self.server, self.key = server, key
        self.tables: OrderedDict[str, BotTable] = OrderedDict()
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.wrong_key = False

    def run(self, threads: int) -> None:
        """Works with so many threads, until it is interrupted."""
        for _ in range(threads):
            threading.Thread(target=self.work, daemon=True).start()
        try:
            self.stopped.wait()
        finally:
            self.stopped.set()
        if self.wrong_key:
            raise BadInput("that is not the server's key for workers: `fivefold manage worker-key` tells it")

    def work(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        with httpx.Client(base_url=self.server, headers=headers, timeout=PATIENCE) as http:
            while not self.stopped.is_set():
                try:
                    self.work_once(http)
                except Exception as error:  # of the server, or of a bot
                    logger.warning("work failed", error=repr(error))
                    self.stopped.wait(AGAIN)

    def work_once(self, http: httpx.Client) -> None:
        answer = http.post("/api/work")
        if answer.status_code == 401:
            self.wrong_key = True
            self.stopped.set()
            return
        answer.raise_for_status()
        if answer.status_code == 204:
            return
        work = msgspec.json.decode(answer.content, type=Work)
        done = WorkDone(self.table(work.table).choose(work))
        http.post(f"/api/work/{work.id}", content=msgspec.json.encode(done)).raise_for_status()

    def table(self, id: str) -> BotTable:
        """The bots of a table, with what they have seen."""
        with self.lock:
            table = self.tables.setdefault(id, BotTable())
            self.tables.move_to_end(id)
            if len(self.tables) > KEPT:
                self.tables.popitem(last=False)
            return table


def work_for(server: str, key: str, threads: int) -> None:
    """Thinks for a server's bots, until it is interrupted."""
    try:
        with httpx.Client(base_url=server, timeout=PATIENCE) as http:
            http.get("/health").raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise BadInput(f"there is no Fivefold server at {server}") from error
    Worker(server, key).run(threads)
