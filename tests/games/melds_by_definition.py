"""Melds straight from their definition, to check the fast algorithm against: slow, and with nothing of its code.

A card is its text. `least_unused` tries every way to lay out a hand.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
JOKER = "Jo"


def rank_of(card: str) -> int:
    return 3 + RANKS.index(card[:-1])


def is_wild(card: str, wild: int) -> bool:
    return card == JOKER or rank_of(card) == wild


def points(card: str, wild: int) -> int:
    return 50 if card == JOKER else 20 if rank_of(card) == wild else rank_of(card)


@cache
def is_meld(naturals: tuple[str, ...], wild_cards: int) -> bool:
    """Are these natural cards and that many wild cards one book or one run?"""
    size = len(naturals) + wild_cards
    if size < 3:
        return False
    ranks = [rank_of(card) for card in naturals]
    if len(set(ranks)) <= 1:
        return True
    one_suit = len({card[-1] for card in naturals}) == 1
    if not one_suit or len(set(ranks)) < len(ranks) or size > 11:
        return False
    return any(low <= min(ranks) and max(ranks) < low + size for low in range(3, 13 - size + 2))


def is_meld_of_cards(cards: tuple[str, ...], wild: int) -> bool:
    """The same for cards of which each wild one may also be used as what is printed on it."""
    wilds = [card for card in cards if is_wild(card, wild)]
    rest = [card for card in cards if not is_wild(card, wild)]
    itself = [card for card in wilds if card != JOKER]
    return any(
        is_meld(tuple(sorted([*rest, *printed])), len(wilds) - count)
        for count in range(len(itself) + 1)
        for printed in combinations(itself, count)
    )


def least_unused(hand: list[str], wild: int) -> int:
    """The least points that stay unused, wild cards being all alike while they are in a meld."""
    naturals = [card for card in hand if not is_wild(card, wild)]
    wilds = sorted(points(card, wild) for card in hand if is_wild(card, wild))
    melds: dict[int, tuple[str, ...]] = {}
    for together in groups_of(naturals):
        for size in range(1, len(together) + 1):
            for chosen in combinations(together, size):
                cards = tuple(sorted(naturals[i] for i in chosen))
                if any(is_meld(cards, count) for count in range(len(wilds) + 1)):
                    melds[sum(1 << i for i in chosen)] = cards
    return best_of_rest((1 << len(naturals)) - 1, len(wilds), naturals, wilds, list(melds.items()), wild, {})


def groups_of(naturals: list[str]) -> list[list[int]]:
    """The places of the cards of each rank and of each suit: other cards are never in one meld."""
    ranks = [[i for i, card in enumerate(naturals) if card[:-1] == rank] for rank in RANKS]
    suits = [[i for i, card in enumerate(naturals) if card[-1] == suit] for suit in "*HCSD"]
    return ranks + suits


def best_of_rest(
    left: int,
    free: int,
    naturals: list[str],
    wilds: list[int],
    melds: list[tuple[int, tuple[str, ...]]],
    wild: int,
    known: dict[tuple[int, int], int],
) -> int:
    if (left, free) in known:
        return known[left, free]
    if left == 0:
        unused = 0 if free >= 3 else sum(wilds[:free])
    else:
        lowest = left & -left
        card = naturals[lowest.bit_length() - 1]
        arguments = (naturals, wilds, melds, wild, known)
        unused = points(card, wild) + best_of_rest(left ^ lowest, free, *arguments)
        for mask, cards in melds:
            if mask & lowest and mask & left == mask:
                for count in range(free + 1):
                    if is_meld(cards, count):
                        unused = min(unused, best_of_rest(left ^ mask, free - count, *arguments))
    known[left, free] = unused
    return unused


def least_unused_card_by_card(hand: list[str], wild: int) -> int:
    """The same without any short cut: every way to part the cards into melds and unused ones. For small hands."""
    if not hand:
        return 0
    card, others = hand[0], hand[1:]
    least = points(card, wild) + least_unused_card_by_card(others, wild)
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            meld = (card, *(others[i] for i in chosen))
            if is_meld_of_cards(meld, wild):
                rest = [other for i, other in enumerate(others) if i not in chosen]
                least = min(least, least_unused_card_by_card(rest, wild))
    return least
