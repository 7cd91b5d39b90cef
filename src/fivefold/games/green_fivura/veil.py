"""The Green Fivura: what is hidden is what is hidden in Fives."""

from fivefold.games.fives.veil import deal_hidden, veil

__all__ = ["deal_hidden", "veil"]
