"""Fives: the table as a seat sees it, from a state veiled for that seat."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import members

from .rules import NOTHING, TARGET, State, over, tricks_in_hand
from .text import Text
from .veil import cards_in_hand

USUAL_TEXT = Text()


def view(s: State, seat: int, text: Text = USUAL_TEXT) -> dict[str, Any]:
    players = range(s.players)
    return {
        "hand": min(s.hand + 1, 4),
        "trick": min(s.trick + 1, tricks_in_hand(s)),
        "leader": s.leader,
        "led": None if s.led == NOTHING else text.LETTERS[s.led],
        "lying": lying(s, text),
        "winning": s.winner if s.played else None,
        "cards": [held(s, other, text) for other in players],
        "counts": [count(s, other) for other in players],
        "lacks": [text.colours(s.lacks[other]) for other in players],
        "won": [won(s, other, text) for other in players],
        "sums": [s.sums[other] for other in players],
        "chips": [s.chips[other] for other in players],
        "carried": s.carried,
        "seen": [text.cards[card] for card in members(s.seen)],
        "face_down": face_down(s, text),
        "finished_hands": [
            {
                "sums": [s.hand_sums[hand, other] for other in players],
                "chips": [s.hand_chips[hand, other] for other in players],
                "parts": [parts(s, hand, other) for other in players],
            }
            for hand in range(s.hand)
        ],
    }


def count(s: State, seat: int) -> int:
    """How many cards a seat holds; none after the last trick, which stays on the table."""
    return 0 if over(s) else cards_in_hand(s, seat)


def held(s: State, seat: int, text: Text) -> list[str] | None:
    """A seat's cards, or None where they are hidden."""
    cards = [text.cards[card] for card in members(s.hands[seat])]
    return cards if cards or count(s, seat) == 0 else None


def lying(s: State, text: Text) -> list[dict[str, Any]]:
    """The cards of the trick in the order in which they were played."""
    order = [(s.leader + i) % s.players for i in range(s.players)]
    return [
        {"seat": seat, "card": text.shown(s.lying[seat]), "face_down": seat == s.lying_down}
        for seat in order
        if s.lying[seat] != NOTHING
    ]


def won(s: State, seat: int, text: Text) -> list[str | None]:
    """The winning cards on top of a seat's tricks."""
    return [text.shown(s.won_card[trick]) for trick, winner in enumerate(s.won_by) if winner == seat]


def parts(s: State, hand: int, seat: int) -> dict[str, int]:
    """What the chips of a finished hand were for: the rank, exactly 25, a bust, and what busted players paid."""
    sums = [s.hand_sums[hand, other] for other in range(s.players)]
    own = sums[seat]
    if own > TARGET:
        return {"rank": 0, "exact": 0, "bust": -1, "bonus": 0}
    ahead = sum(own <= other <= TARGET for other in sums) - 1
    rank, exact = s.players - 1 - ahead, int(own == TARGET)
    return {"rank": rank, "exact": exact, "bust": 0, "bonus": s.hand_chips[hand, seat] - rank - exact}


def face_down(s: State, text: Text) -> list[dict[str, Any]]:
    """The cards played face down in this hand; their fronts where the seat knows them."""
    return [
        {"trick": trick + 1, "seat": s.down_seat[trick], "card": text.shown(card)}
        for trick, card in enumerate(s.down_card)
        if card != NOTHING
    ]
