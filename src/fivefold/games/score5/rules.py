"""SCORE 5: twelve auctions by secret bids; the cards that the winner bid go to the others.

A card is its place in the card list, which is an option: so the state holds each card's family, value and tie-breaker.
An action is a card added to the own bid (the card), removed from it (63 + the card), or taken from the winner's bid
(126 + the card), or the word that one is ready (189).
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from fivefold.kernel.bits import LARGEST, bit, first, has, lowest, members, size
from fivefold.kernel.layout import Layout, bits, int8, int16
from fivefold.kernel.rules import rule

SEATS = 5
CARDS = LARGEST
"""A card list has no more cards than a set has numbers."""
STARTING_CARDS = 5
STAR, TWO_STARS = 0, 1
OF_STAR, OF_TWO_STARS = 4, 7
"""How many ★ and ★★ cards go into the pile; the wild card lies under them."""
AUCTIONS = OF_STAR + OF_TWO_STARS + 1

GREEN, RED, YELLOW, PURPLE, BLUE = range(5)
FAMILIES = 5
WILD, NO_CARD = FAMILIES, FAMILIES + 1
"""What stands in place of a family: the wild card's, and that of places behind the last card of the list."""

PLACING, ADJUSTING, TAKING = range(3)
DEALT, STAR_NEXT, TWO_STARS_NEXT = range(3)
"""Which shuffle the state waits for."""
NOTHING, HIDDEN = -1, -2

TIE_BITS = 14
"""Sums and tie-breakers are compared as one number: the sum, then that many bits for the tie-breaker."""

ADD, REMOVE, TAKE, READY = 0, CARDS, 2 * CARDS, 3 * CARDS
ACTIONS, WIDTH, WORDS = READY + 1, CARDS, 4
CHOICES = SEATS * STARTING_CARDS + AUCTIONS + 1
"""Each card of a hand can be added or else removed, and a hand has no more cards than are ever in play. Cards to be
taken come from one hand, too."""
PACK = CARDS - SEATS * STARTING_CARDS - OF_STAR - 1
"""The most ★★ cards that a list can have; it cannot have as many ★ cards."""


class State(Layout):
    hands = bits[5]  # all that a seat owns, the cards in its bid too
    bids = bits[5]  # the bids in progress
    revealed = bits[5]  # the bids as they were revealed last
    offered = bits  # the winner's cards that are still to be taken
    ready = bits
    players = int8
    waiting = int8
    phase = int8
    auction = int8  # auctions finished
    turn = int8  # the place in the order of the seat that takes
    change_limit = int16
    placed = int16[5]  # changes that a seat has made while placing
    adjusted = int16[5]  # and while adjusting
    placed_size = int8[5]  # cards in the bids when placing ended
    sizes = int8[5]  # while adjusting: cards in the bids
    order = int8[5]  # in which seats take since the bids were revealed last, or NOTHING
    shown = int8[5]  # the card by which a seat without a bid found its place in the order, or NOTHING
    pile = int8[12]  # the card of each auction
    won_by = int8[12]  # who won it, or NOTHING
    wild = int8  # the wild card
    starting = bits[5]  # the cards of each starting set
    stars = bits[2]  # the ★ and the ★★ cards
    families = int8[63]
    values = int16[63]
    tiebreakers = int16[63]


class Numbers(Protocol):
    def __getitem__(self, index: int, /) -> int: ...


class CardList(Protocol):
    """What sums and results read of a state: the cards alone."""

    @property
    def wild(self) -> int: ...
    @property
    def families(self) -> Numbers: ...
    @property
    def values(self) -> Numbers: ...
    @property
    def tiebreakers(self) -> Numbers: ...


# --- the pile is made -------------------------------------------------------------------------------------------------


@rule
def set_up(s: State) -> None:
    for seat in range(SEATS):
        s.hands[seat] = s.starting[seat] if seat < s.players else 0
        s.order[seat] = s.shown[seat] = NOTHING
    for auction in range(AUCTIONS):
        s.pile[auction] = s.won_by[auction] = NOTHING
    s.pile[AUCTIONS - 1] = s.wild
    s.waiting = TWO_STARS_NEXT


@rule
def waits(s: State) -> bool:
    return s.waiting != DEALT


