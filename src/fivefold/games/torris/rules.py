"""Torris: a piece moves as many occupied squares as its mark says, and climbs at least one level.

A square is 8 * row + column, a1 is 0. A piece is 16 * colour + 4 * (mark - 1) + which of the four that are alike.
An action is 32 * direction + the square of the stack whose top moves.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, has, lowest, members
from fivefold.kernel.layout import Layout, bits, int8
from fivefold.kernel.rules import rule

COLUMNS, ROWS = 8, 4
SQUARES = COLUMNS * ROWS
EAST, WEST, NORTH, SOUTH = 0, 1, 2, 3
DIRECTIONS = 4
MARKS, ALIKE = 4, 4
KINDS = 2 * MARKS
PIECES = KINDS * ALIKE

BLOCK = 0
"""The option `closing`: only the unbroken block of stacks closes up."""
NOTHING = -1
NOBODY = -1

ACTIONS, WIDTH, WORDS = DIRECTIONS * SQUARES, SQUARES, DIRECTIONS
CHOICES = PIECES // 2 * DIRECTIONS
"""A seat has 16 pieces, so it tops at most 16 stacks, and each top can move at most once in each direction."""
PACK = PIECES


class State(Layout):
    tops = bits[2]  # the stacks that a seat tops
    moves = bits[4]  # by direction, the stacks whose top the seat to move can move that way
    players = int8
    closing = int8  # the option: BLOCK, or all stacks of the line
    waiting = int8  # the pieces are not laid out yet
    turn = int8  # who moves, or NOBODY
    heights = int8[32]  # of each square's stack; 0: the square is empty
    top = int8[32]  # the topmost piece on each square, or NOTHING
    beneath = int8[32]  # what lies beneath each piece: a piece, or NOTHING


# --- the pieces are laid out ------------------------------------------------------------------------------------------


@rule
def set_up(s: State) -> None:
    s.waiting = 1
    s.turn = NOBODY


@rule
def waits(s: State) -> bool:
    return s.waiting == 1


@rule
def pack(s: State, cards: Any) -> int:
    """The kinds of pieces: 4 * colour + mark - 1, each as often as there are pieces alike."""
    for i in range(PIECES):
        cards[i] = i // ALIKE
    return PIECES


@rule
def deal(s: State, cards: Any) -> None:
    s.waiting = 0
    laid = 0  # how many of each kind lie already, three bits a kind
    for square in range(SQUARES):
        kind = cards[square]
        piece = ALIKE * kind + ((laid >> (3 * kind)) & 7)
        laid += 1 << (3 * kind)
        s.top[square] = piece
        s.beneath[piece] = NOTHING
        s.heights[square] = 1
        s.tops[colour_of(piece)] |= bit(square)
    pass_turn(s, 1)


@rule
def colour_of(piece: int) -> int:
    """0 white, 1 black: the seat that the piece belongs to."""
    return piece >> 4


@rule
def mark_of(piece: int) -> int:
    return ((piece >> 2) & 3) + 1


# --- where a piece can move -------------------------------------------------------------------------------------------


def steps_to(line: int, place: int, mark: int, step: int) -> int:
    """From a place of a line to the occupied place that is number `mark` that way; 0 if the line has fewer there."""
    counted, there = 0, place
    while counted < mark:
        there += step
        if not 0 <= there < COLUMNS:
            return 0
        counted += (line >> there) & 1
    return there - place


STEPS = np.array(
    [
        steps_to(line, place, mark, step)
        for step in (1, -1)
        for line in range(1 << COLUMNS)
        for place in range(COLUMNS)
        for mark in range(1, MARKS + 1)
    ],
    np.int8,
)
"""All that `steps_to` can say, for rows and, as short lines, for columns: a move is found by looking it up."""


@rule
def steps(line: int, place: int, mark: int, backwards: int) -> int:
    return int(STEPS[((backwards << COLUMNS | line) * COLUMNS + place) * MARKS + mark - 1])


@rule
def row_of(square: int) -> int:
    return square >> 3


@rule
def column_of(square: int) -> int:
    return square & 7


@rule
def along_row(occupied: int, square: int) -> int:
    """The occupied places of the square's row."""
    return (occupied >> (square & 24)) & 255


@rule
def along_column(occupied: int, square: int) -> int:
    """The occupied places of the square's column. The product brings its four bits, 8 apart, side by side."""
    return ((((occupied >> column_of(square)) & 0x01010101) * 0x10204080) >> 28) & 15


@rule
def landing(occupied: int, square: int, direction: int, mark: int) -> int:
    """Where a piece with that mark lands; its own square if too few stacks lie that way."""
    if direction <= WEST:
        return square + steps(along_row(occupied, square), column_of(square), mark, direction)
    line = along_column(occupied, square)
    return square + COLUMNS * steps(line, row_of(square), mark, direction - NORTH)


@rule
def can_climb(s: State, square: int, landed: int) -> bool:
    """From a stack a piece climbs only onto one that is at least as high.

    `&` asks both without a jump, since a processor cannot predict the answers: legal moves are found twice as fast.
    """
    return (landed != square) & (s.heights[landed] >= s.heights[square])


