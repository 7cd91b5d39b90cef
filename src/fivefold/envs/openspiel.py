"""The games as OpenSpiel's Python games. Importing this module registers them:

    import pyspiel
    import fivefold.envs.openspiel

    game = pyspiel.load_game("fivefold_fives(players=4)")
    state = game.new_initial_state()

Parameters are the number of players, the game's options but for tables, and `after`: the actions, chance's too, after
which a match begins, as in `" ".join(map(str, state.history()))` (one alone as in `3;`, since OpenSpiel takes `3` for a
number). So algorithms that want a small game get the end of a large one.

Chance is explicit: a shuffled pack is dealt card by card, each with the chance that the cards left give it. Nobody sees
a card before all are dealt. Seats that choose at once take turns, in ascending order, again and again, and see nothing
of each other's choices: nearly all of OpenSpiel's algorithms are for games in turns, and hidden choices in turns are
the same game as choices made at once.

An information state is all that was shown to a seat: each event as it was shown then, and after it all that the seat
may know. An observation is what it may know now. Of a game that covers again what was open (Shell Game), an information
state so knows everything, an observation does not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from fivefold.games import BadInput, Game, all_games, find
from fivefold.games.catalogue import quoted
from fivefold.games.game import GameText, TableOption
from fivefold.kernel.chance import streams
from fivefold.kernel.layout import Layout, States
from fivefold.kernel.loops import LOOK, SCRATCH_CARDS, SCRATCH_SEAT, TAKE_CARDS, dealing, next_seat, one_of_sets
from fivefold.kernel.rules import Rules, nothing_hidden
from fivefold.search.guide import Guide, rewarding

from .driven import rewards_at_the_end, table_of

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("fivefold.envs.openspiel needs OpenSpiel: pip install fivefold[openspiel]") from missing

SPECTATOR = -1
DIGEST_NUMBERS = 8
"""An information state's tensor has its digest in so many numbers of 16 bits."""

Floats = NDArray[np.float32]


class Told(NamedTuple):
    """What a viewer was shown last, and all before."""

    before: Told | None
    mover: int
    """The seat that moved; a spectator's number if it was no player."""
    action: int | None
    """What it did; None where the viewer did not see all of it."""
    words: str
    digest: bytes
    """What the viewer knew after each event counts in it, too."""

    def events(self) -> list[Told]:
        """From the first on."""
        told: Told | None = self
        path = []
        while told is not None:
            path.append(told)
            told = told.before
        return path[::-1]


