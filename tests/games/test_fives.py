"""Fives, rule by rule."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import fivefold
from fivefold.games import find
from fivefold.games.fives import rules
from fivefold.games.fives.rules import State
from fivefold.kernel.bits import members
from fivefold.kernel.chance import streams

from . import naive_fives as naive
from .naive_fives import Hidden

GAME = find("fives")
TEXT = GAME.text
CARDS = [TEXT.write_card(None, card) for card in range(52)]


def deck(*hands: str, players: int = 4) -> str:
    """A shuffle that deals these hands; missing cards are filled in from the pack, in order."""
    left = [card for card in CARDS if players == 4 or naive.value(card) < 10]
    dealt = [hand.split() for hand in hands] + [[] for _ in range(players - len(hands))]
    for card in (card for hand in dealt for card in hand):
        left.remove(card)
    size = 13 if players == 4 else 12
    full = [[*hand, *(left.pop(0) for _ in range(size - len(hand)))] for hand in dealt]
    return " ".join(hand[i] for i in range(size) for hand in full)


def table(*hands: str, players: int = 4) -> fivefold.Position:
    return fivefold.start("fives", players=players, shuffles=[deck(*hands, players=players)], seed=1)


def refusal(position: fivefold.Position, move: str) -> str:
    with pytest.raises(fivefold.IllegalMove) as refused:
        position.play(move)
    return refused.value.code


# --- the deal ---------------------------------------------------------------------------------------------------------


def test_cards_are_dealt_one_at_a_time_from_seat_0_and_the_magenta_0_leads() -> None:
    position = fivefold.start("fives", players=4, shuffles=[" ".join([*CARDS[4:], *CARDS[:4]])])
    assert position.view(0)["table"]["cards"][0][:4] == ["M0", "M4", "M9", "M13"]
    assert position.to_act == (0,)
    assert table("B1", "M0").to_act == (1,)


def test_with_three_players_the_highest_four_values_of_each_colour_stay_out() -> None:
    position = fivefold.start("fives", players=3, seed=1)
    shuffled = position.record()["shuffles"][0].split()
    assert len(shuffled) == 36
    assert {card for card in shuffled if card[0] == "M"} == {"M0", "M1", "M2", "M3", "M4", "M6", "M7", "M8", "M9"}
    assert {card for card in shuffled if card[0] == "B"} == {f"B{n}" for n in range(1, 10)}
    assert len(position.view(0)["table"]["cards"][0]) == 12


def test_the_next_hand_is_dealt_with_the_last_card_and_the_magenta_0_leads_again() -> None:
    position = fivefold.start("fives", players=3, seed=5)
    for _ in range(36):
        position.play(position.legal(position.to_act[0])[0])
    assert len(position.record()["shuffles"]) == 2
    (seat,) = position.to_act
    assert "M0" in position.view(seat)["table"]["cards"][seat]


# --- what may be played -----------------------------------------------------------------------------------------------


def test_the_leader_may_play_any_card_either_way_up() -> None:
    position = table("M0 B1 S2")
    hand = position.view(0)["table"]["cards"][0]
    assert position.legal(0) == sorted([*hand, *(f"{card}=M5" for card in hand)])


def test_the_colour_led_must_be_followed() -> None:
    position = table("M0 B1", "B2 B3 G1")
    position.play("B1")
    assert position.legal(1) == sorted(card for card in position.view(1)["table"]["cards"][1] if card[0] == "B")
    assert refusal(position, "G1") == "must_follow"
    assert refusal(position, "G1=M5") == "must_follow"
    assert refusal(position, "B2=M5") == "single_card_only"
    assert refusal(position, "S13") == "not_in_hand"


def test_a_single_card_of_the_colour_led_must_be_played_either_way_up() -> None:
    greens = " ".join(f"G{n}" for n in range(1, 13))
    position = table("M0 B1", f"B2 {greens}")
    position.play("B1")
    assert position.legal(1) == ["B2", "B2=M5"]
    assert refusal(position, "G1=M5") == "must_follow"


def test_without_the_colour_led_anything_goes() -> None:
    position = table("M0 B1", " ".join(f"G{n}" for n in range(1, 14)))
    position.play("B1")
    assert len(position.legal(1)) == 26


def test_on_magenta_led_face_up_any_card_may_go_face_down_but_face_up_magenta_is_followed() -> None:
    position = table("M0 B1", "M1 M2 G1 G2")
    position.play("M0")
    hand = position.view(1)["table"]["cards"][1]
    assert position.legal(1) == sorted([*(f"{card}=M5" for card in hand), *(card for card in hand if card[0] == "M")])
    assert refusal(position, "G1") == "must_follow"


def test_on_a_magenta_5_led_magenta_is_followed_face_up_and_nothing_goes_face_down() -> None:
    position = table("M0 B1", "M1 M2 G1", " ".join(f"G{n}" for n in range(2, 14)) + " B2")
    position.play("B1=M5")
    assert all(move[0] == "M" and "=" not in move for move in position.legal(1))
    assert refusal(position, "G1=M5") == "one_five_a_trick"
    position.play("M1")
    assert position.legal(2) == sorted(position.view(2)["table"]["cards"][2])  # no Magenta: any card, face up


def test_a_trick_has_only_one_magenta_5_from_whoever_plays_it_first() -> None:
    position = table("M0 B1", " ".join(f"G{n}" for n in range(1, 14)), "B2 " + " ".join(f"S{n}" for n in range(1, 13)))
    position.play("B1")
    position.play("G1=M5")
    assert position.legal(2) == ["B2"]
    assert refusal(position, "B2=M5") == "one_five_a_trick"


# --- who wins a trick -------------------------------------------------------------------------------------------------

GREENS = " ".join(f"G{n}" for n in range(1, 14))


@pytest.mark.parametrize(
    ("hands", "moves", "taker", "card"),
    [
        (("M0 B5", "B9", "B7", "B6"), "B5 B9 B7 B6", 1, "B9"),
        (("M0 B5", GREENS, "B7", "B6"), "B5 G13 B7 B6", 2, "B7"),  # another colour never wins
        (("M0 B5", "S2 " + GREENS[: -len(" G13")], "B7", "B13"), "B5 S2 B7 B13", 1, "S2"),  # any trump does
        (("M0 S5", "S9", "S7", "S6"), "S5 S9 S7 S6", 1, "S9"),
        (("M0 B5", "S2 " + GREENS[: -len(" G13")], "B7", "B13"), "B5 S2=M5 B7 B13", 3, "B13"),  # face down: no trump
        (("M0 B5", "M1 B9", "M2 B7", "M3 B6"), "B5=M5 M1 M2 M3", 0, "M5"),  # a winning Magenta 5 counts 5
        (("M0 B5", "M1 B9", "M6 B7", "M3 B6"), "B5=M5 M1 M6 M3", 2, "M6"),
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_colour_led_wins(
    hands: tuple[str, ...], moves: str, taker: int, card: str
) -> None:
    position = table(*hands)
    for move in moves.split():
        position.play(move)
    won = position.view(0)["table"]["won"]
    assert won[taker] == [card]
    assert sum(map(len, won)) == 1
    assert position.to_act == (taker,)  # the winner leads
    assert position.view(0)["table"]["sums"][taker] == naive.value(card)


@pytest.mark.parametrize("players", [3, 4])
def test_legal_moves_and_winners_agree_with_a_naive_referee(players: int) -> None:
    for seed in range(6):
        position, chance = fivefold.start("fives", players=players, seed=seed), random.Random(seed)
        trick: list[naive.Played] = []
        while not position.over:
            (seat,) = position.to_act
            hand = set(position.view(seat)["table"]["cards"][seat])
            assert position.legal(seat) == naive.legal_texts(hand, trick)
            move = chance.choice(position.legal(seat))
            trick.append(naive.read(seat, move))
            hands_before = position._s.hand
            position.play(move)
            if len(trick) == players:
                best = naive.winner(trick)
                if position._s.hand == hands_before:
                    assert position.to_act == (best.seat,)
                    assert position.view()["table"]["won"][best.seat][-1] == naive.showing(best)
                trick = []


# --- scoring ----------------------------------------------------------------------------------------------------------


def scored(sums: list[int], chips: list[int] | None = None, carried: int = 0, hand: int = 0) -> State:
    """A state in which a hand with these sums was just scored."""
    players = len(sums)
    s = GAME.state(GAME.engine.start(players))
    assert isinstance(s, State)
    s.hand, s.carried = hand, carried
    for seat in range(players):
        s.sums[seat] = sums[seat]
        if chips:
            s.chips[seat] = chips[seat]
    rules.score_hand(s)
    return s


@pytest.mark.parametrize(
    ("sums", "carried", "gains", "carries"),
    [
        ([26, 25, 22, 22], 0, [-1, 5, 1, 1], 0),  # the rulebook's example
        ([24, 24, 20, 10], 0, [2, 2, 1, 0], 0),
        ([24, 24, 24, 10], 0, [1, 1, 1, 0], 0),
        ([24, 24, 24, 24], 0, [0, 0, 0, 0], 0),
        ([24, 23, 20, 20], 0, [3, 2, 0, 0], 0),
        ([25, 25, 24, 3], 0, [3, 3, 1, 0], 0),
        ([25, 25, 25, 25], 0, [1, 1, 1, 1], 0),
        ([0, 26, 26, 26], 0, [6, -1, -1, -1], 0),  # no trick won is a sum of 0, not a bust
        ([0, 0, 26, 30], 0, [2, 2, -1, -1], 2),  # no sole best: carried over
        ([26, 26, 26, 26], 1, [-1, -1, -1, -1], 5),  # all bust: carried over, with what was there
        ([24, 20, 10, 5], 3, [6, 2, 1, 0], 0),  # a bonus is taken even where nobody busts
        ([24, 24, 10, 5], 3, [2, 2, 1, 0], 3),
        ([25, 26, 22, 26], 0, [6, -1, 2, -1], 0),
        ([25, 20, 10], 0, [3, 1, 0], 0),
        ([20, 20, 10], 0, [1, 1, 0], 0),
        ([20, 10, 10], 0, [2, 0, 0], 0),
        ([26, 20, 10], 0, [-1, 3, 1], 0),
        ([26, 10, 10], 2, [-1, 1, 1], 3),
    ],
)
def test_a_hand_is_scored(sums: list[int], carried: int, gains: list[int], carries: int) -> None:
    s = scored(sums, carried=carried)
    assert [s.chips[seat] - 5 for seat in range(len(sums))] == gains
    assert s.carried == carries
    assert [s.hand_sums[0, seat] for seat in range(len(sums))] == sums
    assert [s.hand_chips[0, seat] for seat in range(len(sums))] == gains


def test_a_view_says_what_the_chips_of_a_hand_were_for() -> None:
    (hand,) = GAME.view(scored([26, 25, 22, 22]), 0)["finished_hands"]
    assert hand["parts"] == [
        {"rank": 0, "exact": 0, "bust": -1, "bonus": 0},
        {"rank": 3, "exact": 1, "bust": 0, "bonus": 1},
        {"rank": 1, "exact": 0, "bust": 0, "bonus": 0},
        {"rank": 1, "exact": 0, "bust": 0, "bonus": 0},
    ]


@pytest.mark.parametrize("sums", [[24, 24, 20, 10], [25, 26, 22, 26], [0, 26, 26, 26], [26, 10, 10], [25, 25, 25, 25]])
def test_the_parts_of_a_hand_add_up_to_its_chips(sums: list[int]) -> None:
    (hand,) = GAME.view(scored(sums), 0)["finished_hands"]
    assert [sum(parts.values()) for parts in hand["parts"]] == hand["chips"]


def test_a_view_says_who_is_winning_the_trick() -> None:
    position = table("M0 B5", "B9", "B7", "B6")
    winning = []
    for move in ["B5", "B9", "B7", "B6"]:
        winning.append(position.view(2)["table"]["winning"])
        position.play(move)
    assert [*winning, position.view(2)["table"]["winning"]] == [None, 0, 1, 1, None]


def test_nobody_holds_cards_when_the_match_is_over() -> None:
    position = table("M0 B5")
    while not position.over:
        position.play(position.legal(position.to_act[0])[0])
    assert position.view(1)["table"]["counts"] == [0, 0, 0, 0]
    assert position.view(1)["table"]["cards"] == [[], [], [], []]


def test_8_3_5_and_9_are_25() -> None:
    """The rulebook's first example, won in four tricks: Blue 8, Green 3, a Magenta 5 and Silver 9."""
    s = GAME.state(GAME.engine.start(4))
    assert isinstance(s, State)
    s.waiting = 0
    for trick, best in enumerate([8, 3, 5, rules.TRUMP + 9]):
        s.trick, s.winner, s.best = trick, 2, best
        rules.take_trick(s)
    assert s.sums[2] == 25


