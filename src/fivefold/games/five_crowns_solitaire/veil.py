"""Five Crowns Solitaire: hidden is what is still to be drawn, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.games.five_crowns.cards import KINDS, count_card, fill_pack
from fivefold.kernel.chance import shuffle
from fivefold.kernel.rules import rule

from .rules import HIDDEN, NOTHING, PACK, PILES, TO_DRAW, State


@rule
def veil(s: State, seat: int) -> None:
    for place in range(s.turn, TO_DRAW):
        if s.draws[place] != NOTHING:
            s.draws[place] = HIDDEN


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    """The cards that lie nowhere else, in any order."""
    hidden, left = np.zeros(PACK, np.int64), np.zeros(KINDS, np.int64)
    for place in range(fill_pack(1, hidden)):
        left[hidden[place]] += 1
    count = 0
    for kind in range(KINDS):
        seen = 1 if s.drawn == kind else 0
        for pile in range(PILES):
            seen += count_card(s.piles, s.jokers, pile, kind)
        for place in range(TO_DRAW):
            if s.discards[place] == kind:
                seen += 1
        for _ in range(left[kind] - seen):
            hidden[count] = kind
            count += 1
    shuffle(stream, hidden, count)
    for place in range(TO_DRAW):
        if s.draws[place] == HIDDEN:
            count -= 1
            s.draws[place] = hidden[count]
