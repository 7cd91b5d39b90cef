"""Bots at a table: each sees every move as its seat does, and chooses when its seat acts."""

from __future__ import annotations

from collections.abc import Mapping

from fivefold.games.bot import Bot, Watcher
from fivefold.games.seen import Event
from fivefold.kernel.bits import bit
from fivefold.kernel.loops import next_seat

from .position import Position


def play_seen(position: Position, move: str, seat: int, watchers: Mapping[int, Watcher]) -> None:
    """Plays a move and shows it to the watchers, each as its seat sees it; who does not notice it is told nothing."""
    shown = {
        viewer: position.seen(seat, move, viewer)
        for viewer in watchers
        if viewer == seat or position.notices(seat, move, viewer)
    }
    position.play(move, seat)
    for viewer, text in shown.items():
        watchers[viewer].observe(Event(seat, text), position.sight(viewer))


def play_on(position: Position, bots: Mapping[int, Bot]) -> None:
    """Plays until nobody acts who is a bot. Of seats that choose at once each chooses in ascending order, again and
    again, by a view that shows nothing of the others' choices."""
    last = -1
    while acting := sum(bit(seat) for seat in position.to_act if seat in bots):
        last = next_seat(acting, last)
        play_seen(position, bots[last].choose(position.sight(last)), last, bots)
