"""The file of a tournament's matches: one record a line, written as each match ends. Who begins again goes on."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fivefold.games import BadInput
from fivefold.games.catalogue import quoted

from .tournament import Match, Tournament


class Ledger:
    """Reads what was played before, then takes more. A last line that was never finished is dropped."""

    def __init__(self, file: Path, tournament: Tournament) -> None:
        self.name, self.tournament = quoted(str(file)), tournament
        self.options = tournament.game.changed_options(tournament.options)
        try:
            self.file = file.open("a+b", buffering=0)
        except OSError as error:
            raise BadInput(f"cannot write {self.name}: {error.strerror}") from error
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.file.close()
            raise BadInput(f"another arena is writing {self.name}") from error

    def played(self) -> Iterator[tuple[Match, dict[str, Any]]]:
        """The matches that the file holds, with their records."""
        self.file.seek(0)
        *lines, unfinished = self.file.read().split(b"\n")
        if unfinished:
            self.file.truncate(self.file.seek(0, os.SEEK_END) - len(unfinished))
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                arena, names = record["arena"], tuple(record["names"])
                match = Match(arena["deal"], names, arena["seating"])
                held = (record["game"], record["players"], record["options"], arena["seed"])
                _ = record["result"]["rewards"]
            except (ValueError, KeyError, TypeError) as error:
                raise BadInput(f"{self.name}, line {number} is no match of an arena") from error
            self.check(held)
            yield match, record

    def check(self, held: tuple[Any, ...]) -> None:
        """That a match belongs to this tournament."""
        tournament = self.tournament
        wanted = (tournament.game_id, tournament.players, self.options, tournament.seed)
        for what, there, here in zip(("game", "players", "options", "seed"), held, wanted, strict=True):
            if there != here:
                raise BadInput(
                    f"{self.name} holds another tournament: its {what} {quoted(there)}, not {quoted(here)};"
                    " go on with that one, or name another file"
                )

    def add(self, record: dict[str, Any]) -> None:
        self.file.write(json.dumps(record).encode() + b"\n")

    def close(self) -> None:
        self.file.close()
