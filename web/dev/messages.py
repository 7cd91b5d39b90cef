"""Writes the server's messages as TypeScript: `python web/dev/messages.py` renews web/src/lib/messages.ts.

A test says when the file no longer is what the server's structs say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from fivefold.server import messages

PATH = Path(__file__).parent.parent / "src" / "lib" / "messages.ts"
HEAD = "// Made from src/fivefold/server/messages.py: change that, and run `python web/dev/messages.py`."
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def written(kind: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    match kind:
        case inspect.Metadata(type=inner):
            return written(inner)
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.LiteralType(values=values):
            return " | ".join(f"'{value}'" for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(written(one) for one in types)
        case inspect.ListType(item_type=item):
            return f"{enclosed(item)}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(written(item) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {written(value)}>"
        case _:
            return PLAIN[type(kind)]


def enclosed(kind: inspect.Type) -> str:
    text = written(kind)
    return f"({text})" if " | " in text else text


def interface(struct: type[msgspec.Struct]) -> str:
    """What is received must not be whole: a field with a default may be left out. What is sent is always whole."""
    told = inspect.type_info(struct)
    assert isinstance(told, inspect.StructType)
    lines = [f"  {told.tag_field}: '{told.tag}'"] if told.tag_field else []
    for field in told.fields:
        optional = "?" if told.forbid_unknown_fields and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {written(field.type)}")
    return "\n".join([f"export interface {struct.__name__} {{", *lines, "}"])


def union(name: str, members: Any) -> str:
    return f"export type {name} = {' | '.join(member.__name__ for member in members.__args__)}"


def typescript() -> str:
    """All messages, in the order in which they stand in the module."""
    parts = [HEAD]
    for name, value in vars(messages).items():
        own = isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == messages.__name__
        if own and value is not messages.Request:
            parts.append(interface(value))
        elif name in ("FromClient", "FromServer"):
            parts.append(union(name, value))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PATH.write_text(typescript(), encoding="utf-8")