class Moment:
    """A match at one moment, never changed: states that went through it share it.

    It comes from the one before by an action: of a player, or of chance, which deals the next card. An imagined moment
    is one that a seat (`mover`) cannot tell from the one before it.
    """

    __slots__ = (
        "action",
        "before",
        "dealt",
        "imagined",
        "last",
        "left",
        "legal",
        "mover",
        "read",
        "states",
        "table",
        "told",
    )

    def __init__(
        self,
        table: MatchTable,
        before: Moment | None,
        mover: int,
        action: int,
        states: States,
        imagined: bool = False,
    ) -> None:
        self.table, self.before, self.mover, self.action, self.states = table, before, mover, action, states
        self.imagined = imagined
        self.read: Layout | None = None
        self.told: dict[int, Told] = {}
        self.dealt: tuple[int, ...] = ()
        """The cards of this shuffle so far."""
        self.left: tuple[int, ...] = ()
        """The cards that chance is still to deal, ascending."""
        self.legal: list[int] = []
        self.last: int = before.last if before else SPECTATOR
        """The seat that acts; at a chance node the one that acted last."""

    # Nothing changes a moment, so a copy is the same one.
    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """The actions since the match began, or since a moment was imagined, which is kept as it is."""
        actions: list[int] = []
        moment = self
        while moment.before is not None and not moment.imagined:
            actions.append(moment.action)
            moment = moment.before
        base = (moment.before, moment.mover, moment.states, moment.dealt) if moment.imagined else None
        return restored, (*self.table.key, base, actions[::-1])

    def proceed(self, action: int) -> Moment:
        """Lets the rules play the action or take the cards of the shuffle; finds out what is next."""
        scratch = np.empty(self.table.room, np.int64)
        scratch[SCRATCH_SEAT] = self.last
        if action == TAKE_CARDS:
            scratch[SCRATCH_CARDS : SCRATCH_CARDS + len(self.dealt)] = self.dealt
        return self.found(self.table.proceed(self.states, scratch, action), scratch)

    def look_again(self) -> Moment:
        """Finds out what the seat that acts may do in another world."""
        scratch = np.empty(self.table.room, np.int64)
        scratch[SCRATCH_SEAT] = self.last - 1
        return self.found(self.table.proceed(self.states, scratch, LOOK), scratch)

    def found(self, count: int, scratch: NDArray[np.int64]) -> Moment:
        """Notes what is next, as the rules have told."""
        self.dealt = ()
        if count < 0:
            self.left = tuple(sorted(scratch[SCRATCH_CARDS : SCRATCH_CARDS - count].tolist()))
        else:
            first = self.table.first_action
            self.last = int(scratch[SCRATCH_SEAT])
            self.legal = scratch[first : first + count].tolist()
        return self

    def after(self, action: int) -> Moment:
        """The next moment."""
        if not self.left:
            return Moment(self.table, self, self.last, action, self.states.copy()).proceed(action)
        left = list(self.left)  # two at least, and not all alike
        left.remove(action)
        moment = Moment(self.table, self, pyspiel.PlayerId.CHANCE, action, self.states)
        moment.dealt, moment.left = (*self.dealt, action), tuple(left)
        if left[0] != left[-1]:
            return moment
        moment.dealt, moment.left = (*moment.dealt, *left), ()  # what remains is alike: nothing is left to chance
        moment.states = self.states.copy()
        return moment.proceed(TAKE_CARDS)

    def imagine(self, seat: int, chance: random.Random) -> Moment:
        """A moment that the seat cannot tell from this one: any of those that it must think possible."""
        table = self.table
        if self.left:
            pack = [*self.dealt, *self.left]
            chance.shuffle(pack)
            return self.imagined_by(seat, self.states, tuple(pack[: len(self.dealt)]))
        states = self.states.copy()
        if self.legal and not table.remembers_all:
            table.loop("veil")(states, 0, seat)
            table.loop("deal_hidden")(states, 0, seat, streams(chance.getrandbits(64), 1)[0])
        return self.imagined_by(seat, states, ())

    def imagined_by(self, seat: int, states: States, dealt: tuple[int, ...]) -> Moment:
        """The same moment as the seat imagines it: in another state, or with other cards dealt."""
        self.told_to(seat)
        imagined = Moment(self.table, self, seat, self.action, states, imagined=True).look_again()
        imagined.dealt = dealt
        imagined.left = tuple(sorted((Counter(imagined.left) - Counter(dealt)).elements()))
        return imagined

    def state(self) -> Layout:
        """The state for texts to read."""
        if self.read is None:
            self.read = self.table.game.state(self.states)
        return self.read

    # --- what is shown --------------------------------------------------------------------------------------------

    def told_to(self, viewer: int) -> Told:
        """All that the viewer was shown since the match began."""
        untold: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and viewer not in moment.told:
            untold.append(moment)
            moment = moment.before
        for moment in reversed(untold):
            moment.told[viewer] = moment.show(viewer)
        return self.told[viewer]

    def show(self, viewer: int) -> Told:
        """What the viewer is told when this moment comes."""
        if self.before is None:
            return self.and_then(None, viewer, SPECTATOR, None, "start")
        if self.imagined:
            if viewer in (self.mover, SPECTATOR):
                return self.before.told[viewer]
            # Of another seat's past nobody can know more than what everybody saw.
            return self.and_then(self.before.told_to(SPECTATOR), viewer, SPECTATOR, None, "")
        before = self.before.told[viewer]
        if self.mover < 0:  # cards are seen when all are dealt
            return before if self.left else self.and_then(before, viewer, SPECTATOR, None, "deal")
        game, mover, action = self.table.game, self.mover, self.action
        s = self.before.state()
        if viewer != mover and not game.text.noticed(s, mover, action, viewer):
            return before
        written, seen = game.text.write(s, mover, action), game.text.seen(s, mover, action, viewer)
        return self.and_then(before, viewer, mover, action if seen == written else None, f"{mover} {seen}")

    def and_then(self, before: Told | None, viewer: int, mover: int, action: int | None, words: str) -> Told:
        digest = blake2b(before.digest if before else b"", digest_size=2 * DIGEST_NUMBERS)
        digest.update(words.encode())
        digest.update(b"" if self.left else self.veiled(viewer))
        return Told(before, mover, action, words, digest.digest())

    def veiled(self, viewer: int) -> bytes:
        """All that the viewer may know now."""
        states = self.states.copy()
        self.table.loop("veil")(states, 0, viewer)
        return states.tobytes()


