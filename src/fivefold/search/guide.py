"""What a game may tell the searches that sample worlds, beyond its rules; and how these sample worlds and play on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fivefold.kernel.chance import uniform
from fivefold.kernel.loops import dealing, next_seat, one_of_sets
from fivefold.kernel.rewards import rewards_of
from fivefold.kernel.rules import Rules, rule


@rule
def not_before_the_end(s: Any) -> bool:
    """`settled` of a game whose playouts go on until the match is over."""
    return False


@rule
def as_played(s: Any, seat: int, action: int, viewer: int) -> int:
    """`seen` of a game in which every action is open, or may be taken so."""
    return action


@dataclass(frozen=True)
class Guide:
    """Rules that make a search stronger; each may be left out. `s` is a whole state, one of the sampled worlds."""

    policy: Callable[[Any, int, Any, Any], int] | None = None
    """A seat's action in a playout: takes the state, the seat, the sets of what is legal, and a stream.
    Left out: any, each with the same chance."""
    settled: Callable[[Any], bool] = not_before_the_end
    """Does a playout end here, before the match is over? Asked before what waits is dealt."""
    rewards: Callable[[Any, Any], None] | None = None
    """Writes what each seat can expect, -1 to 1, where a playout ends. Left out: its reward, the match being over."""
    likelihood: Callable[[Any, int, Any, Any], float] | None = None
    """How well a world explains what the seat has seen: more than 0, and only the ratios of worlds matter.
    Takes the world, the seat, and what the bot has kept of the past: states, and numbers."""
    tries: int = 1
    """So many worlds are dealt for each that is used; it is drawn from them by likelihood."""
    shake: Callable[[Any, int, Any], None] | None = None
    """Changes a world into another that is possible, and back with the same chance: takes the world, the seat and a
    stream. Given, only the first world is dealt; each that is used is the one before, shaken up to `tries` times."""
    seen: Callable[[Any, int, int, int], int] = as_played
    """What a viewer sees of an action, as a number below ACTIONS, the same of actions that look alike to it: takes the
    state, the seat, the action and the viewer."""


WORLD, CANDIDATE, PLAYED = range(3)
"""The states that a search needs room for: the world in use, the next one, and the one that is played on."""


def world_dealing(rules: Rules, guide: Guide) -> Callable[..., Any]:
    """The rule that samples a world."""
    deal_hidden, likelihood, tries = rules.deal_hidden, guide.likelihood, guide.tries

    @rule
    def deal_world(veiled: Any, seat: int, past: Any, notes: Any, room: Any, stream: Any) -> None:
        room[WORLD] = veiled[0]
        deal_hidden(room[WORLD], seat, stream)

    if guide.shake is not None:
        return world_shaking(rules, guide)
    if likelihood is None:
        return deal_world

    @rule
    def deal_likely_world(veiled: Any, seat: int, past: Any, notes: Any, room: Any, stream: Any) -> None:
        """Of several worlds one is kept: each takes the place of those before with the chance that is its due."""
        total = 0.0
        for _ in range(tries):
            room[CANDIDATE] = veiled[0]
            world = room[CANDIDATE]
            deal_hidden(world, seat, stream)
            weight = likelihood(world, seat, past, notes)
            total += weight
            if uniform(stream) * total < weight:
                room[WORLD] = world

    return deal_likely_world


@rule
def all_alike(s: Any, seat: int, past: Any, notes: Any) -> float:
    """`likelihood` where every world explains what was seen as well as any other."""
    return 1.0


SETTLING = 16
"""So many times longer the first world is shaken, that what is used begins with a likely one."""


def world_shaking(rules: Rules, guide: Guide) -> Callable[..., Any]:
    """The rule that goes from world to world by small changes (Metropolis): where dealing is slow, or likely worlds are
    rare, it is much faster than dealing each anew."""
    deal_hidden, shake, likelihood, tries = rules.deal_hidden, guide.shake, guide.likelihood or all_alike, guide.tries
    assert shake is not None

    @rule
    def shake_world(veiled: Any, seat: int, past: Any, notes: Any, room: Any, stream: Any) -> None:
        attempts = tries
        if room[WORLD].players == 0:
            room[WORLD] = veiled[0]
            deal_hidden(room[WORLD], seat, stream)
            attempts *= SETTLING
        weight = 0.0
        for attempt in range(attempts + 1):
            room[CANDIDATE] = room[WORLD]
            if attempt > 0:
                shake(room[CANDIDATE], seat, stream)
            explained = likelihood(room[CANDIDATE], seat, past, notes)
            if uniform(stream) * weight < explained:
                room[WORLD] = room[CANDIDATE]
                weight = explained

    return shake_world


def rewarding(rules: Rules, guide: Guide) -> Callable[..., Any]:
    """The rule that says what a playout has brought."""
    standings = rules.standings

    @rule
    def rewards_at_the_end(s: Any, out: Any) -> None:
        """Behind the rewards there is room for the standings."""
        players = s.players
        standings(s, out[players:])
        rewards_of(out[players:], players, out)

    return guide.rewards or rewards_at_the_end


def policy_of(rules: Rules, guide: Guide) -> Callable[..., Any]:
    """The rule that chooses for every seat in a playout."""
    words, width = rules.WORDS, rules.WIDTH

    @rule
    def at_random(s: Any, seat: int, sets: Any, stream: Any) -> int:
        return one_of_sets(sets, words, width, stream)

    return guide.policy or at_random


def playing_out(rules: Rules, guide: Guide) -> Callable[..., Any]:
    """The rule that plays an action and then goes on, by the policy, to where the rewards are known."""
    acting, legal, play, over, settled = rules.acting, rules.legal, rules.play, rules.over, guide.settled
    deal_what_waits, policy, write_rewards = dealing(rules), policy_of(rules, guide), rewarding(rules, guide)

    @rule
    def play_out(s: Any, seat: int, action: int, sets: Any, cards: Any, stream: Any, rewards: Any) -> None:
        play(s, seat, action)
        while not settled(s):
            deal_what_waits(s, cards, stream)
            if over(s):
                break
            seat = next_seat(acting(s), seat)
            legal(s, seat, sets)
            play(s, seat, policy(s, seat, sets, stream))
        write_rewards(s, rewards)

    return play_out
