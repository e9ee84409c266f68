"""The changes made by a replacement, as far as the texts of both versions are known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arxtui.library.facade import Library
from arxtui.library.papers.records import differences
from arxtui.model.paper import AnnounceType, Author
from arxtui.model.views import Revision
from tests.builders import announced, paper
from tests.library.made import YESTERDAY, Home

FIRST = paper(1, comment="12 pages", categories=("cs.DC", "cs.LG"), source="rss")
SECOND = replace(FIRST, version=2, title="Another title", comment="14 pages", source="api")


@pytest.mark.parametrize(
    ("expected", "changed"),
    [
        ({}, ()),
        ({"title": "Another title"}, ("title",)),
        ({"abstract": "Another abstract.", "comment": "14 pages"}, ("abstract", "comment")),
        ({"authors": (Author("Ada Example"), Author("Björn Måns"))}, ("authors",)),
        ({"categories": ("cs.DC", "cs.PF")}, ("categories",)),
        ({"categories": ("cs.LG", "cs.DC")}, ()),
        ({"comment": None}, ()),
        ({"doi": "10.1000/made.up"}, ()),
    ],
)
def test_fields_that_both_versions_have_are_compared(expected: dict[str, Any], changed: tuple[str, ...]) -> None:
    assert differences(FIRST, replace(FIRST, **expected)) == changed


def test_how_a_source_spells_is_no_change() -> None:
    spelt = replace(FIRST, title=r"G\"odel and $\alpha$", authors=(Author(r"Bj\"orn M\aa ns"),))
    assert differences(spelt, replace(FIRST, title="Gödel and α", authors=(Author("Björn Måns"),))) == ()


def test_a_replacement_lists_the_changed_fields(home: Home, library: Library) -> None:
    home.take(FIRST, announcements=[announced(FIRST, YESTERDAY)])
    home.take(SECOND, announcements=[announced(FIRST, kind=AnnounceType.REPLACE)])
    record = library.papers.record(FIRST.key)
    assert record
    assert record.revision == Revision(1, 2, ("title", "comment"))


def test_without_the_earlier_text_it_says_so(home: Home, library: Library) -> None:
    home.take(SECOND, announcements=[announced(FIRST, kind=AnnounceType.REPLACE)])
    record = library.papers.record(FIRST.key)
    assert record
    assert record.revision == Revision(None, 2)


def test_a_new_paper_has_changed_nothing(home: Home, library: Library) -> None:
    home.take(FIRST, announcements=[announced(FIRST)])
    record = library.papers.record(FIRST.key)
    assert record
    assert record.revision is None
