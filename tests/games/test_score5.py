"""SCORE 5: the rulebook's examples, the rulings one by one, what is hidden, the card list, and a slow reference."""

from __future__ import annotations

import csv
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import fivefold
from fivefold import BadInput, IllegalMove, Position
from fivefold.cli import main
from fivefold.games import find
from fivefold.games.score5.options import FAMILY_NAMES
from fivefold.games.score5.rules import HIDDEN, TIE_BITS, result, wild_family
from fivefold.games.score5.text import Deck
from fivefold.kernel.bits import members
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import Engine

from .score5_reference import DEFAULT, Reference, default_rows

GAME = find("score5")
ROWS = default_rows()
NUMBER = {row["card"]: card for card, row in enumerate(ROWS)}
STARS = [row["card"] for row in ROWS if row["set"] == "*"]
TWO_STARS = [row["card"] for row in ROWS if row["set"] == "**"]
LAURA, FRANCIS, NATALIE, CHARLENE = range(4)


def begin(players: int = 4, stars: Sequence[str] = STARS, two_stars: Sequence[str] = TWO_STARS, **options: Any) -> Any:
    return fivefold.start("score5", players, options=options, shuffles=[" ".join(two_stars), " ".join(stars)])


def cards(names: str) -> int:
    return sum(1 << NUMBER[name] for name in names.split())


def names(numbers: int) -> set[str]:
    return {ROWS[card]["card"] for card in members(numbers)}


def play(position: Position, *moves: str) -> None:
    """Moves such as `0 +G5`: the seat and what it plays."""
    for move in moves:
        seat, text = move.split(" ", 1)
        position.play(text, int(seat))


def all_ready(position: Position) -> None:
    for seat in position.to_act:
        position.play("ready", seat)


def auction(position: Position, *bids: str) -> None:
    """One auction up to the reveal: each seat places its bid, and nobody changes it."""
    for seat, bid in enumerate(bids):
        play(position, *(f"{seat} +{card}" for card in bid.split()))
    all_ready(position)
    all_ready(position)


def take_all(position: Position) -> None:
    while position.view(None)["table"]["phase"] == "taking":
        position.play(position.legal(position.to_act[0])[0])


def refused(position: Position, seat: int, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move, seat)
    return caught.value


def at_the_end(*hands: str, **options: Any) -> Any:
    """A match that is over, with these hands."""
    position = begin(len(hands), **options)
    s = position._s
    for seat, hand in enumerate(hands):
        s.hands[seat] = cards(hand)
    s.auction = 12
    return position


# --- the rulebook's examples ------------------------------------------------------------------------------------------


def auction_for_a_green_80() -> Any:
    """The example's table: Laura has a 30, and the card up for auction is a green 80."""
    position = begin(4)
    s = position._s
    s.pile[0], s.pile[4] = NUMBER["G80"], NUMBER["Y55"]
    s.hands[LAURA] |= cards("Y30")
    return position


def test_the_example_auction_is_won_with_50_over_40_and_25() -> None:
    position = auction_for_a_green_80()
    play(position, "0 +Y30", "1 +R15", "1 +P25", "2 +G15", "2 +B10", "3 +G20")
    all_ready(position)
    assert position.view(None)["table"]["bid_sizes"] == [1, 2, 2, 1]
    play(position, "0 +P20", "3 -G20")
    all_ready(position)
    table = position.view(None)["table"]
    assert table["revealed"]["sums"] == [50, 40, 25, 0]
    assert table["revealed"]["winner"] == LAURA
    assert table["revealed"]["order"] == [FRANCIS, NATALIE, CHARLENE]
    assert names(position._s.hands[LAURA]) == {"G5", "R10", "Y15", "B25", "G80"}
    assert position.to_act == (FRANCIS,)
    position.play("take Y30")
    assert position.to_act == (NATALIE,)
    position.play("take P20")
    assert position.to_act == (0, 1, 2, 3), "nothing is left for Charlene"
    assert position.view(None)["table"]["auction"] == 2
    assert "Y30" in names(position._s.hands[FRANCIS])
    assert "P20" in names(position._s.hands[NATALIE])


def test_five_cards_go_in_the_order_f_n_c_f_n() -> None:
    position = auction_for_a_green_80()
    auction(position, "G5 R10 Y15 P20 B25", "R15 P25", "G15 B10", "")
    takers = []
    for _ in range(5):
        takers += position.to_act
        position.play(position.legal(position.to_act[0])[0])
    assert takers == [FRANCIS, NATALIE, CHARLENE, FRANCIS, NATALIE]
    assert position.view(None)["table"]["auction"] == 2


EXAMPLE_HANDS = {
    "G5 P15 Y25 R40 B85": 170,
    "W75 P45 Y55 R25 B70": 270,
    "G125 P60 Y105 R20 B135": 445,
    "G80 P145 R115 B120": 460,
}


@pytest.mark.parametrize(("hand", "points"), EXAMPLE_HANDS.items())
def test_the_examples_of_scoring_come_out(hand: str, points: int) -> None:
    assert result(begin()._s, cards(hand)) >> TIE_BITS == points


def test_lower_cards_of_a_family_change_nothing() -> None:
    s = begin()._s
    assert result(s, cards("G125 P60 Y105 R20 B135 G80 P45 Y30 B85")) == result(s, cards("G125 P60 Y105 R20 B135"))


def test_the_example_match_is_won_by_460_points_without_a_yellow_card() -> None:
    position = at_the_end(*EXAMPLE_HANDS)
    assert position.over
    assert position.scores == (170, 270, 445, 460)
    assert position.winners == (CHARLENE,)
    best = position.view(None)["table"]["best"]
    assert best[FRANCIS]["wild"] == "green"
    assert best[FRANCIS]["families"]["green"] == "W75"
    assert best[CHARLENE]["families"]["yellow"] is None
    assert [line["points"] for line in best] == [170, 270, 445, 460]


