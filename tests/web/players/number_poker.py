"""Number Poker: a piece or the empty hand is chosen and hidden; the empty hand's claim is chosen among those shown."""

from __future__ import annotations

import random

from tests.web.person import Person

from .keyboard import press_main, reach, walk_to

CHOICES = ".mine button[aria-disabled=false]"
CLAIMS = ".hands button"


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    choices = page.locator(CLAIMS if page.locator(CLAIMS).count() else CHOICES)
    if choices.count():
        choices.nth(rng.randrange(choices.count())).click()
    page.locator(".do button.main[aria-disabled=false]").click()


def keys(person: Person, rng: random.Random) -> None:
    page = person.page
    choices = CLAIMS if page.locator(CLAIMS).count() else CHOICES
    if page.locator(choices).count():
        reach(person, choices)
        walk_to(person, choices, rng.randrange(3))
        page.keyboard.press("Enter")
    press_main(person)
