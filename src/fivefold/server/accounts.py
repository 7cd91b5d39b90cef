"""The stream of an account: what concerns a player at any table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from . import webhooks
from .feeds import Feed, encode
from .messages import AccountEvent, Bye
from .refusing import Refuse
from .stored import Entry, now

if TYPE_CHECKING:
    from .hub import Hub
    from .room import Room

Kind = Literal["invited", "started", "your_turn", "over", "rematch"]


class Accounts:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.feeds: dict[str, set[Feed]] = {}

    @property
    def anybody(self) -> bool:
        return bool(self.feeds)

    def join(self, player: str) -> Feed:
        feed = Feed(player, None, player)
        self.feeds.setdefault(player, set()).add(feed)
        return feed

    def leave(self, feed: Feed) -> None:
        if feed.player in self.feeds:
            self.feeds[feed.player].discard(feed)
            if not self.feeds[feed.player]:
                del self.feeds[feed.player]

    def end(self, bye: Bye) -> None:
        for feeds in list(self.feeds.values()):
            for feed in list(feeds):
                feed.cut_off(bye)

    def send(self, player: str, kind: Kind, room: Room) -> None:
        """Tells a player who listens."""
        feeds = self.feeds.get(player, ())
        message = self._message(player, kind, room) if feeds else b""
        for feed in list(feeds):
            feed.send_bytes(message)

    @staticmethod
    def _message(player: str, kind: Kind, room: Room) -> bytes:
        seat = room.document.seat_of(player)
        times = room.course.times(now()) if room.course.position else None
        return encode(AccountEvent(kind, room.id, room.document.game, seat, now(), times))

    async def _call(self, player: str, room: Room) -> None:
        """Tells a player, wherever they are, that it is their turn."""
        known = await self.hub.players.details(player)
        if known and known.webhook:
            message = self._message(player, "your_turn", room)
            await webhooks.tell(known.webhook, message, self.hub.config.private_webhooks)

    def tell(self, room: Room, entry: Entry | None, call: bool = False) -> None:
        """Tells the players of a table what the entry means to them. The server that made the entry calls them, too."""
        if entry is None:
            return
        course = room.course
        for seat, chair in enumerate(room.document.chairs):
            if not chair.player:
                continue
            if entry.kind == "began":
                self.send(chair.player, "started", room)
            if course.over:
                self.send(chair.player, "over", room)
            elif seat in course.to_act and not course.level(seat):
                decision = course.clocks.thinking.get(seat)
                if decision and decision.seq == entry.seq:
                    self.send(chair.player, "your_turn", room)
                    if call and room.document.clock.kind == "days":
                        self.hub.spawn(self._call(chair.player, room))

    async def look(self, table: str) -> None:
        """Another server has changed a table: does that concern anybody here?"""
        found = await self.hub.store.table(table)
        if found and any(chair.player in self.feeds for chair in found[1].chairs):
            try:
                room = await self.hub.room(table)
            except Refuse:
                return
            if room.course.entries:
                self.tell(room, room.course.entries[-1])
