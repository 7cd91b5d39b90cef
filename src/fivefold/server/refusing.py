"""Refusals of the server: a code with arguments, and its sentence in `en.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fivefold.games.catalogue import Catalogue
from fivefold.match.position import IllegalMove

from .messages import Bye, Refused


@cache
def sentences() -> Catalogue:
    return Catalogue.read(Path(__file__).parent / "en.toml")


class Refuse(Exception):
    """Something is not done. `status` is what HTTP says of it."""

    def __init__(self, status: int, code: str, headers: dict[str, str] | None = None, **arguments: Any) -> None:
        super().__init__(code)
        self.status, self.code, self.arguments, self.headers = status, code, arguments, headers or {}
        self.sentence = sentences().sentence("refusals", code, arguments)

    @classmethod
    def illegal(cls, move: IllegalMove) -> Refuse:
        """A move that the rules forbid."""
        refusal = cls.__new__(cls)
        Exception.__init__(refusal, move.code)
        refusal.status, refusal.code, refusal.arguments = 409, move.code, move.arguments
        refusal.sentence, refusal.headers = move.sentence, {}
        return refusal

    def message(self, id: str | None = None) -> Refused:
        return Refused(self.code, self.arguments, self.sentence, id)

    def bye(self) -> Bye:
        return Bye(self.code, self.arguments, self.sentence)
