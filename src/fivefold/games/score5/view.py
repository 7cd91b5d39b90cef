"""SCORE 5: the table as a seat sees it, from a state veiled for that seat."""

from __future__ import annotations

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
from .text import SIGNS, Text

TEXT = Text()
PHASES = {PLACING: "placing", ADJUSTING: "adjusting", TAKING: "taking"}


def view(s: State, seat: int) -> dict[str, Any]:
    players = range(s.players)
    bidding = s.phase != TAKING and not over(s)
    return {
        "auction": min(s.auction + 1, AUCTIONS),
        "auctions": AUCTIONS,
        "phase": "over" if over(s) else PHASES[s.phase],
        "card": None if over(s) else name(s, s.pile[s.auction]),
        "pile": pile(s),
        "hands": [names(s, s.hands[other]) for other in players],
        "bids": [names(s, s.bids[other]) if bidding and other == seat else None for other in players],
        "bid_sizes": [bid_size(s, other, seat) for other in players],
        "changes_seen": [s.adjusted[other] for other in players],
        "changes_left": changes_left(s, seat) if bidding and seat >= 0 else None,
        "ready": list(members(s.ready)),
        "offered": names(s, s.offered),
        "revealed": revealed(s),
        "finished": [
            {"card": name(s, s.pile[auction]), "winner": seat_or_none(s.won_by[auction])}
            for auction in range(s.auction)
        ],
        "best": [best(s, s.hands[other]) for other in players],
        "if_won": if_won(s, seat) if bidding and seat >= 0 else None,
        "moves": moves(s, seat) if seat >= 0 else {},
        "cards": {
            name(s, card): {
                "family": FAMILY_NAMES[s.families[card]],
                "value": s.values[card],
                "tiebreaker": s.tiebreakers[card],
            }
            for card in open_cards(s)
        },
    }


def name(s: State, card: int) -> str:
    return TEXT.write_card(s, card)


def names(s: State, cards: int) -> list[str]:
    return [name(s, card) for card in members(cards)]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOTHING else seat


def pile(s: State) -> dict[str, int]:
    """How many cards of each kind lie face down."""
    turned_up = min(s.auction + 1, AUCTIONS)
    stars, two_stars = max(0, OF_STAR - turned_up), min(OF_TWO_STARS, max(0, AUCTIONS - 1 - turned_up))
    return {"stars": stars, "two_stars": two_stars, "wild": int(turned_up < AUCTIONS)}


def open_cards(s: State) -> list[int]:
    """Every card that has been seen, and the wild card, which all know to be the last."""
    cards = s.offered | bit(s.wild)
    for seat in range(s.players):
        cards |= s.hands[seat]
    for auction in range(min(s.auction + 1, AUCTIONS)):
        cards |= bit(s.pile[auction])
    return list(members(cards))


def bid_size(s: State, seat: int, viewer: int) -> int | None:
    """How many cards a seat bids, None where that is hidden; after the bids are revealed `revealed` shows them."""
    if s.phase == ADJUSTING:
        return s.sizes[seat]
    return size(s.bids[seat]) if s.phase == PLACING and seat == viewer and not over(s) else None


def revealed(s: State) -> dict[str, Any] | None:
    """The bids as they were revealed last, and in which order the others took the winner's cards, or take them now."""
    auction = s.auction if s.phase == TAKING else s.auction - 1
    if auction < 0:
        return None
    players = range(s.players)
    order = [seat for seat in s.order if seat != NOTHING]
    return {
        "card": name(s, s.pile[auction]),
        "winner": seat_or_none(s.won_by[auction]),
        "bids": [names(s, s.revealed[seat]) for seat in players],
        "sums": [sum_of(s, s.revealed[seat]) for seat in players],
        "tiebreakers": [tiebreaker(s, s.revealed[seat]) for seat in players],
        "order": order,
        "shown": [None if s.shown[seat] == NOTHING else name(s, s.shown[seat]) for seat in players],
        "taker": order[s.turn] if s.phase == TAKING else None,
    }


def tiebreaker(s: State, cards: int) -> int | None:
    return s.tiebreakers[tiebreak_card(s, cards)] if cards else None


def best(s: State, hand: int) -> dict[str, Any]:
    """What a hand counts: its best card of each family, as it would be if this were the end."""
    wild_as = wild_family(s, hand)
    cards = [counting_card(s, hand, family, wild_as) for family in range(FAMILIES)]
    counting = sum(bit(card) for card in cards if card != NOTHING)
    return {
        "families": {
            FAMILY_NAMES[family]: None if card == NOTHING else name(s, card) for family, card in enumerate(cards)
        },
        "wild": FAMILY_NAMES[wild_as] if has(counting, s.wild) else None,
        "points": points(s, hand),
        "tiebreaker": tiebreaker(s, counting),
    }


def points(s: State, hand: int) -> int:
    return result(s, hand) >> TIE_BITS


def if_won(s: State, seat: int) -> dict[str, Any]:
    """The own hand's points with the card up for auction, without the bid."""
    bid = s.bids[seat]
    return {
        "sum": sum_of(s, bid),
        "tiebreaker": tiebreaker(s, bid),
        "points": points(s, (s.hands[seat] & ~bid) | bit(s.pile[s.auction])),
    }


def moves(s: State, seat: int) -> dict[str, dict[str, int]]:
    """What each legal move with a card would do: the bid's sum after a change, the hand's points after taking."""
    if not has(acting(s), seat):
        return {}
    sets = [0] * (len(SIGNS) + 1)
    legal(s, seat, sets)
    shown = {}
    for (sign, kind), cards in zip(SIGNS.items(), sets, strict=False):
        for card in members(cards):
            if kind == TAKE:
                shown[sign + name(s, card)] = {"points": points(s, s.hands[seat] | bit(card))}
            else:
                shown[sign + name(s, card)] = {"sum": sum_of(s, s.bids[seat] ^ bit(card))}
    return shown
