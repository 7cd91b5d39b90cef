"""A bot of Fives: it takes no trick that would bring it over 25."""

from fivefold.games import Game
from fivefold.games.seen import Event, View
from fivefold.search.limit import Limit


class Careful:
    """Plays the lowest card that does no harm."""

    def __init__(self, game: Game, seat: int, seed: int, limit: Limit | None = None) -> None:
        self.seat = seat

    def observe(self, event: Event, view: View) -> None:
        """Remembers nothing: all it needs is on the table."""

    def choose(self, view: View) -> str:
        left = 25 - view["table"]["sums"][self.seat]
        harmless = [move for move in view.legal if points(move) <= left]
        return min(harmless or view.legal, key=points)


def points(move: str) -> int:
    """What a card counts if it wins the trick: five if it lies face down."""
    return 5 if "=" in move else int(move[1:])