# --- 1: set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seats_take_the_sets_in_order_and_others_stay_in_the_box(players: int) -> None:
    position = begin(players)
    for seat in range(5):
        held = {row["card"] for row in ROWS if row["set"] == "ABCDE"[seat]} if seat < players else set()
        assert names(position._s.hands[seat]) == held


def test_the_pile_is_four_star_cards_seven_two_star_cards_and_the_wild_card() -> None:
    stars, two_stars = STARS[::-1], TWO_STARS[::-1]
    position = begin(2, stars, two_stars)
    assert [ROWS[card]["card"] for card in position._s.pile] == [*stars[:4], *two_stars[:7], "W75"]


def test_the_two_star_cards_are_shuffled_first() -> None:
    shuffles = fivefold.start("score5", 3, seed=1).record()["shuffles"]
    assert [sorted(shuffle.split()) for shuffle in shuffles] == [sorted(TWO_STARS), sorted(STARS)]


def test_a_shuffle_of_other_cards_is_refused() -> None:
    with pytest.raises(BadInput, match="shuffle 1"):
        begin(2, two_stars=[*TWO_STARS[1:], "G5"])
    with pytest.raises(BadInput, match="shuffle 2"):
        begin(2, stars=STARS[1:])


# --- 2: placing and adjusting -----------------------------------------------------------------------------------------


def test_everybody_may_add_its_cards_or_be_ready_at_first() -> None:
    position = begin(2)
    assert position.to_act == (0, 1)
    assert position.legal(1) == ["+B5", "+G10", "+P25", "+R15", "+Y20", "ready"]
    play(position, "1 +B5", "1 +Y20", "1 -B5")
    assert position.legal(1) == ["+B5", "+G10", "+P25", "+R15", "-Y20", "ready"]


def test_while_placing_changes_undo_nobodys_readiness() -> None:
    position = begin(3)
    play(position, "1 ready", "0 +G5", "2 +G15", "2 -G15")
    assert position.to_act == (0, 2)
    assert position.view(None)["table"]["ready"] == [1]


def test_while_placing_a_ready_seat_cannot_reopen_its_bid() -> None:
    position = begin(3)
    play(position, "1 ready")
    assert refused(position, 1, "+G10").code == "not_your_turn_several"


def test_sizes_are_shown_when_all_are_ready() -> None:
    position = begin(3)
    play(position, "0 +G5", "0 +R10", "2 +G15", "0 ready", "1 ready")
    assert position.view(None)["table"]["bid_sizes"] == [None, None, None]
    play(position, "2 ready")
    table = position.view(None)["table"]
    assert (table["phase"], table["bid_sizes"], table["ready"]) == ("adjusting", [2, 0, 1], [])
    assert position.to_act == (0, 1, 2), "everybody says ready anew"


def test_while_adjusting_a_change_makes_everybody_not_ready_the_changer_too() -> None:
    position = begin(3)
    all_ready(position)
    play(position, "0 ready", "1 ready")
    assert position.to_act == (2,)
    play(position, "2 +G15")
    assert position.to_act == (0, 1, 2)
    assert position.view(None)["table"]["bid_sizes"] == [0, 0, 1]
    play(position, "2 ready", "1 ready", "0 +G5")
    assert position.to_act == (0, 1, 2)
    play(position, "2 -G15")
    assert position.view(None)["table"]["bid_sizes"] == [1, 0, 0]
    assert position.view(None)["table"]["changes_seen"] == [1, 0, 2]


def test_while_adjusting_a_ready_seat_cannot_change_unless_another_does() -> None:
    position = begin(2)
    all_ready(position)
    play(position, "0 ready")
    assert refused(position, 0, "+G5").code == "not_your_turn"
    play(position, "1 +B5", "0 +G5")


def test_a_seat_that_placed_nothing_may_still_bid_while_adjusting() -> None:
    position = begin(2)
    all_ready(position)
    play(position, "1 +B5")
    all_ready(position)
    assert position.view(None)["table"]["revealed"]["winner"] == 1


# --- 3: the limit of changes ------------------------------------------------------------------------------------------


def test_after_64_changes_in_both_phases_a_seat_can_only_be_ready() -> None:
    position = begin(2)
    for _ in range(20):
        play(position, "0 +G5", "0 -G5")
    all_ready(position)
    assert position.view(0)["table"]["changes_left"] == 24
    for _ in range(12):
        assert len(position.legal(0)) == 6
        play(position, "0 +G5", "0 -G5")
    assert position.legal(0) == ["ready"]
    no_more = refused(position, 0, "+G5")
    assert (no_more.code, no_more.arguments) == ("no_changes_left", {"limit": 64})
    assert len(position.legal(1)) == 6


def test_a_seat_without_changes_left_must_still_say_ready_again() -> None:
    position = begin(2, change_limit=1)
    play(position, "0 +G5")
    assert position.legal(0) == ["ready"]
    all_ready(position)
    play(position, "0 ready", "1 +B5")
    assert position.to_act == (0, 1)
    assert position.legal(0) == ["ready"]
    assert position.legal(1) == ["ready"]


def test_the_limit_counts_anew_in_each_auction() -> None:
    position = begin(2, change_limit=1)
    auction(position, "G5", "")
    play(position, "1 take G5")
    assert position.view(0)["table"]["changes_left"] == 1
    assert "+R10" in position.legal(0)


@pytest.mark.parametrize("limit", [0, 1001, -1, "64", 2.0, True, None])
def test_the_limit_is_a_whole_number_from_1_to_1000(limit: Any) -> None:
    with pytest.raises(BadInput, match="change_limit"):
        begin(2, change_limit=limit)