@rule
def pack(s: State, cards: Any) -> int:
    left = s.stars[STAR if s.waiting == STAR_NEXT else TWO_STARS]
    count = 0
    while left:
        cards[count] = lowest(left)
        count += 1
        left &= left - 1
    return count


@rule
def deal(s: State, cards: Any) -> None:
    if s.waiting == TWO_STARS_NEXT:
        for i in range(OF_TWO_STARS):
            s.pile[OF_STAR + i] = cards[i]
        s.waiting = STAR_NEXT
    else:
        for i in range(OF_STAR):
            s.pile[i] = cards[i]
        s.waiting = DEALT


# --- who may do what --------------------------------------------------------------------------------------------------


@rule
def acting(s: State) -> int:
    if over(s):
        return 0
    return bit(s.order[s.turn]) if s.phase == TAKING else first(s.players) & ~s.ready


@rule
def changes_left(s: State, seat: int) -> int:
    return s.change_limit - s.placed[seat] - s.adjusted[seat]


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    bidding = s.phase != TAKING
    changeable = s.hands[seat] if bidding and changes_left(s, seat) > 0 else 0
    sets[0] = changeable & ~s.bids[seat]
    sets[1] = changeable & s.bids[seat]
    sets[2] = s.offered
    sets[3] = 1 if bidding else 0


# --- bidding ----------------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, action: int) -> None:
    if action == READY:
        get_ready(s, seat)
    elif action >= TAKE:
        take(s, seat, action - TAKE)
    else:
        change(s, seat, action % CARDS)


@rule
def change(s: State, seat: int, card: int) -> None:
    """Adds the card to the bid, or removes it. When the sizes of the bids are seen, everyone may answer."""
    s.bids[seat] ^= bit(card)
    if s.phase == PLACING:
        s.placed[seat] += 1
    else:
        s.adjusted[seat] += 1
        s.sizes[seat] = size(s.bids[seat])
        s.ready = 0


@rule
def get_ready(s: State, seat: int) -> None:
    s.ready |= bit(seat)
    if s.ready == first(s.players):
        s.ready = 0
        if s.phase == PLACING:
            show_sizes(s)
        else:
            reveal(s)


@rule
def show_sizes(s: State) -> None:
    s.phase = ADJUSTING
    for seat in range(s.players):
        s.sizes[seat] = s.placed_size[seat] = size(s.bids[seat])


@rule
def reveal(s: State) -> None:
    for seat in range(SEATS):
        s.revealed[seat] = s.bids[seat]
        s.bids[seat] = 0
        s.placed[seat] = s.adjusted[seat] = s.placed_size[seat] = s.sizes[seat] = 0
        s.order[seat] = s.shown[seat] = NOTHING
    winner = strongest(s, first(s.players))
    if s.revealed[winner]:
        award(s, winner)
    else:
        end_auction(s)  # nobody bids: the card is out of the game


# --- the auction is resolved ------------------------------------------------------------------------------------------


@rule
def ranked(points: int, tiebreaker: int) -> int:
    """Points first, then the tie-breaker, as one number."""
    return (points << TIE_BITS) + tiebreaker


@rule
def sum_of(s: CardList, cards: int) -> int:
    total = 0
    while cards:
        total += s.values[lowest(cards)]
        cards &= cards - 1
    return total


@rule
def tiebreak_card(s: CardList, cards: int) -> int:
    """The card with the highest tie-breaker, of cards that are not none."""
    best = lowest(cards)
    while cards:
        if s.tiebreakers[lowest(cards)] > s.tiebreakers[best]:
            best = lowest(cards)
        cards &= cards - 1
    return best


@rule
def strength(s: State, seat: int) -> int:
    """Bids by their sum, ties by the tie-breaker. No bid is worth nothing; then the tie-breaker is that of the hand."""
    bid = s.revealed[seat]
    cards = bid if bid else s.hands[seat]
    return ranked(sum_of(s, bid), s.tiebreakers[tiebreak_card(s, cards)])


@rule
def strongest(s: State, seats: int) -> int:
    best, highest = NOTHING, NOTHING
    while seats:
        strength_here = strength(s, lowest(seats))
        if strength_here > highest:
            best, highest = lowest(seats), strength_here
        seats &= seats - 1
    return best


