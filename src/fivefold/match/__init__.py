"""A match as a person thinks of it: positions, moves in words, records, shuffles. It knows no server."""

from .position import IllegalMove, Position, start
from .record import BadRecord, replay

__all__ = ["BadRecord", "IllegalMove", "Position", "replay", "start"]
