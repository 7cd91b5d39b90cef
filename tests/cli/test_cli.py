"""The command line, as a user types it."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import fivefold
from fivefold.cli import main
from fivefold.games import find
from fivefold.match.fairness import Proof, dealer_of
from fivefold.match.position import Position, Shuffles

Told = tuple[int, str, str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Told:
        try:
            status = main(arguments)
        except SystemExit as left:
            status = int(left.code or 0)
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def record(game: str = "fives", seed: int = 3) -> dict[str, Any]:
    position = fivefold.start(game, seed=seed)
    while not position.over:
        seat = position.to_act[0]
        position.play(position.legal(seat)[0], seat)
    return position.record()


def written(folder: Path, content: Any) -> str:
    file = folder / "record.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(file)


def test_trace_prints_the_start_and_a_line_after_each_move(run: Any, tmp_path: Path) -> None:
    match = record()
    status, out, err = run("trace", written(tmp_path, match))
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [line["ply"] for line in lines] == list(range(len(match["moves"]) + 1))
    assert all(list(line) == ["ply", "to_act", "legal", "scores", "over", "winners"] for line in lines)
    assert lines[0]["scores"] == [5, 5, 5, 5]
    for line, (seat, move) in zip(lines, match["moves"], strict=False):
        assert seat in line["to_act"] == sorted(line["to_act"])
        assert move in line["legal"][str(seat)] == sorted(line["legal"][str(seat)])
    assert lines[-1]["over"] is True
    assert (lines[-1]["to_act"], lines[-1]["legal"]) == ([], {})
    assert lines[-1]["winners"]
    assert not any(line["winners"] for line in lines[:-1])


def test_trace_reads_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(record("clear_up")).encode())))
    status, out, _ = run("trace", "-")
    assert status == 0
    assert json.loads(out.splitlines()[0])["scores"] == [32]


def test_trace_stops_at_an_illegal_move_and_names_it(run: Any, tmp_path: Path) -> None:
    match = record("clear_up")
    match["moves"][4] = [0, "a1-a3"]
    status, out, err = run("trace", written(tmp_path, match))
    assert status == 2
    assert len(out.splitlines()) == 5
    assert err.startswith('fivefold: ply 5: seat 0 cannot play "a1-a3": ')
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"1" * 100_000,
        b'{"game": "\\ud800"}',
        b'{"game": NaN}',
        b"null",
        b"[]",
        b"{}",
    ],
)
def test_trace_refuses_what_is_no_record_in_one_line(run: Any, tmp_path: Path, content: bytes) -> None:
    status, out, err = run("trace", written(tmp_path, content))
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("fivefold: ")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.data())
def test_trace_never_breaks_whatever_the_bytes(run: Any, tmp_path: Path, data: some.DataObject) -> None:
    content = bytearray(json.dumps(SHORT).encode())
    for _ in range(data.draw(some.integers(1, 4))):
        place = data.draw(some.integers(0, len(content)))
        content[place : place + data.draw(some.integers(0, 8))] = data.draw(some.binary(max_size=8))
    status, out, err = run("trace", written(tmp_path, bytes(content)))
    assert (status, len(err.splitlines())) in ((0, 0), (2, 1))
    assert all(json.loads(line) for line in out.splitlines())


SHORT = {**record(), "moves": record()["moves"][:8]}


@pytest.mark.parametrize("file", ["no such file", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_named(run: Any, file: str) -> None:
    status, _, err = run("trace", file)
    assert status == 2
    assert "cannot read" in err
    assert len(err.splitlines()) == 1


def test_a_random_match_is_a_whole_record_and_comes_again(run: Any) -> None:
    for game in fivefold.games():
        status, out, err = run("random", game, "--seed", "4")
        assert (status, err) == (0, "")
        assert fivefold.replay(json.loads(out)).over
        assert run("random", game, "--seed", "4")[1] == out


def test_random_takes_players(run: Any) -> None:
    assert json.loads(run("random", "fives", "--players", "3")[1])["players"] == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("random", "fivs"), "did you mean fives?"),
        (("random", "fives", "--players", "7"), "3 to 4 players, not 7"),
        (("random", "fives", "--option", "speed=1"), 'no option "speed"'),
        (("random", "fives", "--option", "speed"), "NAME=VALUE"),
        (("warm", "chess"), "there is no game"),
        (("random", "fives", "--players", "x"), "invalid int value"),
        (("random", "fives", "--seed", "9" * 5000), "fivefold: "),
        (("random", "shell_game", "--option", "study_seconds=--5"), "a whole number from 10 to 20"),
        (("random", "score5", "--option", "change_limit=5123"), "not 5123"),
        (("random", "score5", "--option", "change_limit=" + "9" * 40), "a whole number from 1 to 1000"),
        (("trace",), "FILE"),
        (("nosuch",), "invalid choice"),
        ((), "COMMAND"),
        (("games", "a\nb"), "unrecognized arguments"),
    ],
)
def test_a_wrong_word_is_told_in_one_line(run: Any, arguments: tuple[str, ...], says: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert says in err


def test_games_lists_every_game_with_its_options(run: Any) -> None:
    status, out, _ = run("games")
    assert status == 0
    assert all(game in out for game in fivefold.games())


@pytest.mark.parametrize("command", ["", "games", "trace", "random", "warm", "play", "arena", "hint", "review"])
def test_help_has_an_example(run: Any, command: str) -> None:
    status, out, _ = run(*filter(None, [command, "--help"]))
    assert status == 0
    assert "fivefold" in out
    assert not command or "example:" in out


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    file = written(tmp_path, record())
    shell = f"{sys.executable} -m fivefold trace {file} | head -n 1; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, env=os.environ)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["ply"] == 0


@pytest.mark.compiled
def test_warming_compiles_and_shows_progress(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fivefold", "warm", "clear_up"]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "FIVEFOLD_CACHE": str(tmp_path)}
    )
    assert "[####################] 1/1 Clear Up" in ran.stderr
    assert list(tmp_path.rglob("*.nbc"))


def test_warming_says_when_there_is_nothing_to_compile(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEFOLD_INTERPRETED", "1")
    status, _, err = run("warm")
    assert status == 2
    assert "Numba" in err


def test_a_long_number_in_a_key_that_nobody_reads_does_no_harm(run: Any, tmp_path: Path) -> None:
    text = json.dumps(SHORT)[:-1] + ', "result": ' + "7" * 5000 + "}"
    assert run("trace", written(tmp_path, text.encode()))[0] == 0


def test_a_card_list_is_not_echoed_raw(run: Any, tmp_path: Path) -> None:
    """An option's text from outside could hold line breaks, or whatever else a terminal acts upon."""
    rows = [{"card": "G5\nTraceback\x1b[2J", "set": "A", "family": "green", "value": 5, "tiebreaker": 51}]
    match = {"game": "score5", "players": 2, "options": {"cards": rows}, "moves": []}
    status, _, err = run("trace", written(tmp_path, match))
    assert (status, len(err.splitlines())) == (2, 1)
    assert err.strip().isprintable()


