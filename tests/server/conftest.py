"""The server that the tests talk to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .running import Running, running
from .services import PostgresProcess, postgres


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that need nothing special of it."""
    with running(tmp_path_factory.mktemp("server") / "tables.sqlite") as started:
        yield started


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresProcess]:
    """PostgreSQL, for tests that make a database of their own in it."""
    with postgres() as running:
        yield running
