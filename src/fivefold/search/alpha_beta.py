"""Alpha-beta search for two players who see everything and draw nothing, deeper and deeper until the limit is reached.

All values are whole numbers, seen from the seat that moves there. A seat may move several times in a row: then its
value goes up the tree as it is, and else with the opposite sign. What the game itself brings, a `Judgement` tells.

A value is sure if nothing in it is an estimate: it came from ends of the match alone. So the search knows when it has
seen all that there is, and its table may use what is sure at any depth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.bits import size
from fivefold.kernel.engine import Engine
from fivefold.kernel.layout import States
from fivefold.kernel.loops import list_sets, next_seat
from fivefold.kernel.rewards import rewards_of
from fivefold.kernel.rules import Rules, rule

from .limit import STOPPED, UNITS_LEFT, used_up

KINDS = (
    *("states", "int", "numbers", "int", "int", "int", "number_rows", "number_rows", "number_rows"),
    *("number_rows", "number_rows", "number_rows", "number_rows", "numbers", "floats", "numbers"),
)  # fmt: skip
"""What the loop takes."""

WON = 1 << 24
DECIDED = WON >> 1
"""A value beyond this is that of a match that is won, by how much or how soon being the rest."""
INFINITE = 1 << 30
SCALE = 1000
"""An advantage that wins about five matches of six."""

HANGING = -(1 << 20)
"""Evaluates a position in which something must be settled first."""
DEEPEST_HANGING = -4
"""The search goes on so far at the most where something is hanging; then it takes the position for even."""

MOST_PLIES = 80
"""The search looks no deeper."""
MOST_ENTRIES = 1 << 18
KILLERS = 2
KILLER_BONUS, BEST_BEFORE = 1 << 20, 1 << 40
"""Game's promises are smaller than the first."""
HISTORY_LIMIT = 1 << 16
PATIENT, LATE, VERY_LATE = 3, 4, 16
"""With so much depth left, the moves after the first so many are looked at less deeply, unless they surprise."""
TYPICAL_NOISE = 31


@rule
def any_order(s: Any, seat: int, actions: Any, count: int, promises: Any) -> int:
    """`order` of a game that knows nothing about its moves."""
    for k in range(count):
        promises[k] = 0
    return count


@dataclass(frozen=True)
class Judgement:
    """What a game tells of its positions. `s` is a state that nobody hides anything of, and the match is not over."""

    evaluate: Callable[[Any, int], int]
    """How good the position is for the seat that moves, if nobody looks further: 0 is even, SCALE a clear lead, and
    anything below DECIDED. HANGING says that somebody must look further; `order` should leave few actions there."""
    key: Callable[[Any], int]
    """A number below 2^62 that tells positions apart: by everything on which their worth depends, who moves and what
    is counted too."""
    order: Callable[[Any, int, Any, int, Any], int] = any_order
    """Writes what each listed action promises, the most for what should be looked at first; takes the state, the seat,
    the actions, how many they are, and room for the promises. It may leave out actions that are certainly no better
    than one that it keeps, by moving those kept to the front; it returns how many are left, one or more."""
    finer: Callable[[Any], int] | None = None
    """At the end of a match, by how much seat 0 has won (less than 0: lost), where that tells ends apart; at most a
    million. Left out: sooner is better for the winner."""


def reward(value: int) -> float:
    """What a value is worth, from -1 to 1."""
    if abs(value) >= DECIDED:
        return 1.0 if value > 0 else -1.0
    return value / sqrt(value * value + SCALE * SCALE)


# --- a place in the tree ----------------------------------------------------------------------------------------------

(
    SEAT, LOW, HIGH, DEPTH, FLOOR, COUNT, TRIED, ACTION, STAGE, BEST, BEST_ACTION, ALL_SURE, KEY, VALUE, SURE,
    REMEMBERED,
) = range(16)  # fmt: skip
"""What is noted of each place on the way down: who moves; the window, and its lower end as it was at first; how much
deeper to look; the actions, how many of them were tried, and the one being tried and how; the best of them, and
whether all were sure; the position's key; and what came out, its value and whether that is sure; the best action as
the table has it."""
PLACE = 16
REDUCED, NARROW, WIDE = range(3)
"""How an action is tried: less deeply, only as to whether it is better than the best, or for its value."""
PLAY, LOOK, UP = range(3)
"""The steps of the search: play an action, look at where that leads, hand a value up."""

