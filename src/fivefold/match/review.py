"""Reviews: the moves of a match that cost a seat something, judged by what it could know when it made them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fivefold.games import Game
from fivefold.games.bot import Thinker
from fivefold.games.seen import Event, View
from fivefold.search.limit import Limit

from .advice import Adviser, Told
from .record import positions, replay

SUSPICIOUS, COSTLY = 0.03, 0.06
"""How much reward a move must seem to lose at a first look, and at a longer one, to be called a mistake."""
SECOND_LOOK = 10
"""The second look takes this many times as long."""


@dataclass(frozen=True)
class Mistake:
    """A costly move."""

    ply: int
    """The number of the move in the match, from 1."""
    seat: int
    move: str
    better: str
    cost: float
    """How much more reward, from -1 to 1, the better move promised."""
    exact: bool
    """The cost is no estimate."""
    reason: Told
    """What speaks for the better move."""


class Judge:
    """Behind a seat, sees what it sees, and looks twice: what one estimate favours by luck, another does not."""

    def __init__(self, game: Game, seat: int, limit: Limit | None, seed: int) -> None:
        self.first = Adviser(game, seat, limit, seed)
        self.second = Adviser(game, seat, longer(self.first.thinker.limit), seed + 1)

    def observe(self, event: Event, view: View) -> None:
        self.first.observe(event, view)
        self.second.observe(event, view)

    def judge(self, view: View, ply: int, move: str) -> Mistake | None:
        """The move that the seat is about to make, if it is a mistake."""
        first, second = self.first.thinker, self.second.thinker
        played = self.first.action(view, move)
        if len(first.legal_actions(view)) == 1 or lost(first, view, played) < SUSPICIOUS:
            return None
        weighed = second.weigh(view)
        better = weighed.best
        cost = weighed.value_of(better) - weighed.value_of(played)
        if cost < COSTLY:
            return None
        reason = self.second.told("reasons", second.reason(view, better, weighed))
        text = self.second.text(view, better)
        return Mistake(ply, self.first.seat, move, text, cost, weighed.exact, reason)


def lost(thinker: Thinker, view: View, action: int) -> float:
    """By how much the best action is better."""
    weighed = thinker.weigh(view)
    return max(weighed.values) - weighed.value_of(action)


def longer(limit: Limit) -> Limit:
    """A limit for a second look."""
    units, seconds = limit.units, limit.seconds
    return Limit(units and units * SECOND_LOOK, seconds and seconds * SECOND_LOOK)


def nobody_is_told(done: int, of: int) -> None:
    """Progress that is not shown."""


def review(
    record: Any, limit: Limit | None = None, seed: int = 0, progress: Callable[[int, int], None] = nobody_is_told
) -> list[Mistake]:
    """The costly moves of all seats, in the order in which they were made.

    Each decision is weighed by the hard bot, which thinks as long as it usually does unless a limit is given, and
    longer about moves that it does not like. `progress` is told after each move how many of how many are done.
    """
    mistakes = []
    for done, (of, mistake) in enumerate(reviewed(record, limit, seed), 1):
        if mistake:
            mistakes.append(mistake)
        progress(done, of)
    return mistakes


def reviewed(record: Any, limit: Limit | None = None, seed: int = 0) -> Iterator[tuple[int, Mistake | None]]:
    """Move by move, of how many it is one, and whether it is a mistake."""
    match = replay(record)
    judges = {seat: Judge(match.game, seat, limit, seed) for seat in range(match.players)}
    for ply, (position, (seat, move)) in enumerate(zip(positions(record, judges), match.moves, strict=False), 1):
        yield len(match.moves), judges[seat].judge(position.sight(seat), ply, move)
