"""Fives' bots: how they aim at 25, what they make of what others play, and the last tricks."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.fives import rules
from fivefold.games.fives.planning import HABITS, likelihood, solve, worth
from fivefold.games.fives.rules import State
from fivefold.games.fives.veil import shake, veil
from fivefold.kernel.chance import streams
from fivefold.kernel.engine import InterpretedStates
from fivefold.kernel.layout import PlainNumbers
from fivefold.match.playing import play_on, play_seen
from fivefold.match.position import Position
from fivefold.search.limit import Limit

GAME = find("fives")

pytestmark = pytest.mark.compiled


def thinker(name: str, seat: int, seed: int = 1, units: int | None = None, game: str = "fives") -> Thinker:
    made = find(game).bot(name, seat, seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def late(*hands: str, sums: tuple[int, ...], leader: int = 0, moves: str = "", game: str = "fives") -> Position:
    """A last hand of four with these cards left, after these moves of the trick; all other cards lie open."""
    position = fivefold.start(game, len(hands), seed=1)
    s: Any = position._s
    text: Any = position.game.text
    for seat, cards in enumerate(hands):
        s.hands[seat] = sum(1 << text.numbers[card] for card in cards.split())
        s.sums[seat] = sums[seat]
    s.seen = (1 << rules.CARDS) - 1 & ~sum(s.hands[seat] for seat in range(4))
    s.hand, s.trick = 3, 13 - len(hands[0].split())
    rules.begin_trick(s, leader)
    for move in moves.split():
        position.play(move)
    return position


def told(position: Position, name: str = "hard") -> tuple[str, str]:
    """The bot's move and its reason, in words."""
    (seat,) = position.to_act
    bot, sight = thinker(name, seat, game=position.game.id), position.sight(seat)
    weighed = bot.weigh(sight)
    reason = bot.reason(sight, weighed.best, weighed)
    sentence = position.game.catalogue.sentence("reasons", reason.code, reason.arguments)
    return position.game.text.write(position._s, seat, weighed.best), sentence


# --- aiming at 25 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "medium", "hard"])
def test_the_card_that_makes_exactly_25_takes_the_last_trick(name: str) -> None:
    position = late("B4", "B2", "B3", "B7", sums=(10, 24, 12, 18), moves="B4 B2 B3")
    assert told(position, name) == ("B7", "It wins the trick and brings you to exactly 25.")


@pytest.mark.parametrize("name", ["greedy", "medium", "hard"])
def test_a_card_that_would_be_too_much_goes_face_down(name: str) -> None:
    position = late("B4", "B2", "B3", "B7", sums=(10, 24, 12, 22), moves="B4 B2 B3")
    assert told(position, name) == (
        "B7=M5",
        "Face down it cannot win the trick: you stay at 22, and are rid of the B7.",
    )


def test_the_only_card_that_keeps_a_seat_under_25_is_named_as_such() -> None:
    position = late("B4 G1", "B2 G2", "B6 G3", "B5 B13", sums=(10, 24, 12, 23), moves="B4 B2 B6")
    assert told(position) == ("B5", "It is the only card that keeps you at or under 25.")


def test_a_five_that_wins_brings_25() -> None:
    position = late("M4", "M2", "M3", "B9", sums=(10, 24, 12, 20), moves="M4 M2 M3")
    assert told(position) == ("B9=M5", "It wins the trick and brings you to exactly 25.")


def test_the_green_fivura_is_told_with_its_own_letters() -> None:
    position = late("O4", "O2", "O3", "O7", sums=(10, 24, 12, 22), moves="O4 O2 O3", game="green_fivura")
    move, reason = told(position)
    assert move == "O7=G5"
    assert reason.endswith("rid of the O7.")


def test_a_trick_is_taken_from_a_seat_that_it_would_bring_to_25() -> None:
    position = late("B9 G1", "B2 M1", "B3 M2", "B10 B1", sums=(16, 9, 8, 14), moves="B9 B2 B3")
    move, reason = told(position)
    assert move == "B10"
    assert reason == "It wins the trick, which would bring seat 0 to 25."


# --- worlds -----------------------------------------------------------------------------------------------------------


def veiled_late() -> Any:
    """Five hidden cards, of which seat 1 cannot hold the silver ones and one lies face down."""
    position = late("B4 M2", "B2 M3", "S6 G3", "B5 B13", sums=(1, 2, 3, 4), moves="B4")
    position._s.lacks[1] = 1 << rules.SILVER  # type: ignore[attr-defined]
    position.play("B2=M5")
    return position.sight(3).veiled.copy()


