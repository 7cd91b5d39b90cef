"""Fives: `B10` is the Blue 10 face up, `B10=M5` the same card face down as the Magenta 5; others see only `M5`."""

from __future__ import annotations

from typing import Any

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has

from .rules import CARDS, COLOURS, FACE_DOWN, FIVE, NOTHING, UNKNOWN, State, colour_of, following, value_of


class Text(GameText):
    """One engine, two sets of names: The Green Fivura has other letters."""

    LETTERS = "MBGS"

    @property
    def five(self) -> str:
        """What everyone sees of a card that is face down."""
        return f"{self.LETTERS[0]}{FIVE}"

    def __init__(self) -> None:
        self.cards = [f"{self.LETTERS[colour_of(card)]}{value_of(card)}" for card in range(CARDS)]
        self.numbers = {text: card for card, text in enumerate(self.cards)}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.cards[action] if action < CARDS else f"{self.cards[action - CARDS]}={self.five}"

    def read(self, s: Any, seat: int, text: str) -> int | None:
        front, down, five = text.partition("=")
        card = self.numbers.get(front)
        if card is None or (down and five != self.five):
            return None
        return card + CARDS if down else card

    def seen(self, s: Any, seat: int, action: int, viewer: int) -> str:
        return self.five if action >= CARDS and viewer != seat else self.write(s, seat, action)

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        card, down = action % CARDS, action >= CARDS
        if not has(s.hands[seat], card):
            return Refusal("not_in_hand", {"card": self.cards[card]})
        if down and s.five:
            return Refusal("one_five_a_trick", {"five": self.five})
        colour = self.LETTERS[s.led]
        if has(following(s, seat), card):
            return Refusal("single_card_only", {"colour": colour})
        return Refusal("must_follow", {"colour": colour})

    def write_card(self, s: Any, card: int) -> str:
        return self.cards[card]

    def read_card(self, s: Any, text: str) -> int | None:
        return self.numbers.get(text)

    def shown(self, card: int) -> str | None:
        """A card as a view shows it: None where there is none, the 5 where it is known only from the back."""
        return None if card == NOTHING else self.five if card in (UNKNOWN, FACE_DOWN) else self.cards[card]

    def colours(self, colours: int) -> list[str]:
        return [self.LETTERS[colour] for colour in range(COLOURS) if has(colours, colour)]
