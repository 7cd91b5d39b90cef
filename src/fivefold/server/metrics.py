"""What a monitoring system may want to know, in the format of Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from .hub import Hub

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The numbers of one server process."""

    def __init__(self, hub: Hub) -> None:
        self.registry = registry = CollectorRegistry()
        self.entries = Counter("fivefold_entries", "Entries of logs that were committed here", registry=registry)
        self.committing = Histogram(
            "fivefold_commit_seconds", "From an entry to its commit", buckets=SECONDS, registry=registry
        )
        self.thinking = Histogram(
            "fivefold_bot_seconds", "How long bots took to choose", buckets=SECONDS, registry=registry
        )
        rooms = Gauge("fivefold_tables_in_use", "Tables that are held in memory", registry=registry)
        rooms.set_function(lambda: len(hub.rooms))
        feeds = Gauge("fivefold_connections", "Feeds that are open", registry=registry)
        feeds.set_function(lambda: hub.guard.all_feeds)
        tasks = Gauge("fivefold_bots_thinking", "Tables at which bots move now", registry=registry)
        tasks.set_function(
            lambda: sum(room.driver is not None and not room.driver.done() for room in hub.rooms.values())
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
