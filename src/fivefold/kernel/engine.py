"""What others use of the kernel: a game's rules as playouts, batches, single states and steps of a match.

Loops are compiled when they are first asked for, if Numba is there; otherwise the same Python functions run as they
are, on the same arrays, with the same results.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Container, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .chance import streams
from .layout import Layout, PlainNumbers, States
from .loops import SCRATCH_CARDS, SCRATCH_SEAT, SCRATCH_STREAM, Loops, make_loops
from .rules import Rules
from .tensor import Tensor

Made = TypeVar("Made")

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "set_up": ("states", "int"),
    "deal": ("states", "int", "numbers"),
    "play": ("states", "int", "int", "int"),
    "legal": ("states", "int", "int", "numbers", "numbers"),
    "scores": ("states", "int", "numbers"),
    "standings": ("states", "int", "floats"),
    "veil": ("states", "int", "int"),
    "deal_hidden": ("states", "int", "int", "numbers"),
    "playouts": ("states", "states", "numbers", "numbers", "numbers", "int", "floats", "floats"),
    "advance": ("states", "numbers", "int"),
    "proceed": ("states", "numbers", "int"),
    "reset": ("states", "states", "seats", "number_rows", "numbers"),
    "legal_sets": ("states", "seats", "number_rows"),
    "legal_flags": ("states", "seats", "numbers", "flag_rows"),
    "choose": ("number_rows", "seats", "number_rows", "numbers"),
    "first_illegal": ("number_rows", "seats", "numbers"),
    "step": (
        *("states", "states", "seats", "numbers", "number_rows", "numbers", "bool"),
        *("flags", "float_rows", "float_rows"),
    ),
    "observe": ("states", "seats", "states", "short_rows"),
}  # fmt: skip
"""What each loop takes: the kinds of arguments that `compiler.py` has types for."""

NEW_MATCH = -1
"""What `advance` takes in place of an action."""

SHORT = {"advance", "proceed"}
"""One step in the inner loop of Python code: each tenth of a microsecond of its call counts."""


def can_compile() -> bool:
    """Is Numba there, and wanted? FIVEFOLD_INTERPRETED=1 says no."""
    return not os.environ.get("FIVEFOLD_INTERPRETED") and importlib.util.find_spec("numba") is not None


class InterpretedStates:
    """An array of records as interpreted loops see it: item i is a `State` that reads and writes record i."""

    def __init__(self, state: type[Layout], records: States) -> None:
        self.state, self.records = state, records

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, i: int) -> Layout:
        return self.state(self.records, i)

    def __setitem__(self, i: int, other: Layout) -> None:
        for name, cells in self.state(self.records, i).cells.items():
            cells[...] = other.cells[name]


def interpreted(loop: Callable[..., Any], state: type[Layout]) -> Callable[..., Any]:
    """The loop for arrays of records, in plain Python."""

    def plain(argument: Any) -> Any:
        if not isinstance(argument, np.ndarray):
            return argument
        return InterpretedStates(state, argument) if argument.dtype.names else argument.view(PlainNumbers)

    return lambda *arguments: loop(*[plain(argument) for argument in arguments])


@dataclass(frozen=True)
class Playouts:
    """What came of matches played at random."""

    matches: int
    plays: int
    wins: tuple[float, ...]
    """Each seat's victories; a shared one counts as its share."""


