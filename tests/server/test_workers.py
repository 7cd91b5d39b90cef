"""Bots on other machines."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from fivefold.cli import main
from fivefold.server.working import Worker

from .running import PATIENCE, running
from .test_matches import play_to_the_end


def test_bots_on_another_machine_play_and_nobody_else_gets_their_work(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(database, bot_threads=0) as server, server.guest() as ada:
        assert ada.post("/api/work", status=401)["code"] == "token_unknown"
        assert main(["manage", "worker-key", "--database", str(database)]) == 0
        worker = Worker(server.address, capsys.readouterr().out.strip())
        thread = threading.Thread(target=worker.work)
        thread.start()
        try:
            for game in ("number_poker", "fives"):
                assert play_to_the_end(ada, ada.table(game, bots="random", start=True))["by"] == "play"
        finally:
            worker.stopped.set()
    thread.join(2 * PATIENCE)
    assert not thread.is_alive()


def test_what_is_missing_for_a_worker_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FIVEFOLD_WORKER_KEY", raising=False)
    assert main(["bots", "--server", "http://127.0.0.1:9"]) == 2
    monkeypatch.setenv("FIVEFOLD_WORKER_KEY", "x")
    assert main(["bots", "--server", "http://127.0.0.1:9"]) == 2
    assert "there is no Fivefold server" in capsys.readouterr().err
