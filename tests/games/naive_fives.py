"""Fives once more, written only to compare with: cards are texts, a hand is a set, a trick is a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

FIVE = "M5"


class Played(NamedTuple):
    """A card as its owner played it."""

    seat: int
    card: str
    down: bool


def colour(card: str) -> str:
    return card[0]


def value(card: str) -> int:
    return int(card[1:])


def showing(played: Played) -> str:
    return FIVE if played.down else played.card


def may_play(hand: set[str], trick: Sequence[Played], card: str, down: bool) -> bool:
    """Is this play allowed to the next seat of the trick?"""
    if card not in hand or (down and any(played.down for played in trick)):
        return False
    if not trick:
        return True
    led = colour(showing(trick[0]))
    follow = {other for other in hand if colour(other) == led}
    if not follow:
        return True
    if not down:
        return card in follow
    return led == "M" or (len(follow) == 1 and card in follow)


def legal_texts(hand: set[str], trick: Sequence[Played]) -> list[str]:
    ways = [(card, down) for card in hand for down in (False, True) if may_play(hand, trick, card, down)]
    return sorted(f"{card}={FIVE}" if down else card for card, down in ways)


def winner(trick: Sequence[Played]) -> Played:
    """Highest trump, else highest of the colour led; a Magenta 5 is Magenta and 5."""
    led = colour(showing(trick[0]))
    strength = {
        played: (colour(showing(played)) == "S", colour(showing(played)) == led, value(showing(played)))
        for played in trick
    }
    return max((p for p in trick if any(strength[p][:2])), key=lambda played: strength[played])


def read(seat: int, move: str) -> Played:
    card, down, _ = move.partition("=")
    return Played(seat, card, bool(down))


class Hidden(NamedTuple):
    """A place whose card a viewer does not know: in a hand, or face down since a trick (counted from 0)."""

    seat: int
    trick: int | None


def consistent(
    world: dict[Hidden, str], hands: dict[int, set[str]], events: Sequence[tuple[int, str]], players: int
) -> bool:
    """Could the hand have been played like this, by the rules, if these were the cards? `hands` are those of now."""
    plays = []
    for number, (seat, text) in enumerate(events):
        plays.append(Played(seat, world[Hidden(seat, number // players)], True) if text == FIVE else read(seat, text))
    full = {seat: set(cards) | {play.card for play in plays if play.seat == seat} for seat, cards in hands.items()}
    if plays and "M0" not in full[plays[0].seat]:
        return False
    for number, play in enumerate(plays):
        trick = plays[number - number % players : number]
        if not may_play(full[play.seat], trick, play.card, play.down):
            return False
        full[play.seat].remove(play.card)
    return True


def worlds(
    unseen: list[str],
    counts: dict[int, int],
    down: list[Hidden],
    own: dict[int, set[str]],
    events: Sequence[tuple[int, str]],
    players: int,
) -> Iterator[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]]:
    """Every consistent world: the other hands, each sorted, and the cards that lie face down."""
    for hands, left in hand_sets(sorted(unseen), list(counts.items())):
        for order in orders(left, len(down)):
            all_hands = {**{seat: set(hand) for (seat, _), hand in zip(counts.items(), hands, strict=True)}, **own}
            if consistent(dict(zip(down, order, strict=True)), all_hands, events, players):
                yield hands, order


def hand_sets(
    cards: list[str], counts: list[tuple[int, int]]
) -> Iterator[tuple[tuple[tuple[str, ...], ...], list[str]]]:
    if not counts:
        yield (), cards
        return
    (_, count), *rest = counts
    for hand in combinations(cards, count):
        for others, left in hand_sets([card for card in cards if card not in hand], rest):
            yield (hand, *others), left


def orders(cards: list[str], count: int) -> Iterator[tuple[str, ...]]:
    if count == 0:
        yield ()
        return
    for card in cards:
        for rest in orders([other for other in cards if other != card], count - 1):
            yield (card, *rest)
