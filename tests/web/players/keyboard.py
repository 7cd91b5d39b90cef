"""What somebody does who has a keyboard alone: Tab leads on, arrows lead along, Enter chooses."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.web.person import Person

MAIN = ".do button.main"


def focused(person: Person, selector: str) -> bool:
    return bool(person.page.evaluate("(selector) => document.activeElement.matches(selector)", selector))


def reach(person: Person, selector: str) -> None:
    """Presses Tab until the focus is there."""
    for _ in range(80):
        if focused(person, selector):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never leads to {selector}")


def walk_to(person: Person, selector: str, steps: int) -> None:
    """So many steps to the right, and on from there to the next such thing, to the left or else to the right."""
    for _ in range(steps):
        person.page.keyboard.press("ArrowRight")
    for arrow in ["ArrowLeft"] * 20 + ["ArrowRight"] * 20:
        if focused(person, selector):
            return
        person.page.keyboard.press(arrow)
    raise AssertionError(f"arrows never lead to {selector}")


AWAY = """(target) => {
  const [here, there] = [document.activeElement, target].map((one) => one.getBoundingClientRect())
  return [there.x + there.width / 2 - here.x - here.width / 2, there.y + there.height / 2 - here.y - here.height / 2]
}"""


def walk_over(person: Person, selector: str, rng: random.Random) -> None:
    """Arrows lead over a board, from where the focus is there, to one of such squares."""
    reach(person, "[data-drop]")
    found = person.page.locator(selector)
    expect(found.first).to_be_visible()
    target = found.nth(rng.randrange(found.count())).element_handle()
    for _ in range(80):
        if focused(person, selector):
            return
        x, y = person.page.evaluate(AWAY, target)
        across = abs(x) > abs(y) if rng.random() < 0.8 else abs(x) <= abs(y)
        person.page.keyboard.press(
            ("ArrowRight" if x > 0 else "ArrowLeft") if across else ("ArrowDown" if y > 0 else "ArrowUp")
        )
    raise AssertionError(f"arrows never lead to {selector}")


def press_main(person: Person) -> None:
    """The button that says what it will do."""
    expect(person.page.locator(MAIN).last).not_to_have_attribute("aria-disabled", "true")
    reach(person, MAIN)
    person.page.keyboard.press("Enter")
