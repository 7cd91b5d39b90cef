"""Searches over sampled worlds, on games in which every world and every playout can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from fivefold.kernel.bits import bit, lowest
from fivefold.kernel.chance import below, streams
from fivefold.kernel.engine import Engine
from fivefold.kernel.rules import Rules, rule
from fivefold.search.determinised import Determinised
from fivefold.search.guide import Guide
from fivefold.search.ismcts import ISMCTS
from fivefold.search.limit import Limit
from tests.conformance.toy import observation as pips_observation
from tests.conformance.toy import rules as pips
from tests.conformance.toy import veil as pips_veil

from . import coin

SEARCHES = [Determinised, ISMCTS]
PIPS = Engine("pips", Rules.of(pips, pips_veil, pips_observation), {"points": 1}, compiled=False)
COIN = Engine("coin", coin.rules(), {"together": 0}, compiled=False)


def weigh(search: Any, states: Any, seat: int, units: int, seed: int = 1, **more: Any) -> dict[int, float]:
    actions, values = search.weigh(states, seat, streams(seed, 1)[0], Limit(units=units).begin(), **more)
    return dict(zip(actions, values, strict=True))


# --- Pips: two cards a seat, no pile ----------------------------------------------------------------------------------

OWN, UNSEEN = (2, 7), (1, 3, 4, 5, 8)


@rule
def lowest_first(s: Any, seat: int, sets: Any, stream: Any) -> int:
    return lowest(s.hands[seat])


def two_cards_each(players: int) -> Any:
    """Seat 0's view of its two cards, when the pile is gone and all but `UNSEEN` has been shown."""
    states = PIPS.start(players)
    s = pips.State(states)
    s.waiting = 0
    s.shown = sum(bit(card) for card in range(pips.CARDS) if card not in OWN + UNSEEN)
    for seat in range(3):
        s.choice[seat] = pips.NOTHING
    for place in range(pips.CARDS):
        s.pile[place] = pips.NOTHING
    for seat, hand in zip(range(players), (OWN, UNSEEN[:2], UNSEEN[2:4]), strict=False):
        s.hands[seat] = bit(hand[0]) | bit(hand[1])
    pips_veil.veil(s, 0)
    return states


def reward(first: int, others: list[tuple[int, ...]]) -> float:
    """What seat 0 gets if it shows this card first, and all others their lowest."""
    hands = [(first, sum(OWN) - first), *(sorted(hand) for hand in others)]
    points = np.zeros(len(hands))
    for shown in zip(*hands, strict=True):
        points[int(np.argmax(shown))] += 1
    return float(np.mean(np.sign(points[0] - points[1:])))


def worlds(players: int) -> Iterator[list[tuple[int, ...]]]:
    for cards in permutations(UNSEEN, 2 * (players - 1)):
        yield [cards[2 * i : 2 * i + 2] for i in range(players - 1)]


def counted(players: int) -> dict[int, float]:
    """What each first card is worth on average over all worlds."""
    possible = list(worlds(players))
    return {card: float(np.mean([reward(card, others) for others in possible])) for card in OWN}


@pytest.mark.parametrize("players", [2, 3])
def test_determinised_search_averages_over_all_worlds(players: int) -> None:
    search = Determinised(PIPS, Guide(policy=lowest_first))
    assert weigh(search, two_cards_each(players), 0, 1200) == pytest.approx(counted(players), abs=0.1)


def test_a_policy_that_is_left_out_plays_at_random() -> None:
    values = weigh(Determinised(PIPS), two_cards_each(2), 0, 800)
    assert values[OWN[0]] == pytest.approx(values[OWN[1]], abs=0.12)  # the others' order is random, so is the pairing


# --- the coin ---------------------------------------------------------------------------------------------------------


def test_a_tree_does_not_plan_with_what_the_seat_will_not_know() -> None:
    """Who knew the coin would go on, for 1; who guesses gets 0 on average, and had better stop."""
    values = weigh(ISMCTS(COIN, Guide(rewards=coin.shares)), COIN.start(2), 0, 1000)
    assert values[coin.STOP] == 0.25
    assert values[coin.HEADS] < 0.25


