"""Number Poker: hidden is what lies in the others' closed hands, and nothing else."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import has, nth, size
from fivefold.kernel.chance import below
from fivefold.kernel.rules import rule

from .rules import HIDDEN, State, choices_of


@rule
def veil(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat and has(s.chosen, other):
            s.choice[other] = HIDDEN


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    for other in range(s.players):
        if s.choice[other] == HIDDEN:
            choices = choices_of(s, other)
            s.choice[other] = nth(choices, below(stream, size(choices)))
