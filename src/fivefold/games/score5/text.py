"""SCORE 5: `+G5` and `-G5` change a bid, `ready` ends it, `take G5` takes a card that the winner bid.

While adjusting the others see `+?` and `-?`; while placing they do not notice a change at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has

from .options import LETTERS
from .rules import ADD, CARDS, NO_CARD, PLACING, READY, REMOVE, TAKE, TAKING, State

UNSEEN = "?"
"""A change while placing, should anybody ask."""
SIGNS = {"+": ADD, "-": REMOVE, "take ": TAKE}


@dataclass(frozen=True, eq=False)
class Deck:
    """A card list read from a state once: texts and views look at its cards again and again."""

    wild: int
    families: tuple[int, ...]
    values: tuple[int, ...]
    tiebreakers: tuple[int, ...]
    names: tuple[str, ...]
    numbers: dict[str, int]

    @classmethod
    def of(cls, s: State) -> Deck:
        return read_deck(s.wild, *(np.asarray(column).tobytes() for column in (s.families, s.values, s.tiebreakers)))


@lru_cache(maxsize=64)
def read_deck(wild: int, families: bytes, values: bytes, tiebreakers: bytes) -> Deck:
    family = tuple(memoryview(families).cast("b"))
    value = tuple(memoryview(values).cast("h"))
    names = tuple(f"{LETTERS[f]}{v}" for f, v in zip(family, value, strict=True) if f != NO_CARD)
    numbers = {name: card for card, name in enumerate(names)}
    return Deck(wild, family, value, tuple(memoryview(tiebreakers).cast("h")), names, numbers)


class Text(GameText):
    def write(self, s: State, seat: int, action: int) -> str:
        if action == READY:
            return "ready"
        sign = next(sign for sign, kind in SIGNS.items() if kind == action - action % CARDS)
        return f"{sign}{self.write_card(s, action % CARDS)}"

    def read(self, s: State, seat: int, text: str) -> int | None:
        if text == "ready":
            return READY
        for sign, kind in SIGNS.items():
            if text.startswith(sign):
                card = self.read_card(s, text.removeprefix(sign))
                return None if card is None else kind + card
        return None

    def seen(self, s: State, seat: int, action: int, viewer: int) -> str:
        if viewer == seat or action >= TAKE:
            return self.write(s, seat, action)
        if s.phase == PLACING:
            return UNSEEN
        return "-?" if action >= REMOVE else "+?"

    def noticed(self, s: State, seat: int, action: int, viewer: int) -> bool:
        return viewer == seat or s.phase != PLACING or action == READY

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        if s.phase == TAKING:
            if action < TAKE or action == READY:
                return Refusal("take_a_card")
            return Refusal("not_offered", {"card": self.write_card(s, action % CARDS)})
        if action >= TAKE:
            return Refusal("nothing_to_take")
        return self._why_no_change(s, seat, action)

    def _why_no_change(self, s: State, seat: int, action: int) -> Refusal:
        card = action % CARDS
        told = {"card": self.write_card(s, card)}
        if not has(s.hands[seat], card):
            return Refusal("not_in_hand", told)
        if action < REMOVE and has(s.bids[seat], card):
            return Refusal("already_bid", told)
        if action >= REMOVE and not has(s.bids[seat], card):
            return Refusal("not_in_bid", told)
        return Refusal("no_changes_left", {"limit": s.change_limit})

    def write_card(self, s: State, card: int) -> str:
        return Deck.of(s).names[card]

    def read_card(self, s: State, text: str) -> int | None:
        return Deck.of(s).numbers.get(text)
