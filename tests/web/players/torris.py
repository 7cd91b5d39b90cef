"""Torris: a piece that can move, and a stack where it can land; a pointer resting there has shown what will happen."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.web.person import Person


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    pieces = page.get_by_role("button", name="can move")
    pieces.nth(rng.randrange(pieces.count())).click()
    targets = page.get_by_role("button", name="can land here")
    expect(targets.first).to_be_visible()
    targets.nth(rng.randrange(targets.count())).click()
