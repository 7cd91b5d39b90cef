"""`make bench-bots`: how strong the bots are, and how fast they think. `python -m bench.bots GAME` for one game."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Any

from fivefold.arena.holding import hold, hold_longer
from fivefold.arena.playing import play_all
from fivefold.arena.report import percent, shown, verdict
from fivefold.arena.results import Results
from fivefold.arena.tournament import Tournament
from fivefold.games import all_games
from fivefold.games.bot import Thinker
from fivefold.games.game import Game
from fivefold.match import start
from fivefold.match.playing import play_seen
from fivefold.search.limit import FOR_EVER, UNITS_LEFT, Limit

from .spiel_bots import Searching
from .timing import table

LADDER = [("hard", "medium"), ("medium", "easy"), ("easy", "random"), ("hard", "greedy"), ("easy", "greedy")]
FIRST_LOOK = 8
TIMES = (0.02, 0.1, 0.5)
LEVELS = ("greedy", "easy", "medium", "hard")
PEERS = {"five_wins": "Mcts", "torris": "Mcts", "fives": "IsMcts"}
"""OpenSpiel's searches (`spiel_bots.py`) that our bots are measured against."""
SECONDS = 0.2
PARTS = ("pace", "ladder", "strength", "openspiel")


def ladder(games: list[Game], most: int, jobs: int) -> None:
    """Each level against the one below; deals are added until the interval is clear of even."""
    rows = []
    for game in games:
        for names in LADDER:
            tournament = Tournament(game.id, names, game.about.usual, FIRST_LOOK)
            for results in hold_longer(tournament, most, lambda *left: play_all(*left, jobs=jobs)):
                (pair,) = results.comparisons()
                if verdict(pair.reward) != "undecided":
                    break
            rows.append([*row_of(game, results), str(game.about.usual), str(len(results.deals()))])
            print(" ".join(rows[-1]), file=sys.stderr)
    table("The ladder", ["game", "bot", "against", "mean reward", "", "players", "deals"], rows)


def row_of(game: Game, results: Results) -> list[str]:
    (pair,) = results.comparisons()
    return [game.id, pair.first, pair.second, shown(pair.reward, "+.2f"), verdict(pair.reward)]


def strength(games: list[Game], deals: int, jobs: int) -> None:
    """The hard bot, with so much time for a move, against the medium one as it usually thinks."""
    rows = []
    for game in games:
        told = [game.id]
        for seconds in TIMES:
            names = (f"hard@seconds={seconds}", "medium")
            tournament = Tournament(game.id, names, game.about.usual, deals)
            (pair,) = hold(tournament, players=lambda *left: play_all(*left, jobs=jobs)).comparisons()
            told.append(shown(pair.reward, "+.2f"))
            print(game.id, seconds, told[-1], file=sys.stderr)
        rows.append(told)
    head = ["game", *(f"hard, {seconds} s a move" for seconds in TIMES)]
    table(f"Mean reward against medium, {deals} deals", head, rows)


def against_openspiel(games: list[Game], deals: int) -> None:
    """The hard bot against a search of OpenSpiel's, both on one core for the same wall time a move."""
    rows = []
    for game in games:
        if game.id not in PEERS:
            continue
        peer = f"bench.spiel_bots:{PEERS[game.id]}@seconds={SECONDS}"
        Searching.thought.clear()
        Searching.simulations.clear()
        tournament = Tournament(game.id, (f"hard@seconds={SECONDS}", peer), game.about.usual, deals)
        (pair,) = hold(tournament).comparisons()
        thought, simulations = (sum(all) / len(all) for all in (Searching.thought, Searching.simulations))
        rows.append([game.id, PEERS[game.id], shown(pair.reward, "+.2f"), verdict(pair.reward), str(deals)])
        rows[-1] += [f"{thought:.2f} s", f"{simulations:.0f}"]
        print(" ".join(rows[-1]), file=sys.stderr)
    head = ["game", "OpenSpiel's", "mean reward of hard", "", "deals", "it took a move", "simulations"]
    table(f"Against OpenSpiel, {SECONDS} s a move on one core", head, rows)


