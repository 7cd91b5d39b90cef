"""Plays whole matches through the page. How a move of a game is made stands in `players/<game>.py`."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable

from .person import Person

Mover = Callable[[Person, random.Random], None]
"""Makes one decision of the person, whose turn it is."""
MOST = 2000
"""Decisions: no match that a test plays has more."""

SHOWN = """() => {
  const said = [...document.querySelectorAll('.table .say')].map((one) => one.textContent).join('|')
  return said + document.title + document.querySelector('.table')?.innerText
}"""


def mover_of(game: str, by: str = "move") -> Mover:
    """`move` uses the pointer, `keys` the keyboard alone."""
    mover: Mover = getattr(importlib.import_module(f"{__package__}.players.{game}"), by)
    return mover


def decide(person: Person, mover: Mover, rng: random.Random) -> None:
    """Makes a decision, and waits until the page shows that it was taken."""
    before = person.page.evaluate(SHOWN)
    mover(person, rng)
    person.until(f"(before) => ({SHOWN})() !== before", before)


def play(person: Person, mover: Mover, decisions: int = MOST, seed: int = 5) -> int:
    """Plays on, to the end unless told otherwise; returns how many decisions were made."""
    rng = random.Random(seed)
    made = 0
    while made < decisions and person.wait_for_turn():
        decide(person, mover, rng)
        made += 1
    assert made < MOST, "the match does not end"
    return made
