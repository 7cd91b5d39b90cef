"""Who sits where, until the match begins; and going away, coming again, one more match."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from fivefold.games import BadInput, find
from fivefold.match.fairness import commitment_of, new_seed

from .beginnings import whole_lesson, whole_puzzle
from .course import start_of
from .hub import Hub
from .messages import Beginning, Clock, Invite, NewTable, Player, SeatBot, Sit, Unseat
from .refusing import Refuse
from .room import Room
from .secrets import new_table_id
from .stored import Chair, Document, now
from .thinking import level_for

LESSON_LEVEL = "easy"
"""Who sits around a learner, and plays on when the lesson is left."""
USUAL = {"move": 60, "match": 600}
"""Seconds of clocks for which nobody said any."""


# --- a new table ------------------------------------------------------------------------------------------------------


def document_of(new: NewTable, host: Player) -> Document:
    """The table that somebody wants."""
    new = with_beginning(new)
    try:
        game = find(new.game)
        players = game.check_players(game.about.usual if new.players is None else new.players)
        game.option_numbers(new.options)
        options = game.changed_options(new.options)
    except BadInput as error:
        raise Refuse(409, "bad_input", problem=str(error)) from error
    if new.rated and (players < 2 or new.beginning or new.bots):
        raise Refuse(409, "rated_needs_players")
    seed = new_seed()
    return Document(
        id=new_table_id(),
        game=game.id,
        players=players,
        options=options,
        visibility=new.visibility,
        clock=clock_of(new.clock),
        absent=new.absent,
        rated=new.rated,
        chat=new.visibility == "private" if new.chat is None else new.chat,
        aids=new.aids,
        host=host.id,
        seed=seed,
        commitment=commitment_of(seed),
        created=now(),
        chairs=[Chair() for _ in range(players)],
        beginning=new.beginning,
        lesson=new.lesson,
    )


def with_beginning(new: NewTable) -> NewTable:
    """The table of a puzzle or a lesson, with what it begins with."""
    if (new.beginning is not None) + (new.puzzle is not None) + new.lesson > 1:
        raise Refuse(409, "bad_input", problem="a table has a beginning, or a puzzle, or a lesson")
    if new.puzzle is not None:
        puzzle = whole_puzzle(new.puzzle, new.game)
        return replace(new, players=puzzle.players, options=puzzle.options, beginning=puzzle.beginning)
    if new.lesson:
        lesson = whole_lesson(new.game)
        beginning = Beginning(shuffles=lesson.shuffles)
        return replace(new, players=lesson.players, options=lesson.options, beginning=beginning, bots=None, sit=False)
    return new


def clock_of(clock: Clock) -> Clock:
    """The clock, with what was left out."""
    if clock.kind == "days":
        return Clock("days", days=clock.days or 1)
    if clock.kind == "none":
        return Clock()
    increment = clock.increment if clock.kind == "match" else 0
    return Clock(clock.kind, clock.seconds or USUAL[clock.kind], increment)


async def open_table(hub: Hub, host: Player, new: NewTable) -> Room:
    document = await asyncio.to_thread(document_of, new, host)
    if new.lesson:
        take(document, whole_lesson(new.game).seat, host)
        fill(document, level_for(find(new.game), LESSON_LEVEL), None)
    elif new.sit:
        take(document, 0, host)
    if new.bots:
        fill(document, new.bots, None)
    if document.special:
        check_beginning(document)
    if new.start and any(chair.free for chair in document.chairs):
        raise Refuse(409, "seats_are_free")
    await hub.store.add_table(document)
    room = await hub.room(document.id)
    if new.start or new.lesson:
        await start(room, host)
    return room


def check_beginning(document: Document) -> None:
    """That the given shuffles and moves are those of a match that is not over."""
    try:
        position = start_of(document)
    except ValueError as error:  # an illegal move, or a wrong shuffle
        raise Refuse(409, "bad_input", problem=str(error)) from error
    if position.over:
        raise Refuse(409, "bad_input", problem="the match is over already")


# --- seats ------------------------------------------------------------------------------------------------------------


def take(document: Document, seat: int, player: Player) -> None:
    document.chairs[seat] = Chair(player.id, program=player.bot)


def fill(document: Document, level: str, seat: int | None) -> None:
    """Seats bots of the server's: in one seat, or in all that are free."""
    try:
        find(document.game).bot_maker(level)
    except BadInput as error:
        raise Refuse(409, "bad_input", problem=str(error)) from error
    if document.rated:
        raise Refuse(409, "rated_needs_players")
    free = [number for number, chair in enumerate(document.chairs) if chair.free]
    if seat is not None and seat not in free:
        raise Refuse(409, "seat_is_taken")
    for number in free if seat is None else [seat]:
        document.chairs[number] = Chair(bot=level)


def open_document(room: Room) -> Document:
    """A copy of the document, to be changed before the match."""
    if room.document.status == "closed":
        raise Refuse(409, "table_is_closed")
    if room.document.status != "open":
        raise Refuse(409, "started_already")
    return deepcopy(room.document)


def check_host(room: Room, player: Player) -> None:
    if room.document.host != player.id:
        raise Refuse(403, "not_the_host")


