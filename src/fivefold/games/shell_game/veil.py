"""Shell Game: from `cover` on, hidden from everybody is which symbol lies where: the mover may have forgotten, too.

Which symbols lie face down and at which positions is open. What a watcher has seen before, the arrangement and the
shifts, is the watcher's to remember, and no part of a state; so behind the veil every arrangement is as likely.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, nth, size
from fivefold.kernel.chance import below
from fivefold.kernel.rules import rule

from .rules import COVERING, HIDDEN, NOTHING, POSITIONS, State


@rule
def veil(s: State, seat: int) -> None:
    if s.phase == COVERING:
        return
    for position in range(POSITIONS):
        if s.row[position] != NOTHING:
            s.row[position] = HIDDEN


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    symbols = s.face_down
    for position in range(POSITIONS):
        if s.row[position] == HIDDEN:
            s.row[position] = nth(symbols, below(stream, size(symbols)))
            symbols &= ~bit(s.row[position])
