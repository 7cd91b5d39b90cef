"""Five Crowns: a card is drawn or picked up, one is discarded; whoever can go out does."""

from __future__ import annotations

import random

from tests.web.person import Person

from .keyboard import press_main, reach, walk_to

DRAW = ".do button:text-is('Draw')"


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    if page.locator(DRAW).count():
        page.get_by_role("button", name="Pick up" if rng.random() < 0.3 else "Draw", exact=False).last.click()
        return
    hand = page.get_by_role("group", name="Your hand").locator("[data-card]")
    hand.nth(hand.count() - 1).click(position={"x": 12, "y": 14})
    page.locator(".do button.main").click()


def keys(person: Person, rng: random.Random) -> None:
    if not person.page.locator(DRAW).count():
        reach(person, ".me [data-card]")
        walk_to(person, "[data-card]", 20)
        person.page.keyboard.press("Enter")
    press_main(person)