# --- 4: who wins the card ---------------------------------------------------------------------------------------------


def test_equal_sums_are_decided_by_the_highest_tiebreaker_in_the_bid() -> None:
    # 25 each: B25 has 31; Y20 and B5 have 35 and 50.
    position = begin(2)
    auction(position, "B25", "Y20 B5")
    assert position.view(None)["table"]["revealed"]["winner"] == 1
    # 25 each: P25 has 30, less than B25's 31. Tie-breakers that stay in the hand do not count.
    position = begin(2)
    auction(position, "B25", "P25")
    table = position.view(None)["table"]["revealed"]
    assert (table["winner"], table["sums"], table["tiebreakers"]) == (0, [25, 25], [31, 30])


def test_a_card_that_nobody_bids_for_is_out_of_the_game() -> None:
    position = begin(3)
    auction(position, "", "", "")
    table = position.view(None)["table"]
    assert table["finished"] == [{"card": STARS[0], "winner": None}]
    assert (table["auction"], table["card"], table["phase"]) == (2, STARS[1], "placing")
    assert table["revealed"]["order"] == []
    assert table["revealed"]["shown"] == [None, None, None]
    assert all(STARS[0] not in hand for hand in table["hands"])
    assert NUMBER[STARS[0]] not in GAME.rules.census(position._s)


def test_a_bid_of_no_cards_takes_no_part() -> None:
    position = begin(3)
    auction(position, "", "B5", "")
    assert position.view(None)["table"]["revealed"]["winner"] == 1
    assert len(names(position._s.hands[0])) == 5


def test_a_seat_may_bid_all_that_it_has() -> None:
    position = begin(2)
    auction(position, "G5 R10 Y15 P20 B25", "")
    assert names(position._s.hands[0]) == {STARS[0]}
    take_all(position)
    assert len(names(position._s.hands[1])) == 10


# --- 5: the winner's cards are distributed ----------------------------------------------------------------------------


def test_losing_bidders_come_first_by_sum_then_by_tiebreaker_in_the_bid() -> None:
    # Seats 1 and 2 bid 25 each: P25 with 30, and P5, R20 with 49. Seat 3 bids 5.
    position = begin(4)
    auction(position, "P20 Y15", "P25", "P5 R20", "Y5")
    assert position.view(None)["table"]["revealed"]["order"] == [2, 1, 3]


def test_seats_without_a_bid_come_last_by_the_highest_tiebreaker_in_their_hand() -> None:
    # Set A holds 51, B 50, C 49, D 48, E 47; seat 3 bids the least that is possible, and still comes first.
    position = begin(5)
    auction(position, "", "", "Y25", "Y5", "")
    table = position.view(None)["table"]["revealed"]
    assert table["order"] == [3, 0, 1, 4]
    assert table["shown"] == ["G5", "B5", None, None, "R5"]


def test_a_single_seat_without_a_bid_shows_no_card() -> None:
    position = begin(3)
    auction(position, "B25", "B5", "")
    table = position.view(None)["table"]["revealed"]
    assert (table["order"], table["shown"]) == ([1, 2], [None, None, None])


def test_the_order_is_fixed_when_the_bids_are_revealed() -> None:
    # Seat 2 takes G5, whose 51 is the highest tie-breaker of all: the order stays as it was.
    position = begin(4)
    auction(position, "G5 R10 Y15 P20 B25", "", "", "")
    order = [1, 2, 3, 1, 2]
    for seat, card in zip(order, ["B25", "G5", "R10", "Y15", "P20"], strict=True):
        assert position.to_act == (seat,)
        position.play(f"take {card}")


def test_the_tiebreak_card_shown_is_that_of_the_reveal() -> None:
    position = begin(4)
    auction(position, "G5 R10 Y15", "", "", "")
    play(position, "1 take G5")
    assert position.view(None)["table"]["revealed"]["shown"] == [None, "B5", "P5", "Y5"]


def test_taking_is_compulsory_and_a_move_with_one_card_left_too() -> None:
    position = begin(2)
    auction(position, "B25", "")
    assert position.to_act == (1,)
    assert position.legal(1) == ["take B25"]
    assert position.legal(0) == []
    assert refused(position, 1, "ready").code == "take_a_card"


def test_with_two_players_the_loser_takes_everything() -> None:
    position = begin(2)
    auction(position, "B25 G5 R10", "B5")
    for card in ("G5", "B25", "R10"):
        assert position.to_act == (1,)
        position.play(f"take {card}")
    assert names(position._s.hands[1]) == {"G10", "R15", "Y20", "P25", "B5", "G5", "B25", "R10"}


def test_the_card_just_won_is_never_distributed() -> None:
    position = begin(3)
    auction(position, "B25", "", "")
    assert STARS[0] in names(position._s.hands[0])
    assert refused(position, position.to_act[0], f"take {STARS[0]}").code == "not_offered"


def test_losing_bids_stay_with_their_owners() -> None:
    position = begin(3)
    auction(position, "B25", "B5 G10", "P5")
    take_all(position)
    assert {"B5", "G10", "B25"} <= names(position._s.hands[1])
    assert "P5" in names(position._s.hands[2])


def test_hands_are_open_and_survive_the_veil() -> None:
    position = begin(3)
    play(position, "0 +G5", "1 +B5")
    for viewer in (None, 0, 1, 2):
        assert [set(hand) for hand in position.view(viewer)["table"]["hands"]] == [
            names(position._s.hands[seat]) for seat in range(3)
        ]


# --- 6: the end -------------------------------------------------------------------------------------------------------


