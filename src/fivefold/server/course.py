"""The course of a match, as its log tells it: the same entries give the same course in every process, at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fivefold.games import find
from fivefold.match.fairness import dealer_of
from fivefold.match.position import Position, Shuffles

from .clocks import Clocks
from .messages import Event, Result, Times
from .stored import Document, Entry

OUT_LEVEL = "easy"
"""The bot that plays on for a seat whose player has lost by resigning or by time, so that the others can go on."""

Seen = dict[int | None, list[Event]]
"""Moves as each viewer saw them."""


def start_of(document: Document, shuffled: Sequence[str] = ()) -> Position:
    """The start of the match: first come the shuffles that the log has, then those given, then those of the seed."""
    beginning = document.beginning
    given = [*shuffled, *(beginning.shuffles[len(shuffled) :] if beginning else ())]
    dealer = dealer_of(document.seed, [chair.nonce for chair in document.chairs])
    dealer.done = len(given)
    position = Position(find(document.game), document.players, document.options, Shuffles(given, dealer))
    for seat, move in beginning.moves if beginning else ():
        position.play(move, seat)
    return position


class Course:
    """What has become of a match so far."""

    def __init__(self, document: Document, entries: Sequence[Entry] = ()) -> None:
        self.document = document
        self.seq = 0
        self.at = document.created
        self.moved_at = document.created
        """When the position last changed."""
        self.entries: list[Entry] = []
        self.plies: list[int] = [0]
        """By seq, the number of moves after that entry."""
        self.steps: list[tuple[int, int]] = []
        """The entries of moves that still hold: how many moves there were before, and whose they are."""
        self.position: Position | None = None
        self.stand_in: dict[int, str] = {}
        self.gone: set[int] = set()
        """Seats whose players went away and have not come back by themselves."""
        self.out: list[int] = []
        """Seats that have resigned or lost by forfeit, in that order."""
        self.ended_by: str | None = None
        self.clocks = Clocks(document.clock, document.players)
        self.done: dict[tuple[int | None, str], int] = {}
        """What clients have called their messages, and the entries that these became."""
        self.shuffled = [shuffle for entry in entries for shuffle in entry.detail.shuffles]
        for entry in entries:
            self.apply(entry)

    # --- who plays ----------------------------------------------------------------------------------------------------

    def level(self, seat: int) -> str | None:
        """The bot of the server's that plays the seat now."""
        chair = self.document.chairs[seat]
        return chair.bot or (OUT_LEVEL if seat in self.out else self.stand_in.get(seat))

    @property
    def to_act(self) -> tuple[int, ...]:
        idle = self.over or self.position is None or self.document.status == "closed"
        return () if idle or self.position is None else self.position.to_act

    @property
    def bots_to_act(self) -> list[int]:
        return [seat for seat in self.to_act if self.level(seat)]

    @property
    def over(self) -> bool:
        return self.ended_by is not None

    # --- entries ------------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, position: Position | None = None) -> None:
        """Goes on with an entry. `position` is the one after it, where that is known already."""
        timed = [seat for seat in range(self.document.players) if not self.level(seat)]
        if entry.kind in ("began", "moves", "undone"):
            self._step(entry)
            self.position = position or self._position_after(entry)
            self.moved_at = entry.at
        elif entry.kind == "stand_in" and entry.seat is not None:
            self.stand_in[entry.seat] = entry.detail.level or OUT_LEVEL
            if entry.detail.gone:
                self.gone.add(entry.seat)
        elif entry.kind == "returned" and entry.seat is not None:
            self.stand_in.pop(entry.seat, None)
            self.gone.discard(entry.seat)
        elif entry.kind in ("resigned", "forfeited") and entry.seat is not None:
            self.out.append(entry.seat)
        self.seq, self.at = entry.seq, entry.at
        self.entries.append(entry)
        self.plies.append(len(self.position.moves) if self.position else 0)
        if entry.own_id:
            self.done[entry.seat, entry.own_id] = entry.seq
        self.ended_by = self._ended_by(entry)
        self._keep_time(entry, timed)

    def _step(self, entry: Entry) -> None:
        if entry.kind == "moves" and entry.seat is not None:
            self.steps.append((self.plies[-1], entry.seat))
        elif entry.kind == "undone":
            self.steps = [step for step in self.steps if step[0] < entry.detail.ply]

    def _position_after(self, entry: Entry) -> Position:
        if self.position is None:
            return start_of(self.document, self.shuffled)
        if entry.kind == "undone":
            return self.position_at(entry.detail.ply)
        for move in entry.detail.moves:
            self.position.play(move, entry.seat)
        return self.position

    def position_at(self, ply: int) -> Position:
        """The match after so many of its moves."""
        assert self.position is not None
        position = start_of(self.document, self.position.shuffles)
        for seat, move in self.position.moves[len(position.moves) : ply]:
            position.play(move, seat)
        return position

    def _ended_by(self, entry: Entry) -> str | None:
        if entry.kind == "drawn":
            return "draw"
        if self.position and self.position.over:
            return "play"
        if entry.kind in ("resigned", "forfeited"):
            still_in = [seat for seat in range(self.document.players) if seat not in self.out]
            if len(still_in) <= 1 or not any(self.document.chairs[seat].player for seat in still_in):
                return "resignation" if entry.kind == "resigned" else "forfeit"
        return None

    def _keep_time(self, entry: Entry, timed: list[int]) -> None:
        if entry.kind == "resumed":
            self.clocks.wait(entry.detail.away)
            self.moved_at += entry.detail.away
        elif entry.kind == "returned" and entry.seat is not None:
            self.clocks.come_back(entry.seat, entry.at)
        mover = entry.seat if entry.kind == "moves" else None
        anew = entry.kind in ("began", "undone")
        self.clocks.go_on(entry.at, entry.seq, self.to_act, mover, timed, anew)

    # --- what is told of it -------------------------------------------------------------------------------------------

    def view(self, viewer: int | None) -> dict[str, Any] | None:
        """What a seat, or a spectator, may know; nobody acts in a match that was ended before its end."""
        if self.position is None:
            return None
        view = self.position.view(viewer)
        if self.over and not self.position.over:
            view |= {"to_act": [], "legal": [], "over": True, "winners": self.winners}
        return view

    def times(self, at: int) -> Times:
        seats = range(self.document.players)
        deadlines = [None if self.level(seat) else self.clocks.deadline(seat) for seat in seats]
        left = [self.clocks.remaining(seat, at) for seat in seats]
        not_before = self.not_before
        return Times(at, deadlines, left, self.by_itself, not_before if not_before and not_before > at else None)

    @property
    def not_before(self) -> int | None:
        """Until when what happened last must be looked at."""
        hold = self.position.pace.hold if self.position and not self.over else 0
        return self.moved_at + hold if hold else None

    @property
    def by_itself(self) -> int | None:
        """When the server makes the next move."""
        pace = self.position.pace if self.position and not self.over else None
        return self.moved_at + pace.after if pace and pace.move else None

    @property
    def next_deadline(self) -> int | None:
        """When something happens though nobody moves."""
        times = [self.clocks.deadline(seat) for seat in self.to_act if not self.level(seat)]
        return min((at for at in [*times, self.by_itself] if at is not None), default=None)

    # --- how it ended -------------------------------------------------------------------------------------------------

    @property
    def winners(self) -> list[int]:
        """Those who win, or share the victory; never one who has resigned or lost by forfeit."""
        still_in = [seat for seat in range(self.document.players) if seat not in self.out]
        if self.ended_by == "draw":
            return still_in
        if self.ended_by in ("resignation", "forfeit"):
            return still_in if self.document.players > 1 else []
        if self.position is None or not self.position.over:
            return []
        winners = [seat for seat in self.position.winners if seat in still_in]
        if winners or not still_in or self.document.players == 1:
            return winners
        rewards = self.position.rewards
        best = max(rewards[seat] for seat in still_in)
        return [seat for seat in still_in if rewards[seat] == best]

    @property
    def result(self) -> Result | None:
        if self.ended_by is None or self.position is None:
            return None
        return Result(self.ended_by, self.winners, list(self.position.scores))  # type: ignore[arg-type]

    def record(self) -> dict[str, Any]:
        """The record of the match."""
        assert self.position is not None
        return self.position.record()


