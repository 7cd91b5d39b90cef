"""Five Crowns' bots: what they pick up, keep and throw away, and what they say of it."""

from __future__ import annotations

import random
from collections import Counter
from statistics import mean

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.five_crowns.cards import NUMBERS, TEXTS
from fivefold.games.five_crowns.rules import deal_round
from fivefold.match.playing import play_on, play_seen
from fivefold.match.position import Position
from fivefold.search.limit import Limit

from .melds_by_definition import least_unused

GAME = find("five_crowns")
JUDGING = ("greedy", "medium", "hard")

pytestmark = pytest.mark.compiled


def thinker(name: str, seat: int = 0, seed: int = 1, units: int | None = None) -> Thinker:
    made = GAME.bot(name, seat, seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def whole_pack() -> Counter[str]:
    return Counter([text for text in TEXTS for _ in range(6 if text == "Jo" else 2)])


def in_round(number: int, *hands: str, top: str, then: str = "") -> Position:
    """A round of this number as it begins, with these hands from the starting seat on, this card turned up, and these
    drawn first."""
    position = fivefold.start("five_crowns", len(hands), seed=1)
    order = [card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards]
    first = [*order, top, *then.split()]
    left = whole_pack()
    left.subtract(first)
    rest = list(left.elements())
    random.Random(3).shuffle(rest)
    state = position._s
    state.round = number  # type: ignore[attr-defined]
    deal_round(state, [NUMBERS[card] for card in [*first, *rest]])  # type: ignore[arg-type]
    return position


def chosen(position: Position, name: str = "hard") -> str:
    (seat,) = position.to_act
    return thinker(name, seat).choose(position.sight(seat))


def told(position: Position) -> tuple[str, str, str | None]:
    """The hard bot's move, its reason and the verdict, in words."""
    (seat,) = position.to_act
    hard, sight = thinker("hard", seat), position.sight(seat)
    weighed = hard.weigh(sight)
    reason, verdict = hard.reason(sight, weighed.best, weighed), hard.verdict(sight)
    say = GAME.catalogue.sentence
    known = say("verdicts", verdict.code, verdict.arguments) if verdict else None
    move = GAME.text.write(position._s, seat, weighed.best)
    return move, say("reasons", reason.code, reason.arguments), known


def play(position: Position, moves: str) -> None:
    for move in moves.split(", "):
        position.play(move)


# --- going out --------------------------------------------------------------------------------------------------------


def test_a_hand_that_is_melded_goes_out() -> None:
    position = in_round(1, "8C 8H 9D", "4C 6H JS", top="QD", then="8S")
    position.play("draw")
    assert [chosen(position, name) for name in JUDGING] == ["out 9D"] * 3
    _, reason, verdict = told(position)
    assert reason == "It goes out: all other cards are melded, and each other seat has one turn left."
    assert verdict == "You can go out now."


def test_the_card_that_lets_a_seat_go_out_is_picked_up() -> None:
    position = in_round(1, "8C 8H 9D", "4C 6H JS", top="8S")
    assert [chosen(position, name) for name in JUDGING] == ["pick"] * 3
    assert told(position)[1] == "With the 8S you can go out."


def test_a_card_that_helps_nothing_is_left_where_it_is() -> None:
    position = in_round(1, "8C 8H 9H", "4C 6H JS", top="KD")
    assert [chosen(position, name) for name in JUDGING] == ["draw"] * 3
    assert told(position)[1] == "The KD from the discards would leave no fewer points unused."


def test_one_card_away_says_how_many_cards_will_do() -> None:
    position = in_round(1, "8C 8H KD", "4C 6H JS", top="QD")
    # Eight 8s, ten 3s and six jokers.
    assert told(position)[2] == "You are one card away from going out: 24 of the 112 cards that you do not see will do."


# --- keeping what promises more ---------------------------------------------------------------------------------------


def test_a_high_pair_is_kept_rather_than_a_low_card() -> None:
    position = in_round(2, "KC KH 5D 7S", "3C 6H JS 8D", top="QD", then="5C")
    position.play("draw")
    assert chosen(position, "greedy") in ("discard KC", "discard KH")
    for name in ("medium", "hard"):
        assert chosen(position, name) in ("discard 7S", "discard 5D", "discard 5C"), name


def test_greedy_leaves_as_few_points_as_the_definition_of_melds_allows() -> None:
    chance, looked_at = random.Random(4), 0
    position = fivefold.start("five_crowns", 2, seed=9)
    while looked_at < 40:
        (seat,) = position.to_act
        move = chosen(position, "greedy")
        view = position.view(seat)["table"]
        wild, hand = view["round"] + 2, view["hands"][seat]
        if move.startswith("discard"):
            left = {card: least_unused(without(hand, card), wild) for card in hand}
            assert left[move.removeprefix("discard ")] == min(left.values())
            looked_at += 1
        position.play(chance.choice(position.legal(seat)))


def without(hand: list[str], card: str) -> list[str]:
    rest = list(hand)
    rest.remove(card)
    return rest


# --- the last turn ----------------------------------------------------------------------------------------------------


NINES = "9C 9H 9S 9D"


def expected(hand: list[str], unseen: list[str], wild: int) -> float:
    """The points that are left on average after one of these cards was drawn and the worst card discarded."""
    values = {card: min(least_unused(without([*hand, card], d), wild) for d in {*hand, card}) for card in {*unseen}}
    return mean(values[card] for card in unseen)


def test_in_the_last_turn_hard_draws_or_picks_up_as_an_exact_count_says() -> None:
    chance, decided = random.Random(8), Counter[str]()
    for _ in range(30):
        pack = list((whole_pack() - Counter(NINES.split())).elements())
        chance.shuffle(pack)
        hand, top = pack[:4], pack[4]
        position = in_round(2, NINES, " ".join(hand), top=top)
        play(position, f"pick, out {top}")
        unseen = whole_pack() - Counter([*hand, top, *NINES.split()])
        drawn, picked = expected(hand, list(unseen.elements()), 4), expected(hand, [top], 4)
        if abs(drawn - picked) > 1.0:
            right = "draw" if drawn < picked else "pick"
            assert chosen(position) == right
            decided[right] += 1
    assert min(decided["draw"], decided["pick"]) >= 3


def test_in_the_last_turn_the_fewest_points_are_kept_whatever_they_promise() -> None:
    position = in_round(1, "8C 8H 8S", "KC KH 4D", top="QD", then="5C 6H")
    play(position, "draw, out 5C, draw")
    assert all(chosen(position, name) in ("discard KC", "discard KH") for name in JUDGING)
    _, reason, verdict = told(position)
    assert reason == "It leaves 23 unused points, as few as any discard."
    assert verdict == "Seat 0 is out, and at best 23 of your points stay unused."


# --- the next seat ----------------------------------------------------------------------------------------------------


def test_a_card_that_the_next_seat_can_use_is_not_thrown_to_it() -> None:
    """Seat 0 has picked up two hearts in a row: of two jacks the one that does not go on with them goes."""
    position = in_round(2, "5C 5H 9H 10H", "KD KS 6C 7D", top="QD", then="5S JH JC")
    play(position, "draw, discard 9H, pick, discard KD, draw, discard 10H, pick, discard KS, draw")
    assert chosen(position) == "discard JC"


# --- strength, memory and review --------------------------------------------------------------------------------------


def test_the_same_seed_and_units_make_the_same_match() -> None:
    matches = []
    for _ in range(2):
        position = fivefold.start("five_crowns", 2, seed=2)
        bots = {seat: thinker("hard", seat, 5, units=40) for seat in range(2)}
        for _ in range(60):
            (seat,) = position.to_act
            play_seen(position, bots[seat].choose(position.sight(seat)), seat, bots)
        matches.append(position.moves)
    assert matches[0] == matches[1]


def test_points_fall_from_level_to_level() -> None:
    """Over a few matches the weaker of each pair has many more points."""
    for weaker, stronger in (("random", "easy"), ("greedy", "hard")):
        lead = 0
        for deal in range(3):
            for swapped in range(2):
                position = fivefold.start("five_crowns", 2, seed=50 + deal)
                names = (weaker, stronger) if swapped else (stronger, weaker)
                play_on(position, {seat: GAME.bot(name, seat, 3, Limit(units=200)) for seat, name in enumerate(names)})
                lead += position.scores[names.index(weaker)] - position.scores[names.index(stronger)]
        assert lead > 0, (weaker, stronger)


def test_a_review_finds_a_meld_broken_instead_of_going_out() -> None:
    position, blunder = fivefold.start("five_crowns", 2, seed=3), None
    bots = {seat: thinker("hard", seat, 1, units=200) for seat in range(2)}
    while blunder is None:
        (seat,) = position.to_act
        move = bots[seat].choose(position.sight(seat))
        if move.startswith("out"):
            move = blunder = min(text for text in position.legal(seat) if text[-2:] != move[-2:])
        play_seen(position, move, seat, bots)
    ply = len(position.moves)
    mistakes = fivefold.review(position.record(), Limit(units=300))
    assert (mistakes[-1].ply, mistakes[-1].move) == (ply, blunder)
    assert mistakes[-1].better.startswith("out")
    assert mistakes[-1].reason.code == "goes_out"
