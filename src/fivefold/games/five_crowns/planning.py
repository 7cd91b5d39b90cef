"""Five Crowns: what a hand is worth, and how a round may go on for a seat (docs/algorithms/five_crowns.md).

A hand is judged by the points that stay unused now, and by those that would stay unused with one more wild card: the
second number tells how much of the hand is nearly melded. A plan is judged over sampled worlds: the seat goes on for a
few turns with the cards that it finds there, and before each of them somebody else may have gone out. How likely that
is, and what hands then count, was measured once, by round and turn.
"""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import lowest
from fivefold.kernel.rules import rule
from fivefold.search.determinised import FIRST_LOOK, SQUARES, SUM, give_up
from fivefold.search.limit import used_up

from .cards import COPIES, JOKER, JOKER_POINTS, RANKS, WILD_RANK_POINTS, add_card, remove_card, wild_cards
from .melds import natural, points_of_kinds, search_runs
from .rules import (
    DRAW,
    NOBODY,
    NOTHING,
    OUT,
    PACK,
    PICK,
    TAKE,
    WIDTH,
    State,
    hand_size,
    seats_in_round,
    wild_rank,
)
from .veil import deal_hidden

NOW, NEARLY = range(2)
"""Unused points, and those with one more wild card."""
POINTS, WORTH, KEPT, DISCARDED, TAKEN = range(5)
"""How a turn can end: the least points that can be left unused; and the discard that leaves the most promising hand,
with what that is worth (counted like points: less is better), the points unused in it, and the card taken."""
NUMBERS = 5
HELD, AFTER_DRAW, AFTER_PICK = range(3)
"""Of a turn in a plan: the hand before it, and the hands that it can end with."""
ROWS = 3
OWN = 0
NONE = 1e6
"""More than any points."""
EITHER = -1
"""A seat may draw or pick up."""

STEPS = 5
"""So many turns a plan looks ahead."""
PICK_GAIN = 1.0
"""In a plan a discard is picked up if it makes the hand better by more than this: a card from the pile may, too."""
CHANCE_OF_OUT = (
    (0.18, 0.26, 0.28, 0.28, 0.3, 0.3),
    (0.09, 0.17, 0.24, 0.25, 0.28, 0.3),
    (0.03, 0.08, 0.13, 0.18, 0.2, 0.22),
)
"""The chance that a seat goes out in its first turn, its second and so on: where its cards are melds of three and none,
one or two more. Measured, as is UNUSED, in matches of planning bots."""
LONG_ROUND = 6
UNUSED = (19.0, 15.0, 12.0, 9.0, 7.0, 5.0)
"""The points that other seats have unused when somebody goes out in the first turn, the second and so on."""
LEFT_AT_LAST = 0.7
"""The share of the points unused after the last step that will still be unused when the round ends."""


# --- a hand -----------------------------------------------------------------------------------------------------------


@rule
def copy_hand(s: State, seat: int, hand: Any, jokers: Any) -> None:
    for copy in range(COPIES):
        hand[OWN, copy] = s.hands[seat, copy]
    jokers[OWN] = s.jokers[seat]


@rule
def look(hand: Any, jokers: Any, rank: int, looks: Any) -> None:
    """Writes the points that stay unused now, and with one more wild card."""
    one, two = natural(hand[OWN, 0], rank), natural(hand[OWN, 1], rank)
    three, four = natural(hand[OWN, 2], rank), natural(hand[OWN, 3], rank)
    wild = wild_cards(hand, jokers, OWN, rank)
    natural_points = points_of_kinds(one) + points_of_kinds(two) + points_of_kinds(three) + points_of_kinds(four)
    wild_points = WILD_RANK_POINTS * wild + (JOKER_POINTS - WILD_RANK_POINTS) * int(jokers[OWN])
    for more in range(2):
        least, _ = search_runs(one, two, three, four, wild + more, 0)
        if wild + more < 3 and least == natural_points:
            least += wild_points  # nothing is melded: the wild cards stay unused as well
        looks[more] = least


