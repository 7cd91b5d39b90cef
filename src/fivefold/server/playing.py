"""What players do in a match: moves, resigning, offers, undo, hints, chat. Over a WebSocket and over HTTP alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

from fivefold.match.position import IllegalMove, Position

from .course import unfold
from .hub import Hub
from .messages import (
    Accepted,
    AllowHints,
    AnswerDraw,
    AnswerUndo,
    AskHint,
    AskUndo,
    Beat,
    FromClient,
    FromServer,
    OfferDraw,
    Play,
    Player,
    Resign,
    Say,
    ServerBeat,
)
from .refusing import Refuse
from .room import PHRASES, Room
from .stored import Detail, Offered, now

HELD_BACK = 1_500
"""A move that comes so many milliseconds too early waits; one that comes earlier is refused."""

Changing = Resign | OfferDraw | AnswerDraw | AskUndo | AnswerUndo | AllowHints | Say


@dataclass(frozen=True)
class Acting:
    """A player, or a spectator, at a table. `acknowledge` is told the seq as soon as a move is on disk."""

    hub: Hub
    room: Room
    player: Player
    acknowledge: Callable[[Accepted], None] | None = None

    async def act(self, message: FromClient) -> FromServer:
        """Carries out a message, and answers it; raises Refuse."""
        self._check_pace(message)
        match message:
            case Beat():
                return ServerBeat(now(), message.id)
            case AskHint():
                return await self.ask_hint(message)
            case Play():
                return await self.play(message)
        return await self.room.do(lambda: self._act(message))

    def _check_pace(self, message: FromClient) -> None:
        guard, who = self.hub.guard, self.player.id
        guard.check("acts", who)
        if isinstance(message, Say):
            guard.check("chat", who)
        elif isinstance(message, AskHint):
            guard.check("hints", who)

    async def _act(self, message: Changing) -> Accepted:
        """What is done at once; under the lock."""
        match message:
            case Resign():
                return await self._resign(message)
            case OfferDraw():
                return await self._offer_draw(message)
            case AnswerDraw():
                return await self._answer_draw(message)
            case AskUndo():
                return await self._ask_undo(message)
            case AnswerUndo():
                return await self._answer_undo(message)
            case AllowHints():
                return await self._allow_hints(message)
            case Say():
                return await self._say(message)

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, message: Play) -> Accepted:
        early = (self.room.course.not_before or 0) - now()
        if 0 < early <= HELD_BACK:
            await asyncio.sleep(early / 1000)
        return await self.room.do(lambda: self._play(message))

    async def _play(self, message: Play) -> Accepted:
        room, course = self.room, self.room.course
        seat = self._seat()
        done = course.done.get((seat, message.id)) if message.id else None
        if done is not None:
            return self._accepted(message.id, done)
        position = self._position(seat)
        decision = course.clocks.thinking.get(seat)
        if message.seq is not None and decision and message.seq < decision.seq:
            raise Refuse(409, "stale")
        if course.not_before and course.not_before > now():
            raise Refuse(409, "too_soon")
        try:
            check_whole(position, seat, message.moves)
            after = position.copy()
            events = unfold(after, seat, message.moves, room.viewers)
        except IllegalMove as illegal:
            raise Refuse.illegal(illegal) from illegal
        if seat in course.stand_in:
            await room.append("returned", seat)
        entry = await room.append(
            "moves",
            seat,
            position=after,
            events=events,
            own_id=message.id,
            detail=Detail(moves=message.moves),
            acknowledge=lambda seq: self._acknowledge(message.id, seq),
        )
        return Accepted(message.id, entry.seq)

    def _acknowledge(self, id: str | None, seq: int) -> None:
        if self.acknowledge:
            self.acknowledge(Accepted(id, seq))

    def _accepted(self, id: str | None, seq: int) -> Accepted:
        """What was done already, or changes no match, is acknowledged, too."""
        self._acknowledge(id, seq)
        return Accepted(id, seq)

    def _seat(self) -> int:
        seat = self.room.document.seat_of(self.player.id)
        if seat is None:
            raise Refuse(403, "not_at_the_table")
        return seat

    def _position(self, seat: int) -> Position:
        """The match, if it goes on and the seat is in it."""
        course = self.room.course
        if self.room.document.status == "closed":
            raise Refuse(409, "table_is_closed")
        if course.position is None:
            raise Refuse(409, "not_playing")
        if course.over:
            raise Refuse(409, "match_is_over")
        if seat in course.out:
            raise Refuse(409, "you_are_out")
        return course.position

    async def _resign(self, message: Resign) -> Accepted:
        course, seat = self.room.course, self._seat()
        if seat in course.out:
            return self._accepted(message.id, course.seq)
        self._position(seat)
        entry = await self.room.append("resigned", seat, own_id=message.id)
        return self._accepted(message.id, entry.seq)

    # --- draws --------------------------------------------------------------------------------------------------------

    async def _offer_draw(self, message: OfferDraw) -> Accepted:
        room, seat = self.room, self._seat()
        self._position(seat)
        if room.document.players != 2 or room.course.level(1 - seat):
            raise Refuse(409, "draws_are_for_two")
        if room.offers.draw == 1 - seat:
            return await self._agree_on_draw(message.id)
        if room.offers.draw is None:
            document = deepcopy(room.document)
            document.offered = self._offered()
            document.offered.draw = seat
            await room.change(document)
        return self._accepted(message.id, room.course.seq)

    def _offered(self) -> Offered:
        """What is on offer now, to be added to."""
        offered = self.room.document.offered
        return deepcopy(offered) if offered.seq == self.room.course.seq else Offered(self.room.course.seq)

    async def _agree_on_draw(self, id: str | None) -> Accepted:
        entry = await self.room.append("drawn", own_id=id)
        return self._accepted(id, entry.seq)

    async def _answer_draw(self, message: AnswerDraw) -> Accepted:
        room, seat = self.room, self._seat()
        self._position(seat)
        if room.offers.draw is None or (room.offers.draw == seat and message.agree):
            raise Refuse(409, "no_offer")
        if message.agree:
            return await self._agree_on_draw(message.id)
        document = deepcopy(room.document)
        document.offered = self._offered()
        document.offered.draw = None
        await room.change(document)
        return self._accepted(message.id, room.course.seq)

    # --- undo ---------------------------------------------------------------------------------------------------------

    async def _ask_undo(self, message: AskUndo) -> Accepted:
        room, seat = self.room, self._seat()
        self._position(seat)
        if room.document.rated:
            raise Refuse(409, "cannot_undo", why="this table is rated")
        ply = self._undone(seat)
        if self._must_agree() <= {seat}:
            return await self._undo(seat, ply, message.id)
        if room.offers.undo is None:
            document = deepcopy(room.document)
            document.offered = self._offered()
            document.offered.undo, document.offered.undo_agreed = seat, [seat]
            await room.change(document)
        return self._accepted(message.id, room.course.seq)

    def _must_agree(self) -> set[int]:
        """All players who are still in the match."""
        room = self.room
        return {seat for seat, chair in enumerate(room.document.chairs) if chair.player and not room.course.level(seat)}

    def _undone(self, seat: int) -> int:
        """How many moves are left when the seat's last move is undone: never across anything that was hidden."""
        course = self.room.course
        own = [ply for ply, mover in course.steps if mover == seat]
        if not own:
            raise Refuse(409, "cannot_undo", why="you have not moved yet")
        assert course.position is not None
        position = course.position_at(own[-1])
        if len(position.shuffles) != len(course.position.shuffles):
            raise Refuse(409, "cannot_undo", why="cards have been shuffled since")
        for seat_then, move in course.position.moves[own[-1] :]:
            if not position.hides_nothing():
                break
            position.play(move, seat_then)
        if not position.hides_nothing():
            raise Refuse(409, "cannot_undo", why="something hidden has been shown since")
        return own[-1]

    async def _undo(self, seat: int, ply: int, id: str | None) -> Accepted:
        entry = await self.room.append("undone", seat, own_id=id, detail=Detail(ply=ply))
        return self._accepted(id, entry.seq)

    async def _answer_undo(self, message: AnswerUndo) -> Accepted:
        room, seat = self.room, self._seat()
        self._position(seat)
        asker = room.offers.undo
        if asker is None:
            raise Refuse(409, "no_offer")
        document = deepcopy(room.document)
        document.offered = self._offered()
        if not message.agree:
            document.offered.undo, document.offered.undo_agreed = None, []
        elif seat not in document.offered.undo_agreed:
            document.offered.undo_agreed.append(seat)
        if message.agree and self._must_agree() <= set(document.offered.undo_agreed):
            return await self._undo(asker, self._undone(asker), message.id)
        if document != room.document:
            await room.change(document)
        return self._accepted(message.id, room.course.seq)

    # --- hints --------------------------------------------------------------------------------------------------------

    async def _allow_hints(self, message: AllowHints) -> Accepted:
        room, seat = self.room, self._seat()
        self._position(seat)
        if room.document.rated:
            raise Refuse(409, "hints_are_off")
        if seat not in room.document.hints_agreed:
            document = deepcopy(room.document)
            document.hints_agreed.append(seat)
            await room.change(document)
        return self._accepted(message.id, room.course.seq)

    async def ask_hint(self, message: AskHint) -> FromServer:
        room, seat = self.room, self._seat()

        async def look() -> tuple[Position, int]:
            position = self._position(seat)
            if not room.hints_allowed:
                raise Refuse(409, "hints_are_off" if room.document.rated else "hints_need_agreement")
            if seat not in room.course.to_act:
                raise Refuse(409, "not_to_act")
            return position.copy(), room.course.seq

        position, seq = await room.do(look)
        return await self.hub.bots.hint(position, seat, seq, message.id)

    # --- chat ---------------------------------------------------------------------------------------------------------

    async def _say(self, message: Say) -> Accepted:
        room = self.room
        seat = room.document.seat_of(self.player.id)
        if seat is None and self.player.id != room.document.host:
            raise Refuse(403, "not_at_the_table")
        if (message.text is None) == (message.phrase is None):
            raise Refuse(409, "bad_input", problem="a line of chat has a text, or a phrase")
        if message.phrase is not None and message.phrase not in PHRASES:
            raise Refuse(409, "wrong_phrase")
        if not room.document.chat:
            raise Refuse(409, "chat_is_off")
        row = await self.hub.store.add_chat(
            {
                "table_id": room.id,
                "at": now(),
                "player_id": self.player.id,
                "seat": seat,
                "text": message.text,
                "phrase": message.phrase,
                "own_id": message.id,
            }
        )
        await room.tell_chat(row)
        self.hub.bus.publish(room.id, room.course.seq)
        return self._accepted(message.id, room.course.seq)


def check_whole(position: Position, seat: int, moves: list[str]) -> None:
    """Several moves are one message where the others notice only the last of them; what they must be able to follow
    comes one by one."""
    if len(moves) == 1:
        if not position.notices(seat, moves[0]) and seat in position.to_act:
            raise Refuse(409, "send_whole")
        return
    trial = position.copy()
    for move in moves[:-1]:
        trial.play(move, seat)
        if trial.pace.hold:
            raise Refuse(409, "too_soon")
    if not trial.notices(seat, moves[-1]):
        raise Refuse(409, "send_whole")
