"""Dependencies point one way, and generic code knows no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fivefold
from fivefold.games import all_games

PACKAGE = Path(fivefold.__file__).parent
FLOORS = ["kernel", "search", "games", "match", "arena", "envs", "server", "terminal", "cli"]
"""Each part may use those before it; arena, envs, server and terminal do not use one another."""
SIDE_BY_SIDE = {"arena", "envs", "server", "terminal"}


def imports(file: Path) -> Iterator[str]:
    """The parts of the package that a file imports, in functions too."""
    package = file.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                base = list(package[: len(package) - node.level + 1])
                yield from (base + (node.module or "").split("."))[:1] if base else []
            elif (node.module or "").startswith("fivefold."):
                yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (name.name.split(".")[1] for name in node.names if name.name.startswith("fivefold."))


def allowed(part: str) -> set[str]:
    if part in SIDE_BY_SIDE:
        return {part, *FLOORS[: FLOORS.index("arena")]}
    return set(FLOORS[: FLOORS.index(part) + 1])


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_imports_only_what_lies_below_it(file: Path) -> None:
    part = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if part in ("__init__", "__main__"):
        part = "cli"
    assert part in FLOORS, f"{part} has no floor in this test yet"
    assert set(imports(file)) <= allowed(part)


def test_the_check_sees_an_import_that_points_upwards() -> None:
    assert "match" not in allowed("games")
    assert "server" not in allowed("terminal")
    assert {"games", "kernel"} <= set(imports(PACKAGE / "match" / "position.py"))


@pytest.mark.parametrize("part", ["kernel", "match", "terminal"])
def test_generic_code_names_no_game(part: str) -> None:
    """Examples in docstrings may; code may not."""
    for file in sorted((PACKAGE / part).rglob("*.py")):
        code = ast.unparse(without_docstrings(ast.parse(file.read_text())))
        for game in all_games():
            assert not re.search(rf"\b{game}\b", code), f"{file.name} knows {game}"


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]
                line for line in body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
            ] or [ast.Pass()]
    return tree
