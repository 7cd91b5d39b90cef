"""Clear Up: the board as a picture."""

from __future__ import annotations

from fivefold.games.canvas import Canvas, Picture
from fivefold.kernel.bits import has

from .rules import CORNERS, SIDE, SQUARES, State

SQUARE = 56
EDGE = 20
TABLE, BOARD, HOLE, CORNER, SHADOW, PIECE, SHINE = (
    (246, 243, 236),
    (214, 190, 152),
    (186, 160, 120),
    (198, 173, 134),
    (150, 124, 88),
    (38, 84, 124),
    (86, 132, 170),
)


def picture(s: State) -> Picture:
    side = SIDE * SQUARE + 2 * EDGE
    canvas = Canvas(side, side, TABLE)
    canvas.rectangle(EDGE // 2, EDGE // 2, side - EDGE, side - EDGE, BOARD, corner=16)
    for square in range(SQUARES):
        x = EDGE + (square % SIDE + 0.5) * SQUARE
        y = EDGE + (SIDE - 1 - square // SIDE + 0.5) * SQUARE
        canvas.disc(x, y, 12, CORNER if has(CORNERS, square) else HOLE)
        if has(s.pieces, square):
            canvas.disc(x + 1, y + 3, 21, SHADOW)
            canvas.disc(x, y, 21, PIECE)
            canvas.disc(x - 6, y - 7, 5, SHINE)
    return canvas.picture
