"""The games for one player as Gymnasium environments. Importing this module registers them:

    import gymnasium
    import fivefold.envs.gymnasium

    env = gymnasium.make("fivefold/ClearUp-v0")
    envs = gymnasium.make_vec("fivefold/ClearUp-v0", num_envs=4096)     # one compiled batch

An observation is the flat tensor of the game (`env.unwrapped.tensor.named(observation)` names its parts);
`info["action_mask"]` says which actions are legal. An action that is not changes nothing, and `info["refused"]` is then
true. The reward comes with the end: 1 if the game is solved, else the share achieved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games import BadInput, Game, all_games, find
from fivefold.games.canvas import Picture
from fivefold.games.catalogue import quoted
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import Batch
from fivefold.kernel.layout import States
from fivefold.kernel.tensor import Tensor

from .driven import Driven, Numbers, seen_by, table_of, whole_action

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("fivefold.envs.gymnasium needs Gymnasium: pip install fivefold[gym]") from missing

SEEDS = 1 << 31
"""A match that nobody gave a seed gets one below this."""


def name_of(game: Game) -> str:
    """The id under which a game is registered.

    >>> name_of(find("clear_up"))
    'fivefold/ClearUp-v0'
    """
    return f"fivefold/{game.id.title().replace('_', '')}-v0"


def games_for_one() -> list[Game]:
    return [game for game in all_games().values() if game.about.fewest == 1]


def find_for_one(id: str) -> Game:
    game = find(id)
    if game.about.fewest != 1:
        raise BadInput(f"{id} is for {game.about.fewest} players or more: see fivefold.envs.pettingzoo")
    return game


def observation_space(tensor: Tensor) -> Box[np.int16]:
    return Box(*tensor.limits(), dtype=np.int16)


def check_render_mode(render_mode: str | None, modes: Sequence[str]) -> None:
    if render_mode is not None and render_mode not in modes:
        raise BadInput(f"a render mode is one of {', '.join(modes)}, not {quoted(render_mode)}")


def drawn(game: Game, states: States, render_mode: str | None) -> Any:
    """A match's table as text, or as a picture."""
    if render_mode == "ansi":
        return table_of(game, states, 0)
    if render_mode == "rgb_array":
        picture: Picture = import_module(f"fivefold.games.{game.id}.picture").picture(seen_by(game, states, 0))
        return picture
    return None


