"""What a game is to everything above the kernel: its rules, its words, its views, and what `about.toml` says of it."""

from __future__ import annotations

import csv
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fivefold.kernel.engine import ARGUMENTS, Engine
from fivefold.kernel.layout import Layout
from fivefold.kernel.rules import Rules
from fivefold.search.limit import Limit

from .bot import Bot, BotMaker, RandomBot
from .catalogue import Catalogue, quoted
from .pace import FREE, Pace


class BadInput(ValueError):
    """Something given from outside is wrong; its text is one clear sentence."""


@dataclass(frozen=True)
class Refusal:
    """The rule that forbids a move: a code, and what its sentence needs to know."""

    code: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


class GameText(ABC):
    """How a game's actions and cards are written. `s` is an interpreted state, before the action."""

    @abstractmethod
    def write(self, s: Any, seat: int, action: int) -> str:
        """The text of a legal action."""

    @abstractmethod
    def read(self, s: Any, seat: int, text: str) -> int | None:
        """The action that the text means, legal or not; None if it means none."""

    @abstractmethod
    def why_not(self, s: Any, seat: int, action: int) -> Refusal:
        """Which rule forbids an action that is not legal, to a seat that acts."""

    def seen(self, s: Any, seat: int, action: int, viewer: int) -> str:
        """The text as another seat sees it (-1: a spectator), while the match goes on."""
        return self.write(s, seat, action)

    def seen_later(self, s: Any, seat: int, action: int, viewer: int, now: Any) -> str:
        """The text of a past action, to whoever asks for it in state `now`: less than before, where a game covers
        again what was open. `s` is the state before the action, as in all texts."""
        return self.seen(s, seat, action, viewer)

    def noticed(self, s: Any, seat: int, action: int, viewer: int) -> bool:
        """Does another seat see that anything was played at all? If not, nothing that it is shown may change."""
        return True

    def write_card(self, s: Any, card: int) -> str:
        """The text of a card or piece that is shuffled."""
        raise NotImplementedError("nothing is shuffled in this game")

    def read_card(self, s: Any, text: str) -> int | None:
        """The card that the text means; None if it means none."""
        raise NotImplementedError("nothing is shuffled in this game")


@dataclass(frozen=True)
class Option:
    """One thing that players can set before a match: a whole number, or one of some words."""

    name: str
    summary: str
    default: Any
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int = 1000

    @property
    def values(self) -> str:
        """What it can be, in short."""
        return "|".join(self.choices) if self.choices else f"{self.least}-{self.most}"

    def checked(self, value: Any) -> Any:
        """The value as a record holds it."""
        self.number(value)
        return value

    def number(self, value: Any) -> int:
        """The value as a state holds it."""
        if self.choices:
            if not isinstance(value, str) or value not in self.choices:
                raise BadInput(f"option {self.name} is one of {', '.join(self.choices)}, not {quoted(value)}")
            return self.choices.index(value)
        if type(value) is not int or not self.least <= value <= self.most:
            raise BadInput(
                f"option {self.name} is a whole number from {self.least} to {self.most}, not {quoted(value)}"
            )
        return value

    def from_text(self, text: str) -> int | str:
        """The value as typed on a command line."""
        return int(text) if not self.choices and re.fullmatch("-?[0-9]{1,18}", text) else text


