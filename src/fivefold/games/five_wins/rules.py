"""Five Wins: five of one's own in a line win, on a table without an edge.

The pieces lie in a window that goes with them: a column is the set of the rows on which a piece lies. The window
begins two columns west and two rows south of the outermost pieces, and the state remembers where 0,0 is in it. All
pieces hang together, so that 32 columns and 32 rows are enough for them, wherever they wander.

Squares are counted by column, then by row. While pieces are placed, action n is the n-th empty square that touches a
piece. Later a word is a piece of the seat, in the order of the squares, and number n of it the n-th way to move that
piece: by the group that stays, where there is a choice, then by the square where it is placed.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, has, lowest, nth, size
from fivefold.kernel.layout import Layout, bits, int8, int16, int32
from fivefold.kernel.rules import rule

SEATS, PIECES_EACH, FIVE = 2, 16, 5
PIECES = SEATS * PIECES_EACH
MARGIN = 2
"""Columns and rows around the pieces: one to place on, and one more, so that its neighbours can be looked at."""
COLUMNS = PIECES + 2 * MARGIN
ROWS = 64
"""What square numbers count a column as."""
NOWHERE = 0
"""A square that no piece ever touches."""
NOBODY, DRAW = -1, 2

# A group of n pieces touches at most 2n + 2 empty squares: a single one touches 4, and each that is added takes one
# away and brings three at most. While pieces are placed, n is 31 at most, which makes 64. A lifted piece touched every
# group that is left, and may not go back: 2n + 1 squares. It leaves at most 31 pieces, as one group (63 squares), or
# two or three of the same size (2 * 31, 3 * 21). So a word of 63 numbers is enough for a piece.
WIDTH, WORDS = 63, PIECES_EACH
ACTIONS = CHOICES = WORDS * WIDTH
PACK = 0
ALL_WAYS = (1 << WIDTH) - 1


class State(Layout):
    pieces = bits[SEATS, COLUMNS]  # by seat and column, the rows
    left = bits[COLUMNS]  # working space of a move, empty between moves: pieces that are in no group yet
    group = bits[COLUMNS]  # working space, too: the group taken from them
    origin_column = int32  # where the first piece was placed, in the window as it is now
    origin_row = int32
    draw_after = int16
    quiet = int16  # moves in a row without a capture
    players = int8
    turn = int8
    placed = int8  # how many pieces have been placed, both seats together
    lying = int8[SEATS]  # how many a seat has on the table
    east = int8  # the last column with a piece
    ways = int8[PIECES_EACH]  # in how many ways each piece of the seat whose turn it is can be moved
    winner = int8  # a seat, DRAW, or NOBODY yet


@rule
def set_up(s: State) -> None:
    s.origin_column = s.origin_row = MARGIN
    s.east = MARGIN - 1
    s.winner = NOBODY


@rule
def acting(s: State) -> int:
    return bit(s.turn) if s.winner == NOBODY else 0


@rule
def over(s: State) -> bool:
    return s.winner != NOBODY


@rule
def placing(s: State) -> bool:
    """Is it the first phase still?"""
    return s.placed < PIECES


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    for word in range(WORDS):
        sets[word] = 0
    if placing(s):
        places = 1 if s.placed == 0 else count_touched(s)
        sets[0] = set_of_ways(min(places, WIDTH))
        sets[1] = set_of_ways(max(places - WIDTH, 0))
    else:
        for piece in range(PIECES_EACH):
            sets[piece] = set_of_ways(s.ways[piece])


@rule
def set_of_ways(count: int) -> int:
    return ALL_WAYS >> (WIDTH - count)


@rule
def play(s: State, seat: int, action: int) -> None:
    if placing(s):
        square = square_at(MARGIN, MARGIN) if s.placed == 0 else nth_touched(s, action, NOWHERE)
        s.placed += 1
    else:
        origin = lift(s, seat, action // WIDTH)
        before = s.lying[0] + s.lying[1]
        way = capture(s, origin, action % WIDTH)
        s.quiet = 0 if s.lying[0] + s.lying[1] < before else s.quiet + 1
        square = nth_touched(s, way, origin)
    s.pieces[seat, column_of(square)] |= bit(row_of(square))
    s.lying[seat] += 1
    line = has_line_through(s, seat, column_of(square), row_of(square))
    keep_in_window(s)
    conclude(s, seat, line)


# --- squares ----------------------------------------------------------------------------------------------------------


@rule
def square_at(column: int, row: int) -> int:
    return column * ROWS + row


@rule
def column_of(square: int) -> int:
    return square // ROWS


@rule
def row_of(square: int) -> int:
    return square % ROWS


@rule
def occupied(s: State, column: int) -> int:
    return s.pieces[0, column] | s.pieces[1, column]


@rule
def touched_by(west: int, here: int, east: int) -> int:
    """The squares of a column, empty themselves, that touch with a side what lies there or in the columns beside."""
    return (west | east | here << 1 | here >> 1) & ~here


@rule
def touched(s: State, column: int) -> int:
    return touched_by(occupied(s, column - 1), occupied(s, column), occupied(s, column + 1))


@rule
def count_touched(s: State) -> int:
    count = 0
    for column in range(MARGIN - 1, s.east + 2):
        count += size(touched(s, column))
    return count


@rule
def nth_touched(s: State, n: int, excluded: int) -> int:
    """The n-th square on which a piece can be placed, if one is excluded."""
    for column in range(MARGIN - 1, s.east + 2):
        squares = touched(s, column)
        if column == column_of(excluded):
            squares &= ~bit(row_of(excluded))
        if n < size(squares):
            return square_at(column, nth(squares, n))
        n -= size(squares)
    return NOWHERE


@rule
def nth_piece(s: State, seat: int, n: int) -> int:
    """The square of a seat's n-th piece."""
    for column in range(MARGIN, s.east + 1):
        pieces = s.pieces[seat, column]
        if n < size(pieces):
            return square_at(column, nth(pieces, n))
        n -= size(pieces)
    return NOWHERE


