"""Shuffles that can be checked: what a record must hold for `verify` to believe it, and the page that says how."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fivefold.games import all_games, find
from fivefold.match import BadRecord
from fivefold.match.dealer import Dealer
from fivefold.match.fairness import Proof, Unfair, commitment_of, dealer_of, key_of, new_seed, verify
from fivefold.match.position import Position, Shuffles

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
EXAMPLE = json.loads(re.findall(r"```json example\n(.*?)```", PAGE, re.DOTALL)[0])
PROGRAM = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)[0]
SEED, NONCES = "5eed" * 16, ("9f86d081884c7d65", None, "00")


def match(game: str = "fives", players: int = 3, moves: int = 1000, seed: str = SEED) -> dict[str, Any]:
    """The record of a match by whoever moves first in the alphabet, with its proof."""
    nonces = (NONCES * players)[:players]
    position = Position(find(game), players, {}, Shuffles([], dealer_of(seed, nonces)))
    while position.to_act and len(position.moves) < moves:
        seat = position.to_act[0]
        position.play(position.legal(seat)[0], seat)
    return {**position.record(), "fairness": Proof.of(seed, nonces).entry()}


@pytest.mark.parametrize("game", list(all_games()))
def test_the_record_of_a_match_of_any_game_is_proven(game: str) -> None:
    record = match(game, find(game).about.usual, moves=60)
    proven = verify(json.loads(json.dumps(record)))
    assert proven.shuffles == len(record["shuffles"])
    assert proven.nonces == sum(nonce is not None for nonce in record["fairness"]["nonces"])


def test_a_pile_that_is_renewed_is_proven_too() -> None:
    record = match("five_crowns", 7, moves=400)
    assert verify(record).shuffles == len(record["shuffles"]) > 1


def test_a_whole_match_is_told_from_a_part() -> None:
    assert verify(match()).over
    assert not verify(match(moves=3)).over


def exchange(record: dict[str, Any]) -> None:
    """Two cards of the second shuffle change places."""
    cards = record["shuffles"][1].split()
    cards[0], cards[1] = cards[1], cards[0]
    record["shuffles"][1] = " ".join(cards)


def other_seed(record: dict[str, Any]) -> None:
    record["fairness"]["seed"] = "ab" * 32


def other_seed_and_commitment(record: dict[str, Any]) -> None:
    other_seed(record)
    record["fairness"]["commitment"] = commitment_of("ab" * 32)


def entry(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["fairness"].__setitem__(name, value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: record.pop("fairness"), "the record tells no seed"),
        (lambda record: record.update(fairness=7), "an object with commitment, seed and nonces, not 7"),
        (lambda record: record["fairness"].pop("nonces"), "an object with commitment, seed and nonces"),
        (entry("seed", "5EED" * 16), "the seed is written with 64 of the digits"),
        (entry("seed", SEED + "\n"), "the seed is written with 64 of the digits"),
        (entry("commitment", None), "the commitment is written with 64"),
        (entry("nonces", ["00"]), "a list with an entry for each of the 3 seats"),
        (entry("nonces", "000"), "a list with an entry for each of the 3 seats"),
        (entry("nonces", [None, 5, None]), "the nonce of seat 1 is 2 to 64 of the digits"),
        (entry("nonces", [None, "00\n", None]), "the nonce of seat 1 is 2 to 64 of the digits"),
        (other_seed, "the seed is not the one that was committed to"),
        (other_seed_and_commitment, "shuffle 1, card 1 is "),
        (entry("nonces", ["9f86d081884c7d65", None, "01"]), "but by the seed and the nonces it is"),
        (entry("nonces", ["9f86d081884c7d65", "00", None]), "but by the seed and the nonces it is"),
        (exchange, "shuffle 2, card 1 is"),
    ],
)
def test_what_is_wrong_with_a_proof_is_said(change: Callable[[dict[str, Any]], None], told: str) -> None:
    record = match()
    change(record)
    with pytest.raises(Unfair, match=re.escape(told)):
        verify(record)


def test_a_record_that_lacks_a_shuffle_or_has_an_illegal_move_is_no_proof() -> None:
    for change in (lambda record: record["shuffles"].pop(), lambda record: record["moves"].insert(0, [0, "M99"])):
        record = match()
        change(record)
        with pytest.raises(BadRecord, match="ply"):
            verify(record)


def test_what_somebody_noted_at_the_table_must_be_in_the_record() -> None:
    record = match()
    honest = commitment_of(SEED)
    assert verify(record, honest, {0: "9f86d081884c7d65", 2: "00"})
    for commitment, nonces, told in [
        ("0" * 64, {}, f"the record's commitment is {honest}"),
        (honest, {1: "00"}, "the record has no nonce of seat 1"),
        (honest, {9: "00"}, "the record has no nonce of seat 9"),
        (honest, {2: "01"}, "the record has the nonce 00 of seat 2"),
    ]:
        with pytest.raises(Unfair, match=told):
            verify(record, commitment, nonces)


def test_every_nonce_and_its_seat_decide_on_the_shuffles() -> None:
    keys = {key_of(SEED, nonces) for nonces in [(), ("00",), ("01",), (None, "00"), ("00", "00"), ("0000",)]}
    assert len(keys) == 6
    assert key_of(SEED, (None, None)) == key_of(SEED, ())


def test_seeds_are_drawn_anew_each_time() -> None:
    assert len({new_seed() for _ in range(10)}) == 10
    assert len(new_seed()) == 64


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_numbers_of_the_worked_example_are_right() -> None:
    assert commitment_of(EXAMPLE["seed"]) == EXAMPLE["commitment"]
    assert key_of(EXAMPLE["seed"], EXAMPLE["nonces"]).hex() == EXAMPLE["key"]
    dealer = Dealer(key=bytes.fromhex(EXAMPLE["key"]))
    assert [dealer.shuffle(EXAMPLE["pack"].split()) for _ in range(2)] == [
        shuffle.split() for shuffle in EXAMPLE["shuffles"]
    ]


def test_the_cards_lie_before_the_shuffle_as_the_page_says() -> None:
    class Unshuffled(Dealer):
        def shuffle(self, cards: Any) -> list[Any]:
            return list(cards)

    said = dict(re.findall(r"^\| `(\w+)` \| `(.*)` \|$", PAGE, re.MULTILINE))
    for game in all_games().values():
        packs = Position(game, game.about.usual, {}, Shuffles([], Unshuffled())).record()["shuffles"]
        assert " / ".join(packs) == said.get(game.id, "")


def test_the_program_of_the_page_proves_and_disproves(tmp_path: Path) -> None:
    record, wrong = match(), match()
    exchange(wrong)
    (tmp_path / "check.mjs").write_text(
        f"{PROGRAM}\nconst told = await Promise.all({json.dumps([record, wrong])}.map(beforeShuffles));\n"
        "console.log(JSON.stringify(told));\n"
    )
    done = subprocess.run(["node", "check.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    proven, disproven = json.loads(done.stdout)
    packs = [" ".join(f"{colour}{value}" for colour in "MBGS" for value in values(colour))] * 4
    assert proven == packs
    assert [pack == packs[0] for pack in disproven] == [True, False, True, True]


def test_the_program_of_the_page_refuses_another_seed(tmp_path: Path) -> None:
    record = match(moves=1)
    other_seed(record)
    (tmp_path / "check.mjs").write_text(f"{PROGRAM}\nawait beforeShuffles({json.dumps(record)});\n")
    done = subprocess.run(["node", "check.mjs"], cwd=tmp_path, capture_output=True, text=True)
    assert "not the seed that was committed to" in done.stderr


def values(colour: str) -> list[int]:
    """In a match of three."""
    return [value for value in range(10) if (value, colour) not in {(0, "B"), (0, "G"), (0, "S"), (5, "M")}]
