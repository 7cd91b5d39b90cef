"""Five Wins: a placement is `2,-1`; a move is `2,-1>0,3`, or `2,-1>0,3=1,1` where the mover chooses which group stays.

Coordinates count from the first piece placed, which is 0,0, wherever the pieces wander.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fivefold.games.game import GameText, Refusal
from fivefold.kernel.bits import has, members
from fivefold.kernel.layout import States

from .rules import (
    ACTIONS,
    COLUMNS,
    MARGIN,
    PIECES,
    PIECES_EACH,
    WIDTH,
    State,
    capture,
    lift,
    occupied,
    placing,
    touched,
    with_free_side,
)

Square = tuple[int, int]
"""x and y, as players count them."""


# --- the table in the players' coordinates ----------------------------------------------------------------------------


def square_text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def squares(s: State, columns: Iterable[tuple[int, int]]) -> list[Square]:
    """The squares of columns, each with the set of its rows: by x, then y."""
    return [(column - s.origin_column, row - s.origin_row) for column, rows in columns for row in members(rows)]


def pieces_of(s: State, seat: int) -> list[Square]:
    return squares(s, enumerate(s.pieces[seat]))


def all_pieces(s: State) -> list[Square]:
    return squares(s, ((column, occupied(s, column)) for column in range(COLUMNS)))


def open_squares(s: State) -> list[Square]:
    """The empty squares that touch a piece; 0,0 for the first piece."""
    if s.placed == 0:
        return [(0, 0)]
    return squares(s, ((column, touched(s, column)) for column in range(MARGIN - 1, s.east + 2)))


def has_free_side(s: State, piece: Square) -> bool:
    return has(with_free_side(s, piece[0] + s.origin_column), piece[1] + s.origin_row)


# --- what may be done -------------------------------------------------------------------------------------------------


class Lift(NamedTuple):
    """A piece lifted, one group kept, and where the piece can be placed then, in the order of the actions."""

    piece: Square
    kept: Square
    """The smallest square of the group that stays."""
    captured: list[Square]
    targets: list[Square]


class Way(NamedTuple):
    """A move or a placement, legal or not."""

    piece: Square | None
    target: Square
    kept: Square | None
    """Written only where there is a choice."""

    def text(self) -> str:
        piece = f"{square_text(self.piece)}>" if self.piece else ""
        kept = f"={square_text(self.kept)}" if self.kept else ""
        return f"{piece}{square_text(self.target)}{kept}"


def copy_of(s: State) -> States:
    states = State.batch(1)
    for name, cells in State(states).cells.items():
        cells[...] = s.cells[name]
    return states


def lifts_of(s: State, n: int) -> Iterator[Lift]:
    """What can be done with the n-th piece of the seat whose turn it is, for each group that may stay."""
    way = 0
    while way < s.ways[n]:
        after = State(copy_of(s))
        piece = pieces_of(s, s.turn)[n]
        capture(after, lift(after, s.turn, n), way)
        stay = all_pieces(after)
        captured = [square for square in all_pieces(s) if square not in stay and square != piece]
        targets = [square for square in open_squares(after) if square != piece]
        yield Lift(piece, stay[0], captured, targets)
        way += len(targets)


class Choices:
    """All that the seat whose turn it is may do, worked out once for a state."""

    def __init__(self, s: State) -> None:
        self.lifts = [[] if placing(s) else list(lifts_of(s, n)) for n in range(PIECES_EACH)]
        """For each of the seat's pieces, by the groups that may stay."""
        self.texts = {action: way.text() for action, way in (placements(s) if placing(s) else self.moves())}
        self.actions = {text: action for action, text in self.texts.items()}

    def moves(self) -> Iterator[tuple[int, Way]]:
        for n, lifts in enumerate(self.lifts):
            choice = len(lifts) > 1
            ways = [Way(each.piece, target, each.kept if choice else None) for each in lifts for target in each.targets]
            yield from enumerate(ways, n * WIDTH)


def placements(s: State) -> Iterator[tuple[int, Way]]:
    return enumerate(Way(None, target, None) for target in open_squares(s))


@lru_cache(maxsize=32)
def choices_in(state: bytes) -> Choices:
    return Choices(State(np.frombuffer(state, State.dtype)))


