"""Five Crowns Solitaire: `7 5C` puts the drawn card to the pile of 7 and discards 5C from it."""

from __future__ import annotations

from typing import Any

from fivefold.games.five_crowns.cards import KINDS, NUMBERS, TEXTS
from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has

from .rules import PILES, WIDTH, State, pile_size


class Text(GameText):
    def __init__(self) -> None:
        self.actions = {
            WIDTH * pile + kind: f"{pile_size(pile)} {TEXTS[kind]}" for pile in range(PILES) for kind in range(KINDS)
        }
        self.numbers = {text: action for action, text in self.actions.items()}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.actions[action]

    def read(self, s: Any, seat: int, text: str) -> int | None:
        return self.numbers.get(text)

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        pile, kind = divmod(action, WIDTH)
        if has(s.closed, pile):
            return Refusal("pile_closed", {"pile": pile_size(pile)})
        return Refusal("not_in_pile", {"pile": pile_size(pile), "card": TEXTS[kind]})

    def write_card(self, s: Any, card: int) -> str:
        return TEXTS[card]

    def read_card(self, s: Any, text: str) -> int | None:
        return NUMBERS.get(text)
