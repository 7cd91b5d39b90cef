"""The least points that stay unused in a hand: the rulebook's melds, rare cases, and all against the definition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from fivefold.games.five_crowns import melds
from fivefold.games.five_crowns.cards import COPIES, JOKER, NUMBERS, RANKS, TEXTS, add_card
from fivefold.games.five_crowns.laying import lay_out
from fivefold.kernel.engine import can_compile
from fivefold.kernel.layout import PlainNumbers

from .melds_by_definition import is_meld, is_wild, least_unused, least_unused_card_by_card, points, rank_of


def kinds(text: str) -> list[int]:
    return [NUMBERS[word] for word in text.split()]


def row(hand: list[int]) -> tuple[Any, Any]:
    """A hand as interpreted rules see it."""
    cards, jokers = np.zeros((1, COPIES), np.int64).view(PlainNumbers), np.zeros(1, np.int8).view(PlainNumbers)
    for kind in hand:
        add_card(cards, jokers, 0, kind)
    return cards, jokers


def unused(text: str, wild: int) -> int:
    least: int = melds.unused_points(*row(kinds(text)), 0, wild - 3)
    return least


def melded(text: str, wild: int) -> bool:
    return melds.all_melded(*row(kinds(text)), 0, wild - 3)


# --- the rulebook's examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "wild"),
    [
        ("8C 8* 8S", 3),
        ("KS KD KH KH", 3),
        ("8S QS Q*", 8),
        ("8* 9D 9D 9H", 8),
        ("5C 6C 7C", 3),
        ("9* 10* J* Q*", 3),
        ("9D 7C JD", 7),
        ("6D 7* 7S 9D", 7),
    ],
)
def test_the_melds_of_the_rulebook_are_melds(meld: str, wild: int) -> None:
    assert melded(meld, wild)
    assert unused(meld, wild) == 0
    assert lay_out(tuple(sorted(kinds(meld))), wild - 3)["unused"] == []


@pytest.mark.parametrize(
    ("meld", "wild"), [("8S QS Q*", 9), ("8* 9D 9D 9H", 3), ("9D 7C JD", 8), ("6D 7* 7S 9D", 8), ("KS KD 3H", 5)]
)
def test_without_their_wild_cards_they_are_not(meld: str, wild: int) -> None:
    assert not melded(meld, wild)


# --- what counts as a meld --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wild"),
    [
        ("Jo Jo Jo", 3),
        ("3C Jo 3D", 3),
        ("JD QD Jo", 5),
        ("QD KD Jo", 5),  # the wild card can only be the jack
        ("4D 5D Jo", 3),  # a 3 or a 6
        ("3H 3H 4H 4H 5H 5H", 9),
        ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", 3),
        ("3H Jo Jo 6H", 10),
        ("3H Jo Jo Jo 7H", 10),
        ("3H Jo Jo Jo Jo KS", 10),
        ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH Jo Jo", 13),
        ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH Jo", 12),
        ("5C 5C 5C 5C 5H", 9),
    ],
)
def test_a_hand_that_goes_out(hand: str, wild: int) -> None:
    assert melded(hand, wild)
    assert unused(hand, wild) == 0


@pytest.mark.parametrize(
    ("hand", "wild", "points"),
    [
        ("QD KD 3D", 5, 28),  # no way round
        ("3D 4D KD", 5, 20),
        ("5C 6C 7D", 3, 18),
        ("5C 5H Jo 9D", 3, 9),
        ("Jo 5C 9H", 3, 64),
        ("3C 5C 9H", 3, 34),  # a wild card that helps nobody counts 20
        ("Jo 3C 9H 9D", 3, 0),  # two wild cards with the 9s
        ("Jo 3C 5H KD", 3, 5),  # both with the king
        ("JC QC KC 10H", 3, 10),
        ("7C 8C 9C 9H 9D", 3, 15),  # the run would leave 18, the book leaves 15
    ],
)
def test_the_least_points_stay_unused(hand: str, wild: int, points: int) -> None:
    assert unused(hand, wild) == least_unused(hand.split(), wild)
    assert unused(hand, wild) == points


def test_unused_cards_count_their_face_value_and_wild_ones_20_and_50() -> None:
    assert [unused(card, 3) for card in ("4C", "10C", "JC", "QC", "KC", "3C", "Jo")] == [4, 10, 11, 12, 13, 20, 50]


def test_a_single_king_is_melded_rather_than_a_pair_of_threes_with_two_wild_cards() -> None:
    assert unused("3C 3H KD Jo Jo", 9) == 6
    assert unused("3C 3H 4D 4C KD Jo Jo", 9) == 13


# --- against the definition -------------------------------------------------------------------------------------------


def some_hands(seed: int, count: int) -> Iterator[tuple[list[int], int]]:
    """Hands of 3 to 13 cards of every sort: plain, with many wild cards, of one or two suits, of another wild rank."""
    chance = random.Random(seed)
    for number in range(count):
        games = 1 + (number % 5 == 0)
        pack = [kind for kind in range(JOKER) for _ in range(2 * games)] + [JOKER] * 6 * games
        size = 3 + number % 11
        rank = size - 3
        sort = number // 11 % 4
        if sort == 1:
            pack = [kind for kind in pack if kind == JOKER or kind % RANKS == rank or chance.random() < 0.25]
        elif sort == 2:
            suits = chance.sample(range(5), chance.choice([1, 2]))
            pack = [kind for kind in pack if kind == JOKER or kind // RANKS in suits]
        elif sort == 3:
            rank = chance.randrange(RANKS)
        yield chance.sample(pack, min(size, len(pack))), rank


def compiled_points() -> Callable[[Any, Any, int], tuple[int, bool]]:
    """The algorithm as machine code, if Numba is there."""
    unused_points, all_melded = melds.unused_points, melds.all_melded

    def both(cards: Any, jokers: Any, rank: int) -> tuple[int, bool]:
        return unused_points(cards, jokers, 0, rank), all_melded(cards, jokers, 0, rank)

    if not can_compile():
        return both
    from numba import njit

    from fivefold.kernel.compiler import register_rules

    register_rules()
    fast = njit(both)
    return lambda cards, jokers, rank: fast(np.asarray(cards), np.asarray(jokers), rank)


@pytest.mark.compiled
def test_20_000_hands_leave_what_the_definition_says() -> None:
    fast = compiled_points()
    for number, (hand, rank) in enumerate(some_hands(1, 20_000)):
        cards, jokers = row(hand)
        want = least_unused([TEXTS[kind] for kind in hand], rank + 3)
        assert fast(cards, jokers, rank) == (want, want == 0), [TEXTS[kind] for kind in hand]
        if number % 20 == 0:
            assert melds.unused_points(cards, jokers, 0, rank) == want


def test_small_hands_leave_what_trying_every_partition_says() -> None:
    for hand, rank in some_hands(2, 3000):
        if len(hand) <= 6:
            text = [TEXTS[kind] for kind in hand]
            assert melds.unused_points(*row(hand), 0, rank) == least_unused_card_by_card(text, rank + 3)


def test_the_quick_look_never_says_no_wrongly() -> None:
    for hand, rank in some_hands(3, 2000):
        cards, jokers = row(hand)
        sets = [melds.natural(cards[0, copy], rank) for copy in range(COPIES)]
        wild = melds.wild_cards(cards, jokers, 0, rank)
        if melds.unused_points(cards, jokers, 0, rank) == 0:
            assert melds.may_meld_all(*sets, wild, 0)
        for spared in set(hand):
            rest = list(hand)
            rest.remove(spared)
            if rest and melds.all_melded(*row(rest), 0, rank):
                assert melds.may_meld_all(*sets, wild, 1)


# --- laid out ---------------------------------------------------------------------------------------------------------


def assert_is_laid_right(laid: dict[str, Any], hand: list[int], rank: int) -> None:
    """Every card once, every meld one by the definition, wild cards standing for cards that fit, points as they are."""
    wild = rank + 3
    cards = [card["card"] for meld in laid["melds"] for card in meld["cards"]] + laid["unused"]
    assert Counter(cards) == Counter(TEXTS[kind] for kind in hand)
    assert laid["points"] == sum(points(card, wild) for card in laid["unused"])
    for meld in laid["melds"]:
        stand_for = [card["as"] or card["card"] for card in meld["cards"]]
        assert all(card["as"] is None or is_wild(card["card"], wild) for card in meld["cards"])
        if meld["kind"] == "run":
            assert is_meld(tuple(sorted(stand_for)), 0)
            assert [rank_of(card) for card in stand_for] == sorted({rank_of(card) for card in stand_for})
        else:
            naturals = [card["card"] for card in meld["cards"] if not is_wild(card["card"], wild)]
            assert is_meld(tuple(sorted(naturals)), len(meld["cards"]) - len(naturals))
            assert all(
                card["as"] == (naturals[0][:-1] if naturals else None)
                for card in meld["cards"]
                if is_wild(card["card"], wild)
            )


def test_the_layout_shows_melds_that_leave_the_least_points() -> None:
    for hand, rank in some_hands(4, 3000):
        laid = lay_out(tuple(sorted(hand)), rank)
        assert laid["points"] == melds.unused_points(*row(hand), 0, rank)
        assert_is_laid_right(laid, hand, rank)


def test_a_layout_says_what_wild_cards_stand_for() -> None:
    laid = lay_out(tuple(sorted(kinds("6D 7* 7S 9D"))), 4)
    assert laid["melds"] == [
        {
            "kind": "run",
            "cards": [
                {"card": "6D", "as": None},
                {"card": "7*", "as": "7D"},
                {"card": "7S", "as": "8D"},
                {"card": "9D", "as": None},
            ],
        }
    ]


def test_a_card_of_the_wild_rank_lies_as_itself_where_it_fits() -> None:
    laid = lay_out(tuple(sorted(kinds("6D 7D 8D"))), 4)
    assert [card["as"] for card in laid["melds"][0]["cards"]] == [None, None, None]


def test_runs_that_follow_each_other_are_shown_as_one() -> None:
    laid = lay_out(tuple(kinds("4H 5H 6H 7H 8H 9H 10H JH QH KH")), 0)
    assert len(laid["melds"]) == 1
    assert len(laid["melds"][0]["cards"]) == 10


def test_runs_that_overlap_at_the_king_are_both_shown_whole() -> None:
    hand = kinds("10H JH JH QH QH KH")
    laid = lay_out(tuple(sorted(hand)), 0)
    assert_is_laid_right(laid, hand, 0)
    assert [len(meld["cards"]) for meld in laid["melds"]] == [3, 3]
