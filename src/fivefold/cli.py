"""The command line: each command calls one function of the package."""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from fivefold.games import BadInput, all_games, find
from fivefold.games.catalogue import quoted
from fivefold.games.game import Game, TableOption
from fivefold.match import Mistake, hint, replay, review, start
from fivefold.match.position import Position
from fivefold.match.record import BadRecord, positions
from fivefold.search.limit import Limit

LARGEST_RECORD = 64 * 1024 * 1024
"""Bytes; no match comes near it."""
MOST_DIGITS = 30
LONGEST_ERROR = 200
LARGEST_LIMIT = 1_000_000_000
LARGEST_TABLE = 1024 * 1024
"""Bytes; more rows than that fit no game."""


def show_games(arguments: argparse.Namespace) -> None:
    """Lists the games."""
    for game in all_games().values():
        about = game.about
        players = f"{about.fewest}" if about.fewest == about.most else f"{about.fewest}-{about.most}"
        print(f"{game.id:24} {about.name:22} players: {players:5} {about.summary}")
        for option in about.options:
            usually = "" if isinstance(option, TableOption) else f" (usually {option.default})"
            print(f"{'':24} --option {option.name}={option.values}{usually}: {option.summary}")


def read_file(file: str) -> bytes:
    """The bytes of a file, or of standard input: not many more than the largest record has."""
    if file == "-" and sys.stdin is None:
        raise BadInput("cannot read standard input: it is closed")
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as opened:
            return opened.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise BadInput(f"cannot read {name_of(file)}: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"cannot read {name_of(file)}: that is no file name") from error


def name_of(file: str) -> str:
    return "standard input" if file == "-" else quoted(file)


def number_in_record(digits: str) -> int | str:
    """No number of a match is that long; in a key that nobody reads it does no harm."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def read_record(file: str) -> Any:
    """The JSON of a file, or of standard input."""
    data = read_file(file)
    if len(data) > LARGEST_RECORD:
        raise BadRecord(f"{name_of(file)} is larger than {LARGEST_RECORD} bytes: that is no record")
    try:
        return json.loads(data, parse_int=number_in_record)
    except json.JSONDecodeError as error:
        raise BadRecord(f"{name_of(file)} is not a record in JSON: {str(error).splitlines()[0]}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name_of(file)} is not a record in JSON: it is no text in UTF-8") from error
    except RecursionError as error:
        raise BadRecord(f"{name_of(file)} is not a record in JSON: it is nested too deeply") from error


def read_rows(option: TableOption, file: str) -> list[dict[str, Any]]:
    """The rows of a file with comma-separated values."""
    data = read_file(file)
    try:
        return option.from_csv(data[:LARGEST_TABLE].decode("utf-8-sig").splitlines())
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"option {option.name}: {quoted(file)} is no file with comma-separated values") from error


def trace_line(position: Position) -> dict[str, Any]:
    """What `trace` prints of a position."""
    return {
        "ply": len(position.moves),
        "to_act": list(position.to_act),
        "legal": {str(seat): position.legal(seat) for seat in position.to_act},
        "scores": list(position.scores),
        "over": position.over,
        "winners": list(position.winners),
    }


def trace(arguments: argparse.Namespace) -> None:
    """Replays a record and prints every position."""
    for position in positions(read_record(arguments.file)):
        print(json.dumps(trace_line(position)))


def options_from(game: Game, given: Sequence[str]) -> dict[str, Any]:
    """Options as typed: NAME=VALUE."""
    known = {option.name: option for option in game.about.options}
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"an option is written NAME=VALUE, not {quoted(text)}")
        option = known.get(name)
        if isinstance(option, TableOption):
            options[name] = read_rows(option, value)
        else:
            options[name] = option.from_text(value) if option else value
    return options


def random_match(game: str, players: int | None, seed: int | None, options: dict[str, Any]) -> Position:
    """A match in which every move is random."""
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    position, chance = start(game, players, options=options, seed=seed), random.Random(seed)
    while position.to_act:
        for seat in position.to_act:
            if seat in position.to_act:
                position.play(chance.choice(position.legal(seat)), seat)
    return position


def print_random(arguments: argparse.Namespace) -> None:
    """Plays a match at random and prints its record."""
    game = find(arguments.game)
    options = options_from(game, arguments.option)
    print(json.dumps(random_match(game.id, arguments.players, arguments.seed, options).record()))


def warm(arguments: argparse.Namespace) -> None:
    """Compiles everything ahead."""
    from fivefold.kernel.engine import can_compile

    games = [find(id) for id in arguments.game] if arguments.game else list(all_games().values())
    if not can_compile():
        raise BadInput(
            "there is nothing to compile: Numba is not installed (pip install fivefold[fast]), or not wanted"
        )
    for number, game in enumerate(games, 1):
        to_compile = game.to_compile()
        for done, (name, make) in enumerate(to_compile):
            progress(done, len(to_compile), f"{number}/{len(games)} {game.about.name}: {name}")
            make()
        progress(len(to_compile), len(to_compile), f"{number}/{len(games)} {game.about.name}")
        if sys.stderr.isatty():
            print(file=sys.stderr)


def progress(done: int, of: int, what: str) -> None:
    """A bar on standard error, or plain lines at the end of each game where that is no terminal."""
    bar = "#" * (20 * done // of)
    if sys.stderr.isatty():
        print(f"\r[{bar:20}] {what:50.50}", end="", file=sys.stderr, flush=True)
    elif done == of:
        print(f"[{bar:20}] {what}", file=sys.stderr, flush=True)


def play(arguments: argparse.Namespace) -> None:
    """A match in the terminal."""
    from fivefold.terminal.client import play_match

    def options(game: str) -> dict[str, Any]:
        return options_from(find(game), arguments.option)

    play_match(arguments.game, arguments.players, arguments.seat, arguments.seed, options)


def run_server(arguments: argparse.Namespace) -> None:
    """A server for people and bots."""
    from fivefold.server.config import Config
    from fivefold.server.serving import serve

    serve(
        Config(
            host=arguments.host,
            port=arguments.port,
            database=arguments.database,
            bus=arguments.bus,
            bot_pause=arguments.bot_pause,
            public_url=arguments.public_url,
            keep_days=arguments.keep_days,
            limits=not arguments.no_limits,
            bot_threads=arguments.bot_threads,
        ),
        arguments.warm,
    )


def run_management(arguments: argparse.Namespace) -> None:
    """Looks after a server's database."""
    from fivefold.server.managing import manage

    print(manage(arguments.database, arguments.what, arguments.id, arguments.name))


def run_bots(arguments: argparse.Namespace) -> None:
    """Thinks for a server's bots."""
    from fivefold.server.working import work_for

    key = read_file(arguments.key_file).decode() if arguments.key_file else os.environ.get("FIVEFOLD_WORKER_KEY", "")
    if not key.strip():
        raise BadInput("a server's key for workers is needed: --key-file, or the variable FIVEFOLD_WORKER_KEY")
    work_for(arguments.server, key.strip(), arguments.threads)


def arena(arguments: argparse.Namespace) -> None:
    """A tournament of bots."""
    from fivefold.arena.holding import hold
    from fivefold.arena.on_ray import play_on_ray
    from fivefold.arena.playing import play_all
    from fivefold.arena.report import plot, table
    from fivefold.arena.results import Results
    from fivefold.arena.tournament import Tournament

    game = find(arguments.game)
    tournament = Tournament(
        game.id,
        tuple(with_limit(bot, arguments) for bot in [*arguments.bot, *arguments.more_bots]),
        game.about.usual if arguments.players is None else arguments.players,
        arguments.deals,
        arguments.line_up,
        arguments.seed,
        options_from(game, arguments.option),
    )
    players = partial(play_on_ray, arguments.ray) if arguments.ray else partial(play_all, jobs=arguments.jobs)
    results, out = Results(tournament), arguments.out and Path(arguments.out)
    try:
        hold(tournament, out, players, lambda done, of: progress(done, of, f"{done}/{of} matches"), results)
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        if results.matches:
            print("\n".join(table(results)))
    if arguments.plot:
        plot(results, Path(arguments.plot))


def with_limit(bot: str, arguments: argparse.Namespace) -> str:
    """A bot with the limit that is given for all, unless it has its own."""
    limits = [f"{name}={value}" for name in ("units", "seconds") if (value := getattr(arguments, name)) is not None]
    return bot if "@" in bot or not limits else f"{bot}@{','.join(limits)}"


def limit_from(arguments: argparse.Namespace) -> Limit | None:
    """How long a bot may think, if that was said."""
    if arguments.units is None and arguments.seconds is None:
        return None
    return Limit(arguments.units, arguments.seconds)


def show_hint(arguments: argparse.Namespace) -> None:
    """A good move at the end of a record, and why."""
    position = replay(read_record(arguments.file))
    given = hint(position, arguments.seat, limit_from(arguments), arguments.seed)
    if arguments.json:
        print(json.dumps(asdict(given)))
        return
    print(f"seat {given.seat}: {given.move}")
    print(given.reason.sentence)
    if given.verdict:
        print(given.verdict.sentence)


def show_review(arguments: argparse.Namespace) -> None:
    """The costly moves of a match."""
    record = read_record(arguments.file)
    try:
        mistakes = review(
            record,
            limit_from(arguments),
            arguments.seed,
            lambda done, of: progress(done, of, f"{done}/{of} moves"),
        )
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    for mistake in mistakes:
        print(json.dumps(asdict(mistake)) if arguments.json else mistake_line(mistake))
    if not mistakes and not arguments.json:
        print("No costly move was found.")


def mistake_line(mistake: Mistake) -> str:
    """What a mistake cost, and why: in one line."""
    about = "" if mistake.exact else "about "
    return (
        f"ply {mistake.ply}, seat {mistake.seat}: {mistake.move} cost {about}{mistake.cost:.2f};"
        f" better was {mistake.better}. {mistake.reason.sentence}"
    )


def show_proof(arguments: argparse.Namespace) -> None:
    """Proves that the cards of a record are those that were committed to."""
    from fivefold.match.fairness import verify

    record = read_record(arguments.file)
    proven = verify(record, arguments.commitment, dict(arguments.nonce))
    shuffles = "1 shuffle is" if proven.shuffles == 1 else f"{proven.shuffles} shuffles are"
    nonces = "1 nonce" if proven.nonces == 1 else f"{proven.nonces} nonces"
    print(f"Proven: {shuffles} as the seed and {nonces} of players make them, and the seed is the committed one.")
    if not proven.over:
        print("The record stops before the end of the match.")
    if not arguments.commitment:
        print("Compare the commitment with the one that you saw before the match (--commitment does it):")
        print(record["fairness"]["commitment"])


def noted_nonce(text: str) -> tuple[int, str]:
    """A seat and its nonce, as typed."""
    seat, _, nonce = text.partition("=")
    if not re.fullmatch("[0-9]{1,2}", seat) or not nonce:
        raise argparse.ArgumentTypeError(f"a nonce is written SEAT=DIGITS, as in 2=9f86d081, not {quoted(text)}")
    return int(seat), nonce


class OneLineParser(argparse.ArgumentParser):
    """Says in one line what is wrong, as all errors are said."""

    def error(self, message: str) -> NoReturn:
        told = " ".join(message.split())
        told = told if len(told) <= LONGEST_ERROR else f"{told[:LONGEST_ERROR]}..."
        self.exit(2, f"fivefold: {told} (`{self.prog} --help` tells more)\n")


class ShowVersion(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *arguments: Any) -> None:
        print(f"fivefold {version('fivefold')}")
        parser.exit()


def above_zero(number: Callable[[str], float]) -> Callable[[str], float]:
    """Reads a limit."""

    def read(text: str) -> float:
        value = number(text)
        if not 0 < value <= LARGEST_LIMIT:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not above 0 and at most {LARGEST_LIMIT}")
        return value

    read.__name__ = number.__name__  # argparse tells it of a text that is no number
    return read


def parser() -> argparse.ArgumentParser:
    top = OneLineParser(
        prog="fivefold",
        description="Ten tabletop games that share the number five: play them, program them, study them.",
        epilog="Begin with `fivefold play`. `fivefold COMMAND --help` tells more about a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and leave")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], None], tells: str, example: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=tells,
            description=tells[0].upper() + tells[1:] + ".",
            epilog=f"example:\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.set_defaults(run=run)
        return added

    def match_options(of: argparse.ArgumentParser) -> None:
        of.add_argument("--players", type=int, metavar="N", help="how many seats (the game's usual number)")
        of.add_argument(
            "--seed", type=int, metavar="K", help="the same seed gives the same shuffles (default: a new one)"
        )
        of.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the game; may be given again",
        )

    playing = command(
        "play", play, "play a match in the terminal against random bots", "fivefold play fives --players 3"
    )
    playing.add_argument("game", nargs="?", help="one of `fivefold games`; asked for if left out")
    playing.add_argument("--seat", type=int, default=0, metavar="S", help="the seat that you take, from 0 (default 0)")
    match_options(playing)

    serving = command(
        "serve",
        run_server,
        "run a server on which people and bots play in the browser and over HTTP",
        "fivefold serve --port 5555 --database tables.sqlite",
    )
    serving.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    serving.add_argument("--port", type=int, default=5555, help="the port to listen on (default 5555)")
    serving.add_argument(
        "--database",
        default="fivefold.sqlite",
        metavar="FILE|URL",
        help="a file of SQLite's, or postgresql://... (default: the file fivefold.sqlite)",
    )
    serving.add_argument("--bus", metavar="URL", help="redis://... between several servers on one database")
    serving.add_argument(
        "--bot-pause",
        type=above_zero(float),
        default=0.7,
        metavar="SECONDS",
        help="how long bots wait between moves that people look at (default 0.7)",
    )
    serving.add_argument(
        "--public-url", metavar="URL", help="the address that people use, if that is another one: for links and origins"
    )

    serving.add_argument(
        "--bot-threads",
        type=int,
        default=2,
        metavar="N",
        help="so many bots think at once (default 2); 0 leaves that to `fivefold bots`",
    )
    serving.add_argument(
        "--keep-days", type=above_zero(int), metavar="N", help="forget tables that have been over for so many days"
    )
    serving.add_argument("--warm", action="store_true", help="compile what bots think with in the background")
    serving.add_argument("--no-limits", action="store_true", help="no limits on rates: for measurements only")

    managing = command(
        "manage",
        run_management,
        "look after a server's players, tables and secrets, in its database",
        "fivefold manage rename p7k2m9qd4w 'Somebody' --database tables.sqlite\n"
        "  fivefold manage ban p7k2m9qd4w\n"
        "  fivefold manage close q4m7t2xw9kd3\n"
        "  fivefold manage rotate-keys",
    )
    managing.add_argument(
        "what", choices=["rename", "ban", "unban", "close", "rotate-keys", "worker-key"], help="what to do"
    )
    managing.add_argument("id", nargs="?", help="the player's or the table's id")
    managing.add_argument("name", nargs="?", help="the new name")
    managing.add_argument("--database", default="fivefold.sqlite", metavar="FILE|URL", help="as for `fivefold serve`")

    working = command(
        "bots",
        run_bots,
        "think for the bots of a server that was started with --bot-threads 0",
        "fivefold bots --server http://127.0.0.1:5555 --key-file worker.key\n"
        "  (the key is told by `fivefold manage worker-key`; the variable FIVEFOLD_WORKER_KEY may hold it, too)",
    )
    working.add_argument("--server", required=True, metavar="URL", help="the server to work for")
    working.add_argument("--key-file", metavar="FILE", help="a file with the server's key for workers")
    working.add_argument("--threads", type=above_zero(int), default=1, metavar="N", help="so many at once (default 1)")

    command("games", show_games, "list the games, their players and options", "fivefold games")

    tracing = command(
        "trace", trace, "replay a match record and print each position as a line of JSON", "fivefold trace match.json"
    )
    tracing.add_argument("file", metavar="FILE", help="a record in JSON; - is standard input")

    drawing = command(
        "random",
        print_random,
        "play a match at random and print its record",
        "fivefold random fives --players 4 --seed 7 > match.json",
    )
    drawing.add_argument("game", metavar="GAME", help="one of `fivefold games`")
    match_options(drawing)

    holding = command(
        "arena",
        arena,
        "hold a tournament of bots on duplicate deals, and tell their strength",
        "fivefold arena fives hard medium easy --deals 200 --out matches.jsonl\n"
        "  (the same command again goes on where it was stopped)",
    )
    holding.add_argument("game", metavar="GAME", help="one of `fivefold games`")
    holding.add_argument(
        "bot",
        nargs="*",
        metavar="BOT",
        help="a level (greedy, easy, medium, hard, random) or anyone's bot as module:Class; its own limit is written"
        " as in hard@units=500 or hard@seconds=0.1",
    )
    holding.add_argument(
        "--bot",
        dest="more_bots",
        action="append",
        default=[],
        metavar="MODULE:CLASS",
        help="one more bot; may be given again",
    )
    holding.add_argument(
        "--deals", type=int, default=100, metavar="N", help="how many deals, each played in all seatings (default 100)"
    )
    match_options(holding)
    holding.set_defaults(seed=1)
    holding.add_argument(
        "--line-up",
        choices=["one", "teams", "table"],
        default="one",
        help="with more than two seats: one bot against others who are all of the other kind (default), two kinds in"
        " turn around the table, or all bots at one table; the seats rotate",
    )
    holding.add_argument(
        "--units", type=int, metavar="N", help="how much each bot may think about a move: units of work"
    )
    holding.add_argument("--seconds", type=float, metavar="S", help="the same in seconds")
    holding.add_argument("--jobs", type=above_zero(int), default=1, metavar="N", help="so many processes (default 1)")
    holding.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at this address")
    holding.add_argument("--out", metavar="FILE", help="keep the record of every match, a line of JSON each")
    holding.add_argument("--plot", metavar="FILE", help="draw the ratings, as SVG, PNG or PDF by the file's name")

    def thinking_options(of: argparse.ArgumentParser) -> None:
        of.add_argument("file", metavar="RECORD", help="a record in JSON; - is standard input")
        of.add_argument(
            "--seconds",
            type=above_zero(float),
            metavar="S",
            help="how long to think about a move (default: as long as the bot usually does, counted in units of work)",
        )
        of.add_argument("--units", type=above_zero(int), metavar="N", help="the same in units of work: reproducible")
        of.add_argument("--seed", type=int, default=0, metavar="K", help="of the random numbers (default 0)")
        of.add_argument("--json", action="store_true", help="JSON, with codes and arguments, instead of sentences")

    hinting = command(
        "hint",
        show_hint,
        "say which move the hard bot would make at the end of a record, by what its seat may know, and why",
        "fivefold hint match.json\n  fivefold hint match.json --seat 2 --seconds 0.5 --json",
    )
    thinking_options(hinting)
    hinting.add_argument(
        "--seat", type=int, metavar="S", help="who asks, from 0; may be left out where only one seat is to act"
    )

    reviewing = command(
        "review",
        show_review,
        "find the costly moves of a match, each judged by what its seat could know then",
        "fivefold review match.json\n  fivefold review match.json --json > mistakes.jsonl\n"
        "  (costs are rewards: 1 for beating everybody, -1 for being beaten by everybody)",
    )
    thinking_options(reviewing)

    proving = command(
        "verify",
        show_proof,
        "prove that the cards of a match on a server are those that were committed to before it",
        "fivefold verify match.json\n  fivefold verify match.json --commitment 3f0a... --nonce 2=9f86d081884c7d65",
    )
    proving.add_argument("file", metavar="RECORD", help="a record in JSON; - is standard input")
    proving.add_argument("--commitment", metavar="DIGITS", help="the commitment that you noted before the match")
    proving.add_argument(
        "--nonce",
        type=noted_nonce,
        action="append",
        default=[],
        metavar="SEAT=DIGITS",
        help="a nonce that you noted; may be given again",
    )

    warming = command(
        "warm", warm, "compile the rules of all games, or of some, ahead of their first use", "fivefold warm fives"
    )
    warming.add_argument("game", nargs="*", metavar="GAME", help="one of `fivefold games` (default: all)")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit status."""
    parsed = parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise BadInput("cannot write to standard output: it is closed")
        try:
            parsed.run(parsed)
        finally:
            sys.stdout.flush()
    except BadInput as error:
        print(f"fivefold: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        # What is still buffered cannot be written; without this Python would try again at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        print(f"fivefold: cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
