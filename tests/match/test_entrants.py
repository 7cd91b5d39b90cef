"""Bots as people name them, and what is said when one of somebody else's fails."""

from __future__ import annotations

from typing import Any

import pytest

from fivefold.games import BadInput, find
from fivefold.match import start
from fivefold.match.entrants import BotFailure, Entrant
from fivefold.match.playing import play_on

FIVES = find("fives")


def bot(name: str) -> Any:
    return Entrant.read(FIVES, f"tests.arena.bots:{name}").make(FIVES, 0, 1)


def test_a_name_may_carry_a_limit_of_its_own() -> None:
    entrant = Entrant.read(find("clear_up"), "hard@units=500,seconds=0.25")
    assert (entrant.units, entrant.seconds) == (500, 0.25)
    made: Any = entrant.make(find("clear_up"), 0, 1)
    assert (made.bot.limit.units, made.bot.limit.seconds) == (500, 0.25)


@pytest.mark.parametrize("settings", ["units=0", "units=-3", "units=x", "seconds=inf", "minutes=1", "units", ""])
def test_a_limit_that_is_none_is_refused(settings: str) -> None:
    with pytest.raises(BadInput, match=r"a bot's limit is written as in hard@units=500 or hard@seconds=0\.1"):
        Entrant.read(FIVES, f"random@{settings}")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("best", 'fives has no bot "best"; its bots are random'),
        ("no_such_module:Bot", "the bot no_such_module:Bot cannot be loaded: ModuleNotFoundError"),
        ("tests.arena.bots:Nobody", 'the module tests.arena.bots has no class "Nobody"'),
    ],
)
def test_who_is_not_there_is_named(name: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        Entrant.read(FIVES, name)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("WantsNothing", "is not made from (game, seat, seed, limit)"),
        ("CannotBeMade", "could not be made for seat 0: OSError: no such opening book (/"),
        ("Deaf", "has no method observe; see docs/writing-a-bot.md"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why(name: str, told: str) -> None:
    with pytest.raises(BotFailure) as failed:
        bot(name)
    assert f"the bot tests.arena.bots:{name} " in str(failed.value)
    assert told in str(failed.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Raises", "failed to choose at ply 0: ZeroDivisionError: no chance at all (/"),
        ("RaisesWatching", "failed to observe at ply 1: KeyError: 'unseen' (/"),
        ("SaysNothing", "chose at ply 0 null, which is no text; choose from view.legal"),
    ],
)
def test_a_bot_that_fails_in_a_match_says_where_in_one_line(name: str, told: str) -> None:
    position = start("fives", players=4, seed=7)
    seat = position.to_act[0]
    failing = Entrant.read(FIVES, f"tests.arena.bots:{name}").make(FIVES, seat, 1)
    with pytest.raises(BotFailure) as failed:
        play_on(position, {seat: failing})
    assert f"the bot tests.arena.bots:{name} in seat {seat} {told}" in str(failed.value)
    assert "\n" not in str(failed.value)
