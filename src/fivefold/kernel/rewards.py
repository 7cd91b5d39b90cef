"""Rewards: what the end of a match is worth to each seat, the same wherever something is learnt or searched."""

from __future__ import annotations

from typing import Any

from .rules import rule


@rule
def rewards_of(standings: Any, players: int, out: Any) -> None:
    """Writes the share of opponents that each seat beat, ties half, scaled to -1…1, so that all add up to 0.
    A single player's is its standing itself: 1 if solved, else the share that was achieved."""
    if players == 1:
        out[0] = standings[0]
        return
    for seat in range(players):
        ahead = 0
        for other in range(players):
            if standings[seat] > standings[other]:
                ahead += 1
            elif standings[seat] < standings[other]:
                ahead -= 1
        out[seat] = ahead / (players - 1)
