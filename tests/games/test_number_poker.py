"""Number Poker, rule by rule."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from scipy.stats import chisquare

import fivefold
from fivefold.games import find
from fivefold.games.number_poker import rules
from fivefold.kernel.chance import streams

GAME = find("number_poker")


def opened(*choices: str) -> fivefold.Position:
    """A match after its first opening."""
    position = fivefold.start("number_poker", players=len(choices))
    for seat, choice in enumerate(choices):
        position.play(choice, seat)
    return position


def kept(position: fivefold.Position) -> list[list[int]]:
    """Each seat's won pieces, as values."""
    won = position.view()["table"]["won"]
    return [[value + 1 for value, count in enumerate(row) for _ in range(count)] for row in won]


@pytest.mark.parametrize(
    ("choices", "won"),
    [
        (("3", "1", "2"), [[3], [], []]),  # the highest keeps its piece
        (("4", "4", "3"), [[], [], [3]]),  # equal values cancel each other out
        (("2", "2", "2"), [[], [], []]),
        (("4", "4", "3", "3"), [[], [], [], []]),
        (("4", "4", "4", "1"), [[], [], [], [1]]),
        (("-", "-", "1"), [[], [], [1]]),  # two empty hands cancel each other out
        (("-", "-", "-"), [[], [], []]),
        (("-", "-", "3", "3"), [[], [], [], []]),
    ],
)
def test_the_highest_value_shown_once_is_kept(choices: tuple[str, ...], won: list[list[int]]) -> None:
    assert kept(opened(*choices)) == won


@pytest.mark.parametrize(
    ("choices", "claim", "won"),
    [
        (("-", "4", "3", "1"), "take 4 from 1", [[4], [], [3], []]),
        (("-", "2", "3", "3"), "take 2 from 1", [[2], [], [], []]),
        (("-", "2", "3", "3"), "take 3 from 2", [[3], [], [], [3]]),  # what is left is shown once
        (("1", "-", "1"), "take 1 from 0", [[], [1], [1]]),
        (("-", "2"), "take 2 from 1", [[2], []]),
    ],
)
def test_a_single_empty_hand_takes_a_shown_piece_first(
    choices: tuple[str, ...], claim: str, won: list[list[int]]
) -> None:
    position = opened(*choices)
    (claimer,) = position.to_act
    assert choices[claimer] == "-"
    shown = [f"take {value} from {seat}" for seat, value in enumerate(choices) if value.isdigit()]
    assert position.legal(claimer) == sorted(shown)  # also where only one piece is shown
    position.play(claim)
    assert kept(position) == won


def test_the_claim_says_why_not() -> None:
    position = opened("-", "4", "3")
    for move, code in (("take 4 from 2", "not_shown"), ("take 1 from 0", "not_shown"), ("1", "claim_first")):
        with pytest.raises(fivefold.IllegalMove) as refused:
            position.play(move)
        assert refused.value.code == code


def test_all_choose_at_once_and_nobody_sees_a_closed_hand() -> None:
    position = fivefold.start("number_poker", players=3)
    assert position.to_act == (0, 1, 2)
    position.play("4", 1)
    assert position.to_act == (0, 2)
    assert position.view(1)["table"]["choice"] == [None, "4", None]
    assert position.view(0)["table"]["choice"] == position.view()["table"]["choice"] == [None, "?", None]
    assert position.view(0)["table"]["closed"] == [1]
    assert position.seen(0, "3") == "?"
    position.play("3", 0)
    assert position.seen(2, "1") == "1"  # the last choice opens all hands
    position.play("1", 2)
    assert position.view(0)["table"]["shown"] == ["3", "4", "1"]
    assert position.view(0)["table"]["keeper"] == 1


def test_a_seat_has_two_pieces_of_each_value_and_one_empty_hand() -> None:
    position = fivefold.start("number_poker", players=2)
    assert position.legal(0) == ["-", "1", "2", "3", "4"]
    for _ in range(2):
        position.play("4", 0)
        position.play("4", 1)
    with pytest.raises(fivefold.IllegalMove, match="no 4 left") as refused:
        position.play("4", 0)
    assert refused.value.code == "none_left"
    position.play("-", 0)
    position.play("-", 1)
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play("-", 0)
    assert refused.value.code == "empty_hand_used"
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play("pass", 0)
    assert refused.value.code == "pieces_left"
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play("take 1 from 1", 0)
    assert refused.value.code == "nothing_to_claim"


def play_all(position: fivefold.Position, *rounds: tuple[str, ...]) -> fivefold.Position:
    for choices in rounds:
        for seat, choice in zip(position.to_act, choices, strict=True):
            position.play(choice, seat)
    return position


PIECES = ["1", "1", "2", "2", "3", "3", "4", "4"]


def test_a_seat_without_pieces_passes_or_shows_its_empty_hand() -> None:
    """Seat 0 shows its empty hand first, so it has a piece more than the others at the end."""
    position = fivefold.start("number_poker", players=3)
    play_all(position, ("-", "4", "4"))
    position.play("take 4 from 1", 0)
    play_all(position, *[(piece,) * 3 for piece in ["1", "1", "2", "2", "3", "3", "4"]])
    assert position.to_act == (0, 1, 2)
    assert (position.legal(0), position.legal(1)) == (["4"], ["-", "pass"])
    both = position.copy()
    play_all(both, ("4", "-", "-"))
    assert both.over
    assert kept(both)[0] == [4, 4]  # two empty hands cancel each other out
    alone = position.copy()
    play_all(alone, ("4", "pass", "-"))
    assert (alone.over, alone.to_act, alone.legal(2)) == (False, (2,), ["take 4 from 0"])
    alone.play("take 4 from 0")
    assert alone.over
    assert kept(alone) == [[4], [], [4, 4]]
    assert alone.winners == (2,)


