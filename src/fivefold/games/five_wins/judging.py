"""What a position of Five Wins is worth, for the search: lines that can still become five, and threats.

A window is five squares in a line. If only one seat has pieces there, it may still become that seat's line. All
windows of a direction that begin in one column are looked at together, a bit for each row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, has, lowest, size
from fivefold.kernel.rules import rule
from fivefold.search.alpha_beta import HANGING, Judgement

from .rules import (
    COLUMNS,
    FIVE,
    MARGIN,
    NOWHERE,
    PIECES,
    PIECES_EACH,
    ROWS,
    SEATS,
    State,
    column_of,
    gather,
    groups_that_may_stay,
    may_link,
    nth_piece,
    placing,
    put_away,
    row_of,
    square_at,
    take_group,
    touched,
    touched_by,
)

FAR = FIVE - 1
"""Windows reach so far beyond the pieces."""
NORTH, EAST, NORTH_EAST, SOUTH_EAST = 0, 1, 2, 3
DIRECTIONS = 4

LINE, WINDOW = (1 << FIVE + FAR) - 1, (1 << FIVE) - 1
"""A line through a square, FAR squares both ways, and a window, as bits."""
MAKES_FIVE, STOPS_FIVE, CAPTURE = 1 << 18, 1 << 12, 1 << 8
"""What a move promises that makes five, that takes a square on which the other seat would, and by each piece that it
captures."""

TURN, TURN_MOVING, PIECE, FIVE_NEXT, OTHERS_FIVE_NEXT, OTHERS_SECOND = 25, 303, 297, 1372, 624, 479
"""What the turn, a piece more and a five that can be reached are worth; like the weights of windows, by a logistic
regression over matches of this search with itself (docs/algorithms/alpha_beta.md)."""

NUMBERS = np.random.default_rng(5).integers(0, 1 << 62, (SEATS * COLUMNS, ROWS))
"""A random number for each piece on each square."""
COUNTERS = np.random.default_rng(55).integers(0, 1 << 62, (2 * SEATS, 1001))
"""A random number for who moves in which phase, and for each count of moves without a capture."""


@rule
def key(s: State) -> int:
    number = COUNTERS[2 * s.turn + placing(s), s.quiet]
    for seat in range(SEATS):
        for column in range(MARGIN, s.east + 1):
            left = s.pieces[seat, column]
            while left:
                number ^= NUMBERS[seat * COLUMNS + column, lowest(left)]
                left &= left - 1
    return int(number)


# --- windows ----------------------------------------------------------------------------------------------------------


@rule
def of_window(s: State, seat: int, column: int, direction: int, k: int) -> int:
    """The windows of a direction that begin in the column and in whose square k a piece of the seat lies: by the row
    where they begin, shifted FAR rows north, since they may begin south of the table."""
    there = column if direction == NORTH else column + k
    if not MARGIN <= there <= s.east:
        return 0
    rows = s.pieces[seat, there] << FAR
    return int(rows if direction == EAST else rows << k if direction == SOUTH_EAST else rows >> k)


@rule
def squares_of(windows: int, column: int, direction: int, k: int) -> tuple[int, int]:
    """Square k of these windows: its column, and the rows."""
    rows = windows if direction == EAST else windows >> k if direction == SOUTH_EAST else windows << k
    return column if direction == NORTH else column + k, rows >> FAR


@rule
def add_five(a: int, b: int, c: int, d: int, e: int) -> tuple[int, int, int]:
    """Counts bit by bit in how many of the five sets it is: the sum's ones, twos and fours."""
    ab, abc = a ^ b, a ^ b ^ c
    first = a & b | ab & c
    ones = abc ^ d ^ e
    second = abc & d | (abc ^ d) & e
    return ones, first ^ second, first & second


