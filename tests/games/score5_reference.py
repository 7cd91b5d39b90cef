"""SCORE 5 once more, slowly: sets of card names and one function for each sentence of the rules. Nothing is shared with
the package, so that a mistake would have to be made twice."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fivefold

DEFAULT = Path(fivefold.__file__).parent / "games" / "score5" / "cards.csv"
FAMILIES = ["green", "red", "yellow", "purple", "blue"]


def default_rows() -> list[dict[str, Any]]:
    with DEFAULT.open() as opened:
        rows: list[dict[str, Any]] = list(csv.DictReader(opened))
    return [{**row, "value": int(row["value"]), "tiebreaker": int(row["tiebreaker"])} for row in rows]


class Reference:
    def __init__(self, players: int, rows: Sequence[dict[str, Any]], limit: int, shuffles: Sequence[str]) -> None:
        self.players, self.limit = players, limit
        self.card = {row["card"]: row for row in rows}
        self.hands = [{c for c, row in self.card.items() if row["set"] == "ABCDE"[seat]} for seat in range(players)]
        two_stars, stars = (shuffle.split() for shuffle in shuffles)
        self.pile = stars[:4] + two_stars[:7] + [c for c, row in self.card.items() if row["set"] == "***"]
        self.takers: list[int] = []
        self.table: set[str] = set()
        self.next_auction()

    def next_auction(self) -> None:
        self.bids: list[set[str]] = [set() for _ in range(self.players)]
        self.changes = [0] * self.players
        self.ready: set[int] = set()
        self.placing = True

    @property
    def over(self) -> bool:
        return not self.pile and not self.table

    def to_act(self) -> list[int]:
        if self.over:
            return []
        return [self.takers[0]] if self.table else [p for p in range(self.players) if p not in self.ready]

    def legal(self, seat: int) -> list[str]:
        if self.table:
            return sorted(f"take {card}" for card in self.table)
        if self.changes[seat] == self.limit:
            return ["ready"]
        return sorted(["ready", *(("-" if c in self.bids[seat] else "+") + c for c in self.hands[seat])])

    def play(self, seat: int, move: str) -> None:
        if move.startswith("take "):
            self.take(seat, move.removeprefix("take "))
        elif move == "ready":
            self.ready.add(seat)
            if len(self.ready) == self.players:
                self.all_ready()
        else:
            self.changes[seat] += 1
            (self.bids[seat].add if move[0] == "+" else self.bids[seat].remove)(move[1:])
            if not self.placing:
                self.ready = set()

    def all_ready(self) -> None:
        self.ready = set()
        if self.placing:
            self.placing = False
            return
        card = self.pile.pop(0)
        bidders = sorted((seat for seat in range(self.players) if self.bids[seat]), key=self.by_bid)
        others = [seat for seat in range(self.players) if not self.bids[seat]]
        if bidders:
            winner = bidders.pop(0)
            self.table = self.bids[winner]
            self.hands[winner] = (self.hands[winner] - self.table) | {card}
            self.takers = bidders + sorted(others, key=lambda seat: -self.tie(self.hands[seat]))
        self.next_auction()

    def by_bid(self, seat: int) -> tuple[int, int]:
        return -sum(self.card[c]["value"] for c in self.bids[seat]), -self.tie(self.bids[seat])

    def tie(self, cards: set[str]) -> int:
        return max(self.card[c]["tiebreaker"] for c in cards)

    def take(self, seat: int, card: str) -> None:
        assert self.takers.pop(0) == seat
        self.takers.append(seat)
        self.table.remove(card)
        self.hands[seat].add(card)

    def result(self, hand: set[str]) -> tuple[int, int]:
        """Points and tie-breaker: the best over all families that the wild card may count for."""
        results = []
        for wild_as in FAMILIES:
            families: dict[str, list[tuple[int, int]]] = {}
            for row in (self.card[c] for c in hand):
                family = wild_as if row["family"] == "wild" else row["family"]
                families.setdefault(family, []).append((row["value"], row["tiebreaker"]))
            counting = [max(cards) for cards in families.values()]
            results.append((sum(value for value, _ in counting), max(tie for _, tie in counting)))
        return max(results)

    def scores(self) -> list[int]:
        return [self.result(hand)[0] if self.over else 0 for hand in self.hands]

    def winners(self) -> list[int]:
        results = [self.result(hand) for hand in self.hands]
        return [seat for seat in range(self.players) if results[seat] == max(results)] if self.over else []
