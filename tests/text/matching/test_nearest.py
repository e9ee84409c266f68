"""Typing errors between words, and suggestions for a mistyped word: only near words are suggested, by one module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arxtui
from arxtui.query.vocabulary import ALIASES, FIELDS, STATES
from arxtui.text.matching.nearest import Typos, did_you_mean, did_you_mean_name, nearest, typos

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


LETTERS = st.text("abcdefg", max_size=12)


@pytest.mark.parametrize(
    ("typed", "word", "found"),
    [
        ("quantum", "quantum", Typos(0, 0)),
        ("quantm", "quantum", Typos(1, 1)),  # a letter missing
        ("quanntum", "quantum", Typos(1, 1)),  # one too many
        ("quentum", "quantum", Typos(1, 1)),  # a wrong one
        ("qunatum", "quantum", Typos(1, 1)),  # two swapped
        ("asrophysics", "astrophysics", Typos(1, 1)),
        ("inteligance", "intelligence", Typos(2, 2)),
        ("lern", "learning", Typos(None, 1)),
        ("astor", "astrophysics", Typos(None, 1)),
        ("qantm", "quantum", Typos(None, None)),  # two slips in five letters
        ("lag", "lg", Typos(None, None)),  # too short to be misspelt
        ("optics", "logic", Typos(None, None)),
        ("math", "", Typos(None, None)),
        ("abcdefgh", "abcdefxy", Typos(2, 2)),  # eight letters allow two slips
        ("abcdefg", "abcdexy", Typos(None, None)),
        ("abcd", "abcx", Typos(1, 1)),  # four letters allow one
        ("abc", "abx", Typos(None, None)),
    ],
)
def test_slips_are_counted_as_far_as_the_length_allows(typed: str, word: str, found: Typos) -> None:
    assert typos(typed, word) == found


def test_of_a_few_words_shorter_ones_may_be_meant_by_a_misspelling() -> None:
    assert typos("sow", "show") == Typos(None, None)
    assert typos("sow", "show", shortest=3) == Typos(1, 1)


def reference(one: str, other: str) -> int:
    """Return the optimal string alignment distance, computed directly from its definition."""
    table = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            ways = [
                table[i - 1, j] + 1,
                table[i, j - 1] + 1,
                table[i - 1, j - 1] + (one[i - 1] != other[j - 1]),
            ]
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 1] + other[j - 2]:
                ways.append(table[i - 2, j - 2] + 1)
            table[i, j] = min(ways)
    return table[len(one), len(other)]


@given(LETTERS, LETTERS)
def test_slips_are_the_optimal_string_alignment_distance(typed: str, word: str) -> None:
    most = 0 if len(typed) < 4 else 1 if len(typed) < 8 else 2
    whole = reference(typed, word)
    start = min(reference(typed, word[:end]) for end in range(len(word) + 1))
    assert typos(typed, word) == Typos(whole if whole <= most else None, start if start <= most else None)
