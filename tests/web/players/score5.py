"""SCORE 5: cards of the hand go into a bid, and the button sends it; after an auction a card is taken."""

from __future__ import annotations

import random

from tests.web.person import Person

from .keyboard import press_main, reach, walk_to

OFFERED = ".offered [data-card]"


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    if page.locator(OFFERED).count():
        page.locator(OFFERED).first.click(position={"x": 12, "y": 14})
    elif rng.random() < 0.7:
        hand = page.get_by_role("group", name="Your hand").locator("[data-card]")
        for place in rng.sample(range(hand.count()), min(2, hand.count())):
            hand.nth(place).click(position={"x": 12, "y": 14})
    page.locator(".do button.main[aria-disabled=false], .do button.main:not([aria-disabled])").click()


def keys(person: Person, rng: random.Random) -> None:
    offered = person.page.locator(OFFERED).count() > 0
    if offered or rng.random() < 0.7:
        reach(person, OFFERED if offered else ".me [data-card]")
        walk_to(person, "[data-card]", rng.randrange(3))
        person.page.keyboard.press("Enter")
    press_main(person)