@rule
def lines_of(s: State, seat: int) -> tuple[int, int, int, int, int]:
    """How many windows, in which the other seat has nothing, hold two, three and four of the seat's pieces; and up to
    two squares that would complete five and can be reached now, NOWHERE if there are none."""
    twos = threes = fours = 0
    square, second = NOWHERE, NOWHERE
    for direction in range(DIRECTIONS):
        for column in range(MARGIN if direction == NORTH else MARGIN - FAR, s.east + 1):
            a, b = of_window(s, seat, column, direction, 0), of_window(s, seat, column, direction, 1)
            c, d = of_window(s, seat, column, direction, 2), of_window(s, seat, column, direction, 3)
            ones, two, four = add_five(a, b, c, d, of_window(s, seat, column, direction, 4))
            if two | four == 0:
                continue
            free = ~taken(s, 1 - seat, column, direction)
            twos += size(two & ~ones & free)
            threes += size(two & ones & free)
            four &= ~ones & free
            fours += size(four)
            if four:
                square, second = squares_to_five(s, seat, column, direction, four, square, second)
    return twos, threes, fours, square, second


@rule
def taken(s: State, seat: int, column: int, direction: int) -> int:
    """The windows of a direction that begin in the column and in which a piece of the seat lies."""
    windows = 0
    for k in range(FIVE):
        windows |= of_window(s, seat, column, direction, k)
    return windows


@rule
def squares_to_five(
    s: State, seat: int, column: int, direction: int, fours: int, square: int, second: int
) -> tuple[int, int]:
    """Adds to two squares those that these windows of four lack, if they can be reached."""
    for k in range(FIVE):
        there, rows = squares_of(fours & ~of_window(s, seat, column, direction, k), column, direction, k)
        reached = touched(s, there) if MARGIN - 1 <= there <= s.east + 1 else 0
        left = rows & reached
        while left:
            found = square_at(there, lowest(left))
            left &= left - 1
            if square == NOWHERE:
                square = found
            elif square != found:
                second = found
    return square, second


# --- what moves promise -----------------------------------------------------------------------------------------------

OWN = (0, 1, 8, 40, MAKES_FIVE)
OTHERS = (0, 1, 6, 30, STOPS_FIVE)
"""What a square promises for each window in which so many pieces of the seat, or of the other, lie."""


@rule
def of_line(s: State, seat: int, column: int, row: int, direction: int) -> int:
    """Where pieces of the seat lie in the line through a square, from FAR squares before it to FAR behind."""
    if direction == NORTH:
        return int((s.pieces[seat, column] << FAR) >> row & LINE)
    line = 0
    for k in range(-FAR, FIVE):
        if MARGIN <= column + k <= s.east:
            north = k if direction == NORTH_EAST else -k if direction == SOUTH_EAST else 0
            line |= ((s.pieces[seat, column + k] << FAR) >> (row + FAR + north) & 1) << (FAR + k)
    return line


@rule
def promise_of(s: State, seat: int, column: int, row: int) -> int:
    """What a piece of the seat on an empty square would make or stop."""
    promise = 0
    for direction in range(DIRECTIONS):
        own, others = of_line(s, seat, column, row, direction), of_line(s, 1 - seat, column, row, direction)
        for k in range(FIVE):
            mine, theirs = own >> k & WINDOW, others >> k & WINDOW
            if theirs == 0:
                promise += OWN[size(mine)]
            elif mine == 0:
                promise += OTHERS[size(theirs)]
    return promise


@rule
def promise_squares(s: State, seat: int, column: int, rows: int, base: int, k: int, promises: Any) -> int:
    """Writes what the rows of a column promise, from number k on; returns the number after them."""
    while rows:
        promises[k] = base + promise_of(s, seat, column, lowest(rows))
        k += 1
        rows &= rows - 1
    return k


@rule
def promise_places(s: State, seat: int, promises: Any) -> None:
    k = 0
    for column in range(MARGIN - 1, s.east + 2):
        k = promise_squares(s, seat, column, touched(s, column), 0, k, promises)