class OneEnv(gymnasium.Env[Numbers, np.int64]):
    """A match after another of a game for one player."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, game: str, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.game, self.render_mode = find_for_one(game), render_mode
        self.tensor = self.game.rules.TENSOR
        self.observation_space = observation_space(self.tensor)
        self.action_space = Discrete(self.game.rules.ACTIONS)
        self.match = Driven(self.game, 1, options)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(SEEDS))
        self._seeded = True
        self.match.begin(seed)
        return self.match.tensor(0), self._info(refused=False)

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        number = whole_action(self.game, action)
        refused = not self.match.allows(number)
        if not refused:
            self.match.act(number)
        return self.match.tensor(0), self.match.rewards()[0], self.match.over, False, self._info(refused)

    def _info(self, refused: bool) -> dict[str, Any]:
        return {"action_mask": self.match.mask(), "refused": refused}

    def render(self) -> Any:
        return drawn(self.game, self.match.states, self.render_mode)


class Lent:
    """Arrays of one shape for whoever asks, used again when nobody holds them any more, nor a part of them: memory that
    is new costs more than the matches that are written into it."""

    MOST = 3

    def __init__(self, shape: tuple[int, int], dtype: type[np.generic]) -> None:
        self.shape, self.dtype = shape, dtype
        self.arrays: list[NDArray[Any]] = []

    def any_free(self) -> NDArray[Any]:
        for array in self.arrays:
            if getrefcount(array) == 3:  # the list's, the loop's, and the one that is passed here
                return array
        array = np.empty(self.shape, self.dtype)
        self.arrays = [*self.arrays[-self.MOST + 1 :], array]
        return array


class Lasting(Batch):
    """A batch whose masks and tensors are not overwritten while anybody holds them: learners keep what they got."""

    @cached_property
    def _lent_flags(self) -> Lent:
        return Lent((len(self.states), self.engine.rules.ACTIONS), np.uint8)

    @cached_property
    def _lent_tensors(self) -> Lent:
        return Lent((len(self.states), self.tensor.size), np.int16)

    def legal(self) -> NDArray[np.bool_]:
        del self._flags
        self._flags = self._lent_flags.any_free()
        return super().legal()

    def observe(self, seat: int | None = None) -> Numbers:
        del self._tensors
        self._tensors = self._lent_tensors.any_free()
        return super().observe(seat)


class ManyEnvs(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """Many matches of a game for one player, side by side in one compiled batch.

    Environment k of a batch with a seed plays as a single one with seed + k. Where a match is over, the next step
    begins another, whatever the action (`AutoresetMode.NEXT_STEP`).
    """

    metadata = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "rgb_array"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        threads: int = 1,
    ) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.game, self.num_envs, self.render_mode = find_for_one(game), num_envs, render_mode
        self.tensor = self.game.rules.TENSOR
        self.single_observation_space = observation_space(self.tensor)
        self.single_action_space = Discrete(self.game.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        engine = self.game.engine
        start = engine.start(1, self.game.option_numbers(options or {}))
        threads = min(threads, num_envs)
        self.batch = Lasting(engine, num_envs, start, seed=0, again=False, threads=threads, checked=False)
        self._mask = np.zeros((num_envs, self.game.rules.ACTIONS), np.bool_)
        self._rows = np.arange(num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begins a match everywhere. A seed is for the first environment; each further one has one more."""
        if isinstance(seed, int) or seed is None:
            super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(SEEDS))
        self._seeded = True
        for row, each in enumerate(self._seed_of_each(seed)):
            if each is not None:
                self.batch.streams[row] = streams(each, 1)[0]
        self.batch.reset()
        return self._observed(np.zeros(self.num_envs, np.bool_))

    def _seed_of_each(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return ()
        if isinstance(seed, int):
            return range(seed, seed + self.num_envs)
        if len(seed) != self.num_envs:
            raise BadInput(f"there are {self.num_envs} environments, but {len(seed)} seeds")
        return seed

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch, chosen = self.batch, self._checked(actions)
        seats = batch.seats.copy()
        over = seats < 0
        refused = ~self._mask[self._rows, chosen] & ~over
        batch.seats[refused] = -1  # who does not act stays as it is
        batch.step(chosen)
        batch.seats[refused] = seats[refused]
        self._begin_where(over)
        observations, infos = self._observed(refused)
        terminated = batch.ended.astype(np.bool_)
        return observations, batch.rewards[:, 0].copy(), terminated, np.zeros_like(terminated), infos

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadInput(f"actions are {self.num_envs} whole numbers, one for each environment")
        if chosen.min() < 0 or chosen.max() >= self.game.rules.ACTIONS:
            raise BadInput(f"an action of {self.game.id} is a whole number from 0 to {self.game.rules.ACTIONS - 1}")
        return np.ascontiguousarray(chosen, np.int64)

    def _begin_where(self, over: NDArray[np.bool_]) -> None:
        """Begins the next match in some of the environments."""
        rows = np.flatnonzero(over)
        if rows.size:
            batch = self.batch
            states, seats, stream = batch.states[rows], batch.seats[rows], batch.streams[rows]
            batch.engine.loop("reset")(batch.start, states, seats, stream, batch.engine.cards())
            batch.states[rows], batch.seats[rows], batch.streams[rows] = states, seats, stream

    def _observed(self, refused: NDArray[np.bool_]) -> tuple[Numbers, dict[str, Any]]:
        self._mask = self.batch.legal()
        everywhere = np.ones(self.num_envs, np.bool_)
        return self.batch.observe(0), {
            "action_mask": self._mask.view(np.int8),
            "_action_mask": everywhere,
            "refused": refused,
            "_refused": everywhere.copy(),
        }

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return tuple(drawn(self.game, self.batch.states[row : row + 1], self.render_mode) for row in self._rows)


def register() -> None:
    """Tells Gymnasium of the games for one player, unless it knows."""
    for game in games_for_one():
        if name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point=f"{__name__}:OneEnv",
                vector_entry_point=f"{__name__}:ManyEnvs",
                kwargs={"game": game.id},
            )


register()
