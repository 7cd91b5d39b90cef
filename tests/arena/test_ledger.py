"""The file of a tournament: it can be stopped anywhere, and goes on without playing a match twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from fivefold.arena.holding import hold
from fivefold.arena.ledger import Ledger
from fivefold.arena.playing import play_all
from fivefold.arena.tournament import Match, Tournament
from fivefold.games import BadInput

BOTS = ("tests.arena.bots:First", "tests.arena.bots:Random")
TOURNAMENT = Tournament("number_poker", BOTS, players=2, deals=6)


def file_after(folder: Path) -> tuple[Path, list[str]]:
    """The file of a whole tournament, and its lines."""
    file = folder / "matches.jsonl"
    hold(TOURNAMENT, file)
    return file, file.read_text().splitlines()


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    file, lines = file_after(tmp_path)
    file.write_text("\n".join(lines[:5]) + "\n")
    played: list[Match] = []

    def noting(tournament: Tournament, matches: Any) -> Any:
        left = list(matches)
        played.extend(left)
        return play_all(tournament, left)

    results = hold(TOURNAMENT, file, noting)
    assert len(played) == len(TOURNAMENT) - 5
    assert len(results.matches) == len(TOURNAMENT)
    assert sorted(file.read_text().splitlines()) == sorted(lines)


def test_a_line_that_was_never_finished_is_played_anew(tmp_path: Path) -> None:
    file, lines = file_after(tmp_path)
    file.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40])
    hold(TOURNAMENT, file)
    assert sorted(file.read_text().splitlines()) == sorted(lines)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seed": 2}, "its seed 1, not 2"),
        ({"players": 3}, "its players 2, not 3"),
        ({"game_id": "torris"}, 'its game "number_poker", not "torris"'),
    ],
)
def test_the_file_of_another_tournament_is_left_alone(tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    file, lines = file_after(tmp_path)
    other = Tournament(**{"game_id": "number_poker", "names": BOTS, "players": 2, "deals": 6, **changed})
    with pytest.raises(BadInput) as refused:
        hold(other, file)
    assert told in str(refused.value)
    assert file.read_text().splitlines() == lines


def test_a_line_that_is_no_match_is_named(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text('{"game": "number_poker"}\n')
    with pytest.raises(BadInput, match="line 1 is no match of an arena"):
        hold(TOURNAMENT, file)


def test_two_arenas_do_not_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    first = Ledger(file, TOURNAMENT)
    try:
        with pytest.raises(BadInput, match="another arena is writing"):
            Ledger(file, TOURNAMENT)
    finally:
        first.close()


def test_an_arena_that_is_killed_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    command = [sys.executable, "-m", "fivefold", "arena", "torris", *BOTS, "--deals", "400", "--out", str(file)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    while running.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") >= 5):
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    before = file.read_bytes().count(b"\n")
    assert 5 <= before < 800
    tournament = Tournament("torris", BOTS, players=2, deals=max(4, before // 2 + 2))
    hold(tournament, file)
    arenas = [json.loads(line) for line in file.read_text().splitlines()]
    seats = [(record["arena"]["deal"], record["arena"]["seating"]) for record in arenas]
    assert len(set(seats)) == len(seats) == len(tournament)
