"""The loops that the kernel makes from a game's rules: plain functions that close over the rules.

Here they are Python; `engine.py` has them compiled. They reach states through arrays of records, which Numba
takes at a fifth of the cost of a single record. Where several seats choose at once, their turns come round in
ascending order, again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .bits import bit, has, lowest, nth, size
from .chance import below, shuffle
from .rewards import rewards_of
from .rules import Rules, rule

OVER = -1
"""Stands for the acting seat when the match is over."""
SCRATCH_SEAT, SCRATCH_STREAM, SCRATCH_CARDS = 0, 1, 5
"""Where things lie in the scratch array of `advance` and `proceed`: the cards are followed by the sets, and these by
the actions."""
TAKE_CARDS, LOOK = -1, -2
"""What `proceed` takes in place of an action: the cards that it waited for are there; or nothing at all."""


class Loops(NamedTuple):
    """One game's loops. `states`, `seats`, `streams` and `sets` have a row for each state of a batch."""

    set_up: Callable[..., Any]
    deal: Callable[..., Any]
    play: Callable[..., Any]
    legal: Callable[..., Any]
    scores: Callable[..., Any]
    standings: Callable[..., Any]
    veil: Callable[..., Any]
    deal_hidden: Callable[..., Any]
    playouts: Callable[..., Any]
    advance: Callable[..., Any]
    proceed: Callable[..., Any]
    reset: Callable[..., Any]
    legal_sets: Callable[..., Any]
    legal_flags: Callable[..., Any]
    choose: Callable[..., Any]
    first_illegal: Callable[..., Any]
    step: Callable[..., Any]
    observe: Callable[..., Any]


@rule
def next_seat(acting: int, last: int) -> int:
    """Who chooses next: the first of those acting after the last one, or else the first."""
    after = acting >> (last + 1) << (last + 1)
    return lowest(after if after else acting)


@rule
def list_sets(sets: Any, words: int, width: int, actions: Any) -> int:
    """Lists the actions that the sets hold, ascending."""
    count = 0
    for word in range(words):
        left = sets[word]
        while left:
            actions[count] = word * width + lowest(left)
            count += 1
            left &= left - 1
    return count


@rule
def one_of_sets(sets: Any, words: int, width: int, stream: Any) -> int:
    """One action from the sets, each with the same chance."""
    total = 0
    for word in range(words):
        total += size(sets[word])
    k = below(stream, total)
    # The set that holds the k-th action is found without a jump: which one it is cannot be predicted.
    chosen = within = before = 0
    for word in range(words):
        here = size(sets[word])
        if before <= k < before + here:
            chosen, within = word, k - before
        before += here
    return chosen * width + nth(sets[chosen], within)


@rule
def best_of(standings: Any, players: int) -> int:
    """The set of seats that stand best; of a single player only if everything is achieved."""
    best = 1.0 if players == 1 else standings[0]
    for seat in range(1, players):
        best = max(best, standings[seat])
    shared = 0
    for seat in range(players):
        if standings[seat] == best:
            shared |= bit(seat)
    return shared


def dealing(rules: Rules) -> Callable[..., Any]:
    """The rule by which chance comes into playouts and searches."""
    waits, pack, deal = rules.waits, rules.pack, rules.deal

    @rule
    def deal_what_waits(s: Any, cards: Any, stream: Any) -> None:
        while waits(s):
            count = pack(s, cards)
            shuffle(stream, cards, count)
            deal(s, cards)

    return deal_what_waits


