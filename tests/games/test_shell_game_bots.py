"""Shell Game's bots: what they remember, how they lose it, and how a mover makes that likely."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fivefold
from fivefold.games import find
from fivefold.games.bot import Thinker
from fivefold.games.seen import Event
from fivefold.games.shell_game.bot import Follower
from fivefold.games.shell_game.memory import Memory, hard_to_follow
from fivefold.games.shell_game.rules import ASK, NOTHING, SHIFTS
from fivefold.kernel.chance import streams
from fivefold.match.playing import play_seen
from fivefold.match.position import Position

GAME = find("shell_game")
P, L, T, S = range(4)


def shift(text: str) -> int:
    action = GAME.text.read(None, 0, text)
    assert action is not None
    return action


def memory(rate: float, *shifts: str) -> Memory:
    """What is remembered of a row PLTS after these shifts."""
    made = Memory(streams(1, 1)[0], rate)
    made.see_row(GAME.text.read(None, 0, "set PLTS"))
    for text in shifts:
        made.see_shift(shift(text))
    return made


def follower(seat: int, rate: float, confuses: bool = True) -> Follower:
    return Follower(GAME, seat, 1, rate=rate, confuses=confuses)


def watched(bots: dict[int, Any], *moves: str, players: int = 3) -> Position:
    """A match after these moves, which the bots have seen."""
    position = fivefold.start(GAME.id, players)
    for move in moves:
        play_seen(position, move, position.to_act[0], bots)
    return position


def told(bot: Thinker, position: Position) -> tuple[str, str]:
    """The bot's move and its reason in words."""
    sight = position.sight(bot.seat)
    weighed = bot.weigh(sight)
    reason = bot.reason(sight, weighed.best, weighed)
    sentence = GAME.catalogue.sentence("reasons", reason.code, reason.arguments)
    return GAME.text.write(position._s, bot.seat, weighed.best), sentence


# --- memory -----------------------------------------------------------------------------------------------------------


def test_a_memory_that_never_fails_knows_the_row_after_any_shifts() -> None:
    chance, position = random.Random(2), fivefold.start(GAME.id, 3)
    made = Memory(streams(1, 1)[0], 0.0)
    rows = 0
    while not position.over:
        (seat,) = position.to_act
        move = chance.choice(position.legal(seat))
        position.play(move)
        if move.startswith("set"):
            made.see_row(GAME.text.read(None, 0, move))
        elif ">" in move:
            made.see_shift(shift(move))
            s: Any = position._s
            assert made.row == list(s.row)
            rows += 1
    assert rows == 3 * 3 + 3 * 4


def test_a_memory_that_always_fails_keeps_what_was_not_moved() -> None:
    assert memory(1.0, "1>2").row[2:] == [T, S]
    assert memory(1.0, "1>2").row[:2] == [NOTHING, NOTHING]
    assert memory(1.0, "1>4").row == [NOTHING] * 4


def test_pieces_are_lost_at_the_rate_and_less_often_if_a_shift_is_repeated_or_taken_back() -> None:
    made = Memory(streams(5, 1)[0], 0.2)
    lost = {"2>3": 0, "1>4": 0, "4>1": 0}
    for second in lost:
        for _ in range(2000):
            made.see_row(0)
            made.see_shift(shift("1>4"))
            made.row = [P, L, T, S]
            made.see_shift(shift(second))
            lost[second] += made.row.count(NOTHING)
    assert lost["2>3"] / 4000 == pytest.approx(0.2, abs=0.03)
    assert lost["1>4"] / 8000 == pytest.approx(0.1, abs=0.02)
    assert lost["4>1"] / 8000 == pytest.approx(0.1, abs=0.02)


def test_who_comes_when_the_row_is_covered_knows_nothing_of_it() -> None:
    bot = follower(1, 0.0)
    position = watched({}, "set PLTS", "cover", "1>3")
    bot.observe(Event(0, "set"), position.sight(1))
    bot.observe(Event(0, "1>3"), position.sight(1))
    assert bot.memory.row == [NOTHING] * 4


