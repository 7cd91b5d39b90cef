"""The games for two players and more as PettingZoo environments:

    from fivefold.envs import pettingzoo

    env = pettingzoo.env("fives", players=4)                # one seat after another
    env = pettingzoo.parallel_env("number_poker")           # all at once, where the seats choose at once

An observation has the flat tensor of what the agent's seat knows (`env.unwrapped.tensor.named(...)` names its parts),
and the mask of what it may do now: zeros where it is not its turn. Seats that choose at once do so in ascending order,
again and again, and see nothing of each other's choices. Rewards come with the end: the share of opponents that a seat
beat, ties half, from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games import BadInput, find
from fivefold.games.catalogue import quoted

from .driven import Driven, whole_action

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise ImportError("fivefold.envs.pettingzoo needs PettingZoo: pip install fivefold[pettingzoo]") from missing

Observation = dict[str, NDArray[Any]]
ILLEGAL = -1.0
"""The reward of who does what is not legal; the match is then over, and the others get nothing."""


class Table:
    """What both kinds of environments have in common: a match, the agents at it, and their spaces."""

    def __init__(
        self, game: str, players: int | None, options: Mapping[str, Any] | None, render_mode: str | None
    ) -> None:
        found = find(game)
        if found.about.most == 1:
            raise BadInput(f"{game} is for one player: see fivefold.envs.gymnasium")
        if render_mode not in (None, "ansi"):
            raise BadInput(f"a render mode is ansi, not {quoted(render_mode)}")
        self.game, self.render_mode, self.tensor = found, render_mode, found.rules.TENSOR
        self.match = Driven(found, found.about.usual if players is None else players, options)
        self.seats = {f"seat_{seat}": seat for seat in range(self.match.players)}
        self.names = tuple(self.seats)
        self.chance = np.random.default_rng()
        self.seeded = False
        actions = found.rules.ACTIONS
        self.observation_space = Dict(
            observation=Box(*self.tensor.limits(), dtype=np.int16), action_mask=Box(0, 1, (actions,), np.int8)
        )
        self.action_spaces = {name: Discrete(actions) for name in self.names}

    def begin(self, seed: int | None) -> None:
        if seed is None and not self.seeded:
            seed = int(self.chance.integers(1 << 31))
        self.seeded = True
        self.match.begin(seed)

    def seat_of(self, agent: str) -> int:
        if agent not in self.seats:
            raise BadInput(f"the agents are {', '.join(self.names)}, not {quoted(agent)}")
        return self.seats[agent]

    def show(self, seat: int) -> str:
        """The table as the seat sees it."""
        return f"{self.names[seat]}\n{self.match.table(seat)}"


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801 - PettingZoo has no types, and this name
    """A game as an environment, one seat after another; an action that is not legal is an error."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, players, options, render_mode)
        self.match, self.tensor, self.render_mode = self.table.match, self.table.tensor, render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        self.table.seat_of(agent)
        return self.table.observation_space

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.table.action_spaces[self.table.names[self.table.seat_of(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.table.names[self.match.seat]

    def observe(self, agent: str) -> Observation:
        match = self.match
        seat = self.table.seat_of(agent)
        mask = match.mask() if seat == match.seat else np.zeros(match.game.rules.ACTIONS, np.int8)
        return {"observation": match.tensor(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise BadInput("no agent is left: reset begins the next match")
        agent, match = self.agent_selection, self.match
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = whole_action(match.game, action)
        if not match.allows(number):
            self._refuse(agent, f"{agent} may not do action {number} now: its action mask says what it may do")
            return
        match.act(number)
        if match.seat >= 0:  # rewards are all 0 until the end, and stay as they are
            self.agent_selection = self.table.names[match.seat]
            return
        self.rewards = dict(zip(self.agents, match.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _refuse(self, agent: str, sentence: str) -> None:
        raise BadInput(sentence)

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.table.show(self.table.seats[self.agent_selection])

    def close(self) -> None:
        """Has nothing to give back."""


class env(raw_env):  # noqa: N801 - PettingZoo's name for it
    """The same, but an action that is not legal ends the match, as PettingZoo's own wrapper has it.

    It is not wrapped, since three wrappers would take four fifths of the time.
    """

    def _refuse(self, agent: str, sentence: str) -> None:
        self.rewards[agent] = ILLEGAL
        self.infos[agent]["refused"] = sentence
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


class parallel_env(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801 - the same
    """A game in which seats choose at once, as an environment in which they do.

    In each step every seat that acts makes its choice; they count in ascending order of seats. What the others give is
    not looked at, and may be left out. An action that is not legal ends the match.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, players, options, render_mode)
        if not choose_at_once(self.table.match):
            raise BadInput(f"in {game} one seat acts after another: see fivefold.envs.pettingzoo.env")
        self.match, self.tensor, self.render_mode = self.table.match, self.table.tensor, render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"]}
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        self.table.seat_of(agent)
        return self.table.observation_space

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.table.action_spaces[self.table.names[self.table.seat_of(agent)]]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents = self.agents
        offenders = self._play(actions)
        over, cut = self.match.over, bool(offenders)
        rewards = [ILLEGAL * (seat in offenders) for seat in range(len(agents))] if cut else self.match.rewards()
        told = self._observations()
        if over or cut:
            self.agents = []
        return (
            told,
            dict(zip(agents, rewards, strict=False)),
            dict.fromkeys(agents, over or cut),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _play(self, actions: Mapping[str, Any]) -> list[int]:
        """Plays the choices of the seats that act; returns those whose action is not legal, and plays nothing then."""
        chosen = {}
        for seat in self.match.acting() if self.agents else ():
            agent = self.table.names[seat]
            if agent not in actions:
                raise BadInput(f"{agent} acts, but there is no action of it")
            chosen[seat] = whole_action(self.match.game, actions[agent])
        offenders = [seat for seat, action in chosen.items() if not self.match.mask_of(seat)[action]]
        for seat, action in chosen.items() if not offenders else ():
            self.match.act_for(seat, action)
        return offenders

    def _observations(self) -> dict[str, Observation]:
        match, acting = self.match, self.match.acting()
        none = np.zeros(match.game.rules.ACTIONS, np.int8)
        return {
            agent: {
                "observation": match.tensor(seat),
                "action_mask": match.mask_of(seat) if seat in acting else none.copy(),
            }
            for agent, seat in self.table.seats.items()
            if agent in self.agents
        }

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return "\n\n".join(map(self.table.show, self.table.seats.values()))

    def close(self) -> None:
        """Has nothing to give back."""


def choose_at_once(match: Driven) -> bool:
    """Do several seats act at the beginning of a match?"""
    return len(match.acting()) > 1
