"""Five Crowns Solitaire's bots: what piles lack, what they are given, and how many are closed in the end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from statistics import mean

import numpy as np
import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.five_crowns.cards import NUMBERS, TEXTS, add_card
from fivefold.games.five_crowns_solitaire.bot import Hoping
from fivefold.games.five_crowns_solitaire.planning import cards_lacking, fits
from fivefold.games.five_crowns_solitaire.rules import PILES, State
from fivefold.match.playing import play_on
from fivefold.match.position import Position
from fivefold.search.limit import Limit

from .melds_by_definition import least_unused

GAME = find("five_crowns_solitaire")
PACK = [text for text in TEXTS for _ in range(6 if text == "Jo" else 2)]


def thinker(name: str, seed: int = 1, units: int | None = None) -> Thinker:
    made = GAME.bot(name, 0, seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def at_the_last_draw() -> Position:
    """The last card is turned up and closes the pile of 3; all before it went away again."""
    first, last = ["8C", "8H", "QD"], "8S"
    left = list(PACK)
    for card in [*first, last]:
        left.remove(card)
    random.Random(1).shuffle(left)
    dealt, drawn = left[:85], left[85:112]
    position = fivefold.start(GAME.id, 1, shuffles=[" ".join([*first, *dealt, *drawn, last])])
    for card in drawn:
        position.play(f"13 {card}")
    return position


def pile_of(cards: list[str]) -> State:
    """A state in which the pile of this size has these cards."""
    s = State(State.batch(1))
    for card in cards:
        add_card(s.piles, s.jokers, len(cards) - 3, NUMBERS[card])
    return s


def lacking_by_definition(cards: list[str]) -> int:
    """The fewest cards that must go so that the rest, with as many jokers, is melded."""
    for gone in range(len(cards) + 1):
        for rest in combinations(cards, len(cards) - gone):
            if least_unused([*rest, *["Jo"] * gone], len(cards)) == 0:
                return gone
    raise AssertionError("jokers alone are melded")


def lacking(cards: list[str]) -> int:
    return cards_lacking(pile_of(cards), len(cards) - 3)


def told(position: Position) -> tuple[str, str, str | None]:
    """The hard bot's move, its reason and the verdict, in words."""
    hint = fivefold.hint(position)
    return hint.move, hint.reason.sentence, hint.verdict and hint.verdict.sentence


# --- what a pile lacks ------------------------------------------------------------------------------------------------


def test_a_pile_lacks_no_less_than_said_and_mostly_no_more() -> None:
    chance, off = random.Random(3), Counter[int]()
    for size in (3, 4, 5, 6):
        for _ in range(25):
            cards = chance.sample(PACK, size)
            off[lacking_by_definition(cards) - lacking(cards)] += 1
    assert set(off) == {0, 1}
    assert off[1] < 10


def test_a_pile_that_lacks_nothing_is_melded() -> None:
    assert [lacking(cards.split()) for cards in ("8C 8H 8S", "8C 8H QD", "8C JH QD", "4C Jo 8H KS")] == [0, 1, 2, 1]


def test_the_quick_look_finds_every_card_that_brings_a_pile_nearer_and_few_others() -> None:
    chance, seen = random.Random(4), Counter[tuple[bool, bool]]()
    for size in (3, 4, 5):
        for _ in range(15):
            *cards, card = chance.sample(PACK, size + 1)
            before = lacking(cards)
            if before:
                exchanged = [[*cards[:place], *cards[place + 1 :], card] for place in range(size)]
                nearer = min(lacking(pile) for pile in exchanged) < before
                seen[nearer, fits(pile_of(cards), size - 3, NUMBERS[card], before)] += 1
    assert seen[True, False] == 0
    assert min(seen[True, True], seen[False, False]) > 5 * seen[False, True]


# --- what is played ---------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_a_pile_that_can_be_closed_is_closed() -> None:
    move, reason, _ = told(at_the_last_draw())
    assert move == "3 QD"
    assert reason == "With the 8S it closes the pile of 3."


@pytest.mark.compiled
def test_piles_out_of_reach_are_counted() -> None:
    position, chance = fivefold.start(GAME.id, seed=1), random.Random(2)
    while position.view(0)["table"]["to_draw"] > 3:
        position.play(chance.choice(position.legal(0)))
    _, _, verdict = told(position)
    hard = thinker("hard")
    assert isinstance(hard, Hoping)
    now = sorted(hard.outlook(position.sight(0), [])[0].tolist())
    reached = max(count for count in range(PILES + 1) if sum(now[:count]) <= 4)
    assert reached < PILES
    assert verdict is not None
    assert verdict.startswith(f"At most {reached} piles")


@pytest.mark.compiled
def test_what_is_said_of_a_move_is_true() -> None:
    codes = set()
    for seed in range(2):
        position, hard = fivefold.start(GAME.id, seed=seed), thinker("hard", units=100)
        while not position.over:
            sight = position.sight(0)
            weighed = hard.weigh(sight)
            reason = hard.reason(sight, weighed.best, weighed)
            drawn, before = position.view(0)["table"]["drawn"], position.scores[0]
            position.play(move := GAME.text.write(position._s, 0, weighed.best))
            assert (reason.code == "closes") == (position.scores[0] > before)
            assert (reason.code == "no_use") == (move.split()[1] == drawn)
            codes.add(reason.code)
    assert codes >= {"closes", "brings_nearer"}


@pytest.mark.compiled
def test_a_review_finds_a_pile_broken_that_could_be_closed() -> None:
    position = at_the_last_draw()
    position.play("3 8C")
    mistake = fivefold.review(position.record(), Limit(units=100))[-1]
    assert (mistake.ply, mistake.move, mistake.better) == (28, "3 8C", "3 QD")
    assert mistake.reason.code == "closes"


# --- strength ---------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_closed_piles_rise_from_level_to_level() -> None:
    def closed(name: str) -> list[int]:
        piles = []
        for seed in range(15):
            position = fivefold.start(GAME.id, seed=seed, compiled=True)
            play_on(position, {0: thinker(name, seed, units=60)})
            piles.append(position.scores[0])
        return piles

    easy, medium, hard = (mean(closed(name)) for name in ("easy", "medium", "hard"))
    assert easy + 0.5 < medium < hard - 0.3
    assert np.mean(np.array(closed("hard")) - np.array(closed("greedy"))) > 1.0
