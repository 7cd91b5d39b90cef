"""Bots: what plays a seat. Each game's `bot.py` has its own, by name: `greedy`, `easy`, `medium` and `hard`.

A bot sees what its seat may see and nothing else: `observe` tells it each event as it happens, `choose` asks it for a
move. Anything with these two methods is a bot (`docs/writing-a-bot.md`). `Thinker` is what our own have in common: they
weigh each legal action by the reward that they expect of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from fivefold.kernel.chance import below, streams, uniform
from fivefold.kernel.layout import Layout
from fivefold.search.limit import Limit

from .seen import Event, View

if TYPE_CHECKING:
    from .game import Game


class Watcher(Protocol):
    """Whatever can sit behind a seat and see what it sees."""

    def observe(self, event: Event, view: View) -> None:
        """Somebody, this seat perhaps, has moved: what the seat saw of it, and what it may know since."""


class Bot(Watcher, Protocol):
    """Whatever can play a seat."""

    def choose(self, view: View) -> str:
        """One of `view.legal`."""


class BotMaker(Protocol):
    """Makes a bot for one seat and one match. The same seed and a limit without seconds make the same moves."""

    def __call__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> Bot: ...


@dataclass(frozen=True)
class Reason:
    """Why a move is good, or how a position stands: a code of the catalogue, and what its sentence needs to know."""

    code: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Weighed:
    """What each legal action is worth: the reward that the seat can expect, from -1 to 1."""

    actions: Sequence[int]
    values: Sequence[float]
    exact: bool = False
    """The values are not estimates: perfect play leads to exactly these rewards."""
    chances: Sequence[float] | None = None
    """How often each should be played, where it matters that nobody can tell what is played. Values alone do not say
    so: actions that are mixed in the right way are worth the same."""
    finer: Sequence[int] | None = None
    """What tells actions of equal value apart, where something does: a sooner win, or a higher one."""

    @property
    def best(self) -> int:
        """The first of the most valuable actions, or of those that should be played most often."""
        by = self.values if self.chances is None else self.chances
        finer = self.finer or [0] * len(by)
        return self.actions[max(range(len(by)), key=lambda k: (by[k], finer[k]))]

    def value_of(self, action: int) -> float:
        return self.values[self.actions.index(action)]


class RandomBot:
    """Plays any legal move, each with the same chance."""

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        self.stream = streams(seed, 1)[0]

    def observe(self, event: Event, view: View) -> None:
        """Looks at nothing."""

    def choose(self, view: View) -> str:
        return view.legal[below(self.stream, len(view.legal))]


class Thinker(ABC):
    """A bot that weighs its actions, and takes the best, or with a `temperature` now and then another one.

    The chance of an action falls by a factor of e for every `temperature` by which its value lies below the best.
    What a bot compiles, it compiles when it is made (`engine.once`), so that `fivefold warm` can do so ahead.
    """

    LIMIT = Limit(units=1)
    """How long it thinks about a move if nobody says otherwise."""

    def __init__(
        self, game: Game, seat: int, seed: int, limit: Limit | None = None, *, temperature: float = 0.0
    ) -> None:
        self.game, self.engine, self.seat = game, game.engine, seat
        self.stream = streams(seed, 1)[0]
        self.limit = limit or Limit(self.LIMIT.units, self.LIMIT.seconds)
        self.temperature = temperature

    def observe(self, event: Event, view: View) -> None:  # noqa: B027 - most bots need no memory
        """Remembers nothing: a bot that does says so itself."""

    @abstractmethod
    def weigh(self, view: View) -> Weighed:
        """What each legal action is worth to the seat, by what it may know."""

    def choose(self, view: View) -> str:
        actions = self.legal_actions(view)
        action = actions[0] if len(actions) == 1 else self.pick(self.weigh(view))
        return self.game.text.write(self.state(view), self.seat, action)

    def pick(self, weighed: Weighed) -> int:
        """The action that is played."""
        if weighed.chances is not None:
            chances = list(weighed.chances)
        elif self.temperature == 0.0:
            return weighed.best
        else:
            best = max(weighed.values)
            chances = [exp((value - best) / self.temperature) for value in weighed.values]
        left = uniform(self.stream) * sum(chances)
        for action, chance in zip(weighed.actions, chances, strict=True):
            left -= chance
            if left < 0:
                return action
        return weighed.best  # only rounding gets here

    def stop(self) -> None:
        """Ends the thinking that is under way, from another thread: the best so far is played."""
        self.limit.stop()

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        """Why this action, in words that a player understands."""
        return Reason("only_move") if len(weighed.actions) == 1 else Reason("most_promising")

    def verdict(self, view: View) -> Reason | None:
        """How the position stands for certain, where that is known."""
        return None

    def legal_actions(self, view: View) -> list[int]:
        """The seat's legal actions, ascending."""
        actions = np.zeros(self.game.rules.CHOICES, np.int64)
        count = self.engine.loop("legal")(view.veiled, 0, self.seat, self.engine.sets(), actions)
        return actions[:count].tolist()  # type: ignore[no-any-return]

    def state(self, view: View) -> Layout:
        """The veiled state, to be read by interpreted rules; it is the view's own, and must not be changed."""
        return self.game.state(view.veiled)
