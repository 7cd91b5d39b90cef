"""Fives: what a seat knows, as numbers. Seats are counted from the one that looks."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, put_set, seat_from

from .rules import CARDS, COLOURS, FACE_DOWN, HANDS, NOTHING, UNKNOWN, State

SEATS, TRICKS = 4, 13

TENSOR = Tensor(
    hand=flags(CARDS),
    played_down=flags(CARDS),  # by the seat itself, in this hand
    seen=flags(CARDS),  # played face up by anyone, in this hand
    lying=flags(SEATS, CARDS + 1),  # in this trick; the last is a card lying face down
    led=flags(COLOURS),
    leader=flags(SEATS),
    winning=flags(SEATS),
    lacks=flags(SEATS, COLOURS),  # colours that a seat has shown not to hold any more
    fives=numbers(SEATS, most=TRICKS),  # Magenta 5s that a seat has played in this hand
    won=numbers(SEATS, CARDS + 1, most=TRICKS),  # winning cards; the last is the Magenta 5
    sums=numbers(SEATS, most=13 * TRICKS),
    chips=numbers(SEATS, most=60),
    carried=numbers(1, most=SEATS * HANDS),
    hand_number=flags(HANDS),
    trick=flags(TRICKS),
)
HAND, PLAYED_DOWN, SEEN, LYING, LED, LEADER, WINNING, LACKS, FIVES, WON, SUMS, CHIPS, CARRIED, NUMBER, TRICK = (
    TENSOR.starts
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    put_set(out, HAND, s.hands[seat], CARDS)
    put_set(out, SEEN, s.seen, CARDS)
    for other in range(s.players):
        place = seat_from(seat, other, s.players)
        lying = s.lying[other]
        put_choice(out, LYING + place * (CARDS + 1), FACE_DOWN if lying == UNKNOWN else lying)
        put_set(out, LACKS + place * COLOURS, s.lacks[other], COLOURS)
        out[SUMS + place] = s.sums[other]
        out[CHIPS + place] = s.chips[other]
    put_choice(out, LED, s.led)
    put_choice(out, LEADER, seat_from(seat, s.leader, s.players))
    put_choice(out, WINNING, seat_from(seat, s.winner, s.players))
    observe_tricks(s, seat, out)
    out[CARRIED] = s.carried
    put_choice(out, NUMBER, s.hand if s.hand < HANDS else NOTHING)
    put_choice(out, TRICK, s.trick if s.trick < TRICKS else NOTHING)


@rule
def observe_tricks(s: State, seat: int, out: Any) -> None:
    """The tricks of this hand, the one that lies included."""
    for trick in range(TRICKS):
        if s.down_card[trick] != NOTHING:
            out[FIVES + seat_from(seat, s.down_seat[trick], s.players)] += 1
            put_choice(out, PLAYED_DOWN, s.down_card[trick])
        if s.won_by[trick] != NOTHING:
            out[WON + seat_from(seat, s.won_by[trick], s.players) * (CARDS + 1) + s.won_card[trick]] += 1