def test_the_match_is_over_after_twelve_auctions_with_or_without_bids() -> None:
    position = begin(2)
    for number in range(12):
        assert not position.over
        assert position.scores == (0, 0)
        auction(position, *(("B25", "") if number == 11 else ("", "")))
    assert not position.over, "the last distribution is still to come"
    assert position.scores == (0, 0)
    position.play("take B25")
    assert position.over
    assert position.to_act == ()
    assert position.scores == (5 + 10 + 15 + 20 + 75, 10 + 15 + 20 + 25 + 25)
    assert position.winners == (0,)
    assert refused(position, 0, "ready").code == "over"


def test_a_wild_card_that_nobody_wants_is_out_of_the_game() -> None:
    position = begin(2)
    for _ in range(12):
        auction(position, "", "")
    assert position.over
    assert position.scores == (75, 75)
    # Equal points: set A has the highest tie-breaker, 51, and all its cards count.
    assert position.winners == (0,)


def wild_of(hand: str) -> str | None:
    s = begin()._s
    family = wild_family(s, cards(hand))
    return None if family < 0 else FAMILY_NAMES[family]


def test_the_wild_card_counts_where_it_brings_most() -> None:
    assert wild_of("W75 G5 R10 Y15 P20 B25") == "green"
    assert wild_of("W75 G50 R65 Y55 P20 B70") == "purple"
    assert wild_of("W75 G50 R65 Y55 B70") == "purple"


def test_among_equal_families_the_wild_card_leaves_the_highest_tiebreaker_to_count() -> None:
    assert wild_of("W75 G80 R25 Y95 P100 B25") == "red", "B25 has 31, R25 only 28"
    assert wild_of("W75 G80 R5 Y95 P100 B5") == "red", "B5 has 50, R5 only 47"
    assert wild_of("W75 G10 R90 Y95 P10 B85") == "purple", "G10 has 45, P10 only 43"


def test_the_wild_card_goes_to_the_first_of_equal_families() -> None:
    assert wild_of("W75 Y15 P20 B25") == "green", "green and red are missing"
    assert wild_of("W75 G80 Y15 P20") == "red", "red and blue are missing"
    assert wild_of("G5 R10") is None
    # With another list G80 has the highest tie-breaker of all: whichever of two equal families is chosen, it counts.
    rows = default_rows()
    rows[NUMBER["G80"]]["tiebreaker"] = 99
    s = begin(2, cards=rows)._s
    assert FAMILY_NAMES[wild_family(s, cards("W75 G80 R20 Y95 P20 B120"))] == "red"
    assert FAMILY_NAMES[wild_family(s, cards("W75 G80 R115 Y20 P20 B120"))] == "yellow"


def test_a_wild_card_below_five_better_cards_does_not_count() -> None:
    hand = "W75 G80 R90 Y95 P100 B85"
    position = at_the_end(hand, "G5")
    assert position.scores == (450, 5)
    best = position.view(None)["table"]["best"][0]
    assert best["wild"] is None
    assert "W75" not in best["families"].values()


def test_equal_points_are_decided_by_the_highest_tiebreaker_among_counting_cards() -> None:
    # 30 each. Tie-breakers: 51, 31; 50, 30. Cards that do not count do not help: P5 with 49, Y5 with 48.
    assert at_the_end("G5 B25", "B5 P25").winners == (0,)
    assert at_the_end("P10 Y20 G5", "P15 Y15 B5").winners == (0,)
    position = at_the_end("R20 P25", "P20 R25 P5")
    assert position.scores == (45, 45)
    assert position.winners == (1,), "36 beats 34; the 49 of P5 is not in play"
    assert at_the_end("R20 P25 R10 R5", "P20 R25").winners == (1,)


def test_the_wild_cards_own_tiebreaker_counts_where_it_counts() -> None:
    # The wild card has 16. G80 has 15, R65 has 19; then with another list B70 has 2, and R115 has 8.
    position = at_the_end("W75 G80", "R90 R65 Y30 P25 G10")
    assert (position.scores, position.winners) == ((155, 155), (1,))
    rows = default_rows()
    rows[NUMBER["B70"]]["tiebreaker"] = 2
    rows[NUMBER["P145"]]["tiebreaker"] = 18
    position = at_the_end("W75 P110", "R115 B70", cards=rows)
    assert (position.scores, position.winners) == ((185, 185), (0,))


# --- moves in words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "seat", "move", "code"),
    [
        ([], 0, "+G10", "not_in_hand"),
        ([], 0, "-G10", "not_in_hand"),
        ([], 0, "+Y30", "not_in_hand"),
        ([], 0, "-G5", "not_in_bid"),
        (["0 +G5"], 0, "+G5", "already_bid"),
        ([], 0, "take G5", "nothing_to_take"),
        (["0 +G5", "0 ready", "1 ready", "0 ready", "1 ready"], 1, "take R10", "not_offered"),
        (["0 +G5", "0 ready", "1 ready", "0 ready", "1 ready"], 1, "+B5", "take_a_card"),
        (["0 +G5", "0 ready", "1 ready", "0 ready", "1 ready"], 1, "-B5", "take_a_card"),
        (["0 +G5", "0 ready", "1 ready", "0 ready", "1 ready"], 1, "ready", "take_a_card"),
        (["0 +G5", "0 ready", "1 ready", "0 ready", "1 ready"], 0, "ready", "not_your_turn"),
    ],
)
def test_a_forbidden_move_names_its_rule(moves: list[str], seat: int, move: str, code: str) -> None:
    position = begin(2)
    play(position, *moves)
    illegal = refused(position, seat, move)
    assert illegal.code == code
    assert illegal.sentence.endswith(".")


@pytest.mark.parametrize(
    "move",
    ["", "+", "-", "G5", "+G05", "+g5", " +G5", "+ G5", "+G5 ", "Ready", "take", "takeG5", "take  G5", "+?", "+G7"],
)
def test_what_is_no_move_is_refused(move: str) -> None:
    assert refused(begin(2), 0, move).code == "unreadable"