@rule
def keep_in_window(s: State) -> None:
    """Lets the window go with the pieces, after one was placed."""
    west = MARGIN - 1
    while occupied(s, west) == 0:
        west += 1
    east, rows = west, occupied(s, west)
    while occupied(s, east + 1):
        east += 1
        rows |= occupied(s, east)
    s.east = east
    if west != MARGIN or lowest(rows) != MARGIN:
        shift_pieces(s, west, MARGIN - west, MARGIN - lowest(rows))


@rule
def shift_pieces(s: State, west: int, columns: int, rows: int) -> None:
    """Shifts all pieces, which lie from the column `west` on, so many columns to the east and rows to the north."""
    for i in range(s.east - west + 1):
        column = s.east - i if columns > 0 else west + i
        for seat in range(SEATS):
            pieces = s.pieces[seat, column]
            s.pieces[seat, column] = 0
            s.pieces[seat, column + columns] = pieces << rows if rows > 0 else pieces >> -rows
    s.east += columns
    s.origin_column += columns
    s.origin_row += rows


# --- the end ----------------------------------------------------------------------------------------------------------


@rule
def has_line_through(s: State, seat: int, column: int, row: int) -> bool:
    """Do five or more of the seat lie in a line with this one? No line can come into being elsewhere."""
    for columns, rows in ((1, 0), (0, 1), (1, 1), (1, -1)):
        ahead = pieces_in_line(s, seat, column, row, columns, rows)
        behind = pieces_in_line(s, seat, column, row, -columns, -rows)
        if ahead + 1 + behind >= FIVE:
            return True
    return False


@rule
def pieces_in_line(s: State, seat: int, column: int, row: int, columns: int, rows: int) -> int:
    """How many of the seat's pieces follow without a gap in that direction."""
    count = 0
    while has(s.pieces[seat, column + columns], row + rows):
        count += 1
        column += columns
        row += rows
    return count


@rule
def conclude(s: State, seat: int, line: bool) -> None:
    """After a placement: a line goes first, then too few pieces, then the draw."""
    if line:
        s.winner = seat
    elif placing(s):
        s.turn = 1 - seat
    elif s.lying[0] < FIVE or s.lying[1] < FIVE:
        s.winner = DRAW if s.lying[0] < FIVE and s.lying[1] < FIVE else 0 if s.lying[1] < FIVE else 1
    elif s.quiet >= s.draw_after:
        s.winner = DRAW
    else:
        begin_turn(s, 1 - seat)