def test_a_bonus_is_lost_after_the_fourth_hand() -> None:
    assert scored([26, 26, 26, 26], hand=2).carried == 4
    assert scored([26, 26, 26, 26], hand=3).carried == 0


def winners(s: State) -> list[int]:
    position = fivefold.start("fives", players=s.players, seed=1)
    position._states = GAME.engine.start(s.players)
    for name, cells in s.cells.items():
        position._s.cells[name][...] = cells
    assert position.over
    return list(position.winners)


@pytest.mark.parametrize(
    ("chips", "sums", "victors"),
    [
        ([9, 3, 3, 3], [26, 0, 24, 20], [0]),  # most chips, whatever the last hand was
        ([3, 7, 5, 5], [25, 20, 10, 26], [1]),
        ([1, 4, 4, 4], [3, 22, 23, 24], [3]),
        ([3, 1, 0, 0], [20, 24, 26, 26], [1]),  # both have 8: nearest to 25 in the last hand
        ([8, 7, 4, 0], [26, 24, 24, 10], [1]),
        ([7, 5, 0, 0], [26, 26, 20, 3], [0]),
    ],
)
def test_most_chips_win_and_then_the_nearest_to_25_in_the_last_hand(
    chips: list[int], sums: list[int], victors: list[int]
) -> None:
    s = scored(sums, chips=chips, hand=3)
    assert winners(s) == victors