def test_actions_beyond_the_card_list_have_no_text() -> None:
    s = begin(2)._s
    with pytest.raises(LookupError):
        GAME.text.write_card(s, 51)


# --- what is hidden ---------------------------------------------------------------------------------------------------


def viewers(position: Position, seat: int) -> list[int | None]:
    return [None, *(other for other in range(position.players) if other != seat)]


def test_while_placing_nothing_that_others_are_shown_changes() -> None:
    position = begin(3)
    before = [json.dumps(position.view(viewer)) for viewer in viewers(position, 0)]
    for move in ("+G5", "+R10", "-G5", "+B25"):
        for viewer in viewers(position, 0):
            assert position.seen(0, move, viewer) == "?"
        play(position, f"0 {move}")
        assert [json.dumps(position.view(viewer)) for viewer in viewers(position, 0)] == before
    play(position, "0 ready")
    assert position.view(None)["ply"] == 1
    assert position.view(0)["ply"] == 5
    assert position.copy().view(None)["ply"] == 1


def test_how_a_bid_was_placed_stays_hidden_until_the_end() -> None:
    short, long = begin(2, change_limit=9), begin(2, change_limit=9)
    play(short, "0 +G5")
    play(long, *["0 +R10", "0 -R10"] * 4, "0 +G5")
    assert long.legal(0) == ["ready"]
    for move in ["0 ready", "1 ready", "1 +B5", "1 +G10", "0 ready", "1 ready", "0 take B5", "0 take G10"]:
        play(short, move)
        play(long, move)
        for viewer in (-1, 1):
            assert veiled_bytes(short, viewer) == veiled_bytes(long, viewer)
            assert short.view(seat_or_none(viewer)) == long.view(seat_or_none(viewer))
    for _ in range(11):
        auction(short, "", "")
        auction(long, "", "")
    assert (short.view(None)["ply"], long.view(None)["ply"]) == (len(short.moves), len(long.moves))


def test_while_adjusting_others_see_that_a_card_comes_or_goes_but_not_which() -> None:
    position = begin(2)
    play(position, "0 +G5", "0 +R10")
    all_ready(position)
    for viewer in (None, 1):
        assert position.seen(0, "+B25", viewer) == "+?"
        assert position.seen(0, "-G5", viewer) == "-?"
        assert position.seen(0, "ready", viewer) == "ready"
        views = []
        for move in ("-G5", "-R10"):
            copy = position.copy()
            play(copy, f"0 {move}")
            views.append(copy.view(viewer))
        assert views[0] == views[1]
        assert views[0]["table"]["bid_sizes"] == [1, 0]
    assert position.seen(0, "+B25", 0) == "+B25"


def test_a_seat_sees_its_own_bid_and_nobody_elses() -> None:
    position = begin(2)
    play(position, "0 +G5", "1 +B5")
    assert position.view(0)["table"]["bids"] == [["G5"], None]
    assert position.view(0)["table"]["bid_sizes"] == [1, None]
    assert position.view(None)["table"]["bids"] == [None, None]
    assert position.view(None)["table"]["changes_left"] is None


def test_bids_are_open_once_they_are_revealed() -> None:
    position = begin(3)
    auction(position, "G5 R10", "B5", "")
    for viewer in (None, 0, 1, 2):
        assert [set(bid) for bid in position.view(viewer)["table"]["revealed"]["bids"]] == [
            {"G5", "R10"},
            {"B5"},
            set(),
        ]
        assert position.seen(1, "take G5", viewer) == "take G5"


def test_the_pile_is_hidden_but_for_the_wild_card() -> None:
    views = []
    for stars, two_stars in ((STARS, TWO_STARS), (STARS[:1] + STARS[:0:-1], TWO_STARS[::-1])):
        position = begin(2, stars, two_stars)
        hidden = veiled(position, 0)[0]
        assert hidden["pile"].tolist() == [NUMBER["Y30"], *[HIDDEN] * 10, NUMBER["W75"]]
        views.append(json.dumps(position.view(0)))
    assert views[0] == views[1]


def veiled(position: Position, viewer: int) -> Any:
    states = position._states.copy()
    GAME.engine.loop("veil")(states, 0, viewer)
    return states


def veiled_bytes(position: Position, viewer: int) -> bytes:
    whole: bytes = veiled(position, viewer).tobytes()
    return whole


def seat_or_none(viewer: int) -> int | None:
    return None if viewer < 0 else viewer


def worlds(position: Position, viewer: int, seen: Callable[[Any], Any], count: int = 6000) -> Counter[Any]:
    """What `seen` finds in so many worlds dealt behind the viewer's veil."""
    states = veiled(position, viewer)
    deal, stream = GAME.engine.loop("deal_hidden"), streams(11, 1)[0]
    found: Counter[Any] = Counter()
    for _ in range(count):
        world = states.copy()
        deal(world, 0, viewer, stream)
        found[seen(world[0])] += 1
    return found


def assert_uniform(found: Counter[Any], expected: set[Any]) -> None:
    assert set(found) == expected
    assert chisquare(list(found.values())).pvalue > 1e-4


def subsets(hand: str, sizes: Sequence[int]) -> list[int]:
    return [cards(" ".join(some)) for size in sizes for some in itertools.combinations(hand.split(), size)]


SET_B = "G10 R15 Y20 P25 B5"


@pytest.mark.parametrize(("limit", "sizes"), [(64, range(6)), (5, range(6)), (2, range(3)), (1, range(2))])
def test_while_placing_each_bid_within_the_limit_is_equally_likely(limit: int, sizes: Sequence[int]) -> None:
    position = begin(2, change_limit=limit)
    play(position, "1 +B5")
    found = worlds(position, 0, lambda world: int(world["bids"][1]))
    assert_uniform(found, set(subsets(SET_B, sizes)))


