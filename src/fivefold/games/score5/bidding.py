"""SCORE 5: what a card is worth to a seat, how a match may go on, and which bids nobody regrets
(docs/algorithms/simultaneous.md).

A card is worth the points that it adds to a hand, and what it can pay for later: the more auctions are left, the more
the second counts. By this a quick bidder plays matches to their end, thousands in a second; what comes of an auction is
judged by how matches end that go on from there.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit, lowest, size
from fivefold.kernel.chance import below, uniform
from fivefold.kernel.rules import rule
from fivefold.search.limit import used_up
from fivefold.search.regrets import add_regret, match_regrets, one_by_chance

from .rules import (
    ADJUSTING,
    AUCTIONS,
    CARDS,
    FAMILIES,
    NOTHING,
    TAKING,
    TIE_BITS,
    State,
    over,
    ranked,
    result,
    reveal,
    sum_of,
    take,
    tiebreak_card,
)
from .veil import deal_pile

BEST, SECOND = 0, FAMILIES
"""Where the values of the best and second best card of each family are noted."""
NOTES = 2 * FAMILIES
POINTS_EARLY, POINTS_LATE, MONEY_EARLY, MONEY_LATE, LEAST_SHARE, MOST_SHARE = range(6)
"""A taste: what a point that a hand has now is worth early and late in the match; what a card's value is worth as
money; and which shares of what a card brings the quick bidder pays for it."""

MOST_BIDS = 12
"""No seat has more bids that are thought of."""
MOST_CARDS = 11
"""Of a larger hand only so many cards, those that cost least for what they pay."""
SUBSETS = 1 << MOST_CARDS
ANY = -1
"""In place of a bid's size."""
NOBODY = 0
"""The outcome in which nobody bids; then come each seat's bids, if they win."""
BEFORE, WORLD, PLAYED = range(3)
"""The states that a search needs room for: the one that is asked about, a possible world, and how it goes on there."""
SCALE = 30.0
"""Who is ahead by so many points at the end gets half of the reward."""
ROUNDS = 600
"""How often all seats choose again, by what they regret."""
CUSTOM = 0.5
"""So often a seat is taken to pay any of the usual prices, and else what it regrets not to have bid."""


# --- what cards are worth ---------------------------------------------------------------------------------------------


@rule
def note(s: State, card: int, family: int, notes: Any) -> None:
    """Notes a card of the hand."""
    value = s.values[card]
    if value > notes[BEST + family]:
        notes[SECOND + family] = notes[BEST + family]
        notes[BEST + family] = value
    elif value > notes[SECOND + family]:
        notes[SECOND + family] = value


@rule
def note_hand(s: State, hand: int, notes: Any) -> None:
    notes[:] = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if card != s.wild:
            note(s, card, s.families[card], notes)


@rule
def family_of(s: State, card: int, notes: Any) -> int:
    """The card's family; of the wild card that in which the hand is weakest."""
    if card != s.wild:
        return int(s.families[card])
    weakest = 0
    for family in range(1, FAMILIES):
        if notes[BEST + family] < notes[BEST + weakest]:
            weakest = family
    return weakest


@rule
def between(s: State, taste: Any, early: int, late: int) -> float:
    """Something that changes in the course of the match."""
    left = (AUCTIONS - 1 - min(s.auction, AUCTIONS - 1)) / (AUCTIONS - 1)
    return float(taste[early] * left + taste[late] * (1.0 - left))


@rule
def point_worth(s: State, taste: Any) -> float:
    """What a point of the hand is worth now."""
    return between(s, taste, POINTS_EARLY, POINTS_LATE)


@rule
def money_worth(s: State, taste: Any) -> float:
    """What the value of a card is worth as money."""
    return between(s, taste, MONEY_EARLY, MONEY_LATE)