def test_a_seat_with_neither_pieces_nor_empty_hand_takes_no_part() -> None:
    position = fivefold.start("number_poker", players=2)
    play_all(position, ("-", "-"), *[(piece, piece) for piece in PIECES])
    assert position.over
    other = fivefold.start("number_poker", players=3)
    play_all(other, ("-", "-", "1"))
    play_all(other, *[(piece,) * 3 for piece in ["2", "2", "3", "3", "4", "4", "1"]])
    assert other.to_act == (0, 1, 2)
    play_all(other, ("1", "1", "pass"))
    assert other.over


def test_an_empty_hand_with_no_piece_shown_is_spent() -> None:
    s = GAME.state(GAME.engine.start(2))
    assert isinstance(s, rules.State)
    s.left[0], s.left[1] = 0, 1
    rules.play(s, 0, rules.EMPTY)
    rules.play(s, 1, rules.EMPTY)
    assert (s.empty[0], s.empty[1], s.claimer) == (0, 0, rules.NOTHING)
    assert not rules.over(s)


def test_it_ends_when_nobody_has_pieces_and_unused_empty_hands_are_not_asked_for() -> None:
    position = fivefold.start("number_poker", players=2)
    play_all(position, *[(piece, piece) for piece in PIECES])
    assert position.over
    assert position.view()["table"]["empty_hand"] == [True, True]
    assert position.winners == (0, 1)
    assert position.rewards == (0, 0)


@pytest.mark.parametrize(
    ("won", "winners"),
    [
        (([4, 4], [1, 1, 1]), (1,)),  # most pieces
        (([4, 1], [2, 2]), (0,)),  # then the highest sum of their values
        (([4, 1], [3, 2]), (0, 1)),  # then a draw
        (([], []), (0, 1)),
        (([1], [1], []), (0, 1)),
    ],
)
def test_most_pieces_win_and_then_the_highest_sum(won: tuple[list[int], ...], winners: tuple[int, ...]) -> None:
    position = fivefold.start("number_poker", players=len(won))
    s = position._s
    assert isinstance(s, rules.State)
    for seat, values in enumerate(won):
        s.left[seat] = 0
        for value in values:
            s.won[seat, value - 1] += 1
    assert position.scores == tuple(len(values) for values in won)
    assert position.winners == winners


def naive_result(choices: tuple[str, ...], claimed: int | None) -> int | None:
    """Who keeps a piece, by counting."""
    shown = {seat: choice for seat, choice in enumerate(choices) if choice.isdigit() and seat != claimed}
    once = [value for value, count in Counter(shown.values()).items() if count == 1]
    return next((seat for seat, value in shown.items() if value == max(once)), None) if once else None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_opening_agrees_with_counting(players: int) -> None:
    for choices in product(["1", "2", "3", "4", "-"], repeat=players):
        position = opened(*choices)
        claims = len(position.to_act) == 1
        assert claims == (choices.count("-") == 1)
        for claim in position.legal(position.to_act[0]) if claims else [None]:
            after = position.copy()
            if claim:
                after.play(claim)
            claimed = int(claim.split()[-1]) if claim else None
            expected = [[] for _ in choices]
            if claimed is not None:
                expected[choices.index("-")].append(int(choices[claimed]))
            keeper = naive_result(choices, claimed)
            if keeper is not None:
                expected[keeper].append(int(choices[keeper]))
            assert kept(after) == expected


def test_a_closed_hand_is_thought_to_hold_each_possible_choice_alike() -> None:
    position = fivefold.start("number_poker", players=4)
    play_all(position, ("4", "4", "1", "1"), ("4", "4", "2", "2"), ("1", "-", "2", "2"))
    position.play(position.legal(1)[0])
    position.play("1", 0)
    position.play("3", 1)
    rounds, pairs = 2400, Counter[tuple[int, int]]()
    for seed in range(rounds):
        states = position._states.copy()
        GAME.engine.loop("veil")(states, 0, 2)
        assert states["choice"][0].tolist()[:2] == [rules.HIDDEN, rules.HIDDEN]
        GAME.engine.loop("deal_hidden")(states, 0, 2, streams(seed, 1)[0])
        pairs[tuple(states["choice"][0][:2].tolist())] += 1
    possible = {(a, b) for a in (0, 1, 2, 4) for b in (0, 1, 2)}
    assert set(pairs) == possible
    assert chisquare([pairs[pair] for pair in possible]).pvalue > 1e-6


def test_a_random_match_is_within_its_bound() -> None:
    for seed in range(30):
        position, chance = fivefold.start("number_poker", players=2 + seed % 3), random.Random(seed)
        longest = rules.longest(position._s)  # type: ignore[arg-type]
        while not position.over:
            seat = position.to_act[0]
            position.play(chance.choice(position.legal(seat)), seat)
        assert len(position.moves) <= longest