def test_while_placing_each_number_of_changes_that_leads_to_a_bid_is_equally_likely() -> None:
    position = begin(2, change_limit=8)
    found = worlds(position, 0, lambda world: (int(world["bids"][1]).bit_count(), int(world["placed"][1])), 12000)
    assert set(found) == {(size, changes) for size in range(6) for changes in range(size, 9, 2)}
    for size in range(6):
        assert_uniform(
            Counter({key: count for key, count in found.items() if key[0] == size}),
            {(size, changes) for changes in range(size, 9, 2)},
        )


def test_while_adjusting_each_bid_of_the_size_seen_and_each_number_of_changes_is_equally_likely() -> None:
    position = begin(2, change_limit=8)
    play(position, "1 +B5", "1 +G10", "1 +Y20")
    all_ready(position)
    play(position, "1 -B5")
    found = worlds(position, 0, lambda world: (int(world["bids"][1]), int(world["placed"][1])))
    # Three cards were placed with 3, 5 or 7 changes, of 8 that are allowed, and one change has been seen since.
    assert_uniform(found, set(itertools.product(subsets(SET_B, [2]), (3, 5, 7))))


def test_worlds_while_adjusting_are_those_that_some_way_of_bidding_leads_to() -> None:
    """Every way to bid with four changes is gone through, and those that look alike are put together."""
    limit, hand = 4, subsets(SET_B, [1])
    looks: dict[Any, set[tuple[int, int]]] = {}
    for placed in range(limit + 1):
        for placing in itertools.product(hand, repeat=placed):
            bid = 0
            for card in placing:
                bid ^= card
            for adjusted in range(min(2, limit - placed) + 1):
                for adjusting in itertools.product(hand, repeat=adjusted):
                    now, seen = bid, [bid.bit_count()]
                    for card in adjusting:
                        now ^= card
                        seen.append(now.bit_count())
                    looks.setdefault(tuple(seen), set()).add((now, placed))
    for sizes, expected in looks.items():
        position = begin(2, change_limit=limit)
        for card in SET_B.split()[: sizes[0]]:
            play(position, f"1 +{card}")
        all_ready(position)
        for before, after in itertools.pairwise(sizes):
            legal = position.legal(1)
            play(position, f"1 {next(move for move in legal if move[0] == ('+' if after > before else '-'))}")
        count = 40 * len(expected)
        assert set(worlds(position, 0, lambda w: (int(w["bids"][1]), int(w["placed"][1])), count)) == expected


def test_each_order_of_the_unseen_cards_is_equally_likely() -> None:
    position = begin(2)
    for _ in range(2):
        auction(position, "", "")
    # Two star cards are seen, the third lies open: the fourth is one of seven.
    found = worlds(position, 0, lambda world: int(world["pile"][3]), 2000)
    assert_uniform(found, {NUMBER[card] for card in STARS[3:]})
    for _ in range(6):
        auction(position, "", "")
    unseen = [NUMBER[card] for card in TWO_STARS[5:]]
    found = worlds(position, -1, lambda world: tuple(world["pile"][9:].tolist()))
    assert_uniform(found, {(*pair, NUMBER["W75"]) for pair in itertools.permutations(unseen, 2)})


def test_nothing_is_dealt_where_nothing_is_hidden() -> None:
    position = begin(2)
    for _ in range(11):
        auction(position, "", "")
    auction(position, "B25", "")
    states = veiled(position, 1)
    GAME.engine.loop("deal_hidden")(states, 0, 1, streams(1, 1)[0])
    assert states.tobytes() == position._states.tobytes()
    position.play("take B25")
    assert position.over


def test_large_hands_are_dealt_bids_of_every_size() -> None:
    position = begin(2)
    position._s.hands[1] = (1 << 37) - 1
    found = worlds(position, 0, lambda world: int(world["bids"][1]).bit_count(), 4000)
    assert 18 < sum(size * count for size, count in found.items()) / 4000 < 19
    single = worlds(position, 0, lambda world: int(world["bids"][1]) >> 36, 4000)
    assert chisquare(list(single.values())).pvalue > 1e-4


# --- the card list ----------------------------------------------------------------------------------------------------


def changed(row: int, **columns: Any) -> list[dict[str, Any]]:
    rows = default_rows()
    rows[row - 1] |= columns
    return rows


def test_the_default_list_may_be_given_and_is_left_out_of_the_record() -> None:
    for rows in (ROWS, [list(row.values()) for row in ROWS], list(csv.DictReader(DEFAULT.read_text().splitlines()))):
        position = fivefold.start("score5", 2, options={"cards": rows}, seed=1)
        assert position.options == {}
        assert position.record()["options"] == {}


def test_another_list_is_played_and_its_rows_are_in_the_record() -> None:
    rows = changed(26, card="Y35", value=35)
    position = fivefold.start("score5", 2, options={"cards": rows, "change_limit": 2}, seed=4)
    chance = random.Random(1)
    while position.to_act:
        seat = position.to_act[0]
        position.play(chance.choice(position.legal(seat)), seat)
    record = json.loads(json.dumps(position.record()))
    assert record["options"] == {"cards": rows, "change_limit": 2}
    assert "Y35" in record["shuffles"][1].split()
    again = fivefold.replay(record)
    assert again.record() == position.record()
    assert again.scores == position.scores


def test_a_record_is_independent_of_the_position() -> None:
    position = fivefold.start("score5", 2, options={"cards": changed(26, card="Y35", value=35)}, seed=4)
    position.record()["options"]["cards"].clear()
    assert len(position.options["cards"]) == 51


