"""The Green Fivura: the bots of Fives."""

from fivefold.games.fives.bot import BOTS

__all__ = ["BOTS"]