class MatchTable:
    """A game with a number of players and options, and the moment with which its matches begin."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Any], after: str) -> None:
        self.game, self.players = game, game.check_players(players)
        self.key = game.id, players, tuple(sorted(options.items())), after
        engine, rules = game.engine, game.rules
        self.loop = engine.loop
        self.proceed = engine.loop("proceed")
        self.first_action = SCRATCH_CARDS + rules.PACK + rules.WORDS
        self.room = self.first_action + rules.CHOICES
        self.remembers_all = remembers_all(game)
        start = engine.start(players, game.option_numbers(options))
        self.longest = rules.longest(game.state(start.copy()))
        self.cards = 0
        """Chance's actions are numbers below this: later shuffles have no other cards than those of the start."""
        self.root = self._dealt(Moment(self, None, SPECTATOR, LOOK, start).proceed(LOOK))
        for word in after.replace(";", " ").split():
            self.root = self._further(word)

    def _dealt(self, root: Moment) -> Moment:
        """Looks at all that is shuffled before the first action."""
        moment = root
        while moment.left:
            self.cards = max(self.cards, moment.left[-1] + 1)
            moment = moment.after(moment.left[0])
        return root

    def _further(self, word: str) -> Moment:
        moment = self.root
        allowed = moment.left or moment.legal
        if not word.isdecimal() or int(word) not in allowed:
            raise BadInput(f"after: {quoted(word)} is not one of the actions that are possible then")
        return moment.after(int(word))

    @cached_property
    def rollouts(self) -> Callable[..., Any]:
        return self.game.engine.once(make_rollouts)


def remembers_all(game: Game) -> bool:
    """Does a game only cover again what everybody was shown? Who remembers it is then never in doubt."""
    return type(game.text).seen_later is not GameText.seen_later


@cache
def table_of_key(game: str, players: int, options: tuple[tuple[str, Any], ...], after: str) -> MatchTable:
    return MatchTable(find(game), players, dict(options), after)


def restored(
    game: str, players: int, options: tuple[tuple[str, Any], ...], after: str, base: Any, actions: Sequence[int]
) -> Moment:
    """A moment that was pickled."""
    table = table_of_key(game, players, options, after)
    moment = first_moment(table.root)
    if base is not None:
        before, mover, states, dealt = base
        moment = before.imagined_by(mover, states, dealt)
    for action in actions:
        moment = moment.after(action)
    return moment


def first_moment(moment: Moment) -> Moment:
    while moment.before is not None:
        moment = moment.before
    return moment


