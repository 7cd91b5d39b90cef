"""Who takes a seat, as a person types it: `hard`, `hard@units=500`, `my_bots:Careful@seconds=0.1`.

A bot of somebody else's may fail in any way; what it did, where, and what would be right is told in one sentence.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fivefold.games import BadInput, Game
from fivefold.games.bot import Bot, BotMaker
from fivefold.games.catalogue import quoted
from fivefold.games.seen import Event, View
from fivefold.search.limit import Limit

SETTINGS: dict[str, Callable[[str], float]] = {"units": int, "seconds": float}
HOW_TO = "see docs/writing-a-bot.md"


class BotFailure(BadInput):
    """A bot that cannot be made, raised an exception, or played what it may not."""


@dataclass(frozen=True)
class Entrant:
    """A kind of bot with a limit, ready to be made for any seat."""

    name: str
    maker: BotMaker
    units: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, game: Game, text: str) -> Entrant:
        """The entrant that a text names."""
        bot, at, settings = text.partition("@")
        maker = load(bot) if ":" in bot else game.bot_maker(bot)
        limits = dict(read_setting(text, setting) for setting in settings.split(",")) if at else {}
        return cls(text, maker, **limits)

    def make(self, game: Game, seat: int, seed: int) -> Bot:
        """A bot for one seat of one match."""
        limit = None if self.units is None and self.seconds is None else Limit(self.units, self.seconds)
        try:
            inspect.signature(self.maker).bind(game, seat, seed, limit)
        except TypeError as error:
            raise BotFailure(
                f"the bot {self.name} is not made from (game, seat, seed, limit): {error}; {HOW_TO}"
            ) from error
        with blamed(f"the bot {self.name} could not be made for seat {seat}"):
            bot = self.maker(game, seat, seed, limit)
        for method in ("observe", "choose"):
            if not callable(getattr(bot, method, None)):
                raise BotFailure(f"the bot {self.name} has no method {method}; {HOW_TO}")
        return Guarded(self.name, seat, bot)


def read_setting(text: str, setting: str) -> tuple[str, Any]:
    """`units=500` as a name and its value."""
    name, _, value = setting.partition("=")
    try:
        number = SETTINGS[name](value)
    except (KeyError, ValueError):
        number = 0
    if not 0 < number < float("inf"):
        raise BadInput(f"a bot's limit is written as in hard@units=500 or hard@seconds=0.1, not {quoted(text)}")
    return name, number


def load(name: str) -> BotMaker:
    """Anyone's bot, by `module:Class`; modules are looked for where Python does, and in the working folder."""
    module_name, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    with blamed(f"the bot {name} cannot be loaded"):
        found: Any = importlib.import_module(module_name)
    maker = getattr(found, attribute, None)
    if not callable(maker):
        raise BotFailure(f"the bot {name} cannot be loaded: the module {module_name} has no class {quoted(attribute)}")
    return maker  # type: ignore[no-any-return]


@contextmanager
def blamed(what: str) -> Iterator[None]:
    """Turns whatever goes wrong in a bot's own code into one sentence that begins with `what`."""
    try:
        yield
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[1:]
        where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
        told = " ".join(str(error).split())
        raise BotFailure(f"{what}: {type(error).__name__}: {told}{where}") from error


class Guarded:
    """A bot whose failures say whose they are, and at which ply."""

    def __init__(self, name: str, seat: int, bot: Bot) -> None:
        self.name, self.seat, self.bot = name, seat, bot

    def observe(self, event: Event, view: View) -> None:
        try:
            self.bot.observe(event, view)
        except Exception:
            with blamed(self.told(view, "failed to observe")):
                raise

    def choose(self, view: View) -> str:
        try:
            move = self.bot.choose(view)
        except Exception:
            with blamed(self.told(view, "failed to choose")):
                raise
        if not isinstance(move, str):
            raise BotFailure(f"{self.told(view, 'chose')} {quoted(move)}, which is no text; choose from view.legal")
        return move

    def told(self, view: View, what: str) -> str:
        return f"the bot {self.name} in seat {self.seat} {what} at ply {view['ply']}"