@rule
def award(s: State, winner: int) -> None:
    """The winner gets the card; the others will take what it bid, the strongest first."""
    others = first(s.players) & ~bit(winner)
    show_tiebreak_cards(s)
    place = 0
    while others:
        s.order[place] = strongest(s, others)
        others &= ~bit(s.order[place])
        place += 1
    s.won_by[s.auction] = winner
    s.offered = s.revealed[winner]
    s.hands[winner] = (s.hands[winner] & ~s.offered) | bit(s.pile[s.auction])
    s.phase = TAKING
    s.turn = 0


@rule
def show_tiebreak_cards(s: State) -> None:
    """Two or more seats without a bid show the card that decides which of them goes first."""
    without = 0
    for seat in range(s.players):
        if s.revealed[seat] == 0:
            without |= bit(seat)
    if size(without) > 1:
        while without:
            s.shown[lowest(without)] = tiebreak_card(s, s.hands[lowest(without)])
            without &= without - 1


@rule
def take(s: State, seat: int, card: int) -> None:
    s.offered &= ~bit(card)
    s.hands[seat] |= bit(card)
    s.turn = s.turn + 1 if s.turn + 1 < s.players - 1 else 0
    if s.offered == 0:
        end_auction(s)


@rule
def end_auction(s: State) -> None:
    s.auction += 1
    s.phase = PLACING
    s.turn = 0


# --- the end ----------------------------------------------------------------------------------------------------------


@rule
def over(s: State) -> bool:
    return s.auction == AUCTIONS


@rule
def counting_card(s: CardList, hand: int, family: int, wild_family: int) -> int:
    """The best card of the family, or NOTHING; the wild card may belong to it."""
    best, highest = NOTHING, NOTHING
    while hand:
        card = lowest(hand)
        if s.families[card] == family or (card == s.wild and family == wild_family):
            worth = ranked(s.values[card], s.tiebreakers[card])
            if worth > highest:
                best, highest = card, worth
        hand &= hand - 1
    return best


@rule
def result_with(s: CardList, hand: int, wild_family: int) -> int:
    """The points of a hand and the highest tie-breaker among its counting cards, as one number."""
    points = tiebreaker = 0
    for family in range(FAMILIES):
        card = counting_card(s, hand, family, wild_family)
        if card != NOTHING:
            points += s.values[card]
            tiebreaker = max(tiebreaker, s.tiebreakers[card])
    return ranked(points, tiebreaker)


@rule
def wild_family(s: CardList, hand: int) -> int:
    """The family for which the wild card counts: most points, then the highest tie-breaker, then the first family."""
    if not has(hand, s.wild):
        return NOTHING
    best, highest = NOTHING, NOTHING
    for family in range(FAMILIES):
        here = result_with(s, hand, family)
        if here > highest:
            best, highest = family, here
    return best


@rule
def result(s: CardList, hand: int) -> int:
    return result_with(s, hand, wild_family(s, hand))


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = result(s, s.hands[seat]) >> TIE_BITS if over(s) else 0


@rule
def standings(s: State, out: Any) -> None:
    """Most points; among equals the highest tie-breaker among the counting cards."""
    for seat in range(s.players):
        out[seat] = result(s, s.hands[seat])


def longest(s: State) -> int:
    """An auction has a seat's changes, after each of them at most all other seats ready, then all of them (and all once
    before the sizes are shown), and the winner's cards."""
    changes = s.players * s.change_limit
    in_play = s.players * STARTING_CARDS + AUCTIONS
    return AUCTIONS * (changes * s.players + 2 * s.players + in_play)


def census(s: State) -> dict[int, int]:
    """Cards in hands, on the table, in the pile or in the box: which of them are in the pile is hidden."""
    cards = [card for seat in range(s.players) for card in members(s.hands[seat])]
    turned_up = sum(bit(s.pile[auction]) for auction in range(min(s.auction + 1, AUCTIONS)))
    unseen = (s.stars[STAR] | s.stars[TWO_STARS] | bit(s.wild)) & ~turned_up
    for_auction = [s.pile[s.auction]] if not over(s) and s.phase != TAKING else []
    return dict(Counter([*cards, *members(s.offered), *members(unseen), *for_auction]))
