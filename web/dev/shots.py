"""Pictures of a table from its fixture, to be looked at.

`python web/dev/shots.py fives --at 0 17 40 --lang de` writes web/shots/fives-17-dark-phone.png and so on; both sizes,
both themes. Starts the page's server itself (`npm ci` first), and stops it. `--play` steps on once after loading, so
that what follows an event is seen.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parent.parent
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(url: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(url).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing answers at {url}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--fixture")
    parser.add_argument("--at", type=int, nargs="+", default=[0])
    parser.add_argument("--lang", default="en")
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    parser.add_argument("--sizes", nargs="+", default=list(SIZES))
    parser.add_argument("--play", action="store_true")
    given = parser.parse_args()
    port = free_port()
    command = ["node", "node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    server = subprocess.Popen(command, cwd=WEB, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/dev/"
        wait_for(address)
        take(given, address)
    finally:
        server.terminate()
        server.wait()


def take(given: argparse.Namespace, address: str) -> None:
    shots, fixture = WEB / "shots", given.fixture or given.game
    shots.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        for size in given.sizes:
            width, height = SIZES[size]
            page = browser.new_page(viewport={"width": width, "height": height})
            page.on("console", lambda said: said.type in ("error", "warning") and print(f"console: {said.text}"))
            page.on("pageerror", lambda error: print(f"error: {error}"))
            for theme in given.themes:
                for at in given.at:
                    page.goto(f"{address}?game={given.game}&fixture={fixture}&lang={given.lang}&theme={theme}&at={at}")
                    page.wait_for_selector(".table")
                    page.wait_for_timeout(500)
                    if given.play:
                        page.get_by_role("button", name="on", exact=True).click()
                        page.wait_for_timeout(700)
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
                    path = shots / f"{fixture}-{at}-{given.lang}-{theme}-{size}.png"
                    page.screenshot(path=path)
                    print(path, f"too wide by {wide}!" if wide > 0 else "", f"too tall by {tall}!" if tall > 0 else "")
        browser.close()


if __name__ == "__main__":
    main()
