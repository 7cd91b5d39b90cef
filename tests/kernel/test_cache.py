"""Machine code is kept under the sources that it is made of: all of them, and no others."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from fivefold.games import all_games
from fivefold.kernel import cache

Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a module of a small package; what was read of it before is forgotten."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "__init__.py").touch()

    def write_module(name: str, code: str) -> None:
        (tmp_path / "small" / f"{name}.py").write_text(code)
        cache.source_of.cache_clear()
        cache.imports_of.cache_clear()

    yield write_module
    for module in [name for name in sys.modules if name.partition(".")[0] == "small"]:
        del sys.modules[module]


def small(name: str) -> ModuleType:
    importlib.invalidate_caches()
    return importlib.import_module(f"small.{name}")


def test_an_edit_of_what_is_imported_by_what_is_closed_over_changes_the_key(write: Write) -> None:
    write("deep", "ONE = 1")
    write("rules", "from .deep import ONE\ndef play():\n    return ONE")
    write("loops", "def make(play):\n    def loop():\n        return play()\n    return loop")
    write("text", "from . import rules")
    loop = small("loops").make(small("rules").play)
    small("text")
    before = cache.key_of(loop)
    write("text", "from . import rules  # edited")
    assert cache.key_of(loop) == before
    write("deep", "ONE = 2")
    assert cache.key_of(loop) != before


@pytest.mark.parametrize(
    "line", ["import small.deep", "from small import deep", "from . import deep", "if 1:\n  import small.deep"]
)
def test_every_form_of_an_import_is_followed(line: str, write: Write) -> None:
    write("deep", "ONE = 1")
    write("rules", f"{line}\ndef play():\n    pass")
    assert "small.deep" in dict(cache.sources_of(small("rules").play))


def test_what_only_type_checkers_read_is_not_followed(write: Write) -> None:
    write("deep", "ONE = 1")
    write("rules", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from . import deep\ndef play():\n    pass")
    small("deep")
    assert "small.deep" not in dict(cache.sources_of(small("rules").play))


@pytest.mark.parametrize("game", list(all_games()))
def test_a_games_loops_stand_on_its_rules_but_not_on_its_words(game: str) -> None:
    modules = dict(cache.sources_of(all_games()[game].engine._loops.playouts))
    assert all_games()[game].rules.play.__module__ in modules
    assert not [name for name in modules if name.rpartition(".")[2] in ("text", "view", "bot", "game")]