@dataclass(frozen=True)
class TableOption(Option):
    """An option whose value is a table: a list of rows, each an object with the same columns.

    What the rows mean says a function of the option's name in the game's `options.py`: it turns checked rows into
    fields of the state, or raises BadInput.
    """

    text_columns: tuple[str, ...] = ()
    number_columns: tuple[str, ...] = ()
    """Columns of whole numbers from `least` to `most`."""

    @property
    def columns(self) -> tuple[str, ...]:
        return self.text_columns + self.number_columns

    @property
    def values(self) -> str:
        return "FILE.csv"

    def checked(self, value: Any) -> list[dict[str, Any]]:
        """The rows as a record holds them. A row may also be given as a list in the order of the columns, and a number
        as its digits: so readers of CSV files give them."""
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BadInput(f"option {self.name} is a list of rows with {', '.join(self.columns)}, not {quoted(value)}")
        return [self._checked_row(number, row) for number, row in enumerate(value, 1)]

    def _checked_row(self, number: int, row: Any) -> dict[str, Any]:
        if isinstance(row, list | tuple) and len(row) == len(self.columns):
            row = dict(zip(self.columns, row, strict=True))
        if not isinstance(row, Mapping) or set(row) != set(self.columns):
            raise self.wrong_row(number, f"has {', '.join(self.columns)} and nothing else, not {quoted(row)}")
        texts = {column: self._text(number, column, row[column]) for column in self.text_columns}
        return texts | {column: self._number(number, column, row[column]) for column in self.number_columns}

    def _text(self, number: int, column: str, cell: Any) -> str:
        if not isinstance(cell, str):
            raise self.wrong_row(number, f"has a text as {column}, not {quoted(cell)}")
        return cell

    def _number(self, number: int, column: str, cell: Any) -> int:
        if isinstance(cell, str) and cell.isascii() and cell.isdigit():
            cell = int(cell[:10])
        if type(cell) is not int or not self.least <= cell <= self.most:
            wanted = f"a whole number from {self.least} to {self.most}"
            raise self.wrong_row(number, f"has {wanted} as {column}, not {quoted(cell)}")
        return cell

    def wrong_row(self, number: int, says: str) -> BadInput:
        """What is wrong in a row, counted from 1."""
        return BadInput(f"option {self.name}: row {number} {says}")

    def from_csv(self, lines: Sequence[str]) -> list[dict[str, Any]]:
        """The rows of a file with comma-separated values, whose first line names the columns."""
        header, *rows = [row for row in csv.reader(lines) if row] or [[]]
        if sorted(header) != sorted(self.columns):
            raise BadInput(f"option {self.name}: the first line must name the columns {', '.join(self.columns)}")
        for number, row in enumerate(rows, 1):
            if len(row) != len(header):
                raise self.wrong_row(number, f"has {len(header)} columns, not {len(row)}")
        return self.checked([dict(zip(header, row, strict=True)) for row in rows])


ABOUT_KEYS = ("name", "summary", "players", "minutes", "designers", "publisher")


@dataclass(frozen=True)
class About:
    """What `about.toml` says."""

    name: str
    summary: str
    fewest: int
    most: int
    usual: int
    minutes: int
    designers: tuple[str, ...]
    publisher: str
    options: tuple[Option, ...]

    @classmethod
    def read(cls, file: Path) -> About:
        with file.open("rb") as opened:
            told = tomllib.load(opened)
        missing = [key for key in ABOUT_KEYS if key not in told]
        if missing:
            raise BadInput(f"{file} says nothing of {', '.join(missing)}")
        options = [cls._option(file.parent, name, said) for name, said in told.get("options", {}).items()]
        fewest, most = told["players"]
        return cls(
            name=told["name"],
            summary=told["summary"],
            fewest=fewest,
            most=most,
            usual=told.get("usual_players", fewest),
            minutes=told["minutes"],
            designers=tuple(told["designers"]),
            publisher=told["publisher"],
            options=tuple(options),
        )

    @staticmethod
    def _option(folder: Path, name: str, said: dict[str, Any]) -> Option:
        said = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
        if "rows" not in said:
            return Option(name=name, **said)
        lines = (folder / said.pop("rows")).read_text(encoding="utf-8").splitlines()
        empty = TableOption(name=name, default=[], **said)
        return replace(empty, default=empty.from_csv(lines))