def test_still_tied_players_share_the_victory_and_all_busts_are_equal() -> None:
    s = scored([26, 30, 26, 27], chips=[7, 7, 7, 2], hand=3)
    assert winners(s) == [0, 1, 2]
    s = scored([24, 24, 10, 3], chips=[5, 5, 1, 1], hand=3)
    assert winners(s) == [0, 1]


def test_bust_is_worse_than_any_sum_among_tied_players() -> None:
    s = scored([26, 0, 3, 26], chips=[9, 6, 2, 2], hand=3)
    assert [s.chips[seat] for seat in range(4)] == [8, 8, 7, 1]
    assert winners(s) == [1]


def test_scores_are_the_chips_and_change_only_at_the_end_of_a_hand() -> None:
    position = fivefold.start("fives", players=3, seed=2)
    for _ in range(35):
        position.play(position.legal(position.to_act[0])[0])
        assert position.scores == (5, 5, 5)
    position.play(position.legal(position.to_act[0])[0])
    assert position.scores != (5, 5, 5)


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_a_card_face_down_is_a_magenta_5_to_all_but_its_owner() -> None:
    position = table("M0 B1")
    position.play("B1=M5")
    for seat in (None, 1, 2, 3):
        view = position.view(seat)["table"]
        assert view["lying"] == [{"seat": 0, "card": "M5", "face_down": True}]
        assert view["face_down"] == [{"trick": 1, "seat": 0, "card": "M5"}]
        assert "B1" not in str({**view, "cards": None})
    assert position.view(0)["table"]["lying"][0]["card"] == "B1"


