"""Shell Game: the row as everybody may see it, what was asked and found, and who has won which pieces."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import members

from .rules import (
    ASKS,
    FLIPPING,
    HIDDEN,
    NOTHING,
    OVER,
    OWN_PIECES,
    POSITIONS,
    SETS,
    SETTING,
    SYMBOLS,
    State,
    shifts_in_row,
)
from .text import LETTERS

PHASES = ("set", "cover", "shift", "ask", "flip", "over")
COVERED = "?"


def view(s: State, seat: int) -> dict[str, Any]:
    over = s.phase == OVER
    return {
        "phase": PHASES[s.phase],
        "round": min(s.round + 1, SETS),
        "mover": None if over else s.mover,
        "seeker": None if over else s.seeker,
        "seekers": [] if over else [seeker_of(s, s.mover, ask) for ask in range(ASKS)],
        "study_seconds": s.study_seconds,
        "row": [lying(symbol) for symbol in s.row],
        "face_down": letters(s.face_down),
        "shifts": 0 if over else shifts_in_row(s),
        "shifts_left": 0 if over else shifts_in_row(s) - s.shifts,
        "asked": LETTERS[s.asked[s.asks]] if s.phase == FLIPPING else None,
        "asks": [ask_shown(s, ask) for ask in range(ASKS) if s.asked[ask] != NOTHING],
        "unused": [s.unused[player] for player in range(s.players)],
        "won": [[piece_shown(piece) for piece in members(s.won[player])] for player in range(s.players)],
    }


def lying(symbol: int) -> str | None:
    """What a position of the row shows."""
    return None if symbol == NOTHING else COVERED if symbol == HIDDEN else LETTERS[symbol]


def letters(symbols: int) -> list[str]:
    return [LETTERS[symbol] for symbol in members(symbols)]


def piece_shown(piece: int) -> dict[str, Any]:
    """A piece that was won: it has its first owner's colour."""
    return {"owner": piece // OWN_PIECES, "symbol": LETTERS[piece % SYMBOLS]}


def seeker_of(s: State, mover: int, ask: int) -> int:
    """The others in turn, clockwise from the mover's left."""
    return (mover + 1 + ask % (s.players - 1)) % s.players


def mover_of_asks(s: State) -> int:
    """Whose row the asks are about: until a new row is set, they are those of the row before."""
    return (s.mover - 1) % s.players if s.phase == SETTING else s.mover


def ask_shown(s: State, ask: int) -> dict[str, Any]:
    """One ask, and what came of it once a piece is flipped."""
    mover = mover_of_asks(s)
    shown: dict[str, Any] = {
        "seeker": seeker_of(s, mover, ask),
        "asked": LETTERS[s.asked[ask]],
        "position": None,
        "found": None,
        "keeper": None,
        "taken": [],
    }
    if s.flipped[ask] != NOTHING:
        shown["position"] = s.flipped[ask] + 1
        shown["found"] = LETTERS[s.found[ask]]
        shown["keeper"] = shown["seeker"] if s.found[ask] == s.asked[ask] else mover
        shown["taken"] = [[position + 1, LETTERS[symbol]] for position, symbol in pieces_taken(s, ask)]
    return shown


def pieces_taken(s: State, ask: int) -> list[tuple[int, int]]:
    """The piece that was flipped; with the last ask the one that is left over, too, by position and symbol."""
    taken = [(s.flipped[ask], s.found[ask])]
    if ask == ASKS - 1:
        (position,) = set(range(POSITIONS)) - set(s.flipped)
        (symbol,) = set(range(SYMBOLS)) - set(s.found)
        taken.append((position, symbol))
    return taken
