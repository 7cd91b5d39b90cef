"""Dependencies point one way, and generic code knows no game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import fivefold
from fivefold.games import all_games

PACKAGE = Path(fivefold.__file__).parent
FLOORS = ["kernel", "search", "games", "match", "arena", "envs", "server", "terminal", "cli"]
"""Each part may use those before it; arena, envs, server and terminal do not use one another."""
SIDE_BY_SIDE = {"arena", "envs", "server", "terminal"}


def imports(file: Path, root: Path = PACKAGE) -> set[str]:
    """The parts of the package that a file imports, in functions too; the package itself counts as the topmost."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {part_of(name.name) for name in node.names if name.name.split(".")[0] == "fivefold"}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                package = ["fivefold", *file.relative_to(root).parts[:-1]]
                module = ".".join([*package[: len(package) - node.level + 1], *filter(None, [module])])
            if module == "fivefold":
                found |= {part_of(f"fivefold.{name.name}") for name in node.names}
            elif module.startswith("fivefold."):
                found.add(part_of(module))
    return found


def part_of(module: str) -> str:
    """`fivefold.games.fives` is a part of games; what is no part of its own belongs to the topmost."""
    part = [*module.split("."), ""][1]
    return part if part in FLOORS else FLOORS[-1]


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
    assert imports(file) <= allowed(part)


@pytest.mark.parametrize(
    "line",
    [
        "from fivefold.match.position import Position",
        "from fivefold.match import Position",
        "from fivefold import match",
        "import fivefold",
        "import fivefold.match.position",
        "from ...match.position import Position",
        "from ... import match",
        "def f():\n    from fivefold import start",
    ],
)
def test_the_check_sees_every_form_of_an_import_that_points_upwards(line: str, tmp_path: Path) -> None:
    file = tmp_path / "games" / "some" / "rules.py"
    file.parent.mkdir(parents=True)
    file.write_text(line)
    assert imports(file, tmp_path) - allowed("games")


def test_parts_side_by_side_do_not_use_one_another() -> None:
    assert "server" not in allowed("terminal")
    assert "match" in allowed("terminal")


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