@rule
def find_moves(s: State, seat: int) -> bool:
    """Notes where the seat can move, and says whether it can at all."""
    occupied = s.tops[0] | s.tops[1]
    east = west = north = south = 0
    left = s.tops[seat]
    while left:
        square = lowest(left)
        left &= left - 1
        mark = mark_of(s.top[square])
        east |= int(can_climb(s, square, landing(occupied, square, EAST, mark))) << square
        west |= int(can_climb(s, square, landing(occupied, square, WEST, mark))) << square
        north |= int(can_climb(s, square, landing(occupied, square, NORTH, mark))) << square
        south |= int(can_climb(s, square, landing(occupied, square, SOUTH, mark))) << square
    s.moves[EAST], s.moves[WEST], s.moves[NORTH], s.moves[SOUTH] = east, west, north, south
    return (east | west | north | south) != 0


@rule
def acting(s: State) -> int:
    return 0 if s.turn == NOBODY else bit(s.turn)


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    for direction in range(DIRECTIONS):
        sets[direction] = s.moves[direction]


# --- a piece moves ----------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, action: int) -> None:
    square, direction = action & 31, action >> 5
    piece = s.top[square]
    landed = landing(s.tops[0] | s.tops[1], square, direction, mark_of(piece))
    lift(s, square)
    put_on(s, piece, landed)
    if s.heights[square] == 0:
        close_up(s, square, direction)
    pass_turn(s, seat)


@rule
def lift(s: State, square: int) -> None:
    """Takes the topmost piece off a square."""
    piece = s.top[square]
    below = s.beneath[piece]
    s.tops[colour_of(piece)] &= ~bit(square)
    s.heights[square] -= 1
    s.top[square] = below
    if below != NOTHING:
        s.tops[colour_of(below)] |= bit(square)


@rule
def put_on(s: State, piece: int, square: int) -> None:
    """Puts a piece on top of a stack."""
    below = s.top[square]
    s.tops[colour_of(below)] &= ~bit(square)
    s.tops[colour_of(piece)] |= bit(square)
    s.beneath[piece] = below
    s.heights[square] += 1
    s.top[square] = piece


@rule
def step_of(direction: int) -> int:
    """From a square to its neighbour."""
    if direction <= WEST:
        return 1 if direction == EAST else -1
    return COLUMNS if direction == NORTH else -COLUMNS


@rule
def squares_behind(square: int, direction: int) -> int:
    """How many squares lie behind a piece that leaves the square in that direction."""
    if direction <= WEST:
        return column_of(square) if direction == EAST else COLUMNS - 1 - column_of(square)
    return row_of(square) if direction == NORTH else ROWS - 1 - row_of(square)


@rule
def followers(s: State, square: int, direction: int) -> int:
    """The stacks that close up when the square is left empty: all behind it, or those before the first gap."""
    step = step_of(direction)
    occupied = s.tops[0] | s.tops[1]
    following = 0
    for _ in range(squares_behind(square, direction)):
        square -= step
        if has(occupied, square):
            following |= bit(square)
        elif s.closing == BLOCK:
            return following
    return following


@rule
def close_up(s: State, square: int, direction: int) -> None:
    """The stacks behind the square that was left empty follow by one square, the nearest first."""
    step = step_of(direction)
    following = followers(s, square, direction)
    while following:
        if has(following, square - step):
            follow(s, square - step, square)
            following &= ~bit(square - step)
        square -= step


@rule
def follow(s: State, square: int, ahead: int) -> None:
    """A whole stack moves to the empty square ahead."""
    piece = s.top[square]
    s.top[ahead], s.top[square] = piece, NOTHING
    s.heights[ahead], s.heights[square] = s.heights[square], 0
    s.tops[colour_of(piece)] ^= bit(square) | bit(ahead)


@rule
def pass_turn(s: State, seat: int) -> None:
    """The other seat moves next; it is passed over if it cannot, and when nobody can the match is over."""
    other = 1 - seat
    if find_moves(s, other):
        s.turn = other
    elif find_moves(s, seat):
        s.turn = seat
    else:
        s.turn = NOBODY


# --- the match --------------------------------------------------------------------------------------------------------


@rule
def over(s: State) -> bool:
    return s.turn == NOBODY and s.waiting == 0


@rule
def points(s: State, seat: int) -> int:
    """The heights of all stacks that the seat tops, added up."""
    total = 0
    left = s.tops[seat]
    while left:
        total += s.heights[lowest(left)]
        left &= left - 1
    return total


@rule
def highest(s: State, seat: int) -> int:
    """The height of the highest stack that the seat tops."""
    height = 0
    left = s.tops[seat]
    while left:
        height = max(height, s.heights[lowest(left)])
        left &= left - 1
    return height


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = points(s, seat)


@rule
def standings(s: State, out: Any) -> None:
    """Most points; among equals the highest single stack."""
    for seat in range(s.players):
        out[seat] = points(s, seat) * 100 + highest(s, seat)


def longest(s: State) -> int:
    """Each move makes the heights, as a partition of 32, more unequal in the order of majorization. The longest chain
    in that order has (m³ - m) / 3 + r m steps, where 32 is the sum of 1 to m, and r (Greene and Kleitman, 1986)."""
    m, r = 7, 4
    return (m**3 - m) // 3 + r * m


def pieces_on(s: State, square: int) -> list[int]:
    """The square's stack from bottom to top. Not for compiled rules."""
    stack = []
    piece = s.top[square]
    while piece != NOTHING:
        stack.append(piece)
        piece = s.beneath[piece]
    return stack[::-1]


def census(s: State) -> dict[int, int]:
    return dict(Counter(piece for square in members(s.tops[0] | s.tops[1]) for piece in pieces_on(s, square)))