WRONG_ROWS: list[tuple[int, dict[str, Any], str]] = [
    (3, {"set": "F"}, "set"),
    (3, {"family": "pink"}, "family"),
    (3, {"family": ["red"]}, "family"),
    (3, {"card": "Y16"}, "Y15"),
    (3, {"card": "G15"}, "Y15"),
    (3, {"card": "y15"}, "Y15"),
    (3, {"value": 16}, "Y16"),
    (3, {"value": 0}, "value"),
    (3, {"value": -15}, "value"),
    (3, {"value": 15.0}, "value"),
    (3, {"value": "x"}, "value"),
    (3, {"value": None}, "value"),
    (3, {"value": 10001}, "value"),
    (3, {"tiebreaker": 0}, "tiebreaker"),
    (3, {"tiebreaker": True}, "tiebreaker"),
    (3, {"tiebreaker": 51}, "tie-breaker as row 1"),
    (27, {"card": "Y30", "value": 30}, "same card as row 26"),
    (26, {"set": "A"}, "one too many of set A"),
    (26, {"set": "***", "family": "wild", "card": "W30"}, "Y30"),
    (26, {"family": "wild", "card": "W30"}, "wild"),
    (51, {"family": "green", "card": "G75"}, "wild"),
    (51, {"set": "**"}, "wild"),
    (3, {"colour": "yellow"}, "nothing else"),
]


@pytest.mark.parametrize(("row", "columns", "says"), WRONG_ROWS)
def test_an_error_in_the_list_names_the_row(row: int, columns: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        begin(2, cards=changed(row, **columns))
    sentence = str(caught.value)
    assert sentence.startswith("option cards: row ")
    named = 51 if columns.get("set") == "***" else row
    assert f"row {named} " in sentence
    if named == row:
        assert says in sentence


def without(*rows: int) -> list[dict[str, Any]]:
    return [row for number, row in enumerate(default_rows(), 1) if number not in rows]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (without(3), "set A needs 5 cards and has 4"),
        (without(25), "set E needs 5 cards and has 4"),
        (without(*range(29, 36)), "set * needs 4 cards and has 3"),
        (without(*range(42, 51)), "set ** needs 7 cards and has 6"),
        (without(51), "set *** needs 1 cards and has 0"),
        ([], "set A needs 5 cards and has 0"),
    ],
)
def test_a_set_that_lacks_cards_is_named(rows: list[Any], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        begin(2, cards=rows)
    assert str(caught.value) == f"option cards: {says}"


@pytest.mark.parametrize("rows", [None, 5, "cards.csv", {"card": "G5"}, [5], [None], [["G5"]], [{}]])
def test_what_is_no_list_of_rows_is_refused(rows: Any) -> None:
    with pytest.raises(BadInput, match="option cards"):
        begin(2, cards=rows)


def test_the_fewest_and_the_most_cards_are_playable() -> None:
    fewest = without(*range(30, 36), *range(43, 51))
    assert len(fewest) == 37
    most = [*ROWS, *({**ROWS[0], "card": f"G{n}", "set": "**", "value": n, "tiebreaker": n} for n in range(200, 212))]
    assert len(most) == 63
    for rows in (fewest, most):
        position = fivefold.start("score5", 5, options={"cards": rows}, seed=2)
        assert "+R10" in position.legal(0)
    too_many = [*most, {**ROWS[0], "card": "G300", "set": "**", "value": 300, "tiebreaker": 300}]
    with pytest.raises(BadInput, match=r"row 64 .* at most 63 cards"):
        begin(2, cards=too_many)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_line_reads_the_list_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, match = tmp_path / "own.csv", tmp_path / "match.json"
    file.write_text(DEFAULT.read_text().replace("Y30,*,yellow,30", "Y35,*,yellow,35"))
    told = ("random", "score5", "--players", "2", "--seed", "3", "--option", "change_limit=1")
    status, out, _ = run(capsys, *told, "--option", f"cards={file}")
    assert status == 0
    assert json.loads(out)["options"] == {"change_limit": 1, "cards": changed(26, card="Y35", value=35)}
    match.write_text(out)
    file.unlink()
    status, out, _ = run(capsys, "trace", str(match))
    assert status == 0
    assert json.loads(out.splitlines()[-1])["over"]
    status, out, _ = run(capsys, *told, "--option", f"cards={DEFAULT}")
    assert json.loads(out)["options"] == {"change_limit": 1}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot read"),
        (b"", "must name the columns"),
        (b"card,set\nG5,A\n", "must name the columns"),
        (DEFAULT.read_bytes().replace(b"Y15,A,yellow,15,41", b"Y15,A,yellow,15"), "row 3 has 5 columns, not 4"),
        (DEFAULT.read_bytes().replace(b"Y15,A,yellow,15,41", b"Y15,A,yellow,15,x"), "row 3 "),
        (DEFAULT.read_bytes().replace(b"Y15,A,yellow,15,41", b"Y15,A,yellow,1500000,41"), "row 3 "),
        (b"\xff\xfe\x00", "no file with comma-separated values"),
    ],
)
def test_a_file_that_is_no_card_list_is_refused(
    content: bytes | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.csv"
    if content is not None:
        file.write_bytes(content)
    status, out, err = run(capsys, "random", "score5", "--option", f"cards={file}")
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_the_list_of_games_tells_how_to_give_a_card_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--option cards=FILE.csv" in run(capsys, "games")[1]


# --- compared with the slow reference ---------------------------------------------------------------------------------


def random_rows(chance: random.Random) -> list[dict[str, Any]]:
    """A list of other cards, with values that often add up to the same."""
    sets = [*"AAAAABBBBBCCCCCDDDDDEEEEE", *["*"] * chance.randint(4, 10), *["**"] * chance.randint(7, 20)]
    kinds = chance.sample([(family, value) for family in FAMILY_NAMES[:5] for value in range(1, 14)], len(sets))
    rows = [
        {"card": f"{family[0].upper()}{value}", "set": name, "family": family, "value": value}
        for name, (family, value) in zip(sets, kinds, strict=True)
    ]
    wild = chance.randint(1, 14)
    rows.append({"card": f"W{wild}", "set": "***", "family": "wild", "value": wild})
    chance.shuffle(rows)
    ties = chance.sample(range(1, 200), len(rows))
    return [{**row, "tiebreaker": tie} for row, tie in zip(rows, ties, strict=True)]


def assert_same(position: Position, other: Reference) -> None:
    assert list(position.to_act) == other.to_act()
    assert [position.legal(seat) for seat in other.to_act()] == [other.legal(seat) for seat in other.to_act()]
    assert position.over == other.over
    assert list(position.scores) == other.scores()
    assert list(position.winners) == other.winners()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(2, 5), st.integers(1, 5), st.booleans())
