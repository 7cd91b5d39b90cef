"""A table that somebody looks at, or that the server looks after: its document, its match, its viewers.

All that changes a table passes through `Room.do`: one at a time, and to its end even if whoever asked is gone. An entry
is applied, committed, and only then told; readers take the same lock, so nobody sees what is not on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from fivefold.match.position import Position

from .course import Course, Seen, retold, unfold
from .feeds import Feed, encode
from .messages import (
    ChatLine,
    Chatted,
    FromServer,
    Happened,
    Offers,
    Player,
    Seat,
    Table,
    TableChanged,
    TableLine,
    Welcome,
    You,
)
from .outcomes import outcome_of
from .refusing import Refuse
from .stored import Detail, Document, Entry, Kind, Offered, now

if TYPE_CHECKING:
    from .hub import Hub

logger = structlog.get_logger()
Done = TypeVar("Done")

TRIES = 8
BOT_LEASE = 30_000
"""Milliseconds after which another server moves for a bot, if the one that should has not."""
PHRASES = ["hello", "good_luck", "well_played", "thanks", "one_moment", "oops", "good_game", "goodbye"]
CHAT_SHOWN = 50
MOST_MISSED = 200
"""Entries that are sent again; a client that missed more shows the newest view."""


class Behind(Exception):
    """Another server was quicker: what was seen here is old."""


class Room:
    def __init__(self, hub: Hub, version: int, document: Document, entries: Sequence[Entry]) -> None:
        self.hub, self.id = hub, document.id
        self.version, self.document = version, document
        self.course = Course(document, entries)
        self.told = self.course.seq
        """The last entry that viewers have been told of."""
        self.uncertain = False
        """An entry was applied, but nobody knows yet whether it is on disk."""
        self.feeds: set[Feed] = set()
        self.lock = asyncio.Lock()
        self.used_at = now()
        self.chat_number = 0
        self.timer: asyncio.TimerHandle | None = None
        self.driver: asyncio.Task[None] | None = None
        self.driver_wanted = False
        self._views: dict[int | None, Any] = {}

    # --- changing -----------------------------------------------------------------------------------------------------

    async def do(self, work: Callable[[], Awaitable[Done]]) -> Done:
        """Does something with the table in its newest state."""
        return await asyncio.shield(asyncio.ensure_future(self._do(work)))

    async def _do(self, work: Callable[[], Awaitable[Done]]) -> Done:
        self.used_at = now()
        async with self.lock:
            if self.uncertain:
                await self._reload()
            if self.hub.bus.shared:
                await self._refresh()
            for _ in range(TRIES):
                try:
                    return await work()
                except Behind:
                    await self._reload()
        raise Refuse(503, "too_many", seconds=1)

    async def append(
        self,
        kind: Kind,
        seat: int | None = None,
        *,
        position: Position | None = None,
        events: Seen | None = None,
        own_id: str | None = None,
        document: Document | None = None,
        detail: Detail | None = None,
        acknowledge: Callable[[int], None] | None = None,
    ) -> Entry:
        """Makes an entry: first it is on disk, then acknowledged, then told to all. A `document` that goes with it
        replaces the one of before."""
        detail = detail or Detail()
        course = self.course
        if position is not None:
            dealt = len(course.position.shuffles) if course.position else 0
            detail.shuffles = position.shuffles[dealt:]
        entry = Entry(course.seq + 1, now(), kind, seat, own_id, detail)
        try:
            course.apply(entry, position)
            if course.result and self.document.status == "playing":
                document = self._finished(document or deepcopy(self.document), entry.at)
            with self.hub.metrics.committing.time():
                await self._commit(entry, document)
        except BaseException:
            self.uncertain = True
            raise
        self.hub.metrics.entries.inc()
        if acknowledge:
            acknowledge(entry.seq)
        self._views.clear()
        self.tell_entry(entry, events or {}, now())
        if document or entry.kind != "moves":
            self.tell_table()
        self.hub.changed(self, entry)
        return entry

    async def _commit(self, entry: Entry, document: Document | None) -> None:
        if document is None:
            if not await self.hub.store.append(self.id, entry, self.due):
                raise Behind
            return
        over = document.status == "over"
        outcome = await outcome_of(self.hub.store, document, self.course) if over else None
        if not await self.hub.store.change_table(document, self.version, self.due, entry, outcome):
            raise Behind
        self.version += 1
        self.document = self.course.document = document

    def _finished(self, document: Document, at: int) -> Document:
        document.status, document.ended = "over", at
        document.result = self.course.result
        document.offered = Offered()
        return document

    async def change(self, document: Document) -> None:
        """Replaces the document alone."""
        if not await self.hub.store.change_table(document, self.version, self.due):
            raise Behind
        self.version += 1
        self.document = self.course.document = document
        self.tell_table()
        self.hub.changed(self, None)

    @property
    def due(self) -> int | None:
        """When a server must look after the table, at the latest."""
        if self.document.status == "closed" or self.course.over or self.course.position is None:
            return None
        deadline = self.course.next_deadline
        if self.course.bots_to_act:
            lease = now() + BOT_LEASE
            return min(lease, deadline) if deadline else lease
        return deadline

    # --- what other servers have done ---------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Reads what is new."""
        async with self.lock:
            await (self._reload() if self.uncertain else self._refresh())

    async def _refresh(self) -> None:
        found = await self.hub.store.table(self.id)
        if found is None:
            return
        version, document = found
        told = False
        if version != self.version:
            self.version, self.document, told = version, document, True
            self.course.document = document
        for entry in await self.hub.store.entries(self.id, self.course.seq):
            before = self.course.position.copy() if self.course.position else None
            events: Seen = {}
            if before and entry.kind == "moves" and entry.seat is not None:
                events = unfold(before, entry.seat, entry.detail.moves, self.viewers)
                self.course.apply(entry, before)
            else:
                self.course.apply(entry)
            self._views.clear()
            self.tell_entry(entry, events, now())
        for line in await self.hub.store.chat(self.id, self.chat_number) if self.feeds else ():
            await self.tell_chat(line)
        if told:
            self.tell_table()

    async def _reload(self) -> None:
        """Goes back to what viewers have been told of, after an attempt that failed, and on from there."""
        entries = await self.hub.store.entries(self.id)
        self.course = Course(self.document, [entry for entry in entries if entry.seq <= self.told])
        self.uncertain = False
        self._views.clear()
        told = self.told
        await self._refresh()
        if self.told > told:  # it was on disk after all: other servers do not know yet
            self.hub.changed(self, None)

    # --- telling ------------------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> set[int | None]:
        """The seats at which somebody looks on, and None for spectators."""
        return {feed.seat for feed in self.feeds}

    def view(self, viewer: int | None) -> dict[str, Any] | None:
        """The newest view; made once, however many look at it."""
        if viewer not in self._views:
            self._views[viewer] = self.course.view(viewer)
        view: dict[str, Any] | None = self._views[viewer]
        return view

    def tell_entry(self, entry: Entry, events: Seen, at: int) -> None:
        """Tells every viewer what happened."""
        self.told = entry.seq
        times = self.course.times(at) if self.feeds else None
        over = self.course.over
        messages: dict[int | None, bytes] = {}
        for feed in list(self.feeds):
            if feed.seat not in messages:
                seen = events.get(feed.seat, [])
                view = self.view(feed.seat)
                messages[feed.seat] = encode(
                    Happened(entry.seq, entry.at, entry.kind, entry.seat, seen, view, times, over)
                )
            feed.send_bytes(messages[feed.seat])

    def tell(self, message: FromServer) -> None:
        for feed in list(self.feeds):
            feed.send(message)

    def tell_table(self, besides: Feed | None = None) -> None:
        """Sends everybody the table as they may see it."""
        for feed in self.feeds - {besides}:
            feed.seat = self.document.seat_of(feed.player)
            feed.send(TableChanged(self.table(feed.player)))

    async def tell_chat(self, row: Any) -> None:
        if row.number > self.chat_number:
            self.chat_number = row.number
            self.tell(Chatted(await self.chat_line(row)))

    async def chat_line(self, row: Any) -> ChatLine:
        player = await self.hub.player(row.player_id)
        return ChatLine(row.number, row.at, player or nameless(row.player_id), row.seat, row.text, row.phrase)

    async def welcome(self, player: str | None) -> Welcome:
        """The first message of a feed; under the lock."""
        seat = self.document.seat_of(player)
        lines = [await self.chat_line(row) for row in await self.hub.store.chat(self.id, 0, CHAT_SHOWN)]
        self.chat_number = max([self.chat_number, *(line.number for line in lines)])
        times = self.course.times(now()) if self.course.position else None
        return Welcome(self.table(player), self.course.seq, self.view(seat), times, lines, PHRASES)

    async def missed(self, viewer: int | None, after: int) -> list[Happened]:
        """What happened after that seq, without views, as somebody sees it who asks now."""
        first = max(after, self.course.seq - MOST_MISSED) + 1
        return [
            Happened(entry.seq, entry.at, entry.kind, entry.seat, seen.get(viewer, []), None, None)
            for entry, seen in await self.past(first, [viewer])
        ]

    async def past(self, first: int, viewers: Iterable[int | None]) -> list[tuple[Entry, Seen]]:
        """The entries from that seq on, as these viewers see them now; in a thread, since it replays the match."""
        entries, now = list(self.course.entries), self.course.position and self.course.position.copy()
        return await asyncio.to_thread(retold, self.document, entries, first, list(viewers), now)

    # --- the table as somebody sees it --------------------------------------------------------------------------------

    def seat(self, seat: int) -> Seat:
        chair = self.document.chairs[seat]
        player = (self.hub.known(chair.player) or nameless(chair.player)) if chair.player else None
        here = any(feed.player == chair.player for feed in self.feeds) if chair.player else False
        stand_in = self.course.stand_in.get(seat)
        return Seat(seat, player, chair.bot, stand_in, here, seat in self.course.out, chair.nonce is not None)

    def table(self, player: str | None) -> Table:
        document, seat = self.document, self.document.seat_of(player)
        return Table(
            id=self.id,
            game=document.game,
            players=document.players,
            options=document.options,
            status=document.status,
            visibility=document.visibility,
            seats=[self.seat(seat) for seat in range(document.players)],
            host=self.hub.known(document.host) if document.host else None,
            you=You(seat, player is not None and player == document.host),
            clock=document.clock,
            absent=document.absent,
            rated=document.rated,
            chat=document.chat,
            aids=document.aids,
            hints=seat is not None and self.hints_allowed,
            commitment=document.commitment,
            link=self.hub.link(self.id),
            created=document.created,
            started=document.started,
            ended=document.ended,
            offers=self.offers,
            result=document.result,
            next=document.next,
            spectators=sum(feed.seat is None for feed in self.feeds),
            special=document.special,
        )

    @property
    def offers(self) -> Offers:
        offered = self.document.offered
        agreed = self.document.hints_agreed
        if offered.seq != self.course.seq:
            return Offers(hints_agreed=agreed)
        return Offers(offered.draw, offered.undo, offered.undo_agreed, agreed)

    @property
    def hints_allowed(self) -> bool:
        """Not at rated tables, nor for what must be remembered; with several people, once all of them agree."""
        document, position = self.document, self.course.position
        if document.rated or self.course.over or (position and position.pace.remembered):
            return False
        humans = [seat for seat, chair in enumerate(document.chairs) if chair.player]
        return len(humans) <= 1 or set(humans) <= set(document.hints_agreed)

    def line(self, player: str | None) -> TableLine:
        document, seat = self.document, self.document.seat_of(player)
        return TableLine(
            id=self.id,
            game=document.game,
            players=document.players,
            status=document.status,
            seats=[self.seat(seat) for seat in range(document.players)],
            clock=document.clock,
            rated=document.rated,
            link=self.hub.link(self.id),
            created=document.created,
            your_seat=seat,
            your_turn=seat is not None and seat in self.course.to_act,
        )


def nameless(id: str) -> Player:
    """Somebody who has been deleted."""
    return Player(id, "?")
