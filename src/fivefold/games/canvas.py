"""Pictures of a table, drawn with NumPy alone: smooth discs and rectangles, and a small alphabet of dots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
Places = NDArray[np.floating[Any]]

SIGN_WIDTH, SIGN_HEIGHT = 5, 7

SIGNS = {
    "0": ".###. #...# #..## #.#.# ##..# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ...#. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
    "J": "..### ...#. ...#. ...#. ...#. #..#. .##..",
    "K": "#...# #..#. #.#.. ##... #.#.. #..#. #...#",
    "Q": ".###. #...# #...# #...# #.#.# #..#. .##.#",
    "o": "..... ..... .###. #...# #...# #...# .###.",
    "*": "..#.. ..#.. ##### .###. .###. ##.## #...#",
    "H": "..... ##.## ##### ##### .###. ..#.. .....",
    "C": ".###. .###. ##### ##### ##.## ..#.. .###.",
    "S": "..#.. .###. ##### ##### ##.## ..#.. .###.",
    "D": "..#.. .###. .###. ##### .###. .###. ..#..",
}
"""Digits, the letters of court cards and of a joker, and suits: a star, a heart, a club, a spade, a diamond."""


class Canvas:
    """A picture in the making; places are pixels, across and down from the upper left corner."""

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self.picture: Picture = np.full((height, width, 3), background, np.uint8)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        part, across, down = self._places(x - radius, y - radius, x + radius, y + radius)
        self._paint(part, radius - np.hypot(across - x, down - y), colour)

    def rectangle(self, x: int, y: int, width: int, height: int, colour: Colour, corner: int = 4) -> None:
        """A rectangle with round corners."""
        part, across, down = self._places(x, y, x + width, y + height)
        beyond_x = np.abs(across - x - width / 2) - width / 2 + corner
        beyond_y = np.abs(down - y - height / 2) - height / 2 + corner
        outside = np.hypot(np.maximum(beyond_x, 0), np.maximum(beyond_y, 0))
        self._paint(part, corner - outside - np.minimum(np.maximum(beyond_x, beyond_y), 0), colour)

    def write(self, text: str, x: int, y: int, colour: Colour, scale: int = 2) -> None:
        """Signs side by side; their upper left corner is the place."""
        for sign in text:
            dots = np.array([[dot == "#" for dot in row] for row in SIGNS[sign].split()])
            shape = np.kron(dots, np.ones((scale, scale))).astype(np.bool_)
            self.picture[y : y + SIGN_HEIGHT * scale, x : x + SIGN_WIDTH * scale][shape] = colour
            x += (SIGN_WIDTH + 1) * scale

    def _places(self, left: float, top: float, right: float, bottom: float) -> tuple[Picture, Places, Places]:
        """The part of the picture around a shape, and the middle of each of its pixels, across and down."""
        x, y = max(0, int(left) - 1), max(0, int(top) - 1)
        part = self.picture[y : int(bottom) + 2, x : int(right) + 2]
        height, width = part.shape[:2]
        return part, x + np.arange(width)[None, :] + 0.5, y + np.arange(height)[:, None] + 0.5

    def _paint(self, part: Picture, depth: Places, colour: Colour) -> None:
        """Paints what lies inside; pixels on the edge are mixed, by how deep they lie inside."""
        cover = np.clip(depth + 0.5, 0, 1)[..., None]
        part[...] = np.rint(part * (1 - cover) + np.array(colour) * cover)
