"""Shell Game: four pieces are shown, covered and shifted; then the seekers turn over the symbols they are asked for.

A symbol is 0 to 3 for point, line, triangle and square; a position is 0 to 3 from the mover's left. A piece is
8 * its owner + 4 * its set + its symbol. Actions, in this order: `set` for each arrangement, `cover`, a shift
(4 * from + to), `ask` for each symbol, `flip` for each position.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, first, lowest, members, size
from fivefold.kernel.layout import Layout, bits, int8
from fivefold.kernel.rules import rule

SEATS, SYMBOLS, SETS = 4, 4, 2
POSITIONS = SYMBOLS
OWN_PIECES = SETS * SYMBOLS
SHIFTS_IN_FIRST_ROUND = 3
ASKS = 3

SETTING, COVERING, SHIFTING, ASKING, FLIPPING, OVER = range(6)
"""What comes next."""
NOTHING, HIDDEN = -1, -2

ARRANGEMENTS = np.array(list(permutations(range(SYMBOLS))), np.int8)
"""All orders in which the four symbols can be set."""

COVER = len(ARRANGEMENTS)
SHIFTS = COVER + 1
ASK = SHIFTS + POSITIONS * POSITIONS
FLIP = ASK + SYMBOLS
ACTIONS = WIDTH = FLIP + POSITIONS
WORDS = 1
CHOICES = len(ARRANGEMENTS)
"""All arrangements, before a row is set; there are 12 shifts, and at most four symbols or positions."""
PACK = 0

ALL = first(POSITIONS)
ANY_SET = first(COVER)
ANY_SHIFT = sum(bit(SHIFTS + POSITIONS * a + b) for a in range(POSITIONS) for b in range(POSITIONS) if a != b)
"""A piece that is put back where it was is not shifted."""


class State(Layout):
    won = bits[4]  # the pieces that each seat has set aside
    players = int8
    study_seconds = int8  # the option: whoever keeps the time counts them, the rules do not
    round = int8  # from 0
    mover = int8
    phase = int8  # SETTING to OVER
    shifts = int8  # made in this row
    asks = int8  # answered in this row
    seeker = int8  # whom the mover asks next, or who must flip a piece; NOTHING when the match is over
    face_down = int8  # the symbols that lie in the row; which they are, is never a secret
    places = int8  # the positions where they lie
    row = int8[4]  # the symbol at each position, NOTHING or HIDDEN
    asked = int8[3]  # by ask, in the row that lies or was finished last: the symbol asked for, or NOTHING
    flipped = int8[3]  # the position that was flipped, or NOTHING
    found = int8[3]  # the symbol that was seen there, or NOTHING
    unused = int8[4]  # the pieces that each seat has not played yet


@rule
def set_up(s: State) -> None:
    for seat in range(s.players):
        s.unused[seat] = OWN_PIECES
    for position in range(POSITIONS):
        s.row[position] = NOTHING
    forget_asks(s)
    begin_row(s, 0)


@rule
def forget_asks(s: State) -> None:
    for ask in range(ASKS):
        s.asked[ask] = s.flipped[ask] = s.found[ask] = NOTHING


@rule
def begin_row(s: State, mover: int) -> None:
    s.mover = mover
    s.seeker = seat_after(s, mover)
    s.phase = SETTING
    s.shifts = s.asks = 0


@rule
def seat_after(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0


@rule
def shifts_in_row(s: State) -> int:
    """Three in the first round, four in the second."""
    return SHIFTS_IN_FIRST_ROUND + s.round


# --- what may be done -------------------------------------------------------------------------------------------------


@rule
def acting(s: State) -> int:
    if s.phase == OVER:
        return 0
    return bit(s.seeker if s.phase == FLIPPING else s.mover)


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    if s.phase == SETTING:
        sets[0] = ANY_SET
    elif s.phase == COVERING:
        sets[0] = bit(COVER)
    elif s.phase == SHIFTING:
        sets[0] = ANY_SHIFT
    elif s.phase == ASKING:
        sets[0] = s.face_down << ASK
    else:
        sets[0] = s.places << FLIP


@rule
def play(s: State, seat: int, action: int) -> None:
    if action < COVER:
        set_row(s, action)
    elif action == COVER:
        s.phase = SHIFTING
    elif action < ASK:
        shift(s, (action - SHIFTS) // POSITIONS, (action - SHIFTS) % POSITIONS)
    elif action < FLIP:
        s.asked[s.asks] = action - ASK
        s.phase = FLIPPING
    else:
        flip(s, action - FLIP)


# --- the mover sets and shifts ----------------------------------------------------------------------------------------


@rule
def set_row(s: State, arrangement: int) -> None:
    for position in range(POSITIONS):
        s.row[position] = int(ARRANGEMENTS[arrangement, position])
    s.face_down = s.places = ALL
    s.unused[s.mover] -= SYMBOLS
    forget_asks(s)
    s.phase = COVERING


@rule
def shift(s: State, origin: int, target: int) -> None:
    """Takes the piece out and puts it back at its new position; those between close ranks and make room."""
    piece = s.row[origin]
    step = 1 if target > origin else -1
    position = origin
    while position != target:
        s.row[position] = s.row[position + step]
        position += step
    s.row[target] = piece
    s.shifts += 1
    if s.shifts == shifts_in_row(s):
        s.phase = ASKING


# --- the seekers seek -------------------------------------------------------------------------------------------------


@rule
def flip(s: State, position: int) -> None:
    """The piece goes to the seeker if it is right, else to the mover; of the last two, both."""
    symbol = s.row[position]
    s.flipped[s.asks], s.found[s.asks] = position, symbol
    keeper = s.seeker if symbol == s.asked[s.asks] else s.mover
    s.asks += 1
    if s.asks < ASKS:
        set_aside(s, keeper, bit(symbol), bit(position))
        ask_next(s)
    else:
        set_aside(s, keeper, s.face_down, s.places)
        next_mover(s)


@rule
def set_aside(s: State, keeper: int, symbols: int, positions: int) -> None:
    """The pieces leave the row for good; the others stay where they are."""
    s.won[keeper] |= symbols << (OWN_PIECES * s.mover + SYMBOLS * s.round)
    s.face_down &= ~symbols
    s.places &= ~positions
    while positions:
        s.row[lowest(positions)] = NOTHING
        positions &= positions - 1


@rule
def ask_next(s: State) -> None:
    """The seekers take turns, clockwise from the mover's left, and begin again when all have been asked."""
    seeker = seat_after(s, s.seeker)
    s.seeker = seeker if seeker != s.mover else seat_after(s, seeker)
    s.phase = ASKING