def make_loops(rules: Rules) -> Loops:  # noqa: C901 - seventeen short loops that close over the same rules
    """The loops of one game."""
    acting, legal, play, over = rules.acting, rules.legal, rules.play, rules.over
    waits, pack, deal, deal_what_waits = rules.waits, rules.pack, rules.deal, dealing(rules)
    set_up, scores, standings = rules.set_up, rules.scores, rules.standings
    veil, deal_hidden, observe = rules.veil, rules.deal_hidden, rules.observe
    words, width = rules.WORDS, rules.WIDTH
    scratch_sets = SCRATCH_CARDS + rules.PACK
    scratch_actions = scratch_sets + words

    @rule
    def random_action(s: Any, seat: int, sets: Any, stream: Any) -> int:
        legal(s, seat, sets)
        return one_of_sets(sets, words, width, stream)

    @rule
    def list_legal(s: Any, seat: int, sets: Any, actions: Any) -> int:
        legal(s, seat, sets)
        return list_sets(sets, words, width, actions)

    def set_up_one(states: Any, i: int) -> None:
        set_up(states[i])

    def deal_one(states: Any, i: int, cards: Any) -> None:
        deal(states[i], cards)

    def play_one(states: Any, i: int, seat: int, action: int) -> None:
        play(states[i], seat, action)

    def legal_one(states: Any, i: int, seat: int, sets: Any, actions: Any) -> int:
        return list_legal(states[i], seat, sets, actions)

    def scores_one(states: Any, i: int, out: Any) -> None:
        scores(states[i], out)

    def standings_one(states: Any, i: int, out: Any) -> None:
        standings(states[i], out)

    def veil_one(states: Any, i: int, seat: int) -> None:
        veil(states[i], seat)

    def deal_hidden_one(states: Any, i: int, seat: int, stream: Any) -> None:
        deal_hidden(states[i], seat, stream)

    def playouts(start: Any, states: Any, stream: Any, cards: Any, sets: Any, count: int, ends: Any, wins: Any) -> int:
        """Plays `count` matches at random from start[0]; adds to each seat's wins, and returns the number of plays."""
        plays = 0
        for _ in range(count):
            states[0] = start[0]
            s = states[0]
            last = -1
            deal_what_waits(s, cards, stream)
            while not over(s):
                last = next_seat(acting(s), last)
                play(s, last, random_action(s, last, sets, stream))
                plays += 1
                deal_what_waits(s, cards, stream)
            standings(s, ends)
            won = best_of(ends, s.players)
            for seat in range(s.players):
                if has(won, seat):
                    wins[seat] += 1.0 / size(won)
        return plays

    def advance(states: Any, scratch: Any, action: int) -> int:
        """Plays an action of the acting seat, or begins a match if it is negative: as `states[1]`, before the deal.
        Deals what waits, and lists what is legal then.

        All that it needs besides the states lies in one array: each further argument costs time.
        """
        s = states[0]
        stream, cards = scratch[SCRATCH_STREAM:SCRATCH_CARDS], scratch[SCRATCH_CARDS:scratch_sets]
        sets, actions = scratch[scratch_sets:scratch_actions], scratch[scratch_actions:]
        if action >= 0:
            play(s, scratch[SCRATCH_SEAT], action)
        else:
            states[0] = states[1]
            scratch[SCRATCH_SEAT] = OVER
        deal_what_waits(s, cards, stream)
        if over(s):
            scratch[SCRATCH_SEAT] = OVER
            return 0
        seat = next_seat(acting(s), scratch[SCRATCH_SEAT])
        scratch[SCRATCH_SEAT] = seat
        return list_legal(s, seat, sets, actions)

    def proceed(states: Any, scratch: Any, action: int) -> int:
        """As `advance`, but whoever drives the match brings the cards. Plays an action of the acting seat, or takes the
        cards in the scratch array. Returns how many actions are legal then, or less than zero: so many cards are waited
        for, and lie in the scratch array in their fixed order."""
        s = states[0]
        cards = scratch[SCRATCH_CARDS:scratch_sets]
        if action >= 0:
            play(s, scratch[SCRATCH_SEAT], action)
        elif action == TAKE_CARDS:
            deal(s, cards)
        if waits(s):
            return -pack(s, cards)
        if over(s):
            scratch[SCRATCH_SEAT] = OVER
            return 0
        seat = next_seat(acting(s), scratch[SCRATCH_SEAT])
        scratch[SCRATCH_SEAT] = seat
        return list_legal(s, seat, scratch[scratch_sets:scratch_actions], scratch[scratch_actions:])

    def reset(start: Any, states: Any, seats: Any, streams: Any, cards: Any) -> None:
        """Begins a match in every state."""
        for i in range(len(states)):
            states[i] = start[0]
            s = states[i]
            deal_what_waits(s, cards, streams[i])
            seats[i] = OVER if over(s) else next_seat(acting(s), -1)

    def legal_sets(states: Any, seats: Any, out: Any) -> None:
        """What each state's acting seat may do, as sets; empty where the match is over."""
        for i in range(len(states)):
            if seats[i] == OVER:
                out[i, :] = 0
            else:
                legal(states[i], seats[i], out[i])

    def legal_flags(states: Any, seats: Any, sets: Any, out: Any) -> None:
        """What each state's acting seat may do, as one byte an action."""
        for i in range(len(states)):
            row = out[i]
            if seats[i] == OVER:
                row[:] = 0
                continue
            legal(states[i], seats[i], sets)
            for word in range(words):
                left = sets[word]
                here = row[word * width : (word + 1) * width]
                for n in range(len(here)):
                    here[n] = (left >> n) & 1

    def choose(sets: Any, seats: Any, streams: Any, actions: Any) -> None:
        """One action of each state's sets, each with the same chance; -1 where the match is over."""
        for i in range(len(sets)):
            actions[i] = OVER if seats[i] == OVER else one_of_sets(sets[i], words, width, streams[i])

    def first_illegal(sets: Any, seats: Any, actions: Any) -> int:
        """The first state whose action is not in its sets; -1 if there is none. Where a match is over any will do."""
        for i in range(len(sets)):
            if seats[i] != OVER:
                action = actions[i]
                if action < 0 or action >= words * width or not has(sets[i, action // width], action % width):
                    return i
        return -1

    def step(
        start: Any,
        states: Any,
        seats: Any,
        actions: Any,
        streams: Any,
        cards: Any,
        again: bool,
        ended: Any,
        ends: Any,
        rewards: Any,
    ) -> int:
        """Plays one action in each state whose match is not over, and counts the plays.

        Where a match ends, `ended` says so, `ends` holds the seats' standings and `rewards` what they are worth; if
        `again`, a new match begins. Elsewhere rewards are zeros.
        """
        plays = 0
        for i in range(len(states)):
            ended[i] = 0
            rewards[i, :] = 0.0
            if seats[i] == OVER:
                continue
            s = states[i]
            play(s, seats[i], actions[i])
            plays += 1
            deal_what_waits(s, cards, streams[i])
            if not over(s):
                seats[i] = next_seat(acting(s), seats[i])
                continue
            ended[i] = 1
            seats[i] = OVER
            standings(s, ends[i])
            rewards_of(ends[i], s.players, rewards[i])
            if again:
                states[i] = start[0]
                deal_what_waits(s, cards, streams[i])
                seats[i] = next_seat(acting(s), -1)
        return plays

    def observe_all(states: Any, seats: Any, behind_veil: Any, out: Any) -> None:
        """Writes what each state's seat may know into a row; nothing where there is none. `behind_veil` is room for
        one state."""
        veiled = behind_veil[0]
        for i in range(len(states)):
            out[i, :] = 0
            if seats[i] != OVER:
                behind_veil[0] = states[i]
                veil(veiled, seats[i])
                observe(veiled, seats[i], out[i])

    return Loops(
        set_up_one,
        deal_one,
        play_one,
        legal_one,
        scores_one,
        standings_one,
        veil_one,
        deal_hidden_one,
        playouts,
        advance,
        proceed,
        reset,
        legal_sets,
        legal_flags,
        choose,
        first_illegal,
        step,
        observe_all,
    )
