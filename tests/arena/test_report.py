"""What an arena tells: a table that says what is even, and a plot."""

from __future__ import annotations

from pathlib import Path

import pytest

from fivefold.arena.holding import hold
from fivefold.arena.report import plot, table
from fivefold.arena.tournament import Tournament
from fivefold.games import BadInput

FIRST, LAST, RANDOM = (f"tests.arena.bots:{name}" for name in ("First", "Last", "Random"))


def told(tournament: Tournament) -> str:
    return "\n".join(table(hold(tournament)))


def test_a_duel_tells_the_mean_reward_with_its_interval() -> None:
    lines = told(Tournament("number_poker", (FIRST, RANDOM), players=2, deals=3))
    assert lines.startswith("Number Poker: 2 players; even is 0\n3 deals, 6 matches;")
    assert f"{FIRST}  {RANDOM}  " in lines
    assert "rating" not in lines


@pytest.mark.parametrize(
    ("line_up", "says"),
    [
        ("one", "3 players; one against the others, who are of the second kind; even is 0"),
        ("teams", "3 players; two kinds in turn around the table; even is 0"),
        ("table", "3 players; one of each at the table, two by two; even is 0"),
    ],
)
def test_the_line_up_is_said_and_what_even_is(line_up: str, says: str) -> None:
    lines = told(Tournament("number_poker", (FIRST, LAST, RANDOM), players=3, deals=2, line_up=line_up))
    assert says in lines
    assert "rating (Elo, 0 on average)" in lines


def test_of_a_game_for_one_the_share_that_was_solved_is_told() -> None:
    lines = told(Tournament("clear_up", (FIRST, LAST), players=1, deals=2))
    assert "the same cards for each; rewards from 0 to 1" in lines
    assert "mean score" in lines
    assert "0.0 % [0.0" in lines


@pytest.mark.parametrize("players", [1, 2])
def test_a_plot_shows_every_bot(tmp_path: Path, players: int) -> None:
    game = "clear_up" if players == 1 else "number_poker"
    file = tmp_path / "out.svg"
    plot(hold(Tournament(game, (FIRST, LAST, RANDOM), players=players, deals=2)), file)
    drawn = file.read_text()
    assert drawn.lstrip().startswith("<?xml")
    assert "95 % intervals over 2 deals" in drawn


def test_a_plot_that_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    results = hold(Tournament("clear_up", (FIRST, LAST), players=1, deals=1))
    for name in ("no/such/folder/out.svg", "out.doc"):
        with pytest.raises(BadInput, match="cannot write the plot: "):
            plot(results, tmp_path / name)
