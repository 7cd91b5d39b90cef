"""Whole matches through the page, and what may come between."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .driver import decide, mover_of, play
from .person import PHONE, Person
from .site import Site

Bring = Callable[..., Person]


def ending(person: Person) -> str:
    region = person.page.get_by_role("region", name="The match is over")
    expect(region).to_be_visible()
    return region.get_by_role("heading").inner_text()


def test_fives_begins_with_one_click_on_the_home_page(person: Person) -> None:
    person.at_once()
    person.play_now("Fives")
    assert play(person, mover_of("fives"), decisions=3) == 3


def test_fives_is_played_to_its_end(person: Person) -> None:
    person.at_once()
    person.against_bots("Fives")
    assert play(person, mover_of("fives")) == 52
    assert "win" in ending(person) or "Shared" in ending(person)


def test_fives_is_played_by_keyboard_alone(people: Bring, site: Site) -> None:
    person = people(site, size=PHONE)
    person.at_once()
    person.against_bots("Fives")
    assert play(person, mover_of("fives", "keys"), decisions=6) == 6


def test_two_browsers_play_torris_by_an_invite_link(people: Bring, site: Site) -> None:
    host, friend = people(site), people(site, size=PHONE)
    for person in (host, friend):
        person.at_once()
    link = host.with_friends("Torris")
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down").first.click()
    expect(host.page.get_by_text("Free seat")).to_have_count(0)
    host.page.get_by_role("button", name="Start", exact=True).click()
    for person in (host, friend):
        person.at_table()
    mover = mover_of("torris")
    while not (host.over() and friend.over()):
        for person in (host, friend):
            if person.my_turn():
                play(person, mover, decisions=1)
    assert {ending(host), ending(friend)} != {"You win!"}


def test_a_reload_in_mid_match_loses_nothing(person: Person) -> None:
    person.at_once()
    person.against_bots("Fives")
    play(person, mover_of("fives"), decisions=3)
    person.wait_for_turn()
    hand = person.page.get_by_role("group", name="Your hand").inner_text()
    told = person.page.get_by_role("list", name="What happened").inner_text()
    person.page.reload()
    person.at_table()
    assert person.page.get_by_role("group", name="Your hand").inner_text() == hand
    assert person.page.get_by_role("list", name="What happened").inner_text() == told
    assert play(person, mover_of("fives"), decisions=2) == 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_restarts_in_mid_match_is_only_a_pause(
    people: Bring, own_site: Site, how: signal.Signals
) -> None:
    person = people(own_site)
    person.at_once()
    person.against_bots("Torris")
    play(person, mover_of("torris"), decisions=2)
    person.wait_for_turn()
    board = person.page.locator(".table").inner_text()
    person.away = True
    own_site.stop(how)
    expect(person.page.get_by_text("No connection; trying again.")).to_have_count(1)
    own_site.start()
    expect(person.page.get_by_text("No connection; trying again.")).to_have_count(0)
    assert person.page.locator(".table").inner_text() == board
    assert play(person, mover_of("torris"), decisions=2) == 2


def test_what_was_chosen_offline_is_kept_and_sent_on_return(person: Person) -> None:
    person.at_once()
    person.against_bots("Torris")
    play(person, mover_of("torris"), decisions=1)
    person.wait_for_turn()
    person.away = True
    person.context.set_offline(True)
    expect(person.page.get_by_text("No connection; trying again.")).to_have_count(1)
    decide(person, mover_of("torris"), random.Random(3))
    expect(person.page.locator(".say", has_text="your move is kept")).to_be_visible()
    happened = person.page.get_by_role("list", name="What happened").get_by_role("listitem")
    before = happened.count()
    person.context.set_offline(False)
    expect(happened.nth(before)).to_contain_text("You")
    assert person.wait_for_turn()
