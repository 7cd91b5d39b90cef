"""Sentences for codes: why a move is refused, what happened, in each language that a game's folder has a file for.

A catalogue is a TOML file named for its language (`en.toml`). `[refusals]` holds a sentence for each code, with the
arguments in braces; `[names.colour]` and the like hold the words for an argument's values. A game that speaks like
another says so with `like`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parent


def quoted(value: Any) -> str:
    """A value from outside, safe to show in one line."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one game, or of what all matches share, in one language."""

    sentences: Mapping[str, Mapping[str, str]]
    names: Mapping[str, Mapping[str, str]]

    @classmethod
    def read(cls, file: Path) -> Catalogue:
        with file.open("rb") as opened:
            told = tomllib.load(opened)
        like = cls.of_game(told.pop("like")) if "like" in told else cls({}, {})
        names = told.pop("names", {})
        return cls(told, names).over(like)

    def over(self, base: Catalogue) -> Catalogue:
        """These sentences, and those of `base` for codes that have none here."""
        kinds = base.sentences.keys() | self.sentences.keys()
        merged = {kind: {**base.sentences.get(kind, {}), **self.sentences.get(kind, {})} for kind in sorted(kinds)}
        return Catalogue(merged, {**base.names, **self.names})

    @classmethod
    @cache
    def of_game(cls, game: str, language: str = "en") -> Catalogue:
        return cls.read(GAMES / game / f"{language}.toml").over(cls.read(GAMES / f"{language}.toml"))

    def sentence(self, kind: str, code: str, arguments: Mapping[str, Any]) -> str:
        """The sentence for a code, such as a refusal's."""
        words = {name: self.names.get(name, {}).get(str(value), value) for name, value in arguments.items()}
        return self.sentences[kind][code].format(**words)
