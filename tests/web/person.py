"""Somebody at a browser, who uses what the page shows and nothing else."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
PATIENCE = 60_000
"""Milliseconds: nothing takes that long, unless the machine has something else to do."""
UNREACHABLE = (
    "ERR_CONNECTION_",
    "ERR_EMPTY_RESPONSE",
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
    "ERR_NETWORK",
)
"""What a browser writes by itself while the server or the network is away on purpose: a server that is killed refuses
connections, or leaves one in the middle."""
LEFT_EARLY = "WebSocket is closed before the connection is established"
"""What it writes where a table is left at once."""
TURN = "document.title.startsWith('●')"
OVER = "document.querySelector('section.after') !== null"


class Person:
    def __init__(self, browser: Browser, address: str, size: dict[str, int] = DESKTOP, **settings: Any) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            **{"locale": "en-GB", "reduced_motion": "reduce", **settings},
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.away = False
        """The server or the network was away on purpose: a browser's complaints about that are none of ours, and some
        come late."""
        self.page.on("console", self.listen)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def listen(self, said: ConsoleMessage) -> None:
        if said.type not in ("error", "warning") or LEFT_EARLY in said.text:
            return
        if self.away and any(part in said.text for part in UNREACHABLE):
            return
        self.wrong.append(f"{said.text} ({said.location.get('url', '')})")

    def open(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def at_once(self) -> None:
        """Sets that what others do is shown at once, as anybody can who does not want to wait."""
        self.open("/")
        self.page.get_by_role("button", name="Settings").click()
        self.page.get_by_text("at once", exact=True).click()
        self.page.get_by_role("button", name="Close").click()

    def play_now(self, game: str) -> None:
        """One click on the home page."""
        self.open("/")
        self.page.get_by_role("button", name=f"Play now: {game}", exact=True).click()
        self.at_table()

    def against_bots(self, game: str) -> None:
        """A table from the dialog, with the weakest bots, which think the least."""
        self.open("/")
        self.page.get_by_role("button", name=f"Options for {game}", exact=True).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("group", name="Level of the bots").locator("label").first.click()
        dialog.get_by_role("button", name="Start", exact=True).click()
        self.at_table()

    def with_friends(self, game: str) -> str:
        """Opens a table for friends, and returns the link that the page shows for them."""
        self.open("/")
        self.page.get_by_role("button", name=f"With friends: {game}", exact=True).click()
        return self.page.get_by_label("Link to this table").input_value()

    def at_table(self) -> None:
        expect(self.page.locator(".table")).to_be_visible(timeout=PATIENCE)

    def until(self, condition: str, argument: Any = None) -> None:
        """Waits for what an expression says; asked from outside, since the page's policy forbids to evaluate texts."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(condition, argument):
            assert time.monotonic() < end, f"never: {condition}"
            self.page.wait_for_timeout(20)

    def wait_for_turn(self) -> bool:
        """Until it is one's turn, which is answered by true, or the match is over."""
        self.until(f"{TURN} || {OVER}")
        return not self.over()

    def over(self) -> bool:
        return bool(self.page.evaluate(OVER))

    def my_turn(self) -> bool:
        return bool(self.page.evaluate(TURN))

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong
