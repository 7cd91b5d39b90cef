"""The Green Fivura: Fives with its own names, and 4 points to start."""

from __future__ import annotations

import pytest

import fivefold


def in_fivura(text: str) -> str:
    return text.translate(str.maketrans("MBGS", "GOKP"))


def test_it_begins_with_4_points() -> None:
    assert fivefold.start("green_fivura", players=3, seed=1).scores == (4, 4, 4)
    assert fivefold.start("green_fivura", players=4, seed=1).scores == (4, 4, 4, 4)


@pytest.mark.parametrize("players", [3, 4])
def test_it_plays_like_fives_in_other_words(players: int) -> None:
    fives = fivefold.start("fives", players=players, seed=6)
    shuffles = []
    while not fives.over:
        fives.play(fives.legal(fives.to_act[0])[-1])
    shuffles = [in_fivura(shuffle) for shuffle in fives.record()["shuffles"]]
    fivura = fivefold.start("green_fivura", players=players, shuffles=shuffles)
    for seat, move in fives.moves:
        assert in_fivura(move) in fivura.legal(seat)
        fivura.play(in_fivura(move), seat)
    assert fivura.over
    assert fivura.scores == tuple(score - 1 for score in fives.scores)
    assert fivura.winners == fives.winners


def test_its_colours_have_their_own_names() -> None:
    position = fivefold.start("green_fivura", seed=1)
    (leader,) = position.to_act
    position.play(next(move for move in position.legal(leader) if move[0] == "O" and "=" not in move))
    (seat,) = position.to_act
    wrong = next(card for card in position.view(seat)["table"]["cards"][seat] if card[0] == "K")
    with pytest.raises(fivefold.IllegalMove, match="Orange is led and you hold it"):
        position.play(wrong)
    assert position.view()["table"]["led"] == "O"
    down = fivefold.start("green_fivura", seed=1)
    move = next(move for move in down.legal(down.to_act[0]) if move.endswith("=G5"))
    assert down.seen(down.to_act[0], move) == "G5"
