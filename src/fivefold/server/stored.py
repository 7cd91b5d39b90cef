"""What the database keeps of a table: its document, which says who plays what, and the entries of its match's log."""

from __future__ import annotations

import time
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .messages import Beginning, Clock, Result

Kind = Literal["began", "moves", "resigned", "forfeited", "stand_in", "returned", "drawn", "undone", "resumed"]
Status = Literal["open", "playing", "over", "closed"]


def now() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


class Chair(Struct, omit_defaults=True):
    """Who sits in a seat: a player, or a bot of the server's by its level."""

    player: str | None = None
    program: bool = False
    """The player is a program with an account."""
    bot: str | None = None
    nonce: str | None = None

    @property
    def free(self) -> bool:
        return self.player is None and self.bot is None

    @property
    def human(self) -> bool:
        return self.player is not None and not self.program


class Offered(Struct, omit_defaults=True):
    """What is on offer; it is void as soon as the match has gone on."""

    seq: int = 0
    draw: int | None = None
    undo: int | None = None
    undo_agreed: list[int] = []


class Document(Struct, omit_defaults=True):
    """All of a table but its match. The seed is a secret until the match is over."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    visibility: Literal["private", "public"]
    clock: Clock
    absent: Literal["bot", "forfeit"]
    rated: bool
    chat: bool
    aids: bool
    host: str | None
    seed: str
    commitment: str
    created: int
    chairs: list[Chair]
    status: Status = "open"
    beginning: Beginning | None = None
    lesson: bool = False
    started: int | None = None
    ended: int | None = None
    offered: Offered = msgspec.field(default_factory=Offered)
    hints_agreed: list[int] = []
    result: Result | None = None
    next: str | None = None

    @property
    def special(self) -> bool:
        return self.beginning is not None

    @property
    def humans(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.human]

    def seat_of(self, player: str | None) -> int | None:
        """Where the player sits."""
        if player is None:
            return None
        return next((seat for seat, chair in enumerate(self.chairs) if chair.player == player), None)


class Detail(Struct, omit_defaults=True):
    """The part of an entry that depends on its kind."""

    moves: list[str] = []
    """Of `moves`: all of one seat."""
    shuffles: list[str] = []
    """Those that became necessary, so that the log replays whatever becomes of the generator."""
    level: str | None = None
    """Of `stand_in`: who plays."""
    gone: bool = False
    """Of `stand_in`: the player went away; merely looking on does not bring them back."""
    ply: int = 0
    """Of `undone`: so many moves are left."""
    away: int = 0
    """Of `resumed`: for so many milliseconds nobody could move."""


class Entry(Struct):
    """One entry of a match's log."""

    seq: int
    at: int
    kind: Kind
    seat: int | None = None
    own_id: str | None = None
    detail: Detail = msgspec.field(default_factory=Detail)
