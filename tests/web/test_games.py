"""Every game at its table: matches to the end with the pointer and by keyboard alone, at both sizes, with nothing that
axe-core objects to at the start, in the middle and at the end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import fivefold

from .driver import decide, mover_of
from .late import beginning, late
from .person import DESKTOP, PHONE, Person
from .site import Site
from .test_pages import assert_fits, violations

Bring = Callable[..., Person]
SIZES = {"desktop": DESKTOP, "phone": PHONE}
WHOLE = ["number_poker", "five_wins", "torris", "clear_up"]
"""Games of which a match is short enough to be played from its first move; the others are taken up late."""
MOST = 200
A_SET_ROW = re.compile(r"set [PLTS]{4}")


def ask(person: Person, path: str, body: dict[str, Any]) -> Any:
    """Something that is set up before the person comes to the table, as the person."""
    answer = person.page.request.post(person.address + path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def sit_down(person: Person, game: str, whole: bool = False) -> None:
    """A table with bots in all other seats; where a match is taken up late, the person is to act."""
    person.at_once()
    position = late(game)
    ask(person, "/api/guests", {"name": "Ada"})
    wanted = {"game": game, "players": position.players, "sit": False}
    table = ask(person, "/api/tables", wanted if whole else {**wanted, "beginning": beginning(game)})
    path = f"/api/tables/{table['id']}"
    ask(person, f"{path}/sit", {"seat": 0 if whole else position.to_act[0]})
    if position.players > 1:
        ask(person, f"{path}/bots", {"level": "random"})
    ask(person, f"{path}/start", {})
    person.open(f"/t/{table['id']}")
    person.at_table()


def play_out(person: Person, game: str, by: str, watch: Callable[[], None] = lambda: None) -> None:
    """Plays to the end; `watch` looks at the page before some of the decisions, and after the last."""
    rng, mover = random.Random(7), mover_of(game, by)
    made = 0
    while person.wait_for_turn():
        if made in (0, 3):
            watch()
        decide(person, mover, rng)
        made += 1
        assert made < MOST, "the match does not end"
    expect(person.page.get_by_role("region", name="The match is over")).to_be_visible()
    watch()
    assert made > 1


def look_at(person: Person) -> None:
    """The page as it is now, at both sizes and in both themes."""
    size = person.page.viewport_size
    for look in SIZES.values():
        person.page.set_viewport_size(look)  # type: ignore[arg-type]
        assert_fits(person.page)
        for theme in ("light", "dark"):
            person.page.emulate_media(color_scheme=theme)
            assert violations(person.page) == []
    person.page.set_viewport_size(size)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", fivefold.games())
def test_a_match_is_played_to_its_end_and_has_no_violation(people: Bring, site: Site, game: str) -> None:
    person = people(site, size=DESKTOP)
    sit_down(person, game, whole=game in WHOLE)
    play_out(person, game, "move", lambda: look_at(person))


@pytest.mark.parametrize("game", fivefold.games())
def test_a_match_is_played_on_a_phone(people: Bring, site: Site, game: str) -> None:
    person = people(site, size=PHONE)
    sit_down(person, game)
    play_out(person, game, "move", lambda: assert_fits(person.page))


@pytest.mark.parametrize("game", fivefold.games())
def test_a_match_is_played_by_keyboard_alone(people: Bring, site: Site, game: str) -> None:
    person = people(site, size=DESKTOP)
    sit_down(person, game)
    play_out(person, game, "keys")


def test_once_covered_a_row_is_nowhere_in_the_page_or_in_what_comes(person: Person) -> None:
    """Shell Game: not in the table, the history, the browser's storage, or any message."""
    sit_down(person, "shell_game")
    came: list[str] = []
    person.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: came.append(str(frame))))
    person.page.reload()
    person.at_table()
    rng, mover = random.Random(3), mover_of("shell_game")
    for _ in range(2):  # the row is set, and covered
        assert person.wait_for_turn()
        decide(person, mover, rng)
    expect(person.page.get_by_role("group", name="The row").get_by_role("button", name="covered piece")).to_have_count(
        4
    )
    assert any(A_SET_ROW.search(frame) for frame in came), "while it is studied it is seen"
    came.clear()
    person.page.reload()
    expect(person.page.get_by_role("group", name="The row").get_by_role("button", name="covered piece")).to_have_count(
        4
    )
    kept = person.page.evaluate("JSON.stringify([sessionStorage, localStorage]) + document.documentElement.outerHTML")
    assert came
    assert not any(A_SET_ROW.search(text) for text in [kept, *came])
