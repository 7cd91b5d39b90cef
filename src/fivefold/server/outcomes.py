"""What a finished match means to its players: statistics, and ratings at rated tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .course import Course
from .messages import Profile, Standing
from .players import Players
from .refusing import Refuse
from .store import Store
from .stored import Document


@dataclass(frozen=True)
class Outcome:
    """Rows for the database, in the transaction that ends the match."""

    results: Sequence[dict[str, Any]] = ()
    ratings: Sequence[dict[str, Any]] = ()


async def outcome_of(store: Store, document: Document, course: Course) -> Outcome:
    """What is kept of a finished match; nothing of lessons and puzzles. The ratings are told in its result."""
    result = document.result
    if result is None or document.special:
        return Outcome()
    won = "won" if len(result.winners) == 1 else "shared"
    results = [
        {
            "table_id": document.id,
            "seat": seat,
            "player_id": chair.player,
            "game": document.game,
            "ended": document.ended,
            "outcome": won if seat in result.winners else "lost",
        }
        for seat, chair in enumerate(document.chairs)
        if chair.player
    ]
    return Outcome(results, await rate(store, document, course) if document.rated else ())


async def rate(store: Store, document: Document, course: Course) -> list[dict[str, Any]]:
    """The ratings of all players after a rated match."""
    from .ratings import Rating, after_match, places, unknown

    ids = [chair.player or "" for chair in document.chairs]
    known = {row.player_id: Rating(row.rating, row.deviation) for row in await store.ratings(ids, document.game)}
    assert course.position is not None
    assert document.result is not None
    by_play = course.ended_by == "play"
    rewards = course.position.rewards if by_play else [float(seat in course.winners) for seat in range(len(ids))]
    before = [known.get(id) or unknown() for id in ids]
    after = after_match(before, places(rewards, course.out))
    document.result.ratings = [(old.mean, new.mean) for old, new in zip(before, after, strict=True)]
    return [
        {"player_id": id, "game": document.game, "rating": new.mean, "deviation": new.deviation}
        for id, new in zip(ids, after, strict=True)
    ]


async def profile_of(store: Store, players: Players, id: str) -> Profile:
    """Statistics and ratings of a player."""
    known = await players.details(id)
    if known is None:
        raise Refuse(404, "no_such_player")
    rated = {row.game: row for row in await store.ratings_of(id)}
    standings: dict[str, Standing] = {}
    for row in await store.results_of(id):
        standing = standings.setdefault(row.game, Standing(row.game, 0, 0, 0))
        standing.played += row.count
        standing.won += row.count if row.outcome == "won" else 0
        standing.shared += row.count if row.outcome == "shared" else 0
    for game, rating in rated.items():
        if game in standings:
            standings[game].rating, standings[game].deviation = rating.rating, rating.deviation
    return Profile(known.player, known.created, [standings[game] for game in sorted(standings)])