@rule
def without(rows: int, column: int, square: int) -> int:
    """The rows but the square's, if it is in this column."""
    return rows & ~bit(row_of(square)) if column == column_of(square) else rows


@rule
def promise_moves(s: State, seat: int, promises: Any) -> None:
    k = 0
    for piece in range(PIECES_EACH):
        if s.ways[piece] == 0:
            continue
        origin = nth_piece(s, seat, piece)
        links = has(may_link(s, column_of(origin)), row_of(origin))
        s.pieces[seat, column_of(origin)] ^= bit(row_of(origin))
        base = -promise_of(s, seat, column_of(origin), row_of(origin))
        if links:
            k = promise_groups(s, seat, origin, base, k, promises)
        else:
            for column in range(MARGIN - 1, s.east + 2):
                rows = without(touched(s, column), column, origin)
                k = promise_squares(s, seat, column, rows, base, k, promises)
        s.pieces[seat, column_of(origin)] ^= bit(row_of(origin))


@rule
def promise_groups(s: State, seat: int, origin: int, base: int, k: int, promises: Any) -> int:
    """The ways to move a piece that may link others: by the group that stays, then by the square."""
    largest = groups_that_may_stay(s, origin)[0]
    remaining = gather(s, origin)
    while remaining > 0:
        pieces = take_group(s)
        remaining -= pieces
        if pieces == largest:
            gain = base + CAPTURE * captured_more(s, seat)
            for column in range(MARGIN - 1, s.east + 2):
                rows = touched_by(s.group[column - 1], s.group[column], s.group[column + 1])
                k = promise_squares(s, seat, column, without(rows, column, origin), gain, k, promises)
    put_away(s)
    return k


@rule
def captured_more(s: State, seat: int) -> int:
    """How many more pieces the other seat loses than this one if the group stays."""
    more = 0
    for column in range(MARGIN, s.east + 1):
        more += size(s.pieces[1 - seat, column] & ~s.group[column]) - size(s.pieces[seat, column] & ~s.group[column])
    return more


@rule
def keep_only(least: int, actions: Any, count: int, promises: Any) -> int:
    """Leaves the actions that promise so much; all, if none does."""
    kept = 0
    for k in range(count):
        if promises[k] >= least:
            actions[kept], promises[kept] = actions[k], promises[k]
            kept += 1
    return kept if kept else count


@rule
def order(s: State, seat: int, actions: Any, count: int, promises: Any) -> int:
    """While pieces are placed, five in a line, or else what stops five, is all that need be looked at."""
    if s.placed == 0:
        return count
    if not placing(s):
        promise_moves(s, seat, promises)
        return count
    promise_places(s, seat, promises)
    kept = keep_only(MAKES_FIVE, actions, count, promises)
    return kept if kept < count or s.placed == PIECES - 1 else keep_only(STOPS_FIVE, actions, count, promises)


# --- what a position is worth -----------------------------------------------------------------------------------------


@rule
def evaluate(s: State, seat: int) -> int:
    """While pieces are placed, five that can be made or must be stopped are looked into."""
    twos, threes, fours, square, _ = lines_of(s, seat)
    others_twos, others_threes, others_fours, others_square, others_second = lines_of(s, 1 - seat)
    if placing(s):
        if square != NOWHERE or others_square != NOWHERE:
            return HANGING
        return (
            TURN + 37 * twos + 120 * threes + 345 * fours - 24 * others_twos - 96 * others_threes - 331 * others_fours
        )
    value = TURN_MOVING + 20 * (threes - others_threes) + 142 * fours - 67 * others_fours
    value += PIECE * (s.lying[seat] - s.lying[1 - seat]) + FIVE_NEXT * (square != NOWHERE)
    return value - OTHERS_FIVE_NEXT * (others_square != NOWHERE) - OTHERS_SECOND * (others_second != NOWHERE)


JUDGEMENT = Judgement(evaluate, key, order)
