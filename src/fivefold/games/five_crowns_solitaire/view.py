"""Five Crowns Solitaire: the table as its player sees it, from a veiled state."""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.games.five_crowns.cards import RANK_TEXTS, TEXTS, list_cards
from fivefold.games.five_crowns.laying import lay_out
from fivefold.kernel.bits import has

from .rules import HIDDEN, LARGEST, NOTHING, PILES, State, over, pile_size


def view(s: State, seat: int) -> dict[str, Any]:
    after = points_after(s)
    return {
        "piles": [pile_view(s, pile) for pile in range(PILES)],
        "drawn": None if s.drawn == NOTHING else TEXTS[s.drawn],
        "to_draw": sum(kind != NOTHING for kind in s.draws),
        "draws": [TEXTS[kind] for kind in s.draws if kind not in (NOTHING, HIDDEN)] if over(s) else None,
        "discards": [TEXTS[kind] for kind in s.discards if kind != NOTHING],
        "after": after,
        "closing": [move for move, points in after.items() if points == 0],
    }


def cards_of(s: State, pile: int) -> tuple[int, ...]:
    cards = np.zeros(LARGEST, np.int64)
    return tuple(sorted(cards[: list_cards(s.piles, s.jokers, pile, cards)].tolist()))


def pile_view(s: State, pile: int) -> dict[str, Any]:
    """A pile's cards and their best melds; what stays unused is still in the way of closing it."""
    cards = cards_of(s, pile)
    return {
        "size": pile_size(pile),
        "wild": RANK_TEXTS[pile],
        "closed": has(s.closed, pile),
        "cards": [TEXTS[kind] for kind in cards],
        **lay_out(cards, pile),
    }


def points_after(s: State) -> dict[str, int]:
    """By move, the points that stay unused in its pile: 0 closes it."""
    if over(s):
        return {}
    points = {}
    for pile in range(PILES):
        cards = (*cards_of(s, pile), s.drawn)
        for kind in sorted(set(cards)) if not has(s.closed, pile) else ():
            rest = list(cards)
            rest.remove(kind)
            points[f"{pile_size(pile)} {TEXTS[kind]}"] = lay_out(tuple(sorted(rest)), pile)["points"]
    return points
