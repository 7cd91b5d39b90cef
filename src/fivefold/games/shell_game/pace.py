"""Shell Game: the symbols are seen for the study time, and shifts are made one by one."""

from __future__ import annotations

from fivefold.games.pace import FREE, Pace

from .rules import ASKING, COVERING, FLIPPING, SHIFTING, State

LEAST_STUDY = 10_000
SHIFT = 1_000
"""Milliseconds; so long a shift can be watched, and so can the covering before the first."""


def pace(s: State) -> Pace:
    if s.phase == COVERING:
        return Pace(hold=LEAST_STUDY, move="cover", after=1000 * s.study_seconds)
    if s.phase == SHIFTING or (s.phase == ASKING and s.asks == 0):
        return Pace(hold=SHIFT)
    return Pace(remembered=True) if s.phase == FLIPPING else FREE
