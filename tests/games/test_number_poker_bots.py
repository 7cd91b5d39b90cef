"""Number Poker's bots: two players are solved, more are played so that nobody regrets it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.number_poker.text import Text
from fivefold.games.seen import View
from fivefold.match.playing import play_seen
from fivefold.search.limit import Limit

from .number_poker_best_response import Side, Table, best_response

GAME = find("number_poker")
TEXTS = Text().actions
MUCH = 0.2
"""A reward that it hurts to lose."""

pytestmark = pytest.mark.compiled


def thinker(name: str, seat: int = 0, seed: int = 1, units: int | None = None) -> Thinker:
    made = GAME.bot(name, seat, seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def chances(bot: Thinker, view: View) -> dict[str, float]:
    weighed = bot.weigh(view)
    assert weighed.chances is not None
    return {TEXTS[action]: chance for action, chance in zip(weighed.actions, weighed.chances, strict=True)}


START = GAME.engine.start(2)


def states(table: Table) -> Any:
    """The table as the rules hold it; but the lead is all in the pieces of value 1 and 2 of seat 0, as many as need
    be, or less than none: only the differences matter."""
    made = START.copy()
    for seat, side in enumerate(table.sides):
        made["pieces"][0, seat], made["left"][0, seat], made["empty"][0, seat] = (
            side.pieces,
            sum(side.pieces),
            side.empty,
        )
    made["won"][0, 0, 1], made["won"][0, 0, 0] = table.pips - table.lead, 2 * table.lead - table.pips
    return made


class Asked:
    """The hard bot's chances in any position."""

    def __init__(self, seat: int) -> None:
        self.bot, self.seat, self.asked = thinker("hard", seat), seat, 0

    def __call__(self, table: Table) -> dict[str, float]:
        if self.seat == 0:  # it looks from the other side
            table = Table((table.sides[1], table.sides[0]), -table.lead, -table.pips)
        choices = table.sides[self.seat].choices()
        if len(choices) == 1:
            return {choices[0]: 1.0}
        self.asked += 1
        found = chances(self.bot, View(self.seat, states(table), list, dict))
        assert set(found) == set(choices)
        return found


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_wins_more_than_a_thousandth_of_the_hard_bot(seat: int) -> None:
    """The match is even at the start: so what a best response wins is what the bot gives away."""
    asked = Asked(seat)
    assert best_response(asked, Table(), {}) < 0.001
    assert asked.asked > 1000


def test_a_best_response_wins_of_somebody_who_can_be_read() -> None:
    def shows_the_highest(table: Table) -> dict[str, float]:
        held = [choice for choice in table.sides[1].choices() if choice != "-"]
        return {held[-1]: 1.0}

    assert best_response(shows_the_highest, Table(), {}) == 1.0


def test_two_players_are_even_at_the_start_and_what_is_mixed_is_worth_the_same() -> None:
    position, hard = fivefold.start("number_poker", 2), thinker("hard")
    weighed = hard.weigh(position.sight(0))
    assert weighed.exact
    assert weighed.values == pytest.approx([0.0] * 5, abs=1e-9)
    assert max(weighed.chances or [1.0]) < 0.5
    verdict = hard.verdict(position.sight(0))
    assert verdict is not None
    assert verdict.code == "even"


def test_the_hard_bot_draws_by_its_chances() -> None:
    position = fivefold.start("number_poker", 2)
    wanted = chances(thinker("hard"), position.sight(0))
    shown = Counter(thinker("hard", seed=seed).choose(position.sight(0)) for seed in range(300))
    for choice, chance in wanted.items():
        assert shown[choice] / 300 == pytest.approx(chance, abs=0.09)


@pytest.mark.parametrize("players", [3, 4])
def test_of_more_players_the_hard_bot_mixes_too(players: int) -> None:
    position = fivefold.start("number_poker", players)
    assert max(chances(thinker("hard"), position.sight(0)).values()) < 0.9


def test_a_choice_that_is_right_every_time_is_called_so() -> None:
    """A 1 and the empty hand against a 4, the last: the empty hand takes it, the 1 loses to it."""
    position, hard = fivefold.start("number_poker", 2), thinker("hard")
    position._states = states(Table((Side((1, 0, 0, 0)), Side((0, 0, 0, 1), empty=False))))
    weighed = hard.weigh(position.sight(0))
    assert TEXTS[weighed.best] == "-"
    reason = hard.reason(position.sight(0), weighed.best, weighed)
    told = GAME.catalogue.sentence("reasons", reason.code, reason.arguments)
    assert told == "Everything else promises less: here the empty hand is right every time."
    verdict = hard.verdict(position.sight(0))
    assert verdict is not None
    assert verdict.code == "winning"


def test_a_mixed_choice_is_told_in_times() -> None:
    hinted = fivefold.hint(fivefold.start("number_poker", 2), 0)
    assert hinted.reason.code == "now_and_then"
    assert "out of" in hinted.reason.sentence
    assert hinted.exact


def test_the_best_claim_is_made() -> None:
    """With 4 3 1 shown the 4 is worth most; then the 3 is kept."""
    position = fivefold.start("number_poker", 4)
    for seat, choice in enumerate(("-", "4", "4", "1")):
        position.play(choice, seat)
    hinted = fivefold.hint(position)
    assert hinted.reason.code == "claims"
    assert hinted.reason.arguments["value"] == 4


def test_easy_bots_think_alike_wherever_they_sit() -> None:
    position = fivefold.start("number_poker", 3)
    first = [thinker("easy", seat, seed=seat).choose(position.sight(seat)) for seat in range(3)]
    assert len(set(first)) == 1


def blunder(position: fivefold.Position) -> tuple[int, str] | None:
    """A choice that gives much away."""
    for seat in position.to_act:
        weighed = thinker("hard", seat).weigh(position.sight(seat))
        worst = min(weighed.values)
        if weighed.exact and max(weighed.values) - worst > MUCH:
            return seat, TEXTS[weighed.actions[weighed.values.index(worst)]]
    return None


def test_a_planted_blunder_is_found_and_no_other() -> None:
    """Against a hard bot most choices are worth the same to the very end: a match in which one is not."""
    position, planted = fivefold.start("number_poker", 2), None
    bots = {seat: thinker("hard", seat, seed=4 + seat) for seat in range(2)}
    while not position.over:
        seat = position.to_act[0]
        move = bots[seat].choose(position.sight(seat))
        if planted is None and (found := blunder(position)):
            seat, move = found
            planted = len(position.moves) + 1, seat, move
        play_seen(position, move, seat, bots)
    assert planted is not None
    (mistake,) = fivefold.review(position.record())
    assert (mistake.ply, mistake.seat, mistake.move) == planted
    assert mistake.exact
    assert mistake.cost > MUCH