@rule
def begin_turn(s: State, seat: int) -> None:
    """The seat's turn, or the other's if it has no piece that can be lifted. One of them has: no piece lies west of
    the westernmost."""
    for turn in (seat, 1 - seat):
        s.turn = turn
        if find_ways(s, turn):
            return


# --- lifting and capturing --------------------------------------------------------------------------------------------


@rule
def find_ways(s: State, seat: int) -> bool:
    """Counts the ways in which each of the seat's pieces can be moved. Is there any?"""
    around = count_touched(s)
    piece, found = 0, False
    for column in range(MARGIN, s.east + 1):
        liftable = with_free_side(s, column)
        linking = may_link(s, column)
        left = s.pieces[seat, column]
        while left:
            row = lowest(left)
            left &= left - 1
            ways = 0
            if has(liftable, row):
                found = True
                if has(linking, row):
                    ways = groups_that_may_stay(s, square_at(column, row))[1]
                else:
                    ways = around - count_touched_alone(s, column, row)
            s.ways[piece] = ways
            piece += 1
    while piece < PIECES_EACH:
        s.ways[piece] = 0
        piece += 1
    return found


@rule
def with_free_side(s: State, column: int) -> int:
    """The pieces of a column that can be lifted: not all four sides touch."""
    here = occupied(s, column)
    return here & ~(here << 1 & here >> 1 & occupied(s, column - 1) & occupied(s, column + 1))


@rule
def may_link(s: State, column: int) -> int:
    """The squares of a column where a piece may link others that fall apart without it.

    Go round a piece with a free side: those at its sides hang together there if a corner piece joins each to the next.
    Where two or more have no next one, they hang together only by other ways, or not at all.
    """
    west, here, east = occupied(s, column - 1), occupied(s, column), occupied(s, column + 1)
    north, south = here >> 1, here << 1
    last_north = north & ~(east >> 1 & east)
    last_east = east & ~(east << 1 & south)
    last_south = south & ~(west << 1 & west)
    last_west = west & ~(west >> 1 & north)
    return two_or_more(last_north, last_east, last_south, last_west)


@rule
def two_or_more(a: int, b: int, c: int, d: int) -> int:
    """What is in at least two of the sets."""
    return a & b | c & d | (a | b) & (c | d)


@rule
def touched_once(s: State, column: int) -> int:
    """The empty squares of a column that touch exactly one piece."""
    west, here, east = occupied(s, column - 1), occupied(s, column), occupied(s, column + 1)
    north, south = here >> 1, here << 1
    return (west | east | north | south) & ~two_or_more(west, east, north, south) & ~here


@rule
def count_touched_alone(s: State, column: int, row: int) -> int:
    """How many empty squares touch this piece and no other."""
    beside = touched_once(s, column) & (bit(row + 1) | bit(row - 1))
    west, east = has(touched_once(s, column - 1), row), has(touched_once(s, column + 1), row)
    return size(beside) + west + east


@rule
def lift(s: State, seat: int, piece: int) -> int:
    """Takes a seat's piece off the table; returns its square."""
    square = nth_piece(s, seat, piece)
    s.pieces[seat, column_of(square)] &= ~bit(row_of(square))
    s.lying[seat] -= 1
    return square


@rule
def capture(s: State, origin: int, way: int) -> int:
    """After a lift, leaves the largest group on the table: if there are several, the one that the way belongs to.

    Returns which of the ways with that group it is.
    """
    if not has(may_link(s, column_of(origin)), row_of(origin)):
        return way
    largest = groups_that_may_stay(s, origin)[0]
    remaining = gather(s, origin)
    while remaining > 0:
        pieces = take_group(s)
        remaining -= pieces
        if pieces == largest:
            ways = count_ways_with_group(s)
            if way < ways:
                break
            way -= ways
    leave_group(s)
    put_away(s)
    return way


@rule
def leave_group(s: State) -> None:
    """Captures every piece that is not in the group."""
    for seat in range(SEATS):
        s.lying[seat] = 0
    for column in range(MARGIN, s.east + 1):
        for seat in range(SEATS):
            s.pieces[seat, column] &= s.group[column]
            s.lying[seat] += size(s.pieces[seat, column])


