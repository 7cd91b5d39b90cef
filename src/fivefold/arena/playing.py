"""Playing the matches of a tournament: one here, or many in other processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any

from fivefold.games import BadInput
from fivefold.games.catalogue import quoted
from fivefold.match import IllegalMove, start
from fivefold.match.entrants import BotFailure
from fivefold.match.playing import play_on

from .tournament import Match, Names, Tournament, entrant

Record = dict[str, Any]
Played = Generator[tuple[Match, Record], None, None]
Submit = Callable[[Match], "Future[Record]"]


def play(tournament: Tournament, match: Match) -> Record:
    """Plays one match; its record also tells the result, who sat where, and all seeds."""
    warm_up(tournament.game_id, tournament.names, tournament.players)
    return play_cold(tournament, match)


@cache
def warm_up(game: str, names: Names, players: int) -> None:
    """Compiles what the bots need, or loads it: nobody's first move should wait for that. Each bot plays a match with
    itself, thinking as little as it can."""
    for bot in dict.fromkeys(name.partition("@")[0] for name in names):
        play_cold(Tournament(game, names, players, deals=1), Match(0, (f"{bot}@units=1",) * players, 0))


def play_cold(tournament: Tournament, match: Match) -> Record:
    game, seed = tournament.game, tournament.deal_seed(match.deal)
    position = start(game.id, tournament.players, options=tournament.options, seed=seed, compiled=True)
    seeds = [tournament.bot_seed(match, seat) for seat in range(tournament.players)]
    bots = {seat: entrant(game.id, name).make(game, seat, seeds[seat]) for seat, name in enumerate(match.names)}
    try:
        play_on(position, bots)
    except IllegalMove as refused:
        who = f"the bot {match.names[refused.seat or 0]} in seat {refused.seat}"
        where = f"ply {len(position.moves)} of deal {match.deal}"
        raise BotFailure(f"{who} played {quoted(refused.move)} at {where}: {refused.sentence}") from refused
    return position.record() | {
        "seed": seed,
        "names": list(match.names),
        "arena": {"seed": tournament.seed, "deal": match.deal, "seating": match.seating, "bot_seeds": seeds},
        "result": {
            "rewards": list(position.rewards),
            "scores": list(position.scores),
            "winners": list(position.winners),
        },
    }


def play_all(tournament: Tournament, matches: Iterable[Match], jobs: int = 1) -> Played:
    """Each match with its record, as they end; with several jobs, that is not the order in which they are given."""
    warm_up(tournament.game_id, tournament.names, tournament.players)
    if jobs == 1:
        for match in matches:
            yield match, play(tournament, match)
        return
    with worker_processes(jobs) as pool:
        try:
            yield from play_elsewhere(lambda match: pool.submit(play, tournament, match), matches, 2 * jobs)
        except BrokenProcessPool as error:
            raise BadInput("a process that played matches has died; the same command goes on") from error


def play_elsewhere(submit: Submit, matches: Iterable[Match], most: int) -> Played:
    """Has matches played somewhere else, at most so many waiting or under way at any time."""
    left = iter(matches)
    under_way = {submit(match): match for match in islice(left, most)}
    while under_way:
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            match = under_way.pop(future)
            yield match, future.result()
            under_way |= {submit(match): match for match in islice(left, 1)}


@contextmanager
def worker_processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """New processes, which end at once when this one leaves, or is killed: then nobody holds their lifeline."""
    far_end, lifeline = multiprocessing.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=begin_work, initargs=(far_end,))
    try:
        yield pool
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)


def begin_work(lifeline: Connection) -> None:
    """What a worker process does first. Ctrl-C is for the process that gives out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(lifeline,), daemon=True).start()


def end_with(lifeline: Connection) -> None:
    """Waits until the other end is closed, and leaves."""
    lifeline.poll(None)
    os._exit(0)
