"""Shell Game, as the rulebook and the rulings tell it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import fivefold
from fivefold.games import BadInput, find
from fivefold.games.shell_game import rules
from fivefold.kernel.chance import streams
from fivefold.match.position import IllegalMove, Position

SHIFTS = [f"{a}>{b}" for a in "1234" for b in "1234" if a != b]
SETS = ["set " + "".join(symbols) for symbols in permutations("PLTS")]


def begun(*moves: str, players: int = 3) -> Position:
    """A match after these moves, whoever makes them."""
    position = fivefold.start("shell_game", players=players)
    for move in moves:
        position.play(move)
    return position


def covered(row: str = "PLTS", shifts: tuple[str, ...] = ("1>2", "2>1", "1>2"), players: int = 3) -> Position:
    """The first row, set, covered and shifted: the first ask comes next."""
    return begun(f"set {row}", "cover", *shifts, players=players)


def still(players: int = 3, row: str = "PLTS") -> Position:
    """A first row that lies as it was set, in spite of three shifts."""
    return covered(row, ("1>3", "3>2", "2>1"), players)


def play_row(position: Position, *answers: bool) -> list[int]:
    """Plays one row; each answer says whether the seeker finds the symbol. Returns who was asked."""
    position.play("set PLTS")
    position.play("cover")
    while position.legal(position.to_act[0]) == SHIFTS:
        position.play("1>2")
    seekers = []
    for right in answers:
        symbol = position.legal(position.to_act[0])[0]
        position.play(symbol)
        row = lying(position)
        places = [place for place, letter in enumerate(row, 1) if letter and (letter == symbol[-1]) == right]
        seekers.append(position.to_act[0])
        position.play(f"flip {places[0]}")
    return seekers


def lying(position: Position) -> list[str | None]:
    """What really lies in the row."""
    s: Any = position._s
    return [None if symbol == rules.NOTHING else "PLTS"[symbol] for symbol in s.row]


def table(position: Position, seat: int | None = None) -> dict[str, Any]:
    shown: dict[str, Any] = position.view(seat)["table"]
    return shown


def refusal(position: Position, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value


# --- setting, covering, shifting --------------------------------------------------------------------------------------


def test_the_mover_sets_one_piece_of_each_symbol_in_any_order() -> None:
    position = begun()
    assert position.to_act == (0,)
    assert position.legal(0) == sorted(SETS)
    assert len(SETS) == 24
    position.play("set TSLP")
    assert lying(position) == ["T", "S", "L", "P"]


def test_each_arrangement_lies_as_it_is_written() -> None:
    for move in SETS:
        assert lying(begun(move)) == list(move[4:])


def test_the_pieces_are_covered_between_setting_and_shifting() -> None:
    position = begun("set PLTS")
    assert position.to_act == (0,)
    assert position.legal(0) == ["cover"]
    position.play("cover")
    assert position.legal(0) == sorted(SHIFTS)


@pytest.mark.parametrize(
    ("shift", "row"),
    [
        ("2>4", "PTSL"),
        ("4>2", "PSLT"),
        ("1>4", "LTSP"),
        ("4>1", "SPLT"),
        ("1>2", "LPTS"),
        ("2>1", "LPTS"),
        ("3>1", "TPLS"),
        ("2>3", "PTLS"),
    ],
)
def test_a_shift_puts_the_piece_where_it_says_and_the_others_close_ranks(shift: str, row: str) -> None:
    assert lying(begun("set PLTS", "cover", shift)) == list(row)


def test_every_shift_is_the_piece_taken_out_and_put_in() -> None:
    for shift in SHIFTS:
        row = list("PLTS")
        row.insert(int(shift[2]) - 1, row.pop(int(shift[0]) - 1))
        assert lying(begun("set PLTS", "cover", shift)) == row


def test_the_same_piece_may_be_shifted_again_and_even_back() -> None:
    position = begun("set PLTS", "cover", "2>4", "4>2", "2>4")
    assert lying(position) == ["P", "T", "S", "L"]


def test_round_1_has_three_shifts_and_round_2_four_and_all_are_made() -> None:
    position = begun(players=2)
    counts = []
    while not position.over:
        position.play("set PLTS")
        position.play("cover")
        shifts = 0
        while position.legal(position.to_act[0]) == SHIFTS:
            position.play("1>2")
            shifts += 1
        counts.append(shifts)
        for _ in range(6):
            position.play(position.legal(position.to_act[0])[0])
    assert counts == [3, 3, 4, 4]


# --- asking and flipping ----------------------------------------------------------------------------------------------


def test_the_seeker_keeps_a_piece_that_is_right() -> None:
    position = still()
    position.play("ask T")
    assert position.to_act == (1,)
    assert position.legal(1) == ["flip 1", "flip 2", "flip 3", "flip 4"]
    position.play("flip 3")
    assert position.scores == (4, 9, 8)
    assert lying(position) == ["P", "L", None, "S"], "the others keep their positions"


def test_a_piece_that_is_wrong_goes_to_the_mover() -> None:
    position = still()
    position.play("ask T")
    position.play("flip 1")
    assert position.scores == (5, 8, 8)
    assert position.legal(0) == ["ask L", "ask S", "ask T"], "what is gone is the piece that was flipped"


def test_only_symbols_still_face_down_are_asked_for_and_only_pieces_that_lie_are_flipped() -> None:
    position = still()
    for move in ("ask T", "flip 1", "ask L"):
        position.play(move)
    assert position.legal(2) == ["flip 2", "flip 3", "flip 4"]
    position.play("flip 4")
    assert position.legal(0) == ["ask L", "ask T"]


def test_with_the_third_ask_the_seeker_wins_both_pieces_or_the_mover_keeps_both() -> None:
    for flip, scores in (("flip 3", (4, 9 + 2, 9)), ("flip 4", (4 + 2, 9, 9))):
        position = still()
        for move in ("ask P", "flip 1", "ask L", "flip 2", "ask T", flip):
            position.play(move)
        assert position.scores == scores
        assert lying(position) == [None] * 4
        assert position.to_act == (1,), "the next mover"


@pytest.mark.parametrize(
    ("players", "orders"),
    [
        (2, [[1, 1, 1], [0, 0, 0]]),
        (3, [[1, 2, 1], [2, 0, 2], [0, 1, 0]]),
        (4, [[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]]),
    ],
)
def test_seekers_are_asked_clockwise_from_the_movers_left_and_again_when_they_run_out(
    players: int, orders: list[list[int]]
) -> None:
    position = begun(players=players)
    for _ in range(2):
        for mover, order in enumerate(orders):
            assert position.to_act == (mover,)
            assert table(position)["seekers"] == order
            assert play_row(position, True, False, True) == order
    assert position.over


def test_each_seat_is_mover_once_in_each_of_two_rounds() -> None:
    position = begun(players=4)
    movers = []
    while not position.over:
        movers.append((table(position)["round"], *position.to_act))
        play_row(position, False, False, False)
    assert movers == [(round, mover) for round in (1, 2) for mover in range(4)]
    assert position.to_act == ()


# --- scores -----------------------------------------------------------------------------------------------------------


def test_each_seat_owns_eight_pieces_and_setting_takes_four_of_the_movers_away() -> None:
    position = begun(players=4)
    assert position.scores == (8, 8, 8, 8)
    position.play("set PLTS")
    assert position.scores == (4, 8, 8, 8)


def test_round_2_uses_the_second_set_and_won_pieces_are_never_played_again() -> None:
    position = begun(players=2)
    assert table(position)["unused"] == [8, 8]
    play_row(position, True, True, True)
    assert position.scores == (4, 12)
    assert table(position)["unused"] == [4, 8]
    play_row(position, False, False, False)
    assert position.scores == (4, 12)
    position.play("set PLTS")
    assert position.scores == (0, 12)
    assert table(position)["unused"] == [0, 4]


def test_most_pieces_win() -> None:
    position = begun(players=2)
    for answers in ((True, True, True), (False,) * 3, (False,) * 3, (False,) * 3):
        play_row(position, *answers)
    assert position.over
    assert position.scores == (4, 12)
    assert position.winners == (1,)
    assert position.rewards == (-1, 1)


def test_a_tie_is_shared() -> None:
    position = begun(players=3)
    for answers in ((False,) * 3,) * 5 + ((True, False, False),):
        play_row(position, *answers)
    assert position.scores == (9, 8, 7), "the last mover is seat 2, who asks seat 0 first"
    assert position.winners == (0,)
    shared = begun(players=3)
    while not shared.over:
        play_row(shared, False, False, False)
    assert shared.scores == (8, 8, 8)
    assert shared.winners == (0, 1, 2)


def test_every_piece_is_owned_in_the_end_and_won_pieces_are_told_apart() -> None:
    position = begun(players=2)
    play_row(position, True, True, True)
    play_row(position, False, False, False)
    won = table(position)["won"]
    assert won[0] == []
    assert won[1] == [{"owner": owner, "symbol": letter} for owner in (0, 1) for letter in "PLTS"]
    for _ in range(2):
        play_row(position, True, True, False)
    assert sum(position.scores) == 16
    assert sum(map(len, table(position)["won"])) == 16


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_while_they_are_studied_everybody_sees_the_symbols() -> None:
    position = begun("set TSLP")
    for seat in (None, 0, 1, 2):
        assert table(position, seat)["row"] == ["T", "S", "L", "P"]


def test_from_cover_on_no_view_shows_a_covered_symbol_not_even_the_movers() -> None:
    position = begun("set TSLP", "cover")
    for move in ("2>4", "1>3", "4>1", "ask T"):
        for seat in (None, 0, 1, 2):
            assert table(position, seat)["row"] == ["?"] * 4
        position.play(move)
    assert table(position, 0)["face_down"] == ["P", "L", "T", "S"]


def test_views_are_the_same_whatever_lies_where() -> None:
    one, other = covered("PLTS"), covered("STLP")
    for seat in (None, 0, 1, 2):
        assert one.view(seat) == other.view(seat)


def test_a_flipped_piece_is_open_again_and_the_others_stay_covered() -> None:
    position = still()
    position.play("ask T")
    position.play("flip 4")
    for seat in (None, 0, 1, 2):
        shown = table(position, seat)
        assert shown["row"] == ["?", "?", "?", None]
        assert shown["face_down"] == ["P", "L", "T"]
        assert shown["asks"] == [
            {"seeker": 1, "asked": "T", "position": 4, "found": "S", "keeper": 0, "taken": [[4, "S"]]}
        ]


def test_the_view_tells_the_row_that_was_finished_until_the_next_is_set() -> None:
    position = still()
    for move in ("ask P", "flip 1", "ask L", "flip 3", "ask S"):
        position.play(move)
    assert table(position)["asks"][2] == {
        "seeker": 1,
        "asked": "S",
        "position": None,
        "found": None,
        "keeper": None,
        "taken": [],
    }
    position.play("flip 4")
    asks = table(position)["asks"]
    assert [ask["keeper"] for ask in asks] == [1, 0, 1]
    assert asks[2]["taken"] == [[4, "S"], [2, "L"]], "the piece that was left over shows itself too"
    assert table(position)["mover"] == 1
    position.play("set PLTS")
    assert table(position)["asks"] == []


def test_the_view_says_what_comes_next() -> None:
    position = begun()
    told = []
    for move in ("set PLTS", "cover", "1>2", "1>2", "1>2", "ask P", "flip 1"):
        shown = table(position)
        told.append((shown["phase"], shown["shifts_left"], shown["asked"], shown["seeker"]))
        position.play(move)
    assert told == [
        ("set", 3, None, 1),
        ("cover", 3, None, 1),
        ("shift", 3, None, 1),
        ("shift", 2, None, 1),
        ("shift", 1, None, 1),
        ("ask", 0, None, 1),
        ("flip", 0, "P", 1),
    ]
    assert table(position)["seeker"] == 2


def test_after_the_end_a_view_still_tells_the_last_row() -> None:
    position = begun(players=2)
    while not position.over:
        play_row(position, False, False, True)
    shown = table(position)
    assert (shown["phase"], shown["mover"], shown["seeker"], shown["round"]) == ("over", None, None, 2)
    assert [ask["keeper"] for ask in shown["asks"]] == [1, 1, 0]


def test_moves_are_shown_to_everybody_as_they_are_made() -> None:
    position = begun()
    for move in ("set PLTS", "cover", "2>4", "1>2", "1>2", "ask P", "flip 1"):
        for viewer in (None, 0, 1, 2):
            assert position.seen(position.to_act[0], move, viewer) == move
        position.play(move)


def test_whoever_asks_for_the_past_once_it_is_covered_gets_set_without_its_symbols() -> None:
    position = begun()
    text, before = position.game.text, position.copy()._s
    action = rules.COVER - 1

    def past(of: Any, viewer: int = 0) -> str:
        return text.seen_later(before, 0, action, viewer, of._s)

    position.play("set STLP")
    assert past(position) == "set STLP"
    position.play("cover")
    for viewer in (-1, 0, 1, 2):
        assert past(position, viewer) == "set"
    for move in ("1>2", "1>2", "1>2", "ask P", "flip 1"):
        assert text.seen_later(position._s, 0, rules.COVER, 1, position._s) == "cover"
        position.play(move)
        assert past(position) == "set"
    while (table(position)["phase"], position.to_act) != ("cover", (1,)):
        position.play(position.legal(position.to_act[0])[0])
    assert past(position) == "set", "another row lies open now, not that one"
    while not position.over:
        position.play(position.legal(position.to_act[0])[0])
    assert past(position) == "set STLP", "after the end everything is open"


def test_other_games_show_the_past_as_it_was_seen() -> None:
    position = fivefold.start("clear_up")
    text = position.game.text
    assert text.seen_later(position._s, 0, 0, -1, position._s) == text.seen(position._s, 0, 0, -1)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_behind_the_veil_every_arrangement_of_what_is_left_has_the_same_chance(gone: int) -> None:
    position = still(row="TLSP")
    for move in ("ask P", "flip 4", "ask P", "flip 1")[: 2 * gone]:
        position.play(move if move in position.legal(position.to_act[0]) else position.legal(0)[0])
    game = position.game
    veiled = position._states.copy()
    game.engine.loop("veil")(veiled, 0, 1)
    stream = streams(11, 1)[0]
    worlds: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        world = veiled.copy()
        game.engine.loop("deal_hidden")(world, 0, 1, stream)
        worlds[tuple(world["row"][0].tolist())] += 1
    left = [symbol for symbol in lying(position) if symbol]
    truth: Any = position._s
    possible = set()
    for order in permutations("PLTS".index(symbol) for symbol in left):
        symbols = iter(order)
        possible.add(tuple(rules.NOTHING if symbol == rules.NOTHING else next(symbols) for symbol in truth.row))
    assert set(worlds) == possible
    assert chisquare([worlds[world] for world in sorted(possible)]).pvalue > 0.001


def test_nothing_is_dealt_where_nothing_is_hidden() -> None:
    position = begun("set SLTP")
    world = position._states.copy()
    for loop, more in (("veil", ()), ("deal_hidden", (streams(1, 1)[0],))):
        position.game.engine.loop(loop)(world, 0, 2, *more)
    assert world.tobytes() == position._states.tobytes()


# --- the option -------------------------------------------------------------------------------------------------------


def test_the_study_time_is_15_seconds_or_what_players_agree_on_from_10_to_20() -> None:
    assert table(begun())["study_seconds"] == 15
    for seconds in (10, 20):
        position = fivefold.start("shell_game", options={"study_seconds": seconds})
        assert table(position)["study_seconds"] == seconds
        assert position.record()["options"] == {"study_seconds": seconds}
    assert fivefold.start("shell_game", options={"study_seconds": 15}).record()["options"] == {}
    for wrong in (9, 21, "15"):
        with pytest.raises(BadInput):
            fivefold.start("shell_game", options={"study_seconds": wrong})


@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players: int) -> None:
    with pytest.raises(BadInput):
        fivefold.start("shell_game", players=players)


# --- why a move is refused --------------------------------------------------------------------------------------------

ASKED = ("set PLTS", "cover", "1>3", "3>2", "2>1", "ask P")


@pytest.mark.parametrize(
    ("before", "move", "code", "told"),
    [
        ((), "cover", "set_first", {}),
        ((), "1>2", "set_first", {}),
        ((), "flip 1", "set_first", {}),
        (("set PLTS",), "set LPTS", "already_set", {}),
        (("set PLTS",), "1>2", "cover_first", {}),
        (("set PLTS",), "ask P", "cover_first", {}),
        (("set PLTS",), "flip 1", "cover_first", {}),
        (ASKED[:2], "set PLTS", "already_set", {}),
        (ASKED[:2], "cover", "already_covered", {}),
        (ASKED[:2], "2>2", "no_change", {"position": 2}),
        (ASKED[:3], "ask P", "shift_first", {"shifts": 3, "made": 1}),
        (ASKED[:3], "flip 1", "seeker_flips", {}),
        (ASKED[:5], "1>2", "shifts_made", {"shifts": 3}),
        (ASKED[:5], "3>3", "shifts_made", {"shifts": 3}),
        (ASKED[:5], "flip 1", "seeker_flips", {}),
        (ASKED[:5], "cover", "already_covered", {}),
        (ASKED, "ask L", "flip_now", {"symbol": "P"}),
        (ASKED, "1>2", "flip_now", {"symbol": "P"}),
        ((*ASKED, "flip 2"), "ask L", "found_already", {"symbol": "L"}),
        ((*ASKED, "flip 2"), "flip 1", "seeker_flips", {}),
        ((*ASKED, "flip 2", "ask P"), "flip 2", "nothing_there", {"position": 2}),
        ((), "set PPLT", "unreadable", None),
        ((), "set PLT", "unreadable", None),
        ((), "set", "unreadable", None),
        (ASKED[:2], "0>2", "unreadable", None),
        (ASKED[:2], "1 > 2", "unreadable", None),
        (ASKED, "flip 5", "unreadable", None),
        (ASKED[:5], "ask t", "unreadable", None),
    ],
)
def test_a_move_is_refused_with_the_rule_that_forbids_it(
    before: tuple[str, ...], move: str, code: str, told: dict[str, Any] | None
) -> None:
    refused = refusal(begun(*before), move)
    assert refused.code == code
    assert told is None or refused.arguments == told
    assert refused.sentence.endswith(".")


def test_the_seeker_flips_and_nobody_else() -> None:
    position = begun(*ASKED)
    for seat in (0, 2):
        with pytest.raises(IllegalMove) as caught:
            position.play("flip 1", seat)
        assert caught.value.code == "not_your_turn"


# --- bounds, and a second, naive Shell Game ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_match_has_the_same_length(players: int) -> None:
    position = begun(players=players)
    assert rules.longest(position._s) == 23 * players  # type: ignore[arg-type]
    while not position.over:
        position.play(position.legal(position.to_act[0])[-1])
    assert len(position.moves) == 23 * players


def test_a_state_is_small() -> None:
    assert rules.State.dtype.itemsize <= 128
    assert find("shell_game").rules.PACK == 0


class Naive:
    """The whole match as one generator: it yields who acts and what they may do, and is sent what they do."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.owned = [8] * players
        self.row: list[str | None] = []
        self.match = self.whole_match()

    def whole_match(self) -> Any:
        for round in (1, 2):
            for mover in range(self.players):
                move = yield mover, SETS
                self.row = list(move.split()[1])
                self.owned[mover] -= 4
                yield mover, ["cover"]
                for _ in range(round + 2):
                    move = yield mover, SHIFTS
                    self.row.insert(int(move[2]) - 1, self.row.pop(int(move[0]) - 1))
                seekers = [(mover + offset) % self.players for offset in range(1, self.players)] * 3
                for ask in range(3):
                    yield from self.ask(mover, seekers[ask], ask == 2)

    def ask(self, mover: int, seeker: int, last: bool) -> Any:
        asked = yield mover, [f"ask {symbol}" for symbol in self.row if symbol]
        flip = yield seeker, [f"flip {place}" for place in range(1, 5) if self.row[place - 1]]
        place = int(flip[-1]) - 1
        winner = seeker if self.row[place] == asked[-1] else mover
        self.owned[winner] += 2 if last else 1
        self.row[place] = None
        if last:
            self.row = [None] * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_matches_go_as_in_a_naive_shell_game(players: int) -> None:
    for seed in range(25):
        chance = random.Random(seed)
        position, naive = begun(players=players), Naive(players)
        step = next(naive.match)
        while step:
            seat, legal = step
            assert position.to_act == (seat,)
            assert position.legal(seat) == sorted(legal)
            assert position.scores == tuple(naive.owned)
            assert lying(position) == (naive.row or [None] * 4)
            move = chance.choice(legal)
            position.play(move, seat)
            try:
                step = naive.match.send(move)
            except StopIteration:
                step = None
        assert position.over
        assert position.scores == tuple(naive.owned)
        assert position.winners == tuple(seat for seat in range(players) if naive.owned[seat] == max(naive.owned))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), st.randoms(use_true_random=False))
def test_no_piece_is_lost_and_what_lies_adds_up(players: int, chance: random.Random) -> None:
    position = begun(players=players)
    while not position.over:
        seat = position.to_act[0]
        shown = table(position, seat)
        assert sum(position.scores) + sum(symbol is not None for symbol in shown["row"]) == 8 * players
        assert len(shown["face_down"]) == sum(symbol is not None for symbol in shown["row"])
        for player in range(players):
            assert position.scores[player] == shown["unused"][player] + len(shown["won"][player])
        position.play(chance.choice(position.legal(seat)))
    assert sum(position.scores) == 8 * players