@dataclass(frozen=True)
class Seating:
    """What a player does with a table's seats."""

    room: Room
    player: Player

    async def sit(self, wish: Sit) -> None:
        room, player = self.room, self.player
        own = room.document.seat_of(player.id)
        if own is not None and room.document.status == "playing" and wish.seat in (None, own):
            if own in room.course.stand_in:
                await room.append("returned", own)
            return
        document = open_document(room)
        seat = self._wanted(document, wish.seat, own)
        if own != seat:
            take(document, seat, player)
            if own is not None:
                document.chairs[own] = Chair()
        if wish.nonce is not None:
            document.chairs[seat].nonce = wish.nonce
        if document != room.document:
            await room.change(document)

    @staticmethod
    def _wanted(document: Document, wish: int | None, own: int | None) -> int:
        if wish is None:
            free = [seat for seat, chair in enumerate(document.chairs) if chair.free]
            if own is None and not free:
                raise Refuse(409, "table_is_full")
            return free[0] if own is None else own
        if not wish < document.players:
            raise Refuse(404, "no_such_seat", last=document.players - 1)
        if wish != own and not document.chairs[wish].free:
            raise Refuse(409, "seat_is_taken")
        return wish

    async def stand(self) -> None:
        document = open_document(self.room)
        seat = document.seat_of(self.player.id)
        if seat is None:
            raise Refuse(403, "not_at_the_table")
        document.chairs[seat] = Chair()
        await self.room.change(document)

    async def seat_bot(self, wish: SeatBot) -> None:
        check_host(self.room, self.player)
        document = open_document(self.room)
        if wish.seat is not None and wish.seat >= document.players:
            raise Refuse(404, "no_such_seat", last=document.players - 1)
        fill(document, wish.level, wish.seat)
        await self.room.change(document)

    async def unseat(self, wish: Unseat) -> None:
        check_host(self.room, self.player)
        document = open_document(self.room)
        if wish.seat >= document.players:
            raise Refuse(404, "no_such_seat", last=document.players - 1)
        document.chairs[wish.seat] = Chair()
        await self.room.change(document)

    async def start(self) -> None:
        room = self.room
        check_host(room, self.player)
        document = open_document(room)
        if any(chair.free for chair in document.chairs):
            raise Refuse(409, "seats_are_free")
        document.status, document.started = "playing", now()
        room.course.document = document
        await room.append("began", position=start_of(document), document=document)

    async def leave(self) -> None:
        """Goes away for good."""
        room = self.room
        seat = room.document.seat_of(self.player.id)
        if seat is None:
            raise Refuse(403, "not_at_the_table")
        if room.document.status == "open":
            await self.stand()
        elif room.document.status == "playing" and seat not in room.course.out and seat not in room.course.gone:
            await room.hub.keeper.replace(room, seat, gone=True)


async def delete_player(hub: Hub, player: Player) -> None:
    """Forgets a player: matches that are not over are left first."""
    for document in await hub.store.tables_of(player.id, 1000):
        if document.status in ("open", "playing") and document.seat_of(player.id) is not None:
            room = await hub.room(document.id)
            await room.do(Seating(room, player).leave)
    await hub.store.delete_player(player.id)
    hub.players.forget(player.id)


async def start(room: Room, player: Player) -> None:
    await room.do(Seating(room, player).start)


# --- afterwards -------------------------------------------------------------------------------------------------------


async def rematch(hub: Hub, room: Room, player: Player) -> Room:
    """The same again, everybody one seat further; whoever asks first makes the table."""

    async def make() -> str:
        document = room.document
        if document.seat_of(player.id) is None:
            raise Refuse(403, "not_at_the_table")
        if document.status not in ("over", "closed"):
            raise Refuse(409, "not_over")
        if document.next:
            return document.next
        again = again_of(document, player)
        await hub.store.add_table(again)
        changed = deepcopy(document)
        changed.next = again.id
        await room.change(changed)
        return again.id

    following = await hub.room(await room.do(make))
    for other in room.document.chairs:
        if other.player and other.player != player.id:
            hub.accounts.send(other.player, "rematch", following)
    if following.document.seat_of(player.id) is None and following.document.status == "open":
        await following.do(lambda: Seating(following, player).sit(Sit()))
    alone = all(chair.player == player.id or chair.bot for chair in following.document.chairs)
    if alone and following.document.status == "open":
        await start(following, player)
    return following


def again_of(document: Document, host: Player) -> Document:
    """A table like this one: bots sit there already, and the one who asked."""
    seed = new_seed()
    again = Document(
        **{name: deepcopy(getattr(document, name)) for name in AGAIN},
        id=new_table_id(),
        host=host.id,
        seed=seed,
        commitment=commitment_of(seed),
        created=now(),
        chairs=[],
    )
    chairs = [Chair(player=chair.player, program=chair.program, bot=chair.bot) for chair in document.chairs]
    turned = chairs if document.special else [*chairs[1:], *chairs[:1]]
    again.chairs = [chair if chair.bot or chair.player == host.id else Chair() for chair in turned]
    return again


AGAIN: list[Any] = [
    *("game", "players", "options", "visibility", "clock", "absent", "rated", "chat", "aids", "beginning", "lesson")
]


async def invite(hub: Hub, room: Room, player: Player, wish: Invite) -> None:
    """Tells a player of the table."""
    if room.document.seat_of(player.id) is None and room.document.host != player.id:
        raise Refuse(403, "not_at_the_table")
    if room.document.status != "open":
        raise Refuse(409, "started_already")
    if await hub.player(wish.player) is None:
        raise Refuse(404, "no_such_player")
    await hub.store.invite(room.id, wish.player)
    hub.accounts.send(wish.player, "invited", room)
