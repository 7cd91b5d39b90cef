"""The same matches on a Ray cluster, on as many processors as it has."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterable
from typing import Any

from fivefold.games import BadInput

from .playing import Played, play, play_elsewhere, warm_up
from .tournament import Match, Tournament

PATIENCE = 10.0
"""Seconds to wait for a cluster to answer; Ray itself waits for minutes, and talks meanwhile."""


def check_answers(address: str) -> None:
    """That somebody listens there, where the address names a host and a port."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise BadInput(f"there is no Ray cluster at {address}: {error}") from error


def play_on_ray(address: str, tournament: Tournament, matches: Iterable[Match]) -> Played:
    """Each match with its record, as they end. Every machine needs this package, and the bots' modules."""
    try:
        import ray
    except ImportError as error:
        raise BadInput("a Ray cluster needs Ray: pip install fivefold[ray]") from error
    check_answers(address)
    try:
        cluster = ray.init(
            address=address,
            ignore_reinit_error=True,
            log_to_driver=False,
            logging_level=logging.ERROR,
            runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, [os.getcwd(), *sys.path]))}},
        )
    except (ConnectionError, ValueError) as error:
        raise BadInput(f"there is no Ray cluster at {address}: {' '.join(str(error).split())}") from error
    with cluster:
        warm_up(tournament.game_id, tournament.names, tournament.players)
        remote: Any = ray.remote(play)
        processors = int(ray.cluster_resources()["CPU"])  # type: ignore[no-untyped-call]
        try:
            yield from play_elsewhere(lambda match: remote.remote(tournament, match).future(), matches, 2 * processors)
        except ray.exceptions.RayTaskError as failed:
            raise failed.cause from failed