def choices_of(s: State) -> Choices:
    return choices_in(copy_of(s).tobytes())


# --- texts ------------------------------------------------------------------------------------------------------------

COORDINATE = r"(0|-?[1-9][0-9]{0,8})"
SQUARE = f"{COORDINATE},{COORDINATE}"
FORM = re.compile(f"(?:{SQUARE}>)?{SQUARE}(?:={SQUARE})?")
MIDDLE = 10**9
"""Beyond every coordinate that can be written."""


def read_way(text: str) -> Way | None:
    found = FORM.fullmatch(text)
    if found is None:
        return None
    x, y, to_x, to_y, kept_x, kept_y = (None if number is None else int(number) for number in found.groups())
    assert to_x is not None
    assert to_y is not None
    piece = None if x is None or y is None else (x, y)
    kept = None if kept_x is None or kept_y is None else (kept_x, kept_y)
    return Way(piece, (to_x, to_y), kept)


def pack(way: Way) -> int:
    """A number for a way that is no action, behind all actions."""
    packed = 0
    for square in way:
        for coordinate in square or (-MIDDLE, -MIDDLE):
            packed = packed * 2 * MIDDLE + coordinate + MIDDLE
    return ACTIONS + packed


def unpack(number: int) -> Way:
    packed, coordinates = number - ACTIONS, []
    for _ in range(6):
        packed, coordinate = divmod(packed, 2 * MIDDLE)
        coordinates.append(coordinate - MIDDLE)
    kept_y, kept_x, to_y, to_x, y, x = coordinates
    return Way(None if x == -MIDDLE else (x, y), (to_x, to_y), None if kept_x == -MIDDLE else (kept_x, kept_y))


class Text(GameText):
    def write(self, s: State, seat: int, action: int) -> str:
        return choices_of(s).texts[action]

    def read(self, s: State, seat: int, text: str) -> int | None:
        """An illegal move has squares that no action stands for: it gets a number behind all actions."""
        action = choices_of(s).actions.get(text)
        if action is not None:
            return action
        way = read_way(text)
        return None if way is None else pack(way)

    def why_not(self, s: State, seat: int, action: int) -> Refusal:
        way = unpack(action)
        if placing(s):
            return why_not_placed(s, way)
        return why_not_lifted(s, seat, way.piece) or why_not_moved(s, seat, way)


def why_not_placed(s: State, way: Way) -> Refusal:
    if way.piece is not None or way.kept is not None:
        return Refusal("still_placing", {"left": PIECES - s.placed})
    if s.placed == 0:
        return Refusal("first_piece")
    if way.target in all_pieces(s):
        return Refusal("occupied", {"square": square_text(way.target)})
    return Refusal("not_touching", {"square": square_text(way.target)})


def why_not_lifted(s: State, seat: int, piece: Square | None) -> Refusal | None:
    if piece is None:
        return Refusal("all_placed")
    told = {"square": square_text(piece)}
    if piece in pieces_of(s, 1 - seat):
        return Refusal("not_yours", told)
    if piece not in pieces_of(s, seat):
        return Refusal("no_piece", told)
    return None if has_free_side(s, piece) else Refusal("no_free_side", told)


def why_not_moved(s: State, seat: int, way: Way) -> Refusal:
    """Of a piece that can be lifted."""
    assert way.piece is not None
    lifts = choices_of(s).lifts[pieces_of(s, seat).index(way.piece)]
    groups = ", ".join(square_text(each.kept) for each in lifts)
    kept = [each for each in lifts if each.kept == way.kept]
    if way.kept is None and len(lifts) > 1:
        return Refusal("which_group", {"groups": groups})
    if way.kept is not None and len(lifts) == 1:
        return Refusal("no_choice")
    if way.kept is not None and not kept:
        return Refusal("not_a_largest_group", {"square": square_text(way.kept), "groups": groups})
    told = {"square": square_text(way.target)}
    if way.target == way.piece:
        return Refusal("same_square", told)
    captured = (kept or lifts)[0].captured
    if way.target in all_pieces(s) and way.target not in captured:
        return Refusal("occupied", told)
    return Refusal("not_touching_field", told)
