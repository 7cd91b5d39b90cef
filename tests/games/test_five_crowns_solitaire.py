"""Five Crowns Solitaire: each rule and ruling as behaviour."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from scipy.stats import chisquare

import fivefold
from fivefold.games import find
from fivefold.games.five_crowns.cards import TEXTS
from fivefold.games.five_crowns_solitaire.rules import NOTHING
from fivefold.kernel.chance import streams
from fivefold.match.position import IllegalMove, Position

from .melds_by_definition import least_unused

GAME = find("five_crowns_solitaire")
SIZES = range(3, 14)


def whole_pack() -> Counter[str]:
    return Counter([text for text in TEXTS for _ in range(6 if text == "Jo" else 2)])


def shuffle_of(piles: dict[int, str], draws: str = "") -> str:
    """A shuffle with these cards in some piles and drawn first; other piles get what is left, so as to stay open."""
    left = whole_pack()
    left.subtract([*" ".join(piles.values()).split(), *draws.split()])
    rest = list(left.elements())
    random.Random(5).shuffle(rest)
    dealt = [piles[size].split() if size in piles else [rest.pop() for _ in range(size)] for size in SIZES]
    return " ".join([card for pile in dealt for card in pile] + draws.split() + rest)


def begin(piles: dict[int, str], draws: str = "") -> Position:
    return fivefold.start("five_crowns_solitaire", shuffles=[shuffle_of(piles, draws)])


def table(position: Position, seat: int | None = 0) -> dict[str, Any]:
    view: dict[str, Any] = position.view(seat)["table"]
    return view


def refusal(position: Position, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value


def test_piles_are_dealt_whole_one_after_the_other_and_28_cards_are_left() -> None:
    position = fivefold.start("five_crowns_solitaire", seed=1)
    shuffle = position.record()["shuffles"][0].split()
    assert Counter(shuffle) == whole_pack()
    view = table(position)
    at = 0
    for pile, size in zip(view["piles"], SIZES, strict=True):
        assert (pile["size"], Counter(pile["cards"])) == (size, Counter(shuffle[at : at + size]))
        at += size
    assert len(shuffle) - at == 28
    assert (view["drawn"], view["to_draw"]) == (shuffle[at], 27)


def test_each_pile_has_its_size_as_wild_rank() -> None:
    view = table(fivefold.start("five_crowns_solitaire", seed=1))
    assert [pile["wild"] for pile in view["piles"]] == ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    position = begin({3: "3C 8D 8H", 4: "3D KD 8S 8*"})
    assert [pile["closed"] for pile in table(position)["piles"][:2]] == [True, False]


def test_a_pile_closes_by_itself_at_the_deal() -> None:
    position = begin({3: "9C 9D 9H"})
    assert table(position)["piles"][0]["closed"]
    assert position.scores[0] >= 1
    refused = refusal(position, "3 9C")
    assert (refused.code, refused.arguments) == ("pile_closed", {"pile": 3})


def test_the_drawn_card_joins_a_pile_and_one_card_is_discarded_for_good() -> None:
    position = begin({3: "9C 9D KH", 4: "5C 7D 10H J*"}, "QS 9H")
    position.play("4 7D")
    view = table(position)
    assert view["piles"][1]["cards"] == ["J*", "10H", "5C", "QS"]
    assert view["discards"] == ["7D"]
    assert view["drawn"] == "9H"
    assert not view["piles"][0]["closed"]
    assert "3 KH" in view["closing"]
    position.play("3 KH")
    assert table(position)["piles"][0]["closed"]
    assert not any(move.startswith("3 ") for move in position.legal(0))


def test_the_drawn_card_itself_may_be_discarded() -> None:
    position = begin({3: "9C 9D KH"}, "QS")
    position.play("3 QS")
    assert table(position)["piles"][0]["cards"] == ["KH", "9C", "9D"]
    assert table(position)["discards"] == ["QS"]


def test_a_card_must_be_in_the_pile_or_drawn() -> None:
    position = begin({3: "9C 9D KH"}, "QS")
    refused = refusal(position, "3 5C")
    assert (refused.code, refused.arguments) == ("not_in_pile", {"pile": 3, "card": "5C"})
    assert refusal(position, "2 QS").code == "unreadable"
    assert refusal(position, "14 QS").code == "unreadable"


def test_it_ends_when_the_draw_pile_is_used_up() -> None:
    position = fivefold.start("five_crowns_solitaire", seed=4)
    for _ in range(28):
        assert not position.over
        drawn = table(position)["drawn"]
        position.play(next(move for move in position.legal(0) if move.endswith(f" {drawn}")))
    assert position.over
    assert len(table(position)["discards"]) == 28
    assert position.winners == ()
    assert position.rewards == (position.scores[0] / 11,)


ALL_CLOSED = {
    3: "9C 9D 9H",
    4: "5C 5D 5H 5S",
    5: "8C 8D 8H 8S 8*",
    6: "10C 10D 10H 10S 10* 10C",
    7: "JC JD JH JS J* JC JD",
    8: "QC QD QH QS Q* QC QD QH",
    9: "KC KD KH KS K* KC KD KH KS",
    10: "3C 3D 3H 3S 3* 3C 3D 3H 3S 3*",
    11: "4C 4D 4H 4S 4* 4C 4D 4H 4S 4* Jo",
    12: "6C 6D 6H 6S 6* 6C 6D 6H 6S 6* Jo Jo",
    13: "7C 7D 7H 7S 7* 7C 7D 7H 7S 7* Jo Jo Jo",
}


def test_a_deal_that_closes_all_piles_is_won_at_once() -> None:
    position = begin(ALL_CLOSED)
    assert position.over
    assert position.scores == (11,)
    assert position.winners == (0,)
    assert table(position)["drawn"] is None
    assert len(table(position)["draws"]) == 28


@pytest.mark.parametrize("turns_before", [0, 13, 27])
def test_closing_the_last_pile_wins_on_the_last_card_too(turns_before: int) -> None:
    piles = {**ALL_CLOSED, 3: "9C 9D 5*"}
    left = whole_pack()
    left.subtract([*" ".join(piles.values()).split(), "9H"])
    # None of these makes a meld with the two 9s and the 5 of stars: wild cards, 5s and 9s are not among them.
    draws = [card for card in left.elements() if card[:-1] not in ("3", "5", "9") and card != "Jo"][:turns_before]
    position = begin(piles, " ".join([*draws, "9H"]))
    for card in draws:
        assert position.scores == (10,)
        position.play(f"3 {card}")
    position.play("3 5*")
    assert position.over
    assert position.scores == (11,)
    assert position.winners == (0,)
    assert position.rewards == (1.0,)


def test_the_turned_up_card_is_seen_and_the_rest_of_the_draw_pile_is_hidden() -> None:
    position = fivefold.start("five_crowns_solitaire", seed=2)
    for seat in (0, None):
        view = table(position, seat)
        assert view["drawn"] is not None
        assert view["draws"] is None


@pytest.mark.compiled
def test_worlds_are_uniform_over_the_orders_of_the_cards_still_to_draw() -> None:
    position = begin({}, "")
    while table(position)["to_draw"] > 4:
        drawn = table(position)["drawn"]
        position.play(next(move for move in position.legal(0) if move.endswith(f" {drawn}")))
    s: Any = position._s
    true_draws = [kind for kind in s.draws if kind != NOTHING]
    expected = Counter(permutations(true_draws))
    veil, deal_hidden = GAME.engine.loop("veil"), GAME.engine.loop("deal_hidden")
    stream, found = streams(3, 1)[0], Counter[tuple[int, ...]]()
    for _ in range(5000):
        world = position._states.copy()
        veil(world, 0, 0)
        deal_hidden(world, 0, 0, stream)
        dealt: Any = GAME.state(world)
        found[tuple(kind for kind in dealt.draws if kind != NOTHING)] += 1
        assert GAME.rules.census(dealt) == GAME.rules.census(s)
    assert set(found) <= set(expected)
    total = sum(expected.values())
    orders = sorted(expected)
    assert chisquare([found[o] for o in orders], [expected[o] * 5000 / total for o in orders]).pvalue > 1e-3


@pytest.mark.parametrize("seed", range(25))
def test_random_games_go_as_they_do_by_hand(seed: int) -> None:
    position = fivefold.start("five_crowns_solitaire", seed=seed)
    cards = position.record()["shuffles"][0].split()
    piles = {size: [cards.pop(0) for _ in range(size)] for size in SIZES}
    closed = {size for size in SIZES if least_unused(piles[size], size) == 0}
    chance = random.Random(seed)
    while cards and len(closed) < 11:
        drawn = cards.pop(0)
        moves = {f"{size} {card}" for size in SIZES if size not in closed for card in [*piles[size], drawn]}
        assert position.legal(0) == sorted(moves)
        assert position.scores == (len(closed),)
        move = chance.choice(table(position)["closing"] or sorted(moves))
        position.play(move)
        size, card = int(move.split()[0]), move.split()[1]
        piles[size].append(drawn)
        piles[size].remove(card)
        if least_unused(piles[size], size) == 0:
            closed.add(size)
        assert [pile["closed"] for pile in table(position)["piles"]] == [size in closed for size in SIZES]
    assert position.over
    assert position.scores == (len(closed),)


def test_the_view_names_the_moves_that_close_a_pile() -> None:
    position = fivefold.start("five_crowns_solitaire", seed=11)
    chance = random.Random(11)
    while not position.over:
        closing = table(position)["closing"]
        for move in position.legal(0):
            after = position.copy()
            after.play(move)
            assert (after.scores > position.scores) == (move in closing)
        position.play(chance.choice(closing or position.legal(0)))
    assert table(position)["closing"] == []


def test_the_view_tells_what_each_move_would_leave_unused_in_its_pile() -> None:
    position = fivefold.start("five_crowns_solitaire", seed=11)
    chance = random.Random(12)
    while not position.over:
        told = table(position)["after"]
        assert sorted(told) == position.legal(0)
        move = chance.choice(position.legal(0))
        position.play(move)
        piles = {str(pile["size"]): pile["points"] for pile in table(position)["piles"]}
        assert piles[move.split()[0]] == told[move]
    assert table(position)["after"] == {}