def test_random_matches_go_as_in_the_slow_reference(seed: int, players: int, limit: int, own: bool) -> None:
    chance = random.Random(seed)
    rows = random_rows(chance) if own else ROWS
    options = {"change_limit": limit, **({"cards": rows} if own else {})}
    position = fivefold.start("score5", players, options=options, seed=seed)
    other = Reference(players, rows, limit, position.record()["shuffles"])
    assert_same(position, other)
    while position.to_act:
        seat = chance.choice(position.to_act)
        # Many are ready at once, so that auctions with few bids and none come up, too.
        move = "ready" if chance.random() < 0.4 and not other.table else chance.choice(other.legal(seat))
        position.play(move, seat)
        other.play(seat, move)
        assert_same(position, other)
    assert [set(hand) for hand in position.view(0)["table"]["hands"]] == other.hands


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(0, (1 << 63) - 1), st.integers(0, (1 << 63) - 1))
def test_random_hands_score_as_in_the_slow_reference(seed: int, some: int, more: int) -> None:
    rows = random_rows(random.Random(seed % 50))
    other = Reference(2, rows, 1, ["", ""])
    s = fivefold.start("score5", 2, options={"cards": rows}, seed=1)._s
    hand = some & more & ((1 << len(rows)) - 1) | 1
    points, tie = other.result({rows[card]["card"] for card in members(hand)})
    assert result(s, hand) == (points << TIE_BITS) + tie
    assert result(Deck.of(s), hand) == result(s, hand)


def test_no_match_is_longer_than_its_bound_and_none_needs_more_choices() -> None:
    for players in (2, 5):
        for limit in (1, 4):
            numbers = GAME.option_numbers({"change_limit": limit})
            play = GAME.engine.single(players, 3, numbers)
            longest, plays, most = GAME.rules.longest(GAME.state(play.states)), 0, 0
            chance = random.Random(players)
            while not play.over:
                legal = play.legal()
                # The longest matches: whoever can change does, and otherwise nobody hurries.
                play.act(chance.choice(legal[:-1] or legal))
                plays += 1
                most = max(most, len(legal))
            assert plays <= longest
            assert most <= GAME.rules.CHOICES


def test_states_are_small_and_rules_run_without_numba_alike() -> None:
    assert GAME.rules.State.dtype.itemsize <= 640
    numbers = GAME.option_numbers({"change_limit": 3})
    plain = Engine("score5", GAME.rules, numbers, compiled=False)
    one, other = GAME.engine.single(4, 5, numbers), plain.single(4, 5)
    chance = random.Random(2)
    while not one.over:
        action = chance.choice(one.legal())
        one.act(action)
        other.act(action)
        assert one.states.tobytes() == other.states.tobytes()
    assert other.over


# --- what a client is told --------------------------------------------------------------------------------------------


def test_a_view_tells_what_each_move_would_do() -> None:
    position = begin(2)
    play(position, "0 +G5")
    table = position.view(0)["table"]
    assert table["moves"]["+R10"] == {"sum": 15}
    assert table["moves"]["-G5"] == {"sum": 0}
    # The own 10, 20, 25 stay, and Y30 would come in the place of Y15.
    assert table["if_won"] == {"sum": 5, "tiebreaker": 51, "points": 10 + 30 + 20 + 25}
    assert table["cards"]["Y30"] == {"family": "yellow", "value": 30, "tiebreaker": 26}
    assert table["pile"] == {"stars": 3, "two_stars": 7, "wild": 1}
    assert position.view(None)["table"]["moves"] == {}
    all_ready(position)
    all_ready(position)
    table = position.view(1)["table"]
    assert table["moves"] == {"take G5": {"points": 75}}
    assert table["revealed"]["taker"] == 1
    assert position.view(0)["table"]["moves"] == {}


def test_the_pile_in_a_view_counts_down() -> None:
    position = begin(2)
    counts = []
    for _ in range(12):
        counts.append(tuple(position.view(None)["table"]["pile"].values()))
        auction(position, "", "")
    assert counts == [(3 - n, 7, 1) for n in range(4)] + [(0, 6 - n, 1) for n in range(7)] + [(0, 0, 0)]
    assert position.view(None)["table"]["pile"] == {"stars": 0, "two_stars": 0, "wild": 0}
    assert position.view(None)["table"]["card"] is None


def test_views_are_json_and_alike_for_all_at_the_end() -> None:
    position = fivefold.start("score5", 3, options={"change_limit": 1}, seed=8)
    chance = random.Random(3)
    while position.to_act:
        for viewer in (None, 0, 1, 2):
            view = position.view(viewer)
            assert json.loads(json.dumps(view)) == view
        seat = chance.choice(position.to_act)
        position.play(chance.choice(position.legal(seat)), seat)
    tables = [position.view(viewer)["table"] for viewer in (None, 0, 1, 2)]
    assert all(table == tables[0] for table in tables)
    assert len(tables[0]["finished"]) == 12
