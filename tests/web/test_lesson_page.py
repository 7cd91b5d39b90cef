"""A lesson in the page: what is told, what is marked, and what is said when the learner goes another way."""

from __future__ import annotations

from playwright.sync_api import expect

from .person import Person


def jump(person: Person, move: str) -> None:
    for square in move.split("-"):
        person.page.locator(f"[data-drop='{square}']").click()


def test_a_lesson_is_told_step_by_step_to_its_end(person: Person) -> None:
    person.at_once()
    person.open("/learn/clear_up")
    told = person.page.get_by_role("region", name="Lesson")
    for step, move in enumerate(["a4-a6", "d1-f1", "c4-a4", "b6-b4", "d5-b5"], 1):
        expect(told).to_contain_text(f"{step}/6")
        expect(told).to_contain_text(move[:2])
        jump(person, move)
    expect(told).to_contain_text("6/6")
    person.page.reload()
    expect(told).to_contain_text("6/6")


def test_a_lesson_says_when_the_learner_leaves_it_and_begins_anew(person: Person) -> None:
    person.at_once()
    person.open("/learn/clear_up")
    told = person.page.get_by_role("region", name="Lesson")
    expect(told).to_contain_text("1/6")
    jump(person, "f4-f6")
    expect(told).to_contain_text("not the lesson’s move")
    told.get_by_role("button", name="Start anew").click()
    expect(told).to_contain_text("1/6")


def test_bots_play_their_part_of_a_lesson(person: Person) -> None:
    person.at_once()
    person.open("/learn/torris")
    told = person.page.get_by_role("region", name="Lesson")
    expect(told).to_contain_text("1/5")
    jump(person, "b1-d1")
    expect(told).to_contain_text("2/5")
    expect(told).to_contain_text("Black climbed onto f1")
