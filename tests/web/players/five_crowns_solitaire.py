"""Five Crowns Solitaire: a pile that the drawn card helps, and the card that is discarded for it."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator

from tests.web.person import Person

from .keyboard import press_main, reach, walk_to

OPEN = ".pile[aria-expanded]"
CARDS = ".me [data-card]"
PROMISING = ["can close it", "saves", ""]


def move(person: Person, rng: random.Random) -> None:
    page = person.page
    piles = next(found for text in PROMISING if (found := page.locator(OPEN, has_text=text)).count())
    piles.nth(rng.randrange(piles.count())).click()
    cards = page.locator(CARDS)
    cards.nth(least(cards)).click(position={"x": 10, "y": 14})
    page.locator(".do button.main").last.click()


def keys(person: Person, rng: random.Random) -> None:
    keyboard = person.page.keyboard
    reach(person, ".pile")
    for _ in range(11):
        keyboard.press("ArrowUp")
    walk_to(person, OPEN, rng.randrange(11))
    keyboard.press("Enter")
    reach(person, CARDS)
    walk_to(person, CARDS, least(person.page.locator(CARDS)))
    keyboard.press("Enter")
    press_main(person)


def least(cards: Locator) -> int:
    """The card that leaves the fewest points, as its name says."""
    names: list[str] = cards.evaluate_all("(cards) => cards.map((card) => card.getAttribute('aria-label'))")
    points = [int(found[1]) if (found := re.search(r"leaves (\d+)", name)) else 10_000 for name in names]
    return points.index(min(points))
