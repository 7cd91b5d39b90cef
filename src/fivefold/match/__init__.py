"""A match as a person thinks of it: positions, moves in words, records, shuffles. It knows no server."""

from .advice import Hint, hint
from .position import IllegalMove, Position, start
from .record import BadRecord, replay
from .review import Mistake, review

__all__ = ["BadRecord", "Hint", "IllegalMove", "Mistake", "Position", "hint", "replay", "review", "start"]
