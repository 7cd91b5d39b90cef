"""Five Crowns once more, on lists of texts, to replay matches against: slow, and with nothing of the package's code."""

from __future__ import annotations

from collections.abc import Sequence

from .melds_by_definition import RANKS, least_unused

SUITS = "*HCSD"


class Match:
    def __init__(self, players: int, shuffles: Sequence[str], turn_limit: int = 50, tiebreak: str = "share") -> None:
        self.players, self.shuffles = players, [shuffle.split() for shuffle in shuffles]
        self.turn_limit, self.tiebreak = turn_limit, tiebreak
        self.totals = [0] * players
        self.round = 0
        self.over = False
        self.winners: list[int] = []
        self.begin_round(list(range(players)))

    def begin_round(self, seats: list[int]) -> None:
        self.round += 1
        start = (self.round - 1) % self.players
        self.order = sorted(seats, key=lambda seat: (seat - start) % self.players)
        self.cards_each = 6 if self.round == 12 else self.round + 2
        cards = self.shuffles.pop(0)
        games = 1 if self.players <= 7 else 2
        assert sorted(cards) == sorted(games * (2 * [rank + suit for rank in RANKS for suit in SUITS] + 6 * ["Jo"]))
        self.hands: dict[int, list[str]] = {seat: [] for seat in seats}
        for _ in range(self.cards_each):
            for seat in self.order:
                self.hands[seat].append(cards.pop(0))
        self.discards = [cards.pop(0)]
        self.pile = cards
        self.to_act = self.order[0]
        self.must_discard = False
        self.turns = dict.fromkeys(seats, 0)
        self.out: int | None = None
        self.last: list[int] = []

    def unused(self, hand: list[str]) -> int:
        return least_unused(hand, self.cards_each)

    def legal(self) -> list[str]:
        if self.over:
            return []
        if not self.must_discard:
            return ["draw", "pick"] if self.pile or len(self.discards) > 1 else ["pick"]
        hand = self.hands[self.to_act]
        moves = {f"discard {card}" for card in hand}
        if self.out is None:
            for card in set(hand):
                rest = list(hand)
                rest.remove(card)
                if self.unused(rest) == 0:
                    moves.add(f"out {card}")
        return sorted(moves)

    def play(self, move: str) -> None:
        hand = self.hands[self.to_act]
        if move == "draw":
            if not self.pile:
                self.pile = self.shuffles.pop(0)
                assert sorted(self.pile) == sorted(self.discards[:-1])
                self.discards = self.discards[-1:]
            hand.append(self.pile.pop(0))
            self.must_discard = True
        elif move == "pick":
            hand.append(self.discards.pop())
            self.must_discard = True
        else:
            verb, card = move.split()
            hand.remove(card)
            self.discards.append(card)
            self.must_discard = False
            self.finish_turn(verb == "out")

    def finish_turn(self, goes_out: bool) -> None:
        seat = self.to_act
        self.turns[seat] += 1
        place = self.order.index(seat)
        if goes_out:
            self.out = seat
            self.last = self.order[place + 1 :] + self.order[:place]
        elif self.out is not None:
            self.last = self.last[1:]
        nobody_left = self.out is not None and not self.last
        if nobody_left or (self.out is None and min(self.turns.values()) >= self.turn_limit):
            self.end_round()
        else:
            self.to_act = self.last[0] if self.last else self.order[(place + 1) % len(self.order)]

    def end_round(self) -> None:
        points = {seat: 0 if seat == self.out else self.unused(hand) for seat, hand in self.hands.items()}
        if self.round == 12:
            self.finish([seat for seat in points if points[seat] == min(points.values())])
            return
        for seat in points:
            self.totals[seat] += points[seat]
        if self.round < 11:
            self.begin_round(list(range(self.players)))
            return
        best = [seat for seat in range(self.players) if self.totals[seat] == min(self.totals)]
        if len(best) > 1 and self.tiebreak == "round":
            self.begin_round(best)
        else:
            self.finish(best)

    def finish(self, winners: list[int]) -> None:
        self.over, self.winners = True, winners