def test_of_seats_that_choose_at_once_none_knows_what_the_other_chose() -> None:
    values = weigh(ISMCTS(COIN), COIN.start(2, {"together": 1}), 0, 1000)
    assert values == pytest.approx({coin.HEADS: 0.0, coin.TAILS: 0.0}, abs=0.2)


@rule
def heads_are_likely(s: Any, seat: int, past: Any, notes: Any) -> float:
    return float(notes[0]) if s.coin == coin.HEADS else 1.0


@pytest.mark.parametrize("search", SEARCHES)
def test_likely_worlds_are_met_more_often(search: Any) -> None:
    guided, states = search(COIN, Guide(likelihood=heads_are_likely, tries=8)), COIN.start(2)
    states["gone_on"] = 1
    even = weigh(guided, states, 0, 600, notes=np.array([1]))
    assert even == pytest.approx({coin.HEADS: 0.0, coin.TAILS: 0.0}, abs=0.15)
    known = weigh(guided, states, 0, 600, notes=np.array([10**6]))
    assert known == pytest.approx({coin.HEADS: 1.0, coin.TAILS: -1.0}, abs=0.15)


@rule
def toss(s: Any, seat: int, stream: Any) -> None:
    s.coin = coin.HEADS + below(stream, 2)


@pytest.mark.parametrize("search", SEARCHES)
def test_worlds_that_are_shaken_are_met_as_often_as_they_are_likely(search: Any) -> None:
    states = COIN.start(2)
    states["gone_on"] = 1
    even = weigh(search(COIN, Guide(shake=toss)), states, 0, 2000)
    assert even == pytest.approx({coin.HEADS: 0.0, coin.TAILS: 0.0}, abs=0.2)
    guided = search(COIN, Guide(shake=toss, likelihood=heads_are_likely))
    thrice = weigh(guided, states, 0, 2000, notes=np.array([3]))
    assert thrice == pytest.approx({coin.HEADS: 0.5, coin.TAILS: -0.5}, abs=0.2)


@rule
def settled_when_gone_on(s: Any) -> bool:
    return bool(s.gone_on == 1)


@rule
def rewards_of_going_on(s: Any, out: Any) -> None:
    out[0] = 0.5 if s.gone_on and not s.ended else -0.5
    out[1] = -out[0]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_playout_ends_where_the_game_says_that_it_is_settled(search: Any) -> None:
    guided = search(COIN, Guide(settled=settled_when_gone_on, rewards=rewards_of_going_on))
    assert weigh(guided, COIN.start(2), 0, 20) == {coin.STOP: -0.5, coin.HEADS: 0.5}


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_is_the_same_from_the_same_seed_and_units(search: Any) -> None:
    made, states = search(PIPS), two_cards_each(3)
    assert weigh(made, states, 0, 60, seed=4) == weigh(made, states, 0, 60, seed=4)
    assert weigh(made, states, 0, 60, seed=4) != weigh(made, states, 0, 60, seed=5)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_that_is_stopped_still_says_something_of_every_action(search: Any) -> None:
    limit = Limit(units=10**9)
    control = limit.begin()
    limit.stop()
    actions, values = search(PIPS).weigh(two_cards_each(2), 0, streams(1, 1)[0], control)
    assert (actions, len(values)) == (list(OWN), len(OWN))


@rule
def low_cards_are_likely(s: Any, seat: int, past: Any, notes: Any) -> float:
    return 1.0 + notes[0] / (1 + lowest(s.hands[1]))


@pytest.mark.compiled
@pytest.mark.parametrize("search", SEARCHES)
def test_compiled_and_interpreted_searches_agree(search: Any) -> None:
    compiled = Engine("pips", PIPS.rules, PIPS.defaults, compiled=True)
    guide = Guide(policy=lowest_first, likelihood=low_cards_are_likely, tries=2)
    found = [
        weigh(search(engine, guide), two_cards_each(3), 0, 200, notes=np.array([3])) for engine in (PIPS, compiled)
    ]
    assert found[0] == pytest.approx(found[1])
