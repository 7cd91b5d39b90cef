"""Fives: tricks in which every card is also a Magenta 5, and 25 is the sum to reach.

A card is a number: 13 for each colour, Magenta, Blue, Green and Silver, in ascending order of value.
An action is a card played face up, or 52 + a card played face down as the Magenta 5.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from fivefold.kernel.bits import bit, members
from fivefold.kernel.layout import Layout, bits, int8, int16
from fivefold.kernel.rules import rule

MAGENTA, SILVER = 0, 3
COLOURS, VALUES = 4, 13
CARDS = COLOURS * VALUES
FIVE = 5
MAGENTA_0 = 0
TARGET = 25
HANDS = 4
CHIPS = 5

NOTHING = -1
UNKNOWN = -2
"""A card lying face down, to all but the seat that played it."""
FACE_DOWN = CARDS
"""A Magenta 5 among winning cards, whatever its front."""
TRUMP = 100
"""Added to a Silver card's value: any trump beats any card of the colour led."""
WHOLE_COLOUR = (1 << VALUES) - 1

ACTIONS, WIDTH, WORDS = 2 * CARDS, CARDS, 2
CHOICES = 26
PACK = CARDS


class State(Layout):
    hands = bits[4]
    seen = bits  # the cards that were played face up in this hand
    players = int8
    waiting = int8  # the next hand is not dealt yet
    hand = int8  # hands finished
    trick = int8  # tricks finished in this hand
    turn = int8
    first = int8  # who led the hand's first trick, and so held the Magenta 0
    leader = int8  # who led this trick
    played = int8  # cards in this trick
    led = int8  # the colour led, or NOTHING
    five = int8  # a Magenta 5 lies in this trick
    best = int16  # strength of the trick's best card so far
    winner = int8  # who played it
    lying = int8[4]  # each seat's card in this trick, NOTHING or UNKNOWN
    lying_down = int8  # which seat played the Magenta 5 in this trick, or NOTHING
    lacks = int8[4]  # the colours that a seat has shown not to hold any more
    down_card = int8[13]  # the card played face down in a trick of this hand, NOTHING or UNKNOWN
    down_seat = int8[13]  # who played it
    down_lacked = int8[13]  # the colours that its owner had shown not to hold when it was played
    won_card = int8[13]  # the winning card of each trick of this hand, or FACE_DOWN
    won_by = int8[13]
    sums = int16[4]  # the winning cards of this hand, or of the last one before the next begins
    chips = int16[4]
    carried = int16  # chips paid by busted players that nobody has won yet
    hand_sums = int16[4, 4]  # by finished hand and seat
    hand_chips = int16[4, 4]  # what the hand brought the seat


# --- the hand is dealt ------------------------------------------------------------------------------------------------


@rule
def set_up_with(s: State, chips: int) -> None:
    for seat in range(s.players):
        s.chips[seat] = chips
    s.waiting = 1


@rule
def set_up(s: State) -> None:
    set_up_with(s, CHIPS)


@rule
def waits(s: State) -> bool:
    return s.waiting == 1


@rule
def values_in_play(s: State) -> int:
    """With three players the four highest values of each colour stay in the box."""
    return VALUES if s.players == 4 else VALUES - 4


@rule
def pack(s: State, cards: Any) -> int:
    values = values_in_play(s)
    for i in range(COLOURS * values):
        cards[i] = i // values * VALUES + i % values
    return COLOURS * values


@rule
def tricks_in_hand(s: State) -> int:
    return 13 if s.players == 4 else 12


@rule
def deal(s: State, cards: Any) -> None:
    players = s.players
    s.waiting = 0
    s.trick = 0
    s.seen = 0
    for seat in range(4):
        s.hands[seat] = 0
        s.lacks[seat] = 0
        s.sums[seat] = 0
    for trick in range(13):
        s.down_card[trick] = s.down_seat[trick] = NOTHING
        s.won_card[trick] = s.won_by[trick] = NOTHING
        s.down_lacked[trick] = 0
    seat = 0
    for i in range(tricks_in_hand(s) * players):
        s.hands[seat] |= bit(cards[i])
        if cards[i] == MAGENTA_0:
            s.first = seat
        seat += 1
        if seat == players:
            seat = 0
    begin_trick(s, s.first)


@rule
def begin_trick(s: State, leader: int) -> None:
    s.turn = s.leader = leader
    s.played = 0
    s.led = s.best = s.winner = s.lying_down = NOTHING
    s.five = 0
    for seat in range(4):
        s.lying[seat] = NOTHING


# --- which cards may be played ----------------------------------------------------------------------------------------


@rule
def colour_of(card: int) -> int:
    return card // VALUES


@rule
def value_of(card: int) -> int:
    """Magenta runs 0 to 4 and 6 to 13, the other colours 1 to 13."""
    place = card % VALUES
    return place if card < FIVE else place + 1


@rule
def of_colour(cards: int, colour: int) -> int:
    return cards & (WHOLE_COLOUR << (VALUES * colour))


@rule
def following(s: State, seat: int) -> int:
    """The cards of the colour led; none for the leader."""
    return of_colour(s.hands[seat], s.led) if s.led != NOTHING else 0


