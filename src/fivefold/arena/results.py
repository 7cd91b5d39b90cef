"""What came of a tournament, taken together: who is better than whom, and by how much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from .estimates import Estimate, Floats, mean_of, ratings
from .tournament import Match, Tournament


@dataclass(frozen=True)
class Comparison:
    """Two bots: the mean reward of the first against the second, 0 being even.

    In a game for one it is by how much its reward is higher on the same cards.
    """

    first: str
    second: str
    reward: Estimate


@dataclass(frozen=True)
class Alone:
    """A bot's own result in a game for one."""

    name: str
    reward: Estimate
    score: float
    solved: Estimate


class Results:
    """Results by match. Only deals count of which every match is there: a tournament that was stopped is fair, too."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.matches: dict[Match, Mapping[str, Any]] = {}

    def add(self, match: Match, record: Mapping[str, Any]) -> None:
        self.matches[match] = record["result"]

    def deals(self) -> list[dict[Match, Mapping[str, Any]]]:
        """The matches of each complete deal."""
        by_deal: dict[int, dict[Match, Mapping[str, Any]]] = defaultdict(dict)
        for match in sorted(set(self.tournament.matches()) & self.matches.keys()):
            by_deal[match.deal][match] = self.matches[match]
        return [matches for matches in by_deal.values() if len(matches) == len(self.tournament.seatings)]

    def comparisons(self) -> list[Comparison]:
        """Every two bots that met, or that played the same deals alone."""
        if self.tournament.players == 1:
            return list(self._paired())
        wins = self.wins()
        met = wins + wins.transpose(0, 2, 1)
        return [
            Comparison(*names, mean_of((wins - wins.transpose(0, 2, 1))[:, a, b] / met[:, a, b]))
            for (a, b), names in zip(
                combinations(range(len(self.tournament.names)), 2), combinations(self.tournament.names, 2), strict=True
            )
        ]

    def _paired(self) -> Iterator[Comparison]:
        rewards = self._alone("rewards")
        for first, second in combinations(self.tournament.names, 2):
            yield Comparison(first, second, mean_of(rewards[first] - rewards[second]))

    def alone(self) -> list[Alone]:
        """How each bot did, in a game for one."""
        rewards, scores = self._alone("rewards"), self._alone("scores")
        return [
            Alone(name, mean_of(rewards[name], 0), float(scores[name].mean()), mean_of(rewards[name] == 1.0, 0))
            for name in self.tournament.names
        ]

    def _alone(self, what: str) -> dict[str, Floats]:
        """By bot, one value a deal."""
        return {
            name: np.array(
                [told[what][0] for deal in self.deals() for match, told in deal.items() if match.names == (name,)]
            )
            for name in self.tournament.names
        }

    def wins(self) -> Floats:
        """By deal, how often a seat of bot a came before a seat of bot b in the same match; a tie is half for each."""
        deals, number = self.deals(), {name: n for n, name in enumerate(self.tournament.names)}
        wins = np.zeros((len(deals), len(number), len(number)))
        for deal, matches in enumerate(deals):
            for match, told in matches.items():
                for (one, mine), (other, theirs) in combinations(zip(match.names, told["rewards"], strict=True), 2):
                    a, b = number[one], number[other]
                    if a != b:
                        share = 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
                        wins[deal, a, b] += share
                        wins[deal, b, a] += 1 - share
        return wins

    def ratings(self) -> dict[str, Estimate]:
        """Every bot on one scale, the best first."""
        rated = dict(zip(self.tournament.names, ratings(self.wins()), strict=True))
        return dict(sorted(rated.items(), key=lambda entry: -entry[1].mean))
