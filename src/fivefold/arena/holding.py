"""Holding a tournament: what was played before is taken from its file, the rest is played and added to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from .ledger import Ledger
from .playing import Played, Record, play_all
from .results import Results
from .tournament import Match, Tournament

Progress = Callable[[int, int], None]
Players = Callable[[Tournament, Iterable[Match]], Played]


def no_progress(done: int, of: int) -> None:
    """Nobody looks."""


def hold(
    tournament: Tournament,
    out: Path | None = None,
    players: Players = play_all,
    progress: Progress = no_progress,
    results: Results | None = None,
) -> Results:
    """Plays what is not in the file yet. Given `results` are filled as matches end: when it is stopped, they hold what
    was played until then."""
    results = Results(tournament) if results is None else results
    if out is None:
        play_rest(tournament, results, players, progress, lambda record: None)
        return results
    with closing(Ledger(out, tournament)) as ledger:
        for match, record in ledger.played():
            results.add(match, record)
        play_rest(tournament, results, players, progress, ledger.add)
    return results


def hold_longer(tournament: Tournament, most: int, players: Players = play_all) -> Iterator[Results]:
    """The results after the tournament's deals, then after twice as many, and so on up to `most`: whoever looks can
    stop when they are clear. No match is played twice."""
    before = Results(tournament)
    while tournament.deals <= most:
        results = Results(tournament)
        results.matches.update(before.matches)
        yield hold(tournament, players=players, results=results)
        before, tournament = results, replace(tournament, deals=2 * tournament.deals)


def play_rest(
    tournament: Tournament,
    results: Results,
    players: Players,
    progress: Progress,
    keep: Callable[[Record], None],
) -> None:
    """Plays every match that has no result."""
    left = [match for match in tournament.matches() if match not in results.matches]
    of = len(tournament)
    progress(of - len(left), of)
    if left:
        with closing(players(tournament, left)) as played:
            for done, (match, record) in enumerate(played, of - len(left) + 1):
                keep(record)
                results.add(match, record)
                progress(done, of)