ENTRY_KEY, ENTRY_VALUE, ENTRY_ACTION, ENTRY_DEPTH, ENTRY_BOUND, ENTRY_SURE = range(6)
ENTRY = 6
NOT_THERE, AT_LEAST, AT_MOST, EXACTLY = range(4)
NO_ACTION = -1

VALUE_OF, DEPTH_OF, OUTCOME = range(3)
"""What is found of each action at the root: its value, or more than that if it is not near the best; how deep it was
looked at; and its outcome for certain, 1, 0 or -1."""
FOUND = 3
UNKNOWN = 2
"""An outcome."""


@rule
def from_root(value: int, plies: int) -> int:
    """A value that counts plies to the end, of a place so many plies deep, as it is seen from the root."""
    return value - plies if value >= DECIDED else value + plies if value <= -DECIDED else value


@rule
def recall(table: Any, place: Any, plies: int) -> bool:
    """Does the table know enough of the place? If not, perhaps its best action."""
    entry = table[place[KEY] & (len(table) - 1)]
    place[REMEMBERED] = NO_ACTION
    if entry[ENTRY_BOUND] == NOT_THERE or entry[ENTRY_KEY] != place[KEY]:
        return False
    place[REMEMBERED] = entry[ENTRY_ACTION]
    if entry[ENTRY_DEPTH] < place[DEPTH] and not entry[ENTRY_SURE]:
        return False
    value, bound = from_root(entry[ENTRY_VALUE], plies), entry[ENTRY_BOUND]
    if bound == EXACTLY or (bound == AT_LEAST and value >= place[HIGH]) or (bound == AT_MOST and value <= place[LOW]):
        place[VALUE], place[SURE] = value, entry[ENTRY_SURE]
        return True
    return False


@rule
def remember(table: Any, place: Any, plies: int) -> None:
    entry = table[place[KEY] & (len(table) - 1)]
    value = place[VALUE]
    entry[ENTRY_KEY], entry[ENTRY_VALUE], entry[ENTRY_ACTION] = place[KEY], from_root(value, -plies), place[BEST_ACTION]
    entry[ENTRY_DEPTH], entry[ENTRY_SURE] = place[DEPTH], place[SURE]
    entry[ENTRY_BOUND] = AT_LEAST if value >= place[HIGH] else AT_MOST if value <= place[FLOOR] else EXACTLY


@rule
def promise_more(place: Any, actions: Any, promises: Any, killers: Any, history: Any) -> None:
    """Adds what this search has seen of the actions to what the game says of them."""
    seat = place[SEAT]
    for k in range(place[COUNT]):
        action = actions[k]
        promises[k] += history[seat, action]
        if action == place[REMEMBERED]:
            promises[k] += BEST_BEFORE
        elif action == killers[0] or action == killers[1]:
            promises[k] += KILLER_BONUS


@rule
def note_cutoff(place: Any, action: int, killers: Any, history: Any) -> None:
    """An action that was too good is likely to be so again."""
    if killers[0] != action:
        killers[1], killers[0] = killers[0], action
    seat = place[SEAT]
    history[seat, action] += place[DEPTH] * place[DEPTH]
    if history[seat, action] > HISTORY_LIMIT:
        history[seat, :] >>= 1


@rule
def begin_place(place: Any, count: int) -> None:
    place[COUNT], place[TRIED], place[ALL_SURE] = count, 0, 1
    place[FLOOR], place[BEST], place[BEST_ACTION] = place[LOW], -INFINITE, NO_ACTION


