"""Five Crowns Solitaire: how many cards a pile lacks, which cards bring it nearer, and how a match may go on.

A pile lacks as many cards as must at least be exchanged before all of it is melded. A draw exchanges one card of one
pile, so a pile that lacks three needs three draws that fit (docs/algorithms/solitaire.md).
"""

from __future__ import annotations

from typing import Any

from fivefold.games.five_crowns.cards import (
    JOKER,
    KINDS,
    ONE_SUIT,
    RANKS,
    SUITS,
    add_card,
    count_card,
    fill_pack,
    remove_card,
    wild_cards,
)
from fivefold.games.five_crowns.melds import natural, ranks_held, searching
from fivefold.kernel.bits import has, lowest, size
from fivefold.kernel.rules import rule
from fivefold.search.determinised import FIRST_LOOK, SQUARES, SUM, give_up
from fivefold.search.limit import used_up

from .rules import NOTHING, PILES, TO_DRAW, WIDTH, State, play
from .veil import deal_hidden

MOST_LACKING = 14
FITTING = (1.0, 0.2, 0.3, 0.38, 0.44, 0.48, 0.5)
"""The share of unseen cards that fit a pile, by how many it lacks: roughly, for the steps that come after the next."""
SHARED = 0.6
"""Piles want the same cards: so much of the draws that fit a pile it gets."""


# --- one pile ---------------------------------------------------------------------------------------------------------


@rule
def cards_unused_with_books(one: int, two: int, three: int, four: int, wild: int) -> int:
    """The fewest cards that stay unused if there are only books: a pair needs a wild card, a single card two."""
    once, twice, thrice = ranks_held(one, two, three, four)
    singles, pairs = size(once & ~twice), size(twice & ~thrice)
    melded = min(pairs, wild)
    return singles + 2 * (pairs - melded) - min(singles, (wild - melded) >> 1)


fewest_unused = searching(cards_unused_with_books)


@rule
def unused_cards(s: State, pile: int, more: int, enough: int) -> int:
    """How many natural cards of a pile stay unused with so many wild cards more; the search ends at `enough`."""
    least, _ = fewest_unused(
        natural(s.piles[pile, 0], pile),
        natural(s.piles[pile, 1], pile),
        natural(s.piles[pile, 2], pile),
        natural(s.piles[pile, 3], pile),
        wild_cards(s.piles, s.jokers, pile, pile) + more,
        enough,
    )
    return int(least)


@rule
def cards_lacking(s: State, pile: int) -> int:
    """How many cards must be exchanged at least: with so many wild cards more, no more cards would be left over.

    Where fewer would be left over, another one has to go, and now and then none can be spared: then it lacks one more.
    """
    lacking = 0
    while unused_cards(s, pile, lacking, lacking) > lacking:
        lacking += 1
    return lacking


@rule
def fits(s: State, pile: int, kind: int, lacking: int) -> bool:
    """May a card bring the pile, which lacks so many, nearer? A quick look that never says no wrongly."""
    if kind == JOKER or kind % RANKS == pile:
        return True
    add_card(s.piles, s.jokers, pile, kind)
    nearer = unused_cards(s, pile, lacking - 1, lacking) <= lacking
    remove_card(s.piles, s.jokers, pile, kind)
    return nearer


# --- how a match may go on --------------------------------------------------------------------------------------------


@rule
def partners(s: State, pile: int, kind: int) -> int:
    """How many cards of the pile a card may meld with: those of its rank, and those near it in its suit."""
    if kind == JOKER:
        return MOST_LACKING
    suit, rank = kind // RANKS, kind % RANKS
    near = (ONE_SUIT & (0b11111 << rank) >> 2) << (RANKS * suit)
    count = size(s.piles[pile, 0] & near) - 1
    for other in range(SUITS):
        if other != suit and has(s.piles[pile, 0], RANKS * other + rank):
            count += 1
    return count + (1 if has(s.piles[pile, 1], kind) else 0)


@rule
def nearest_pile(s: State, lacking: Any) -> int:
    """The pile that lacks the fewest cards of those that the drawn card fits; or NOTHING."""
    found = NOTHING
    for pile in range(PILES):
        better = found == NOTHING or lacking[pile] < lacking[found]
        if better and not has(s.closed, pile) and fits(s, pile, s.drawn, lacking[pile]):
            found = pile
    return found


@rule
def discard_from(s: State, pile: int, lacking: int) -> int:
    """With the drawn card among them: the card without which the pile may lack only so many, of those the one with the
    fewest partners; or NOTHING."""
    chosen, fewest = NOTHING, MOST_LACKING + 1
    left = s.piles[pile, 0]
    while left:
        kind = lowest(left)
        left &= left - 1
        count = partners(s, pile, kind)
        if count < fewest:
            remove_card(s.piles, s.jokers, pile, kind)
            if unused_cards(s, pile, lacking, lacking) <= lacking:
                chosen, fewest = kind, count
            add_card(s.piles, s.jokers, pile, kind)
    return chosen


@rule
def open_pile(s: State) -> int:
    """Any pile that is open, the last."""
    pile = PILES - 1
    while has(s.closed, pile):
        pile -= 1
    return pile


