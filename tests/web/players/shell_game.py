"""Shell Game: symbols are set and covered, pieces shifted by two taps; a symbol is asked for, a piece turned over."""

from __future__ import annotations

import random

from tests.web.person import Person

from .keyboard import press_main, reach, walk_to

MAIN = ".do button.main"
PLACES = ".row .place"
SYMBOLS = ".tray .choice"


def doing(person: Person) -> str:
    """What the button asks for."""
    return person.page.locator(MAIN).inner_text()


def move(person: Person, rng: random.Random) -> None:
    page, wanted = person.page, doing(person)
    if wanted == "Put four pieces in a row":
        for symbol in rng.sample(range(4), 4):
            page.locator(SYMBOLS).nth(symbol).click()
    elif wanted == "Choose a piece to shift":
        for place in rng.sample(range(4), 2):
            page.locator(PLACES).nth(place).click()
        return
    elif wanted == "Choose a piece":
        lying = page.locator(f"{PLACES}[aria-disabled=false]")
        lying.nth(rng.randrange(lying.count())).click()
    elif wanted != "Cover the row":
        symbols = page.locator(SYMBOLS)
        symbols.nth(rng.randrange(symbols.count())).click()
    page.locator(f"{MAIN}[aria-disabled=false]").click()


def keys(person: Person, rng: random.Random) -> None:
    keyboard, wanted = person.page.keyboard, doing(person)
    if wanted == "Put four pieces in a row":
        reach(person, SYMBOLS)
        for _ in range(4):
            keyboard.press("Enter")
            keyboard.press("ArrowRight")
    elif wanted == "Choose a piece to shift":
        reach(person, PLACES)
        origin, target = rng.sample(range(4), 2)
        for _ in range(3):
            keyboard.press("ArrowLeft")
        walk_to(person, PLACES, origin)
        keyboard.press("Enter")
        for _ in range(abs(target - origin)):
            keyboard.press("ArrowRight" if target > origin else "ArrowLeft")
        keyboard.press("Enter")
        return
    elif wanted == "Choose a piece":
        reach(person, f"{PLACES}[aria-disabled=false]")
        keyboard.press("Enter")
    elif wanted == "Cover the row":
        person.page.locator(f"{MAIN}[aria-disabled=false]").wait_for()
    else:
        reach(person, SYMBOLS)
        keyboard.press("Enter")
    press_main(person)