# --- as OpenSpiel has it ----------------------------------------------------------------------------------------------


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match at one moment. All that is its own is the moment, so that a clone costs little."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._now: Moment = game.table.root

    def current_player(self) -> int:
        now = self._now
        if now.left:
            return pyspiel.PlayerId.CHANCE  # type: ignore[no-any-return]
        return now.last if now.legal else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return not self._now.legal and not self._now.left

    def _legal_actions(self, player: int) -> list[int]:
        return self._now.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards left in the pack, each with its share."""
        left = self._now.left
        return [(card, count / len(left)) for card, count in Counter(left).items()]

    def _apply_action(self, action: int) -> None:
        now = self._now
        if action not in (now.left or now.legal):
            raise BadInput(f"action {action} is not one of those that are possible now")
        self._now = now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        s, text = self._now.state(), self._now.table.game.text
        return text.write_card(s, action) if player < 0 else text.write(s, player, action)

    def returns(self) -> list[float]:
        now = self._now
        if not self.is_terminal():
            return [0.0] * now.table.players
        return rewards_at_the_end(now.table.game, now.states, now.table.players)

    def __str__(self) -> str:
        """The table as everybody sees it, and a number that differs where anything differs."""
        now = self._now
        mark = blake2b(now.states.tobytes() + repr((now.last, now.dealt)).encode(), digest_size=8).hexdigest()
        return f"{self._table_seen_by(SPECTATOR)}\n{mark}"

    def _table_seen_by(self, viewer: int) -> str:
        now = self._now
        return "dealing" if now.left else table_of(now.table.game, now.states, viewer)

    def _told_to(self, viewer: int) -> str:
        """The events as they were shown to the viewer, and the digest of what it knew after each."""
        told = self._now.told_to(viewer)
        return f"{', '.join(event.words for event in told.events())} #{told.digest.hex()}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Any of the states in which the player has been shown the same. Its history is that of this state, for the
        actions that led to what is imagined are not."""
        other: SpielState = self.clone()
        other._now = self._now.imagine(player, random.Random(probability_sampler()))
        return other