def test_two_bots_of_a_seed_lose_the_same_pieces() -> None:
    rows = []
    for _ in range(2):
        bot = follower(1, 0.5)
        watched({1: bot}, "set PLTS", "cover", "1>4", "2>4", "3>1")
        rows.append(bot.memory.row)
    assert rows[0] == rows[1]


# --- seeking ----------------------------------------------------------------------------------------------------------

ROW = ("set PLTS", "cover", "1>4", "2>3", "4>1")  # then PLST lies there


def test_a_symbol_that_was_followed_is_flipped() -> None:
    bot = follower(1, 0.0)
    position = watched({1: bot}, *ROW, "ask L")
    assert told(bot, position) == ("flip 2", "Who has followed all shifts knows that the line lies at 2.")


def test_a_symbol_is_found_when_all_others_are_accounted_for() -> None:
    bot = follower(1, 0.0)
    position = watched({1: bot}, *ROW, "ask L")
    bot.memory.row[1] = NOTHING
    assert told(bot, position) == ("flip 2", "All other symbols are accounted for, so the line lies at 2.")


def test_a_symbol_that_was_lost_is_guessed_among_the_places_that_are_left() -> None:
    bot = follower(1, 0.0)
    position = watched({1: bot}, *ROW, "ask L")
    bot.memory.row[1] = bot.memory.row[2] = NOTHING
    weighed = bot.weigh(position.sight(1))
    flips = {GAME.text.write(None, 1, action) for action in (bot.pick(weighed) for _ in range(40))}
    assert flips == {"flip 2", "flip 3"}
    assert told(bot, position)[1] == "The line may lie at any of 2 positions; 2 is as good a guess as another."


def test_a_piece_that_is_gone_is_not_looked_for() -> None:
    bot = follower(2, 0.0)
    position = watched({2: bot}, *ROW, "ask L", "flip 2", "ask S")
    assert told(bot, position)[0] == "flip 3"
    assert bot.memory.row == [P, NOTHING, S, T]


# --- moving -----------------------------------------------------------------------------------------------------------


def test_a_mover_that_confuses_moves_many_pieces_and_repeats_nothing() -> None:
    bot = follower(0, 0.0)
    position = watched({0: bot}, "set PLTS", "cover")
    before = None
    for _ in range(3):
        sight = position.sight(0)
        action = bot.pick(bot.weigh(sight))
        hardness = {other: hard_to_follow(other, before) for other in bot.legal_actions(sight)}
        assert hardness[action] == max(hardness.values())
        before = action
        play_seen(position, GAME.text.write(None, 0, action), 0, {0: bot})
    assert hard_to_follow(shift("1>4"), shift("4>1")) < hard_to_follow(shift("1>3"), shift("4>1"))
    assert SHIFTS < ASK


def test_a_row_is_not_always_set_alike() -> None:
    rows = {find("shell_game").bot("hard", 0, seed).choose(watched({}).sight(0)) for seed in range(20)}
    assert len(rows) > 5


def test_the_symbols_that_were_moved_most_are_kept_for_the_ask_that_counts_double() -> None:
    bot = follower(0, 0.0)
    position = watched({0: bot}, "set PLTS", "cover", "1>2", "2>1", "1>2")
    move, reason = told(bot, position)
    assert move in ("ask T", "ask S")
    assert reason == "The last ask is about two pieces: symbols that are harder to find are kept for it."


def test_nothing_speaks_for_one_of_two_symbols_in_the_last_ask() -> None:
    bot = follower(0, 0.0)
    position = watched({0: bot}, *ROW, "ask L", "flip 2", "ask S", "flip 3")
    assert told(bot, position)[1] == "Nothing speaks for one rather than for another."


# --- review -----------------------------------------------------------------------------------------------------------


def test_a_review_finds_a_symbol_that_could_have_been_found() -> None:
    position = watched({}, *ROW, "ask L", "flip 1")
    (mistake,) = fivefold.review(position.record())
    assert (mistake.ply, mistake.seat, mistake.move, mistake.better) == (7, 1, "flip 1", "flip 2")
    assert mistake.reason.code == "followed"
