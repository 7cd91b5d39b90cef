"""Pictures of every game's table in the real app, to be looked at one by one.

`python -m tests.web.gallery` writes web/shots/gallery/torris-middle-en-dark-phone.png and so on: a late position, a few
decisions later, and the end, at both sizes and in both themes; the middle in German and Japanese, too. `--games`
takes only some.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import fivefold

from .conftest import QUIET
from .driver import decide, mover_of
from .person import DESKTOP, PHONE, Person
from .site import WEB, Site, build
from .test_games import sit_down

SIZES = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ("light", "dark")
OTHER_LANGUAGES = ("de", "ja")
BETWEEN = 3
"""Decisions between the first and the second picture."""
MOST = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=fivefold.games(), default=fivefold.games())
    parser.add_argument("--into", type=Path, default=WEB / "shots" / "gallery")
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    build()
    site = Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
            for game in given.games:
                show(browser, site, game, given.into)
            browser.close()
    finally:
        site.stop()


def show(browser: Browser, site: Site, game: str, folder: Path) -> None:
    person = Person(browser, site.address)
    sit_down(person, game)
    mover, rng = mover_of(game), random.Random(7)
    picture(person, game, "late", folder)
    for made in range(MOST):
        if not person.wait_for_turn():
            break
        if made == BETWEEN:
            picture(person, game, "middle", folder)
            for language in OTHER_LANGUAGES:
                in_another_language(browser, person, language, game, folder)
        decide(person, mover, rng)
    picture(person, game, "end", folder)
    person.close()


def picture(person: Person, game: str, moment: str, folder: Path, language: str = "en") -> None:
    for size, viewport in SIZES.items():
        person.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        for theme in THEMES:
            person.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            person.page.wait_for_timeout(250)
            path = folder / f"{game}-{moment}-{language}-{theme}-{size}.png"
            person.page.screenshot(path=path)
            wide = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            print(path.name, f"too wide by {wide}!" if wide > 0 else "", flush=True)
    person.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]


def in_another_language(browser: Browser, person: Person, language: str, game: str, folder: Path) -> None:
    """The same table in a browser of another language, as the same player."""
    other = Person(browser, person.address, locale=language)
    other.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    other.page.goto(person.page.url)
    other.at_table()
    picture(other, game, "middle", folder, language)
    other.close()


if __name__ == "__main__":
    main()
