"""Suggestions for a mistyped word: only near words are suggested, and one module makes all suggestions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import arxtui
from arxtui.query.vocabulary import ALIASES, FIELDS, STATES
from arxtui.text.matching.nearest import did_you_mean, did_you_mean_name, nearest

SOURCES = Path(arxtui.__file__).parent


@pytest.mark.parametrize(
    ("typed", "known", "near"),
    [
        ("autor", (*FIELDS, *ALIASES), ["author"]),
        ("Titel", (*FIELDS, *ALIASES), ["title"]),
        ("stared", STATES, ["starred"]),  # "read" and "toread" only share letters
        ("sub", ("subscribe", "show"), ["subscribe"]),
        ("lits", ("lists", "list"), ["lists", "list"]),
        ("cs.DD", ("cs.DB", "cs.DC", "cs.DL", "cs.DM"), ["cs.DB", "cs.DC", "cs.DL", "cs.DM"]),
        ("CS.dd", ("cs.DB", "cs.XX"), ["cs.DB"]),
        ("cs.DD", ("cs.DB", "cs.DC", "cs.DL", "cs.DM", "cs.DS"), []),  # all equally near: none is suggested
        ("bst", ("new", "best", "old"), ["best"]),  # three letters allow one slip
        ("lst", ("list", "lists", "links"), ["list"]),
        ("ls", ("list", "lists"), []),
        ("xyzzy", STATES, []),
        ("", STATES, []),
        ("", ("list", "lists"), []),
    ],
)
def test_only_near_spellings_are_suggested(typed: str, known: tuple[str, ...], near: list[str]) -> None:
    assert nearest(typed, known) == near


def test_the_words_for_it_are_those_of_one_place() -> None:
    assert did_you_mean("lits", ("lists", "list")) == "; did you mean lists or list?"
    assert did_you_mean_name("to raed soon", ("to read soon", "seminar")) == '; did you mean "to read soon"?'
    asking = {file.name for file in SOURCES.rglob("*.py") if re.search(r"d(id|o) you mean|difflib", file.read_text())}
    assert asking == {"nearest.py"}
