"""SCORE 5: the table as a seat sees it, from a state veiled for that seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fivefold.kernel.bits import bit, has, members, size

from .options import FAMILY_NAMES
from .rules import (
    ADJUSTING,
    AUCTIONS,
    FAMILIES,
    NOTHING,
    OF_STAR,
    OF_TWO_STARS,
    PLACING,
    TAKE,
    TAKING,
    TIE_BITS,
    WIDTH,
    WORDS,
    State,
    acting,
    changes_left,
    counting_card,
    legal,
    over,
    result,
    sum_of,
    tiebreak_card,
    wild_family,
)
from .text import SIGNS, Deck

PHASES = {PLACING: "placing", ADJUSTING: "adjusting", TAKING: "taking"}


def view(s: State, seat: int) -> dict[str, Any]:
    deck = Deck.of(s)
    players = range(s.players)
    bidding = s.phase != TAKING and not over(s)
    own = bidding and seat >= 0
    return {
        "auction": min(s.auction + 1, AUCTIONS),
        "auctions": AUCTIONS,
        "phase": "over" if over(s) else PHASES[s.phase],
        "card": None if over(s) else deck.names[s.pile[s.auction]],
        "pile": pile(s),
        "hands": [names(deck, s.hands[other]) for other in players],
        "bids": [names(deck, s.bids[other]) if own and other == seat else None for other in players],
        "bid_sizes": [bid_size(s, other, seat) for other in players],
        "changes_seen": [s.adjusted[other] for other in players],
        "changes_left": changes_left(s, seat) if own else None,
        "ready": list(members(s.ready)),
        "offered": names(deck, s.offered),
        "revealed": revealed(s, deck),
        "finished": finished(s, deck),
        "best": [best(deck, s.hands[other]) for other in players],
        "if_won": if_won(s, deck, seat) if own else None,
        "moves": moves(s, deck, seat) if seat >= 0 else {},
        "cards": {deck.names[card]: told(deck, card) for card in members(open_cards(s))},
    }


def names(deck: Deck, cards: int) -> list[str]:
    return [deck.names[card] for card in members(cards)]


def told(deck: Deck, card: int) -> dict[str, Any]:
    return {
        "family": FAMILY_NAMES[deck.families[card]],
        "value": deck.values[card],
        "tiebreaker": deck.tiebreakers[card],
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOTHING else seat


def pile(s: State) -> dict[str, int]:
    """How many cards of each kind lie face down."""
    turned_up = min(s.auction + 1, AUCTIONS)
    stars, two_stars = max(0, OF_STAR - turned_up), min(OF_TWO_STARS, max(0, AUCTIONS - 1 - turned_up))
    return {"stars": stars, "two_stars": two_stars, "wild": int(turned_up < AUCTIONS)}


def finished(s: State, deck: Deck) -> list[dict[str, Any]]:
    """The auctions so far; a card that nobody won is out of the game."""
    return [
        {"card": deck.names[s.pile[auction]], "winner": seat_or_none(s.won_by[auction])} for auction in range(s.auction)
    ]


def open_cards(s: State) -> int:
    """Every card that has been seen, and the wild card, which all know to be the last."""
    cards = s.offered | bit(s.wild)
    for seat in range(s.players):
        cards |= s.hands[seat]
    for auction in range(min(s.auction + 1, AUCTIONS)):
        cards |= bit(s.pile[auction])
    return cards


def bid_size(s: State, seat: int, viewer: int) -> int | None:
    """How many cards a seat bids, None where that is hidden; after the bids are revealed `revealed` shows them."""
    if s.phase == ADJUSTING:
        return s.sizes[seat]
    return size(s.bids[seat]) if s.phase == PLACING and seat == viewer and not over(s) else None


def revealed(s: State, deck: Deck) -> dict[str, Any] | None:
    """The bids as they were revealed last, and in which order the others took the winner's cards, or take them now."""
    auction = s.auction if s.phase == TAKING else s.auction - 1
    if auction < 0:
        return None
    players = range(s.players)
    order = [seat for seat in s.order if seat != NOTHING]
    return {
        "card": deck.names[s.pile[auction]],
        "winner": seat_or_none(s.won_by[auction]),
        "bids": [names(deck, s.revealed[seat]) for seat in players],
        "sums": [sum_of(deck, s.revealed[seat]) for seat in players],
        "tiebreakers": [tiebreaker(deck, s.revealed[seat]) for seat in players],
        "order": order,
        "shown": [None if s.shown[seat] == NOTHING else deck.names[s.shown[seat]] for seat in players],
        "taker": order[s.turn] if s.phase == TAKING else None,
    }


def tiebreaker(deck: Deck, cards: int) -> int | None:
    return deck.tiebreakers[tiebreak_card(deck, cards)] if cards else None


def best(deck: Deck, hand: int) -> dict[str, Any]:
    """What a hand counts: its best card of each family, as it would be if this were the end."""
    wild_as = wild_family(deck, hand)
    cards = [counting_card(deck, hand, family, wild_as) for family in range(FAMILIES)]
    counting = sum(bit(card) for card in cards if card != NOTHING)
    return {
        "families": {
            FAMILY_NAMES[family]: None if card == NOTHING else deck.names[card] for family, card in enumerate(cards)
        },
        "wild": FAMILY_NAMES[wild_as] if has(counting, deck.wild) else None,
        "points": points(deck, hand),
        "tiebreaker": tiebreaker(deck, counting),
    }


@lru_cache(maxsize=1024)
def points(deck: Deck, hand: int) -> int:
    return result(deck, hand) >> TIE_BITS


def if_won(s: State, deck: Deck, seat: int) -> dict[str, Any]:
    """The own hand's points with the card up for auction, without the bid."""
    bid = s.bids[seat]
    return {
        "sum": sum_of(deck, bid),
        "tiebreaker": tiebreaker(deck, bid),
        "points": points(deck, (s.hands[seat] & ~bid) | bit(s.pile[s.auction])),
    }


def moves(s: State, deck: Deck, seat: int) -> dict[str, dict[str, int]]:
    """What each legal move with a card would do: the bid's sum after a change, the hand's points after taking."""
    if not has(acting(s), seat):
        return {}
    sets = [0] * WORDS
    legal(s, seat, sets)
    shown = {}
    for sign, kind in SIGNS.items():
        for card in members(sets[kind // WIDTH]):
            if kind == TAKE:
                shown[sign + deck.names[card]] = {"points": points(deck, s.hands[seat] | bit(card))}
            else:
                shown[sign + deck.names[card]] = {"sum": sum_of(deck, s.bids[seat] ^ bit(card))}
    return shown
