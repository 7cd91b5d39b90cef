"""Five Crowns Solitaire: what lies open, as numbers. Cards are counted by kind, as in Five Crowns."""

from __future__ import annotations

from typing import Any

from fivefold.games.five_crowns.cards import KINDS
from fivefold.games.five_crowns.observation import put_cards
from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, put_set

from .rules import NOTHING, PILES, TO_DRAW, State

MOST_JOKERS = 6

TENSOR = Tensor(
    piles=numbers(PILES, KINDS, most=MOST_JOKERS),
    closed=flags(PILES),
    drawn=flags(KINDS),
    discards=numbers(KINDS, most=MOST_JOKERS),
    left=numbers(1, most=TO_DRAW),  # to draw, behind the one that is turned up
)
CARDS, CLOSED, DRAWN, DISCARDS, LEFT = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for pile in range(PILES):
        put_cards(out, CARDS + pile * KINDS, s.piles, s.jokers, pile)
    put_set(out, CLOSED, s.closed, PILES)
    put_choice(out, DRAWN, s.drawn)
    for place in range(s.turn):
        out[DISCARDS + s.discards[place]] += 1
    out[LEFT] = TO_DRAW - s.turn - (1 if s.drawn != NOTHING else 0)
