"""The client's texts: complete in every language, and none that nobody asks for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import fivefold
from fivefold.games import find

WEB = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ["en", "de", "ja"]
PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
FOLDERS = [WEB / "texts", *sorted(path.parent for path in WEB.glob("tables/*/en.json"))]


def texts(folder: Path, language: str) -> dict[str, str]:
    return dict(json.loads((folder / f"{language}.json").read_text()))


def subjects(folder: Path, language: str) -> set[str]:
    """The keys, without the forms of a plural."""
    return {PLURAL.sub("", key) for key in texts(folder, language)}


def placeholders(text: str) -> set[str]:
    """What is filled in; `Colour` is `colour` as a sentence begins with it, which not every language needs."""
    return {name.lower() for name in re.findall(r"\{(\w+)\}", text)}


def test_there_are_texts() -> None:
    assert len(texts(WEB / "texts", "en")) > 20


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_text_is_there_in_every_language(folder: Path, language: str) -> None:
    assert subjects(folder, language) == subjects(folder, "en")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_fills_in_what_it_is_not_given(folder: Path, language: str) -> None:
    english = texts(folder, "en")
    given = {PLURAL.sub("", key): placeholders(text) for key, text in english.items()}
    for key, text in texts(folder, language).items():
        assert text.strip(), f"{language} {key}"
        assert placeholders(text) <= given[PLURAL.sub("", key)] | {"n"}, f"{language} {key}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_plurals_have_the_forms_of_their_language(folder: Path) -> None:
    for language, forms in {"en": {"one", "other"}, "de": {"one", "other"}, "ja": {"other"}}.items():
        found: dict[str, set[str]] = {}
        for key in texts(folder, language):
            if match := PLURAL.search(key):
                found.setdefault(PLURAL.sub("", key), set()).add(match[1])
        assert all(there == forms for there in found.values()), (language, found)


@pytest.mark.parametrize("folder", FOLDERS[1:], ids=lambda folder: folder.name)
def test_a_game_with_a_table_has_its_name_and_a_line_about_it(folder: Path) -> None:
    assert folder.name in fivefold.games()
    assert {"name", "line"} <= subjects(folder, "en")


# --- what the server tells by a code ----------------------------------------------------------------------------------


def told(language: str) -> dict[str, dict[str, str]]:
    return dict(json.loads((WEB / "texts" / "told" / f"{language}.json").read_text()))


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", fivefold.games())
def test_every_refusal_of_a_game_is_told_in_every_language(game: str, language: str) -> None:
    own = {**told(language)["all"], **told(language)[game]}
    for code, sentence in find(game).catalogue.sentences["refusals"].items():
        assert code in own, f"{language} {game} {code}"
        assert set(re.findall(r"\{(\w+)\}", own[code])) <= set(re.findall(r"\{(\w+)\}", sentence))
