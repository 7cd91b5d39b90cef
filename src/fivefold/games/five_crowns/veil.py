"""Five Crowns: hidden are the draw pile's order and the cards in hands, but for those picked up openly or laid down.

A world is a way to lay the unseen cards, each told apart from the others, on the places where they can be; each has the
same chance. Before the draw pile is renewed every unseen card can be on every place. After it there are two sorts of
cards and of places, kept and fresh (`rules.py`). A card whose sort nobody knows is loose: it can be on any place. When
a seat discards a card that can have been of either sort, one place of its hand is loose as well: it takes any card.
What this leaves out: how a loose card and a loose place hang together, and what was known before the last renewal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.bits import has
from fivefold.kernel.chance import shuffle, uniform
from fivefold.kernel.rules import rule

from .cards import COPIES, KINDS, add_card, count_card
from .rules import HAND, HIDDEN, NOTHING, PACK, State, count_in_row, put_in_row

KEPT, FRESH, LOOSE = 0, 1, 2


@rule
def veil(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat and not has(s.open_hands, other):
            for copy in range(COPIES):
                s.hands[other, copy] = 0
            s.jokers[other] = 0
            for place in range(HAND + 1):
                s.kept[other, place] = NOTHING
    for place in range(PACK - s.pile, PACK):
        s.table[place] = HIDDEN


# --- worlds -----------------------------------------------------------------------------------------------------------


@rule
def deal_hidden(s: State, seat: int, stream: Any) -> None:
    cards = np.zeros((3, PACK), np.int64)  # the hidden cards by sort
    have, room = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for kind in range(KINDS):
        sort_cards(s, seat, kind, cards, have)
    room[FRESH] = s.pile
    for other in range(s.players):
        if hides(s, seat, other):
            for sort in range(3):
                room[sort] += places(s, other, sort)
    for sort in range(3):
        shuffle(stream, cards[sort], have[sort])
    moved = draw_moved(have, room, stream)
    lay_cards(s, seat, cards, have, room, moved, stream)


@rule
def hides(s: State, seat: int, other: int) -> bool:
    """Does the other seat hold cards that this one does not see?"""
    return other != seat and not has(s.open_hands, other)


@rule
def sort_cards(s: State, seat: int, kind: int, cards: Any, have: Any) -> None:
    """Lists the cards of a kind that are hidden from the seat, which knows more of the sorts by its own hand."""
    hidden, kept_most, fresh_most = int(s.unseen[kind]), int(s.kept_most_of[kind]), int(s.fresh_most_of[kind])
    if seat >= 0 and not has(s.open_hands, seat):
        held = count_card(s.hands, s.jokers, seat, kind) - count_in_row(s.known, seat, kind)
        held_kept = count_in_row(s.kept, seat, kind)
        hidden -= held
        kept_most = min(hidden, kept_most - held_kept)
        fresh_most = min(hidden, fresh_most - (held - held_kept))
    for copy in range(hidden):
        sort = KEPT if copy < hidden - fresh_most else LOOSE if copy < kept_most else FRESH
        cards[sort, have[sort]] = kind
        have[sort] += 1


@rule
def places(s: State, other: int, sort: int) -> int:
    """How many hidden places of a sort a hand has."""
    kept, fresh = s.unknown[other] - s.fresh_most[other], s.unknown[other] - s.kept_most[other]
    return kept if sort == KEPT else fresh if sort == FRESH else s.unknown[other] - kept - fresh


@rule
def draw_moved(have: Any, room: Any, stream: Any) -> int:
    """How many kept cards lie on loose places; times PACK, and added, how many fresh ones do."""
    total = 0.0
    for kept in range(room[LOOSE] + 1):
        for fresh in range(room[LOOSE] + 1 - kept):
            total += ways_to_lay(have, room, kept, fresh)
    chance = uniform(stream) * total
    last = 0
    for kept in range(room[LOOSE] + 1):
        for fresh in range(room[LOOSE] + 1 - kept):
            ways = ways_to_lay(have, room, kept, fresh)
            if ways > 0.0:
                last = kept * PACK + fresh
                if chance < ways:
                    return last
                chance -= ways
    return last  # only rounding gets here


@rule
def ways_to_lay(have: Any, room: Any, kept: int, fresh: int) -> float:
    """In how many ways so many kept and fresh cards can lie on loose places, but for a factor that all share."""
    on_kept, on_fresh = room[KEPT] - have[KEPT] + kept, room[FRESH] - have[FRESH] + fresh  # loose cards there
    if on_kept < 0 or on_fresh < 0:
        return 0.0
    loose = choose(have[LOOSE], on_kept) * choose(have[LOOSE] - on_kept, on_fresh)
    return loose * choose(have[KEPT], kept) * choose(have[FRESH], fresh)


@rule
def choose(count: int, chosen: int) -> float:
    """In how many ways so many can be chosen."""
    ways = 1.0
    for i in range(chosen):
        ways = ways * (count - i) / (i + 1)
        if i >= count:
            return 0.0
    return ways


@rule
def lay_cards(s: State, seat: int, cards: Any, have: Any, room: Any, moved: int, stream: Any) -> None:
    """Lays shuffled cards on the places of each sort: cards of the same sort but those moved, and loose ones."""
    loose = 0
    hand = np.zeros(PACK, np.int64)
    for sort in range(2):
        move = moved // PACK if sort == KEPT else moved % PACK
        own = have[sort] - move
        for place in range(own):
            hand[place] = cards[sort, move + place]
        for place in range(own, room[sort]):
            hand[place] = cards[LOOSE, loose]
            loose += 1
        shuffle(stream, hand, room[sort])
        lay_sort(s, seat, sort, hand)
    count = have[LOOSE] - loose
    for place in range(count):
        hand[place] = cards[LOOSE, loose + place]
    for sort in range(2):
        for place in range(moved // PACK if sort == KEPT else moved % PACK):
            hand[count] = cards[sort, place]
            count += 1
    shuffle(stream, hand, count)
    lay_sort(s, seat, LOOSE, hand)


@rule
def lay_sort(s: State, seat: int, sort: int, cards: Any) -> None:
    """Lays cards on all hidden places of a sort."""
    used = 0
    for other in range(s.players):
        if hides(s, seat, other):
            if sort == KEPT:
                for place in range(HAND + 1):
                    if s.known[other, place] != NOTHING:
                        add_card(s.hands, s.jokers, other, s.known[other, place])
            for _ in range(places(s, other, sort)):
                add_card(s.hands, s.jokers, other, int(cards[used]))
                if sort == KEPT:
                    put_in_row(s.kept, other, int(cards[used]))
                used += 1
    if sort == FRESH:
        for place in range(PACK - s.pile, PACK):
            s.table[place] = cards[used]
            used += 1
