"""Five Crowns: eleven rounds; who melds the whole hand to the last card goes out, the others count what stays unused.

An action is a card to discard (its kind, see `cards.py`), 56 + a kind to go out with, 112 to draw, or 113 to pick up
the top discard.

What everybody knows of hidden cards is a part of the state. A card that was picked up is known (`known`). Of
the others (`unseen`) only their number in a hand is known (`unknown`), until the draw pile is renewed: then all
cards of the pile are known, though not their order, and none of them is in a hand. From then on an unseen card is
either kept (in a hand since before) or fresh (in the pile or drawn from it). `kept_most` and `fresh_most` are how many
of a kind, or of a hand, can be one or the other; both are certain until somebody discards a card that can have been
either. Before the first renewal every card is fresh.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, has, lowest
from fivefold.kernel.layout import Layout, bits, int8, int16
from fivefold.kernel.rules import rule

from .cards import (
    COPIES,
    KINDS,
    LOWEST_VALUE,
    ONE_GAME,
    RANKS,
    add_card,
    count_card,
    fill_pack,
    list_cards,
    remove_card,
    wild_cards,
)
from .melds import all_melded, may_meld_all, natural, unused_points

SEATS = 14
HAND = 13
ROUNDS = RANKS
TIEBREAK_ROUND = ROUNDS + 1
FINISHED = TIEBREAK_ROUND + 1
TIEBREAK_CARDS = 6
SHARE, ROUND = 0, 1
PLAYERS_OF_ONE_GAME = 7

NOBODY = NOTHING = -1
HIDDEN = -2
DEAL, RENEWAL = 1, 2

DISCARD, OUT, TAKE = 0, 1, 2
"""The sets of actions."""
DRAW, PICK = 0, 1
"""The numbers of the last set."""
WIDTH, WORDS = KINDS, 3
ACTIONS = WIDTH * WORDS
CHOICES = 2 * (HAND + 1)
"""Before a discard a hand has at most 14 cards; each may be discarded, or go out."""
PACK = 2 * ONE_GAME


class State(Layout):
    hands = bits[14, 4]  # see `cards.py`
    players = int8
    turn_limit = int16
    tiebreak = int8
    waiting = int8  # for DEAL or RENEWAL
    round = int8  # from 1; the tie-breaker is 12; 13 when the match is over
    in_round = int16  # the set of seats that play it
    turn = int8
    taken = int8  # the seat has drawn or picked up its card
    turns = int16  # turns finished in this round
    out = int8  # the seat that went out, or NOBODY
    last_turns = int8  # turns left after somebody went out
    open_hands = int16  # the set of seats whose cards lie open
    jokers = int8[14]
    table = int8[232]  # the discards from the front, the top one last; the draw pile from the end, the next card first
    discards = int16
    pile = int16
    known = int8[14, 14]  # cards in a hand that were picked up openly, or NOTHING
    kept = int8[
        14, 14
    ]  # other cards in a hand since before the draw pile was last renewed, or NOTHING: its owner's secret
    unknown = int8[14]
    kept_most = int8[14]
    fresh_most = int8[14]
    unseen = int8[56]
    kept_most_of = int8[56]
    fresh_most_of = int8[56]
    points = int16[12, 14]  # by finished round
    laid = int8[14, 13]  # the hands that ended the last round, or NOTHING
    laid_out = int8  # who went out in the last round, or NOBODY


# --- the round --------------------------------------------------------------------------------------------------------


@rule
def hand_size(round: int) -> int:
    return TIEBREAK_CARDS if round == TIEBREAK_ROUND else round + 2


@rule
def wild_rank(round: int) -> int:
    """As many cards as are dealt, so high is the rank that is wild; as a number from 0, the 3."""
    return hand_size(round) - LOWEST_VALUE


@rule
def seat_after(s: State, seat: int) -> int:
    """The next seat, clockwise, that plays this round."""
    seat = seat + 1 if seat + 1 < s.players else 0
    while not has(s.in_round, seat):
        seat = seat + 1 if seat + 1 < s.players else 0
    return seat


@rule
def starting_seat(s: State) -> int:
    """The start moves on by a seat each round; who does not play the tie-breaker is passed over."""
    seat = (s.round - 1) % s.players
    return seat if has(s.in_round, seat) else seat_after(s, seat)


@rule
def seats_in_round(s: State) -> int:
    count = 0
    for seat in range(s.players):
        if has(s.in_round, seat):
            count += 1
    return count


@rule
def set_up(s: State) -> None:
    s.round = 1
    s.in_round = bit(s.players) - 1
    s.out = s.laid_out = NOBODY
    s.waiting = DEAL
    for place in range(PACK):
        s.table[place] = NOTHING
    for seat in range(SEATS):
        for place in range(HAND + 1):
            s.known[seat, place] = s.kept[seat, place] = NOTHING
        for place in range(HAND):
            s.laid[seat, place] = NOTHING


# --- cards are shuffled and dealt -------------------------------------------------------------------------------------


@rule
def waits(s: State) -> bool:
    return s.waiting != 0


@rule
def games_mixed(s: State) -> int:
    return 1 if s.players <= PLAYERS_OF_ONE_GAME else 2


@rule
def pack(s: State, cards: Any) -> int:
    if s.waiting == DEAL:
        return fill_pack(games_mixed(s), cards)
    for place in range(s.discards - 1):
        cards[place] = s.table[place]
    return int(s.discards - 1)


@rule
def deal(s: State, cards: Any) -> None:
    if s.waiting == DEAL:
        deal_round(s, cards)
    else:
        renew_pile(s, cards)
        draw(s, s.turn)
    s.waiting = 0


@rule
def deal_round(s: State, cards: Any) -> None:
    """One card at a time; the next one begins the discards, the rest is the draw pile."""
    clear_round(s)
    seat = s.turn = starting_seat(s)
    dealt = hand_size(s.round) * seats_in_round(s)
    for place in range(dealt):
        add_card(s.hands, s.jokers, seat, cards[place])
        s.unknown[seat] += 1
        s.fresh_most[seat] += 1
        seat = seat_after(s, seat)
    count = games_mixed(s) * ONE_GAME
    for place in range(count):
        s.unseen[cards[place]] += 1
    s.unseen[cards[dealt]] -= 1
    for kind in range(KINDS):
        s.fresh_most_of[kind] = s.unseen[kind]
    s.table[0] = cards[dealt]
    s.discards = 1
    lay_pile(s, cards, dealt + 1, count)


@rule
def clear_round(s: State) -> None:
    s.taken = s.turns = s.last_turns = s.open_hands = 0
    s.out = NOBODY
    for place in range(PACK):
        s.table[place] = NOTHING
    for seat in range(s.players):
        for copy in range(COPIES):
            s.hands[seat, copy] = 0
        s.jokers[seat] = s.unknown[seat] = s.kept_most[seat] = s.fresh_most[seat] = 0
        for place in range(HAND + 1):
            s.known[seat, place] = s.kept[seat, place] = NOTHING
    for kind in range(KINDS):
        s.unseen[kind] = s.kept_most_of[kind] = s.fresh_most_of[kind] = 0


@rule
def lay_pile(s: State, cards: Any, start: int, end: int) -> None:
    """The cards from `start` on become the draw pile."""
    s.pile = end - start
    for place in range(start, end):
        s.table[PACK - end + place] = cards[place]


@rule
def renew_pile(s: State, cards: Any) -> None:
    """All discards but the top one, shuffled, are the new pile. Every card still unseen is in a hand."""
    recycled = s.discards - 1
    top = s.table[recycled]
    for place in range(s.discards):
        s.table[place] = NOTHING
    s.table[0] = top
    s.discards = 1
    lay_pile(s, cards, 0, recycled)
    for kind in range(KINDS):
        s.kept_most_of[kind] = s.unseen[kind]
        s.fresh_most_of[kind] = 0
    for place in range(recycled):
        s.unseen[cards[place]] += 1
        s.fresh_most_of[cards[place]] += 1
    for seat in range(s.players):
        s.kept_most[seat] = s.unknown[seat]
        s.fresh_most[seat] = 0
        note_kept_cards(s, seat)


@rule
def note_kept_cards(s: State, seat: int) -> None:
    """All cards of the hand that nobody else knows."""
    count = 0
    for place in range(HAND + 1):
        s.kept[seat, place] = NOTHING
    if has(s.open_hands, seat):
        return
    for kind in range(KINDS):
        known = count_in_row(s.known, seat, kind)
        for _ in range(count_card(s.hands, s.jokers, seat, kind) - known):
            s.kept[seat, count] = kind
            count += 1


# --- what everybody knows ---------------------------------------------------------------------------------------------


@rule
def count_in_row(rows: Any, seat: int, kind: int) -> int:
    count = 0
    for place in range(HAND + 1):
        if rows[seat, place] == kind:
            count += 1
    return count


@rule
def put_in_row(rows: Any, seat: int, kind: int) -> None:
    place = 0
    while rows[seat, place] != NOTHING:
        place += 1
    rows[seat, place] = kind


@rule
def take_from_row(rows: Any, seat: int, kind: int) -> bool:
    """Takes one card of the kind out of the row; False if there is none."""
    for place in range(HAND + 1):
        if rows[seat, place] == kind:
            rows[seat, place] = NOTHING
            return True
    return False


@rule
def leaves_hand(s: State, seat: int, kind: int) -> None:
    """A card that leaves the hand openly, or is laid open in it."""
    if take_from_row(s.known, seat, kind):
        return
    can_be_kept = s.kept_most[seat] > 0 and s.kept_most_of[kind] > 0
    can_be_fresh = s.fresh_most[seat] > 0 and s.fresh_most_of[kind] > 0
    if not can_be_kept:
        s.fresh_most[seat] -= 1
        s.fresh_most_of[kind] -= 1
    elif not can_be_fresh:
        s.kept_most[seat] -= 1
        s.kept_most_of[kind] -= 1
    s.unknown[seat] -= 1
    s.unseen[kind] -= 1
    s.kept_most[seat] = min(s.kept_most[seat], s.unknown[seat])
    s.fresh_most[seat] = min(s.fresh_most[seat], s.unknown[seat])
    s.kept_most_of[kind] = min(s.kept_most_of[kind], s.unseen[kind])
    s.fresh_most_of[kind] = min(s.fresh_most_of[kind], s.unseen[kind])


@rule
def open_hand(s: State, seat: int) -> None:
    if has(s.open_hands, seat):
        return
    s.open_hands |= bit(seat)
    for kind in range(KINDS):
        for _ in range(count_card(s.hands, s.jokers, seat, kind)):
            leaves_hand(s, seat, kind)
    for place in range(HAND + 1):
        s.kept[seat, place] = NOTHING


# --- what a seat may do -----------------------------------------------------------------------------------------------


@rule
def acting(s: State) -> int:
    return 0 if over(s) else bit(s.turn)


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    sets[DISCARD] = sets[OUT] = sets[TAKE] = 0
    if not s.taken:
        sets[TAKE] = bit(PICK) | (bit(DRAW) if can_draw(s) else 0)
    else:
        sets[DISCARD] = s.hands[seat, 0]
        sets[OUT] = ways_out(s, seat)


@rule
def can_draw(s: State) -> bool:
    """An empty draw pile is renewed from the discards under the top one."""
    return s.pile > 0 or s.discards > 1


@rule
def ways_out(s: State, seat: int) -> int:
    """The cards that can be the last one: all others are melded then. Only the first seat goes out."""
    if s.out != NOBODY or not near_out(s, seat):
        return 0
    rank = wild_rank(s.round)
    ways = 0
    left = s.hands[seat, 0]
    while left:
        kind = lowest(left)
        left &= left - 1
        remove_card(s.hands, s.jokers, seat, kind)
        if all_melded(s.hands, s.jokers, seat, rank):
            ways |= bit(kind)
        add_card(s.hands, s.jokers, seat, kind)
    return ways


@rule
def near_out(s: State, seat: int) -> bool:
    """A quick look, before each card is tried."""
    rank = wild_rank(s.round)
    one, two = natural(s.hands[seat, 0], rank), natural(s.hands[seat, 1], rank)
    three, four = natural(s.hands[seat, 2], rank), natural(s.hands[seat, 3], rank)
    return may_meld_all(one, two, three, four, wild_cards(s.hands, s.jokers, seat, rank), 1)


# --- a turn -----------------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, action: int) -> None:
    if action == TAKE * WIDTH + DRAW:
        if s.pile == 0:
            s.waiting = RENEWAL
        else:
            draw(s, seat)
    elif action == TAKE * WIDTH + PICK:
        pick(s, seat)
    else:
        discard(s, seat, action % WIDTH)
        if action >= OUT * WIDTH:
            go_out(s, seat)
        finish_turn(s, seat)


@rule
def draw(s: State, seat: int) -> None:
    place = PACK - s.pile
    add_card(s.hands, s.jokers, seat, s.table[place])
    s.table[place] = NOTHING
    s.pile -= 1
    s.unknown[seat] += 1
    s.fresh_most[seat] += 1
    s.taken = 1


@rule
def pick(s: State, seat: int) -> None:
    s.discards -= 1
    kind = s.table[s.discards]
    s.table[s.discards] = NOTHING
    add_card(s.hands, s.jokers, seat, kind)
    put_in_row(s.known, seat, kind)
    s.taken = 1


@rule
def discard(s: State, seat: int, kind: int) -> None:
    remove_card(s.hands, s.jokers, seat, kind)
    s.table[s.discards] = kind
    s.discards += 1
    s.taken = 0
    leaves_hand(s, seat, kind)
    held = count_card(s.hands, s.jokers, seat, kind) - count_in_row(s.known, seat, kind)
    if held < count_in_row(s.kept, seat, kind):
        take_from_row(s.kept, seat, kind)


@rule
def go_out(s: State, seat: int) -> None:
    s.out = seat
    s.last_turns = seats_in_round(s)
    open_hand(s, seat)


@rule
def finish_turn(s: State, seat: int) -> None:
    s.turns += 1
    if s.out != NOBODY:
        open_hand(s, seat)
        s.last_turns -= 1
        round_ends = s.last_turns == 0
    else:
        round_ends = s.turns == s.turn_limit * seats_in_round(s)
    if round_ends:
        score_round(s)
    else:
        s.turn = seat_after(s, seat)


# --- the round is scored ----------------------------------------------------------------------------------------------


@rule
def score_round(s: State) -> None:
    rank = wild_rank(s.round)
    s.laid_out = s.out
    for seat in range(s.players):
        for place in range(HAND):
            s.laid[seat, place] = NOTHING
        if has(s.in_round, seat):
            list_cards(s.hands, s.jokers, seat, s.laid[seat])
            open_hand(s, seat)
            if seat != s.out:
                s.points[s.round - 1, seat] = unused_points(s.hands, s.jokers, seat, rank)
    begin_next_round(s)


@rule
def begin_next_round(s: State) -> None:
    if s.round < ROUNDS:
        s.round += 1
        s.waiting = DEAL
        return
    tied = lowest_totals(s)
    if s.round == ROUNDS and s.tiebreak == ROUND and tied & (tied - 1):
        s.round = TIEBREAK_ROUND
        s.in_round = tied
        s.waiting = DEAL
    else:
        s.round = FINISHED


@rule
def lowest_totals(s: State) -> int:
    """The seats that have the lowest total."""
    least = total(s, 0)
    for seat in range(1, s.players):
        least = min(least, total(s, seat))
    seats = 0
    for seat in range(s.players):
        if total(s, seat) == least:
            seats |= bit(seat)
    return seats


# --- the match --------------------------------------------------------------------------------------------------------


@rule
def total(s: State, seat: int) -> int:
    """Penalty points; those of the tie-breaker are not added."""
    points = 0
    for round in range(ROUNDS):
        points += s.points[round, seat]
    return points


@rule
def over(s: State) -> bool:
    return s.round == FINISHED


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = total(s, seat)


@rule
def standings(s: State, out: Any) -> None:
    """The lowest total; among those who tie for it, the lowest in the tie-breaker."""
    for seat in range(s.players):
        out[seat] = -(total(s, seat) * 1000 + s.points[TIEBREAK_ROUND - 1, seat])


def longest(s: State) -> int:
    """Each turn is two plays; after the last turn before the limit somebody may have gone out."""
    turns = s.turn_limit * s.players + s.players - 1
    return 2 * turns * (ROUNDS + (1 if s.tiebreak == ROUND else 0))


def census(s: State) -> dict[int, int]:
    """Cards in hands, in the draw pile and among the discards; a hand that was laid down stays its owner's."""
    cards = Counter(card for card in s.table if card != NOTHING)
    for seat in range(s.players):
        held = np.zeros(HAND + 1, np.int64)
        count = list_cards(s.hands, s.jokers, seat, held)
        cards.update(held[:count].tolist())
    return dict(cards)
