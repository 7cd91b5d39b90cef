"""SCORE 5: hidden are the bids in progress, while placing their size too, and the pile; nothing else.

Of how often a seat has changed its bid only the changes made while adjusting are seen. That the wild card lies at the
bottom of the pile is known to all.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, lowest, nth, size
from fivefold.kernel.chance import below, draw
from fivefold.kernel.rules import rule

from .rules import AUCTIONS, HIDDEN, OF_STAR, PLACING, STAR, TAKING, TWO_STARS, State, over

DRAWN_BITS = 52
"""Enough for the number of subsets of any hand."""


@rule
def veil(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            s.bids[other] = 0
            s.placed[other] = 0
    for auction in range(s.auction + 1, AUCTIONS - 1):
        s.pile[auction] = HIDDEN


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    """Each order of the unseen cards and each bid has the same chance: while adjusting each bid of the size that is
    seen, while placing each that the change limit allows. So has, then, each number of changes that led to a bid."""
    deal_pile(s, stream)
    if s.phase == TAKING or over(s):
        return
    for other in range(s.players):
        if other != seat:
            cards = bid_size(s, other, stream) if s.phase == PLACING else s.sizes[other]
            s.bids[other] = some_of(s.hands[other], cards, stream)
            fewest = cards if s.phase == PLACING else s.placed_size[other]
            # A card added and removed again makes two changes more, as often as the limit allows.
            spare = s.change_limit - s.adjusted[other] - fewest
            s.placed[other] = fewest + 2 * below(stream, spare // 2 + 1)


@rule
def deal_pile(s: State, stream: Any) -> None:
    unseen_star, unseen_two_stars = s.stars[STAR], s.stars[TWO_STARS]
    for auction in range(AUCTIONS):
        if s.pile[auction] >= 0:
            unseen_star &= ~bit(s.pile[auction])
            unseen_two_stars &= ~bit(s.pile[auction])
    for auction in range(AUCTIONS):
        if s.pile[auction] == HIDDEN:
            unseen = unseen_star if auction < OF_STAR else unseen_two_stars
            card = nth(unseen, below(stream, size(unseen)))
            s.pile[auction] = card
            unseen_star &= ~bit(card)
            unseen_two_stars &= ~bit(card)


@rule
def bid_size(s: State, seat: int, stream: Any) -> int:
    """The size of a random bid, each bid within the change limit with the same chance: so a size has as many chances
    as there are bids of that size."""
    in_hand = size(s.hands[seat])
    largest = min(in_hand, s.change_limit)
    bids, bids_of_size = 0, 1
    for cards in range(largest + 1):
        bids += bids_of_size
        bids_of_size = bids_of_size * (in_hand - cards) // (cards + 1)
    chosen = below_many(stream, bids)
    cards, bids_of_size = 0, 1
    while chosen >= bids_of_size:
        chosen -= bids_of_size
        bids_of_size = bids_of_size * (in_hand - cards) // (cards + 1)
        cards += 1
    return cards


@rule
def below_many(stream: Any, n: int) -> int:
    """A number from 0 to n - 1, each with the same chance, where n may be too large for `below`."""
    mask = 1
    while mask < n:
        mask <<= 1
    drawn = n
    while drawn >= n:
        drawn = ((draw(stream) << (DRAWN_BITS - 32)) | (draw(stream) >> (64 - DRAWN_BITS))) & (mask - 1)
    return drawn


@rule
def some_of(cards: int, wanted: int, stream: Any) -> int:
    """So many of the cards, each choice of them with the same chance."""
    chosen = 0
    while wanted:
        if below(stream, size(cards)) < wanted:
            chosen |= bit(lowest(cards))
            wanted -= 1
        cards &= cards - 1
    return chosen