@rule
def worth_of(s: State, card: int, notes: Any, point: float, money: float) -> float:
    """What a card brings to the hand that is noted."""
    more = max(0, s.values[card] - notes[BEST + family_of(s, card, notes)])
    return float(point * more + money * s.values[card])


@rule
def cost_of(s: State, card: int, notes: Any, point: float, money: float) -> float:
    """What it costs to part with a card of the hand that is noted."""
    family, value = s.families[card], s.values[card]
    less = value - notes[SECOND + family] if value == notes[BEST + family] else 0
    return float(point * less + money * value)


@rule
def note_with_prize(s: State, seat: int, notes: Any, point: float, money: float) -> float:
    """Notes the hand as it would be with the card up for auction; returns what that brings."""
    prize = s.pile[s.auction]
    note_hand(s, s.hands[seat], notes)
    brings = worth_of(s, prize, notes, point, money)
    note(s, prize, family_of(s, prize, notes), notes)
    return brings


# --- the quick bidder -------------------------------------------------------------------------------------------------


@rule
def quick_bid(s: State, seat: int, share: float, notes: Any, taste: Any, costs: Any) -> int:
    """As much as a share of what the card brings pays for; cards that cost little for their value first."""
    point, money = point_worth(s, taste), money_worth(s, taste)
    budget = share * note_with_prize(s, seat, notes, point, money)
    left, bid = s.hands[seat], 0
    cards = left
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        costs[card] = cost_of(s, card, notes, point, money)
    while left:
        cheapest, cards = lowest(left), left & (left - 1)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if costs[card] * s.values[cheapest] < costs[cheapest] * s.values[card]:
                cheapest = card
        left &= ~bit(cheapest)
        if costs[cheapest] <= budget:
            budget -= costs[cheapest]
            bid |= bit(cheapest)
    return bid


@rule
def quick_take(s: State, notes: Any, taste: Any) -> None:
    """Whoever's turn it is takes the card that it needs most."""
    seat = s.order[s.turn]
    note_hand(s, s.hands[seat], notes)
    point, money = point_worth(s, taste), money_worth(s, taste)
    left, best, most = s.offered, NOTHING, 0.0
    while left:
        card = lowest(left)
        left &= left - 1
        worth = worth_of(s, card, notes, point, money)
        if best == NOTHING or worth > most:
            best, most = card, worth
    take(s, seat, best)


@rule
def finish(s: State, stream: Any, notes: Any, tastes: Any, costs: Any) -> None:
    """Plays on to the end, each seat by its taste."""
    while not over(s):
        if s.phase == TAKING:
            quick_take(s, notes, tastes[s.order[s.turn]])
            continue
        for seat in range(s.players):
            taste = tastes[seat]
            share = taste[LEAST_SHARE] + uniform(stream) * (taste[MOST_SHARE] - taste[LEAST_SHARE])
            s.bids[seat] = quick_bid(s, seat, share, notes, taste, costs)
        reveal(s)


@rule
def add_ends(s: State, totals: Any) -> None:
    """Adds what the end is worth to each seat: how far it is ahead of each other one, from -1 to 1, on average."""
    for seat in range(s.players):
        own, ahead = result(s, s.hands[seat]) >> TIE_BITS, 0.0
        for other in range(s.players):
            if other != seat:
                lead = (own - (result(s, s.hands[other]) >> TIE_BITS)) / SCALE
                ahead += lead / (1.0 + abs(lead))
        totals[seat] += ahead / (s.players - 1)


# --- which bids are thought of ----------------------------------------------------------------------------------------


@rule
def cheap_cards(s: State, seat: int, notes: Any, point: float, money: float) -> int:
    """The cards of the hand that cost least for what they pay, as many as are looked at."""
    cards = s.hands[seat]
    while size(cards) > MOST_CARDS:
        dearest, most, left = NOTHING, 0.0, cards
        while left:
            card = lowest(left)
            left &= left - 1
            rate = cost_of(s, card, notes, point, money) / s.values[card]
            if dearest == NOTHING or rate > most:
                dearest, most = card, rate
        cards &= ~bit(dearest)
    return cards