class Observer:
    """What a seat knows now; with perfect recall also all that it was shown. Without private information: what a
    spectator does, in words alone."""

    def __init__(self, table: MatchTable, recalls: bool, private: bool) -> None:
        self.table, self.recalls, self.private = table, recalls, private
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if not private:
            return
        known = table.game.rules.TENSOR
        extra = table.players + 2 * table.longest + DIGEST_NUMBERS if recalls else 0
        self.tensor = np.zeros(known.size + extra, np.float32)
        self.dict = known.named(self.tensor[: known.size])
        if recalls:
            own, events, digest = np.split(self.tensor[known.size :], [table.players, -DIGEST_NUMBERS])
            movers, actions = events.reshape(2, -1)
            self.dict |= {"seat": own, "movers": movers, "actions": actions, "digest": digest}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what the player knows; zeros while cards are dealt."""
        assert self.tensor is not None
        now, tensor = state._now, self.table.game.rules.TENSOR
        self.tensor.fill(0)
        if not now.left:
            known = np.zeros((1, tensor.size), np.int16)
            room = self.table.game.rules.State.batch(1)
            self.table.loop("observe")(now.states, np.array([player], np.int8), room, known)
            self.tensor[: tensor.size] = known[0]
        if self.recalls:
            self.dict["seat"][player] = 1
            self._set_events(now.told_to(player), player)

    def _set_events(self, told: Told, player: int) -> None:
        """Who moved, counted from the player on from 1, and how: 1 more than the action, 0 where it was not seen."""
        moves = [event for event in told.events() if event.mover >= 0]
        self.dict["movers"][: len(moves)] = [1 + (move.mover - player) % self.table.players for move in moves]
        self.dict["actions"][: len(moves)] = [0 if move.action is None else 1 + move.action for move in moves]
        self.dict["digest"][:] = np.frombuffer(told.digest, np.uint16)

    def string_from(self, state: SpielState, player: int) -> str:
        viewer, name = (player, f"seat {player}") if self.private else (SPECTATOR, "spectator")
        return f"{name}\n{state._told_to(viewer) if self.recalls else state._table_seen_by(viewer)}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of the games with a number of players and options: each game has a class of its own."""

    game: Game
    type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, usual = self.game, self.type.parameter_specification
        given = {**usual, **(params or {})}
        options = {o.name: given[o.name] for o in game.about.options if o.name in given}
        self.table = table_of_key(
            game.id, given["players"], tuple(sorted(game.changed_options(options).items())), given["after"]
        )
        players, table = given["players"], self.table
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=table.cards,
            num_players=players,
            min_utility=0.0 if players == 1 else -1.0,
            max_utility=1.0,
            utility_sum=None if players == 1 else 0.0,
            max_game_length=table.longest,
        )
        super().__init__(self.type, info, {name: value for name, value in given.items() if value != usual[name]})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """After each action there may be something to shuffle."""
        return self.table.game.rules.PACK * (self.table.longest + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """None, OpenSpiel's word for it, where somebody would see all hands, or its own alone."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or params:
            return None
        return Observer(self.table, wanted.perfect_recall, wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)


def name_of(game: Game) -> str:
    """The name under which a game is registered.

    >>> name_of(find("fives"))
    'fivefold_fives'
    """
    return f"fivefold_{game.id}"


def type_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    options = {o.name: o.default for o in game.about.options if not isinstance(o, TableOption)}
    open_to_all = game.rules.veil is nothing_hidden or remembers_all(game)
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=game.about.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.rules.PACK else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if open_to_all else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.about.most == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.about.most,
        min_num_players=game.about.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.about.usual, "after": "", **options},
    )


def register() -> None:
    """Tells OpenSpiel of all games."""
    for game in all_games().values():
        if name_of(game) not in pyspiel.registered_names():
            its_type = type_of(game)
            its_class = type(its_type.short_name, (SpielGame,), {"game": game, "type": its_type})
            globals()[its_type.short_name] = its_class  # where pickle looks for it
            pyspiel.register_game(its_type, its_class)


register()


# --- compiled rollouts ------------------------------------------------------------------------------------------------

ROLLOUT_KINDS = ("states", "int", "numbers", "numbers", "numbers", "int", "floats", "floats")


def make_rollouts(engine: Any) -> Callable[..., Any]:
    """The loop that plays on at random from one state, again and again."""
    rules: Rules = engine.rules
    acting, legal, play, over, words, width = (
        rules.acting, rules.legal, rules.play, rules.over, rules.WORDS, rules.WIDTH
    )  # fmt: skip
    deal_what_waits, write_rewards = dealing(rules), rewarding(rules, Guide())

    def rollouts(
        states: Any, last: int, cards: Any, sets: Any, stream: Any, count: int, rewards: Any, total: Any
    ) -> None:
        """Plays on from states[0], in states[1], until the match is over; adds up the rewards."""
        for _ in range(count):
            states[1] = states[0]
            s, seat = states[1], last
            deal_what_waits(s, cards, stream)
            while not over(s):
                seat = next_seat(acting(s), seat)
                legal(s, seat, sets)
                play(s, seat, one_of_sets(sets, words, width, stream))
                deal_what_waits(s, cards, stream)
            write_rewards(s, rewards)
            for seat in range(s.players):
                total[seat] += rewards[seat]

    return engine.ready(rollouts, ROLLOUT_KINDS)  # type: ignore[no-any-return]


class RolloutEvaluator:
    """What OpenSpiel's MCTS and IS-MCTS bots in Python take for an evaluator: compiled random rollouts, some hundred
    times as fast as its own."""

    def __init__(self, rollouts: int = 1, seed: int = 0) -> None:
        self.count, self.stream, self.chance = rollouts, streams(seed, 1)[0], random.Random(seed)

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """The mean returns of the rollouts."""
        now = state._now
        while now.left:
            now = now.after(self.chance.choice(now.left))
        table, engine = now.table, now.table.game.engine
        states, total = np.concatenate([now.states, now.states]), np.zeros(table.players)
        # The seat that acts is found anew, after the one that went before it.
        table.rollouts(
            states, now.last - 1, engine.cards(), engine.sets(), self.stream, self.count,
            np.zeros(2 * table.players), total,
        )  # fmt: skip
        return total / self.count

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Each action with the same chance; those of chance with their own."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state._now.legal
        return [(action, 1 / len(legal)) for action in legal]
