"""When a match is over: the review, the record, the replay, the proof of the shuffles, and the next match."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

import fivefold

from .driver import mover_of, play
from .person import DESKTOP, Person
from .site import Site
from .test_pages import violations


@pytest.fixture(scope="module")
def finished(browser: Browser, site: Site) -> Iterator[Person]:
    """Somebody who has just played a match of Torris."""
    person = Person(browser, site.address, DESKTOP)
    person.at_once()
    person.against_bots("Torris")
    play(person, mover_of("torris"))
    yield person
    person.close()


@pytest.fixture
def over(finished: Person) -> Callable[[str], None]:
    """Opens what a button of the finished match opens."""
    if "/t/" not in finished.page.url:
        finished.page.go_back()
    finished.page.keyboard.press("Escape")
    expect(finished.page.get_by_role("dialog")).to_have_count(0)
    return lambda name: finished.page.get_by_role("button", name=name, exact=True).click()


def test_the_shuffles_are_proven_in_the_page(finished: Person, over: Callable[[str], None]) -> None:
    over("Check the shuffles")
    dialog = finished.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The seed is the one that was promised.")
    expect(dialog).to_contain_text("shuffles checked: 1")
    assert violations(finished.page) == []


def test_cards_that_were_not_those_of_the_seed_are_noticed(finished: Person, over: Callable[[str], None]) -> None:
    def forge(route: Route) -> None:
        record = route.fetch().json()
        cards = record["shuffles"][0].split()
        other = next(place for place, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        route.fulfill(json=record | {"shuffles": [" ".join(cards)]})

    finished.page.route("**/record", forge)
    over("Check the shuffles")
    expect(finished.page.get_by_role("dialog")).to_contain_text("Not all cards were those of the seed")
    finished.page.unroute("**/record")


@pytest.mark.usefixtures("over")
def test_the_record_that_is_downloaded_replays_to_the_same_end(finished: Person, tmp_path: Path) -> None:
    with finished.page.expect_download() as begun:
        finished.page.get_by_role("link", name="Save the record").click()
    begun.value.save_as(tmp_path / "match.json")
    end = fivefold.replay(json.loads((tmp_path / "match.json").read_text()))
    assert end.over
    assert f"{max(end.scores)} points" in finished.page.locator(".say").inner_text()


def test_a_review_judges_the_whole_match(finished: Person, over: Callable[[str], None]) -> None:
    over("Review")
    dialog = finished.page.get_by_role("dialog")
    judged = dialog.get_by_role("listitem").or_(dialog.get_by_text("No costly move"))
    expect(judged.first).to_be_visible(timeout=60_000)
    expect(dialog.get_by_role("progressbar")).to_have_count(0, timeout=60_000)


@pytest.mark.usefixtures("over")
def test_a_replay_goes_step_by_step_and_has_a_link_to_each_move(finished: Person) -> None:
    page = finished.page
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_role("button", name="One move on")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="One move on").click()
    assert page.url.endswith("?ply=3")
    board = page.locator(".table").inner_text()
    page.reload()
    expect(page.get_by_text("3/")).to_be_visible()
    assert page.locator(".table").inner_text() == board
    assert violations(page) == []


def test_the_same_again_is_one_click_away(finished: Person, over: Callable[[str], None]) -> None:
    before = finished.page.url
    over("Play again")
    finished.page.wait_for_url(lambda url: "/t/" in url and url != before)
    finished.at_table()
    assert finished.page.get_by_role("region", name="The match is over").count() == 0