@rule
def as_it_is(hand: Any, jokers: Any, rank: int, weights: Any, looks: Any, best: Any, row: int) -> None:
    """Judges a hand that has no card too many."""
    look(hand, jokers, rank, looks)
    best[row, POINTS] = best[row, KEPT] = looks[NOW]
    best[row, WORTH] = weights[NOW] * looks[NOW] + weights[NEARLY] * looks[NEARLY]
    best[row, DISCARDED] = NOTHING


@rule
def without_the_worst(hand: Any, jokers: Any, rank: int, weights: Any, looks: Any, best: Any, row: int) -> None:
    """Judges a hand with a card too many: the least points, and the discard that leaves it worth most."""
    best[row, POINTS] = best[row, WORTH] = NONE
    left = hand[OWN, 0]
    while left:
        kind = lowest(left)
        left &= left - 1
        remove_card(hand, jokers, OWN, kind)
        look(hand, jokers, rank, looks)
        add_card(hand, jokers, OWN, kind)
        worth = weights[NOW] * looks[NOW] + weights[NEARLY] * looks[NEARLY]
        best[row, POINTS] = min(best[row, POINTS], looks[NOW])
        if worth < best[row, WORTH]:
            best[row, WORTH], best[row, KEPT], best[row, DISCARDED] = worth, looks[NOW], kind


# --- one turn ---------------------------------------------------------------------------------------------------------


def judge(veiled: Any, seat: int, actions: Any, weights: Any, hand: Any, jokers: Any, looks: Any, best: Any) -> None:
    """Judges the hand that each action leaves; of drawing, the hand without the card."""
    s = veiled[0]
    copy_hand(s, seat, hand, jokers)
    rank = wild_rank(s.round)
    for k in range(len(actions)):
        word, number = actions[k] // WIDTH, actions[k] % WIDTH
        if word == TAKE and number == PICK:
            kind = s.table[s.discards - 1]
            add_card(hand, jokers, OWN, kind)
            without_the_worst(hand, jokers, rank, weights, looks, best, k)
            remove_card(hand, jokers, OWN, kind)
            continue
        if word != TAKE:
            remove_card(hand, jokers, OWN, number)
        as_it_is(hand, jokers, rank, weights, looks, best, k)
        if word != TAKE:
            add_card(hand, jokers, OWN, number)


# --- plans ------------------------------------------------------------------------------------------------------------


@rule
def turns_of_each(s: State) -> int:
    """How many turns the seats have had."""
    return int(s.turns) // seats_in_round(s)


@rule
def left_with_others(turn: int) -> float:
    """The points that a seat can be expected to have unused if another one goes out in this turn."""
    return UNUSED[min(turn, len(UNUSED) - 1)]


@rule
def chance_of_out(cards: int, turn: int) -> float:
    """That a seat goes out in this turn."""
    turn = min(turn, LONG_ROUND - 1)
    return CHANCE_OF_OUT[cards % 3][turn]


@rule
def danger_of(s: State, turn: int) -> float:
    """The chance that one of the others goes out before the seat's turn."""
    if s.out != NOBODY:
        return 1.0
    none = 1.0
    for _ in range(seats_in_round(s) - 1):
        none *= 1.0 - chance_of_out(hand_size(s.round), turn)
    return 1.0 - none


@rule
def offered(s: State, step: int, source: int, rank: int) -> int:
    """The card from the pile or from the discards when the seat's turn comes, as far as a world tells; or NOTHING.

    What the others will discard is not known: any card, but no wild one.
    """
    if s.pile == 0:
        return NOTHING
    seats = seats_in_round(s)
    place = step * seats + (0 if source == DRAW else seats - 1)
    kind = int(s.table[PACK - s.pile + place % s.pile])
    if source == PICK and (kind == JOKER or kind % RANKS == rank):
        return NOTHING
    return kind


@rule
def take_turn(s: State, step: int, only: int, weights: Any, hand: Any, jokers: Any, looks: Any, best: Any) -> None:
    """Judges how a turn can end after a draw, and after a discard was picked up."""
    rank = wild_rank(s.round)
    for source in range(2):
        row = AFTER_DRAW + source
        kind = offered(s, step, source, rank)
        if only == PICK:
            kind = s.table[s.discards - 1]
        if kind == NOTHING or only == 1 - source:
            best[row, POINTS] = best[row, WORTH] = NONE
            continue
        add_card(hand, jokers, OWN, kind)
        without_the_worst(hand, jokers, rank, weights, looks, best, row)
        remove_card(hand, jokers, OWN, kind)
        best[row, TAKEN] = kind


