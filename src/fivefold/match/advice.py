"""Hints: the move that the hard bot would make, by what the seat has seen and may know, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from fivefold.games import BadInput, Game
from fivefold.games.bot import Reason, Thinker
from fivefold.games.catalogue import quoted
from fivefold.games.seen import Event, View
from fivefold.search.limit import Limit

from .position import Position
from .record import positions

LEVEL = "hard"


@dataclass(frozen=True)
class Told:
    """A reason or a verdict, to be shown: its sentence in English, its code and arguments for any other language."""

    code: str
    arguments: Mapping[str, Any]
    sentence: str


@dataclass(frozen=True)
class Hint:
    """A good move, and how the position stands for certain, where that is known."""

    seat: int
    move: str
    value: float | None
    """The reward that the seat can expect from it, from -1 to 1; None where there is nothing to choose."""
    exact: bool
    """The value is no estimate."""
    reason: Told
    verdict: Told | None


class Adviser:
    """The hard bot behind a seat: it sees what the seat sees, and says what it thinks."""

    def __init__(self, game: Game, seat: int, limit: Limit | None = None, seed: int = 0) -> None:
        if type(seed) is not int or seed < 0:
            raise BadInput(f"a bot's seed is 0 or more, not {quoted(seed)}")
        bot = game.bot(LEVEL, seat, seed, limit)
        if not isinstance(bot, Thinker):
            raise BadInput(f"the {LEVEL} bot of {game.id} gives no hints")
        self.game, self.seat, self.thinker = game, seat, bot

    def observe(self, event: Event, view: View) -> None:
        self.thinker.observe(event, view)

    def hint(self, view: View) -> Hint:
        """What the bot would play."""
        actions = self.thinker.legal_actions(view)
        if len(actions) == 1:
            return self._hint(view, actions[0], None, Reason("only_move"), exact=False)
        weighed = self.thinker.weigh(view)
        action = self.thinker.pick(weighed)
        reason = self.thinker.reason(view, action, weighed)
        return self._hint(view, action, weighed.value_of(action), reason, weighed.exact)

    def _hint(self, view: View, action: int, value: float | None, reason: Reason, exact: bool) -> Hint:
        verdict = self.thinker.verdict(view)
        known = self.told("verdicts", verdict) if verdict else None
        return Hint(self.seat, self.text(view, action), value, exact, self.told("reasons", reason), known)

    def text(self, view: View, action: int) -> str:
        """The action as the seat writes it."""
        return self.game.text.write(self.thinker.state(view), self.seat, action)

    def action(self, view: View, move: str) -> int:
        """The action that a legal move means."""
        return cast(int, self.game.text.read(self.thinker.state(view), self.seat, move))

    def told(self, kind: str, reason: Reason) -> Told:
        """A reason or a verdict with its sentence."""
        sentence = self.game.catalogue.sentence(kind, reason.code, reason.arguments)
        return Told(reason.code, dict(reason.arguments), sentence)


def hint(position: Position, seat: int | None = None, limit: Limit | None = None, seed: int = 0) -> Hint:
    """The move that the hard bot would make for a seat that acts; the seat may be left out where only one does.

    The bot is shown the match from the start, as the seat saw it. Without a limit it thinks as long as it usually does.

    >>> from fivefold.match import replay
    >>> hint(replay({"game": "clear_up", "players": 1, "moves": []})).verdict.code
    'solvable'
    """
    seat = advised_seat(position, seat)
    adviser = Adviser(position.game, seat, limit, seed)
    *_, now = positions(position.record(), {seat: adviser})
    return adviser.hint(now.sight(seat))


def advised_seat(position: Position, seat: int | None) -> int:
    """The seat that is meant, if it acts."""
    to_act = position.to_act
    if not to_act:
        raise BadInput("the match is over: there is nothing to choose")
    if seat is None and len(to_act) > 1:
        raise BadInput(f"several seats choose at once: say for which of {listed(to_act)} the hint is")
    seat = to_act[0] if seat is None else seat
    if seat not in to_act:
        raise BadInput(f"a hint is for a seat that acts now ({listed(to_act)}), not {quoted(seat)}")
    return seat


def listed(seats: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats)
