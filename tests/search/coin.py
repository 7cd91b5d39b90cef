"""A game so small that what each move is worth can be counted out: a coin, to be guessed or to be agreed on."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.bits import bit
from fivefold.kernel.chance import below
from fivefold.kernel.layout import Layout, int8
from fivefold.kernel.rules import Rules, rule
from fivefold.kernel.tensor import Tensor, numbers

UNKNOWN = -1
STOP, HEADS, TAILS = 0, 1, 2


class Coin(Layout):
    """A coin lies hidden. Seat 0 may stop, or go on and then guess it: right wins, wrong loses. With the option
    `together` there is no coin: both seats choose a side at once, and seat 0 wins if they agree."""

    players = int8
    together = int8
    coin = int8
    gone_on = int8
    choice = int8[2]
    won = int8[2]
    ended = int8


@rule
def set_up(s: Coin) -> None:
    s.coin = HEADS


@rule
def acting(s: Coin) -> int:
    if s.ended:
        return 0
    if not s.together:
        return bit(0)
    seats = 0
    for seat in range(2):
        if s.choice[seat] == 0:
            seats |= bit(seat)
    return seats


@rule
def legal(s: Coin, seat: int, sets: Any) -> None:
    sets[0] = bit(STOP) | bit(HEADS) if not s.together and not s.gone_on else bit(HEADS) | bit(TAILS)


@rule
def play(s: Coin, seat: int, action: int) -> None:
    if s.together:
        s.choice[seat] = action
        if acting(s) == 0:
            end(s, s.choice[0] == s.choice[1])
    elif action == STOP:
        s.ended = 1
    elif not s.gone_on:
        s.gone_on = 1
    else:
        end(s, action == s.coin)


@rule
def end(s: Coin, won: bool) -> None:
    s.ended = 1
    s.won[0 if won else 1] = 1


@rule
def over(s: Coin) -> bool:
    return s.ended == 1


@rule
def standings(s: Coin, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = s.won[seat]


@rule
def veil(s: Coin, seat: int) -> None:
    s.coin = UNKNOWN


@rule
def deal_hidden(s: Coin, seat: int, stream: Any) -> None:
    s.coin = HEADS + below(stream, 2)


@rule
def shares(s: Coin, out: Any) -> None:
    """Rewards by which to stop is better than to guess, and worse than to know."""
    out[0] = 0.25 if s.won[0] == s.won[1] else 1.0 if s.won[0] else -1.0
    out[1] = -out[0]


TENSOR = Tensor(coin=numbers(1, least=UNKNOWN, most=TAILS))


@rule
def observe(s: Coin, seat: int, out: Any) -> None:
    out[0] = s.coin


def rules() -> Rules:
    return Rules(
        State=Coin,
        ACTIONS=3,
        WIDTH=3,
        WORDS=1,
        CHOICES=2,
        PACK=0,
        set_up=set_up,
        acting=acting,
        legal=legal,
        play=play,
        over=over,
        scores=standings,
        standings=standings,
        longest=lambda s: 2,
        census=lambda s: {},
        veil=veil,
        deal_hidden=deal_hidden,
        TENSOR=TENSOR,
        observe=observe,
    )