@rule
def better_end(best: Any, by: int) -> int:
    """Draws, or picks up what the others left: the row of the choice."""
    if best[AFTER_DRAW, by] == NONE or best[AFTER_PICK, by] < best[HELD, by] - PICK_GAIN:
        return AFTER_PICK
    return AFTER_DRAW


@rule
def go_on(s: State, seat: int, action: int, weights: Any, hand: Any, jokers: Any, looks: Any, best: Any) -> float:
    """By how many points the seat can expect to do better than the others in this world."""
    word, number = action // WIDTH, action % WIDTH
    turn, seats = turns_of_each(s), seats_in_round(s)
    if word == OUT:
        return left_with_others(turn)
    copy_hand(s, seat, hand, jokers)
    only = number
    if word != TAKE:
        remove_card(hand, jokers, OWN, number)
        only = EITHER
        turn += 1
    as_it_is(hand, jokers, wild_rank(s.round), weights, looks, best, HELD)
    if word != TAKE and s.out != NOBODY:
        return float(-best[HELD, POINTS])
    goes_on, gained = 1.0, 0.0
    for step in range(STEPS):
        danger = 0.0 if only != EITHER and s.out == NOBODY else danger_of(s, turn)
        take_turn(s, step, only, weights, hand, jokers, looks, best)
        unused = best[better_end(best, POINTS), POINTS]
        others = left_with_others(turn) * (seats - 2) / (seats - 1)
        gained += goes_on * danger * (others - unused)
        goes_on *= 1.0 - danger
        if goes_on == 0.0:
            return float(gained)
        if unused == 0:
            return float(gained + goes_on * left_with_others(turn))
        end = better_end(best, WORTH)
        if best[end, WORTH] < NONE:
            add_card(hand, jokers, OWN, int(best[end, TAKEN]))
            remove_card(hand, jokers, OWN, int(best[end, DISCARDED]))
            best[HELD, POINTS], best[HELD, WORTH] = best[end, KEPT], best[end, WORTH]
        turn += 1
        only = EITHER
    return float(gained - goes_on * LEFT_AT_LAST * best[HELD, POINTS])


def plan(
    veiled: Any, worlds: Any, seat: int, actions: Any, stream: Any, control: Any, weights: Any,
    hand: Any, jokers: Any, looks: Any, best: Any, tried: Any, playouts: Any, totals: Any,
) -> None:  # fmt: skip
    """Adds up for each action what it brings in sampled worlds."""
    for k in range(len(actions)):
        tried[k] = k
    left, sampled, next_look, done = len(actions), 0, FIRST_LOOK, False
    while not done and left > 1:
        worlds[0] = veiled[0]
        deal_hidden(worlds[0], seat, stream)
        for i in range(left):
            k = tried[i]
            gained = go_on(worlds[0], seat, actions[k], weights, hand, jokers, looks, best)
            totals[SUM, k] += gained
            totals[SQUARES, k] += gained * gained
            playouts[k] += 1
            done = used_up(control)
        sampled += 1
        if sampled == next_look:
            next_look *= 2
            left = give_up(tried, left, totals, playouts)


# --- cards to come ----------------------------------------------------------------------------------------------------


def after_each(
    states: Any, seat: int, gone: int, kinds: Any, weights: Any, hand: Any, jokers: Any, looks: Any, best: Any
) -> None:
    """Judges a hand, without a card that is gone or as it is: first itself, then with each kind of card taken to it."""
    s = states[0]
    rank = wild_rank(s.round)
    copy_hand(s, seat, hand, jokers)
    if gone != NOTHING:
        remove_card(hand, jokers, OWN, gone)
    as_it_is(hand, jokers, rank, weights, looks, best, HELD)
    for i in range(len(kinds)):
        add_card(hand, jokers, OWN, kinds[i])
        without_the_worst(hand, jokers, rank, weights, looks, best, i + 1)
        remove_card(hand, jokers, OWN, kinds[i])
