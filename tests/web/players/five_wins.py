"""Five Wins: a marked square; later a piece that can be lifted, the group that stays, and a marked square."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.web.person import Person

from .keyboard import focused, press_main, reach, walk_over

TARGETS = "button[aria-label*='you can place here']"
LIFTS = "button[aria-label*='can be lifted']"
GROUPS = ".groups button"


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    if page.locator(LIFTS).count():
        pick(person, LIFTS, rng)
        expect(page.locator(f"{TARGETS}, {GROUPS}").first).to_be_visible()
        if page.locator(GROUPS).count():
            pick(person, GROUPS, rng)
    pick(person, TARGETS, rng)


def pick(person: Person, selector: str, rng: random.Random) -> None:
    """Clicks on one of those that are seen; the mouse aims at a square before it presses, so that one click places."""
    found = person.page.locator(selector)
    expect(found.first).to_be_visible()
    found.nth(rng.randrange(found.count())).click()


def keys(person: Person, rng: random.Random) -> None:
    keyboard = person.page.keyboard
    if person.page.locator(LIFTS).count():
        walk_over(person, LIFTS, rng)
        keyboard.press("Enter")
        expect(person.page.locator(f"{TARGETS}, {GROUPS}").first).to_be_visible()
        if person.page.locator(GROUPS).count():
            reach(person, GROUPS)
            keyboard.press("Enter")
    walk_over(person, TARGETS, rng)
    keyboard.press("Enter")
    if focused(person, TARGETS):
        press_main(person)