@rule
def face_up(s: State, seat: int) -> int:
    """The colour led must be followed by who holds it; else any card may be played."""
    follow = following(s, seat)
    return follow if follow else s.hands[seat]


@rule
def face_down(s: State, seat: int) -> int:
    """The cards that may be played as the Magenta 5, of which a trick has only one."""
    if s.five:
        return 0
    follow = following(s, seat)
    if s.led == MAGENTA or not follow:
        return s.hands[seat]
    only_one = follow & (follow - 1) == 0
    return follow if only_one else 0


@rule
def acting(s: State) -> int:
    return 0 if over(s) else bit(s.turn)


@rule
def legal(s: State, seat: int, sets: Any) -> None:
    sets[0] = face_up(s, seat)
    sets[1] = face_down(s, seat)


# --- a card is played -------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, action: int) -> None:
    if action < CARDS:
        play_face_up(s, seat, action)
    else:
        play_face_down(s, seat, action - CARDS)
    s.played += 1
    if s.played < s.players:
        s.turn = seat + 1 if seat + 1 < s.players else 0
    else:
        take_trick(s)


@rule
def play_face_up(s: State, seat: int, card: int) -> None:
    s.hands[seat] &= ~bit(card)
    s.seen |= bit(card)
    s.lying[seat] = card
    colour = colour_of(card)
    if s.led == NOTHING:
        s.led = colour
    if colour != s.led:
        s.lacks[seat] |= 1 << s.led
    compare(s, seat, colour, value_of(card))


@rule
def play_face_down(s: State, seat: int, card: int) -> None:
    s.hands[seat] &= ~bit(card)
    s.lying[seat] = card
    s.lying_down = seat
    s.five = 1
    s.down_card[s.trick] = card
    s.down_seat[s.trick] = seat
    s.down_lacked[s.trick] = s.lacks[seat]
    if s.led == NOTHING:
        s.led = MAGENTA
    elif s.led != MAGENTA:
        # Its owner had none of the colour led, or exactly this one: either way, none is left.
        s.lacks[seat] |= 1 << s.led
    compare(s, seat, MAGENTA, FIVE)


@rule
def compare(s: State, seat: int, colour: int, value: int) -> None:
    """The highest trump wins, or else the highest card of the colour led."""
    strength = TRUMP + value if colour == SILVER else value if colour == s.led else NOTHING
    if strength > s.best:
        s.best, s.winner = strength, seat


@rule
def take_trick(s: State) -> None:
    """The winner's card stays on top of the stack and counts; its owner leads next."""
    winner = s.winner
    s.won_by[s.trick] = winner
    s.won_card[s.trick] = FACE_DOWN if s.lying_down == winner else s.lying[winner]
    s.sums[winner] += s.best - TRUMP if s.best >= TRUMP else s.best
    s.trick += 1
    if s.trick < tricks_in_hand(s):
        begin_trick(s, winner)
    else:
        score_hand(s)


# --- the hand is scored -----------------------------------------------------------------------------------------------


@rule
def bust(s: State, seat: int) -> bool:
    return s.sums[seat] > TARGET


@rule
def not_behind(s: State, seat: int) -> int:
    """How many other seats that are not bust are as near to 25 as this one, or nearer."""
    count = 0
    for other in range(s.players):
        if other != seat and not bust(s, other) and s.sums[other] >= s.sums[seat]:
            count += 1
    return count


@rule
def score_hand(s: State) -> None:
    hand = s.hand
    busted = 0
    best = NOTHING  # the sole best seat
    for seat in range(s.players):
        if bust(s, seat):
            busted += 1
            s.hand_chips[hand, seat] = -1
        else:
            # Those who tie all take the lowest rank among them.
            rank = not_behind(s, seat)
            s.hand_chips[hand, seat] = s.players - 1 - rank + (1 if s.sums[seat] == TARGET else 0)
            if rank == 0:
                best = seat
    s.carried += busted
    if best != NOTHING:
        s.hand_chips[hand, best] += s.carried
        s.carried = 0
    for seat in range(s.players):
        s.chips[seat] += s.hand_chips[hand, seat]
        s.hand_sums[hand, seat] = s.sums[seat]
    s.hand = hand + 1
    if s.hand < HANDS:
        s.waiting = 1
    else:
        s.carried = 0  # lost: there is no next hand to win it in


# --- the match --------------------------------------------------------------------------------------------------------


@rule
def over(s: State) -> bool:
    return s.hand == HANDS


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = s.chips[seat]


@rule
def standings(s: State, out: Any) -> None:
    """Chips first; among equals the sum of the last hand, all busts alike below every sum."""
    for seat in range(s.players):
        out[seat] = s.chips[seat] * 1000 + (0 if bust(s, seat) else 1 + s.sums[seat])


def longest(s: State) -> int:
    return HANDS * tricks_in_hand(s) * s.players


def census(s: State) -> dict[int, int]:
    cards = [card for seat in range(s.players) for card in members(s.hands[seat])]
    return dict(Counter([*cards, *members(s.seen), *(card for card in s.down_card if card >= 0)]))