@rule
def next_action(place: Any, actions: Any, promises: Any) -> None:
    """Takes the most promising action that was not tried."""
    first = place[TRIED]
    best = first
    for k in range(first + 1, place[COUNT]):
        if promises[k] > promises[best]:
            best = k
    actions[first], actions[best] = actions[best], actions[first]
    promises[first], promises[best] = promises[best], promises[first]
    place[ACTION] = actions[first]
    place[TRIED] = first + 1
    late = place[DEPTH] >= PATIENT and first >= LATE
    place[STAGE] = WIDE if first == 0 else REDUCED if late else NARROW


@rule
def set_window(place: Any, below: Any) -> None:
    """Says how deep, and for what, to look at the place to which the action leads. The only action costs no depth."""
    depth = place[DEPTH] - (1 if place[COUNT] > 1 else 0)
    if place[STAGE] == REDUCED:
        depth -= 1 if place[TRIED] <= VERY_LATE else 2
    below[DEPTH], below[LOW] = depth, place[LOW]
    below[HIGH] = place[HIGH] if place[STAGE] == WIDE else place[LOW] + 1


@rule
def turn_window(place: Any) -> None:
    """To the other seat's point of view."""
    low = place[LOW]
    place[LOW], place[HIGH] = -place[HIGH], -low


@rule
def value_above(place: Any, below: Any) -> int:
    """What has come up, as it is seen from the place above."""
    return int(below[VALUE] if below[SEAT] == place[SEAT] else -below[VALUE])


@rule
def accept(place: Any, below: Any, margin: int, soonest: bool) -> int:
    """Takes the value that has come up; returns the next step."""
    value = value_above(place, below)
    if value > place[LOW] and place[STAGE] == REDUCED:
        place[STAGE] = NARROW
        return LOOK
    if place[LOW] < value < place[HIGH] and place[STAGE] == NARROW:
        place[STAGE] = WIDE
        return LOOK
    place[ALL_SURE] &= below[SURE]
    if value > place[BEST]:
        place[BEST], place[BEST_ACTION] = value, place[ACTION]
    place[LOW] = max(place[LOW], value - margin)
    if value < place[HIGH] and place[TRIED] < place[COUNT]:
        return PLAY
    place[VALUE] = place[BEST]
    if soonest and place[BEST] >= DECIDED:
        place[SURE] = 1
    else:
        place[SURE] = below[SURE] if value >= place[HIGH] else place[ALL_SURE]
    return UP


@rule
def begin_root(
    root: Any, seat: int, depth: int, actions: Any, count: int, chosen: Any, promises: Any, found: Any
) -> None:
    """Makes the root ready for all actions, those first that are best so far."""
    for k in range(count):
        chosen[k] = actions[k]
        promises[k] = found[actions[k], VALUE_OF]
    root[SEAT], root[DEPTH], root[LOW], root[HIGH] = seat, depth, -INFINITE, INFINITE
    begin_place(root, count)


@rule
def begin_outcome(root: Any, action: int, chosen: Any) -> None:
    """Makes the root ready for a single action, of which only the outcome is asked."""
    chosen[0] = action
    root[DEPTH], root[LOW], root[HIGH] = MOST_PLIES, -DECIDED, DECIDED
    begin_place(root, 1)


@rule
def note_root(root: Any, found: Any, depth: int, value: int) -> None:
    """Notes what was found of the action that was tried at the root."""
    action = root[ACTION]
    if depth < MOST_PLIES:
        found[action, VALUE_OF], found[action, DEPTH_OF] = value, depth
    elif root[ALL_SURE]:
        found[action, OUTCOME] = outcome_of(value)


@rule
def outcome_of(value: int) -> int:
    return 1 if value >= DECIDED else -1 if value <= -DECIDED else 0


@rule
def settle(found: Any, actions: Any, count: int, best: int, value: int) -> None:
    """When everything was seen, the best action's value is its true one, and of others it is known to be no less than
    the true one."""
    for k in range(count):
        if found[actions[k], VALUE_OF] <= -DECIDED:
            found[actions[k], OUTCOME] = -1
    found[best, OUTCOME] = outcome_of(value)


@rule
def next_open(found: Any, actions: Any, count: int) -> int:
    """The first action whose outcome is not known."""
    for k in range(count):
        if found[actions[k], OUTCOME] == UNKNOWN:
            return int(actions[k])
    return NO_ACTION


