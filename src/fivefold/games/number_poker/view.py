"""Number Poker: the table as a seat sees it, from a state veiled for that seat."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import members

from .rules import NOTHING, VALUES, State
from .text import CLOSED, Text


def view(s: State, seat: int) -> dict[str, Any]:
    players = range(s.players)
    return {
        "pieces": [[s.pieces[other, value] for value in range(VALUES)] for other in players],
        "empty_hand": [bool(s.empty[other]) for other in players],
        "closed": list(members(s.chosen)),
        "choice": [choice(s.choice[other]) for other in players],
        "shown": [choice(s.shown[other]) for other in players],
        "claimer": seat_or_none(s.claimer),
        "claimed": seat_or_none(s.claimed),
        "keeper": seat_or_none(s.keeper),
        "won": [[s.won[other, value] for value in range(VALUES)] for other in players],
    }


def choice(action: int) -> str | None:
    """A hand's content as text, None where there is none, `?` where it is closed."""
    if action == NOTHING:
        return None
    return CLOSED if action < NOTHING else CHOICE_TEXTS[action]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOTHING else seat


CHOICE_TEXTS = Text().actions
