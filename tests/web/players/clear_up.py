"""Clear Up: a piece that can jump, and a square where it can land."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.web.person import Person


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    pieces = page.get_by_role("button", name="can jump")
    pieces.nth(rng.randrange(pieces.count())).click()
    squares = page.get_by_role("button", name="it can land here")
    expect(squares.first).to_be_visible()
    squares.nth(rng.randrange(squares.count())).click()
