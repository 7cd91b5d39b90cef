"""What a position of Torris is worth, for the search: points, what can be climbed upon, and where one can still go."""

from __future__ import annotations

import numpy as np

from fivefold.kernel.bits import has, lowest, size
from fivefold.kernel.rules import rule
from fivefold.search.alpha_beta import Judgement

from .rules import DIRECTIONS, NOTHING, PIECES, SQUARES, State, can_climb, colour_of, highest, landing, mark_of, points

NUMBERS = np.random.default_rng(32).integers(0, 1 << 62, (SQUARES + PIECES + 1, PIECES))
"""A random number for each piece on top of each square, on each piece beneath it, and for who moves."""
UPON, MOVER = SQUARES, SQUARES + PIECES

FINER_POINT = 100
"""A point is more than any height."""
FULL = 24
"""So many stacks fewer than at the start are few."""
POINT, CLIMBED, UPON_OTHER, MOVE, TURN = (64, 102), (-1, -86), (-102, -100), (31, 207), (3, -68)
"""What a point on top, one of a stack that the other seat can climb, a stack with the other's piece right beneath, a
move and the turn are worth: on a full board, and with few stacks left. From a logistic regression over 5,000 matches
of this search with itself (docs/algorithms/alpha_beta.md)."""


@rule
def key(s: State) -> int:
    """Of alike pieces it is told apart which is which: that they swap places is too rare to look for."""
    number = NUMBERS[MOVER, s.turn]
    left = s.tops[0] | s.tops[1]
    while left:
        square = lowest(left)
        left &= left - 1
        number ^= NUMBERS[square, s.top[square]]
    for piece in range(PIECES):
        below = s.beneath[piece]
        if below != NOTHING:
            number ^= NUMBERS[UPON + piece, below]
    return int(number)


@rule
def finer(s: State) -> int:
    """The points by which seat 0 is ahead, and then the height of the highest stack."""
    return (points(s, 0) - points(s, 1)) * FINER_POINT + highest(s, 0) - highest(s, 1)


@rule
def look_round(s: State, seat: int) -> tuple[int, int]:
    """How many moves the seat could make, and the stacks that it could climb."""
    occupied = s.tops[0] | s.tops[1]
    moves = climbed = 0
    left = s.tops[seat]
    while left:
        square = lowest(left)
        left &= left - 1
        mark = mark_of(s.top[square])
        for direction in range(DIRECTIONS):
            landed = landing(occupied, square, direction, mark)
            can = int(can_climb(s, square, landed))
            moves += can
            climbed |= can << landed
    return moves, climbed


@rule
def holding(s: State, seat: int, climbed: int, few: int) -> int:
    """What the seat's stacks are worth: by height, less if the other seat can climb them or lies right beneath."""
    value = 0
    left = s.tops[seat]
    while left:
        square = lowest(left)
        left &= left - 1
        height = s.heights[square]
        value += height * mixed(POINT, few)
        if has(climbed, square):
            value += height * mixed(CLIMBED, few)
        below = s.beneath[s.top[square]]
        if below != NOTHING and colour_of(below) != seat:
            value += mixed(UPON_OTHER, few)
    return value


@rule
def mixed(weight: tuple[int, int], few: int) -> int:
    """Between what something is worth on a full board, and what with few stacks left."""
    return weight[0] * (FULL - few) + weight[1] * few


@rule
def evaluate(s: State, seat: int) -> int:
    few = min(SQUARES - size(s.tops[0] | s.tops[1]), FULL)
    moves, climbed = look_round(s, seat)
    others_moves, others_climbed = look_round(s, 1 - seat)
    value = holding(s, seat, others_climbed, few) - holding(s, 1 - seat, climbed, few)
    return (value + (moves - others_moves) * mixed(MOVE, few) + mixed(TURN, few)) // FULL


JUDGEMENT = Judgement(evaluate, key, finer=finer)
