"""The client's types of messages are the server's, never written twice."""

from __future__ import annotations

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_clients_types_are_those_of_the_servers_messages() -> None:
    written = runpy.run_path(str(WEB / "dev" / "messages.py"))["typescript"]()
    kept = (WEB / "src" / "lib" / "messages.ts").read_text(encoding="utf-8")
    assert kept == written, "run python web/dev/messages.py"


def test_what_may_be_left_out_is_optional_only_in_what_is_received() -> None:
    kept = (WEB / "src" / "lib" / "messages.ts").read_text(encoding="utf-8")
    asked, answered = kept.split("export interface NewTable {")[1], kept.split("export interface Seat {")[1]
    assert "  visibility?: 'private' | 'public'\n" in asked.split("}")[0]
    assert "?:" not in answered.split("}")[0]
