"""SCORE 5: the card list that a table plays with, checked, as fields of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from fivefold.games.catalogue import quoted
from fivefold.games.game import BadInput, TableOption
from fivefold.kernel.bits import bit

from .rules import CARDS, NO_CARD, OF_STAR, OF_TWO_STARS, STARTING_CARDS, WILD

Row = dict[str, Any]
Says = str | None
"""What is wrong with a row; None if nothing is."""

FAMILY_NAMES = ("green", "red", "yellow", "purple", "blue", "wild")
LETTERS = "GRYPBW"
STARTING_SETS = ("A", "B", "C", "D", "E")
STAR, TWO_STARS, THREE_STARS = "*", "**", "***"
SETS = (*STARTING_SETS, STAR, TWO_STARS, THREE_STARS)


def cards(option: TableOption, rows: Sequence[Row]) -> dict[str, Any]:
    """The fields of the state that hold the card list."""
    check(option, rows)
    rest = CARDS - len(rows)
    return {
        "wild": next(card for card, row in enumerate(rows) if row["set"] == THREE_STARS),
        "starting": [of_set(rows, name) for name in STARTING_SETS],
        "stars": [of_set(rows, name) for name in (STAR, TWO_STARS)],
        "families": [FAMILY_NAMES.index(row["family"]) for row in rows] + [NO_CARD] * rest,
        "values": [row["value"] for row in rows] + [0] * rest,
        "tiebreakers": [row["tiebreaker"] for row in rows] + [0] * rest,
    }


def of_set(rows: Sequence[Row], name: str) -> int:
    return sum(bit(card) for card, row in enumerate(rows) if row["set"] == name)


def check(option: TableOption, rows: Sequence[Row]) -> None:
    if len(rows) > CARDS:
        raise option.wrong_row(CARDS + 1, f"is one too many: a card list has at most {CARDS} cards")
    for number, row in enumerate(rows, 1):
        for check_row in CHECKS:
            wrong = check_row(row, rows[: number - 1])
            if wrong:
                raise option.wrong_row(number, f"({quoted(row['card'])}) {wrong}")
    check_sizes(option, rows)


def known_words(row: Row, before: Sequence[Row]) -> Says:
    for column, words in (("set", SETS), ("family", FAMILY_NAMES)):
        if row[column] not in words:
            return f"has one of {', '.join(words)} as {column}, not {quoted(row[column])}"
    return None


def wild_alone(row: Row, before: Sequence[Row]) -> Says:
    """The *** card is the wild card, and the only one."""
    if (row["set"] == THREE_STARS) != (row["family"] == FAMILY_NAMES[WILD]):
        return f"is of set {row['set']} and family {row['family']}: the *** card, and only it, is wild"
    return None


def named_for_what_it_is(row: Row, before: Sequence[Row]) -> Says:
    name = f"{LETTERS[FAMILY_NAMES.index(row['family'])]}{row['value']}"
    return None if row["card"] == name else f"is called {name}: family {row['family']}, value {row['value']}"


def different_card(row: Row, before: Sequence[Row]) -> Says:
    return same_as_earlier(row, before, "card", "is the same card as row {}")


def different_tiebreaker(row: Row, before: Sequence[Row]) -> Says:
    return same_as_earlier(row, before, "tiebreaker", "has the same tie-breaker as row {}: all must be different")


def same_as_earlier(row: Row, before: Sequence[Row], column: str, says: str) -> Says:
    for number, earlier in enumerate(before, 1):
        if earlier[column] == row[column]:
            return says.format(number)
    return None


def room_in_its_set(row: Row, before: Sequence[Row]) -> Says:
    """Starting sets have five cards, and there is one wild card."""
    most = {**dict.fromkeys(STARTING_SETS, STARTING_CARDS), THREE_STARS: 1}.get(row["set"], CARDS)
    if sum(earlier["set"] == row["set"] for earlier in before) < most:
        return None
    return f"is one too many of set {row['set']}, which has {most}"


CHECKS: tuple[Callable[[Row, Sequence[Row]], Says], ...] = (
    known_words,
    wild_alone,
    named_for_what_it_is,
    different_card,
    different_tiebreaker,
    room_in_its_set,
)


def check_sizes(option: TableOption, rows: Sequence[Row]) -> None:
    """A card that is missing has no row to name: the set is named."""
    fewest = {**dict.fromkeys(STARTING_SETS, STARTING_CARDS), STAR: OF_STAR, TWO_STARS: OF_TWO_STARS, THREE_STARS: 1}
    counts = Counter(row["set"] for row in rows)
    for name, needed in fewest.items():
        if counts[name] < needed:
            raise BadInput(f"option {option.name}: set {name} needs {needed} cards and has {counts[name]}")
