"""Five Wins once more, slowly: a dictionary of squares, and the rules as the house rulings tell them."""

from __future__ import annotations

from collections.abc import Iterable

Square = tuple[int, int]
Way = tuple[Square, set[Square], Square]
"""A move: the lifted piece, the field that stays, and the target."""


def beside(square: Square) -> list[Square]:
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def touching(pieces: Iterable[Square]) -> set[Square]:
    pieces = set(pieces)
    return {square for piece in pieces for square in beside(piece)} - pieces


def groups(pieces: Iterable[Square]) -> list[set[Square]]:
    left, found = set(pieces), []
    while left:
        group = {left.pop()}
        while more := touching(group) & left:
            group |= more
            left -= more
        found.append(group)
    return found


def largest_groups(pieces: Iterable[Square]) -> list[set[Square]]:
    found = groups(pieces)
    return [group for group in found if len(group) == max(map(len, found))]


def has_five(pieces: set[Square]) -> bool:
    return any(
        all((x + i * dx, y + i * dy) in pieces for i in range(5))
        for x, y in pieces
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


class Reference:
    def __init__(self, draw_after: int = 100) -> None:
        self.pieces: dict[Square, int] = {}
        self.placed, self.turn, self.quiet, self.draw_after = 0, 0, 0, draw_after
        self.scores = (0, 0)
        self.over = False

    def of(self, seat: int) -> set[Square]:
        return {square for square, owner in self.pieces.items() if owner == seat}

    def moves(self, seat: int) -> dict[str, Way]:
        """The second phase: each move by its text."""
        found = {}
        for piece in self.of(seat):
            if all(side in self.pieces for side in beside(piece)):
                continue
            fields = largest_groups(self.pieces.keys() - {piece})
            for field in fields:
                for target in touching(field) - {piece}:
                    choice = f"={text(min(field))}" if len(fields) > 1 else ""
                    found[f"{text(piece)}>{text(target)}{choice}"] = (piece, field, target)
        return found

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.placed == 0:
            return ["0,0"]
        if self.placed < 32:
            return sorted(text(square) for square in touching(self.pieces))
        return sorted(self.moves(self.turn))

    def play(self, move: str) -> None:
        if self.placed < 32:
            x, y = map(int, move.split(","))
            self.pieces[x, y] = self.turn
            self.placed += 1
        else:
            piece, field, target = self.moves(self.turn)[move]
            captured = self.pieces.keys() - field - {piece}
            self.pieces = {square: owner for square, owner in self.pieces.items() if square in field}
            self.pieces[target] = self.turn
            self.quiet = 0 if captured else self.quiet + 1
        self.conclude()

    def conclude(self) -> None:
        few = [len(self.of(seat)) < 5 for seat in (0, 1)]
        if has_five(self.of(self.turn)):
            self.win(self.turn)
        elif self.placed < 32:
            self.turn = 1 - self.turn
        elif any(few):
            self.over = True
            if not all(few):
                self.win(few.index(False))
        elif self.quiet >= self.draw_after:
            self.over = True
        elif self.moves(1 - self.turn):
            self.turn = 1 - self.turn

    def win(self, seat: int) -> None:
        self.over = True
        self.scores = (1, 0) if seat == 0 else (0, 1)
