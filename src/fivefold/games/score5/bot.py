"""SCORE 5's bots: from one that pays all that a card brings to one that sees how matches end after each bid.

A bid is thought of whole and then laid card by card. While the sizes are seen a bot changes its bid a few times at the
most, so it gets ready in the end, whatever the others do. See docs/algorithms/simultaneous.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.game import Game
from fivefold.games.seen import View
from fivefold.kernel.bits import bit, members, size
from fivefold.kernel.chance import uniform
from fivefold.kernel.engine import Engine
from fivefold.search.limit import Limit

from .bidding import (
    MOST_BIDS,
    NOBODY,
    NOTES,
    SUBSETS,
    choose_bids,
    list_all,
    money_worth,
    note_hand,
    outcome_of,
    play_branches,
    point_worth,
    quick,
    strength_of,
    worth_of,
)
from .rules import (
    ADJUSTING,
    AUCTIONS,
    CARDS,
    NOTHING,
    READY,
    SEATS,
    TAKE,
    TAKING,
    TIE_BITS,
    State,
    changes_left,
    result,
    sum_of,
)
from .text import Deck

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Taste = Sequence[float]

POINTS_NOW: Taste = (1.0, 1.0, 0.0, 0.0, 1.0, 1.0)
"""Wants nothing but points, and pays with whatever leaves it more of them."""
FITFUL: Taste = (1.0, 1.0, 0.0, 0.0, 0.1, 1.0)
"""The same, but it wants some cards more than others for no reason."""
CAREFUL: Taste = (0.5, 1.0, 1.2, 0.1, 0.4, 0.8)
"""Knows well that cards pay for others, early in the match above all."""
USUAL: Taste = (0.39, 0.64, 4.37, 0.1, 0.5, 0.65)
"""What won most in matches of quick bidders against one another."""

PRICES = np.array([0.3, 0.45, 0.52, 0.58, 0.65, 0.8])
"""Which shares of what a card brings the others are taken to pay."""
OWN_PRICES = np.array([0.0, 0.35, 0.45, 0.52, 0.58, 0.65, 0.72, 0.8, 0.95])
WANTED, DETOUR = 0.05, 0.001
"""What a quick bidder gives for the bid that it wants, and what it costs to make a change too many."""
ADJUSTMENTS = 8
"""When a bot has made so many changes while the sizes are seen, it thinks of no further ones."""
WORTH_CHANGING = 0.1
"""By so much another bid must then be better."""
ADJUSTING_SHARE, TAKING_SHARE, LOOKING_SHARE = 0.4, 0.1, 0.05
"""Of the limit: for a second thought, for a card to take, and for a bid of which nobody thought."""


def tastes(taste: Taste) -> Floats:
    return np.array([taste] * SEATS)


class Loops:
    """The compiled loops, once an engine."""

    def __init__(self, engine: Engine) -> None:
        self.quick = engine.ready(quick, ("states", "int", "floats", "numbers", "float_rows", "floats"))


class SearchLoops:
    """Those of the hard bot."""

    def __init__(self, engine: Engine) -> None:
        listing = ("states", "int", "int", "floats", "floats", "numbers", "float_rows")
        room = ("numbers", "numbers", "floats", "number_rows", "numbers")
        self.list_all = engine.ready(list_all, (*listing, *room))
        branches = ("states", "numbers", "numbers", "number_rows", "numbers", "numbers", "numbers", "numbers")
        self.play_branches = engine.ready(play_branches, (*branches, "numbers", "float_rows", "floats", "float_rows"))
        choices = ("states", "number_rows", "numbers", "numbers", "numbers")
        self.choose_bids = engine.ready(choose_bids, (*choices, *["float_rows"] * 6))


class Bidder(Thinker):
    """Pays for a card a share of what it brings by its taste."""

    def __init__(
        self, game: Game, seat: int, seed: int, limit: Limit | None = None, *, taste: Taste = POINTS_NOW
    ) -> None:
        super().__init__(game, seat, seed, limit)
        self.loops = self.engine.once(Loops)
        self.tastes, self.notes, self.costs = tastes(taste), np.zeros(NOTES, np.int64), np.zeros(CARDS)
        *_, least, most = taste
        self.shares = np.array([least + uniform(self.stream) * (most - least) for _ in range(AUCTIONS)])

    def seen(self, view: View) -> State:
        s = self.state(view)
        assert isinstance(s, State)
        return s

    def weigh(self, view: View) -> Weighed:
        s, actions = self.seen(view), self.legal_actions(view)
        return self.weigh_takes(view, s, actions) if s.phase == TAKING else self.weigh_changes(view, s, actions)

    def weigh_takes(self, view: View, s: State, actions: list[int]) -> Weighed:
        taste = self.tastes[self.seat]
        note_hand(s, s.hands[self.seat], self.notes)
        point, money = point_worth(s, taste), money_worth(s, taste)
        worths = [worth_of(s, action - TAKE, self.notes, point, money) for action in actions]
        return Weighed(actions, [worth / (1 + worth) for worth in worths])

    def weigh_changes(self, view: View, s: State, actions: list[int]) -> Weighed:
        bid = s.bids[self.seat]
        if s.phase != ADJUSTING:
            bid = self.loops.quick(view.veiled, self.seat, self.shares, self.notes, self.tastes, self.costs)
        return self.towards(s, actions, bid, WANTED, 0.0)

    def towards(self, s: State, actions: list[int], bid: int, worth: float, worth_now: float) -> Weighed:
        """What each change is worth on the way to a bid, and to be ready with what lies there."""
        held = s.bids[self.seat]
        values = []
        for action in actions:
            if action == READY:
                values.append(worth if held == bid else min(worth_now, worth - DETOUR))
            else:
                detour = size(held ^ bit(action % CARDS) ^ bid) + 1 - size(held ^ bid)
                values.append(worth - DETOUR * detour)
        return Weighed(actions, np.clip(values, -1.0, 1.0).tolist())


@dataclass(frozen=True)
class Thought:
    """What was found out about an auction."""

    bids: Numbers
    counts: Numbers
    """The bids that were thought of, by seat, and how many."""
    values: list[float]
    """What the own ones are worth."""
    wins: list[float]
    """How often they win."""
    others: list[list[tuple[int, float]]]
    """Of each other seat, how strong its bids are, and how often it makes them."""
    wanted: int
    """Which of the own ones is to be made."""

    def chance_to_win(self, strength: int) -> float:
        return prod(sum(often for other, often in bids if other < strength) for bids in self.others)


class Strategist(Bidder):
    """Sees how matches end after each bid that may win, and bids what is best against bids that nobody regrets.

    It thinks about an auction once, and again when the sizes of the others' bids are seen or have changed. A unit is a
    match played to its end.
    """

    LIMIT = Limit(units=3000)

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        super().__init__(game, seat, seed, limit, taste=USUAL)
        self.search = self.engine.once(SearchLoops)
        self.thoughts: dict[tuple[Any, ...], Thought] = {}

    def weigh_takes(self, view: View, s: State, actions: list[int]) -> Weighed:
        cards = np.array([action - TAKE for action in actions], np.int64)
        no_bids, none = np.zeros((SEATS, MOST_BIDS), np.int64), np.ones(SEATS, np.int64)
        return Weighed(actions, self.ends(view, cards, cards, no_bids, none, TAKING_SHARE)[:, self.seat].tolist())

    def weigh_changes(self, view: View, s: State, actions: list[int]) -> Weighed:
        thought = self.think(view, s)
        bid, worth = int(thought.bids[self.seat, thought.wanted]), thought.values[thought.wanted]
        now = worth if s.bids[self.seat] == bid else self.value_of(view, s, thought)
        return self.towards(s, actions, bid, worth, now)

    def think(self, view: View, s: State) -> Thought:
        """Remembers the last thought only: there is no way back."""
        key = s.auction, s.phase, *(s.sizes[seat] for seat in range(s.players) if seat != self.seat)
        if key not in self.thoughts:
            self.thoughts = {key: self.found_out(view, s)}
        return self.thoughts[key]

    def value_of(self, view: View, s: State, thought: Thought) -> float:
        """What it is worth to be ready with what lies there."""
        held, without = s.bids[self.seat], thought.values[0]
        wins = thought.chance_to_win(strength_of(s, held))
        if wins == 0.0:
            return without
        winner, bid = np.array([self.seat]), np.array([held])
        ends = self.ends(view, winner, bid, thought.bids, thought.counts, LOOKING_SHARE)
        return float(wins * ends[0, self.seat] + (1.0 - wins) * without)

    def found_out(self, view: View, s: State) -> Thought:
        bids, counts = self.listed(view, s)
        branches = [(seat, k) for seat in range(s.players) for k in range(counts[seat]) if bids[seat, k]]
        winners = np.array([NOTHING, *(seat for seat, _ in branches)], np.int64)
        moves = np.array([0, *(bids[branch] for branch in branches)], np.int64)
        worth = np.zeros((outcome_of(SEATS, 0), SEATS))
        share = ADJUSTING_SHARE if s.phase == ADJUSTING else 1.0
        worth[[NOBODY, *(outcome_of(*branch) for branch in branches)]] = self.ends(
            view, winners, moves, bids, counts, share
        )
        regrets, played, chances, gains, wins = np.zeros((5, SEATS, MOST_BIDS))
        chosen = np.zeros(SEATS, np.int64)
        self.search.choose_bids(
            view.veiled, bids, counts, chosen, self.stream, worth, regrets, played, chances, gains, wins
        )
        own = int(counts[self.seat])
        values = gains[self.seat, :own].tolist()
        others = [
            [(strength_of(s, int(bids[seat, k])), played[seat, k].item()) for k in range(counts[seat])]
            for seat in range(s.players)
            if seat != self.seat
        ]
        wanted = self.wanted(s, bids[self.seat, :own].tolist(), values)
        return Thought(bids, counts, values, wins[self.seat, :own].tolist(), others, wanted)

    def listed(self, view: View, s: State) -> tuple[Numbers, Numbers]:
        """The bids that each seat may make, and how many they are."""
        bids, counts = np.zeros((SEATS, MOST_BIDS), np.int64), np.zeros(SEATS, np.int64)
        subsets, sums = np.zeros((2, SUBSETS), np.int64)
        self.search.list_all(
            view.veiled,
            self.seat,
            changes_left(s, self.seat),
            OWN_PRICES,
            PRICES,
            self.notes,
            self.tastes,
            subsets,
            sums,
            np.zeros(SUBSETS),
            bids,
            counts,
        )
        return bids, counts

    def ends(
        self, view: View, winners: Numbers, moves: Numbers, bids: Numbers, counts: Numbers, share: float
    ) -> Floats:
        """What the end is worth to each seat, a row for each branch."""
        worlds = self.engine.rules.State.batch(3)
        worlds[0] = view.veiled[0]
        totals, seed = np.zeros((len(moves), SEATS)), np.zeros_like(self.stream)
        rounds: int = self.search.play_branches(
            worlds,
            winners,
            moves,
            bids,
            counts,
            self.stream,
            seed,
            self.limit.begin(share),
            self.notes,
            self.tastes,
            self.costs,
            totals,
        )
        totals /= rounds
        return totals

    def wanted(self, s: State, bids: list[int], values: list[float]) -> int:
        """The best bid; once the sizes are seen, only if that is worth a change."""
        best = max(range(len(bids)), key=values.__getitem__)
        if s.phase != ADJUSTING:
            return best
        held = bids.index(s.bids[self.seat])
        worth_it = values[best] > values[held] + WORTH_CHANGING
        return best if worth_it and s.adjusted[self.seat] < ADJUSTMENTS else held

    # --- in words -----------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        if len(weighed.actions) == 1:
            return Reason("only_move")
        s = self.seen(view)
        return self.why_take(s, action - TAKE) if s.phase == TAKING else self.why_bid(view, s)

    def why_take(self, s: State, card: int) -> Reason:
        hand, told = s.hands[self.seat], {"card": Deck.of(s).names[card]}
        points = (result(s, hand | bit(card)) >> TIE_BITS) - (result(s, hand) >> TIE_BITS)
        return Reason("takes_for_points", {**told, "points": points}) if points else Reason("takes_to_pay", told)

    def why_bid(self, view: View, s: State) -> Reason:
        thought, deck = self.think(view, s), Deck.of(s)
        bid = int(thought.bids[self.seat, thought.wanted])
        told: dict[str, Any] = {"prize": deck.names[s.pile[s.auction]]}
        if bid == 0:
            return Reason("no_bid", told)
        told |= {"sum": sum_of(s, bid), "percent": round(100 * thought.wins[thought.wanted])}
        if s.bids[self.seat] == bid:
            return Reason("bid_stands", told)
        return Reason("bids", {**told, "cards": " ".join(deck.names[card] for card in members(bid))})


BOTS: Mapping[str, BotMaker] = {
    "greedy": Bidder,
    "easy": partial(Bidder, taste=FITFUL),
    "medium": partial(Bidder, taste=CAREFUL),
    "hard": Strategist,
}
