"""Five Crowns: what a seat knows, as numbers. Seats are counted from the one that looks, cards as in `cards.py`."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import has, lowest
from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, seat_from

from .cards import ALL_NATURALS, COPIES, JOKER, KINDS
from .rules import HAND, PACK, ROUNDS, SEATS, TIEBREAK_ROUND, State

MOST_JOKERS = 12
MOST_POINTS = ROUNDS * HAND * 50

TENSOR = Tensor(
    hand=numbers(KINDS, most=MOST_JOKERS),
    known=numbers(SEATS, KINDS, most=MOST_JOKERS),  # cards in a hand that were picked up openly, or that lie open
    unknown=numbers(SEATS, most=HAND + 1),  # other cards in a hand
    top=flags(KINDS),  # the top discard
    discards=numbers(KINDS, most=MOST_JOKERS),
    left=numbers(1, most=PACK),  # in the draw pile
    round=flags(TIEBREAK_ROUND),
    turn=flags(SEATS),
    taken=flags(1),  # whoever's turn it is has drawn or picked up
    turns=numbers(1, most=SEATS * 1000 + SEATS),
    went_out=flags(SEATS),
    points=numbers(SEATS, most=MOST_POINTS),
)
HELD, KNOWN, UNKNOWN, TOP, DISCARDS, LEFT, ROUND, TURN, TAKEN, TURNS, WENT_OUT, POINTS = TENSOR.starts


@rule
def put_cards(out: Any, start: int, hand: Any, jokers: Any, seat: int) -> None:
    """How many of each kind a row of `hand` and `jokers` holds."""
    for copy in range(COPIES):
        left = hand[seat, copy] & ALL_NATURALS
        while left:
            out[start + lowest(left)] += 1
            left &= left - 1
    out[start + JOKER] = jokers[seat]


@rule
def observe(s: State, seat: int, out: Any) -> None:
    put_cards(out, HELD, s.hands, s.jokers, seat)
    for other in range(s.players):
        place = seat_from(seat, other, s.players)
        observe_hand(s, other, KNOWN + place * KINDS, out)
        out[UNKNOWN + place] = s.unknown[other]
        for round in range(ROUNDS):
            out[POINTS + place] += s.points[round, other]
    for place in range(s.discards):
        out[DISCARDS + s.table[place]] += 1
    if s.discards > 0:
        put_choice(out, TOP, s.table[s.discards - 1])
    out[LEFT] = s.pile
    if s.round <= TIEBREAK_ROUND:
        put_choice(out, ROUND, s.round - 1)
    put_choice(out, TURN, seat_from(seat, s.turn, s.players))
    out[TAKEN] = s.taken
    out[TURNS] = s.turns
    put_choice(out, WENT_OUT, seat_from(seat, s.out, s.players))


@rule
def observe_hand(s: State, other: int, start: int, out: Any) -> None:
    """What lies open of a hand, or was picked up openly."""
    if has(s.open_hands, other):
        put_cards(out, start, s.hands, s.jokers, other)
        return
    for place in range(HAND + 1):
        if s.known[other, place] >= 0:
            out[start + s.known[other, place]] += 1