@pytest.mark.parametrize("redirect", ["<&-", ">&-", ">/dev/full"])
def test_streams_that_are_closed_or_full_are_told_in_one_line(tmp_path: Path, redirect: str) -> None:
    file = "-" if redirect == "<&-" else written(tmp_path, record())
    shell = f"{sys.executable} -m fivefold trace {file} {redirect}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert ran.stderr.startswith("fivefold: cannot ")


def test_the_version_is_told(run: Any) -> None:
    assert run("--version")[:2] == (0, f"fivefold {version('fivefold')}\n")


def jumps(*moves: str) -> dict[str, Any]:
    return {"game": "clear_up", "players": 1, "moves": [[0, move] for move in moves]}


def test_hint_names_a_move_and_says_why(run: Any, tmp_path: Path) -> None:
    status, out, err = run("hint", written(tmp_path, jumps("a3-a1")), "--units", "20")
    move, reason, verdict = out.splitlines()
    assert (status, err) == (0, "")
    assert move.removeprefix("seat 0: ") in fivefold.replay(jumps("a3-a1")).legal(0)
    assert reason.startswith("After it one piece can still be reached")
    assert verdict.startswith("This can be solved in 30 jumps: ")


def test_hint_gives_codes_and_arguments_as_json(run: Any, tmp_path: Path) -> None:
    status, out, _ = run("hint", written(tmp_path, jumps("a3-a1")), "--units", "20", "--json", "--seat", "0")
    told = json.loads(out)
    assert status == 0
    assert told["verdict"]["code"] == "solvable"
    assert told["verdict"]["arguments"]["jumps"] == 30


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--seat", "1"), "a hint is for a seat that acts now (seat 0), not 1"),
        (("--seconds", "0"), '"0" is not above 0 and at most 1000000000'),
        (("--seconds", "nan"), '"nan" is not above 0 and at most 1000000000'),
        (("--units", "x"), "invalid int value: 'x'"),
        (("--seed", "-1"), "a bot's seed is 0 or more"),
    ],
)
def test_hint_refuses_bad_input_in_one_line(run: Any, tmp_path: Path, more: tuple[str, ...], says: str) -> None:
    status, out, err = run("hint", written(tmp_path, jumps()), *more)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert says in err


def test_review_finds_nothing_to_blame_in_a_match_without_choice(run: Any, tmp_path: Path) -> None:
    status, out, err = run("review", written(tmp_path, jumps()))
    assert (status, out, err) == (0, "No costly move was found.\n", "")