@rule
def quick_action(s: State, lacking: Any) -> int:
    """The action of a playout: the drawn card goes to the nearest pile that it fits, or away."""
    pile = nearest_pile(s, lacking)
    if pile != NOTHING:
        add_card(s.piles, s.jokers, pile, s.drawn)
        kind = discard_from(s, pile, lacking[pile] - 1)
        remove_card(s.piles, s.jokers, pile, s.drawn)
        if kind != NOTHING:
            lacking[pile] -= 1
            return WIDTH * pile + kind
    return WIDTH * open_pile(s) + s.drawn


@rule
def play_out(s: State, action: int, lacking: Any, lacking_after: int) -> int:
    """Plays an action and then quickly on; returns how many piles are closed in the end."""
    lacking[action // WIDTH] = lacking_after
    while True:
        play(s, 0, action)
        if s.drawn == NOTHING:
            return size(s.closed)
        action = quick_action(s, lacking)


def plan(
    veiled: Any, worlds: Any, actions: Any, after: Any, stream: Any, control: Any, lacking: Any,
    now: Any, tried: Any, playouts: Any, totals: Any,
) -> None:  # fmt: skip
    """Adds up for each action how many piles are closed in sampled worlds. `after` is what its pile lacks then, `now`
    what the piles lack before."""
    for k in range(len(actions)):
        tried[k] = k
    left, sampled, next_look, done = len(actions), 0, FIRST_LOOK, False
    while not done and left > 1:
        worlds[0] = veiled[0]
        deal_hidden(worlds[0], 0, stream)
        for i in range(left):
            k = tried[i]
            worlds[1] = worlds[0]
            for pile in range(PILES):
                lacking[pile] = now[pile]
            closed = play_out(worlds[1], actions[k], lacking, after[k])
            totals[SUM, k] += closed
            totals[SQUARES, k] += closed * closed
            playouts[k] += 1
            done = used_up(control)
        sampled += 1
        if sampled == next_look:
            next_look *= 2
            left = give_up(tried, left, totals, playouts)


# --- what an action leads to ------------------------------------------------------------------------------------------


@rule
def count_unseen(s: State, unseen: Any, pack: Any) -> int:
    """Counts the cards of each kind that are still to be drawn or lie in the box; returns how many they are."""
    for kind in range(KINDS):
        unseen[kind] = 0
    for place in range(fill_pack(1, pack)):
        unseen[pack[place]] += 1
    total = 0
    for kind in range(KINDS):
        unseen[kind] -= 1 if s.drawn == kind else 0
        for pile in range(PILES):
            unseen[kind] -= count_card(s.piles, s.jokers, pile, kind)
        for place in range(TO_DRAW):
            unseen[kind] -= 1 if s.discards[place] == kind else 0
        total += unseen[kind]
    return total


@rule
def share_that_fits(s: State, pile: int, lacking: int, unseen: Any, total: int) -> float:
    """The share of the unseen cards that bring the pile nearer."""
    fitting = 0
    for kind in range(KINDS):
        if unseen[kind] > 0 and fits(s, pile, kind, lacking):
            fitting += unseen[kind]
    return fitting / max(total, 1)


@rule
def chance_to_close(lacking: int, share: float, draws: int, chances: Any) -> float:
    """The chance that a pile gets what it lacks from so many draws; `share` of the cards fit it now."""
    if lacking > draws:
        return 0.0
    for k in range(lacking + 1):
        chances[k] = 1.0 if k == 0 else 0.0
    for _ in range(draws):
        for k in range(lacking, 0, -1):
            fit = SHARED * (share if k == lacking else FITTING[min(k, len(FITTING) - 1)])
            chances[k] += fit * (chances[k - 1] - chances[k])
    return float(chances[lacking])


@rule
def chance_of_pile(s: State, pile: int, lacking: int, draws: int, unseen: Any, total: int, chances: Any) -> float:
    """The chance that a pile as it lies is closed in the end."""
    if lacking == 0:
        return 1.0
    return chance_to_close(lacking, share_that_fits(s, pile, lacking, unseen, total), draws, chances)


def weigh_piles(states: Any, unseen: Any, pack: Any, chances: Any, now: Any, hopes: Any) -> int:
    """Writes what each pile lacks now, and the chance that it is closed in the end; returns how many draws are left
    behind the card that is turned up."""
    s = states[0]
    total = count_unseen(s, unseen, pack)
    draws = 0
    for place in range(TO_DRAW):
        if s.draws[place] != NOTHING:
            draws += 1
    for pile in range(PILES):
        now[pile] = 0 if has(s.closed, pile) else cards_lacking(s, pile)
        hopes[pile] = chance_of_pile(s, pile, now[pile], draws, unseen, total, chances)
    return draws


def weigh_actions(
    states: Any, actions: Any, draws: int, unseen: Any, pack: Any, chances: Any, after: Any, hopes: Any
) -> None:
    """Writes what the pile of each action lacks after it, and the chance that it is closed in the end."""
    s = states[0]
    total = count_unseen(s, unseen, pack)
    for k in range(len(actions)):
        pile, kind = actions[k] // WIDTH, actions[k] % WIDTH
        add_card(s.piles, s.jokers, pile, s.drawn)
        remove_card(s.piles, s.jokers, pile, kind)
        after[k] = cards_lacking(s, pile)
        hopes[k] = chance_of_pile(s, pile, after[k], draws, unseen, total, chances)
        add_card(s.piles, s.jokers, pile, kind)
        remove_card(s.piles, s.jokers, pile, s.drawn)
