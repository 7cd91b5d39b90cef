"""What a server is told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    host: str = "127.0.0.1"
    port: int = 5555
    database: str = "fivefold.sqlite"
    bus: str | None = None
    public_url: str | None = None
    """Under which address people reach the server, if that is another one than the host and the port."""
    keep_days: int | None = None
    """After so many days a table that is over or closed is forgotten, with its chat; None: never."""
    private_webhooks: bool = False
    """Whether webhooks may lead to this machine and its neighbours; only tests need that."""
    limits: bool = True
    """Whether players and addresses are held to a pace; only measurements do without."""
    bot_threads: int = max(2, os.cpu_count() or 1)
    """So many bots of the server's think at once; none if workers do it."""
    bot_pause: float = 0.7
    """Seconds between moves of bots that people look at."""

    @property
    def address(self) -> str:
        if self.public_url:
            return self.public_url.rstrip("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"
