"""Five Wins: everything is open."""

from fivefold.kernel.rules import nothing_hidden as veil
from fivefold.kernel.rules import nothing_to_deal as deal_hidden

__all__ = ["deal_hidden", "veil"]
