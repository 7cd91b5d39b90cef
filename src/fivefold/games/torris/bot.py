"""Torris' bots: from one that takes the most points at once to one that plays the end exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fivefold.games.bot import BotMaker, Reason, Weighed
from fivefold.games.looking_ahead import Judging, Searching
from fivefold.games.seen import View
from fivefold.kernel.engine import Engine
from fivefold.kernel.rules import rule
from fivefold.search.alpha_beta import WON, AlphaBeta
from fivefold.search.limit import Limit
from fivefold.search.one_ply import OnePly

from .judging import FINER_POINT, JUDGEMENT
from .rules import PIECES, State, colour_of, points
from .text import landing_of, square_text

POINT = 60
"""What greedy takes a point more for."""


@rule
def points_ahead(s: State, seat: int) -> int:
    return POINT * (points(s, seat) - points(s, 1 - seat))


def one_ply(engine: Engine) -> OnePly:
    return OnePly(engine, points_ahead)


def alpha_beta(engine: Engine) -> AlphaBeta:
    return AlphaBeta(engine, JUDGEMENT)


class Greedy(Judging):
    """Takes as many points as it can get now."""

    REASON = "most_points"

    def made_search(self) -> OnePly:
        return self.engine.once(one_ply)


class Searcher(Searching):
    """Looks ahead, in the end to the end."""

    LIMIT = Limit(units=50_000)

    def made_search(self) -> AlphaBeta:
        return self.engine.once(alpha_beta)

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        moves, best = len(weighed.actions), max(weighed.values)
        if moves == 1:
            return Reason("only_move")
        if weighed.exact:
            ways = weighed.values.count(best)
            if best == -1:
                return Reason("loses_least")
            if ways == 1:
                return Reason("only_winning" if best == 1 else "only_drawing", {"moves": moves})
            return Reason("wins" if best == 1 else "draws", {"ways": ways, "moves": moves})
        s = self.state(view)
        assert isinstance(s, State)
        landed = landing_of(s, action)
        if landed is not None and colour_of(s.top[landed]) != self.seat:
            return Reason("takes", {"square": square_text(landed), "height": s.heights[landed] + 1})
        return Reason("most_promising")

    def verdict(self, view: View) -> Reason | None:
        """Who wins, and with how many points if everything was seen."""
        found = self.look(view)
        if found.outcomes is None:
            return super().verdict(view)
        outcome, value = max(found.outcomes), max(found.values)
        if outcome == 0:
            return Reason("drawn")
        ahead = round((value - outcome * WON) / FINER_POINT)
        told = {"points": (PIECES + ahead) // 2, "others": (PIECES - ahead) // 2}
        return Reason("winning_with" if outcome == 1 else "losing_with", told)


BOTS: Mapping[str, BotMaker] = {
    "greedy": Greedy,
    "easy": partial(Greedy, temperature=0.05),
    "medium": partial(Searcher, usual=Limit(units=300)),
    "hard": Searcher,
}
