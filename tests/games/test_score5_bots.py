"""SCORE 5's bots: what they bid, that they get ready, and what they say of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.score5 import bot
from fivefold.games.score5.rules import AUCTIONS
from fivefold.games.score5.text import Deck
from fivefold.kernel.bits import bit, members
from fivefold.match.playing import play_on, play_seen
from fivefold.match.position import Position
from fivefold.search.limit import Limit

GAME = find("score5")
LEVELS = ("greedy", "easy", "medium", "hard")
FEW = 60
MOST_CARDS = 5
"""In the hands of the first auction: so many changes more a thought can need that began in time."""

pytestmark = pytest.mark.compiled


def thinker(name: str, seat: int = 0, seed: int = 1, units: int | None = None) -> Thinker:
    made = GAME.bot(name, seat, seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def last_auction(*hands: str) -> Position:
    """The wild card is up, and these are the hands."""
    position = fivefold.start("score5", len(hands), seed=1)
    s: Any = position._s
    numbers = Deck.of(s).numbers
    s.auction = AUCTIONS - 1
    for seat, hand in enumerate(hands):
        s.hands[seat] = sum(bit(numbers[card]) for card in hand.split())
    return position


def bid_of(position: Position, seat: int, name: str = "hard") -> set[str]:
    """Lets the bot lay its bid, until it is ready."""
    bidder = thinker(name, seat)
    while (move := bidder.choose(position.sight(seat))) != "ready":
        play_seen(position, move, seat, {seat: bidder})
    s: Any = position._s
    return {Deck.of(s).names[card] for card in members(s.bids[seat])}


def size_up(position: Position, *bids: str) -> None:
    """All lay these bids and are ready: the sizes are seen."""
    for seat, bid in enumerate(bids):
        for card in bid.split():
            position.play(f"+{card}", seat)
    for seat in range(len(bids)):
        position.play("ready", seat)


# --- getting ready ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("limit", [1, 3, 64])
def test_bots_get_ready_however_few_changes_they_may_make(name: str, limit: int) -> None:
    for players in (2, 5):
        position = fivefold.start("score5", players, seed=2, options={"change_limit": limit})
        play_on(position, {seat: thinker(name, seat, seat, units=FEW) for seat in range(players)})
        assert position.over
        assert len(position.moves) < AUCTIONS * players * 50


def test_a_hard_bot_gets_ready_though_somebody_changes_the_bid_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one that goes after whatever seems best by a trifle."""
    monkeypatch.setattr(bot, "WORTH_CHANGING", 0.0)
    position, chance = fivefold.start("score5", 3, seed=4), random.Random(1)
    bots = {seat: thinker("hard", seat, seat, units=FEW) for seat in (1, 2)}
    changed = {1: 0, 2: 0}
    while (table := position.view()["table"])["auction"] == 1 and table["phase"] != "taking":
        seat = chance.choice(position.to_act)
        adjusting = table["phase"] == "adjusting"
        if seat in bots:
            move = bots[seat].choose(position.sight(seat))
            changed[seat] += adjusting and move[0] in "+-"
        else:
            changes = [move for move in position.legal(seat) if move != "ready"]
            move = chance.choice(changes) if adjusting and changes else "ready"
        play_seen(position, move, seat, bots)
    assert max(changed.values()) <= bot.ADJUSTMENTS + MOST_CARDS


# --- bids -------------------------------------------------------------------------------------------------------------


def test_greedy_pays_nothing_for_a_card_that_adds_nothing() -> None:
    position = last_auction("G80 R90 Y95 P100 B85", "G5 R10")
    assert bid_of(position, 0, "greedy") == set()


def test_the_hard_bot_pays_with_cards_that_do_not_count() -> None:
    """Whoever gets the wild card wins. The R10 is worth nothing beside the R90, and beats any bid that the other can
    make without losing more: its Y10 by the tie-breaker."""
    bid = bid_of(last_auction("R90 G5 R10", "B85 Y10"), 0)
    assert "R10" in bid
    assert "R90" not in bid


