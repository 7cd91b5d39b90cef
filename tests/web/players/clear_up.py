"""Clear Up: a piece that can jump, and where it lands."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.web.person import Person

from .keyboard import walk_over

JUMPERS = "button[aria-label*='can jump']"
LANDINGS = "button[aria-label*='can land here']"


def move(person: Person, rng: random.Random) -> None:
    for selector in to_choose(person):
        found = person.page.locator(selector)
        expect(found.first).to_be_visible()
        found.nth(rng.randrange(found.count())).click()


def to_choose(person: Person) -> list[str]:
    """A piece that has just jumped is chosen already, if it can go on."""
    return [LANDINGS] if person.page.locator(LANDINGS).count() else [JUMPERS, LANDINGS]


def keys(person: Person, rng: random.Random) -> None:
    for selector in to_choose(person):
        walk_over(person, selector, rng)
        person.page.keyboard.press("Enter")
