"""What a seat sees of a match: events as they happen, and the view after each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fivefold.kernel.layout import States


@dataclass(frozen=True)
class Event:
    """A move as one viewer saw it: of a card played face down only that, of a closed hand only `?`."""

    seat: int
    move: str


class View(Mapping[str, Any]):
    """What a seat may know: the entries of `Position.view`, made when one of them is first looked at.

    `legal` is the entry of that name alone, which costs less. `veiled` is the same knowledge as a state from which
    everything else is blanked, for bots that plan with the rules.
    """

    def __init__(
        self, seat: int, veiled: States, legal: Callable[[], list[str]], entries: Callable[[], dict[str, Any]]
    ) -> None:
        self.seat, self.veiled = seat, veiled
        self._legal, self._entries = legal, entries

    @cached_property
    def legal(self) -> list[str]:
        return self._legal()

    @cached_property
    def entries(self) -> dict[str, Any]:
        return self._entries()

    def __getitem__(self, name: str) -> Any:
        return self.entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