@rule
def next_mover(s: State) -> None:
    """Every seat is the mover once in each round."""
    if s.mover + 1 == s.players:
        s.round += 1
    if s.round < SETS:
        begin_row(s, seat_after(s, s.mover))
    else:
        s.phase = OVER
        s.seeker = NOTHING


# --- the match --------------------------------------------------------------------------------------------------------


@rule
def over(s: State) -> bool:
    return s.phase == OVER


@rule
def score(s: State, seat: int) -> int:
    """The pieces that the seat owns, those not played yet too, but not those that lie in the row."""
    return s.unused[seat] + size(s.won[seat])


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = score(s, seat)


@rule
def standings(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = score(s, seat)


def longest(s: State) -> int:
    """Set, cover, the shifts, and an ask and a flip three times, for every seat in both rounds."""
    return sum(s.players * (2 + SHIFTS_IN_FIRST_ROUND + round + 2 * ASKS) for round in range(SETS))


def census(s: State) -> dict[int, int]:
    """How many pieces of each symbol there are: not played yet, set aside, and in the row."""
    pieces: Counter[int] = Counter()
    for seat in range(s.players):
        pieces.update(dict.fromkeys(range(SYMBOLS), s.unused[seat] // SYMBOLS))
        pieces.update(piece % SYMBOLS for piece in members(s.won[seat]))
    return dict(pieces + Counter(symbol for symbol in s.row if symbol >= 0))
