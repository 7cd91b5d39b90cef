"""What a game hands to the kernel: a layout, a few numbers, and a handful of rules.

A rule is a plain function on a state, marked `@rule`. Marking changes nothing: the function stays what it is, for
interpreting, debugging and coverage. The mark lets the compiler find it when a loop that calls it is first compiled,
so that Numba need not be there to import a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from .layout import Layout

if TYPE_CHECKING:
    from .tensor import Tensor

Function = TypeVar("Function", bound=Callable[..., Any])

MARKED: list[Callable[..., Any]] = []
"""Every rule, for the compiler."""


def rule(function: Function) -> Function:
    """Marks a function as a rule: plain Python that compiled loops may call."""
    MARKED.append(function)
    return function


@rule
def never_waits(s: Any) -> bool:
    """`waits` of a game in which nothing is shuffled."""
    return False


@rule
def no_pack(s: Any, cards: Any) -> int:
    """`pack` of a game in which nothing is shuffled."""
    return 0


@rule
def no_deal(s: Any, cards: Any) -> None:
    """`deal` of a game in which nothing is shuffled."""


@rule
def nothing_hidden(s: Any, seat: int) -> None:
    """`veil` of a game that is played openly."""


@rule
def nothing_to_deal(s: Any, seat: int, stream: Any) -> None:
    """`deal_hidden` of a game that is played openly."""


@dataclass(frozen=True)
class Rules:
    """One game, as the kernel sees it. `s` is a state, a seat is a number from 0.

    An action is an integer: `word * WIDTH + n` for number n of the set `word` that `legal` fills. So each kind of
    action (a card face up, a card face down) is one set, and the sets together are the mask of what is legal.
    A game with too many actions for sets says `WORDS = 0` and lists them.
    """

    State: type[Layout]
    """The layout. It has `players`, and a field of the option's name for each option (for a table the fields that the
    game's `options.py` says); all are filled before set_up."""

    ACTIONS: int
    """Actions are numbers below this."""
    WIDTH: int
    """Numbers in one set of legal actions."""
    WORDS: int
    """Sets of legal actions."""
    CHOICES: int
    """A seat never has more legal actions than this."""
    PACK: int
    """The most cards in one shuffle; 0 if nothing is ever shuffled."""

    set_up: Callable[[Any], None]
    """Makes a state of zeros, but for `players` and the options, the start of a match."""
    acting: Callable[[Any], int]
    """The set of seats that must choose now: several where they choose at once; none when the match is over."""
    legal: Callable[[Any, int, Any], None]
    """Fills the sets of what an acting seat may choose from."""
    play: Callable[[Any, int, int], None]
    """Plays a legal action."""
    over: Callable[[Any], bool]
    """Is the match over?"""
    scores: Callable[[Any, Any], None]
    """Writes each seat's score, as the game's page in `docs/games` defines it."""
    standings: Callable[[Any, Any], None]
    """When the match is over: writes how each seat stands, tie-breakers counted. More is better, equal is a tie.
    Of a single player: the share that was achieved, 1 if it is solved."""

    TENSOR: Tensor
    """The parts of what `observe` writes."""
    observe: Callable[[Any, int, Any], None]
    """Writes what a seat knows, from a state that is veiled for it, into a row of zeros."""

    longest: Callable[[Any], int]
    """No match that starts like this state has more plays. Only interpreted."""
    census: Callable[[Any], dict[int, int]]
    """How many of each card or piece there are, wherever they lie: between deals none is added. Only interpreted."""

    waits: Callable[[Any], bool] = never_waits
    """Does the state wait for shuffled cards? Nobody acts before they are dealt."""
    pack: Callable[[Any, Any], int] = no_pack
    """Writes the cards that must be shuffled, in a fixed order, and returns how many."""
    deal: Callable[[Any, Any], None] = no_deal
    """Takes the shuffled cards."""

    veil: Callable[[Any, int], None] = nothing_hidden
    """Blanks what the seat (-1: a spectator) may not know."""
    deal_hidden: Callable[[Any, int, Any], None] = nothing_to_deal
    """Fills a veiled state with a world that is consistent with all that the seat knows, each with the same chance."""

    @classmethod
    def of(cls, *modules: ModuleType) -> Rules:
        """The rules that the modules define under these names; a later module goes before an earlier one."""
        found = {
            name: vars(module)[name] for module in modules for name in cls.__dataclass_fields__ if name in vars(module)
        }
        return cls(**found)
