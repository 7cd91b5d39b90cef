"""The page about the protocol is right: its examples are messages, and it leaves none out."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from fivefold.server import messages

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_such_a_message_and_has_no_field_that_is_not_there(name: str, example: str) -> None:
    struct = getattr(messages, name)
    message = msgspec.json.decode(example, type=struct)
    written = msgspec.to_builtins(message)
    assert set(msgspec.json.decode(example)) <= set(written) | set(struct.__struct_fields__) | {"type"}


@pytest.mark.parametrize("union", ["FromClient", "FromServer"])
def test_every_message_has_an_example(union: str) -> None:
    shown = {name for name, _ in EXAMPLES}
    assert {struct.__name__ for struct in getattr(messages, union).__args__} <= shown


@pytest.mark.parametrize("union", ["FromClient", "FromServer"])
def test_an_example_is_read_as_what_it_is_among_all_of_its_kind(union: str) -> None:
    structs = {struct.__name__: struct for struct in getattr(messages, union).__args__}
    for name, example in EXAMPLES:
        if name in structs:
            assert type(msgspec.json.decode(example, type=getattr(messages, union))) is structs[name]