@rule
def add_up(
    s: State, cards: int, notes: Any, point: float, money: float, subsets: Any, sums: Any, costs: Any
) -> int:  # fmt: skip
    """Every choice from the cards, with its sum and what it costs; returns how many there are."""
    subsets[0], sums[0], costs[0], count = 0, 0, 0.0, 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cost = cost_of(s, card, notes, point, money)
        for k in range(count):
            subsets[count + k] = subsets[k] | bit(card)
            sums[count + k] = sums[k] + s.values[card]
            costs[count + k] = costs[k] + cost
        count *= 2
    return count


@rule
def list_bids(
    s: State, seat: int, cards: int, changes: int, prices: Any, notes: Any, taste: Any,
    subsets: Any, sums: Any, costs: Any, bids: Any,
) -> int:  # fmt: skip
    """For each price, a share of what the card brings, the highest bid that is no dearer; returns how many bids.

    Only bids of so many cards, if a number is given, and within so many changes of what lies there.
    """
    point, money = point_worth(s, taste), money_worth(s, taste)
    brings = note_with_prize(s, seat, notes, point, money)
    cheap = cheap_cards(s, seat, notes, point, money)
    count = add_up(s, cheap, notes, point, money, subsets, sums, costs)
    listed, cheapest = 0, NOTHING
    for level in range(len(prices)):
        best = NOTHING
        for k in range(count):
            if (cards == ANY or size(subsets[k]) == cards) and size(subsets[k] ^ s.bids[seat]) <= changes:
                if cheapest == NOTHING or costs[k] < costs[cheapest]:
                    cheapest = k
                if costs[k] <= prices[level] * brings and (best == NOTHING or sums[k] > sums[best]):
                    best = k
        if best != NOTHING and (listed == 0 or bids[listed - 1] != subsets[best]):
            bids[listed] = subsets[best]
            listed += 1
    if listed == 0:
        bids[0], listed = s.bids[seat] if cheapest == NOTHING else subsets[cheapest], 1
    return listed


@rule
def strength_of(s: State, bid: int) -> int:
    """Bids by their sum, ties by the tie-breaker; none is weaker than any."""
    return ranked(sum_of(s, bid), s.tiebreakers[tiebreak_card(s, bid)]) if bid else NOTHING


@rule
def outcome_of(seat: int, k: int) -> int:
    return 1 + seat * MOST_BIDS + k


# --- what comes of an auction -----------------------------------------------------------------------------------------


@rule
def play_outcome(s: State, winner: int, bid: int, bids: Any, counts: Any, stream: Any) -> None:
    """Reveals the winner's bid and weaker ones of the others."""
    for seat in range(s.players):
        s.bids[seat] = 0
        chosen = bids[seat, below(stream, counts[seat])]
        if winner != NOTHING and strength_of(s, chosen) < strength_of(s, bid):
            s.bids[seat] = chosen
    if winner != NOTHING:
        s.bids[winner] = bid
    reveal(s)


@rule
def same_again(stream: Any, seed: Any) -> None:
    """The same chances for each branch: so none is lucky."""
    for i in range(len(seed)):
        stream[i] = seed[i]


def play_branches(
    worlds: Any, winners: Any, moves: Any, bids: Any, counts: Any, stream: Any, seed: Any, control: Any,
    notes: Any, tastes: Any, costs: Any, totals: Any,
) -> int:  # fmt: skip
    """Adds up how matches end, for each branch: where this bid of this seat wins, or where this card is taken. Returns
    how many rounds of them there were."""
    rounds, done = 0, False
    while not done:
        worlds[WORLD] = worlds[BEFORE]
        deal_pile(worlds[WORLD], stream)
        same_again(seed, stream)
        for k in range(len(moves)):
            worlds[PLAYED] = worlds[WORLD]
            s = worlds[PLAYED]
            same_again(stream, seed)
            if s.phase == TAKING:
                take(s, s.order[s.turn], moves[k])
            else:
                play_outcome(s, winners[k], moves[k], bids, counts, stream)
            finish(s, stream, notes, tastes, costs)
            add_ends(s, totals[k])
            done = used_up(control)
        rounds += 1
    return rounds


