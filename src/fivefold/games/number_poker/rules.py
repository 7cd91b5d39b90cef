"""Number Poker: everybody opens a closed hand at once; the highest value that is shown only once keeps its piece.

An action is a choice (a piece of value 1 to 4 is 0 to 3, the empty hand 4, a pass 5), or the claim of the empty hand:
6 + 4 * seat + value - 1.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from fivefold.kernel.bits import bit
from fivefold.kernel.layout import Layout, bits, int8
from fivefold.kernel.rules import rule

SEATS, VALUES, OF_EACH = 4, 4, 2
EMPTY, PASS, CLAIMS = 4, 5, 6
NOTHING, HIDDEN = -1, -2

ACTIONS = WIDTH = CLAIMS + SEATS * VALUES
WORDS = 1
CHOICES = VALUES + 1
PACK = 0


class State(Layout):
    chosen = bits  # the seats whose hand is closed already
    players = int8
    pieces = int8[4, 4]  # by seat and value, how many are left
    left = int8[4]  # a seat's pieces, all together
    empty = int8[4]  # the empty hand is unused
    choice = int8[4]  # in the closed hand: NOTHING, HIDDEN, or an action
    shown = int8[4]  # what the hands showed when they opened last: NOTHING or an action
    claimer = int8  # the seat whose empty hand must claim a piece now, or NOTHING
    claimed = int8  # the seat whose piece was claimed when the hands opened last, or NOTHING
    keeper = int8  # the seat that kept its piece when the hands opened last, or NOTHING
    won = int8[4, 4]  # by seat and value


@rule
def set_up(s: State) -> None:
    for seat in range(s.players):
        for value in range(VALUES):
            s.pieces[seat, value] = OF_EACH
        s.left[seat] = VALUES * OF_EACH
        s.empty[seat] = 1
    for seat in range(SEATS):
        s.choice[seat] = s.shown[seat] = NOTHING
    s.claimer = s.claimed = s.keeper = NOTHING


@rule
def taking_part(s: State) -> int:
    """The seats with pieces, or with their empty hand unused."""
    seats = 0
    for seat in range(s.players):
        if s.left[seat] > 0 or s.empty[seat]:
            seats |= bit(seat)
    return seats


@rule
def acting(s: State) -> int:
    if s.claimer != NOTHING:
        return bit(s.claimer)
    return 0 if over(s) else taking_part(s) & ~s.chosen


@rule
def choices_of(s: State, seat: int) -> int:
    """What a seat may close its hand on."""
    choices = 0
    for value in range(VALUES):
        if s.pieces[seat, value] > 0:
            choices |= bit(value)
    if s.left[seat] == 0:
        choices |= bit(PASS)
    if s.empty[seat]:
        choices |= bit(EMPTY)
    return choices


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    actions = 0
    if s.claimer == seat:
        for other in range(s.players):
            if is_piece(s.shown[other]):
                actions |= bit(claim_of(other, s.shown[other]))
    else:
        actions = choices_of(s, seat)
    sets[0] = actions


@rule
def is_piece(choice: int) -> bool:
    return 0 <= choice < VALUES


@rule
def claim_of(seat: int, value: int) -> int:
    return CLAIMS + VALUES * seat + value


@rule
def play(s: State, seat: int, action: int) -> None:
    if s.claimer == seat:
        claim(s, seat, (action - CLAIMS) // VALUES)
        return
    s.choice[seat] = action
    s.chosen |= bit(seat)
    if s.chosen == taking_part(s):
        open_hands(s)


@rule
def open_hands(s: State) -> None:
    empty_hands, pieces, claimer = 0, 0, NOTHING
    for seat in range(s.players):
        choice = s.choice[seat]
        s.shown[seat] = choice
        s.choice[seat] = NOTHING
        if choice == EMPTY:
            s.empty[seat] = 0
            empty_hands += 1
            claimer = seat
        elif is_piece(choice):
            s.pieces[seat, choice] -= 1
            s.left[seat] -= 1
            pieces += 1
    s.chosen = 0
    s.claimed = s.keeper = NOTHING
    if empty_hands == 1 and pieces > 0:
        s.claimer = claimer
    else:
        keep_highest(s)


@rule
def claim(s: State, seat: int, other: int) -> None:
    s.won[seat, s.shown[other]] += 1
    s.claimed = other
    s.claimer = NOTHING
    keep_highest(s)


@rule
def keep_highest(s: State) -> None:
    """Of the pieces that remain, the highest value that is shown exactly once keeps its piece; the others are lost."""
    for value in range(VALUES - 1, -1, -1):
        showing, keeper = 0, NOTHING
        for seat in range(s.players):
            if s.shown[seat] == value and seat != s.claimed:
                showing += 1
                keeper = seat
        if showing == 1:
            s.won[keeper, value] += 1
            s.keeper = keeper
            return


@rule
def over(s: State) -> bool:
    if s.claimer != NOTHING:
        return False
    for seat in range(s.players):
        if s.left[seat] > 0:
            return False
    return True


@rule
def pieces_won(s: State, seat: int) -> int:
    count = 0
    for value in range(VALUES):
        count += s.won[seat, value]
    return count


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = pieces_won(s, seat)


@rule
def standings(s: State, out: Any) -> None:
    """Most pieces; among equals the highest sum of their values."""
    for seat in range(s.players):
        values = 0
        for value in range(VALUES):
            values += s.won[seat, value] * (value + 1)
        out[seat] = pieces_won(s, seat) * 1000 + values


def longest(s: State) -> int:
    """Eight pieces, the empty hand, its claim, and a pass while another seat shows a piece that it kept longer."""
    return s.players * (VALUES * OF_EACH + 3)


def census(s: State) -> dict[int, int]:
    """Pieces not shown yet, waiting for a claim, or won; the others are lost."""
    pieces: Counter[int] = Counter()
    for seat in range(s.players):
        pieces.update({value: s.pieces[seat, value] + s.won[seat, value] for value in range(VALUES)})
        if s.claimer != NOTHING and is_piece(s.shown[seat]):
            pieces[s.shown[seat]] += 1
    return dict(pieces)
