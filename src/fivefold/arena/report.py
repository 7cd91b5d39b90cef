"""The results as a table and as a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fivefold.games import BadInput

from .estimates import Estimate
from .results import Results
from .tournament import Tournament

EVEN = {
    "one": "one against the others, who are of the second kind; even is 0",
    "teams": "two kinds in turn around the table; even is 0",
    "table": "one of each at the table, two by two; even is 0",
}
DUEL = "even is 0"
ALONE = "the same cards for each; rewards from 0 to 1"


def table(results: Results) -> Iterator[str]:
    """The lines of the report."""
    tournament, deals = results.tournament, len(results.deals())
    yield f"{tournament.game.about.name}: {how(tournament)}"
    yield f"{deals} deals, {deals * len(tournament.seatings)} matches; in brackets 95 % intervals over the deals"
    if not deals:
        return
    if tournament.players == 1:
        alone = results.alone()
        yield from rows(
            ["bot", "mean reward", "mean score", "solved"],
            [[own.name, shown(own.reward, ".3f"), f"{own.score:.2f}", percent(own.solved)] for own in alone],
        )
    pairs = results.comparisons()
    if pairs:
        what = "reward above" if tournament.players == 1 else "mean reward"
        told = [[pair.first, pair.second, shown(pair.reward, "+.3f"), verdict(pair.reward)] for pair in pairs]
        yield from rows(["bot", "against", what, ""], told)
    if tournament.players > 1 and len(tournament.names) > 2:
        rated = [[name, shown(rating, "+.0f")] for name, rating in results.ratings().items()]
        yield from rows(["bot", "rating (Elo, 0 on average)"], rated)


def how(tournament: Tournament) -> str:
    """How many play, in which line-up, and what is even then."""
    if tournament.players == 1:
        return ALONE
    return f"{tournament.players} players; {DUEL if tournament.players == 2 else EVEN[tournament.line_up]}"


def shown(estimate: Estimate, form: str) -> str:
    return f"{estimate.mean:{form}} [{estimate.low:{form}} {estimate.high:{form}}]"


def percent(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.1f} % [{100 * estimate.low:.1f} {100 * estimate.high:.1f}]"


def verdict(estimate: Estimate) -> str:
    """What the interval tells."""
    return "better" if estimate.low > 0 else "worse" if estimate.high < 0 else "undecided"


def rows(head: Sequence[str], cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in plain text, after an empty line."""
    widths = [max(len(row[column]) for row in [head, *cells]) for column in range(len(head))]
    yield ""
    for row in [head, *cells]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def plot(results: Results, file: Path) -> None:
    """Draws the ratings, or of a game for one the mean rewards, with their intervals."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise BadInput("a plot needs matplotlib: pip install fivefold[plot]") from error
    tournament = results.tournament
    if tournament.players == 1:
        told, scale = {own.name: own.reward for own in results.alone()}, "mean reward"
    else:
        told, scale = results.ratings(), "rating (Elo, 0 on average)"
    names, estimates = list(told), list(told.values())
    means = [estimate.mean for estimate in estimates]
    reach = [[e.mean - e.low for e in estimates], [e.high - e.mean for e in estimates]]
    figure = Figure(figsize=(7, 1.4 + 0.4 * len(names)), layout="constrained")
    axes: Any = figure.subplots()
    axes.errorbar(means, range(len(names)), xerr=reach, fmt="o", capsize=4, color="#1f5f8b")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(f"{scale}, with 95 % intervals over {len(results.deals())} deals")
    axes.set_title(f"{tournament.game.about.name}: {how(tournament)}", fontsize=10)
    axes.grid(axis="x", alpha=0.3)
    try:
        figure.savefig(file, metadata={"Date": None})
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write the plot: {error}") from error
