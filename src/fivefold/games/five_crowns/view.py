"""Five Crowns: the table as a seat sees it, from a state veiled for that seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold.kernel.bits import has, members, size

from .cards import RANK_TEXTS, TEXTS, list_cards
from .laying import lay_out
from .rules import (
    HAND,
    NOBODY,
    NOTHING,
    PACK,
    ROUND,
    ROUNDS,
    TIEBREAK_ROUND,
    State,
    hand_size,
    lowest_totals,
    over,
    starting_seat,
    wild_rank,
)


def view(s: State, seat: int) -> dict[str, Any]:
    players = range(s.players)
    round = round_shown(s)
    return {
        "round": round,
        "tiebreaker": round == TIEBREAK_ROUND,
        "wild": RANK_TEXTS[wild_rank(round)],
        "cards_each": hand_size(round),
        "in_round": list(members(s.in_round)),
        "starter": None if over(s) else starting_seat(s),
        "turn": None if over(s) else s.turn,
        "phase": None if over(s) else "discard" if s.taken else "take",
        "turns": s.turns,
        "turn_limit": s.turn_limit,
        "out": seat_or_none(s.out),
        "last_turns": s.last_turns,
        "hands": [hand_seen(s, other, seat) for other in players],
        "counts": [cards_in_hand(s, other) for other in players],
        "known": [known_cards(s, other) for other in players],
        "pile": s.pile,
        "pile_cards": pile_cards(s),
        "discards": [TEXTS[s.table[place]] for place in range(s.discards)],
        "laid": [laid_now(s, other, round) for other in players],
        "best": best_melds(s, seat, round),
        "after": after_each_discard(s, seat, round),
        "last_round": last_round(s),
        "sheet": [[s.points[done, other] for other in players] for done in range(min(rounds_finished(s), ROUNDS))],
        "tiebreaker_points": tiebreaker_points(s),
    }


def rounds_finished(s: State) -> int:
    """With the tie-breaker, if it was played."""
    if not over(s):
        return s.round - 1
    return TIEBREAK_ROUND if s.tiebreak == ROUND and size(lowest_totals(s)) > 1 else ROUNDS


def round_shown(s: State) -> int:
    """The round that is played, or when the match is over the last one."""
    return rounds_finished(s) if over(s) else s.round


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def cards_in_hand(s: State, seat: int) -> int:
    if not has(s.in_round, seat):
        return 0
    return hand_size(round_shown(s)) + (1 if seat == s.turn and s.taken else 0)


def cards_of(s: State, seat: int) -> tuple[int, ...]:
    """The cards of a hand, the lowest kind first, jokers last."""
    cards = np.zeros(HAND + 1, np.int64)
    count = list_cards(s.hands, s.jokers, seat, cards)
    return tuple(sorted(cards[:count].tolist()))


def hand_seen(s: State, other: int, seat: int) -> list[str] | None:
    """A seat's cards; None where they are hidden."""
    if other != seat and not has(s.open_hands, other) and has(s.in_round, other):
        return None
    return [TEXTS[kind] for kind in cards_of(s, other)]


def known_cards(s: State, seat: int) -> list[str]:
    """The cards that the seat picked up openly and still holds, while the others are hidden."""
    return [TEXTS[kind] for kind in sorted(s.known[seat]) if kind != NOTHING]


def pile_cards(s: State) -> list[str] | None:
    """The draw pile, its next card first; None while it is hidden."""
    cards = [s.table[place] for place in range(PACK - s.pile, PACK)]
    return [TEXTS[kind] for kind in cards] if over(s) else None


def laid_now(s: State, seat: int, round: int) -> dict[str, Any] | None:
    """The melds of a hand that lies open."""
    return lay_out(cards_of(s, seat), wild_rank(round)) if has(s.open_hands, seat) and has(s.in_round, seat) else None


def best_melds(s: State, seat: int, round: int) -> dict[str, Any] | None:
    """The viewer's own cards in their best melds, while they are in hand."""
    if over(s) or seat < 0 or not has(s.in_round, seat):
        return None
    return lay_out(cards_of(s, seat), wild_rank(round))


def after_each_discard(s: State, seat: int, round: int) -> dict[str, dict[str, Any]] | None:
    """For the viewer about to discard: by card, the melds that the others would make."""
    if over(s) or seat != s.turn or not s.taken:
        return None
    cards = cards_of(s, seat)
    return {
        TEXTS[kind]: lay_out(cards[:place] + cards[place + 1 :], wild_rank(round)) for place, kind in enumerate(cards)
    }


def last_round(s: State) -> dict[str, Any] | None:
    """How the last finished round ended: who went out, and every hand laid out."""
    finished = rounds_finished(s)
    if finished == 0:
        return None
    rank = wild_rank(finished)
    hands = [[kind for kind in s.laid[other] if kind != NOTHING] for other in range(s.players)]
    return {
        "round": finished,
        "wild": RANK_TEXTS[rank],
        "out": seat_or_none(s.laid_out),
        "hands": [lay_out(tuple(sorted(cards)), rank) if cards else None for cards in hands],
        "points": [s.points[finished - 1, other] for other in range(s.players)],
    }


def tiebreaker_points(s: State) -> list[int | None] | None:
    """Each seat's points in the tie-breaker, None for those who did not play it; None if there was none."""
    if rounds_finished(s) < TIEBREAK_ROUND:
        return None
    return [s.points[ROUNDS, other] if has(s.in_round, other) else None for other in range(s.players)]