# --- the search -------------------------------------------------------------------------------------------------------


def end_rule(rules: Rules, judgement: Judgement) -> Callable[..., Any]:
    """The rule that says what the end of a match is worth to seat 0."""
    standings, finer = rules.standings, judgement.finer

    @rule
    def outcome(s: Any, rewards: Any) -> int:
        standings(s, rewards[2:])
        rewards_of(rewards[2:], 2, rewards)
        return int(rewards[0])

    @rule
    def sooner(s: Any, plies: int, rewards: Any) -> int:
        return outcome(s, rewards) * (WON - plies)

    if finer is None:
        return sooner

    @rule
    def higher(s: Any, plies: int, rewards: Any) -> int:
        return outcome(s, rewards) * WON + finer(s)

    return higher


def make_search(rules: Rules, judgement: Judgement) -> Callable[..., Any]:  # noqa: C901 - rules are called in one place each
    """The loop for one game."""
    acting, legal, play, over, words, width = (
        rules.acting, rules.legal, rules.play, rules.over, rules.WORDS, rules.WIDTH,
    )  # fmt: skip
    evaluate, key, order = judgement.evaluate, judgement.key, judgement.order
    soonest = judgement.finer is None
    end_value = end_rule(rules, judgement)

    @rule
    def is_known(
        s: Any, plies: int, before: Any, place: Any, salt: int, table: Any, actions: Any, promises: Any, killers: Any,
        history: Any, sets: Any, rewards: Any,
    ) -> bool:  # fmt: skip
        """Looks at a place: either its value is known, or its actions are listed now."""
        if over(s):
            place[SEAT], place[VALUE], place[SURE] = 0, end_value(s, plies, rewards), 1
            return True
        seat = next_seat(acting(s), -1)
        place[SEAT] = seat
        if seat != before[SEAT]:
            turn_window(place)
        place[KEY] = key(s)
        if place[DEPTH] <= 0 or plies == MOST_PLIES:
            value = evaluate(s, seat)
            if value == HANGING and (place[DEPTH] <= DEEPEST_HANGING or plies == MOST_PLIES):
                value = 0
            if value != HANGING:
                place[VALUE], place[SURE] = value + size(place[KEY] ^ salt) - TYPICAL_NOISE, 0
                return True
        if recall(table, place, plies * soonest):
            return True
        legal(s, seat, sets)
        begin_place(place, order(s, seat, actions, list_sets(sets, words, width, actions), promises))
        promise_more(place, actions, promises, killers, history)
        return False

    @rule
    def explore(
        room: Any, margin: int, control: Any, salt: int, places: Any, actions: Any, promises: Any, table: Any,
        killers: Any, history: Any, found: Any, sets: Any, rewards: Any,
    ) -> bool:  # fmt: skip
        """Tries what is listed at the root, as deep as is said there. False: the limit came first."""
        plies, step = 0, PLAY
        while True:
            place, below = places[plies], places[plies + 1]
            if step == PLAY:
                next_action(place, actions[plies], promises[plies])
                room[plies + 1] = room[plies]
                play(room[plies + 1], place[SEAT], place[ACTION])
            if step != UP:
                plies += 1
                set_window(place, below)
                known = is_known(
                    room[plies], plies, place, below, salt, table, actions[plies], promises[plies], killers[plies],
                    history, sets, rewards,
                )  # fmt: skip
                if used_up(control) and (places[0, DEPTH] > 1 or control[STOPPED]):
                    return False
                if not known:
                    step = PLAY
                    continue
            plies -= 1
            place, below = places[plies], places[plies + 1]
            step = accept(place, below, margin if plies == 0 else 0, soonest)
            if plies == 0 and step != LOOK:
                note_root(place, found, place[DEPTH], value_above(place, below))
            if step == UP:
                if plies == 0:
                    return True
                remember(table, place, plies * soonest)
                if place[VALUE] >= place[HIGH]:
                    note_cutoff(place, place[BEST_ACTION], killers[plies], history)

    def search(
        room: Any, seat: int, control: Any, salt: int, margin: int, deepest: int, places: Any, actions: Any,
        promises: Any, table: Any, killers: Any, history: Any, found: Any, sets: Any, rewards: Any, result: Any,
    ) -> int:  # fmt: skip
        """Looks deeper and deeper, and when all was seen, for what is not known of the outcomes."""
        root, listed = places[0], actions[MOST_PLIES + 1]
        legal(room[0], seat, sets)
        count = list_sets(sets, words, width, listed)
        depth, settling = 0, False
        while True:
            if settling:
                action = next_open(found, listed, count)
                if action == NO_ACTION:
                    break
                begin_outcome(root, action, actions[0])
            else:
                depth += 1
                begin_root(root, seat, depth, listed, count, actions[0], promises[0], found)
            if not explore(
                room, margin, control, salt, places, actions, promises, table, killers, history, found, sets, rewards
            ):
                break
            if settling:
                if found[root[ACTION], OUTCOME] == UNKNOWN:
                    break
                continue
            result[0] = depth
            settling = root[ALL_SURE] == 1
            if settling:
                settle(found, listed, count, root[BEST_ACTION], root[BEST])
            elif depth == deepest or (soonest and root[BEST] >= DECIDED):
                break
        return count

    return search


