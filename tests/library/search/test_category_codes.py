"""A category with two codes (cs.NA, math.NA) is one category in lists, counts, days, views, facets and rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.model.rules import Rule
from arxtui.tui.present.filter.sections import RowCounts, filter_rows
from tests.builders import announced, paper
from tests.library.made import TODAY, Home, ids
from tests.library.rules.made import rule

TODAYS = paper(4, "Named as today", category="math.NA")
EARLIER = paper(3, "Named as before", category="cs.NA")
TWICE = paper(2, "Named twice", categories=("cs.DC", "cs.NA", "math.NA"))
OTHER = paper(1, "Another one", category="cs.LG")
NUMERICS = [each.id for each in (TODAYS, EARLIER, TWICE)]


@pytest.fixture
def library(paths: Paths) -> Iterator[Library]:
    """The library of a user who follows math.NA; a rule highlights the papers of cs.NA."""
    home = Home(paths, ("math.NA",))
    result = [
        announced(TODAYS, category="math.NA"),
        announced(EARLIER, category="cs.NA"),
        announced(TWICE, category="math.NA"),
        announced(OTHER, category="cs.LG"),
    ]
    home.take(TODAYS, EARLIER, TWICE, OTHER, announcements=result)
    rule(home, Rule("numerics", "cat:cs.NA", highlight=True))
    with home.library() as opened:
        opened.inbox.deliver()
        yield opened


@pytest.mark.parametrize(
    "query", ["cat:cs.NA", "cat:math.NA", "cat:math", "is:unread", "is:new cat:cs.NA", "day:2026-05"]
)
def test_its_papers_are_those_of_both_codes(library: Library, query: str) -> None:
    assert sorted(ids(library, query), reverse=True) == NUMERICS
    assert ids(library, f"-cat:cs.NA {query}") == []


def test_the_page_of_its_day_is_that_of_both_codes(library: Library) -> None:
    (new, cross, replaced) = library.search.listing(f"day:{TODAY} cat:cs.NA").sections
    assert (len(new.keys), len(cross.keys), len(replaced.keys)) == (3, 0, 0)


def test_rules_and_views_take_it_under_both_codes(library: Library) -> None:
    library.views.save("Numerics", "cat:cs.NA")
    assert [(papers, unread) for _, papers, unread in library.counts.views()] == [(None, 3)]
    assert ids(library, "is:highlighted") == NUMERICS


def test_every_count_is_that_of_both_codes(library: Library) -> None:
    assert library.counts.filters().categories == (("math.NA", 3, 3),)
    facets = library.facets.of("")
    assert {code: papers for code, papers in facets.categories if code.endswith("NA")} == {"cs.NA": 3, "math.NA": 3}
    assert dict(facets.archives) == {"cs": 4, "math": 3}


def test_the_filter_has_one_row_for_it_unless_the_query_names_the_other_code(library: Library) -> None:
    def rows(query: str) -> list[str]:
        counts = RowCounts(
            library.counts.filters(), query, lambda _: library.facets.of(query), terms=query.split(), opened=()
        )
        return [row.name for row in filter_rows(counts) if row.name.endswith(".NA")]

    assert rows("") == rows("named") == ["cat:math.NA"]
    assert rows("cat:cs.NA") == ["cat:math.NA", "cat:cs.NA"]
