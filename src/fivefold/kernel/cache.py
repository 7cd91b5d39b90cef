"""Where compiled code is kept, and under which name: Numba alone does not notice that a called function changed.

The name is a hash of the sources that a loop is made of: the modules of the functions that it closes over, and all
that these import. So an edit is always noticed, and costs only the loops that it can have changed.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import resolve_name
from pathlib import Path
from types import FunctionType
from typing import Any

OWN = __name__.partition(".")[0]
COMPILER = Path(__file__).with_name("compiler.py")
"""Every loop's machine code is made by it."""


def modules_closed_over(function: Callable[..., Any]) -> set[str]:
    """The modules of the function and of the functions that it closes over, however deep."""
    found, to_look_at, seen = set(), [function], set()
    while to_look_at:
        one = to_look_at.pop()
        if not isinstance(one, FunctionType) or one in seen:
            continue
        seen.add(one)
        found.add(one.__module__)
        to_look_at += [cell.cell_contents for cell in one.__closure__ or ()]
    return found


class Imports(ast.NodeVisitor):
    """Collects what a module imports, but for what only type checkers read."""

    def __init__(self, package: str) -> None:
        self.package, self.found = package, set[str]()

    def visit_If(self, node: ast.If) -> None:
        only_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in node.orelse if only_types else [*node.body, *node.orelse]:
            self.visit(inner)

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {name.name for name in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = resolve_name("." * node.level + (node.module or ""), self.package)
        self.found |= {module, *(f"{module}.{name.name}" for name in node.names)}


@cache
def source_of(module: str) -> bytes:
    return Path(sys.modules[module].__file__ or "").read_bytes()


@cache
def imports_of(module: str) -> frozenset[str]:
    """The modules that a module imports, of its own package and of ours."""
    imports = Imports(sys.modules[module].__package__ or "")
    imports.visit(ast.parse(source_of(module)))
    packages = {OWN, module.partition(".")[0]}
    return frozenset(name for name in imports.found if name in sys.modules and name.partition(".")[0] in packages)


def sources_of(function: Callable[..., Any]) -> Iterator[tuple[str, bytes]]:
    """The modules that the function's machine code is made of, by name, with their sources."""
    found, to_read = set[str](), modules_closed_over(function)
    while to_read:
        module = to_read.pop()
        found.add(module)
        to_read |= imports_of(module) - found
    for module in sorted(found):
        yield module, source_of(module)


def key_of(function: Callable[..., Any]) -> str:
    """A hash of Numba's version, of our compiler and of those sources: code compiled from others must not be used."""
    digest = hashlib.sha256(version("numba").encode() + COMPILER.read_bytes())
    for module, source in sources_of(function):
        digest.update(module.encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def folder() -> Path:
    """FIVEFOLD_CACHE, or else a folder in the user's cache folder."""
    chosen = os.environ.get("FIVEFOLD_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fivefold"


def of_loop(game: str, function: Callable[..., Any]) -> Path:
    """The folder of a game's loop, as of its present sources."""
    return folder() / game / key_of(function)
