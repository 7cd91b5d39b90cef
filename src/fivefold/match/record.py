"""Match records: reading them, and replaying them move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fivefold.games import BadInput, find
from fivefold.games.bot import Watcher
from fivefold.games.catalogue import quoted

from .dealer import Dealer
from .playing import play_seen
from .position import BadShuffle, IllegalMove, Position, Shuffles, check_shuffles

NOBODY: Mapping[int, Watcher] = {}
ShuffleMaker = Callable[[Sequence[str]], Shuffles]


def only_given(shuffles: Sequence[str]) -> Shuffles:
    """The shuffles of a record, and no others."""
    return Shuffles(shuffles, None)


class BadRecord(BadInput):
    """A record that cannot be replayed to its end: what is wrong, and at which ply."""


def replay(record: Any) -> Position:
    """The position at the end of the record, from which the match can go on.

    >>> replay({"game": "clear_up", "players": 1, "moves": [[0, "a4-a6"]]}).scores
    (31,)
    """
    *_, last = positions(record)
    last._shuffles.go_on_with(Dealer())
    return last


def positions(
    record: Any, watchers: Mapping[int, Watcher] = NOBODY, shuffles: ShuffleMaker = only_given
) -> Iterator[Position]:
    """The position at the start and after each move: always the same object, which goes on. The watchers, by seat, see
    each move as their seats saw it; where there are any, the record must be known to be good."""
    position = beginning(record, shuffles)
    moves = checked_moves(record)
    yield position
    for ply, entry in enumerate(moves, 1):
        seat, move = checked_move(ply, entry)
        try:
            play_seen(position, move, seat, watchers)
        except IllegalMove as refused:
            raise BadRecord(
                f"ply {ply}: seat {quoted(seat)} cannot play {quoted(move)}: {refused.sentence}"
            ) from refused
        except BadShuffle as bad:
            raise BadRecord(f"ply {ply}, after seat {seat} played {quoted(move)}: {bad}") from bad
        yield position


def beginning(record: Any, make_shuffles: ShuffleMaker = only_given) -> Position:
    """The start of the recorded match."""
    if not isinstance(record, dict):
        raise BadRecord(f"a record is an object with game, players, options, shuffles and moves, not {quoted(record)}")
    for key in ("game", "players", "moves"):
        if key not in record:
            raise BadRecord(f"the record has no {key!r}")
    game = find(record["game"])
    shuffles = record.get("shuffles", [])
    check_shuffles(shuffles)
    try:
        return Position(game, record["players"], record.get("options", {}), make_shuffles(shuffles))
    except BadShuffle as bad:
        raise BadRecord(f"ply 0: {bad}") from bad


def checked_moves(record: dict[str, Any]) -> list[Any]:
    moves = record["moves"]
    if not isinstance(moves, list):
        raise BadRecord(f"moves are a list of [seat, move], not {quoted(moves)}")
    return moves


def checked_move(ply: int, entry: Any) -> tuple[int, str]:
    if isinstance(entry, list | tuple) and len(entry) == 2:
        seat, move = entry
        if type(seat) is int and isinstance(move, str):
            return seat, move
    raise BadRecord(f'ply {ply}: a move is a seat and a text, such as [0, "M0"], not {quoted(entry)}')
