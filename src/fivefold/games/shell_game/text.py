"""Shell Game: `set PLTS`, `cover`, `2>4` a shift, `ask T`, `flip 3`."""

from __future__ import annotations

from typing import Any

from fivefold.games.game import GameText, Refusal

from .rules import (
    ARRANGEMENTS,
    ASK,
    COVER,
    COVERING,
    FLIP,
    FLIPPING,
    OVER,
    POSITIONS,
    SETTING,
    SHIFTING,
    SHIFTS,
    State,
    shifts_in_row,
)

LETTERS = "PLTS"
SET_UNSEEN = "set"
"""A row that was set, to whoever asks after it was covered."""


class Text(GameText):
    def __init__(self) -> None:
        positions = range(1, POSITIONS + 1)
        self.actions = [
            *("set " + "".join(LETTERS[symbol] for symbol in arrangement) for arrangement in ARRANGEMENTS),
            "cover",
            *(f"{origin}>{target}" for origin in positions for target in positions),
            *(f"ask {letter}" for letter in LETTERS),
            *(f"flip {position}" for position in positions),
        ]
        self.numbers = {text: action for action, text in enumerate(self.actions)}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self.actions[action]

    def read(self, s: Any, seat: int, text: str) -> int | None:
        return self.numbers.get(text)

    def seen_later(self, s: State, seat: int, action: int, viewer: int, now: State) -> str:
        """From `cover` on the row's symbols are gone from the past, too, for everybody and until the match is over."""
        still_open = now.phase == COVERING and (now.round, now.mover) == (s.round, s.mover)
        if action < COVER and not still_open and now.phase != OVER:
            return SET_UNSEEN
        return self.seen(s, seat, action, viewer)

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        if s.phase == SETTING:
            return Refusal("set_first")
        if s.phase == FLIPPING:
            return self._why_not_flipped(s, action)
        if action < COVER:
            return Refusal("already_set")
        if s.phase == COVERING:
            return Refusal("cover_first")
        if action == COVER:
            return Refusal("already_covered")
        if action >= FLIP:
            return Refusal("seeker_flips")
        return self._why_not_shifted(s, action) if s.phase == SHIFTING else self._why_not_asked(s, action)

    def _why_not_flipped(self, s: State, action: int) -> Refusal:
        if action < FLIP:
            return Refusal("flip_now", {"symbol": LETTERS[s.asked[s.asks]]})
        return Refusal("nothing_there", {"position": action - FLIP + 1})

    def _why_not_shifted(self, s: State, action: int) -> Refusal:
        if action >= ASK:
            return Refusal("shift_first", {"shifts": shifts_in_row(s), "made": s.shifts})
        return Refusal("no_change", {"position": (action - SHIFTS) // POSITIONS + 1})

    def _why_not_asked(self, s: State, action: int) -> Refusal:
        if action < ASK:
            return Refusal("shifts_made", {"shifts": shifts_in_row(s)})
        return Refusal("found_already", {"symbol": LETTERS[action - ASK]})
