"""Fives: a card of the hand, turned over now and then, and the button that says what it will do."""

from __future__ import annotations

import random

from tests.web.person import Person

from .keyboard import focused, reach


def move(person: Person, rng: random.Random) -> None:
    hand = person.page.get_by_role("group", name="Your hand")
    cards = hand.locator("button[aria-disabled=false]")
    cards.nth(rng.randrange(cards.count())).click(position={"x": 12, "y": 30})
    person.page.locator(".do button.main[aria-disabled=false]").click()


def keys(person: Person, rng: random.Random) -> None:
    """Tab leads to the hand, arrows along it, Enter chooses; Tab again leads on to the button."""
    keyboard = person.page.keyboard
    reach(person, "[data-card]")
    keyboard.press("Home")
    for _ in range(14):
        if focused(person, "[data-card][aria-disabled=false]"):
            break
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    reach(person, ".do button.main[aria-disabled=false]")
    keyboard.press("Enter")
