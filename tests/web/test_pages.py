"""Every page: without a violation that axe-core finds, in light and dark, on a phone and on a desktop."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import fivefold

from .driver import mover_of, play
from .person import DESKTOP, PHONE, Person
from .site import WEB, Site

Bring = Callable[..., Person]
AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text
RUN = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .map((one) => [one.id, ...one.nodes.map((node) => node.target.join(' ') + ' ' + node.failureSummary)].join(' | '))"""
PAGES = {
    "/": "Ten games",
    "/rules/fives": "Fives",
    "/me": "You",
    "/about": "About Fivefold",
    "/replay": "Replay a match",
}
LOOKS = [(theme, size) for theme in ("light", "dark") for size in ("phone", "desktop")]
SIZES = {"phone": PHONE, "desktop": DESKTOP}


def violations(page: Page) -> list[str]:
    page.evaluate(AXE())
    return list(page.evaluate(RUN))


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


@pytest.mark.parametrize(("theme", "size"), LOOKS)
def test_pages_have_no_violation_and_fit(people: Bring, site: Site, theme: str, size: str) -> None:
    person = people(site, size=SIZES[size], color_scheme=theme)
    for path, heading in PAGES.items():
        person.open(path)
        expect(person.page.get_by_role("heading", level=1)).to_contain_text(heading)
        assert violations(person.page) == [], path
        assert_fits(person.page)


@pytest.mark.parametrize(("theme", "size"), LOOKS)
def test_a_table_has_no_violation_before_in_and_after_the_match(
    people: Bring, site: Site, theme: str, size: str
) -> None:
    person = people(site, size=SIZES[size], color_scheme=theme)
    person.at_once()
    person.with_friends("Torris")
    assert violations(person.page) == []
    assert_fits(person.page)
    person.page.get_by_label("Level of the bots").select_option(index=0)
    person.page.get_by_role("button", name="Fill with bots and start").click()
    person.at_table()
    play(person, mover_of("torris"), decisions=2)
    person.wait_for_turn()
    assert violations(person.page) == []
    assert_fits(person.page)
    leave_it(person, size)
    expect(person.page.get_by_role("region", name="The match is over")).to_be_visible()
    assert violations(person.page) == []
    assert_fits(person.page)


def leave_it(person: Person, size: str) -> None:
    if size == "phone":
        person.page.get_by_role("button", name="History, chat and more").click()
        assert violations(person.page) == []
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("button", name="Resign").click()
    if size == "phone":
        person.page.get_by_role("button", name="Close").click()


def test_dialogs_have_no_violation(person: Person) -> None:
    person.open("/")
    for opener in ("Settings", "New table"):
        person.page.get_by_role("button", name=opener, exact=True).click()
        expect(person.page.get_by_role("dialog")).to_be_visible()
        assert violations(person.page) == []
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("locale", "title"), [("de", "Zehn Spiele"), ("ja", "10のゲーム"), ("fr", "Ten games")])
def test_the_page_speaks_the_readers_language(people: Bring, site: Site, locale: str, title: str) -> None:
    person = people(site, locale=locale)
    person.open("/")
    expect(person.page.get_by_role("heading", level=1)).to_contain_text(title)


def test_a_name_can_be_changed_and_is_seen_by_others(people: Bring, site: Site) -> None:
    person, friend = people(site), people(site)
    link = person.with_friends("Torris")
    person.page.get_by_label("Name", exact=True).fill("Grace")
    person.page.get_by_role("button", name="Save").click()
    friend.page.goto(link)
    expect(friend.page.get_by_text("Grace")).to_be_visible()


def test_the_first_load_is_small(person: Person) -> None:
    person.open("/")
    expect(person.page.get_by_role("button", name="Play now: Fives", exact=True)).to_be_enabled()
    loaded = person.page.evaluate(
        "performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])"
    )
    assert 20_000 < sum(size for name, size in loaded if name.endswith(".js")) < 150_000


def test_a_page_that_was_open_once_opens_without_a_network(people: Bring, site: Site) -> None:
    person = people(site)
    person.open("/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    person.until("navigator.serviceWorker.controller !== null")
    person.page.reload()
    expect(person.page.get_by_role("button", name="Play now: Fives", exact=True)).to_be_enabled()
    person.away = True
    person.context.set_offline(True)
    person.page.reload()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Ten games")
    expect(person.page.get_by_role("alert")).to_contain_text("cannot be reached")
    person.context.set_offline(False)


def test_a_record_can_be_opened_and_stepped_through_from_any_seat(person: Person, tmp_path: Path) -> None:
    record = fivefold.start("fives", players=3, seed=7).record()
    position = fivefold.replay(record)
    for _ in range(9):
        position.play(position.legal(position.to_act[0])[0])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(position.record()))
    person.open("/replay")
    person.page.get_by_label("Open a record").set_input_files(file)
    person.at_table()
    person.page.get_by_role("button", name="To the end").click()
    expect(person.page.get_by_text("9/9")).to_be_visible()
    person.page.get_by_label("Seen by").select_option("Seat 2")
    expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()
    assert violations(person.page) == []


def test_the_focus_goes_to_the_content_of_each_page_that_is_gone_to(person: Person) -> None:
    person.open("/")
    focused = "document.activeElement.id === 'content'"
    person.page.get_by_role("link", name="Rules of Fives").press("Enter")
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Fives")
    person.until(focused)
    person.page.go_back()
    person.until(focused)
    person.page.get_by_role("button", name="Play now: Clear Up", exact=True).press("Enter")
    person.at_table()
    person.until(focused)


def test_an_address_that_does_not_exist_says_so(person: Person) -> None:
    person.open("/nowhere")
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("There is no such page")
    assert violations(person.page) == []


def test_todays_puzzle_is_tried_and_the_own_result_kept(person: Person) -> None:
    person.at_once()
    puzzles = person.page.get_by_role("region", name="Today’s puzzles").get_by_role("listitem")
    expect(puzzles).to_have_count(2)
    expect(puzzles.first).to_contain_text("Not tried yet")
    puzzles.filter(has_text="Clear Up").get_by_role("button").click()
    person.at_table()
    play(person, mover_of("clear_up"))
    person.open("/")
    expect(puzzles.filter(has_text="Clear Up")).to_contain_text("pieces left")
