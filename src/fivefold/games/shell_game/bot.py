"""Shell Game's bots: a memory that loses pieces at its level's rate, and a mover that makes it hard for others.

What they count is pieces; what an action is worth to the match follows from them (`reward`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from math import prod, sqrt

from fivefold.games.bot import BotMaker, Reason, Thinker, Weighed
from fivefold.games.game import Game
from fivefold.games.seen import Event, View
from fivefold.kernel.bits import members
from fivefold.kernel.chance import below, streams
from fivefold.search.limit import Limit

from .memory import Memory, hard_to_follow, moved_by
from .rules import ASK, ASKING, ASKS, COVER, FLIP, FLIPPING, SETTING, SHIFTING, SHIFTS, State, score
from .text import LETTERS

SPREAD = 3.0
"""Roughly how far apart two seats are at the end, in pieces."""
OTHERS_LOSE = 0.15
"""How often others are thought to lose a piece that is moved."""


class Follower(Thinker):
    """Follows the pieces with its eyes, and loses each that is moved at this rate. It shifts and asks as it comes."""

    def __init__(
        self, game: Game, seat: int, seed: int, limit: Limit | None = None, *, rate: float, confuses: bool = False
    ) -> None:
        super().__init__(game, seat, seed, limit)
        self.confuses = confuses
        self.memory = Memory(streams(seed, 2)[1], rate)

    def observe(self, event: Event, view: View) -> None:
        action = self.game.text.read(self.state(view), event.seat, event.move)
        if action is None or action < COVER:
            self.memory.see_row(action)
        elif SHIFTS <= action < ASK:
            self.memory.see_shift(action)
        elif action >= FLIP:
            self.memory.see_piece(action - FLIP)

    def weigh(self, view: View) -> Weighed:
        s, actions = self.seen(view), self.legal_actions(view)
        if s.phase == FLIPPING:
            pieces = [self.gain_of_flip(s, action - FLIP) for action in actions]
        elif s.phase == SHIFTING and self.confuses:
            pieces = [OTHERS_LOSE * hard_to_follow(action, self.memory.last_shift) for action in actions]
        elif s.phase == ASKING and self.confuses:
            symbols = [action - ASK for action in actions]
            pieces = [self.gain_of_ask(symbol, symbols, s.asks, s.players) for symbol in symbols]
        else:
            pieces = [0.0] * len(actions)
        return Weighed(actions, [self.reward(s, gain) for gain in pieces])

    def pick(self, weighed: Weighed) -> int:
        """One of the best: a mover that always did the same would be easy to follow."""
        most = max(weighed.values)
        best = [action for action, value in zip(weighed.actions, weighed.values, strict=True) if value == most]
        return best[below(self.stream, len(best))]

    def seen(self, view: View) -> State:
        s = self.state(view)
        assert isinstance(s, State)
        return s

    def reward(self, s: State, pieces: float) -> float:
        """What it is worth to get so many pieces more than the others have on average."""
        scores = [score(s, seat) for seat in range(s.players)]
        others = (sum(scores) - scores[self.seat]) / (s.players - 1)
        ahead = (scores[self.seat] - others + pieces) / SPREAD
        return ahead / sqrt(1 + ahead * ahead)

    # --- seeking ------------------------------------------------------------------------------------------------------

    def possible(self, s: State) -> list[int]:
        """Where the symbol that is asked for may lie, as far as this seat remembers."""
        return self.memory.may_lie_at(s.asked[s.asks], list(members(s.places)))

    def gain_of_flip(self, s: State, position: int) -> float:
        possible = self.possible(s)
        right = 1 / len(possible) if position in possible else 0.0
        return at_stake(s.asks) * (right - (1 - right) / (s.players - 1))

    # --- asking -------------------------------------------------------------------------------------------------------

    def gain_of_ask(self, symbol: int, symbols: Sequence[int], ask: int, players: int) -> float:
        """What a mover can expect of the row that is left if it asks for this symbol, and then goes on as is best."""
        found = self.chance_to_find(symbol, symbols)
        gain = at_stake(ask) * ((1 - found) - found / (players - 1))
        if ask + 1 == ASKS:
            return gain
        for gone in symbols:
            chance = found if gone == symbol else (1 - found) / (len(symbols) - 1)
            rest = [other for other in symbols if other != gone]
            gain += chance * max(self.gain_of_ask(other, rest, ask + 1, players) for other in rest)
        return gain

    def chance_to_find(self, symbol: int, symbols: Sequence[int]) -> float:
        """That a seeker finds it: it has followed it, or guesses among all that it has lost."""
        kept = {other: (1 - OTHERS_LOSE) ** self.memory.times_moved[other] for other in symbols}
        rivals = [other for other in symbols if other != symbol]
        guessed = 0.0
        for lost in product((False, True), repeat=len(rivals)):
            chance = prod(1 - kept[o] if gone else kept[o] for o, gone in zip(rivals, lost, strict=True))
            guessed += chance / (1 + sum(lost))
        return kept[symbol] + (1 - kept[symbol]) * guessed

    # --- in words -----------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        s = self.seen(view)
        if len(weighed.actions) == 1:
            return Reason("only_move")
        if s.phase == FLIPPING:
            return self.why_flip(s, action - FLIP)
        if s.phase == SETTING or max(weighed.values) - min(weighed.values) < 1e-9:
            return Reason("all_alike")
        if s.phase == SHIFTING:
            return Reason("moves_many", {"pieces": len(moved_by(action))})
        return self.why_ask(action - ASK, [other - ASK for other in weighed.actions])

    def why_flip(self, s: State, position: int) -> Reason:
        symbol, possible = s.asked[s.asks], self.possible(s)
        told = {"symbol": LETTERS[symbol], "position": position + 1}
        if self.memory.is_followed(symbol):
            return Reason("followed", told)
        return Reason("left_over", told) if len(possible) == 1 else Reason("guess", {**told, "count": len(possible)})

    def why_ask(self, symbol: int, symbols: Sequence[int]) -> Reason:
        chances = {other: self.chance_to_find(other, symbols) for other in symbols}
        if chances[symbol] > min(chances.values()):
            return Reason("kept_for_last")
        return Reason("hard_to_find", {"symbol": LETTERS[symbol], "times": self.memory.times_moved[symbol]})


def at_stake(ask: int) -> int:
    """The pieces that an ask is about: the last one, both that are left."""
    return 2 if ask + 1 == ASKS else 1


BOTS: Mapping[str, BotMaker] = {
    "greedy": partial(Follower, rate=0.25),
    "easy": partial(Follower, rate=0.35),
    "medium": partial(Follower, rate=0.14, confuses=True),
    "hard": partial(Follower, rate=0.02, confuses=True),
}
