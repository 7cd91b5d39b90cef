"""Writes a match played at random, as a seat sees it, for the page that shows tables without a server.

`python web/dev/fixtures.py fives --seed 7 --seat 2` writes web/dev/fixtures/fives.json; `--record FILE` takes a record
instead of a random match, `--name` gives the file another name, `--spectator` shows it to a spectator.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import fivefold
from fivefold.match.position import Position

NAMES = [
    "Ada",
    "Mio",
    "Noor",
    "Jun",
    "Eva",
    "Kofi",
    "Maximiliane von Hohenstein",
    "Lin",
    "Bo",
    "Ida",
    "Tom",
    "Zoe",
    "Sam",
    "Uma",
]


def steps(position: Position, moves: list[tuple[int, str]] | None, seat: int | None, seed: int) -> list[dict[str, Any]]:
    """The view at the start, and each event that the seat notices with the view after it."""
    rng = random.Random(seed)
    told: list[dict[str, Any]] = [{"event": None, "view": position.view(seat)}]
    while moves if moves is not None else not position.over:
        mover, move = moves.pop(0) if moves else at_random(position, rng)
        noticed, seen = position.notices(mover, move, seat), position.seen(mover, move, seat)
        position.play(move, seat=mover)
        if noticed:
            told.append({"event": {"seat": mover, "move": seen}, "view": position.view(seat)})
    return told


def at_random(position: Position, rng: random.Random) -> tuple[int, str]:
    seat = rng.choice(position.to_act)
    return seat, rng.choice(position.legal(seat))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--spectator", action="store_true")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--name")
    given = parser.parse_args()
    moves = None
    if given.record:
        record = json.loads(given.record.read_text())
        moves = [(seat, move) for seat, move in record["moves"]]
        position = fivefold.start(
            record["game"], players=record["players"], options=record.get("options", {}), shuffles=record["shuffles"]
        )
    else:
        position = fivefold.start(given.game, players=given.players, seed=given.seed)
    names = NAMES[: position.players]
    fixture = {
        "names": names,
        "bots": [seat % 2 == 1 for seat in range(position.players)],
        "steps": steps(position, moves, None if given.spectator else given.seat, given.seed),
    }
    path = Path(__file__).parent / "fixtures" / f"{given.name or given.game}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(fixture))
    print(f"{path}: {len(fixture['steps'])} steps")


if __name__ == "__main__":
    main()
