"""Preference labels: how strongly the user's marks on a paper count for the ranking, from least to most."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arxtui.library.facade import Library
from arxtui.library.ranking.for_you import judgements
from arxtui.model.marks import Reading
from arxtui.store.library.database import LibraryFile
from tests.builders import announced, paper
from tests.library.made import Home

ONE = paper(1)
Mark = Callable[[Library], object]
MARKS: dict[str, Mark] = {
    "star": lambda library: library.marks.apply([ONE.key], "star"),
    "hide": lambda library: library.marks.apply([ONE.key], "hide"),
    "queue": lambda library: library.marks.apply([ONE.key], "queue"),
    "read": lambda library: library.marks.apply([ONE.key], "read"),
    "tag": lambda library: library.marks.apply([ONE.key], "tag", "thesis"),
    "list": lambda library: library.lists.enlist([ONE.key], "seminar"),
    "note": lambda library: library.marks.note(ONE.key, "words"),
    "reading": lambda library: library.marks.read_as([ONE.key], Reading.READING),
    "opened": lambda library: library.texts.keep_place(ONE.key, 1, 2, 1),
}


@pytest.fixture
def said(home: Home, library: Library) -> Callable[[str], float | None]:
    """A function that applies the named marks in order to a paper in the inbox and returns its label, or None if there
    is none."""
    home.take(ONE, announcements=[announced(ONE)])
    library.inbox.deliver()

    def say(marks: str) -> float | None:
        for mark in marks.split():
            if mark.isdigit():
                library.marks.rate([ONE.key], int(mark))
            else:
                MARKS[mark](library)
        with LibraryFile.open(home.paths.library_db) as file:
            return judgements(file).get(ONE.key)

    return say


PAGE = (Path(__file__).resolve().parents[2] / "docs/ranking.md").read_text()


@pytest.mark.parametrize(
    ("marks", "documented"),
    [
        ("star", "a star"),
        ("5", "a rating of 5"),
        ("4", "a rating of 4"),
        ("reading", "a reading state"),
        ("tag", "a tag"),
        ("list", "a reading list"),
        ("note", "a note"),
        ("queue", "saved for offline reading"),
        ("opened", "full text opened"),
        ("read", "marked as read"),
        ("2", "a rating of 2"),
        ("1", "a rating of 1"),
        ("hide", "hidden"),
        ("star read", "a star"),
        ("star hide", "hidden"),
        ("hide 5", "a rating of 5"),
        ("star 2", "a rating of 2"),
        ("opened read", "full text opened"),
    ],
)
def test_marks_weigh_as_the_page_about_the_ranking_says(
    said: Callable[[str], float | None], marks: str, documented: str
) -> None:
    rows = re.findall(r"^\| (.*) \| (more|less) of these: ([0-9.]+) \|$", PAGE, re.M)
    ((_, way, weight),) = (row for row in rows if documented in row[0])
    assert said(marks) == (float(weight) if way == "more" else -float(weight))


@pytest.mark.parametrize("marks", ["", "3", "star 3"])
def test_these_say_nothing(said: Callable[[str], float | None], marks: str) -> None:
    assert said(marks) is None
