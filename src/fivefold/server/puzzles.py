"""The puzzle of a day: a beginning from which one player goes on, the same for everybody and for ever.

All of it derives from the date. Clear Up is played at random for a while, then with care that one piece can still be
reached, until few pieces are left; that again and again, until at least half of the jumps would spoil it. On Mondays
few pieces are left, on Sundays nearly twice as many. Five Crowns Solitaire is dealt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from functools import cache, lru_cache
from itertools import count
from typing import Any

from fivefold.games import BadInput, find
from fivefold.games.catalogue import quoted
from fivefold.games.clear_up.rules import BOARD, CORNERS, SQUARES, can_jump
from fivefold.games.clear_up.solver import Solver, after
from fivefold.kernel.bits import members, size
from fivefold.match.dealer import Dealer
from fivefold.match.position import start
from fivefold.search.limit import FOR_EVER, Limit

from .messages import Beginning, Puzzle, Told

USUAL = "clear_up"
PIECES_ON_MONDAY = 8
"""And one more on each day of the week."""
PLAYED_WITH_CARE = 11
"""So many pieces are left when care begins."""
FEWEST_JUMPS = 3
"""With less to choose from at first, it is no puzzle."""
KEPT = 64
"""Puzzles that need not be found anew."""


def read_date(text: str) -> date:
    """A date as it stands in an address.

    >>> read_date("2026-11-19").weekday()
    3
    """
    try:
        read = date.fromisoformat(text)
    except ValueError:
        read = None
    if read is None or read.isoformat() != text:
        raise BadInput(f"a date is written as in 2026-11-19, not {quoted(text)}")
    return read


@lru_cache(KEPT)
def puzzle_of(day: date, game: str = USUAL) -> Puzzle:
    """The puzzle of a day, in one of the games that have puzzles."""
    if game not in MAKERS:
        raise BadInput(f"there are daily puzzles of {' and '.join(MAKERS)}, not of {quoted(game)}")
    found = find(game)
    sentence = found.catalogue.sentence("goals", "solve", {})
    return Puzzle(day.isoformat(), game, 1, {}, MAKERS[game](day), Told("solve", {}, sentence))


def dealer_of(day: date, game: str, attempt: int = 0) -> Dealer:
    """The chance of a day."""
    return Dealer(key=hashlib.sha256(f"fivefold puzzle {game} {day.isoformat()} {attempt}".encode()).digest())


# --- Clear Up ---------------------------------------------------------------------------------------------------------


def clear_up(day: date) -> Beginning:
    """The first beginning that is a puzzle."""
    left = PIECES_ON_MONDAY + day.weekday()
    beginnings = (played_on(dealer_of(day, "clear_up", attempt), left) for attempt in count())
    jumps = next(jumps for position, jumps in beginnings if size(position) == left and is_puzzle(position))
    text: Any = find("clear_up").text
    return Beginning(moves=[(0, text.actions[jump]) for jump in jumps])


def played_on(dealer: Dealer, left: int) -> tuple[int, list[int]]:
    """Jumps from the start until so many pieces are left, or until there is no way on, and where they lead."""
    position, jumps = BOARD & ~CORNERS, []
    while size(position) > left:
        possible = dealer.shuffle(jumps_of(position))
        if size(position) <= PLAYED_WITH_CARE:
            possible = [jump for jump in possible if solvable(after(position, jump))]
        if not possible:
            break
        jumps.append(possible[0])
        position = after(position, jumps[-1])
    return position, jumps


def jumps_of(position: int) -> list[int]:
    return [SQUARES * direction + square for direction in range(4) for square in members(can_jump(position, direction))]


def is_puzzle(position: int) -> bool:
    """Can one piece still be reached, but not after most of the jumps?"""
    possible = jumps_of(position)
    if len(possible) < FEWEST_JUMPS or not solvable(position):
        return False
    return 2 * sum(solvable(after(position, jump)) for jump in possible) <= len(possible)


@cache
def solver() -> Solver:
    return Solver(find("clear_up").engine)


def solvable(position: int) -> bool:
    return bool(solver().solve(position, Limit(units=FOR_EVER).begin()))


# --- Five Crowns Solitaire --------------------------------------------------------------------------------------------


def five_crowns_solitaire(day: date) -> Beginning:
    """The pack, shuffled."""
    seed = int.from_bytes(dealer_of(day, "five_crowns_solitaire").key)
    return Beginning(shuffles=start("five_crowns_solitaire", seed=seed).record()["shuffles"])


MAKERS: dict[str, Callable[[date], Beginning]] = {
    "clear_up": clear_up,
    "five_crowns_solitaire": five_crowns_solitaire,
}
