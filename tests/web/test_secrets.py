"""Nothing that a player may not know is in the page, or in anything that comes to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocket

from .driver import mover_of, play
from .person import Person
from .site import Site

REACHABLE = """() => {
  const seen = new Set(), found = new Set(), todo = [window, localStorage, sessionStorage]
  const card = /(?<![\\w.-])[MBGS](?:1[0-3]|[0-9])(?![\\w.-])/g
  const note = (text) => { for (const word of text.match(card) ?? []) found.add(word) }
  while (todo.length && seen.size < 200000) {
    const one = todo.pop()
    if (typeof one === 'string') { if (/^[MBGS]\\d+(=M5)?$/.test(one) || one.includes('"')) note(one); continue }
    if (one === null || (typeof one !== 'object' && typeof one !== 'function') || seen.has(one)) continue
    seen.add(one)
    if (one instanceof Map || one instanceof Set) todo.push(...one)
    for (const own of Object.values(Object.getOwnPropertyDescriptors(one))) if ('value' in own) todo.push(own.value)
  }
  const letters = { magenta: 'M', blue: 'B', green: 'G', silver: 'S' }
  const page = document.documentElement.outerHTML
  const named = page.matchAll(/\\b(magenta|blue|green|silver) (\\d+)\\b/gi)
  for (const [, colour, rank] of named) found.add(letters[colour.toLowerCase()] + rank)
  for (const element of document.querySelectorAll('[data-card]')) found.add(element.dataset.card)
  return [...found]
}"""
"""Cards in what can be reached from the window or was kept by the browser, and cards by name in the page."""


def test_no_hidden_card_is_in_the_page_or_in_any_response(person: Person) -> None:
    """Fives: of all cards, only those in the own hand or played face up ever reach the page."""
    received: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: received.append(json.loads(payload)))

    person.page.on("websocket", listen)
    person.at_once()
    person.against_bots("Fives")
    play(person, mover_of("fives"), decisions=4)
    person.wait_for_turn()
    views = [message["view"] for message in received if message.get("view")]
    assert len(views) > 8
    last = views[-1]["table"]
    me = views[-1]["seat"]
    known = {card for view in views for card in view["table"]["cards"][me] or []} | set(last["seen"])
    assert all(view["table"]["cards"][seat] is None for view in views for seat in range(4) if seat != me)
    assert set(person.page.evaluate(REACHABLE)) <= known | {"M5"}


def test_a_spectator_sees_no_hand(people: Callable[..., Person], site: Site) -> None:
    host, watcher = people(site), people(site)
    host.at_once()
    host.against_bots("Fives")
    watcher.page.goto(host.page.url)
    watcher.at_table()
    assert watcher.page.get_by_text("You are watching").is_visible()
    assert watcher.page.locator("[data-card]").count() == 0