def alone(games: list[Game], deals: int, jobs: int) -> None:
    """What each level achieves in games for one, on the same deals, and by how much it does better than greedy. Where
    nothing is shuffled, all deals are alike and a few will do."""
    rows = []
    for game in games:
        if game.about.usual == 1:
            number = deals if game.rules.PACK else FIRST_LOOK
            tournament = Tournament(game.id, (*LEVELS[::-1], "random"), 1, number)
            results = hold(tournament, players=lambda *left: play_all(*left, jobs=jobs))
            over_greedy = {p.first: shown(p.reward, "+.3f") for p in results.comparisons() if p.second == "greedy"}
            for own in results.alone():
                told = [game.id, own.name, f"{own.score:.2f}", percent(own.solved), over_greedy.get(own.name, "")]
                rows.append([*told, str(number)])
                print(" ".join(rows[-1]), file=sys.stderr)
    table("Alone", ["game", "bot", "mean score", "solved", "reward above greedy's", "deals"], rows)


class Counting(Limit):
    """A limit that can be asked how much was done."""

    done, thought = 0, 0.0

    def begin(self, share: float = 1.0) -> Any:
        control = super().begin(share)
        self.before = FOR_EVER if self.units is None else control[UNITS_LEFT].item()
        self.control = control
        return control

    def count(self, seconds: float) -> None:
        """Notes what the search that has ended did."""
        if hasattr(self, "control"):
            self.done += self.before - self.control[UNITS_LEFT].item()
            self.thought += seconds


def pace(games: list[Game]) -> None:
    """What a move takes, and how many units of work a search does in a second, over a match of each level alone."""
    rows = []
    for game in games:
        for level in LEVELS:
            times, limits = thinking(game, level)
            done, thought = sum(limit.done for limit in limits), sum(limit.thought for limit in limits)
            units = f"{done / thought:,.0f}" if done and thought else ""
            rows.append([game.id, level, f"{1000 * sum(times) / len(times):.1f}", f"{1000 * max(times):.0f}", units])
    table("Thinking, as long as it usually does", ["game", "bot", "ms a move", "longest", "units a second"], rows)


def thinking(game: Game, level: str) -> tuple[list[float], list[Counting]]:
    """How long each choice among several took in a match."""
    position = start(game.id, seed=1, compiled=True)
    bots: dict[int, Any] = {seat: game.bot(level, seat, seat) for seat in range(position.players)}
    for bot in bots.values():
        if isinstance(bot, Thinker):
            bot.limit = Counting(bot.limit.units, bot.limit.seconds)
    times = []
    while not position.over and len(times) < 100:
        seat = position.to_act[0]
        view = position.sight(seat)
        began = time.perf_counter()
        move = bots[seat].choose(view)
        took = time.perf_counter() - began
        if len(view.legal) > 1:
            times.append(took)
            if isinstance(bots[seat], Thinker):
                bots[seat].limit.count(took)
        play_seen(position, move, seat, bots)
    return times, [bot.limit for bot in bots.values() if isinstance(bot, Thinker)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("game", nargs="*", help="which games (default: all)")
    parser.add_argument("--most", type=int, default=256, metavar="N", help="deals of a pair of the ladder at the most")
    parser.add_argument(
        "--deals", type=int, default=10, metavar="N", help="deals of the tables of strength and against OpenSpiel"
    )
    parser.add_argument("--alone", type=int, default=1000, metavar="N", help="deals of a game for one (default 1000)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many processes (default 2)")
    parser.add_argument("--part", nargs="+", choices=PARTS, default=PARTS, help="which tables (default: all)")
    chosen = parser.parse_args()
    games = [game for game in all_games().values() if not chosen.game or game.id in chosen.game]
    if "pace" in chosen.part:
        pace(games)
    if "ladder" in chosen.part:
        alone(games, chosen.alone, chosen.jobs)
    ladder(games, chosen.most, chosen.jobs)
    if "strength" in chosen.part:
        strength(games, chosen.deals, chosen.jobs)
    if "openspiel" in chosen.part:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        against_openspiel(games, chosen.deals)


if __name__ == "__main__":
    main()
