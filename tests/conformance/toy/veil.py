"""Pips: hidden are the other hands, the choices in them, and the pile."""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, has, nth, size
from fivefold.kernel.chance import below, shuffle
from fivefold.kernel.rules import rule

from .rules import CARDS, HIDDEN, NOTHING, State

HELD = 62
"""Stands in a veiled hand for each card that is held, from this number down: how many they are is open."""


@rule
def veil(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            count = size(s.hands[other])
            s.hands[other] = 0
            for i in range(count):
                s.hands[other] |= bit(HELD - i)
            if s.choice[other] != NOTHING:
                s.choice[other] = HIDDEN
    for place in range(CARDS):
        if s.pile[place] != NOTHING:
            s.pile[place] = HIDDEN


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    unknown = np.zeros(CARDS, np.int64)
    count = 0
    for card in range(CARDS):
        if not has(s.shown, card) and not (seat >= 0 and has(s.hands[seat], card)):
            unknown[count] = card
            count += 1
    shuffle(stream, unknown, count)
    for other in range(s.players):
        if other != seat:
            held = size(s.hands[other])
            s.hands[other] = 0
            for _ in range(held):
                count -= 1
                s.hands[other] |= bit(unknown[count])
            if s.choice[other] == HIDDEN:
                s.choice[other] = nth(s.hands[other], below(stream, held))
    for place in range(CARDS):
        if s.pile[place] == HIDDEN:
            count -= 1
            s.pile[place] = unknown[count]
