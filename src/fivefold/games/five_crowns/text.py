"""Five Crowns: `draw`, `pick`, `discard 5C`, `out 5C`. All of it is open: the card that is drawn is not in the text."""

from __future__ import annotations

from typing import Any

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has

from .cards import KINDS, NUMBERS, TEXTS, remove_card
from .melds import unused_points
from .rules import DISCARD, DRAW, NOBODY, OUT, PICK, TAKE, WIDTH, State, wild_rank

VERBS = {DISCARD: "discard", OUT: "out"}


class Text(GameText):
    def __init__(self) -> None:
        self.actions = {TAKE * WIDTH + DRAW: "draw", TAKE * WIDTH + PICK: "pick"}
        for word, verb in VERBS.items():
            self.actions.update({word * WIDTH + kind: f"{verb} {TEXTS[kind]}" for kind in range(KINDS)})
        self.numbers = {text: action for action, text in self.actions.items()}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.actions[action]

    def read(self, s: Any, seat: int, text: str) -> int | None:
        return self.numbers.get(text)

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        word, number = divmod(action, WIDTH)
        if word == TAKE:
            if s.taken:
                return Refusal("taken_already")
            return Refusal("nothing_to_draw")
        if not s.taken:
            return Refusal("take_first")
        if not has(s.hands[seat, 0], number):
            return Refusal("not_in_hand", {"card": TEXTS[number]})
        if s.out != NOBODY:
            return Refusal("somebody_is_out", {"seat": s.out})
        return Refusal("not_melded", {"card": TEXTS[number], "points": unused_without(s, seat, number)})

    def write_card(self, s: Any, card: int) -> str:
        return TEXTS[card]

    def read_card(self, s: Any, text: str) -> int | None:
        return NUMBERS.get(text)


def unused_without(s: State, seat: int, kind: int) -> int:
    """The points that stay unused in a hand when a card is discarded from it."""
    copy = copy_of(s)
    remove_card(copy.hands, copy.jokers, seat, kind)
    return unused_points(copy.hands, copy.jokers, seat, wild_rank(s.round))


def copy_of(s: State) -> State:
    states = State.batch(1)
    copy = State(states)
    for name, cells in s.cells.items():
        copy.cells[name][...] = cells
    return copy
