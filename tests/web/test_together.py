"""Being at a table with others: watching, chatting, offering, asking."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .driver import mover_of, play
from .person import Person
from .site import Site

Bring = Callable[..., Person]


@pytest.fixture
def two(people: Bring, site: Site) -> tuple[Person, Person]:
    """Two who have begun a match of Torris."""
    host, friend = people(site), people(site)
    link = host.with_friends("Torris")
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down").first.click()
    expect(host.page.get_by_text("Free seat")).to_have_count(0)
    host.page.get_by_role("button", name="Start", exact=True).click()
    for person in (host, friend):
        person.at_table()
    return host, friend


def test_what_one_says_the_other_reads(two: tuple[Person, Person]) -> None:
    host, friend = two
    host.page.get_by_role("button", name="Good luck!").click()
    expect(friend.page.get_by_role("region", name="Chat").get_by_role("listitem")).to_contain_text("Good luck!")
    friend.page.get_by_label("Write something").fill("And to you <b>")
    friend.page.get_by_role("button", name="Send").click()
    expect(host.page.get_by_role("region", name="Chat")).to_contain_text("And to you <b>")


def test_a_draw_is_offered_and_agreed_on(two: tuple[Person, Person]) -> None:
    host, friend = two
    host.page.get_by_role("button", name="Offer a draw").click()
    expect(friend.page.get_by_text("offers a draw")).to_have_count(1)
    friend.page.get_by_role("button", name="Agree").click()
    for person in two:
        expect(person.page.get_by_role("region", name="The match is over")).to_be_visible()


def squares(person: Person) -> Locator:
    """The squares on which pieces stand."""
    return person.page.get_by_role("group", name="The board").get_by_role("button")


def board(person: Person) -> list[str]:
    """What each square is said to hold."""
    return [label.split(";")[0] for label in squares(person).evaluate_all("all => all.map(one => one.ariaLabel)")]


def test_a_move_is_taken_back_when_the_other_agrees(two: tuple[Person, Person]) -> None:
    host, friend = two
    before = board(host)
    mover = host if host.my_turn() else friend
    other = friend if mover is host else host
    play(mover, mover_of("torris"), decisions=1)
    other.wait_for_turn()
    assert board(host) != before
    mover.page.get_by_role("button", name="Undo").click()
    other.page.get_by_role("button", name="Agree").click()
    mover.wait_for_turn()
    for person in two:
        # The first move leaves a square empty, so that all squares are taken again once it is taken back.
        expect(squares(person)).to_have_count(len(before))
    assert board(host) == board(friend) == before


def test_a_player_who_is_away_is_shown_as_away_until_they_return(two: tuple[Person, Person]) -> None:
    host, friend = two
    address = friend.page.url
    friend.open("/about")
    expect(host.page.get_by_text("not connected")).to_have_count(1)
    friend.page.goto(address)
    expect(host.page.get_by_text("not connected")).to_have_count(0)


def test_whoever_has_the_link_can_watch_and_do_nothing_else(
    two: tuple[Person, Person], people: Bring, site: Site
) -> None:
    watcher = people(site)
    watcher.page.goto(two[0].page.url)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    assert watcher.page.get_by_role("button", name="can move").count() == 0
    assert watcher.page.get_by_role("button", name="Resign").count() == 0


def test_a_refused_move_is_explained_in_the_readers_language(people: Bring, site: Site) -> None:
    person = people(site, locale="de-DE")
    person.open("/")
    person.page.get_by_role("button", name="Los: Clear Up", exact=True).click()
    person.at_table()
    person.page.locator("[data-drop='a2']").click()
    person.page.locator("[data-drop='a1']").click()
    expect(person.page.locator(".say")).not_to_contain_text("Jump")


def test_a_hint_marks_a_move_and_gives_a_reason(person: Person) -> None:
    person.play_now("Clear Up")
    said = person.page.locator(".say").last
    before = said.inner_text()
    person.page.keyboard.press("h")
    expect(said).to_contain_text("The hint:")
    assert said.inner_text() != before
