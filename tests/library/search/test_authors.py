"""The authors of the papers of a query, each with the number that the author's term gives."""

from __future__ import annotations

import pytest

from arxtui.config.settings import FollowSettings
from arxtui.library.facade import Library
from arxtui.library.search import facets
from arxtui.light import changed
from arxtui.model.paper import Author
from arxtui.query.chips import author_term, with_term
from tests.builders import paper
from tests.library.made import Home

NAMES = (
    ("Ada Example", "Björn Måns"),
    ("ada example", "A. Example"),
    ("Ada Example", "A. Example", "Ada L. Example"),
    ("C. A. Example", 'Quoted "Nick" Name', "…"),
    ("CERN", "Bjorn Mans"),
    ("P\\'al Erd\\H{o}s",),
)
PAPERS = [
    paper(number, f"Fair locks {number % 2}", authors=tuple(map(Author, names)))
    for number, names in enumerate(NAMES, 1)
]


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    home.take(*PAPERS)
    return library


@pytest.mark.parametrize("query", ["", "locks", "ti:1", "is:starred", "-au:cern", 'au:"ada example"', "is:nothing"])
def test_each_author_has_the_number_that_choosing_the_author_gives(filled: Library, query: str) -> None:
    filled.marks.apply([PAPERS[0].key, PAPERS[3].key], "star")
    counted = filled.facets.authors(query)
    assert [number for _, number, _ in counted.authors] == sorted(
        (filled.search.total(with_term(query, author_term(name))) for name, *_ in counted.authors), reverse=True
    )
    assert counted.sampled == 0


def test_spellings_in_other_letters_are_one_name_and_initials_another(filled: Library) -> None:
    assert filled.facets.authors("").authors == (
        ("A. Example", 3, False),  # with "C. A. Example", as a search for the phrase finds
        ("Ada Example", 3, False),
        ("Bjorn Mans", 2, False),
        ("Ada L. Example", 1, False),
        ("C. A. Example", 1, False),
        ("CERN", 1, False),
        ("P\\'al Erd\\H{o}s", 1, False),
        ('Quoted "Nick" Name', 1, False),
    )


def test_followed_names_are_marked_in_all_their_forms(home: Home, filled: Library) -> None:
    home.settings = changed(home.settings, follow=FollowSettings(authors=("Ada Example",)))
    with home.library() as library:
        followed = {name for name, _, is_followed in library.facets.authors("").authors if is_followed}
    assert followed == {"Ada Example", "A. Example", "Ada L. Example"}


def test_the_names_of_a_long_list_are_from_a_sample_and_the_numbers_from_all(
    filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets, "_MOST_PAPERS", 2)
    names, sampled = filled.facets.authors("")
    assert sampled == 2
    assert {name: papers for name, papers, _ in names}["A. Example"] == 3
