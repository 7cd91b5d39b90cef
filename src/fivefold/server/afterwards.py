"""Matches looked at again: records, earlier moments, reviews; and what comes from files: puzzles, lessons."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from fivefold.games import BadInput
from fivefold.match.fairness import Proof
from fivefold.match.position import Position
from fivefold.match.record import positions
from fivefold.match.review import reviewed
from fivefold.search.limit import Limit

from .course import Course, Seen, unfold
from .messages import Costly, Event, Moment, Past, Replay, Replayed, Review, Told
from .refusing import Refuse
from .room import Room
from .stored import Document, Entry

REVIEW_SECONDS = 0.02
"""How long the first look at each move of a review takes; the second takes ten times as long."""
REVIEWS_KEPT = 200


# --- records ----------------------------------------------------------------------------------------------------------


def record_of(room: Room) -> dict[str, Any]:
    """The record of a match that is over, with what proves its shuffles."""
    document, course = room.document, room.course
    if not course.over:
        raise Refuse(409, "not_over")
    names = [(player := room.seat(seat).player) and player.name for seat in range(document.players)]
    record = course.record() | {"names": names, "result": msgspec.to_builtins(document.result)}
    record |= {"started": document.started, "ended": document.ended}
    if not document.special:
        record["fairness"] = Proof.of(document.seed, [chair.nonce for chair in document.chairs]).entry()
    return record


# --- earlier moments --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """Through whose eyes somebody looks back: a seat's, a spectator's (None); or all is open."""

    seat: int | None
    open: bool = False


async def past(room: Room, seq: int, own: int | None, wished: int | None, open: bool) -> Past:
    """The match after that entry. While it goes on, as one may see it oneself; then, through anybody's eyes."""
    course = room.course
    if not 0 <= seq <= course.seq:
        raise Refuse(404, "no_such_seq", last=course.seq)
    if (open or wished is not None) and not course.over:
        raise Refuse(409, "not_over")
    if wished is not None and not 0 <= wished < room.document.players:
        raise Refuse(404, "no_such_seat", last=room.document.players - 1)
    look = Look(own if wished is None else wished, open)
    entries, position = list(course.entries), course.position and course.position.copy()
    return await asyncio.to_thread(moment, room.document, entries, seq, look, position)


def moment(document: Document, entries: Sequence[Entry], seq: int, look: Look, now: Position | None) -> Past:
    """The match after an entry, as somebody sees it who asks `now`."""
    course = Course(document)
    course.shuffled = [shuffle for entry in entries for shuffle in entry.detail.shuffles]
    events: list[Event] = []
    covered = False
    for entry in entries[:seq]:
        if entry.kind == "moves" and entry.seat is not None and course.position:
            viewer = entry.seat if look.open else look.seat
            later, then = seen_twice(course.position, entry, viewer, now)
            events, covered = later[viewer], later != then
        else:
            events = []
        course.apply(entry)
    last = entries[seq - 1] if seq else Entry(0, document.created, "began")
    view = None if covered and not look.open else shown(course, look)
    return Past(seq, len(entries), last.kind, last.at, last.seat, events, view)


def seen_twice(position: Position, entry: Entry, viewer: int | None, now: Position | None) -> tuple[Seen, Seen]:
    """The moves of an entry as they are seen now, and as they were seen then."""
    assert entry.seat is not None
    later = unfold(position.copy(), entry.seat, entry.detail.moves, [viewer], now)
    return later, unfold(position.copy(), entry.seat, entry.detail.moves, [viewer])


def shown(course: Course, look: Look) -> dict[str, Any] | None:
    if look.open and course.position:
        return course.position.open_view()
    return course.view(look.seat)


def replayed(wish: Replay) -> Replayed:
    """Some moments of any record."""
    try:
        moments = [
            Moment(events, position.open_view() if wish.open else position.view(wish.seat))
            for position, events in islice(looked_at(wish), wish.first, wish.first + wish.count)
        ]
    except BadInput as error:
        raise Refuse(409, "bad_input", problem=str(error)) from error
    return Replayed(moments, len(wish.record["moves"]))


def looked_at(wish: Replay) -> Any:
    """Each position of a record, and what was seen of the move that led to it."""
    moves = wish.record.get("moves")
    events: list[Event] = []
    for ply, position in enumerate(positions(wish.record)):
        yield position, events
        if isinstance(moves, list) and ply < len(moves):
            events = foreseen(position, moves[ply], wish)


def foreseen(position: Position, entry: Any, wish: Replay) -> list[Event]:
    """How the next move of the record will be seen; whether it is one at all, the replay finds out."""
    try:
        seat, move = entry
        viewer = seat if wish.open else wish.seat
        return unfold(position.copy(), seat, [move], [viewer])[viewer]
    except (TypeError, ValueError):
        return []


# --- reviews ----------------------------------------------------------------------------------------------------------


@dataclass
class Judging:
    """A review under way, or finished."""

    done: int = 0
    of: int = 0
    mistakes: list[Costly] = field(default_factory=list)
    failed: str | None = None


class Reviews:
    """Reviews are made one after another in a thread of their own, once for each match."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="review")
        self.judgings: OrderedDict[str, Judging] = OrderedDict()
        self.stopping = False

    def close(self) -> None:
        self.stopping = True
        self.pool.shutdown(wait=False, cancel_futures=True)

    def of(self, room: Room, first: int) -> Review:
        """What is found so far; the first who asks begins it."""
        if not room.course.over:
            raise Refuse(409, "not_over")
        judging = self.judgings.get(room.id)
        if judging is None:
            judging = self.judgings[room.id] = Judging(of=len(room.course.record()["moves"]))
            if len(self.judgings) > REVIEWS_KEPT:
                self.judgings.popitem(last=False)
            self.pool.submit(self._judge, judging, room.course.record())
        if judging.failed:
            raise Refuse(409, "no_review", problem=judging.failed)
        return Review(judging.done, judging.of, judging.mistakes[first:])

    def _judge(self, judging: Judging, record: dict[str, Any]) -> None:
        try:
            for _, mistake in reviewed(record, Limit(seconds=REVIEW_SECONDS)):
                if mistake:
                    judging.mistakes.append(
                        Costly(
                            mistake.ply,
                            mistake.seat,
                            mistake.move,
                            mistake.better,
                            mistake.cost,
                            mistake.exact,
                            Told(mistake.reason.code, dict(mistake.reason.arguments), mistake.reason.sentence),
                        )
                    )
                judging.done += 1
                if self.stopping:
                    return
        except BadInput as error:
            judging.failed = str(error)
