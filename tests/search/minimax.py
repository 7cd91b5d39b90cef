"""Plain minimax, with which alpha-beta is compared: no window, no table, no order."""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.bits import lowest, members, size
from fivefold.kernel.engine import Engine
from fivefold.search.alpha_beta import TYPICAL_NOISE, WON, Judgement


class Minimax:
    def __init__(self, engine: Engine, judgement: Judgement, salt: int = 0) -> None:
        self.rules, self.judgement, self.salt = engine.rules, judgement, salt

    def values(self, states: Any, depth: int) -> dict[int, int]:
        """What each action is worth to the seat that acts, if everybody looks so many plies ahead."""
        s = self.rules.State(states)
        seat = lowest(self.rules.acting(s))
        return {action: self.after(states, seat, action, depth, 1) for action in self.actions(s, seat)}

    def actions(self, s: Any, seat: int) -> list[int]:
        sets = np.zeros(self.rules.WORDS, np.int64)
        self.rules.legal(s, seat, sets)
        return [word * self.rules.WIDTH + n for word in range(len(sets)) for n in members(int(sets[word]))]

    def after(self, states: Any, seat: int, action: int, depth: int, plies: int) -> int:
        """What an action is worth to the seat that plays it."""
        states = states.copy()
        s = self.rules.State(states)
        self.rules.play(s, seat, action)
        if self.rules.over(s):
            return self.end(s, plies) * (1 if seat == 0 else -1)
        mover = lowest(self.rules.acting(s))
        if depth == 1:
            noise = size(self.judgement.key(s) ^ self.salt) - TYPICAL_NOISE
            value = self.judgement.evaluate(s, mover) + noise
        else:
            value = max(self.after(states, mover, each, depth - 1, plies + 1) for each in self.actions(s, mover))
        return value if mover == seat else -value

    def end(self, s: Any, plies: int) -> int:
        standings = np.zeros(2)
        self.rules.standings(s, standings)
        won = int(np.sign(standings[0] - standings[1]))
        finer = self.judgement.finer
        return won * (WON - plies) if finer is None else won * WON + finer(s)
