"""The description of the addresses is true: whatever it allows is understood, and answered as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .running import Running

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")


def test_what_the_description_allows_is_answered_as_it_says(server: Running) -> None:
    with server.guest() as ada:
        done = subprocess.run(
            [
                *(SCHEMATHESIS, "run", f"{server.address}/schema/openapi.json", "--no-color"),
                *("--header", f"Cookie: fivefold={ada.http.cookies['fivefold']}"),
                *("--exclude-path-regex", "(feed|stream)$", "--phases", "coverage,fuzzing", "--max-examples", "5"),
                *("--request-timeout", "20", "--generation-database", "none", "--seed", "5"),
            ],
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert " passed" in done.stdout