def test_the_hard_bot_takes_back_what_is_not_needed_once_the_sizes_are_seen() -> None:
    position = last_auction("R90 G5 R10", "B85 Y10")
    size_up(position, "R90 R10", "")
    assert "R90" not in bid_of(position, 0)


def test_a_hard_bot_that_stays_ahead_only_with_its_cards_keeps_them() -> None:
    """It leads by far, and the other cannot catch up without paying what it has: a bid of all could only lose."""
    position = last_auction("G150 R130 Y140 P145 B135", "G5 R10 Y15")
    assert bid_of(position, 0) == set()


@pytest.mark.parametrize("name", LEVELS)
def test_the_card_that_counts_most_is_taken(name: str) -> None:
    """Two share out what the third has paid; each will have one card, or two of them."""
    position = last_auction("R90 G5 R10", "B85 Y10", "P45 Y15")
    size_up(position, "R10 G5 R90", "Y10", "")
    for seat in range(3):
        position.play("ready", seat)
    assert position.to_act == (1,)
    assert thinker(name, 1).choose(position.sight(1)) == "take R90"


# --- in words ---------------------------------------------------------------------------------------------------------


def test_a_hint_names_the_bid_and_how_often_it_wins() -> None:
    position = last_auction("R90 G5 R10", "B85 Y10")
    hard, sight = thinker("hard"), position.sight(0)
    weighed = hard.weigh(sight)
    reason = hard.reason(sight, weighed.best, weighed)
    assert reason.code == "bids"
    assert "R10" in reason.arguments["cards"]
    assert reason.arguments["percent"] > 40
    sentence = GAME.catalogue.sentence("reasons", reason.code, reason.arguments)
    assert sentence.startswith("The bid to make is ")


def test_a_hint_at_the_start_is_a_change_or_the_word_that_one_is_ready() -> None:
    hinted = fivefold.hint(fivefold.start("score5", 4, seed=1), 2, Limit(units=FEW))
    assert hinted.reason.code in ("bids", "no_bid")
    assert hinted.move == "ready" if hinted.reason.code == "no_bid" else hinted.move.startswith("+")


def test_reasons_for_a_take_tell_points_or_that_the_card_pays() -> None:
    position = last_auction("R90 G5 R10 R20", "B85 Y10 R115")
    size_up(position, "R90 G5", "Y10")
    for seat in range(2):
        position.play("ready", seat)
    hard, sight = thinker("hard", 1), position.sight(1)
    weighed = hard.weigh(sight)
    told = {
        GAME.text.write(hard.state(sight), 1, action): hard.reason(sight, action, weighed) for action in weighed.actions
    }
    assert told["take G5"].code == "takes_for_points"
    assert told["take G5"].arguments["points"] == 5
    assert told["take R90"].code == "takes_to_pay"


# --- reviews ----------------------------------------------------------------------------------------------------------


def match_of(name: str, until: int) -> Position:
    """A match of two bots up to the beginning of an auction."""
    position = fivefold.start("score5", 2, seed=5)
    bots = {seat: thinker(name, seat, seat) for seat in range(2)}
    while int(position._s.auction) < until:  # type: ignore[attr-defined]
        seat = position.to_act[0]
        play_seen(position, bots[seat].choose(position.sight(seat)), seat, bots)
    return position


def test_a_planted_blunder_is_found() -> None:
    """Somebody pays everything for the last card."""
    position = match_of("medium", AUCTIONS - 1)
    for move in [move for move in position.legal(0) if move.startswith("+")]:
        position.play(move, 0)
    position.play("ready", 0)
    planted = len(position.moves)
    mistakes = fivefold.review(position.record(), Limit(units=FEW))
    found = max(mistakes, key=lambda mistake: mistake.cost)
    assert (found.ply, found.seat, found.move) == (planted, 0, "ready")
    assert found.better.startswith("-")
    assert found.reason.code in ("bids", "no_bid")
