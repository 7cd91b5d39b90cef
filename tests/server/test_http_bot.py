"""The bot in `examples`, as anybody would run it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from .running import PATIENCE, Running
from .test_matches import play_to_the_end

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_over_http.py"


def test_a_bot_over_http_is_short_and_plays_a_match_to_its_end(server: Running) -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 40
    with server.guest() as ada:
        table = ada.table("number_poker", players=2)
        command = [sys.executable, str(EXAMPLE), server.address, table]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout
            assert program.stdout.readline().startswith("invite me: p")
            until = time.monotonic() + PATIENCE
            while ada.get(f"/api/tables/{table}")["seats"][1]["player"] is None:
                assert time.monotonic() < until
            ada.post(f"/api/tables/{table}/start")
            assert play_to_the_end(ada, table)["by"] == "play"
            assert program.wait(PATIENCE) == 0
