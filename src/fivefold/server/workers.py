"""Bots on other machines: `fivefold bots` asks this server for work, and brings back what the bots chose."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from .messages import Choice, Work

WAIT = 20.0
"""Seconds for which somebody who asks for work is kept waiting."""
LOST = 60.0
"""Seconds after which work that nobody brought back is given to somebody else."""


@dataclass
class Given:
    """Work, and what comes of it."""

    work: Work
    done: asyncio.Future[list[Choice]]


class Workers:
    """Work that waits to be taken, and work that was taken."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[Given] = asyncio.Queue()
        self.given: dict[str, Given] = {}

    async def choose(self, work: Work) -> list[Choice]:
        """What the bots of some worker choose."""
        done: asyncio.Future[list[Choice]] = asyncio.get_running_loop().create_future()
        try:
            while True:
                self.waiting.put_nowait(Given(work, done))
                with suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(done), LOST)
        finally:
            done.cancel()
            self.given.pop(work.id, None)

    async def take(self) -> Work | None:
        """The next work; None if there is none for a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT):
                while True:
                    given = await self.waiting.get()
                    if not given.done.done():
                        self.given[given.work.id] = given
                        return given.work
        return None

    def bring(self, id: str, choices: list[Choice]) -> None:
        """Takes back what was chosen, if anybody still waits for it."""
        given = self.given.pop(id, None)
        if given and not given.done.done():
            given.done.set_result(choices)
