"""What a tournament plays: every deal in all seatings, from seeds that nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fivefold
from fivefold.arena.holding import hold
from fivefold.arena.playing import play_all
from fivefold.arena.results import Results
from fivefold.arena.tournament import Tournament
from fivefold.games import BadInput

FIRST, LAST, RANDOM = (f"tests.arena.bots:{name}" for name in ("First", "Last", "Random"))


def records(tournament: Tournament) -> list[dict[str, Any]]:
    return [record for _, record in play_all(tournament, tournament.matches())]


def test_all_seatings_of_a_deal_have_the_same_shuffles_and_other_deals_have_others() -> None:
    played = records(Tournament("torris", (FIRST, RANDOM), players=2, deals=3))
    by_deal: dict[int, set[str]] = {}
    for record in played:
        by_deal.setdefault(record["arena"]["deal"], set()).add(" ".join(record["shuffles"]))
    assert [len(shuffles) for shuffles in by_deal.values()] == [1, 1, 1]
    assert len(set.union(*by_deal.values())) == 3
    assert [record["names"] for record in played[:2]] == [[FIRST, RANDOM], [RANDOM, FIRST]]


def test_a_record_replays_to_its_result_and_its_seed_deals_the_same() -> None:
    for record in records(Tournament("fives", (FIRST, RANDOM), players=3, deals=1)):
        replayed = fivefold.replay(record)
        told = {"rewards": list(replayed.rewards), "scores": list(replayed.scores), "winners": list(replayed.winners)}
        assert record["result"] == told
        first = fivefold.start("fives", players=3, seed=record["seed"]).record()["shuffles"][0]
        assert first == record["shuffles"][0]


def seatings(line_up: str, names: tuple[str, ...], players: int) -> list[str]:
    tournament = Tournament("five_crowns", names, players, deals=1, line_up=line_up)
    letters = {FIRST: "F", LAST: "L", RANDOM: "R"}
    return ["".join(letters[name] for name in match.names) for match in tournament.matches()]


@pytest.mark.parametrize(
    ("line_up", "names", "players", "wanted"),
    [
        ("one", (FIRST, LAST), 2, ["FL", "LF"]),
        ("one", (FIRST, LAST, RANDOM), 2, ["FL", "LF", "FR", "RF", "LR", "RL"]),
        ("one", (FIRST, LAST), 4, ["FLLL", "LLLF", "LLFL", "LFLL"]),
        ("teams", (FIRST, LAST), 4, ["FLFL", "LFLF"]),
        ("teams", (FIRST, LAST), 3, ["FLF", "LFF", "FFL", "LFL", "FLL", "LLF"]),
        ("table", (FIRST, LAST, RANDOM), 3, ["FLR", "LRF", "RFL"]),
    ],
)
def test_a_line_up_is_played_in_all_its_seatings(
    line_up: str, names: tuple[str, ...], players: int, wanted: list[str]
) -> None:
    assert seatings(line_up, names, players) == wanted


def test_in_a_game_for_one_each_plays_every_deal_alone() -> None:
    played = records(Tournament("five_crowns_solitaire", (FIRST, LAST), players=1, deals=2))
    assert [record["names"] for record in played] == [[FIRST], [LAST]] * 2
    assert played[0]["shuffles"] == played[1]["shuffles"] != played[2]["shuffles"]


def test_a_bot_gets_the_same_seed_whoever_else_plays_and_however_much() -> None:
    few = records(Tournament("number_poker", (RANDOM, LAST), players=2, deals=2))
    many = records(Tournament("number_poker", (FIRST, RANDOM, LAST), players=2, deals=3))
    assert all(record in many for record in few)
    assert records(Tournament("number_poker", (RANDOM, LAST), players=2, deals=2, seed=2)) != few


def test_seats_seatings_and_deals_have_seeds_of_their_own() -> None:
    played = records(Tournament("number_poker", (RANDOM, LAST), players=2, deals=2))
    seeds = [seed for record in played for seed in record["arena"]["bot_seeds"]]
    assert len(set(seeds)) == len(seeds) == 8


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"players": 5}, "five_wins is for 2 players"),
        ({"deals": 0}, "at least one deal, not 0"),
        ({"names": (FIRST,)}, "needs two bots or more"),
        ({"names": (FIRST, FIRST)}, "is named twice"),
        ({"names": (FIRST, f"{LAST}@minutes=1")}, "a bot's limit is written as in hard@units=500"),
        ({"names": (FIRST, LAST, RANDOM), "line_up": "table"}, "3 bots cannot take 2 seats"),
    ],
)
def test_a_tournament_that_cannot_be_held_is_refused_at_once(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        Tournament(**{"game_id": "five_wins", "names": (FIRST, LAST), "players": 2, "deals": 1, **wrong})


def test_several_processes_play_the_same_matches(tmp_path: Path) -> None:
    tournament = Tournament("torris", (FIRST, RANDOM, LAST), players=2, deals=4)
    lines = []
    for jobs in (1, 2):
        file = tmp_path / f"{jobs}.jsonl"
        results = hold(tournament, file, lambda tournament, left, jobs=jobs: play_all(tournament, left, jobs))
        assert len(results.matches) == len(tournament) == 24
        lines.append(sorted(file.read_text().splitlines()))
    assert lines[0] == lines[1]


def test_only_whole_deals_count() -> None:
    tournament = Tournament("number_poker", (FIRST, LAST), players=3, deals=2)
    results = Results(tournament)
    for match, record in list(play_all(tournament, tournament.matches()))[:-1]:
        results.add(match, record)
    assert len(results.deals()) == 1


def test_results_are_rewards_of_the_contract() -> None:
    tournament = Tournament("fives", (RANDOM, LAST), players=4, deals=5)
    results = hold(tournament)
    mine = [told["rewards"][match.names.index(RANDOM)] for match, told in results.matches.items()]
    (pair,) = results.comparisons()
    assert pair.reward.mean == pytest.approx(sum(mine) / len(mine))


def test_in_a_game_for_one_rewards_are_compared_on_the_same_deals() -> None:
    tournament = Tournament("clear_up", (FIRST, LAST), players=1, deals=3)
    results = hold(tournament)
    first, last = results.alone()
    (pair,) = results.comparisons()
    assert pair.reward.mean == pytest.approx(first.reward.mean - last.reward.mean)
    assert (first.solved.mean, first.score) == (0.0, results.deals()[0][min(results.matches)]["scores"][0])


def test_a_file_of_matches_holds_one_record_a_line(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    hold(Tournament("clear_up", (FIRST, LAST), players=1, deals=2), file)
    played = [json.loads(line) for line in file.read_text().splitlines()]
    assert [record["names"] for record in played] == [[FIRST], [LAST]] * 2
