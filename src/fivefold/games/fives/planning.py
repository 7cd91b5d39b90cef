"""Fives: what a hand's end is worth, how well a world explains what was played, and the last tricks played exactly.

The end of the hand is the horizon: chips are then set against what the hands to come may still change.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

import numpy as np

from fivefold.kernel.bits import bit, lowest
from fivefold.kernel.rewards import rewards_of
from fivefold.kernel.rules import Rules, rule
from fivefold.search.guide import WORLD, Guide, world_dealing
from fivefold.search.limit import used_up

from .habits import WEIGHTS, appeal, unknown_to, up_to, usual
from .rules import CARDS, HANDS, State, face_down, face_up, over, play, standings
from .veil import shake

SPREAD = 4.0
"""Roughly how far a hand brings two seats apart, in chips."""
FLOOR = 0.03
"""Added to the chance of each play, because seats do not always play as they usually do."""
SHAKES_A_WORLD = 2
DOWN = CARDS
"""Noted of a card that was played face down: what its front is, only a world tells."""


# --- a hand's end -----------------------------------------------------------------------------------------------------


@rule
def hand_is_over(s: State) -> bool:
    return s.waiting == 1 or s.hand == HANDS


@rule
def worth(s: State, out: Any) -> None:
    """What each seat can expect of the match, at a hand's end; behind that there is room for the standings."""
    players = s.players
    if over(s):
        standings(s, out[players:])
        rewards_of(out[players:], players, out)
        return
    spread = SPREAD * sqrt(HANDS - s.hand)
    for seat in range(players):
        total = 0.0
        for other in range(players):
            lead = (s.chips[seat] - s.chips[other]) / spread
            total += lead / sqrt(1.0 + lead * lead)
        out[seat] = total / (players - 1)


# --- what plays say of a hand -----------------------------------------------------------------------------------------


@rule
def chance_of(s: State, seat: int, action: int) -> float:
    """How likely it is that a seat with this hand plays like this."""
    unknown, weights = unknown_to(s, seat), WEIGHTS[up_to(s, seat)]
    up, down = face_up(s, seat), face_down(s, seat)
    total = this = 0.0
    while up or down:
        if up:
            other = lowest(up)
            up &= up - 1
        else:
            other = CARDS + lowest(down)
            down &= down - 1
        weight = exp(appeal(s, seat, other, unknown, weights))
        total += weight
        if other == action:
            this = weight
    return this / total


@rule
def likelihood(world: State, seat: int, past: Any, notes: Any) -> float:
    """How likely the plays of the others were, if they held what they hold in this world.

    `past` are the states before those plays, from the first on, `notes` the cards. Hands are filled again backwards.
    """
    hands = np.zeros(4, np.int64)
    for other in range(world.players):
        hands[other] = world.hands[other]
    weight = 1.0
    for i in range(len(past) - 1, -1, -1):
        then = past[i]
        other = then.turn
        card = action = notes[i]
        if action == DOWN:
            card = world.down_card[then.trick]
            action = CARDS + card
        hands[other] |= bit(card)
        then.hands[other] = hands[other]
        weight *= FLOOR + chance_of(then, other, action)
    return weight


HABITS = Guide(
    policy=usual, settled=hand_is_over, rewards=worth, likelihood=likelihood, shake=shake, tries=SHAKES_A_WORLD
)
"""What the search by playouts is told of Fives."""


# --- the last tricks --------------------------------------------------------------------------------------------------

UP, FACING_DOWN = range(2)
"""Of what a frame may still try: cards face up, cards face down."""


@rule
def open_frame(s: State, left: Any, best: Any) -> None:
    """Nothing has been tried here yet."""
    left[UP], left[FACING_DOWN] = face_up(s, s.turn), face_down(s, s.turn)
    best[s.turn] = -2.0


@rule
def next_try(left: Any) -> int:
    """The next action of a frame that has one."""
    if left[UP]:
        action = lowest(left[UP])
        left[UP] &= left[UP] - 1
        return action
    action = CARDS + lowest(left[FACING_DOWN])
    left[FACING_DOWN] &= left[FACING_DOWN] - 1
    return action


@rule
def keep_better(best: Any, found: Any, mover: int, players: int) -> None:
    """A mover takes what brings itself most."""
    if found[mover] > best[mover]:
        for seat in range(players):
            best[seat] = found[seat]


@rule
def solve(frames: Any, left: Any, best: Any) -> None:
    """Plays frames[0] to the hand's end, every seat as is best for itself in this world; best[0] is what each gets."""
    depth = 0
    if hand_is_over(frames[0]):
        worth(frames[0], best[0])
        return
    open_frame(frames[0], left[0], best[0])
    while depth >= 0:
        s = frames[depth]
        if left[depth, UP] or left[depth, FACING_DOWN]:
            depth += 1
            frames[depth] = s
            play(frames[depth], s.turn, next_try(left[depth - 1]))
            if not hand_is_over(frames[depth]):
                open_frame(frames[depth], left[depth], best[depth])
                continue
            worth(frames[depth], best[depth])
        depth -= 1
        if depth >= 0:
            keep_better(best[depth], best[depth + 1], frames[depth].turn, frames[depth].players)


def make_ending(rules: Rules) -> Callable[..., Any]:
    """The loop for Fives or The Green Fivura."""
    deal_world = world_dealing(rules, HABITS)

    def play_ending(
        veiled: Any, seat: int, past: Any, notes: Any, room: Any, stream: Any, control: Any,
        actions: Any, frames: Any, left: Any, best: Any, totals: Any,
    ) -> int:  # fmt: skip
        """Adds up what each action brings in sampled worlds that are played exactly; returns how many worlds."""
        worlds, done = 0, False
        while not done:
            deal_world(veiled, seat, past, notes, room, stream)
            for k in range(len(actions)):
                frames[0] = room[WORLD]
                play(frames[0], seat, actions[k])
                solve(frames, left, best)
                totals[k] += best[0, seat]
            worlds += 1
            done = used_up(control)
        return worlds

    return play_ending