def test_the_owner_still_knows_it_when_the_trick_is_taken_and_others_do_not() -> None:
    position = table("M0 B5", "M1 B9", "M2 B7", "M3 B6")
    for move in ("B5=M5", "M1", "M2", "M3"):
        position.play(move)
    assert position.view(0)["table"]["face_down"] == [{"trick": 1, "seat": 0, "card": "B5"}]
    assert position.view(1)["table"]["face_down"] == [{"trick": 1, "seat": 0, "card": "M5"}]
    assert position.view(0)["table"]["won"][0] == ["M5"]


def test_what_play_has_shown_of_a_hand_is_open() -> None:
    position = table("M0 B1", GREENS, "B2 " + " ".join(f"S{n}" for n in range(1, 13)))
    for move in ("B1", "G1", "B2=M5"):
        position.play(move)
    assert position.view()["table"]["lacks"] == [[], ["B"], ["B"], []]


def test_other_hands_are_counted_but_not_shown() -> None:
    view = table("M0").view(0)["table"]
    assert view["cards"][1:] == [None, None, None]
    assert view["counts"] == [13, 13, 13, 13]


def events_of_the_hand(position: fivefold.Position, viewer: int) -> list[tuple[int, str]]:
    """The moves of the hand being played, as the viewer saw them."""
    size = 13 * 4 if position.players == 4 else 12 * 3
    moves = position.moves[len(position.moves) // size * size :]
    return [(seat, "M5" if "=" in move and seat != viewer else move) for seat, move in moves]


def hidden_places(position: fivefold.Position, viewer: int) -> tuple[dict[int, int], list[Hidden]]:
    table = position.view(viewer)["table"]
    counts = {seat: count for seat, count in enumerate(table["counts"]) if seat != viewer}
    down = [Hidden(lying["seat"], lying["trick"] - 1) for lying in table["face_down"] if lying["seat"] != viewer]
    return counts, down


def small_remainders() -> list[tuple[fivefold.Position, int]]:
    """Late positions with a few cards face down, some seats short of a colour, and few enough worlds to list."""
    found = []
    for seed in range(400):
        position, chance = fivefold.start("fives", players=3, seed=seed), random.Random(seed)
        stop = chance.randrange(25, 34)
        while len(position.moves) < stop:
            moves = position.legal(position.to_act[0])
            up = [move for move in moves if "=" not in move]
            position.play(chance.choice(moves if not up or chance.random() < 0.12 else up))
        viewer = chance.randrange(3)
        counts, down = hidden_places(position, viewer)
        if sum(counts.values()) + len(down) <= 8 and down:
            found.append((position, viewer))
    return found


def listed_worlds(position: fivefold.Position, viewer: int) -> set[Any]:
    counts, down = hidden_places(position, viewer)
    own = {viewer: set(position.view(viewer)["table"]["cards"][viewer])}
    events = events_of_the_hand(position, viewer)
    shown = {move.partition("=")[0] for seat, move in events if move != "M5"}
    unseen = [card for card in CARDS if naive.value(card) < 10 and card not in own[viewer] | shown]
    return set(naive.worlds(unseen, counts, down, own, events, position.players))


def drawn_world(position: fivefold.Position, viewer: int, seed: int) -> Any:
    states = position._states.copy()
    GAME.engine.loop("veil")(states, 0, viewer)
    GAME.engine.loop("deal_hidden")(states, 0, viewer, streams(seed, 1)[0])
    s = GAME.state(states)
    assert isinstance(s, State)
    counts, down = hidden_places(position, viewer)
    hands = tuple(tuple(sorted(CARDS[card] for card in members(s.hands[seat]))) for seat in counts)
    return hands, tuple(CARDS[s.down_card[place.trick]] for place in down if place.trick is not None)


def test_hidden_cards_are_dealt_exactly_to_the_worlds_that_play_allows_and_evenly() -> None:
    """Against enumeration: every way to place the unseen cards in which the naive referee allows all plays."""
    looked_at, kinds = 0, Counter[str]()
    for position, viewer in small_remainders():
        possible = listed_worlds(position, viewer)
        if not 3 <= len(possible) <= 150:
            continue
        rounds = 25 * len(possible)
        counts = Counter(drawn_world(position, viewer, seed) for seed in range(rounds))
        assert set(counts) <= possible, "a world that cannot be"
        if len(possible) > 1:
            assert chisquare([counts[world] for world in possible]).pvalue > 1e-6
        looked_at += 1
        s = position._s
        kinds["short of a colour"] += any(s.lacks[seat] for seat in range(3) if seat != viewer)
        kinds["Magenta 0 unseen"] += "M0" not in {move for _, move in events_of_the_hand(position, viewer)}
        if looked_at == 25:
            break
    assert looked_at == 25
    assert kinds["short of a colour"] > 5


@pytest.mark.parametrize("players", [3, 4])
def test_the_leader_of_the_first_trick_held_the_magenta_0(players: int) -> None:
    position = fivefold.start("fives", players=players, seed=4)
    (leader,) = position.to_act
    other = next(move for move in position.legal(leader) if "=" not in move and move[0] != "M")
    position.play(other)
    viewer = (leader + 1) % players
    for seed in range(40):
        states = position._states.copy()
        GAME.engine.loop("veil")(states, 0, viewer)
        GAME.engine.loop("deal_hidden")(states, 0, viewer, streams(seed, 1)[0])
        assert states["hands"][0][leader] & 1


def test_a_full_hand_is_dealt_evenly_over_the_seats() -> None:
    """At the start of a hand nothing is known of the others but who has the Magenta 0."""
    position = table("M0", "B1")
    viewer, rounds = 1, 1500
    counts = np.zeros(4)
    for seed in range(rounds):
        states = position._states.copy()
        GAME.engine.loop("veil")(states, 0, viewer)
        GAME.engine.loop("deal_hidden")(states, 0, viewer, streams(seed, 1)[0])
        for seat in range(4):
            counts[seat] += (int(states["hands"][0][seat]) >> CARDS.index("S13")) & 1
    holders = [counts[0], counts[2], counts[3]]
    assert counts[1] == 0
    assert chisquare(holders, [rounds * 12 / 38, rounds * 13 / 38, rounds * 13 / 38]).pvalue > 1e-6


def test_every_card_is_somewhere_once_all_through_a_hand() -> None:
    position, chance = fivefold.start("fives", players=4, seed=8), random.Random(8)
    while not position.over:
        assert rules.census(position._s) == dict.fromkeys(range(52), 1)  # type: ignore[arg-type]
        position.play(chance.choice(position.legal(position.to_act[0])))