def unfold(
    position: Position, seat: int, moves: Sequence[str], viewers: Iterable[int | None], now: Position | None = None
) -> Seen:
    """Makes moves of a seat, and tells how each viewer sees them; `now` is where the match stands for somebody who
    asks later. Who does not notice a move is told nothing of it."""
    seen: Seen = {viewer: [] for viewer in viewers}
    for move in moves:
        before = position.copy()
        position.play(move, seat)
        for viewer, events in seen.items():
            if viewer == seat or before.notices(seat, move, viewer):
                told = before.seen_later(seat, move, viewer, now) if now else before.seen(seat, move, viewer)
                events.append(Event(seat, told))
    return seen


def retold(
    document: Document, entries: Sequence[Entry], first: int, viewers: Sequence[int | None], now: Position | None
) -> list[tuple[Entry, Seen]]:
    """The entries from that seq on, as the viewers see them who ask `now`."""
    course, told = Course(document), []
    course.shuffled = [shuffle for entry in entries for shuffle in entry.detail.shuffles]
    for entry in entries:
        if entry.seq < first or entry.kind != "moves" or entry.seat is None or course.position is None:
            course.apply(entry)
            seen: Seen = {}
        else:
            position = course.position.copy()
            seen = unfold(position, entry.seat, entry.detail.moves, viewers, now)
            course.apply(entry, position)
        if entry.seq >= first:
            told.append((entry, seen))
    return told
