"""A bot that plays over HTTP: `python examples/bot_over_http.py http://127.0.0.1:5555 [TABLE...]`.

It makes an account and plays at the tables that are named, else where it is invited. Only `choose` has to be better.
"""

import json
import random
import sys
import threading

import httpx


def choose(view: dict) -> list[str]:
    return ["ready"] if "ready" in view["legal"] else [random.choice(view["legal"])]


def play(http: httpx.Client, table: str) -> None:
    http.post(f"/api/tables/{table}/sit", json={}).raise_for_status()
    with http.stream("GET", f"/api/tables/{table}/feed", timeout=60) as feed:
        for message in map(json.loads, feed.iter_lines()):
            if message.get("view") and message["view"]["legal"]:
                move = {"moves": choose(message["view"]), "seq": message["seq"], "id": str(message["seq"])}
                http.post(f"/api/tables/{table}/moves", json=move)
            if message["type"] == "table" and message["table"]["status"] in ("over", "closed"):
                return


with httpx.Client(base_url=sys.argv[1]) as http:
    account = http.post("/api/bots", json={"name": "Any Move"}).json()
    http.headers["Authorization"] = f"Bearer {account['token']}"
    print("invite me:", account["player"]["id"], flush=True)
    for table in sys.argv[2:]:
        play(http, table)
    with http.stream("GET", "/api/account/stream", timeout=60) as stream:
        for event in map(json.loads, stream.iter_lines() if not sys.argv[2:] else ()):
            if event.get("kind") == "invited":
                threading.Thread(target=play, args=(http, event["table"])).start()
