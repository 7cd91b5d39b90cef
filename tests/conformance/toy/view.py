"""Pips: the table as a seat sees it."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import members, size

from .rules import CARDS, NOTHING, State


def view(s: State, seat: int) -> dict[str, Any]:
    players = range(s.players)
    return {
        "hands": [[f"c{card + 1}" if card < CARDS else "?" for card in members(s.hands[other])] for other in players],
        "counts": [size(s.hands[other]) for other in players],
        "choice": [None if s.choice[other] == NOTHING else s.choice[other] for other in players],
        "chosen": list(members(s.chosen)),
        "shown": [f"c{card + 1}" for card in members(s.shown)],
        "won": [s.won[other] for other in players],
        "pile": [card for card in s.pile if card != NOTHING],
    }