@dataclass(frozen=True)
class Found:
    """What a search has found."""

    actions: list[int]
    values: list[int]
    """Of each action, from the best down to the margin below it; of the rest, no less than the value, and lower."""
    outcomes: list[int] | None
    """The reward to which perfect play leads after each action, if all was seen."""
    depth: int
    """So deep all actions were looked at."""


class AlphaBeta:
    """The search, ready for one game. A unit of its limit is a position."""

    def __init__(self, engine: Engine, judgement: Judgement) -> None:
        self.engine = engine
        self._search = engine.ready(make_search(engine.rules, judgement), KINDS)

    def look(
        self, states: States, control: NDArray[np.int64], salt: int = 0, margin: int = 0, deepest: int = MOST_PLIES - 1
    ) -> Found:
        """What the legal actions of the seat that acts are worth to it. `control` is what a Limit begins with; the
        first look, one ply deep, is finished in any case, unless somebody says stop. Of positions that are worth about
        the same, `salt` decides which is liked better."""
        rules, engine = self.engine.rules, self.engine
        state = rules.State(states)
        room = rules.State.batch(MOST_PLIES + 2)
        room[0] = states[0]
        places, killers = np.zeros((MOST_PLIES + 2, PLACE), np.int64), np.full((MOST_PLIES + 2, KILLERS), NO_ACTION)
        actions, promises = np.empty((2, MOST_PLIES + 2, rules.CHOICES), np.int64)
        history, found = np.zeros((2, rules.ACTIONS), np.int64), np.zeros((rules.ACTIONS, FOUND), np.int64)
        found[:, OUTCOME] = UNKNOWN
        result = np.zeros(1, np.int64)
        seat = next_seat(rules.acting(state), -1)
        count = self._search(
            room,
            seat,
            control,
            salt,
            margin,
            deepest,
            places,
            actions,
            promises,
            np.zeros((table_size(control), ENTRY), np.int64),
            killers,
            history,
            found,
            engine.sets(),
            np.zeros(4),
            result,
        )
        listed = actions[-1, :count]
        return Found(listed.tolist(), *told(found[listed]), int(result[0]))


def table_size(control: NDArray[np.int64]) -> int:
    """Room for all positions that the limit allows, if they are not too many."""
    return 1 << min(int(control[UNITS_LEFT]), MOST_ENTRIES).bit_length()


def told(found: NDArray[np.int64]) -> tuple[list[int], list[int] | None]:
    """Values, and outcomes if all are known. What was looked at deepest goes before what was looked at less."""
    values, depths, outcomes = found[:, VALUE_OF].copy(), found[:, DEPTH_OF], found[:, OUTCOME]
    deepest = depths == depths.max()
    best = values[deepest].max()
    values[~deepest] = np.minimum(values[~deepest], best - 1)
    return values.tolist(), None if (outcomes == UNKNOWN).any() else outcomes.tolist()
