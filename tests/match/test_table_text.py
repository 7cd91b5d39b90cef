"""Tables of views in words."""

from __future__ import annotations

import pytest

from fivefold.match.table_text import in_words, table_lines


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "·"),
        ([], "·"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (["M1", "B2"], "M1 B2"),
        ([["M1", "B2"], [], ["S3"]], "M1 B2 | · | S3"),
        ({"card": "M5", "seat": 2, "by": None}, "card M5, seat 2"),
        ([{"seat": 0}, {"seat": 1}], "seat 0 | seat 1"),
    ],
)
def test_a_value_is_said_in_one_line(value: object, words: str) -> None:
    assert in_words(value) == words


def test_entries_that_say_nothing_are_left_out() -> None:
    table = {"empty_hand": [True, False], "claimer": None, "shown": [], "left": 0}
    assert list(table_lines(table)) == ["empty hand: yes no", "left: 0"]
