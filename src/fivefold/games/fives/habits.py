"""Fives: how seats usually play, by what they know: the policy of playouts, and what plays say of a hand.

Each way to play a card has an appeal, a weighted sum of what can be said of it (docs/algorithms/fives.md). The weights
depend on how much the seat still lacks to 25, and on whether it leads; they were fitted to the choices of the search.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from fivefold.kernel.bits import has, lowest, size
from fivefold.kernel.chance import uniform
from fivefold.kernel.rules import rule

from .rules import (
    CARDS,
    COLOURS,
    FIVE,
    MAGENTA,
    NOTHING,
    SILVER,
    TARGET,
    TRUMP,
    VALUES,
    State,
    bust,
    colour_of,
    of_colour,
    tricks_in_hand,
    value_of,
    values_in_play,
)
from .veil import cards_in_hand

NEAR, FULL = 14, 5
"""A seat that lacks fewer points than this to 25 is near it; all but full."""
LEADING = 4
"""Added to what a seat is up to when it leads."""
HIGHEST = 13

(
    WIN,  # the chance to win the trick, as that of all up to RESCUE
    WIN_POINTS,
    WIN_EXACTLY,  # and have 25
    WIN_BUSTING,
    WIN_WITH_ROOM,
    WIN_EARLY,
    DENY,  # and keep the seat that wins now from 22 to 25
    RESCUE,  # and keep it from going bust
    VALUE,  # of the card that leaves the hand, face up or down
    VALUE_EARLY,
    VALUE_SQUARED,
    SILVER_CARD,
    SILVER_DOWN,
    MAGENTA_UP,
    DOWN,
    DOWN_VALUE,
    LAST_OF_COLOUR,
    LENGTH,  # how many of the card's colour are held
) = range(18)
"""What a weight is for."""

WEIGHTS = np.array(
    (
        (0.4, -0.1, 0.0, 0.4, 1.2, -2.0, -0.2, -1.2, 0.0, -0.3, 0.2, 0.2, 0.4, -0.2, 0.0, 0.3, -0.1, -0.6),
        (-1.6, -2.2, 0.5, -6.7, 2.3, 1.5, 0.3, -1.2, 2.3, 1.8, -1.3, 1.5, 1.0, 0.4, -0.2, 0.7, 0.2, -4.3),
        (1.2, -2.8, 1.1, -4.6, 2.1, -3.4, 0.0, -2.1, 1.2, 0.7, -0.2, 0.7, 0.0, -0.1, 0.3, -0.5, -0.2, -3.3),
        (1.0, -2.0, 0.0, 0.0, 1.8, -3.9, -0.2, -1.6, 1.5, 1.4, -0.9, 0.8, -0.4, 1.0, 0.3, 0.2, 0.1, -1.9),
        (-1.3, 0.5, 0.0, -1.3, -1.1, 0.9, 0.0, 0.0, 0.5, -0.3, -0.4, 0.3, 0.1, 0.1, 0.1, 0.2, 0.1, 0.4),
        (-7.0, -0.5, 2.2, -3.5, 2.5, -1.4, 0.0, 0.0, 1.3, 2.7, -3.7, 0.8, 2.1, 0.8, -1.9, 3.8, 0.0, -2.5),
        (3.4, -2.8, 3.2, -5.0, -2.5, -3.8, 0.0, 0.0, 0.8, 1.7, -1.8, -0.1, 1.5, -0.6, -2.1, 3.3, -0.1, -3.9),
        (0.5, -1.1, 0.0, 0.0, 2.5, -3.6, 0.0, 0.0, 0.1, 1.2, -0.6, -0.1, 0.6, -0.8, -1.3, 2.6, 0.2, -0.7),
    )
)
"""A row for each thing that a seat can be up to: bust, all but full, near 25, far from it; then the same leading."""


# --- the trick --------------------------------------------------------------------------------------------------------


@rule
def up_to(s: State, seat: int) -> int:
    """What a seat is up to: the row of its weights."""
    lacks = TARGET - s.sums[seat]
    row = 0 if lacks < 0 else 1 if lacks < FULL else 2 if lacks < NEAR else 3
    return row if s.played else row + LEADING


@rule
def unknown_to(s: State, seat: int) -> int:
    """The cards that a seat has neither seen nor holds; what it played face down itself is counted, too."""
    cards = 0
    for colour in range(COLOURS):
        cards |= ((1 << values_in_play(s)) - 1) << (VALUES * colour)
    return cards & ~s.seen & ~s.hands[seat]


@rule
def strength_of(colour: int, value: int, led: int) -> int:
    """By which cards of a trick are compared."""
    return TRUMP + value if colour == SILVER else value if colour == led else NOTHING


@rule
def chance_to_win(s: State, seat: int, unknown: int, colour: int, value: int) -> float:
    """A rough chance that a card wins the trick, if those who come later play whatever they may."""
    led = colour if s.led == NOTHING else s.led
    strength = strength_of(colour, value, led)
    if strength <= s.best:
        return 0.0
    # Magenta has a 0 and no 5 of its own; the others begin at 1.
    place = value if colour == MAGENTA and value < FIVE else value - 1
    higher = size(of_colour(unknown, colour) >> (VALUES * colour + place + 1))
    cards = size(unknown) + 1
    same = size(of_colour(unknown, led))
    expected = same * cards_in_hand(s, seat) / cards
    seldom = 1.0 / (1.0 + expected + 0.5 * expected * expected)
    follow = higher / (same + 1.0) if colour == led else 0.0
    trump = (higher if strength >= TRUMP else size(of_colour(unknown, SILVER))) / cards
    chance, other = 1.0, seat
    for _ in range(s.players - s.played - 1):
        other = other + 1 if other + 1 < s.players else 0
        void = 1.0 if has(s.lacks[other], led) else seldom
        trumped = 0.0 if has(s.lacks[other], SILVER) else trump
        chance *= 1.0 - (1.0 - void) * follow - void * trumped
    return chance


@rule
def sum_of_winner(s: State) -> int:
    """What the seat that is winning the trick would have then."""
    return s.sums[s.winner] + s.best - (TRUMP if s.best >= TRUMP else 0)


# --- how a card appeals -----------------------------------------------------------------------------------------------


@rule
def appeal_of_winning(s: State, seat: int, value: int, weights: Any) -> float:
    """What speaks for winning the trick with a card of this value."""
    room = TARGET - s.sums[seat]
    early = (tricks_in_hand(s) - s.trick) / HIGHEST
    appeal = weights[WIN] + weights[WIN_POINTS] * value / HIGHEST
    appeal += weights[WIN_WITH_ROOM] * room / TARGET + weights[WIN_EARLY] * early
    if value == room:
        appeal += weights[WIN_EXACTLY]
    if value > room:
        appeal += weights[WIN_BUSTING]
    if s.played:
        then = sum_of_winner(s)
        if TARGET - 4 < then <= TARGET:
            appeal += weights[DENY]
        if then > TARGET and not bust(s, s.winner):
            appeal += weights[RESCUE]
    return float(appeal)


@rule
def appeal_of_parting(s: State, seat: int, card: int, down: bool, weights: Any) -> float:
    """What speaks for having the card no longer."""
    share = value_of(card) / HIGHEST
    early = (tricks_in_hand(s) - s.trick) / HIGHEST
    held = size(of_colour(s.hands[seat], colour_of(card)))
    appeal = weights[VALUE] * share + weights[VALUE_EARLY] * share * early + weights[VALUE_SQUARED] * share * share
    appeal += weights[LENGTH] * held / HIGHEST
    if held == 1:
        appeal += weights[LAST_OF_COLOUR]
    if colour_of(card) == SILVER:
        appeal += weights[SILVER_CARD] + (weights[SILVER_DOWN] if down else 0.0)
    if colour_of(card) == MAGENTA and not down:
        appeal += weights[MAGENTA_UP]
    if down:
        appeal += weights[DOWN] + weights[DOWN_VALUE] * share
    return float(appeal)


@rule
def appeal(s: State, seat: int, action: int, unknown: int, weights: Any) -> float:
    """How much a way to play a card has for it."""
    down = action >= CARDS
    card = action - CARDS if down else action
    colour, value = (MAGENTA, FIVE) if down else (colour_of(card), value_of(card))
    wins = chance_to_win(s, seat, unknown, colour, value)
    parting = appeal_of_parting(s, seat, card, down, weights)
    return parting + (wins * appeal_of_winning(s, seat, value, weights) if wins > 0.0 else 0.0)


@rule
def usual(s: State, seat: int, sets: Any, stream: Any) -> int:
    """A seat's action, drawn by appeal: e times as likely for each point more."""
    unknown, weights = unknown_to(s, seat), WEIGHTS[up_to(s, seat)]
    up, down = int(sets[0]), int(sets[1])
    chosen, total = NOTHING, 0.0
    while up or down:
        if up:
            action = lowest(up)
            up &= up - 1
        else:
            action = CARDS + lowest(down)
            down &= down - 1
        weight = exp(appeal(s, seat, action, unknown, weights))
        total += weight
        if uniform(stream) * total < weight:
            chosen = action
    return chosen
