"""The Green Fivura: a seat knows what it would know in Fives."""

from fivefold.games.fives.observation import TENSOR, observe

__all__ = ["TENSOR", "observe"]
