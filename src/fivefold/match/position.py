"""A match at one moment: who acts, what is legal in words, what a move does, and what each seat sees."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.games import BadInput, Game, find
from fivefold.games.catalogue import Catalogue, quoted
from fivefold.games.game import Refusal
from fivefold.games.pace import Pace
from fivefold.games.seen import View
from fivefold.kernel.bits import has, members
from fivefold.kernel.layout import Layout, States
from fivefold.kernel.loops import best_of
from fivefold.kernel.rewards import rewards_of

from .dealer import Dealer

SPECTATOR = -1
SEED_BITS = 256


@cache
def common_sentences() -> Catalogue:
    """What all games say alike."""
    return Catalogue.read(Path(__file__).parent / "en.toml")


class IllegalMove(ValueError):
    """A move that a rule forbids: the rule's `code` and `arguments`, and the `sentence` that says it in English."""

    def __init__(self, code: str, arguments: Mapping[str, Any], sentence: str, seat: int | None, move: str) -> None:
        super().__init__(sentence)
        self.code, self.arguments, self.sentence = code, dict(arguments), sentence
        self.seat, self.move = seat, move

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can travel between processes."""
        return IllegalMove, (self.code, self.arguments, self.sentence, self.seat, self.move)


def whole_number(value: Any) -> int | None:
    """A whole number of whatever type (NumPy has its own), but not True or False."""
    try:
        return None if isinstance(value, bool | np.bool_) else operator.index(value)
    except TypeError:
        return None


class BadShuffle(BadInput):
    """A shuffle that is not the right cards, or is missing."""


class Shuffles:
    """Where a match's shuffled cards come from: first the given ones, then a dealer; without one, none are left."""

    def __init__(self, given: Sequence[str], dealer: Dealer | None) -> None:
        self.given, self.dealer = given, dealer
        self.used: list[str] = []

    def copy(self) -> Shuffles:
        other = Shuffles(self.given, self.dealer and self.dealer.copy())
        other.used = list(self.used)
        return other

    def go_on_with(self, dealer: Dealer) -> None:
        """Forgets given shuffles that were not needed; further ones come from the dealer."""
        self.given, self.dealer = self.used[:], dealer

    def back_to(self, number: int) -> None:
        """Undoes all but the first so many shuffles; those were given, for only given ones can be wrong."""
        del self.used[number:]

    def next(self, game: Game, s: Layout, pack: list[int]) -> list[int]:
        """The pack, shuffled."""
        number = len(self.used)
        if number < len(self.given):
            cards = read_shuffle(game, s, pack, self.given[number], number)
        elif self.dealer:
            cards = self.dealer.shuffle(pack)
        else:
            raise BadShuffle(f"shuffle {number + 1} is missing: {len(pack)} cards must be shuffled here")
        self.used.append(" ".join(game.text.write_card(s, card) for card in cards))
        return cards


def read_shuffle(game: Game, s: Layout, pack: list[int], text: Any, number: int) -> list[int]:
    """The cards of a shuffle as written in a record, checked against the pack."""
    name = f"shuffle {number + 1}"
    if not isinstance(text, str):
        raise BadShuffle(f"{name} is a text of cards with blanks between them, not {quoted(text)}")
    left = {card: pack.count(card) for card in pack}
    cards = []
    for place, word in enumerate(text.split(), 1):
        card = game.text.read_card(s, word)
        if card is None or card not in left:
            raise BadShuffle(f"{name}, card {place}: {quoted(word)} is not one of the cards to shuffle")
        if left[card] == 0:
            raise BadShuffle(f"{name}, card {place}: {word} comes more often than the pack has it")
        left[card] -= 1
        cards.append(card)
    missing = [game.text.write_card(s, card) for card in left for _ in range(left[card])]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise BadShuffle(f"{name} lacks {', '.join(missing[:3])}{more}")
    return cards


