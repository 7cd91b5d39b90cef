"""The most that anybody can win of a player of Number Poker whose chances are known, by trying everything.

Written from the rules once more, for two players, and apart from the solver: sets of numbers, and no matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple


class Side(NamedTuple):
    """What one player has: how many pieces of each value 1 to 4, and the empty hand."""

    pieces: tuple[int, ...] = (2, 2, 2, 2)
    empty: bool = True

    @cache  # noqa: B019 - there are few sides, and they are small
    def choices(self) -> list[str]:
        held = [str(value) for value, count in enumerate(self.pieces, 1) if count] or ["pass"]
        return [*held, "-"] if self.empty else held

    @cache  # noqa: B019
    def after(self, choice: str) -> Side:
        if choice == "-":
            return Side(self.pieces, empty=False)
        return Side(tuple(count - (str(value) == choice) for value, count in enumerate(self.pieces, 1)), self.empty)


class Table(NamedTuple):
    """Two players; by how many pieces, and by how much in their sum, the first is ahead."""

    sides: tuple[Side, Side] = (Side(), Side())
    lead: int = 0
    pips: int = 0

    def over(self) -> bool:
        return not any(sum(side.pieces) for side in self.sides)

    def result(self) -> int:
        ahead = (self.lead, self.pips)
        return (ahead > (0, 0)) - (ahead < (0, 0))

    def opened(self, one: str, other: str) -> Table:
        sides = (self.sides[0].after(one), self.sides[1].after(other))
        shown = {one, other} - {"pass"}
        pieces = [int(choice) for choice in (one, other) if choice.isdigit()]
        if not pieces or one == other:
            return Table(sides, self.lead, self.pips)
        if "-" in shown:
            winner, value = (0 if one == "-" else 1), pieces[0]  # it takes the other's piece
        else:
            value = max(pieces)
            winner = 0 if one == str(value) else 1
        sign = 1 if winner == 0 else -1
        return Table(sides, self.lead + sign, self.pips + sign * value)


Policy = Callable[[Table], Mapping[str, float]]
"""With which chances the second player chooses."""


def best_response(policy: Policy, table: Table, known: dict[Table, float]) -> float:
    """The reward, -1 to 1, that the first player can expect."""
    if table.over():
        return table.result()
    if table not in known:
        answers = {choice: chance for choice, chance in policy(table).items() if chance > 0}
        known[table] = max(
            sum(chance * best_response(policy, table.opened(mine, theirs), known) for theirs, chance in answers.items())
            for mine in table.sides[0].choices()
        )
    return known[table]
