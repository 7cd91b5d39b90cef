"""The table of a view as lines of text, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def table_lines(table: dict[str, Any]) -> Iterator[str]:
    """A line for each entry that says something."""
    for name, value in table.items():
        if value not in (None, [], {}, ""):
            yield f"{name.replace('_', ' ')}: {in_words(value)}"


def in_words(value: Any) -> str:
    """A value of a view in one line: lists with blanks, a list a seat with bars, nothing as a dot."""
    if value is None or value == []:
        return "·"
    if isinstance(value, dict):
        return ", ".join(f"{name} {in_words(inner)}" for name, inner in value.items() if inner is not None)
    if isinstance(value, list):
        nested = any(isinstance(inner, list | dict) for inner in value)
        return (" | " if nested else " ").join(in_words(inner) for inner in value)
    return "yes" if value is True else "no" if value is False else str(value)
