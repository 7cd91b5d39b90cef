"""Torris: a piece that can move, and a stack where it can land; a pointer resting there has shown what will happen."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.web.person import Person

from .keyboard import press_main, walk_over

MOVABLE = "button[aria-label*='can move']"
LANDINGS = "button[aria-label*='can land here']"


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    pieces = page.get_by_role("button", name="can move")
    pieces.nth(rng.randrange(pieces.count())).click()
    targets = page.get_by_role("button", name="can land here")
    expect(targets.first).to_be_visible()
    targets.nth(rng.randrange(targets.count())).click()


def keys(person: Person, rng: random.Random) -> None:
    walk_over(person, MOVABLE, rng)
    person.page.keyboard.press("Enter")
    walk_over(person, LANDINGS, rng)
    press_main(person)