@pytest.mark.compiled
def test_review_tells_of_each_mistake_and_shows_progress(run: Any, tmp_path: Path) -> None:
    file = written(tmp_path, record("clear_up"))
    status, out, err = run("review", file, "--units", "20")
    moves = len(record("clear_up")["moves"])
    assert status == 0
    assert err == f"[{'#' * 20}] {moves}/{moves} moves\n"
    assert re.match(r"ply \d+, seat 0: ..-.. cost (about )?0\.\d\d; better was ..-..\. .+\.$", out.splitlines()[0])
    _, listed, _ = run("review", file, "--units", "20", "--json")
    assert [json.loads(line)["ply"] for line in listed.splitlines()] == [
        int(line.split()[1].rstrip(",")) for line in out.splitlines()
    ]


def test_review_refuses_a_record_that_does_not_replay(run: Any, tmp_path: Path) -> None:
    status, out, err = run("review", written(tmp_path, jumps("a1-a3")))
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "ply 1: seat 0 cannot play" in err


BOTS = ("tests.arena.bots:First", "tests.arena.bots:Random")


def test_arena_prints_a_table_and_goes_on_where_it_was_stopped(run: Any, tmp_path: Path) -> None:
    file, plot = tmp_path / "matches.jsonl", tmp_path / "out.svg"
    command = ("arena", "number_poker", *BOTS, "--out", str(file), "--deals")
    assert run(*command, "2")[0] == 0
    status, out, err = run(*command, "3", "--plot", str(plot))
    assert status == 0
    assert "3 deals, 9 matches" in out
    assert "9/9 matches" in err
    assert len(file.read_text().splitlines()) == 9
    assert plot.exists()


def test_arena_takes_anyones_bot_by_an_option_and_the_games_options(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    anyone = ("--bot", BOTS[0], "--option", "draw_after=3", "--out", str(file))
    assert run("arena", "five_wins", "random", *anyone, "--deals", "1")[0] == 0
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert {tuple(record["names"]) for record in records} == {("random", BOTS[0]), (BOTS[0], "random")}
    assert records[0]["options"] == {"draw_after": 3}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("torris", "random"), "a tournament needs two bots or more"),
        (("torris", "random", "grandmaster"), 'torris has no bot "grandmaster"'),
        (("torris", "random", "nowhere:Bot"), "the bot nowhere:Bot cannot be loaded"),
        (("torris", *BOTS, "--out", "/no/such/folder/out.jsonl"), "cannot write"),
        (("torris", BOTS[0], "tests.arena.bots:Cheats", "--deals", "1"), 'played "Z9" at ply'),
        (("torris", *BOTS, "--jobs", "0"), "--jobs"),
    ],
)
def test_arena_refuses_in_one_line(run: Any, arguments: tuple[str, ...], says: str) -> None:
    status, _, err = run("arena", *arguments)
    assert status == 2
    told = [line for line in err.splitlines() if not line.startswith("[")]
    assert len(told) == 1
    assert says in told[0]


# --- verify -----------------------------------------------------------------------------------------------------------


def proven_record() -> dict[str, Any]:
    seed, nonces = "5eed" * 16, ("00ff", None, None, None)
    position = Position(find("fives"), 4, {}, Shuffles([], dealer_of(seed, nonces)))
    while not position.over:
        position.play(position.legal(position.to_act[0])[0])
    return {**position.record(), "fairness": Proof.of(seed, nonces).entry()}


def test_verify_proves_the_cards_of_a_record(run: Any, tmp_path: Path) -> None:
    match = proven_record()
    file, commitment = written(tmp_path, match), match["fairness"]["commitment"]
    status, out, err = run("verify", file)
    assert (status, err) == (0, "")
    assert out.startswith("Proven: 4 shuffles are as the seed and 1 nonce of players make them")
    assert out.rstrip().endswith(commitment)
    status, out, err = run("verify", file, "--commitment", commitment, "--nonce", "0=00ff")
    assert (status, out.count("\n"), err) == (0, 1, "")


def test_verify_says_in_one_line_what_is_not_proven(run: Any, tmp_path: Path) -> None:
    match = proven_record()
    shown = [run("verify", written(tmp_path, match), "--commitment", "0" * 64)]
    shown.append(run("verify", written(tmp_path, match), "--nonce", "1=00"))
    match["shuffles"].reverse()
    shown.append(run("verify", written(tmp_path, match)))
    shown.append(run("verify", written(tmp_path, record())))
    shown.append(run("verify", written(tmp_path, [])))
    shown.append(run("verify", "x", "--nonce", "first=00"))
    for status, out, err in shown:
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("fivefold: ")