class Position:
    """A match in progress, or finished. Made by `start` and `replay`.

    >>> position = start("fives", players=4, seed=7)
    >>> position.play(position.legal(position.to_act[0])[0])
    >>> position.record()["moves"] == [[list(position.moves[0])[0], position.moves[0][1]]]
    True
    """

    def __init__(
        self, game: Game, players: int, options: Mapping[str, Any], shuffles: Shuffles, compiled: bool = False
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        numbers = game.option_numbers(options)
        self.options = game.changed_options(options)
        """The options that differ from their defaults."""
        self.moves: list[tuple[int, str]] = []
        """All moves, whole: what was played face down or closed, too."""
        self._unnoticed: Counter[int] = Counter()
        """By viewer, how many moves it has not even noticed."""
        self._engine = game.engine if compiled else game.match_engine
        self._shuffles = shuffles
        self._states: States = self._engine.start(self.players, numbers)
        self._read: tuple[States, Layout] | None = None
        self._deal()

    @property
    def _s(self) -> Layout:
        """The state, to be read; what was read of the same record once is found at once."""
        if self._read is None or self._read[0] is not self._states:
            self._read = self._states, self.game.state(self._states)
        return self._read[1]

    def _deal(self) -> None:
        """Brings the cards that the state waits for, if it does."""
        rules, s = self.game.rules, self._s
        while rules.waits(s):
            cards = self._engine.cards()
            count = rules.pack(s, cards)
            shuffled = self._shuffles.next(self.game, s, cards[:count].tolist())
            cards[:count] = shuffled
            self._engine.loop("deal")(self._states, 0, cards)

    def _legal_actions(self, seat: int) -> list[int]:
        rules = self.game.rules
        actions = np.zeros(rules.CHOICES, np.int64)
        count: int = self._engine.loop("legal")(self._states, 0, seat, self._engine.sets(), actions)
        legal: list[int] = actions[:count].tolist()
        return legal

    # --- what everybody may know --------------------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now, ascending; none when the match is over."""
        return tuple(members(self.game.rules.acting(self._s)))

    @property
    def over(self) -> bool:
        return bool(self.game.rules.over(self._s))

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score so far."""
        out = np.zeros(self.players, np.int64)
        self._engine.loop("scores")(self._states, 0, out)
        return tuple(out.tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """When the match is over: all who share the victory, or the draw."""
        return tuple(members(best_of(self._standings(), self.players))) if self.over else ()

    @property
    def rewards(self) -> tuple[float, ...]:
        """When the match is over: the share of opponents that each seat beat, ties half, from -1 to 1; 0 before.
        A single player gets 1 if it is solved, else the share achieved."""
        if not self.over:
            return (0.0,) * self.players
        out = np.zeros(self.players)
        rewards_of(self._standings(), self.players, out)
        return tuple(out.tolist())

    def _standings(self) -> NDArray[np.float64]:
        out = np.zeros(self.players)
        self._engine.loop("standings")(self._states, 0, out)
        return out

    # --- moves --------------------------------------------------------------------------------------------------------

    def legal(self, seat: int) -> list[str]:
        """The moves that the seat may make now, sorted; none if it does not act."""
        s, number = self._s, whole_number(seat)
        if number is None or not 0 <= number < self.players or not has(self.game.rules.acting(s), number):
            return []
        seat = number
        return sorted(self.game.text.write(s, seat, action) for action in self._legal_actions(seat))

    def play(self, move: str, seat: int | None = None) -> None:
        """Plays a move; the seat may be left out where only one acts. Raises IllegalMove."""
        to_act = self.to_act
        if seat is None and len(to_act) == 1:
            seat = to_act[0]
        if not to_act:
            raise self._refused(Refusal("over"), seat, move)
        if seat is None:
            raise self._refused(Refusal("which_seat"), seat, move)
        number = whole_number(seat)
        if number is None or not 0 <= number < self.players:
            told = {"seat": quoted(seat), "last": self.players - 1}
            raise self._refused(Refusal("no_such_seat", told), seat, move)
        seat = number
        if seat not in to_act:
            code = "not_your_turn" if len(to_act) == 1 else "not_your_turn_several"
            told = {"seat": seat, "to_act": ", ".join(f"seat {other}" for other in to_act)}
            raise self._refused(Refusal(code, told), seat, move)
        s = self._s
        action = self.game.text.read(s, seat, move) if isinstance(move, str) else None
        if action is None:
            raise self._refused(Refusal("unreadable", {"form": self._form()}), seat, move)
        if action not in self._legal_actions(seat):
            raise self._refused(self.game.text.why_not(s, seat, action), seat, move)
        viewers = {SPECTATOR, *range(self.players)} - {seat}
        unnoticed = [viewer for viewer in viewers if not self.game.text.noticed(s, seat, action, viewer)]
        before, dealt = self._states.copy(), len(self._shuffles.used)
        self._engine.loop("play")(self._states, 0, seat, action)
        try:
            self._deal()
        except BadShuffle:
            self._states = before
            self._shuffles.back_to(dealt)
            raise
        self.moves.append((seat, move))
        self._unnoticed.update(unnoticed)

    def _form(self) -> str:
        return self.game.catalogue.sentence("forms", "move", {})

    def _refused(self, refusal: Refusal, seat: int | None, move: str) -> IllegalMove:
        shared = common_sentences()
        catalogue = shared if refusal.code in shared.sentences["refusals"] else self.game.catalogue
        sentence = catalogue.sentence("refusals", refusal.code, refusal.arguments)
        return IllegalMove(refusal.code, refusal.arguments, sentence, seat, move)

    # --- views and records --------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What the seat may know (None: a spectator), ready for JSON; after the end everything is open."""
        return self.sight(seat).entries

    def sight(self, seat: int | None = None) -> View:
        """The same, each part made when it is looked at, from the veiled state alone, however the match goes on."""
        viewer = self._viewer(seat)
        behind_veil = object.__new__(Position)
        behind_veil.__dict__.update(self.__dict__)
        veiled = behind_veil._states = self._states.copy()
        ply = len(self.moves)
        if not self.over:
            self._engine.loop("veil")(veiled, 0, viewer)
            ply -= self._unnoticed[viewer]
        return View(viewer, veiled, lambda: behind_veil.legal(viewer), lambda: behind_veil._entries(viewer, ply))

    def open_view(self) -> dict[str, Any]:
        """The view of somebody who may know everything: for matches that are over, looked at again."""
        return self._entries(SPECTATOR, len(self.moves))

    def observation(self, seat: int) -> dict[str, NDArray[np.int16]]:
        """What the seat may know as arrays of numbers, by name; one behind the other they are its flat tensor.

        >>> int(start("clear_up").observation(0)["pieces"].sum())
        32
        """
        tensor = self.game.rules.TENSOR
        flat, seats = np.zeros((1, tensor.size), np.int16), np.array([self._viewer(seat)], np.int8)
        self._engine.loop("observe")(self._states, seats, self.game.rules.State.batch(1), flat)
        return tensor.named(flat[0])

    def _entries(self, viewer: int, ply: int) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "players": self.players,
            "options": deepcopy(self.options),
            "seat": None if viewer == SPECTATOR else viewer,
            "ply": ply,
            "to_act": list(self.to_act),
            "legal": self.legal(viewer),
            "scores": list(self.scores),
            "over": self.over,
            "winners": list(self.winners),
            "table": self.game.view(self._s, viewer),
        }

    def seen(self, seat: int, move: str, viewer: int | None = None) -> str:
        """A move that the seat is about to make, as another sees it (None: a spectator)."""
        s, seat = self._s, self._viewer(seat)
        action = self.game.text.read(s, seat, move) if isinstance(move, str) else None
        if action is None:
            raise self._refused(Refusal("unreadable", {"form": self._form()}), seat, move)
        return self.game.text.seen(s, seat, action, self._viewer(viewer))

    def notices(self, seat: int, move: str, viewer: int | None = None) -> bool:
        """Does another seat (None: a spectator) see at all that the seat makes this legal move now?"""
        s, seat = self._s, self._viewer(seat)
        action = self.game.text.read(s, seat, move)
        return action is None or self.game.text.noticed(s, seat, action, self._viewer(viewer))

    def seen_later(self, seat: int, move: str, viewer: int | None, now: Position) -> str:
        """A move that the seat makes here, as another sees it who asks only `now`."""
        s, seat = self._s, self._viewer(seat)
        action = self.game.text.read(s, seat, move)
        if action is None:
            raise self._refused(Refusal("unreadable", {"form": self._form()}), seat, move)
        return self.game.text.seen_later(s, seat, action, self._viewer(viewer), now._s)

    def hides_nothing(self) -> bool:
        """Does everybody, spectators too, know everything?"""
        for viewer in (SPECTATOR, *range(self.players)):
            veiled = self._states.copy()
            self._engine.loop("veil")(veiled, 0, viewer)
            if veiled.tobytes() != self._states.tobytes():
                return False
        return True

    @property
    def pace(self) -> Pace:
        """How fast the match may go on from here."""
        return self.game.pace(self._s)

    @property
    def shuffles(self) -> list[str]:
        """The shuffles so far."""
        return list(self._shuffles.used)

    def _viewer(self, seat: int | None) -> int:
        """The seat as a number; a spectator's for None."""
        if seat is None:
            return SPECTATOR
        number = whole_number(seat)
        if number is None or not 0 <= number < self.players:
            raise BadInput(
                f"a seat is a number from 0 to {self.players - 1}, or None for a spectator, not {quoted(seat)}"
            )
        return number

    def record(self) -> dict[str, Any]:
        """All that is needed to replay the match."""
        return {
            "game": self.game.id,
            "players": self.players,
            "options": deepcopy(self.options),
            "shuffles": list(self._shuffles.used),
            "moves": [[seat, move] for seat, move in self.moves],
        }

    def __getstate__(self) -> dict[str, Any]:
        """All but the engine, which belongs to a process."""
        return {**self.__dict__, "game": self.game.id, "_engine": self._engine.compiled, "_read": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game = find(state["game"])
        self.__dict__.update({**state, "game": game, "_engine": game.engine if state["_engine"] else game.match_engine})

    def copy(self) -> Position:
        """The same position, to go on from independently; shuffles still to come are the same, too."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.options = deepcopy(self.options)
        other.moves = list(self.moves)
        other._unnoticed = self._unnoticed.copy()
        other._states = self._states.copy()
        other._shuffles = self._shuffles.copy()
        return other


def start(
    game: str,
    players: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    shuffles: Sequence[str] = (),
    compiled: bool = False,
) -> Position:
    """The start of a match. Shuffles are the given ones, then random: from the operating system, or from the seed.
    `compiled` is for whoever plays thousands: moves are faster, but the first waits for Numba.

    >>> start("fives", players=4, seed=7).to_act
    (2,)
    """
    found = find(game)
    if seed is not None and (type(seed) is not int or seed.bit_length() > SEED_BITS):
        raise BadInput(f"a seed is a whole number of at most {SEED_BITS} bits, not {quoted(seed)}")
    check_shuffles(shuffles)
    return Position(
        found,
        found.about.usual if players is None else players,
        {} if options is None else options,
        Shuffles(shuffles, Dealer(seed)),
        compiled,
    )


def check_shuffles(shuffles: Any) -> None:
    """That it is a list; each shuffle is checked when it is needed."""
    if isinstance(shuffles, str) or not isinstance(shuffles, Sequence):
        raise BadInput(f"shuffles are a list of texts, not {quoted(shuffles)}")
