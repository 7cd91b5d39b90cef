"""Five Crowns Solitaire: the open piles as columns of cards, the card that is turned up on the right."""

from __future__ import annotations

from fivefold.games.canvas import Canvas, Colour, Picture
from fivefold.games.five_crowns.cards import JOKER, RANKS, TEXTS
from fivefold.kernel.bits import has

from .rules import HIDDEN, LARGEST, NOTHING, PILES, TO_DRAW, State
from .view import cards_of

CARD_WIDTH, CARD_HEIGHT = 52, 24
COLUMN, ROW, EDGE = CARD_WIDTH + 8, CARD_HEIGHT + 4, 16
TABLE, OPEN, CLOSED, FACE, WILD, INK, BACK = (
    (32, 74, 60),
    (42, 94, 76),
    (196, 154, 66),
    (250, 249, 245),
    (255, 240, 190),
    (40, 40, 44),
    (120, 70, 110),
)
SUITS: dict[str, Colour] = {
    "*": (196, 140, 10),
    "H": (196, 30, 44),
    "C": (24, 128, 60),
    "S": (30, 32, 40),
    "D": (28, 88, 184),
}


def picture(s: State) -> Picture:
    canvas = Canvas(2 * EDGE + (PILES + 1) * COLUMN + EDGE, 2 * EDGE + LARGEST * ROW, TABLE)
    for pile in range(PILES):
        cards = cards_of(s, pile)
        x = EDGE + pile * COLUMN
        ground = CLOSED if has(s.closed, pile) else OPEN
        canvas.rectangle(x - 4, EDGE - 4, COLUMN - 2, len(cards) * ROW + 4, ground)
        for place, kind in enumerate(cards):
            draw_card(canvas, x, EDGE + place * ROW, kind, wild=kind == JOKER or kind % RANKS == pile)
    draw_pile(canvas, s, 2 * EDGE + PILES * COLUMN)
    return canvas.picture


def draw_pile(canvas: Canvas, s: State, x: int) -> None:
    """The card that is turned up, and a bar as long as the draw pile below it."""
    if s.drawn != NOTHING:
        draw_card(canvas, x, EDGE, s.drawn, wild=s.drawn == JOKER)
    left = sum(kind == HIDDEN or kind >= 0 for kind in s.draws)
    if left:
        canvas.rectangle(x, EDGE + 2 * ROW, CARD_WIDTH, left * (LARGEST - 2) * ROW // TO_DRAW, BACK)


def draw_card(canvas: Canvas, x: int, y: int, kind: int, wild: bool) -> None:
    canvas.rectangle(x, y, CARD_WIDTH - 2, CARD_HEIGHT, WILD if wild else FACE)
    text = TEXTS[kind]
    if kind == JOKER:
        canvas.write(text, x + 12, y + 5, INK)
        return
    rank, suit = text[:-1], text[-1]
    canvas.write(rank, x + 5, y + 5, SUITS[suit])
    canvas.write(suit, x + 35, y + 5, SUITS[suit])
