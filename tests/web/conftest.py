"""A real server, a real browser, and people at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .person import PATIENCE, Person
from .site import Site, build

expect.set_options(timeout=PATIENCE)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests that leave it alone."""
    build()
    running = Site(tmp_path_factory.mktemp("site"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that may be killed."""
    build()
    running = Site(tmp_path_factory.mktemp("own"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def people(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Brings somebody to a site; whatever went wrong in their browsers fails the test."""
    came: list[Person] = []

    def bring(to: Site, **settings: Any) -> Person:
        came.append(Person(browser, to.address, **settings))
        return came[-1]

    yield bring
    for person in came:
        person.close()


@pytest.fixture
def person(people: Callable[..., Person], site: Site) -> Person:
    return people(site)