def list_all(
    states: Any, seat: int, changes: int, own_prices: Any, prices: Any, notes: Any, tastes: Any,
    subsets: Any, sums: Any, costs: Any, bids: Any, counts: Any,
) -> None:  # fmt: skip
    """Which bids each seat may make; of the seat itself, what lies there is among them, and no bid is the first."""
    s = states[0]
    for other in range(s.players):
        if other != seat:
            cards = s.sizes[other] if s.phase == ADJUSTING else ANY
            counts[other] = list_bids(
                s, other, cards, CARDS, prices, notes, tastes[other], subsets, sums, costs, bids[other]
            )
    counts[seat] = list_bids(s, seat, ANY, changes, own_prices, notes, tastes[seat], subsets, sums, costs, bids[seat])
    add_bid(s.bids[seat], bids[seat], counts, seat)


@rule
def add_bid(bid: int, bids: Any, counts: Any, seat: int) -> None:
    """Adds a bid to those that a seat thinks of, if it is not there."""
    for k in range(counts[seat]):
        if bids[k] == bid:
            return
    bids[counts[seat]] = bid
    counts[seat] += 1


# --- which bids nobody regrets ----------------------------------------------------------------------------------------


@rule
def strongest_of(s: State, without: int, bids: Any, chosen: Any) -> tuple[int, int]:
    """The outcome of what the others have chosen, and how strong the best of their bids is."""
    outcome, most = NOBODY, NOTHING
    for seat in range(s.players):
        bid = bids[seat, chosen[seat]]
        if seat != without and strength_of(s, bid) > most:
            outcome, most = outcome_of(seat, chosen[seat]), strength_of(s, bid)
    return outcome, most


def choose_bids(
    states: Any, bids: Any, counts: Any, chosen: Any, stream: Any, worth: Any, regrets: Any, played: Any, chances: Any,
    gains: Any, wins: Any,
) -> None:  # fmt: skip
    """All seats choose again and again, each by what it regrets not to have bid. `worth` has a row for each outcome."""
    s = states[0]
    for _ in range(ROUNDS):
        for seat in range(s.players):
            match_regrets(regrets[seat], counts[seat], chances[seat])
            if uniform(stream) < CUSTOM:
                chosen[seat] = below(stream, counts[seat])
            else:
                chosen[seat] = one_by_chance(chances[seat], counts[seat], stream)
        for seat in range(s.players):
            outcome, most = strongest_of(s, seat, bids, chosen)
            own = bids[seat, chosen[seat]]
            now = outcome_of(seat, chosen[seat]) if strength_of(s, own) > most else outcome
            for k in range(counts[seat]):
                wins_it = strength_of(s, bids[seat, k]) > most
                then = outcome_of(seat, k) if wins_it else outcome
                add_regret(regrets[seat], k, worth[then, seat] - worth[now, seat])
                played[seat, k] += CUSTOM / counts[seat] / ROUNDS + (1.0 - CUSTOM) * chances[seat, k] / ROUNDS
                gains[seat, k] += worth[then, seat] / ROUNDS
                wins[seat, k] += 1.0 / ROUNDS if wins_it else 0.0


# --- the quick bidder alone -------------------------------------------------------------------------------------------


def quick(states: Any, seat: int, shares: Any, notes: Any, tastes: Any, costs: Any) -> int:
    """The quick bidder's bid, with a share for each auction."""
    s = states[0]
    return quick_bid(s, seat, shares[s.auction], notes, tastes[seat], costs)
