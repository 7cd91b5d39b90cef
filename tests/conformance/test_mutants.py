"""The checks are checked: a small game passes them all, and each finds what was broken on purpose for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivefold.games.catalogue import Catalogue
from fivefold.games.game import About, Game, Refusal
from fivefold.kernel.bits import bit
from fivefold.kernel.engine import Engine
from fivefold.kernel.rules import Rules

from . import checks
from .checks import CHECKS, Check
from .toy import observation as toy_observation
from .toy import rules as toy
from .toy import text as toy_text
from .toy import veil as toy_veil
from .toy import view as toy_view

FOLDER = Path(__file__).parent / "toy"
DEFAULTS = {"points": 1}


class Toy(Game):
    """A game that is not in the registry; parts of it can be replaced."""

    def __init__(self, rules: dict[str, Any], text: type[toy_text.Text], view: Callable[..., Any], **more: Any) -> None:
        super().__init__("pips", About.read(FOLDER / "about.toml"))
        whole = replace(Rules.of(toy, toy_veil, toy_observation), **rules)
        # Mutants are interpreted: compiling each would take a second, and finds nothing more.
        parts = {
            "rules": whole,
            "text": text(),
            "catalogue": Catalogue.read(FOLDER / "en.toml"),
            "engine": Engine("pips", whole, DEFAULTS, compiled=False),
            "match_engine": Engine("pips", whole, DEFAULTS, compiled=False),
            "_view": view,
        }
        self.__dict__.update({**parts, **more})

    @property
    def view(self) -> Callable[[Any, int], dict[str, Any]]:
        return self.__dict__["_view"]


def toy_game(text: type[toy_text.Text] = toy_text.Text, view: Callable[..., Any] = toy_view.view, **rules: Any) -> Toy:
    return Toy(rules, text, view)


# --- what is broken, and which check must see it ----------------------------------------------------------------------


def nobody_acts_for_ever(s: Any) -> int:
    return toy.acting(s) & ~bit(0) if s.won[0] else toy.acting(s)


def lists_cards_not_held(s: Any, seat: int, sets: Any) -> None:
    sets[0] = s.hands[seat] | bit(toy.CARDS)


def keeps_the_card_shown(s: Any, seat: int, action: int) -> None:
    held = s.hands[seat]
    toy.play(s, seat, action)
    if s.hands[seat] != held and action == 3:
        s.hands[seat] |= bit(action)


def forgets_the_hands(s: Any, seat: int) -> None:
    for place in range(toy.CARDS):
        if s.pile[place] != toy.NOTHING:
            s.pile[place] = toy.HIDDEN


def forgets_the_pile(s: Any, seat: int) -> None:
    pile = list(s.pile)
    toy_veil.veil(s, seat)
    for place, card in enumerate(pile):
        s.pile[place] = card


def forgets_the_choices(s: Any, seat: int) -> None:
    choices = list(s.choice)
    toy_veil.veil(s, seat)
    for other, choice in enumerate(choices):
        s.choice[other] = choice


def hides_the_own_hand(s: Any, seat: int) -> None:
    toy_veil.veil(s, -1)


def deals_a_seen_card(s: Any, seat: int, stream: Any) -> None:
    shown = s.shown
    s.shown = 0
    toy_veil.deal_hidden(s, seat, stream)
    s.shown = shown


def deals_always_the_same(s: Any, seat: int, stream: Any) -> None:
    stream[:4] = 1, 2, 3, 4
    toy_veil.deal_hidden(s, seat, stream)


def observes_beyond_the_most(s: Any, seat: int, out: Any) -> None:
    toy_observation.observe(s, seat, out)
    out[toy_observation.CHOSEN] = 2


def observes_no_pile(s: Any, seat: int, out: Any) -> None:
    toy_observation.observe(s, seat, out)
    out[toy_observation.LEFT] = 3


def observes_no_hand(s: Any, seat: int, out: Any) -> None:
    toy_observation.observe(s, seat, out)
    out[:] = 0


def make_tensors_without_a_veil() -> Toy:
    game = toy_game()
    look = Engine(
        "pips", replace(game.rules, veil=lambda s, seat: None, observe=observes_the_pile), DEFAULTS, compiled=False
    )
    game.match_engine._ready["observe"] = look.loop("observe")
    return game


def observes_the_pile(s: Any, seat: int, out: Any) -> None:
    toy_observation.observe(s, seat, out)
    out[toy_observation.LEFT] = max(0, s.pile[0])


def scores_that_drift(s: Any, out: Any) -> None:
    toy.scores(s, out)
    s.won[0] += 1


def stands_for_nobody(s: Any, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = float("nan")


def views_hold_a_set(s: Any, seat: int) -> dict[str, Any]:
    return {**toy_view.view(s, seat), "shown": {1}}


def views_hold_tuples(s: Any, seat: int) -> dict[str, Any]:
    return {**toy_view.view(s, seat), "shown": (1,)}


def views_differ_at_the_end(s: Any, seat: int) -> dict[str, Any]:
    return {**toy_view.view(s, seat), "you": seat}


class WritesAllAlike(toy_text.Text):
    def write(self, s: Any, seat: int, action: int) -> str:
        return "c1"


class ReadsNothing(toy_text.Text):
    def read(self, s: Any, seat: int, text: str) -> int | None:
        return None


class CardsReadWrong(toy_text.Text):
    def read_card(self, s: Any, text: str) -> int | None:
        return 0


class CardsReadNot(toy_text.Text):
    def write_card(self, s: Any, card: int) -> str:
        return super().write_card(s, card) if card else "joker"


class NoSentence(toy_text.Text):
    def why_not(self, s: Any, seat: int, action: int) -> Refusal:
        return Refusal("never_heard_of")


class SaysTooLittle(toy_text.Text):
    def seen(self, s: Any, seat: int, action: int, viewer: int) -> str:
        return self.cards[action] if viewer == seat else "?"


class LooksAway(toy_text.Text):
    def noticed(self, s: Any, seat: int, action: int, viewer: int) -> bool:
        return False


def make_shared_memory() -> Toy:
    played: list[int] = []

    def play(s: Any, seat: int, action: int) -> None:
        played.append(action)
        toy.play(s, seat, action)
        s.won[0] = (len(played) * 7) % 100

    return toy_game(play=play)


class ForgetsOptions(Toy):
    def changed_options(self, options: Any) -> dict[str, Any]:
        return dict.fromkeys(options, 1)


def whole_toy(kind: type[Toy]) -> Toy:
    return kind({}, toy_text.Text, toy_view.view)


class NamesAllOptions(Toy):
    def changed_options(self, options: Any) -> dict[str, Any]:
        return {**DEFAULTS, **options}


class NamesNoOptions(Toy):
    def changed_options(self, options: Any) -> dict[str, Any]:
        return {}


def make_unlike_compiled(**rules: Any) -> Toy:
    """The compiled engine runs other rules than the interpreted one."""
    game = toy_game()
    engine = Engine("pips", replace(game.rules, **rules), DEFAULTS, compiled=False)
    engine.compiled = True
    engine._ready = {name: Engine("pips", engine.rules, DEFAULTS, compiled=False).loop(name) for name in ENGINE_LOOPS}
    game.__dict__["engine"] = engine
    return game


ENGINE_LOOPS = ("advance", "veil", "deal_hidden", "observe")


def make_batch_of(**rules: Any) -> Toy:
    """The batch runs other rules than the single match."""
    game = toy_game()
    other = Engine("pips", replace(game.rules, **rules), DEFAULTS, compiled=False)
    for name in ("legal_sets", "legal_flags", "step", "observe"):
        game.engine._ready[name] = other.loop(name)
    return game


def wins_double(s: Any, seat: int, action: int) -> None:
    before = list(s.won)
    toy.play(s, seat, action)
    for other, points in enumerate(before):
        s.won[other] = 2 * s.won[other] - points


def make_batch_that_stops() -> Toy:
    game = toy_game()
    step = game.engine.loop("step")
    game.engine._ready["step"] = lambda *arguments: step(*arguments[:6], False, *arguments[7:])
    return game


def mutants() -> Iterator[tuple[Check, str, Callable[[], Toy]]]:
    def plant(check: Check, name: str, make: Callable[[], Toy]) -> tuple[Check, str, Callable[[], Toy]]:
        return check, name, make

    yield plant(
        checks.somebody_acts_until_the_match_is_over, "nobody acts", lambda: toy_game(acting=nobody_acts_for_ever)
    )
    yield plant(
        checks.legal_actions_ascend_and_are_in_range, "beyond the width", lambda: toy_game(legal=lists_cards_not_held)
    )
    yield plant(checks.every_match_ends_within_its_bound, "bound too low", lambda: toy_game(longest=lambda s: 8))
    yield plant(checks.every_match_ends_within_its_bound, "no end", lambda: toy_game(play=keeps_the_card_shown))
    yield plant(checks.every_option_plays_in_words, "options lost", lambda: whole_toy(NamesNoOptions))
    yield plant(checks.every_option_plays_in_words, "defaults named", lambda: whole_toy(NamesAllOptions))
    yield plant(checks.nothing_appears_between_deals, "card kept", lambda: toy_game(play=keeps_the_card_shown))
    yield plant(checks.nothing_appears_between_deals, "no census", lambda: toy_game(census=lambda s: {}))
    yield plant(checks.cards_dealt_are_the_cards_of_the_pack, "unreadable card", lambda: toy_game(text=CardsReadNot))
    yield plant(
        checks.scores_stand_still_unless_something_is_played, "drift", lambda: toy_game(scores=scores_that_drift)
    )
    yield plant(
        checks.scores_stand_still_unless_something_is_played, "no winner", lambda: toy_game(standings=stands_for_nobody)
    )
    yield plant(checks.texts_of_moves_read_back, "all alike", lambda: toy_game(text=WritesAllAlike))
    yield plant(checks.texts_of_moves_read_back, "unreadable", lambda: toy_game(text=ReadsNothing))
    yield plant(checks.texts_of_cards_read_back, "wrong card", lambda: toy_game(text=CardsReadWrong))
    yield plant(checks.illegal_moves_are_refused_with_a_sentence, "no sentence", lambda: toy_game(text=NoSentence))
    yield plant(checks.a_copy_is_independent, "shared memory", make_shared_memory)
    yield plant(checks.a_record_replays_to_the_same_state, "shared memory", make_shared_memory)
    yield plant(checks.a_record_replays_to_the_same_state, "options lost", lambda: whole_toy(ForgetsOptions))
    for rules in (
        {"play": wins_double},
        {"veil": hides_the_own_hand},
        {"deal_hidden": deals_always_the_same},
        {"observe": observes_no_pile},
    ):
        name = f"other {next(iter(rules))}"
        yield plant(
            checks.compiled_rules_do_what_interpreted_rules_do, name, lambda rules=rules: make_unlike_compiled(**rules)
        )
    for rules in ({"play": wins_double}, {"legal": lists_cards_not_held}):
        name = f"other {next(iter(rules))}"
        yield plant(checks.a_batch_does_what_single_matches_do, name, lambda rules=rules: make_batch_of(**rules))
    yield plant(checks.a_batch_begins_again_where_matches_end, "stops", make_batch_that_stops)
    yield plant(checks.tensors_are_what_their_parts_say, "too much", lambda: toy_game(observe=observes_beyond_the_most))
    yield plant(checks.every_part_of_a_tensor_varies, "no pile", lambda: toy_game(observe=observes_no_pile))
    yield plant(checks.a_tensor_tells_what_its_seat_may_do, "no hand", lambda: toy_game(observe=observes_no_hand))
    yield plant(
        checks.a_batch_shows_each_acting_seat_its_tensor, "other", lambda: make_batch_of(observe=observes_no_pile)
    )
    yield plant(
        checks.worlds_that_a_seat_cannot_tell_apart_give_it_the_same_tensor, "no veil", make_tensors_without_a_veil
    )
    yield plant(checks.a_veiled_state_knows_what_the_seat_may_do, "own hand", lambda: toy_game(veil=hides_the_own_hand))
    for veil in (forgets_the_hands, forgets_the_pile):
        name = veil.__name__
        yield plant(checks.worlds_dealt_behind_the_veil_fit_it, name, lambda veil=veil: toy_game(veil=veil))
    yield plant(
        checks.worlds_dealt_behind_the_veil_fit_it, "seen card", lambda: toy_game(deal_hidden=deals_a_seen_card)
    )
    yield plant(checks.worlds_behind_the_veil_vary, "the same", lambda: toy_game(deal_hidden=deals_always_the_same))
    yield plant(checks.moves_that_look_alike_leave_alike_views, "choices", lambda: toy_game(veil=forgets_the_choices))
    yield plant(checks.moves_that_look_alike_leave_alike_views, "says too little", lambda: toy_game(text=SaysTooLittle))
    yield plant(checks.moves_that_are_not_noticed_leave_the_view, "all noticed", lambda: toy_game(text=LooksAway))
    yield plant(checks.views_are_json_and_open_at_the_end, "no JSON", lambda: toy_game(view=views_hold_a_set))
    yield plant(checks.views_are_json_and_open_at_the_end, "tuples", lambda: toy_game(view=views_hold_tuples))
    yield plant(checks.views_are_json_and_open_at_the_end, "not open", lambda: toy_game(view=views_differ_at_the_end))


@pytest.mark.compiled
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_small_game_passes_while_it_is_whole(check: Check) -> None:
    game = toy_game()
    if check is checks.compiled_rules_do_what_interpreted_rules_do:
        game.__dict__["engine"] = Engine("pips", game.rules, DEFAULTS, compiled=True)
    check(game)


@pytest.mark.parametrize(
    ("check", "make"), [pytest.param(c, make, id=f"{c.__name__}-{name}") for c, name, make in mutants()]
)
def test_the_check_finds_what_was_broken_for_it(check: Check, make: Callable[[], Toy]) -> None:
    game = make()
    with pytest.raises((AssertionError, LookupError, TypeError)):
        check(game, matches=8)


def test_there_is_a_mutant_for_every_check() -> None:
    assert {check for check, _, _ in mutants()} == set(CHECKS)
