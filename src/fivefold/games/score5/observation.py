"""SCORE 5: what a seat knows, as numbers. Seats are counted from the one that looks, cards as in the card list.

What the cards are worth says the card list, which is the same for a whole match and so not part of it.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import has
from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, numbers, put_choice, put_set, seat_from

from .rules import AUCTIONS, CARDS, SEATS, TAKING, State, over

PHASES = TAKING + 1
MOST_CHANGES = 1000

TENSOR = Tensor(
    hands=flags(SEATS, CARDS),
    bid=flags(CARDS),  # the seat's own, in progress
    sizes=numbers(SEATS, most=CARDS),  # of the bids, while they are adjusted
    ready=flags(SEATS),
    changes=numbers(SEATS, most=MOST_CHANGES),  # while adjusting; of the seat itself, in the whole auction
    revealed=flags(SEATS, CARDS),  # the bids of the last auction that was resolved
    offered=flags(CARDS),  # cards still to be taken
    taking=flags(SEATS),
    order=flags(SEATS, SEATS),  # of taking, by place
    phase=flags(PHASES),
    auction=flags(AUCTIONS),
    card=flags(CARDS),  # in this auction
    won_by=flags(AUCTIONS, SEATS),
    turned_up=flags(AUCTIONS, CARDS),  # the cards of all auctions so far
)
(HANDS, BID, SIZES, READY, CHANGES, REVEALED, OFFERED, TAKES, ORDER, PHASE, AUCTION, CARD, WON_BY, TURNED_UP) = (
    TENSOR.starts
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for other in range(s.players):
        place = seat_from(seat, other, s.players)
        put_set(out, HANDS + place * CARDS, s.hands[other], CARDS)
        put_set(out, REVEALED + place * CARDS, s.revealed[other], CARDS)
        out[SIZES + place] = s.sizes[other]
        out[READY + place] = 1 if has(s.ready, other) else 0
        out[CHANGES + place] = s.placed[other] + s.adjusted[other]
        put_choice(out, ORDER + place * SEATS, seat_from(seat, s.order[place], s.players))
    put_set(out, BID, s.bids[seat], CARDS)
    put_set(out, OFFERED, s.offered, CARDS)
    put_choice(out, PHASE, s.phase)
    if s.phase == TAKING:
        put_choice(out, TAKES, seat_from(seat, s.order[s.turn], s.players))
    observe_auctions(s, seat, out)


@rule
def observe_auctions(s: State, seat: int, out: Any) -> None:
    if not over(s):
        put_choice(out, AUCTION, s.auction)
        put_choice(out, CARD, s.pile[s.auction])
    for auction in range(AUCTIONS):
        put_choice(out, WON_BY + auction * SEATS, seat_from(seat, s.won_by[auction], s.players))
        if auction <= s.auction:
            put_choice(out, TURNED_UP + auction * CARDS, s.pile[auction])