class Engine:
    """One game's rules, ready to run. `compiled=False` interprets them; None compiles where that is possible.

    Options are numbers, as a state holds them; `defaults` has every option. `seats` are the numbers of players that the
    rules are made for (None: any): for others, compiled rules would write beyond the state.
    """

    def __init__(
        self,
        name: str,
        rules: Rules,
        defaults: Mapping[str, Any] | None = None,
        compiled: bool | None = None,
        seats: Container[int] | None = None,
    ) -> None:
        self.name, self.rules, self.seats, self.defaults = name, rules, seats, defaults or {}
        self.compiled = can_compile() if compiled is None else compiled
        self._ready: dict[str, Callable[..., Any]] = {}
        self._made: dict[Callable[..., Any], Any] = {}

    @cached_property
    def _loops(self) -> Loops:
        return make_loops(self.rules)

    def loop(self, name: str) -> Callable[..., Any]:
        """One of `Loops`, compiled if this engine compiles."""
        if name not in self._ready:
            self._ready[name] = self.ready(getattr(self._loops, name), ARGUMENTS[name], short=name in SHORT)
        return self._ready[name]

    def ready(self, function: Callable[..., Any], kinds: tuple[str, ...], short: bool = False) -> Callable[..., Any]:
        """Any loop over this game's states (a search, say), compiled if this engine compiles. `kinds` are the kinds of
        its arguments, as in `ARGUMENTS`; pass exactly those, whole numbers as `int`, arrays contiguous."""
        if self.compiled:
            from .compiler import compiled

            return compiled(self.name, function, self.rules, kinds, short)
        return interpreted(function, self.rules.State)

    def once(self, make: Callable[[Engine], Made]) -> Made:
        """What `make` makes of this engine, made when it is first asked for: a search with its compiled loops, say.
        Pass the same function each time, not one defined on the way."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[no-any-return]

    def start(self, players: int, options: Mapping[str, Any] | None = None) -> States:
        """The start of a match, before anything is dealt."""
        if self.seats is not None and players not in self.seats:
            raise ValueError(f"{self.name} is not for {players} players")
        states = self.rules.State.batch(1)
        states["players"] = players
        for name, value in {**self.defaults, **(options or {})}.items():
            states[name] = value
        self.rules.set_up(self.rules.State(states))
        return states

    def cards(self) -> NDArray[np.int64]:
        """Room for one shuffle."""
        return np.zeros(max(1, self.rules.PACK), np.int64)

    def sets(self) -> NDArray[np.int64]:
        """Room for what is legal, as sets."""
        return np.zeros(self.rules.WORDS, np.int64)

    def playouts(self, players: int, matches: int, seed: int, options: Mapping[str, Any] | None = None) -> Playouts:
        """Matches played at random from the start to the end."""
        start, states, wins, ends = (
            self.start(players, options),
            self.rules.State.batch(1),
            np.zeros(players),
            np.zeros(players),
        )
        stream = streams(seed, 1)[0]
        plays = self.loop("playouts")(start, states, stream, self.cards(), self.sets(), matches, ends, wins)
        return Playouts(matches, plays, tuple(wins.tolist()))

    def batch(
        self,
        count: int,
        players: int,
        seed: int,
        options: Mapping[str, Any] | None = None,
        again: bool = True,
        threads: int = 1,
        checked: bool = True,
    ) -> Batch:
        """Many matches side by side."""
        return Batch(self, count, self.start(players, options), seed, again, threads, checked)

    def single(self, players: int, seed: int, options: Mapping[str, Any] | None = None) -> Single:
        """One match after another, step by step, at the least cost a step."""
        return Single(self, self.start(players, options), seed)


class Single:
    """A match driven by integer actions from a Python loop; what is shuffled comes from its own random numbers.

    >>> from fivefold.games import find
    >>> match = find("fives").engine.single(players=4, seed=1)
    >>> actions = match.legal()
    >>> while actions:
    ...     actions = match.act(actions[0])
    >>> match.over
    True
    """

    __slots__ = ("_actions", "_advance", "_count", "_scratch", "_with_start", "states")

    def __init__(self, engine: Engine, start: States, seed: int) -> None:
        rules = engine.rules
        self._with_start = np.concatenate([start, start])
        self.states = self._with_start[:1]
        room = SCRATCH_CARDS + rules.PACK + rules.WORDS
        self._scratch = np.zeros(room + rules.CHOICES, np.int64)
        self._scratch[SCRATCH_STREAM:SCRATCH_CARDS] = streams(seed, 1)[0]
        self._actions = self._scratch[room:].data
        self._advance = engine.loop("advance")
        self.reset()

    def reset(self) -> None:
        """Begins the next match."""
        self._count = self._advance(self._with_start, self._scratch, NEW_MATCH)

    @property
    def over(self) -> bool:
        return bool(self._count == 0)

    @property
    def seat(self) -> int:
        """The seat that acts, -1 when the match is over."""
        return int(self._scratch[SCRATCH_SEAT])

    def legal(self) -> list[int]:
        """What the acting seat may do, ascending; nothing when the match is over."""
        return self._actions[: self._count].tolist()

    def act(self, action: int) -> list[int]:
        """Plays a legal action for the acting seat; returns what is legal then."""
        self._count = count = self._advance(self._with_start, self._scratch, action)
        return self._actions[:count].tolist()


@dataclass(frozen=True)
class Share:
    """The matches of a batch that one thread runs, and what it needs for itself."""

    rows: slice
    cards: NDArray[np.int64]
    sets: NDArray[np.int64]
    behind_veil: States


def as_the_loops_take(actions: Any) -> NDArray[np.int64]:
    """The same numbers; not copied, if they lie already as compiled loops want them."""
    return np.require(actions, np.int64, ["C", "W"])


class Batch:
    """`count` matches side by side, driven by arrays of actions, on as many threads as are wanted.

    Each match has its own random numbers, so that it runs the same in a batch of any size or split. What methods
    return is overwritten by their next call. `checked` batches refuse actions that are not legal; in others they would
    do what the rules make of them, or worse.
    """

    def __init__(
        self,
        engine: Engine,
        count: int,
        start: States,
        seed: int,
        again: bool,
        threads: int = 1,
        checked: bool = True,
    ) -> None:
        rules = engine.rules
        self.engine, self.start, self.again, self.checked = engine, start, again, checked
        self.states = rules.State.batch(count)
        self.seats = np.zeros(count, np.int8)
        """Who acts in each match, -1 where it is over."""
        self.streams = streams(seed, count)
        self.ended = np.zeros(count, np.uint8)
        """1 where the last step ended a match."""
        self.standings = np.zeros((count, int(start["players"][0])))
        """How the seats stood when a match last ended there."""
        self.rewards = np.zeros_like(self.standings)
        """What the last step brought the seats: zeros but where it ended a match."""
        self._sets = np.zeros((count, rules.WORDS), np.int64)
        self._flags = np.zeros((count, rules.ACTIONS), np.uint8)
        self._fresh = False
        """The sets of what is legal were found since the last step."""
        self._chosen = False
        """So were actions chosen."""
        self._actions = np.zeros(count, np.int64)
        self._offered = self._actions.view()
        self._offered.flags.writeable = False
        self._tensors = np.zeros((count, 0), np.int16)
        bounds = [count * n // threads for n in range(threads + 1)]
        self._shares = [
            Share(slice(*rows), engine.cards(), engine.sets(), rules.State.batch(1)) for rows in pairwise(bounds)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset()

    def _run(self, name: str, arguments: Callable[[Share], tuple[Any, ...]]) -> list[Any]:
        """Runs a loop on each share of the matches, all at once: compiled loops do not hold the interpreter's lock."""
        loop = self.engine.loop(name)
        if self._pool is None:
            return [loop(*arguments(share)) for share in self._shares]
        return list(self._pool.map(lambda share: loop(*arguments(share)), self._shares))

    def reset(self) -> None:
        """Begins a match in every place."""
        self._fresh = self._chosen = False
        self._run(
            "reset", lambda share: (self.start, *self._of(share, self.states, self.seats, self.streams), share.cards)
        )

    @staticmethod
    def _of(share: Share, *arrays: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        return tuple(array[share.rows] for array in arrays)

    def legal_sets(self) -> NDArray[np.int64]:
        """What each acting seat may do, as sets of `WIDTH` actions, a word each."""
        self._run("legal_sets", lambda share: self._of(share, self.states, self.seats, self._sets))
        self._fresh = True
        return self._sets

    def legal(self) -> NDArray[np.bool_]:
        """What each acting seat may do, one boolean an action."""

        def arguments(share: Share) -> tuple[Any, ...]:
            return *self._of(share, self.states, self.seats), share.sets, *self._of(share, self._flags)

        self._run("legal_flags", arguments)
        return self._flags.view(np.bool_)

    def choose(self) -> NDArray[np.int64]:
        """A random legal action of each acting seat, each with the same chance. To change some of them, copy them: so
        that they need not be looked at again, they cannot be written to."""
        if not self._fresh:
            self.legal_sets()
        self._run("choose", lambda share: self._of(share, self._sets, self.seats, self.streams, self._actions))
        self._chosen = True
        return self._offered

    def observe(self, seat: int | None = None) -> NDArray[np.int16]:
        """What each acting seat may know, or the given one, as tensors: `rules.TENSOR` names their parts. Zeros where
        nobody acts."""
        if not self._tensors.size:
            self._tensors = np.zeros((len(self.states), self.engine.rules.TENSOR.size), np.int16)
        seats = self.seats if seat is None else np.full_like(self.seats, seat)

        def arguments(share: Share) -> tuple[Any, ...]:
            return *self._of(share, self.states, seats), share.behind_veil, *self._of(share, self._tensors)

        self._run("observe", arguments)
        return self._tensors

    def step(self, actions: NDArray[np.int64]) -> int:
        """Plays one legal action in each match that is not over; returns how many were played."""
        if actions is self._offered and self._chosen:
            actions = self._actions
        elif self.checked:
            actions = self._only_legal(actions)
        else:
            actions = as_the_loops_take(actions)
        self._fresh = self._chosen = False

        def arguments(share: Share) -> tuple[Any, ...]:
            states, seats, chosen, stream = self._of(share, self.states, self.seats, actions, self.streams)
            ends = self._of(share, self.ended, self.standings, self.rewards)
            return self.start, states, seats, chosen, stream, share.cards, self.again, *ends

        return sum(self._run("step", arguments))

    def _only_legal(self, actions: Any) -> NDArray[np.int64]:
        """The actions as the loops take them; where a match is over, any action will do."""
        chosen = np.asarray(actions)
        if chosen.shape != self.seats.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"actions are {len(self.seats)} whole numbers, one for each match")
        chosen = as_the_loops_take(chosen)
        if not self._fresh:
            self.legal_sets()
        found = self._run("first_illegal", lambda share: self._of(share, self._sets, self.seats, chosen))
        for share, illegal in zip(self._shares, found, strict=True):
            if illegal >= 0:
                match = share.rows.start + illegal
                raise ValueError(f"action {chosen[match]} of seat {self.seats[match]} in match {match} is not legal")
        return chosen

    @property
    def tensor(self) -> Tensor:
        """The parts of what `observe` returns: `batch.tensor.named(observations)` tells them apart."""
        return self.engine.rules.TENSOR
