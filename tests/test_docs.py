"""The documentation is true: what it quotes is in the code, and every game has its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fivefold
from fivefold.games import all_games

ROOT = Path(__file__).parent.parent
PACKAGE = Path(fivefold.__file__).parent
PAGES = [*sorted(ROOT.glob("docs/**/*.md")), ROOT / "README.md"]
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