def test_shaken_worlds_are_possible_and_all_come_up_as_often_as_dealt_ones() -> None:
    veiled, stream = veiled_late(), streams(3, 1)[0]
    dealt, shaken = Counter[bytes](), Counter[bytes]()
    world = veiled.copy()
    GAME.engine.loop("deal_hidden")(world, 0, 3, stream)
    for _ in range(4000):
        fresh = veiled.copy()
        GAME.engine.loop("deal_hidden")(fresh, 0, 3, stream)
        dealt[fresh.tobytes()] += 1
        shake(State(world), 3, stream)
        shaken[world.tobytes()] += 1
        again = world.copy()
        veil(State(again), 3)
        assert again.tobytes() == veiled.tobytes()
    assert len(dealt) > 10
    assert dealt.keys() == shaken.keys()
    assert max(shaken.values()) < 3 * min(shaken.values())


def test_a_world_in_which_a_seat_has_played_oddly_explains_less() -> None:
    """Seat 1 had 13 points to go, was last and threw the Blue 2: it will not have held the Blue 12 that makes 25."""
    position = late("B4 G1", "B2 B12", "B3 G3", "B5 G2", sums=(5, 13, 3, 4), leader=2, moves="B3 B5 B4")
    before = position.sight(0).veiled.copy()
    position.play("B2")
    weights = []
    for card, others in (("B12", "G3"), ("G3", "B12")):
        world: Any = State(position.sight(0).veiled.copy())
        numbers = GAME.text.numbers  # type: ignore[attr-defined]
        world.hands[1], world.hands[2] = 1 << numbers[card], 1 << numbers[others]
        world.hands[3] = 1 << numbers["G2"]
        notes = np.array([numbers["B2"]]).view(PlainNumbers)
        weights.append(likelihood(world, 0, InterpretedStates(State, before.copy()), notes))
    assert weights[0] < 0.75 * weights[1]


# --- the last tricks --------------------------------------------------------------------------------------------------


def best_by_trying(states: Any) -> list[float]:
    """What every seat gets if each does what is best for itself, by plain recursion."""
    s: Any = State(states)
    if s.hand == 4:
        out = np.zeros(8)
        worth(s, out)
        return out[:4].tolist()  # type: ignore[no-any-return]
    seat, found = s.turn, [-2.0] * 4
    sets = [0, 0]
    rules.legal(s, seat, sets)
    for action in [card + 52 * down for down in (0, 1) for card in range(52) if sets[down] >> card & 1]:
        after = states.copy()
        rules.play(State(after), seat, action)
        then = best_by_trying(after)
        if then[seat] > found[seat]:
            found = then
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_last_tricks_are_played_as_plain_recursion_says(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample(GAME.text.cards, 8 if seed < 2 else 4)  # type: ignore[attr-defined]
    hands = [" ".join(cards[seat::4]) for seat in range(4)]
    position = late(*hands, sums=tuple(chance.randrange(8, 26) for _ in range(4)), leader=chance.randrange(4))
    for _ in range(2 if seed < 2 else 0):
        position.play(chance.choice(position.legal(position.to_act[0])))
    frames = State.batch(9)
    frames[0] = position._states[0]
    best = np.zeros((9, 8)).view(PlainNumbers)
    solve(InterpretedStates(State, frames), np.zeros((9, 2), np.int64).view(PlainNumbers), best)
    assert best[0][:4].tolist() == pytest.approx(best_by_trying(position._states.copy()))


# --- strength, memory and review --------------------------------------------------------------------------------------


def test_the_same_seed_and_units_make_the_same_match() -> None:
    matches = []
    for _ in range(2):
        position = fivefold.start("fives", 3, seed=2, compiled=True)
        play_on(position, {seat: thinker("hard", seat, 5, units=30) for seat in range(3)})
        matches.append(position.moves)
    assert matches[0] == matches[1]


def test_what_others_played_is_remembered_for_one_hand() -> None:
    position = fivefold.start("fives", 4, seed=2, compiled=True)
    bots = {seat: thinker("hard", seat, 5, units=5) for seat in range(4)}
    for played in range(60):
        (seat,) = position.to_act
        play_seen(position, bots[seat].choose(position.sight(seat)), seat, bots)
        kept = len(bots[0].past)  # type: ignore[attr-defined]
        assert kept <= (played % 52 + 1)
        if played % 52 == 50:
            assert kept in (37, 38)
    assert HABITS.likelihood is likelihood


def test_a_review_finds_a_planted_blunder() -> None:
    position, blunder = fivefold.start("fives", 4, seed=3, compiled=True), None
    bots = {seat: thinker("hard", seat, 1, units=300) for seat in range(4)}
    while blunder is None:
        (seat,) = position.to_act
        sight = position.sight(seat)
        move = bots[seat].choose(sight)
        if len(position.moves) > 160 and len(sight.legal) > 1:
            weighed = bots[seat].weigh(sight)
            worst = min(weighed.actions, key=weighed.value_of)
            if max(weighed.values) - weighed.value_of(worst) > 0.3:
                move = blunder = GAME.text.write(position._s, seat, worst)
        play_seen(position, move, seat, bots)
    mistakes = fivefold.review(position.record(), Limit(units=100))
    assert (mistakes[-1].ply, mistakes[-1].move) == (len(position.moves), blunder)
    assert mistakes[-1].cost > 0.1