@dataclass(frozen=True)
class Game:
    """One of the games. Everything but `id` and `about` is loaded when it is first needed."""

    id: str
    about: About

    def _module(self, name: str) -> Any:
        return import_module(f"fivefold.games.{self.id}.{name}")

    @cached_property
    def rules(self) -> Rules:
        return Rules.of(self._module("rules"), self._module("veil"), self._module("observation"))

    @cached_property
    def text(self) -> GameText:
        return self._module("text").Text()  # type: ignore[no-any-return]

    @property
    def view(self) -> Callable[[Any, int], dict[str, Any]]:
        """The table as a seat sees it, from a state that is veiled for it."""
        return self._module("view").view  # type: ignore[no-any-return]

    @cached_property
    def pace(self) -> Callable[[Any], Pace]:
        """How fast a match may go on from a state. Most games leave that to the players."""
        own = find_spec(f"fivefold.games.{self.id}.pace")
        return self._module("pace").pace if own else lambda s: FREE

    @cached_property
    def bots(self) -> Mapping[str, BotMaker]:
        """Who can play it, by name, the weakest first: random, greedy, easy, medium, hard. A game whose folder has no
        `bot.py` yet is played at random."""
        own = self._module("bot").BOTS if find_spec(f"fivefold.games.{self.id}.bot") else {}
        return {"random": RandomBot, **own}

    def bot_maker(self, name: str) -> BotMaker:
        """Makes the bots of that name."""
        if name not in self.bots:
            raise BadInput(f"{self.id} has no bot {quoted(name)}; its bots are {', '.join(self.bots)}")
        return self.bots[name]

    def bot(self, name: str, seat: int, seed: int, limit: Limit | None = None) -> Bot:
        """A bot for one seat of one match; it thinks no longer than the limit, or than is usual for it."""
        return self.bot_maker(name)(self, seat, seed, limit)

    def to_compile(self) -> list[tuple[str, Callable[[], object]]]:
        """All that can be compiled ahead, by name: every loop, and what each bot thinks with, which it compiles when it
        is made."""
        loops = [(name, partial(self.engine.loop, name)) for name in ARGUMENTS]
        return [*loops, *((f"{name} bot", partial(self.bot, name, 0, 0)) for name in self.bots)]

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue.of_game(self.id)

    @cached_property
    def engine(self) -> Engine:
        """For playouts and batches: compiled, if Numba is there."""
        return self._engine(compiled=None)

    @cached_property
    def match_engine(self) -> Engine:
        """For a match that a person plays or reads: interpreted, since a step of any game takes less time than loading
        Numba, and nobody should wait for a compiler."""
        return self._engine(compiled=False)

    def _engine(self, compiled: bool | None) -> Engine:
        seats = range(self.about.fewest, self.about.most + 1)
        return Engine(self.id, self.rules, self.option_numbers({}), compiled, seats)

    def state(self, states: Any, index: int = 0) -> Layout:
        """A state for texts and views to read."""
        return self.rules.State(states, index)

    def check_players(self, players: Any) -> int:
        fewest, most = self.about.fewest, self.about.most
        if type(players) is not int or not fewest <= players <= most:
            wanted = (
                f"{fewest} player"
                if most == 1
                else f"{fewest} to {most} players"
                if fewest < most
                else f"{most} players"
            )
            raise BadInput(f"{self.id} is for {wanted}, not {quoted(players)}")
        return players

    def option_numbers(self, options: Any) -> dict[str, Any]:
        """Every option as the state holds it, defaults filled in."""
        if not isinstance(options, Mapping):
            raise BadInput(f"options are names with values, not {quoted(options)}")
        known = {option.name: option for option in self.about.options}
        numbers = dict(self._default_numbers)
        for name, value in options.items():
            if name not in known:
                has = f"its options are {', '.join(known)}" if known else "it has none"
                raise BadInput(f"{self.id} has no option {quoted(name)}; {has}")
            numbers |= self._option_fields(known[name], value)
        return numbers

    @cached_property
    def _default_numbers(self) -> dict[str, Any]:
        numbers: dict[str, Any] = {}
        for option in self.about.options:
            numbers |= self._option_fields(option, option.default)
        return numbers

    def _option_fields(self, option: Option, value: Any) -> dict[str, Any]:
        """The fields of the state that hold the option's value: one of its name, or those that a table fills."""
        if isinstance(option, TableOption):
            fields: dict[str, Any] = getattr(self._module("options"), option.name)(option, option.checked(value))
            return fields
        return {option.name: option.number(value)}

    def changed_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that differ from their defaults, as a record holds them."""
        given = {o.name: o.checked(options[o.name]) for o in self.about.options if o.name in options}
        return {o.name: given[o.name] for o in self.about.options if given.get(o.name, o.default) != o.default}
