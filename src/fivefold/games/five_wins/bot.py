"""Five Wins' bots: from one that only looks at lines as they lie to one that sees what can be forced."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fivefold.games.bot import BotMaker, Reason, Weighed
from fivefold.games.looking_ahead import Judging, Searching
from fivefold.games.seen import View
from fivefold.kernel.engine import Engine
from fivefold.kernel.rules import rule
from fivefold.search.alpha_beta import DECIDED, WON, AlphaBeta
from fivefold.search.limit import Limit
from fivefold.search.one_ply import OnePly

from .judging import JUDGEMENT, lines_of
from .rules import NOBODY, NOWHERE, State, play

TWO, THREE, FOUR = 10, 40, 100
"""What greedy takes windows with so many pieces for."""


@rule
def lines_ahead(s: State, seat: int) -> int:
    if s.winner != NOBODY:
        return WON if s.winner == seat else -WON
    twos, threes, fours, _, _ = lines_of(s, seat)
    others_twos, others_threes, others_fours, _, _ = lines_of(s, 1 - seat)
    return TWO * (twos - others_twos) + THREE * (threes - others_threes) + FOUR * (fours - others_fours)


def one_ply(engine: Engine) -> OnePly:
    return OnePly(engine, lines_ahead)


def alpha_beta(engine: Engine) -> AlphaBeta:
    return AlphaBeta(engine, JUDGEMENT)


class Greedy(Judging):
    """Lengthens its own lines and stops those of the other seat, as they lie."""

    REASON = "best_lines"

    def made_search(self) -> OnePly:
        return self.engine.once(one_ply)


class Searcher(Searching):
    """Looks ahead, the further the fewer the answers are."""

    LIMIT = Limit(units=20_000)

    def made_search(self) -> AlphaBeta:
        return self.engine.once(alpha_beta)

    def reason(self, view: View, action: int, weighed: Weighed) -> Reason:
        if len(weighed.actions) == 1:
            return Reason("only_move")
        before, after = self.played(view), self.played(view, action)
        if after.winner == self.seat:
            return Reason("wins_now")
        value = max(weighed.finer or [0])
        if value >= DECIDED:
            return Reason("forces", {"moves": moves_to_end(value)})
        if stops_five(before, after, 1 - self.seat):
            return Reason("stops_five")
        captured = before.lying[1 - self.seat] - after.lying[1 - self.seat]
        if captured > 0:
            return Reason("captures", {"pieces": captured})
        return Reason("most_promising")

    def verdict(self, view: View) -> Reason | None:
        """Who wins, and how soon."""
        best = max(self.look(view).values)
        if -DECIDED < best < DECIDED:
            return None
        moves = moves_to_end(abs(best))
        if moves == 1:
            return Reason("can_win_now" if best > 0 else "lost_next")
        return Reason("forced_win" if best > 0 else "forced_loss", {"moves": moves})

    def played(self, view: View, action: int | None = None) -> State:
        """The position, after an action if one is given; a copy."""
        s = self.game.state(view.veiled.copy())
        assert isinstance(s, State)
        if action is not None:
            play(s, self.seat, action)
        return s


def moves_to_end(value: int) -> int:
    """In how many moves the seat that wins does so, by the value for it."""
    return (WON - value + 1) // 2


def stops_five(before: State, after: State, seat: int) -> bool:
    """Could the seat have made five, and can it no longer?"""
    return lines_of(before, seat)[3] != NOWHERE and lines_of(after, seat)[3] == NOWHERE


BOTS: Mapping[str, BotMaker] = {
    "greedy": Greedy,
    "easy": partial(Greedy, temperature=0.02),
    "medium": partial(Searcher, usual=Limit(units=150)),
    "hard": Searcher,
}
