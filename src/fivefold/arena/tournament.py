"""Which matches a tournament has: every deal is played in all seatings of every line-up.

A deal is a seed of shuffles. Whoever wins by better cards in one seating gets the worse ones in another, so what is
left is skill. All seeds follow from the tournament's seed, the deal, the seating and the seat: who plays what, where
and in which order changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from fivefold.games import BadInput, Game, find
from fivefold.games.catalogue import quoted
from fivefold.match.entrants import Entrant

Names = tuple[str, ...]


def alone(names: Sequence[str], seats: int) -> Iterator[Names]:
    """Each by itself, all with the same cards."""
    return ((name,) for name in names)


def one_against_the_field(names: Sequence[str], seats: int) -> Iterator[Names]:
    """One seat against all others, who are of another kind: each against each that is named after it."""
    return ((one, *[other] * (seats - 1)) for one, other in combinations(names, 2))


def teams(names: Sequence[str], seats: int) -> Iterator[Names]:
    """Two kinds in turn around the table; where seats are odd in number, each kind is once the larger team."""
    for pair in combinations(names, 2):
        yield tuple(pair[seat % 2] for seat in range(seats))
        if seats % 2:
            yield tuple(pair[1 - seat % 2] for seat in range(seats))


def all_at_one_table(names: Sequence[str], seats: int) -> Iterator[Names]:
    """A seat for each."""
    if len(names) != seats:
        raise BadInput(f"the line-up `table` has a seat for each bot: {len(names)} bots cannot take {seats} seats")
    yield tuple(names)


LINE_UPS: dict[str, Callable[[Sequence[str], int], Iterator[Names]]] = {
    "one": one_against_the_field,
    "teams": teams,
    "table": all_at_one_table,
}


def rotations(line_up: Names) -> Iterator[Names]:
    """The line-up moved on around the table, seat by seat; each arrangement once."""
    return iter(dict.fromkeys(line_up[turn:] + line_up[:turn] for turn in range(len(line_up))))


@dataclass(frozen=True, order=True)
class Match:
    """One match to play: its deal, and who sits where."""

    deal: int
    names: Names
    seating: int
    """Which of its line-up's seatings it is."""


@dataclass(frozen=True)
class Tournament:
    """What is played. Names are entrants as typed, the one that should be the strongest first."""

    game_id: str
    names: Names
    players: int
    deals: int
    line_up: str = "one"
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game.check_players(self.players)
        if self.deals < 1:
            raise BadInput(f"a tournament has at least one deal, not {self.deals}")
        if len(self.names) < 2 and self.players > 1:
            raise BadInput("a tournament needs two bots or more")
        for name in self.names:
            if self.names.count(name) > 1:
                raise BadInput(
                    f"the bot {quoted(name)} is named twice; a limit tells two of a kind apart: {name}@units=5"
                )
            entrant(self.game_id, name)
        _ = self.seatings

    @property
    def game(self) -> Game:
        return find(self.game_id)

    @cached_property
    def seatings(self) -> list[tuple[int, Names]]:
        """Every seating of every line-up, with its number."""
        arranged = alone if self.players == 1 else LINE_UPS[self.line_up]
        line_ups = arranged(self.names, self.players)
        return [seating for line_up in line_ups for seating in enumerate(rotations(line_up))]

    def matches(self) -> Iterator[Match]:
        """All matches, deal by deal."""
        for deal in range(self.deals):
            for seating, names in self.seatings:
                yield Match(deal, names, seating)

    def __len__(self) -> int:
        return self.deals * len(self.seatings)

    def deal_seed(self, deal: int) -> int:
        """What the shuffles of a deal follow from."""
        return number_from(f"deal {self.seed} {deal}")

    def bot_seed(self, match: Match, seat: int) -> int:
        """What the random choices of one bot follow from."""
        return number_from(f"bot {self.seed} {match.deal} {match.seating} {seat}")


@cache
def entrant(game: str, name: str) -> Entrant:
    """Who is meant by a name."""
    return Entrant.read(find(game), name)


def number_from(text: str) -> int:
    """A number that looks random, the same for the same text everywhere."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])
