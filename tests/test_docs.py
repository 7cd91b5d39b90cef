"""The documentation is true: what it quotes is in the code, and every game has its page."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import fivefold
from fivefold.games import all_games

ROOT = Path(__file__).parent.parent
PACKAGE = Path(fivefold.__file__).parent
PAGES = [*sorted(ROOT.glob("docs/**/*.md")), ROOT / "README.md"]
TENSORS = (ROOT / "docs/tensors.md").read_text()
RUN = [page for page in sorted(ROOT.glob("docs/*.md")) if "\n>>> " in page.read_text()]
QUOTES = re.findall(r"```\w+ (\S+)\n(.*?)```", (ROOT / "docs/adding-a-game.md").read_text(), re.DOTALL)


@pytest.mark.parametrize(("file", "quote"), QUOTES, ids=[f"{file}-{n}" for n, (file, _) in enumerate(QUOTES)])
def test_code_in_adding_a_game_is_quoted_from_the_code(file: str, quote: str) -> None:
    assert quote in (PACKAGE / file).read_text()


def test_adding_a_game_quotes_something_of_each_kind() -> None:
    assert {Path(file).name for file, _ in QUOTES} >= {"about.toml", "rules.py", "veil.py", "en.toml"}


@pytest.mark.parametrize("game", list(all_games()))
def test_every_game_has_a_page_that_tells_house_rulings_apart(game: str) -> None:
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text()
    assert page.startswith(f"# {all_games()[game].about.name}\n")
    assert "house ruling" in page.lower()
    assert "unofficial" in page
    assert f"docs/games/{game}.md" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_in_the_documentation_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("game", list(all_games()))
def test_every_game_is_credited(game: str) -> None:
    notice = " ".join((ROOT / "NOTICE").read_text().split())
    assert all_games()[game].about.publisher in notice
    for designer in all_games()[game].about.designers:
        assert designer.split()[-1].lower() in notice.lower()


@pytest.mark.parametrize("game", list(all_games()))
def test_the_layout_of_every_tensor_is_told_as_it_is(game: str) -> None:
    tensor = all_games()[game].rules.TENSOR
    (section,) = re.findall(rf"## {all_games()[game].about.name}\n(.*?)\n(?:\n## |\Z)", TENSORS, re.DOTALL)
    assert section.startswith(f"`{game}`, {tensor.size:,} numbers\n")
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in re.findall(r"^\| `.*", section, re.MULTILINE)
    ]
    assert [row[:5] for row in rows] == [
        [f"`{name}`", " × ".join(map(str, part.shape)), str(part.least), str(part.most), str(start)]
        for start, (name, part) in zip(tensor.starts, tensor.parts.items(), strict=True)
    ]
    assert all(row[5] for row in rows)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_examples_in_the_documentation_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_measurement_is_told_of_in_reproduce() -> None:
    told = (ROOT / "docs/reproduce.md").read_text()
    parts = set(re.findall(r'^    "(\w+)": measure_', (ROOT / "bench/__main__.py").read_text(), re.MULTILINE))
    assert len(parts) >= 10
    parts |= set(
        re.findall(r'"(\w+)"', re.findall(r"^PARTS = .*", (ROOT / "bench/bots.py").read_text(), re.MULTILINE)[0])
    )
    assert {part for part in parts if f"| `{part}` |" not in told} == set()
    assert set(re.findall(r"python -m bench ([a-z_]+)", "".join(page.read_text() for page in PAGES))) <= parts


def test_the_citation_names_the_version() -> None:
    version = re.findall(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert re.findall(r"^version: (.*)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE) == version