# --- groups -----------------------------------------------------------------------------------------------------------


@rule
def groups_that_may_stay(s: State, lifted: int) -> tuple[int, int]:
    """How large the largest group is without the lifted piece, and in how many ways the move can be ended."""
    largest = ways = 0
    remaining = gather(s, lifted)
    while remaining > 0 and remaining >= largest:
        pieces = take_group(s)
        remaining -= pieces
        if pieces > largest:
            largest, ways = pieces, 0
        if pieces == largest:
            ways += count_ways_with_group(s)
    put_away(s)
    return largest, ways


@rule
def gather(s: State, lifted: int) -> int:
    """Takes all pieces but the lifted one for those left to be grouped, and returns how many they are."""
    count = 0
    for column in range(MARGIN, s.east + 1):
        pieces = occupied(s, column)
        if column == column_of(lifted):
            pieces &= ~bit(row_of(lifted))
        s.left[column] = pieces
        count += size(pieces)
    return count


@rule
def put_away(s: State) -> None:
    """Empties the working space."""
    for column in range(MARGIN, s.east + 1):
        s.left[column] = s.group[column] = 0


@rule
def take_group(s: State) -> int:
    """Takes the group with the smallest square from those left; returns how many pieces it has."""
    start = MARGIN
    while s.left[start] == 0:
        start += 1
    for column in range(MARGIN, s.east + 1):
        s.group[column] = 0
    s.group[start] = bit(lowest(s.left[start]))
    spread(s, start)
    count = 0
    for column in range(start, s.east + 1):
        s.left[column] &= ~s.group[column]
        count += size(s.group[column])
    return count


@rule
def spread(s: State, start: int) -> None:
    """Lets the group grow over the pieces left, to and fro over the columns until a sweep adds nothing."""
    sweep_east(s, start)
    while sweep_west(s, start) and sweep_east(s, start):
        pass


@rule
def sweep_east(s: State, start: int) -> bool:
    reached = grown = 0
    for column in range(start, s.east + 1):
        group = s.group[column]
        reached = reach(reached | group, s.left[column])
        s.group[column] = reached
        grown |= reached & ~group
    return grown != 0


@rule
def sweep_west(s: State, start: int) -> bool:
    reached = grown = 0
    for column in range(s.east, start - 1, -1):
        group = s.group[column]
        reached = reach(reached | group, s.left[column])
        s.group[column] = reached
        grown |= reached & ~group
    return grown != 0


@rule
def reach(rows: int, pieces: int) -> int:
    """The pieces of a column that hang together with those on the rows: all to the north, and one to the south."""
    reached = rows & pieces
    # In a sum, each 1 carries through all 1s above it and leaves 0s there.
    reached |= pieces & ~(pieces + reached)
    return reached | pieces & (reached >> 1)


@rule
def count_ways_with_group(s: State) -> int:
    """On how many squares the lifted piece can be placed if this group stays: not on the one it came from, which
    touches every group."""
    count = -1
    for column in range(MARGIN - 1, s.east + 2):
        count += size(touched_by(s.group[column - 1], s.group[column], s.group[column + 1]))
    return count


# --- the score --------------------------------------------------------------------------------------------------------


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(SEATS):
        out[seat] = 1 if s.winner == seat else 0


@rule
def standings(s: State, out: Any) -> None:
    for seat in range(SEATS):
        out[seat] = 1.0 if s.winner == seat else 0.0


def longest(s: State) -> int:
    """After at most 23 captures a seat has fewer than five pieces; before each of them, and in the end, less than
    `draw_after` moves go by without one."""
    captures = PIECES - 2 * FIVE + 1
    return PIECES + captures * s.draw_after


def to_place(s: State, seat: int) -> int:
    """How many pieces a seat has not placed yet; seat 0 begins."""
    return PIECES_EACH - (s.placed + 1 - seat) // SEATS


def census(s: State) -> dict[int, int]:
    """Pieces by their seat, on the table or not placed yet."""
    return {seat: s.lying[seat] + to_place(s, seat) for seat in range(SEATS)}
