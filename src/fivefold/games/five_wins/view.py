"""Five Wins: the table, and what each move would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rules import DRAW, FIVE, NOBODY, SEATS, State, over, placing, to_place
from .text import Lift, Square, choices_of, open_squares, pieces_of

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def view(s: State, seat: int) -> dict[str, Any]:
    """Squares are [x, y], counted from the first piece placed."""
    return {
        "phase": "over" if over(s) else "placing" if placing(s) else "moving",
        "turn": None if over(s) else s.turn,
        "pieces": [written(pieces_of(s, each)) for each in range(SEATS)],
        "to_place": [to_place(s, each) for each in range(SEATS)],
        "places": written(open_squares(s)) if placing(s) and not over(s) else [],
        "lifts": [] if over(s) else [lift for lifts in choices_of(s).lifts if lifts for lift in told(lifts)],
        "moves_without_capture": s.quiet,
        "draw_after": s.draw_after,
        "line": [] if s.winner in (NOBODY, DRAW) else written(longest_line(pieces_of(s, s.winner))),
    }


def written(squares: list[Square]) -> list[list[int]]:
    return [list(square) for square in squares]


def told(lifts: list[Lift]) -> Iterator[dict[str, Any]]:
    """A piece's lifts: `keep` is the group that stays where the mover chooses, by its smallest square."""
    for each in lifts:
        yield {
            "piece": list(each.piece),
            "keep": list(each.kept) if len(lifts) > 1 else None,
            "captured": written(each.captured),
            "targets": written(each.targets),
        }


def longest_line(pieces: list[Square]) -> list[Square]:
    """The longest line of five or more, none if there is none (the match was won by captures)."""
    lines = [line_from(pieces, piece, *direction) for piece in pieces for direction in DIRECTIONS]
    return max((line for line in lines if len(line) >= FIVE), key=len, default=[])


def line_from(pieces: list[Square], start: Square, columns: int, rows: int) -> list[Square]:
    line = [start]
    while (following := (line[-1][0] + columns, line[-1][1] + rows)) in pieces:
        line.append(following)
    return line
