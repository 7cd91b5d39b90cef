"""Pips: `c1` to `c9`; a choice is `?` to the others."""

from __future__ import annotations

from typing import Any

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import size

from .rules import CARDS, acting


class Text(GameText):
    def __init__(self) -> None:
        self.cards = [f"c{card + 1}" for card in range(CARDS)]

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.cards[action]

    def read(self, s: Any, seat: int, text: str) -> int | None:
        return self.cards.index(text) if text in self.cards else None

    def seen(self, s: Any, seat: int, action: int, viewer: int) -> str:
        opens = size(acting(s)) == 1
        return self.cards[action] if viewer == seat or opens else "?"

    def why_not(self, s: Any, seat: int, action: int) -> Refusal:
        return Refusal("not_in_hand", {"card": self.cards[action]})

    def write_card(self, s: Any, card: int) -> str:
        return self.cards[card]

    def read_card(self, s: Any, text: str) -> int | None:
        return self.read(s, 0, text)
