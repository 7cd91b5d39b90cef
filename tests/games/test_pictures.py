"""The games for one player as pictures."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from fivefold.games import find
from fivefold.games.canvas import Canvas
from fivefold.kernel.layout import States
from fivefold.match import Position, start

PAPER, INK = (250, 240, 230), (10, 20, 30)


def picture_of(position: Position, states: States | None = None) -> np.ndarray:
    """As the player sees it."""
    veiled = position.sight(0).veiled if states is None else states
    draw = import_module(f"fivefold.games.{position.game.id}.picture").picture
    return draw(position.game.state(veiled))  # type: ignore[no-any-return]


def places(changed: np.ndarray) -> tuple[int, int, int, int]:
    """The left, top, right and bottom of what is changed."""
    (top, left), (bottom, right) = (edge(np.argwhere(changed), axis=0) for edge in (np.min, np.max))
    return int(left), int(top), int(right), int(bottom)


def test_a_disc_is_round_and_smooth() -> None:
    canvas = Canvas(40, 40, PAPER)
    canvas.disc(20, 20, 10, INK)
    inked = (canvas.picture != PAPER).any(axis=2)
    assert places(inked) == (10, 10, 29, 29)
    assert (canvas.picture[20, 20] == INK).all()
    assert not inked[11, 11]
    assert abs(float((PAPER[0] - canvas.picture[..., 0].astype(float)).sum()) / (PAPER[0] - INK[0]) - np.pi * 100) < 1


def test_a_rectangle_has_round_corners() -> None:
    canvas = Canvas(40, 40, PAPER)
    canvas.rectangle(5, 10, 20, 12, INK, corner=4)
    inked = (canvas.picture == INK).all(axis=2)
    assert places(inked) == (5, 10, 24, 21)
    assert inked[10:22, 9:21].all()
    assert not inked[10, 5]


def test_signs_stand_side_by_side() -> None:
    canvas = Canvas(40, 20, PAPER)
    canvas.write("10", 2, 3, INK, scale=2)
    assert places((canvas.picture == INK).all(axis=2)) == (4, 3, 2 + 12 + 9, 3 + 13)


def test_a_jump_changes_the_three_squares_of_clear_up() -> None:
    position = start("clear_up")
    before = picture_of(position)
    assert before.dtype == np.uint8
    position.play("d1-f1")
    left, top, right, bottom = places((picture_of(position) != before).any(axis=2))
    assert left > before.shape[1] / 2 - 5
    assert top > before.shape[0] * 3 / 4  # the lowest row
    assert bottom - top < 60 < right - left < 180


def test_the_solitaire_shows_no_card_that_is_to_come() -> None:
    position = start("five_crowns_solitaire", seed=4)
    picture, states = picture_of(position), position._states.copy()
    assert (picture_of(position, states) == picture).all()
    assert states["draws"][0, 1] != states["draws"][0, 5]
    states["draws"][0, [1, 5]] = states["draws"][0, [5, 1]]
    assert (picture_of(position, states) == picture).all()


def test_a_card_that_is_exchanged_changes_its_pile_and_what_is_drawn() -> None:
    position = start("five_crowns_solitaire", seed=4)
    before = picture_of(position)
    move = next(
        move
        for move in position.legal(0)
        if move.startswith("13 ") and not move.endswith(position.view(0)["table"]["drawn"])
    )
    position.play(move)
    changed = (picture_of(position) != before).any(axis=2)
    columns = np.flatnonzero(changed.any(axis=0))
    assert columns[0] > before.shape[1] * 10 / 13
    assert columns[-1] > before.shape[1] * 11.5 / 13


@pytest.mark.parametrize("seed", range(3))
def test_a_closed_pile_looks_closed(seed: int) -> None:
    position = start("five_crowns_solitaire", seed=seed)
    states = position._states.copy()
    states["closed"] = 0
    open_ = picture_of(position, states)
    states["closed"] = 1
    left, _, right, _ = places((picture_of(position, states) != open_).any(axis=2))
    assert right < find("five_crowns_solitaire").rules.WORDS * 10
    assert left < 16
