"""A match as environments drive it: by integer actions, with masks, tensors and rewards as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games import BadInput, Game
from fivefold.games.catalogue import quoted
from fivefold.kernel.bits import members
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import Single
from fivefold.kernel.layout import Layout, States
from fivefold.kernel.loops import SCRATCH_CARDS, SCRATCH_SEAT, SCRATCH_STREAM
from fivefold.kernel.rewards import rewards_of
from fivefold.match.table_text import table_lines

Mask = NDArray[np.int8]
Numbers = NDArray[np.int16]


class Driven(Single):
    """One match after another, step by step; seats that choose at once do so in ascending order, again and again.

    >>> from fivefold.games import find
    >>> match = Driven(find("number_poker"), players=2)
    >>> match.seat, match.mask().tolist()[:6]
    (0, [1, 1, 1, 1, 1, 0])
    >>> for _ in range(2):
    ...     actions = match.act(3)
    >>> match.seat, match.tensor(0).shape
    (0, (82,))
    """

    __slots__ = (
        "_behind_veil",
        "_flags",
        "_legal_actions",
        "_mask",
        "_observe",
        "_seats",
        "_sets",
        "_tensor",
        "game",
        "players",
    )

    def __init__(self, game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        engine, rules = game.engine, game.rules
        self.game, self.players = game, game.check_players(players)
        super().__init__(engine, engine.start(players, game.option_numbers(options or {})), seed)
        self._legal_actions = self._scratch[-rules.CHOICES :]
        self._observe = engine.loop("observe")
        self._seats = [np.array([seat], np.int8) for seat in range(players)]
        self._behind_veil = rules.State.batch(1)
        self._tensor = np.zeros((1, rules.TENSOR.size), np.int16)
        self._flags = engine.loop("legal_flags")
        self._sets, self._mask = engine.sets(), np.zeros((1, rules.ACTIONS), np.uint8)

    def begin(self, seed: int | None = None) -> None:
        """Begins a match: with a seed, the one that belongs to it; else the next."""
        if seed is not None:
            self._scratch[SCRATCH_STREAM:SCRATCH_CARDS] = streams(seed, 1)[0]
        self.reset()

    def mask(self) -> Mask:
        """What the acting seat may do, one number an action."""
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        mask[self._legal_actions[: self._count]] = 1
        return mask

    def acting(self) -> tuple[int, ...]:
        """The seats that must choose now: several where they choose at once."""
        return tuple(members(self.game.rules.acting(self.game.state(self.states))))

    def mask_of(self, seat: int) -> Mask:
        """What one of the seats that choose at once may do."""
        self._flags(self.states, self._seats[seat], self._sets, self._mask)
        mask: Mask = self._mask[0].astype(np.int8)
        return mask

    def act_for(self, seat: int, action: int) -> None:
        """Plays a legal action of one of the seats that choose at once, whoever's turn it is."""
        self._scratch[SCRATCH_SEAT] = seat
        self.act(action)

    def allows(self, action: int) -> bool:
        """May the acting seat do this now?"""
        return action in self._actions[: self._count]

    def tensor(self, seat: int) -> Numbers:
        """What the seat may know."""
        self._observe(self.states, self._seats[seat], self._behind_veil, self._tensor)
        tensor: Numbers = self._tensor[0].copy()
        return tensor

    def rewards(self) -> list[float]:
        """What the end of the match is worth to each seat; 0 before."""
        return rewards_at_the_end(self.game, self.states, self.players) if self.over else [0.0] * self.players

    def table(self, seat: int) -> str:
        """The table as the seat sees it, in words."""
        return table_of(self.game, self.states, seat)


def rewards_at_the_end(game: Game, states: States, players: int) -> list[float]:
    """The rewards of a match that is over."""
    standings, rewards = np.zeros((2, players))
    game.engine.loop("standings")(states, 0, standings)
    rewards_of(standings, players, rewards)
    return rewards.tolist()  # type: ignore[no-any-return]


def seen_by(game: Game, states: States, seat: int) -> Layout:
    """The state as the seat sees it: behind the veil, open when the match is over."""
    veiled = states.copy()
    if not game.rules.over(game.state(veiled)):
        game.engine.loop("veil")(veiled, 0, seat)
    return game.state(veiled)


def table_of(game: Game, states: States, seat: int) -> str:
    """The table as the seat sees it, in words."""
    return "\n".join(table_lines(game.view(seen_by(game, states, seat), seat)))


def whole_action(game: Game, action: Any) -> int:
    """The action as a number, if it is one at all."""
    number = action.item() if isinstance(action, np.integer | np.ndarray) and action.ndim == 0 else action
    if type(number) is not int or not 0 <= number < game.rules.ACTIONS:
        raise BadInput(
            f"an action of {game.id} is a whole number from 0 to {game.rules.ACTIONS - 1}, not {quoted(action)}"
        )
    return number
