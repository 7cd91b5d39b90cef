"""What a bot says of a position that may not have come from a match."""

from __future__ import annotations

from typing import NamedTuple

from fivefold.games.bot import Thinker, Weighed
from fivefold.match.position import Position
from fivefold.search.limit import Limit


class Said(NamedTuple):
    move: str
    reason: str
    verdict: str | None


def thinker(position: Position, name: str = "hard", seed: int = 1, units: int | None = None) -> Thinker:
    """A bot for the seat that acts."""
    made = position.game.bot(name, position.to_act[0], seed, units and Limit(units=units))
    assert isinstance(made, Thinker)
    return made


def weighed(position: Position, name: str = "hard", units: int | None = None) -> dict[str, float]:
    """What each legal move is worth."""
    bot, sight = thinker(position, name, units=units), position.sight(position.to_act[0])
    found: Weighed = bot.weigh(sight)
    write, state = position.game.text.write, bot.state(sight)
    return {write(state, bot.seat, k): value for k, value in zip(found.actions, found.values, strict=True)}


def said(position: Position, name: str = "hard", units: int | None = None) -> Said:
    """The best move, its reason and the verdict, in words."""
    bot, sight = thinker(position, name, units=units), position.sight(position.to_act[0])
    found = bot.weigh(sight)
    reason, verdict = bot.reason(sight, found.best, found), bot.verdict(sight)
    sentence, write = position.game.catalogue.sentence, position.game.text.write
    return Said(
        write(bot.state(sight), bot.seat, found.best),
        sentence("reasons", reason.code, reason.arguments),
        verdict and sentence("verdicts", verdict.code, verdict.arguments),
    )
