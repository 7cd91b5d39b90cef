"""Five Crowns: each rule and ruling as behaviour."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import fivefold
from fivefold.games import find
from fivefold.games.five_crowns.cards import KINDS, NUMBERS, TEXTS, add_card, list_cards
from fivefold.games.five_crowns.rules import HIDDEN, NOTHING, PACK, ROUND, State
from fivefold.kernel.chance import streams
from fivefold.match.position import IllegalMove, Position

from .five_crowns_by_hand import Match

GAME = find("five_crowns")


# --- helpers ----------------------------------------------------------------------------------------------------------


def whole_pack(games: int = 1) -> list[str]:
    return [text for text in TEXTS for _ in range(games * (6 if text == "Jo" else 2))]


def shuffle_from(first: str, games: int = 1, last: str = "") -> str:
    """A shuffle that begins, and ends, with these cards."""
    left = Counter(whole_pack(games))
    left.subtract((first + " " + last).split())
    assert min(left.values()) >= 0
    return " ".join([*first.split(), *left.elements(), *last.split()])


def two_players(first: str, **options: Any) -> Position:
    return fivefold.start("five_crowns", 2, seed=1, shuffles=[shuffle_from(first)], options=options)


def play(position: Position, moves: str) -> None:
    for move in moves.split(", "):
        position.play(move)


def table(position: Position, seat: int | None = None) -> dict[str, Any]:
    view: dict[str, Any] = position.view(seat)["table"]
    return view


def drop_drawn(position: Position) -> None:
    """A turn that draws and discards something, without going out."""
    position.play("draw")
    position.play(next(move for move in position.legal(position.to_act[0]) if move.startswith("discard")))


def pass_turn(position: Position) -> None:
    """A turn that picks up the top discard and puts it back."""
    top = table(position)["discards"][-1]
    position.play("pick")
    position.play(f"discard {top}")


def refusal(position: Position, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value


def give(s: State, seat: int, cards: str) -> None:
    for text in cards.split():
        add_card(s.hands, s.jokers, seat, NUMBERS[text])


def hand_of(s: State, seat: int) -> list[str]:
    cards = np.zeros(14, np.int64)
    return sorted(TEXTS[kind] for kind in cards[: list_cards(s.hands, s.jokers, seat, cards)])


# --- cards and the deal -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, 116), (7, 116), (8, 232), (14, 232)])
def test_eight_players_and_more_use_two_games(players: int, cards: int) -> None:
    position = fivefold.start("five_crowns", players, seed=1)
    dealt = position.record()["shuffles"][0].split()
    assert len(dealt) == cards
    assert Counter(dealt) == Counter(whole_pack(cards // 116))
    view = table(position)
    assert view["pile"] == cards - 3 * players - 1


def test_a_card_of_each_suit_and_rank_and_the_joker_have_their_texts() -> None:
    assert len(TEXTS) == KINDS == 56
    assert {"5C", "10H", "J*", "QS", "KD", "Jo"} <= set(TEXTS)


def test_cards_are_dealt_one_at_a_time_from_the_starting_seat_and_the_next_begins_the_discards() -> None:
    position = two_players("4C 5C 4H 5H 4S 5S QD KD")
    assert position.to_act == (0,)
    assert table(position, 0)["hands"][0] == ["4H", "4C", "4S"]
    assert table(position, 1)["hands"][1] == ["5H", "5C", "5S"]
    assert table(position)["discards"] == ["QD"]
    position.play("draw")
    assert "KD" in table(position, 0)["hands"][0]


def test_the_start_moves_one_seat_to_the_left_each_round_and_the_hand_grows() -> None:
    position = fivefold.start("five_crowns", 3, seed=5, options={"turn_limit": 1})
    for round in range(1, 12):
        view = table(position)
        assert (view["round"], view["cards_each"]) == (round, round + 2)
        assert view["wild"] == ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][round - 1]
        assert view["starter"] == (round - 1) % 3
        first = (round - 1) % 3
        for turn in range(3):
            assert position.to_act == ((first + turn) % 3,)
            position.play("draw")
            seat = position.to_act[0]
            position.play(next(move for move in position.legal(seat) if move.startswith("discard")))
    assert position.over


# --- a turn -----------------------------------------------------------------------------------------------------------


def test_a_turn_takes_one_card_and_discards_one() -> None:
    position = two_players("4C 5C 6H 7H 9S 8S QD KD")
    assert position.legal(0) == ["draw", "pick"]
    position.play("pick")
    assert position.legal(0) == ["discard 4C", "discard 6H", "discard 9S", "discard QD"]
    position.play("discard 9S")
    assert position.to_act == (1,)
    assert table(position)["discards"] == ["9S"]


def test_the_top_discard_may_be_taken_and_discarded_again() -> None:
    position = two_players("4C 5C 6H 7H 9S 8S QD KD")
    play(position, "pick, discard QD")
    assert table(position)["discards"] == ["QD"]
    assert table(position)["known"] == [[], []]


def test_a_card_held_twice_is_one_move() -> None:
    position = two_players("4C 5C 4C 7H 9S 8S QD KD")
    position.play("draw")
    assert position.legal(0).count("discard 4C") == 1
    position.play("discard 4C")
    assert table(position, 0)["hands"][0] == ["4C", "9S", "KD"]


def test_refusals_name_the_rule() -> None:
    position = two_players("4C 5C 6H 7H 9S 8S QD KD")
    assert refusal(position, "discard 4C").code == "take_first"
    assert refusal(position, "out 4C").code == "take_first"
    position.play("draw")
    assert refusal(position, "draw").code == "taken_already"
    assert refusal(position, "pick").code == "taken_already"
    refused = refusal(position, "discard 3C")
    assert (refused.code, refused.arguments) == ("not_in_hand", {"card": "3C"})
    refused = refusal(position, "out KD")
    assert (refused.code, refused.arguments) == ("not_melded", {"card": "KD", "points": 4 + 6 + 9})
    assert refusal(position, "discard 1C").code == "unreadable"


# --- going out --------------------------------------------------------------------------------------------------------


def test_who_melds_all_other_cards_may_go_out_with_any_card() -> None:
    position = two_players("4C 5C 4H 7H 4S 8S 4D KD")
    position.play("pick")
    outs = {f"out {card}" for card in ("4C", "4H", "4S", "4D")}
    assert outs <= set(position.legal(0))
    position.play("out 4D")
    assert table(position)["out"] == 0
    assert table(position)["discards"] == ["4D"]


def test_who_could_go_out_may_go_on() -> None:
    position = two_players("4C 5C 4H 7H 4S 8S 4D KD")
    play(position, "pick, discard 4D")
    assert table(position)["out"] is None
    assert position.to_act == (1,)
    assert table(position)["hands"] == [None, None]


def test_out_needs_every_other_card_melded() -> None:
    position = two_players("4C 5C 4H 7H 9S 8S QD KD")
    position.play("draw")
    assert not any(move.startswith("out") for move in position.legal(0))


def test_wild_cards_help_out_and_may_be_the_last_card() -> None:
    position = two_players("4C 5C 4H 7H Jo 8S 3D KD")
    position.play("pick")
    assert position.legal(0) == sorted(
        [
            *(f"discard {card}" for card in ("4C", "4H", "3D", "Jo")),
            *(f"out {card}" for card in ("4C", "4H", "3D", "Jo")),
        ]
    )


def test_after_out_each_other_seat_has_one_turn_clockwise_and_only_discards() -> None:
    first = "4C 5C 6C  4H 8H QH  4S 9S KS  2 ".replace("2 ", "KD")
    position = fivefold.start("five_crowns", 3, seed=1, shuffles=[shuffle_from(first + " 9D")])
    play(position, "draw, out 9D")
    assert table(position)["last_turns"] == 2
    assert position.to_act == (1,)
    position.play("pick")
    assert not any(move.startswith("out") for move in position.legal(1))
    position.play("discard 5C")
    assert position.to_act == (2,)
    assert table(position)["round"] == 1
    drop_drawn(position)
    assert table(position)["round"] == 2
    assert position.scores[0] == 0


def test_nobody_goes_out_after_somebody_did() -> None:
    position = two_players("4C 5C 4H 5H 4S 5S 9D KD")
    play(position, "pick, out 9D, pick")
    assert "out 9D" not in position.legal(1)
    refused = refusal(position, "out 9D")
    assert (refused.code, refused.arguments) == ("somebody_is_out", {"seat": 0})
    position.play("discard 9D")
    assert position.scores == (0, 0)


def test_the_card_discarded_with_out_can_be_picked() -> None:
    position = two_players("4C 9C 4H 9H 4S KS 9D KD")
    play(position, "pick, out 9D, pick, discard KS")
    assert position.scores == (0, 0)


def test_a_hand_that_went_out_is_open_at_once_and_each_other_with_its_last_discard() -> None:
    first = "4C 5C 6C  4H 8H QH  4S 9S KS  KD 9D"
    position = fivefold.start("five_crowns", 3, seed=1, shuffles=[shuffle_from(first)])
    play(position, "draw, out 9D")
    view = table(position)
    assert view["hands"][0] == ["4H", "4C", "4S"]
    assert view["hands"][1:] == [None, None]
    assert view["laid"][0] == {
        "melds": [{"kind": "book", "cards": [{"card": card, "as": None} for card in ("4H", "4C", "4S")]}],
        "unused": [],
        "points": 0,
    }
    play(position, "pick, discard 5C")
    view = table(position)
    assert view["hands"][1] == ["8H", "9S", "9D"]
    assert view["laid"][1]["points"] == 26
    assert view["hands"][2] is None
    assert view["known"] == [[], [], []]


def test_when_the_round_ends_all_hands_are_shown_with_their_melds() -> None:
    position = two_players("4C 9C 4H 9H 4S KS 8D KD")
    play(position, "pick, out 8D, draw, discard KD")
    last = table(position)["last_round"]
    assert (last["round"], last["wild"], last["out"], last["points"]) == (1, "3", 0, [0, 31])
    assert last["hands"][0]["melds"][0]["kind"] == "book"
    assert last["hands"][1] == {"melds": [], "unused": ["9H", "9C", "KS"], "points": 31}
    assert table(position)["sheet"] == [[0, 31]]


# --- scoring ----------------------------------------------------------------------------------------------------------


def test_unused_cards_count_and_the_one_who_is_out_scores_nothing() -> None:
    position = two_players("4C 3C 4H QH 4S Jo 8D 5D")
    play(position, "pick, out 8D, draw, discard 3C")
    assert position.scores == (0, 67)  # 12, 50 and 5: one wild card helps nothing without a pair or neighbour


def test_the_cards_kept_are_melded_best_and_the_discard_does_not_count() -> None:
    position = two_players("4C 9C 4H 9H 4S KS 8D 9D")
    play(position, "pick, out 8D, draw, discard KS")
    assert position.scores == (0, 0)


def test_scores_change_only_when_a_round_ends() -> None:
    position = two_players("4C 9C 4H 9H 4S KS 8D KD")
    seen = [position.scores]
    for move in ("pick", "out 8D", "draw", "discard KD"):
        position.play(move)
        seen.append(position.scores)
    assert seen == [(0, 0)] * 4 + [(0, 31)]


# --- the turn limit ---------------------------------------------------------------------------------------------------


def test_after_50_turns_of_each_seat_the_round_ends_and_all_hands_are_scored() -> None:
    position = two_players("4C 5C 6H 7H 9S 8S QD KD")
    for turn in range(100):
        assert table(position)["round"] == 1
        assert table(position)["turns"] == turn
        pass_turn(position)
    assert table(position)["round"] == 2
    assert position.scores == (19, 20)
    assert table(position)["last_round"]["out"] is None


def test_out_on_the_last_turn_before_the_limit_gives_the_others_their_last_turn() -> None:
    position = two_players("4C 5C 6H 5H 9S 5S QD KD", turn_limit=1)
    pass_turn(position)
    play(position, "pick, out QD")
    assert table(position)["round"] == 1
    assert position.to_act == (0,)
    play(position, "draw, discard KD")
    assert position.scores == (19, 0)


# --- the draw pile is renewed -----------------------------------------------------------------------------------------


def drawn_empty(seed: int = 3, players: int = 2) -> Position:
    """The draw pile is empty, before a turn: every card was drawn and something discarded."""
    position = fivefold.start("five_crowns", players, seed=seed, options={"turn_limit": 1000})
    while table(position)["pile"]:
        drop_drawn(position)
    return position


def test_when_somebody_draws_from_an_empty_pile_the_discards_under_the_top_one_are_shuffled_first() -> None:
    position = drawn_empty()
    discards = table(position)["discards"]
    assert len(discards) == 116 - 6
    assert len(position.record()["shuffles"]) == 1
    position.play("draw")
    recycled = position.record()["shuffles"][1].split()
    assert Counter(recycled) == Counter(discards[:-1])
    view = table(position, position.to_act[0])
    assert view["discards"] == discards[-1:]
    assert view["pile"] == len(recycled) - 1
    assert recycled[0] in view["hands"][position.to_act[0]]


def test_a_recycled_shuffle_that_is_not_the_discards_is_refused() -> None:
    position = drawn_empty()
    record = position.record()
    record["moves"].append([position.to_act[0], "draw"])
    record["shuffles"].append(shuffle_from(""))
    with pytest.raises(ValueError, match="shuffle 2"):
        fivefold.replay(record)


def test_with_an_empty_pile_the_top_discard_can_still_be_picked_without_a_shuffle() -> None:
    position = drawn_empty()
    assert position.legal(position.to_act[0]) == ["draw", "pick"]
    position.play("pick")
    assert len(position.record()["shuffles"]) == 1


def test_with_an_empty_pile_and_nothing_under_the_top_discard_draw_is_not_allowed() -> None:
    position = fivefold.start("five_crowns", 2, seed=1)
    s: Any = position._s
    for place in range(PACK - s.pile, PACK):
        s.table[place] = NOTHING
    s.pile = 0
    assert position.legal(0) == ["pick"]
    assert refusal(position, "draw").code == "nothing_to_draw"
    position.play("pick")


def test_melds_laid_down_stay_out_of_a_renewed_pile() -> None:
    position = two_players("4C 9C 4H 9H 4S KS 8D KD")
    play(position, "pick, out 8D")
    s: Any = position._s
    moved = [s.table[place] for place in range(PACK - s.pile, PACK)]
    for place in range(PACK - s.pile, PACK):
        s.table[place] = NOTHING
    for kind in moved:
        s.table[s.discards] = kind
        s.discards += 1
    s.pile = 0
    position.play("draw")
    recycled = Counter(position.record()["shuffles"][1].split())
    assert sum(recycled.values()) == 116 - 6 - 1
    assert (recycled["4C"], recycled["4H"], recycled["4S"]) == (1, 1, 1)


# --- the end ----------------------------------------------------------------------------------------------------------


def at_the_end(points: list[list[int]], tiebreak: int = 0, players: int = 3) -> Position:
    """A match in the last turn of its eleventh round, with these points so far for each seat, in two rounds."""
    options = {"turn_limit": 1, "tiebreak": ["share", "round"][tiebreak]}
    position = fivefold.start("five_crowns", players, seed=1, options=options)
    while table(position)["round"] < 11 or position._s.turns < players - 1:  # type: ignore[attr-defined]
        drop_drawn(position)
    s: Any = position._s
    for round in range(11):
        for seat in range(players):
            s.points[round, seat] = points[seat][round] if round < len(points[seat]) else 0
    return position


def finish_with_equal_hands(position: Position) -> None:
    """All hands become alike and the last turn is played."""
    s: Any = position._s
    for seat in range(s.players):
        for copy in range(4):
            s.hands[seat, copy] = 0
        s.jokers[seat] = 0
        give(s, seat, "KC KD KH KS Jo Jo Jo Jo Jo Jo Jo Jo Jo")
        for row in (s.known, s.kept):
            row[seat] = [NOTHING] * 14
    pass_turn(position)


def test_the_lowest_total_wins() -> None:
    position = at_the_end([[5, 9], [20, 0], [3, 3]])
    finish_with_equal_hands(position)
    assert position.over
    assert position.scores == (14, 20, 6)
    assert position.winners == (2,)
    assert position.rewards == (0.0, -1.0, 1.0)


def test_a_tie_is_shared() -> None:
    position = at_the_end([[5, 9], [14], [30]])
    finish_with_equal_hands(position)
    assert position.winners == (0, 1)
    assert position.rewards == (0.5, 0.5, -1.0)


def test_a_tie_is_played_off_by_those_who_tie_if_the_option_says_so() -> None:
    position = at_the_end([[14], [30], [5, 9]], ROUND)
    finish_with_equal_hands(position)
    assert not position.over
    view = table(position)
    assert (view["round"], view["cards_each"], view["wild"], view["in_round"]) == (12, 6, "6", [0, 2])
    assert view["tiebreaker"]
    assert view["starter"] == 2  # seat 11 mod 3
    assert position.to_act == (2,)
    assert view["counts"] == [6, 0, 6]
    assert view["hands"] == [None, [], None]
    assert view["pile"] == 116 - 13
    drop_drawn(position)
    assert position.to_act == (0,)


def test_the_tie_breaker_is_begun_by_the_first_of_those_who_tie() -> None:
    position = at_the_end([[14], [5, 9], [30]], ROUND)
    finish_with_equal_hands(position)
    assert position.to_act == (0,)  # seat 2 does not play


def test_the_lowest_in_the_tie_breaker_wins_and_its_points_are_shown_but_not_added() -> None:
    position = at_the_end([[14], [30], [5, 9]], ROUND)
    finish_with_equal_hands(position)
    s: Any = position._s
    for seat, cards in ((0, "3C 3D 3H 4C 4D 4H"), (2, "3C 3D 3H 4C 4D KH")):
        for copy in range(4):
            s.hands[seat, copy] = 0
        s.jokers[seat] = 0
        give(s, seat, cards)
    pass_turn(position)
    pass_turn(position)
    assert position.over
    assert position.scores == (14, 30, 14)
    assert position.winners == (0,)
    view = table(position)
    assert view["tiebreaker_points"] == [0, None, 21]
    assert len(view["sheet"]) == 11
    assert view["last_round"]["round"] == 12
    assert view["last_round"]["hands"][1] is None
    assert position.rewards == (1.0, -1.0, 0.0)


def test_who_ties_in_the_tie_breaker_too_shares() -> None:
    position = at_the_end([[14], [30], [5, 9]], ROUND)
    finish_with_equal_hands(position)
    s: Any = position._s
    for seat in (0, 2):
        for copy in range(4):
            s.hands[seat, copy] = 0
        s.jokers[seat] = 0
        give(s, seat, "3C 3D 3H 4C 4D 4H")
    pass_turn(position)
    pass_turn(position)
    assert position.winners == (0, 2)


def test_without_a_tie_for_the_lowest_total_there_is_no_tie_breaker() -> None:
    position = at_the_end([[14], [14], [5]], ROUND)
    finish_with_equal_hands(position)
    assert position.over
    assert position.winners == (2,)
    assert table(position)["tiebreaker_points"] is None


def test_at_the_end_everything_is_open() -> None:
    position = at_the_end([[1], [2], [3]])
    finish_with_equal_hands(position)
    view = table(position)
    assert all(len(hand) == 13 for hand in view["hands"])
    assert len(view["pile_cards"]) == view["pile"]
    assert (view["turn"], view["phase"], view["starter"]) == (None, None, None)


# --- against a match by hand ------------------------------------------------------------------------------------------


def lively_moves(position: Position, chance: random.Random) -> Iterator[str]:
    """Random moves that go out often enough, and draw more than they pick."""
    while not position.over:
        legal = position.legal(position.to_act[0])
        outs = [move for move in legal if move.startswith("out")]
        if outs and chance.random() < 0.5:
            yield chance.choice(outs)
        elif "draw" in legal and chance.random() < 0.7:
            yield "draw"
        else:
            yield chance.choice(legal)


@pytest.mark.parametrize(
    ("players", "turn_limit", "tiebreak"),
    [
        (2, 50, "share"),
        (2, 1, "round"),
        (3, 7, "share"),
        (4, 20, "round"),
        (7, 12, "share"),
        (8, 4, "share"),
        (14, 3, "round"),
    ],
)
def test_random_matches_go_as_they_do_by_hand(players: int, turn_limit: int, tiebreak: str) -> None:
    options = {"turn_limit": turn_limit, "tiebreak": tiebreak}
    position = fivefold.start("five_crowns", players, seed=players, options=options)
    trace = [(position.to_act, position.legal(position.to_act[0]), position.scores)]
    for move in lively_moves(position, random.Random(players)):
        position.play(move)
        legal = position.legal(position.to_act[0]) if position.to_act else []
        trace.append((position.to_act, legal, position.scores))
    match = Match(players, position.record()["shuffles"], turn_limit, tiebreak)
    for ply, (to_act, legal, scores) in enumerate(trace):
        assert (to_act, legal) == (() if match.over else (match.to_act,), match.legal())
        assert scores == tuple(match.totals)
        if ply < len(position.moves):
            match.play(position.moves[ply][1])
    assert match.over
    assert list(position.winners) == match.winners


def same_hands(cards: int) -> str:
    """A shuffle that deals two players the same cards, of kinds with two copies, and turns up a king."""
    kinds = [text for text in TEXTS if text not in ("Jo", "K*")]
    chosen = random.Random(cards).sample(kinds, cards)
    return shuffle_from(" ".join(f"{kind} {kind}" for kind in chosen) + " K*")


@pytest.mark.parametrize("last", ["4C 4D 4H 4S 4* 5D 7H 8S 9C 9D JS KC QD", "4C 4C 5D 5D 7H 7H 8S 8S 9C 9C JS JS QD"])
def test_a_match_that_ties_is_played_off_as_it_is_by_hand(last: str) -> None:
    shuffles = [same_hands(cards) for cards in range(3, 14)] + [shuffle_from(last)]
    options = {"turn_limit": 1, "tiebreak": "round"}
    position = fivefold.start("five_crowns", 2, shuffles=shuffles, options=options)
    match = Match(2, shuffles, 1, "round")
    while not position.over:
        assert position.to_act == (match.to_act,)
        assert position.legal(match.to_act) == match.legal()
        move = f"discard {table(position)['known'][match.to_act][0]}" if match.must_discard else "pick"
        position.play(move)
        match.play(move)
        assert position.scores == tuple(match.totals)
    assert match.over
    assert len(set(position.scores)) == 1
    assert table(position)["tiebreaker_points"] is not None
    assert list(position.winners) == match.winners


# --- secrets ----------------------------------------------------------------------------------------------------------


def in_round(round: int, players: int, seed: int) -> Position:
    """A match that begins in a later round."""
    position = fivefold.start("five_crowns", players, seed=seed, options={"turn_limit": 1000})
    s: Any = position._s
    s.round, s.waiting = round, 1
    position._deal()
    return position


def veiled(states: Any, viewer: int) -> Any:
    hidden = states.copy()
    GAME.engine.loop("veil")(hidden, 0, viewer)
    return hidden


def world_behind(states: Any, viewer: int, seed: int) -> Any:
    world = veiled(states, viewer)
    GAME.engine.loop("deal_hidden")(world, 0, viewer, streams(seed, 1)[0])
    return world


def quiet_moves(position: Position, chance: random.Random, plies: int) -> Iterator[int]:
    """Random moves without going out, drawing mostly; yields the ply before each."""
    for ply in range(plies):
        yield ply
        legal = [move for move in position.legal(position.to_act[0]) if not move.startswith("out")]
        position.play("draw" if "draw" in legal and chance.random() < 0.8 else chance.choice(legal))


def test_a_drawn_card_is_its_owners_secret_and_a_picked_one_is_known_until_it_is_discarded() -> None:
    position = two_players("4C 5C 6H 7H 9S 8S QD KD")
    position.play("draw")
    assert table(position, 0)["hands"] == [["6H", "4C", "9S", "KD"], None]
    assert table(position, 1)["hands"] == [None, ["7H", "5C", "8S"]]
    assert table(position, 1)["counts"] == [4, 3]
    assert table(position, 1)["pile_cards"] is None
    play(position, "discard 4C, pick, discard 8S")
    assert table(position, 0)["known"] == [[], ["4C"]]
    assert table(position)["known"] == [[], ["4C"]]
    play(position, "draw, discard KD, draw, discard 4C")
    assert table(position, 0)["known"] == [[], []]


def test_every_move_reads_the_same_to_everybody() -> None:
    position = two_players("4C 5C 6H 7H 9S 8S QD KD")
    assert position.seen(0, "draw", 1) == "draw"
    position.play("draw")
    assert position.seen(0, "discard 4C", 1) == "discard 4C"


KEPT, FRESH, LOOSE = "kept", "fresh", "loose"
Places = dict[tuple[int, str], int]
"""How many hidden places of a sort each seat has; seat -1 is the draw pile."""


def all_worlds(cards: list[tuple[str, str]], places: Places) -> Counter[tuple[Any, ...]]:
    """Each way to lay the cards, each told apart, on the places; alike ones counted together."""
    where = [place for place, count in places.items() for _ in range(count)]
    worlds: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(cards):
        if all(LOOSE in (card[1], place[1]) or card[1] == place[1] for card, place in zip(order, where, strict=True)):
            laid = [(place[0], card[0]) for card, place in zip(order, where, strict=True)]
            worlds[world_key(laid)] += 1
    return worlds


def world_key(laid: list[tuple[int, str]]) -> tuple[Any, ...]:
    hands = tuple(tuple(sorted(card for seat, card in laid if seat == owner)) for owner in (1, 2))
    return (*hands, tuple(card for seat, card in laid if seat == -1))


def small_state(cards: list[tuple[str, str]], places: Places) -> tuple[Any, State]:
    """A veiled state of three seats in which only these cards are hidden from seat 0."""
    states = GAME.engine.start(3)
    s: Any = GAME.state(states)
    s.waiting = 0
    s.pile = places.get((-1, FRESH), 0)
    for place in range(PACK - s.pile, PACK):
        s.table[place] = HIDDEN
    for (seat, sort), count in places.items():
        if seat >= 0:
            s.unknown[seat] += count
            s.kept_most[seat] += count * (sort != FRESH)
            s.fresh_most[seat] += count * (sort != KEPT)
    for text, sort in cards:
        s.unseen[NUMBERS[text]] += 1
        s.kept_most_of[NUMBERS[text]] += sort != FRESH
        s.fresh_most_of[NUMBERS[text]] += sort != KEPT
    return states, s


def assert_uniform(states: Any, expected: Counter[tuple[Any, ...]], known: str = "", samples: int = 6000) -> None:
    """Worlds come as often as they should: chi-square, with a seed that is fixed."""
    deal_hidden, stream = GAME.engine.loop("deal_hidden"), streams(1, 1)[0]
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(samples):
        world = states.copy()
        deal_hidden(world, 0, 0, stream)
        s: Any = GAME.state(world)
        hands = [Counter(hand_of(s, seat)) for seat in (1, 2)]
        hands[1].subtract(known.split())
        pile = tuple(TEXTS[s.table[place]] for place in range(PACK - s.pile, PACK))
        found[(*(tuple(sorted(hand.elements())) for hand in hands), pile)] += 1
    assert set(found) <= set(expected)
    total = sum(expected.values())
    worlds = sorted(expected)
    chances = [expected[world] * samples / total for world in worlds]
    assert chisquare([found[world] for world in worlds], chances).pvalue > 1e-3


@pytest.mark.compiled
def test_worlds_are_uniform_before_the_pile_is_renewed() -> None:
    cards = [("4C", FRESH), ("4C", FRESH), ("9D", FRESH), ("Jo", FRESH), ("Jo", FRESH), ("KD", FRESH)]
    places = {(1, FRESH): 2, (2, FRESH): 2, (-1, FRESH): 2}
    states, s = small_state(cards, places)
    s.known[2, 0] = NUMBERS["4C"]
    assert_uniform(states, all_worlds(cards, places), known="4C")


@pytest.mark.compiled
def test_worlds_are_uniform_after_it_with_recycled_cards_only_where_they_can_be() -> None:
    cards = [("4C", KEPT), ("9D", KEPT), ("Jo", KEPT), ("4C", FRESH), ("KD", FRESH), ("5H", FRESH)]
    places = {(1, KEPT): 2, (2, KEPT): 1, (2, FRESH): 1, (-1, FRESH): 2}
    states, _ = small_state(cards, places)
    assert_uniform(states, all_worlds(cards, places))


@pytest.mark.parametrize(
    "places",
    [
        {(1, KEPT): 1, (1, LOOSE): 1, (2, KEPT): 1, (-1, FRESH): 3},
        {(1, LOOSE): 2, (2, KEPT): 1, (2, FRESH): 1, (-1, FRESH): 2},
    ],
)
@pytest.mark.compiled
def test_worlds_are_uniform_when_nobody_knows_of_some_cards_whether_they_were_recycled(places: Places) -> None:
    cards = [("4C", KEPT), ("Jo", KEPT), ("5H", FRESH), ("KD", FRESH), ("9D", LOOSE), ("9D", LOOSE)]
    if (1, LOOSE) in places and places[1, LOOSE] == 1:
        cards[-1] = ("9D", FRESH)
    states, _ = small_state(cards, places)
    assert_uniform(states, all_worlds(cards, places))


@pytest.mark.parametrize(("own_is_kept", "other"), [(True, FRESH), (False, KEPT)])
@pytest.mark.compiled
def test_a_seat_that_has_the_one_copy_knows_of_which_sort_the_other_is(own_is_kept: bool, other: str) -> None:
    cards = [("5H", KEPT), ("9D", KEPT), ("KD", FRESH), ("QS", LOOSE), ("4C", other)]
    places = {(1, KEPT): 1 + (other == KEPT), (1, LOOSE): 1, (2, KEPT): 1, (-1, FRESH): 1 + (other == FRESH)}
    states, s = small_state([*cards, ("4C", KEPT if own_is_kept else FRESH)], places)
    give(s, 0, "4C")
    if own_is_kept:
        s.kept[0, 0] = NUMBERS["4C"]
    assert_uniform(states, all_worlds(cards, places))


@pytest.mark.parametrize("players", [2, 5, 7])
def test_what_everybody_knows_of_hidden_cards_is_true_through_all_renewals(players: int) -> None:
    position = in_round(11, players, seed=players)
    for _ in quiet_moves(position, random.Random(players), 400):
        s: Any = position._s
        kept_of: Counter[int] = Counter()
        hidden: Counter[int] = Counter(s.table[place] for place in range(PACK - s.pile, PACK))
        for seat in range(players):
            kept = [kind for kind in s.kept[seat] if kind != NOTHING]
            known = [kind for kind in s.known[seat] if kind != NOTHING]
            held = Counter(NUMBERS[text] for text in hand_of(s, seat))
            assert not Counter(known) - held
            held.subtract(known)
            assert not Counter(kept) - held
            assert s.unknown[seat] == sum(held.values())
            assert len(kept) <= s.kept_most[seat] <= s.unknown[seat]
            assert s.fresh_most[seat] <= s.unknown[seat]
            assert s.unknown[seat] - len(kept) <= s.fresh_most[seat]
            hidden.update(held)
            kept_of.update(kept)
        for kind in range(KINDS):
            assert s.unseen[kind] == hidden[kind]
            assert max(s.kept_most_of[kind], s.fresh_most_of[kind]) <= s.unseen[kind]
            assert kept_of[kind] <= s.kept_most_of[kind]
            assert hidden[kind] - kept_of[kind] <= s.fresh_most_of[kind]
    assert len(position.record()["shuffles"]) > 2


def test_worlds_after_a_renewal_hide_no_kept_card_in_the_pile_and_leave_the_veil_as_it_is() -> None:
    position = in_round(11, 7, seed=2)
    renewed = 0
    for ply in quiet_moves(position, random.Random(2), 200):
        renewed += len(position.record()["shuffles"]) > 2
        for viewer in (-1, 0, 3):
            world = world_behind(position._states, viewer, ply)
            assert veiled(world, viewer).tobytes() == veiled(position._states, viewer).tobytes()
            s: Any = GAME.state(world)
            pile = Counter(s.table[place] for place in range(PACK - s.pile, PACK))
            assert all(count <= s.fresh_most_of[kind] for kind, count in pile.items())
            assert GAME.rules.census(s) == GAME.rules.census(position._s)
    assert renewed > 50


def test_what_a_seat_cannot_know_never_shows_later_in_its_veiled_state() -> None:
    """The truth and another world run side by side: as long as the same is seen, the same is known."""
    compared = 0
    for seed in range(30):
        position = in_round(11, 7, seed)
        for _ in quiet_moves(position, random.Random(seed), 60 + seed):
            pass
        other = position.copy()
        other._states = world_behind(position._states, 0, seed)
        chance = random.Random(seed)
        for _ in range(40):
            assert veiled(other._states, 0).tobytes() == veiled(position._states, 0).tobytes()
            seat = position.to_act[0]
            both = set(position.legal(seat)) & set(other.legal(seat))
            moves = sorted(move for move in both if not move.startswith("out") and (seat != 0 or move != "draw"))
            if not moves:
                break
            move = chance.choice(moves)
            if move == "draw" and position._s.pile == 0:  # type: ignore[attr-defined]
                break  # each would shuffle for itself
            position.play(move)
            other.play(move)
            compared += 1
    assert compared > 300


# --- views ------------------------------------------------------------------------------------------------------------


def test_the_view_lays_out_the_own_hand_and_what_each_discard_would_leave() -> None:
    position = two_players("4C 5C 4H 7H 4S 8S 4D KD")
    assert table(position, 0)["best"]["points"] == 0
    assert table(position, 0)["after"] is None
    position.play("pick")
    after = table(position, 0)["after"]
    assert set(after) == {"4C", "4H", "4S", "4D"}
    assert all(laid["points"] == 0 for laid in after.values())
    assert table(position, 1)["after"] is None
    assert table(position)["best"] is None


def test_the_score_sheet_has_each_finished_round() -> None:
    position = fivefold.start("five_crowns", 4, seed=9, options={"turn_limit": 2})
    chance = random.Random(9)
    for move in lively_moves(position, chance):
        sheet = table(position)["sheet"]
        assert [sum(column) for column in zip(*sheet, strict=True)] == list(position.scores) or not sheet
        position.play(move)
    assert len(table(position)["sheet"]) == 11


def test_the_longest_match_is_not_longer_than_it_says() -> None:
    assert GAME.rules.State.dtype.itemsize <= 2048
    position = fivefold.start("five_crowns", 2, seed=1, options={"turn_limit": 2})
    bound = GAME.rules.longest(position._s)
    while not position.over:
        drop_drawn(position)
    assert len(position.moves) == 2 * 2 * 2 * 11 <= bound
