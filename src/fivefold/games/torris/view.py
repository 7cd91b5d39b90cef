"""Torris: the board with every stack, what each seat has, and what each move would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fivefold.kernel.bits import members

from .rules import (
    ALIKE,
    BLOCK,
    DIRECTIONS,
    NOBODY,
    SQUARES,
    State,
    can_climb,
    followers,
    highest,
    legal,
    pieces_on,
    points,
    step_of,
)
from .text import kind_text, landing_of, square_text


def view(s: State, seat: int) -> dict[str, Any]:
    return {
        "stacks": {square_text(square): stack_texts(s, square) for square in range(SQUARES)},
        "towers": [tower_heights(s, player) for player in range(s.players)],
        "points": [points(s, player) for player in range(s.players)],
        "highest": [highest(s, player) for player in range(s.players)],
        "turn": None if s.turn == NOBODY else s.turn,
        "blocked": [player for player in range(s.players) if not can_move(s, player)],
        "closing": "block" if s.closing == BLOCK else "line",
        "moves": [move_shown(s, action) for action in actions(s)],
        "too_low": [] if s.turn == NOBODY else too_low(s, s.turn),
    }


def stack_texts(s: State, square: int) -> list[str]:
    """The stack from bottom to top."""
    return [kind_text(piece // ALIKE) for piece in pieces_on(s, square)]


def tower_heights(s: State, player: int) -> list[int]:
    """The heights of the stacks that the player tops, from the highest on: what the points are added up from."""
    return sorted((s.heights[square] for square in members(s.tops[player])), reverse=True)


def landings(s: State, player: int) -> Iterator[tuple[int, int]]:
    """Each stack that the player tops, and where the mark of its top leads: high enough to land there or not."""
    for square in members(s.tops[player]):
        for direction in range(DIRECTIONS):
            landed = landing_of(s, SQUARES * direction + square)
            if landed is not None:
                yield square, landed


def can_move(s: State, player: int) -> bool:
    """Has the player any move, whoever's turn it is?"""
    return any(can_climb(s, square, landed) for square, landed in landings(s, player))


def too_low(s: State, player: int) -> list[list[str]]:
    """Where a mark leads but nothing can land, since the stack there is lower than the one left: from and to."""
    return [
        [square_text(square), square_text(landed)]
        for square, landed in landings(s, player)
        if not can_climb(s, square, landed)
    ]


def actions(s: State) -> list[int]:
    """What the seat to move may do; nothing when the match is over."""
    sets = [0] * DIRECTIONS
    if s.turn != NOBODY:
        legal(s, s.turn, sets)
    return [SQUARES * direction + square for direction in range(DIRECTIONS) for square in members(sets[direction])]


def move_shown(s: State, action: int) -> dict[str, Any]:
    """A legal move: where it leads from and to, and which stacks would close up, each from square to square."""
    direction, square = divmod(action, SQUARES)
    landed = landing_of(s, action)
    assert landed is not None
    return {
        "from": square_text(square),
        "to": square_text(landed),
        "height": s.heights[landed] + 1,
        "closing_up": closing_up(s, square, direction),
    }


def closing_up(s: State, square: int, direction: int) -> list[list[str]]:
    """Each stack that would follow, as the squares that it moves from and to; none unless a single piece leaves."""
    if s.heights[square] > 1:
        return []
    step = step_of(direction)
    return [[square_text(stack), square_text(stack + step)] for stack in members(followers(s, square, direction))]
