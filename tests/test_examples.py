"""The examples work, and the documentation quotes them."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from fivefold.arena.holding import hold
from fivefold.arena.tournament import Tournament

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
QUOTES = [
    (page.name, *quote)
    for page in sorted((ROOT / "docs").glob("*.md"))
    for quote in re.findall(r"```\w+ (examples/\S+)\n(.*?)```", page.read_text(), re.DOTALL)
]


@pytest.mark.parametrize(("page", "file", "quote"), QUOTES, ids=[f"{page}-{file}" for page, file, _ in QUOTES])
def test_a_quoted_example_is_the_example(page: str, file: str, quote: str) -> None:
    assert quote in (ROOT / file).read_text()


def test_the_bot_in_writing_a_bot_is_short_and_beats_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(EXAMPLES)])
    (pair,) = hold(Tournament("fives", ("careful:Careful", "random"), players=4, deals=15)).comparisons()
    assert pair.reward.above_even, pair
    (quote,) = [quote for page, _, quote in QUOTES if page == "writing-a-bot.md"]
    assert len([line for line in quote.splitlines() if line.strip()]) <= 20


def test_the_learner_of_number_poker_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(EXAMPLES)])
    before, after = import_module("learn_number_poker").train()
    assert abs(before) < 0.05
    assert after > before + 0.1  # of rewards whose mean is known to about 0.015
