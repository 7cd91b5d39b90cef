"""Number Poker: `1` to `4` a piece of that value, `-` the empty hand, `pass`, and `take 3 from 1` its claim."""

from __future__ import annotations

from typing import Any

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import bit

from .rules import CLAIMS, EMPTY, SEATS, VALUES, State, is_piece, taking_part

CLOSED = "?"
"""A closed hand, to the others."""


class Text(GameText):
    def __init__(self) -> None:
        claims = [f"take {value + 1} from {seat}" for seat in range(SEATS) for value in range(VALUES)]
        self.actions = [*(str(value + 1) for value in range(VALUES)), "-", "pass", *claims]
        self.numbers = {text: action for action, text in enumerate(self.actions)}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.actions[action]

    def read(self, s: Any, seat: int, text: str) -> int | None:
        return self.numbers.get(text)

    def seen(self, s: State, seat: int, action: int, viewer: int) -> str:
        opens = s.chosen | bit(seat) == taking_part(s)  # with the last choice all hands open
        return self.actions[action] if viewer == seat or action >= CLAIMS or opens else CLOSED

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        if action >= CLAIMS:
            other, value = divmod(action - CLAIMS, VALUES)
            if s.claimer != seat:
                return Refusal("nothing_to_claim")
            return Refusal("not_shown", {"seat": other, "value": value + 1})
        if s.claimer == seat:
            return Refusal("claim_first")
        if is_piece(action):
            return Refusal("none_left", {"value": action + 1})
        return Refusal("empty_hand_used" if action == EMPTY else "pieces_left")
