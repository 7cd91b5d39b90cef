"""One best way to lay out a hand, card by card, for views: the same search as `melds.py`, and what it leaves to say.

It is interpreted only, and done when a person looks at a table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from fivefold.kernel.bits import members

from .cards import COPIES, JOKER, JOKER_POINTS, LOWEST_VALUE, RANK_TEXTS, RANKS, TEXTS, WILD_RANK_POINTS
from .melds import RUN_BITS, SHAPE_BITS, WIDEST, search_runs


@dataclass
class Book:
    rank: int | None
    """None: wild cards alone."""
    naturals: list[int]
    wild: list[int] = field(default_factory=list)

    @property
    def missing(self) -> int:
        return max(0, 3 - len(self.naturals))

    def told(self) -> dict[str, Any]:
        stands_for = None if self.rank is None else RANK_TEXTS[self.rank]
        cards = [told_card(kind, None) for kind in self.naturals]
        return {"kind": "book", "cards": cards + [told_card(kind, stands_for) for kind in self.wild]}


@dataclass
class Run:
    places: dict[int, int | None]
    """By kind, from the lowest: the card that lies there. None: a wild card will."""

    @property
    def missing(self) -> int:
        return sum(card is None for card in self.places.values())

    def room_above(self) -> int | None:
        """The place for the next higher card; there is none above a king."""
        highest = max(self.places)
        return highest + 1 if highest % RANKS < RANKS - 1 else None

    def room(self) -> int | None:
        """The next place for one more card, above or else below."""
        above, lowest = self.room_above(), min(self.places)
        if above is not None:
            return above
        return lowest - 1 if lowest % RANKS > 0 else None

    def told(self) -> dict[str, Any]:
        laid = [(place, card) for place, card in sorted(self.places.items()) if card is not None]
        return {
            "kind": "run",
            "cards": [told_card(card, None if card == place else TEXTS[place]) for place, card in laid],
        }


def told_card(kind: int, stands_for: str | None) -> dict[str, Any]:
    """A card in a meld; `as` says what a wild card stands for, unless for itself."""
    return {"card": TEXTS[kind], "as": stands_for}


def is_wild(kind: int, rank: int) -> bool:
    return kind == JOKER or kind % RANKS == rank


def points_of(kind: int, rank: int) -> int:
    """What an unused card counts."""
    if kind == JOKER:
        return JOKER_POINTS
    return WILD_RANK_POINTS if kind % RANKS == rank else kind % RANKS + LOWEST_VALUE


@lru_cache(maxsize=4096)
def lay_out(hand: tuple[int, ...], rank: int) -> dict[str, Any]:
    """The melds of a hand, the cards that stay unused, and their points, when this rank is wild.

    >>> lay_out((0, 11, 22, 1), 10)["unused"]
    ['4*']
    """
    naturals = Counter(kind for kind in hand if not is_wild(kind, rank))
    wild = sorted((kind for kind in hand if is_wild(kind, rank)), key=lambda kind: (points_of(kind, rank), kind))
    copies = [sum(1 << kind for kind, count in naturals.items() if count > copy) for copy in range(COPIES)]
    _, runs = search_runs(copies[0], copies[1], copies[2], copies[3], len(wild), 0)
    melds: list[Book | Run] = []
    for run in runs_of(runs):
        melds.append(run)
        naturals.subtract(card for card in run.places.values() if card is not None)
    melds += best_books(naturals, len(wild) - sum(meld.missing for meld in melds))
    for meld in melds:
        fill_up(meld, wild)
    if melds or len(wild) >= 3:
        add_wild_cards(melds, wild)
    join_runs(melds)
    in_books = Counter(kind for meld in melds if isinstance(meld, Book) for kind in meld.naturals)
    unused = sorted([*(naturals - in_books).elements(), *wild])
    return {
        "melds": [meld.told() for meld in melds],
        "unused": [TEXTS[kind] for kind in unused],
        "points": sum(points_of(kind, rank) for kind in unused),
    }


def runs_of(runs: int) -> list[Run]:
    """The runs that a search found, with room for their wild cards."""
    found = []
    while runs:
        place, shape = (runs & ((1 << RUN_BITS) - 1)) >> SHAPE_BITS, runs & WIDEST
        runs >>= RUN_BITS
        naturals = {place + above for above in members(shape)}
        run = Run({kind: kind if kind in naturals else None for kind in range(place, max(naturals) + 1)})
        if len(run.places) < 3:
            run.places[run.room() or 0] = None
        found.append(run)
    return found


def best_books(naturals: Counter[int], wild: int) -> list[Book]:
    """The books that leave the least points: threes and more, the highest pairs, the highest single cards."""
    by_rank: dict[int, list[int]] = {}
    for kind in sorted(naturals.elements()):
        by_rank.setdefault(kind % RANKS, []).append(kind)
    books = [Book(rank, kinds) for rank, kinds in sorted(by_rank.items(), reverse=True)]
    sure, pairs, singles = ([book for book in books if book.missing == missing] for missing in range(3))
    melded_pairs = min(len(pairs), wild)
    ways = [
        sure + pairs[:count] + singles[: (wild - count) // 2]
        for count in (melded_pairs, melded_pairs - 1)
        if count >= 0
    ]
    return max(ways, key=lambda books: sum(len(book.naturals) * ((book.rank or 0) + LOWEST_VALUE) for book in books))


def fill_up(meld: Book | Run, wild: list[int]) -> None:
    """Puts wild cards where they are needed; the ones that are what they stand for first, then the cheapest."""
    if isinstance(meld, Book):
        for _ in range(meld.missing):
            meld.wild.append(wild.pop(0))
        return
    for place, card in meld.places.items():
        if card is None:
            meld.places[place] = wild.pop(wild.index(place) if place in wild else 0)


def add_wild_cards(melds: list[Book | Run], wild: list[int]) -> None:
    """Uses the wild cards that are left over. Two at the most are put to a meld: a run here has five cards or fewer."""
    if len(wild) >= 3:
        melds.append(Book(None, [], list(wild)))
        wild.clear()
    for meld in sorted(melds, key=lambda meld: isinstance(meld, Run)):
        while wild and isinstance(meld, Book):
            meld.wild.append(wild.pop(0))
        while wild and isinstance(meld, Run):
            place = meld.room()
            meld.places[0 if place is None else place] = wild.pop(0)


def join_runs(melds: list[Book | Run]) -> None:
    """Runs of a suit of which one ends where the next begins are shown as one."""
    runs = sorted((meld for meld in melds if isinstance(meld, Run)), key=lambda run: min(run.places))
    for lower in runs:
        for upper in runs:
            if lower.places and upper.places and lower.room_above() == min(upper.places):
                upper.places = {**lower.places, **upper.places}
                lower.places = {}
    melds[:] = [meld for meld in melds if isinstance(meld, Book) or meld.places]
