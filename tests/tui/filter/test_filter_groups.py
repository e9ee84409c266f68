"""The number of a filter row equals the number of papers of the query that Enter on the row opens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.views import Facets
from arxtui.light import changed
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.marks import Reading, What
from arxtui.query.chips import chips
from arxtui.tui.present.filter.rows import FOR_YOU, STATES, FilterRow, RowKind
from arxtui.tui.present.filter.sections import CATEGORIES, DAYS, STATES_WITHOUT_PAPERS, RowCounts, filter_rows
from arxtui.tui.state.filter_groups import FilterGroup, base_of, group_of, query_of, without_group
from arxtui.tui.state.view import News, ShownCounts, fetch_counts, fetch_news, fetch_views
from tests.builders import announced
from tests.tui.papers import days_back, paper, review
from tests.tui.reader import QUIET, fill

QUERIES = (
    "",
    "is:unread",
    "is:read",
    "is:starred",
    "is:hidden",
    "is:unread -is:starred",
    "cat:cs.DC",
    "cat:math",
    "cat:cs.DC -cat:math.PR",
    f"day:{days_back(1)}",
    f"is:unread day:{days_back(0)}",
    "locks",
    "locks cat:math.PR",
    "locks is:unread cat:cs.DC",
    "(locks OR attention) cat:cs.LG",
    "locks OR is:starred",
    "tag:thesis",
    "tag:thesis cat:cs.DC",
    "list:seminar",
    "is:reading",
    "rating:4 is:read",
    "badge:theorem",
    "-has:review locks",
    "locks badge:recognition",
    "date:2026-05 is:read",
    "is:unread sort:foryou",
    "nothing-like-this",
)


@pytest.fixture
def library(paths: Paths) -> Iterator[Library]:
    """A library of thirty papers in four categories: twenty of them announced on eight days, with marks of every
    kind."""
    made = []
    for number in range(1, 31):
        codes = [("cs.DC", "cs.LG"), ("cs.LG",), ("math.PR", "cs.DC"), ("hep-th",)][number % 4]
        made.append(paper(number, f"{'Fair locks' if number % 3 else 'Sparse attention'} {number}", categories=codes))
    result = [
        announced(each, days_back(number % 8), category=each.categories[-1])
        for number, each in enumerate(made[:20])
        if each.categories[-1].startswith("cs.")
    ]
    fill(paths, made, result, [review(each, links) for each, links in zip(made[::6], (2, 0, None, 1, 0), strict=True)])
    held = Library.open(paths, QUIET)
    held.inbox.deliver()
    keys = sorted(each.key for each in made)
    unread = sorted(held.search.listing("is:unread").keys)
    held.marks.apply(unread[::2], "read")
    held.marks.apply(keys[::5], "star")
    held.marks.apply(keys[3::7], "hide")
    held.marks.apply(keys[2::6], "tag", "thesis")
    held.marks.apply(keys[1::6], "tag", "thesis/related")
    held.marks.rate(keys[::4], 4)
    held.marks.rate(keys[1::4], 2)
    held.marks.read_as(keys[::9], Reading.READING)
    held.lists.enlist(keys[2:8], "seminar")
    held.views.save("Locks", "locks is:unread")
    held.views.save("Old", "date:2026-05 sort:old")
    yield held
    held.close()


def rows_of(library: Library, query: str, *, typing: bool = False) -> tuple[str, list[FilterRow]]:
    """Return the query that the rows extend, and the rows of the filter."""
    news: News = fetch_news(library, None)
    assert news.counts
    counted = fetch_counts(library, query, None, typing=typing, all_read=not news.counts.unread)
    rows = filter_rows(
        RowCounts(
            standing=news.counts,
            query=query,
            facets_of=counted.facets_of,
            views=fetch_views(library),
            opened=(DAYS, STATES_WITHOUT_PAPERS, CATEGORIES, "archive math", "archive cs"),
            terms=[chip.text for chip in chips(query)],
            base=counted.base,
        )
    )
    return counted.base, rows


def is_true_of_all(library: Library, query: str, *, typing: bool = False) -> None:
    base, rows = rows_of(library, query, typing=typing)
    assert {row.name for row in rows} >= {"", "is:unread", "is:read", "view Locks", "cat:cs.DC", "tag:thesis"} or query
    for row in rows:
        if row.query is None:
            continue
        number = row.unread if row.papers is None else row.papers
        shown = library.search.total(query_of(base, row))
        if row.query != FOR_YOU:
            assert number == shown, f"{query!r}: {row.label} says {number}, {query_of(base, row)!r} has {shown}"
        if row.papers is not None and row.unread is not None:
            narrowed = f"({row.query}) is:unread" if row.view else f"{query_of(base, row)} is:unread"
            assert row.unread == library.search.total(narrowed.replace("sort:old", "")), (query, row.label)


def test_every_number_is_the_count_of_papers_that_enter_on_its_row_lists(library: Library) -> None:
    for query in QUERIES:
        is_true_of_all(library, query)


@pytest.mark.parametrize(
    ("query", "headings"),
    [
        ("", {"Categories": "Categories", "Tags": "Tags", "Announced": "Announced"}),
        ("locks", {"Library": "Library", "Categories": "Categories · of these"}),
        ("cat:cs.DC", {"Categories": "Categories · of all", "Tags": "Tags · of these"}),
        ("locks cat:cs.DC", {"Categories": "Categories · if chosen", "Tags": "Tags · of these"}),
        ("is:unread", {"Announced": "Announced", "Tags": "Tags · of these"}),
        ("rating:5", {"Badges": "Badges · of these", "Ratings": "Ratings · of all"}),
    ],
)
def test_a_section_says_which_papers_its_numbers_count(library: Library, query: str, headings: dict[str, str]) -> None:
    _, rows = rows_of(library, query)
    labels = {row.name: row.label for row in rows if row.kind is RowKind.HEADING}
    assert {title: labels[title] for title in headings} == headings


def test_so_it_is_while_a_query_is_typed(library: Library) -> None:
    for query in ("lock", "cat:math.PR loc", "is:unread cat:c", "locks is:un"):
        is_true_of_all(library, query, typing=True)


def test_so_it_is_when_all_is_read(library: Library) -> None:
    library.marks.apply(library.search.listing("is:unread").keys, "read")
    for query in ("is:unread", "is:unread cat:cs.DC", "is:read", "", "locks is:unread"):
        is_true_of_all(library, query)
        _, rows = rows_of(library, query)
        assert {row.name: row.papers for row in rows}["is:read"], query


def test_a_view_has_the_numbers_of_its_papers_and_of_the_unread_ones_among_them(library: Library) -> None:
    library.views.save("Either", "locks OR is:starred")
    unread = set(library.search.listing("is:unread").keys)
    papers = {view.name: set(library.search.listing(view.query).keys) for view in library.views.all()}
    counts = {view.name: (total, of_unread) for view, total, of_unread in fetch_views(library)}
    assert counts == {name: (len(keys), len(keys & unread)) for name, keys in papers.items()}
    assert papers["Either"] - unread
    assert papers["Either"] & unread


@pytest.mark.parametrize("act", ["star", "unstar", "queue", "hide", "read"])
def test_an_act_leaves_no_number_behind(library: Library, act: What) -> None:
    first = list(library.search.listing("").keys)[:7]
    for query in QUERIES:
        before = fetch_news(library, library.search.listing(query))
        held = fetch_counts(library, query, None, typing=False)
        assert library.marks.apply(first, act)
        news = fetch_news(library, before.listing, before, ShownCounts(held, fetch_views(library)))
        assert news.counts == fetch_news(library, before.listing).counts, query
        assert before.listing
        assert news.waiting == library.search.waiting(before.listing), query
        asks_for_it = "starred" in query and act in ("star", "unstar")
        assert (news.still_counted is None) == (asks_for_it or act in ("hide", "read")), query
        if news.still_counted:
            assert news.still_counted == held == fetch_counts(library, query, None, typing=False), query
        assert library.journal.undo()


def test_stored_counts_equal_those_counted_anew(library: Library) -> None:
    held = fetch_counts(library, "locks cat:cs.DC", None, typing=False)
    again = fetch_counts(library, "locks cat:math.PR", held, typing=False)
    assert again.grouped[FilterGroup.CATEGORY] is held.grouped[FilterGroup.CATEGORY]
    assert again == fetch_counts(library, "locks cat:math.PR", None, typing=False)


def test_the_months_are_those_of_the_query_without_its_dates_also_after_another_count(library: Library) -> None:
    before = None
    for query in (
        "locks date:2026-05",
        "locks date:2026",
        "attention date:2026-05",
        "attention",
        "cat:hep-th date:2026",
    ):
        before = fetch_counts(library, query, before, typing=False)
        assert before.months == fetch_counts(library, query, None, typing=False).months, query


def test_the_papers_read_this_week_are_counted_once_nothing_is_unread(library: Library) -> None:
    assert fetch_news(library, None).read_this_week == 0
    library.marks.apply(library.search.listing("is:unread").keys, "read")
    assert fetch_news(library, None).read_this_week == library.journal.read_this_week() > 0


def test_another_list_has_nothing_waiting(library: Library) -> None:
    news = fetch_news(library, library.search.listing("locks"))
    news.waiting = 3
    other = library.search.listing("attention")
    news.reset_waiting(other)
    assert (news.waiting, news.listing) == (0, other)


def test_below_an_archive_are_its_own_categories_alone(library: Library) -> None:
    facets = Facets(9, (("math", 5), ("math-ph", 4)), (("math-ph", 4), ("math.PR", 3), ("math.ST", 2), ("math", 1)))
    standing = fetch_news(library, None).counts
    assert standing
    opened = (CATEGORIES, "archive math", "archive math-ph")
    rows = filter_rows(RowCounts(standing, "locks", lambda _: facets, opened=opened))
    archives = [(each.label, each.depth, each.papers) for each in rows if each.depth]
    assert archives == [("math", 1, 5), ("math.PR", 2, 3), ("math.ST", 2, 2), ("math-ph", 1, 4)]


@pytest.mark.parametrize(
    ("terms", "shown"),
    [
        ((), ["a.1", "a.2", "a.3", "a.4", "a.5"]),
        (("cat:a.2", "-cat:a.5"), ["a.1", "a.2", "a.3", "a.4", "a.5"]),
        (("cat:b.9", "locks"), ["a.1", "a.2", "a.3", "a.4", "b.9"]),
        (("-cat:b.8", "cat:b.9"), ["a.1", "a.2", "a.3", "b.8", "b.9"]),
        (("cat:cs.DC",), ["a.1", "a.2", "a.3", "a.4", "a.5"]),
    ],
)
def test_the_categories_that_the_query_names_have_a_row(
    library: Library, terms: tuple[str, ...], shown: list[str]
) -> None:
    standing = fetch_news(library, None).counts
    assert standing
    followed = [code for code, _, _ in standing.categories]
    others = ((f"a.{each}", 9 - each) for each in range(1, 8))
    facets = Facets(9, categories=(*((code, 10) for code in followed), *others))
    rows = filter_rows(RowCounts(standing, " ".join(terms), lambda _: facets, terms=terms))
    codes = [each.label for each in rows if each.name.startswith("cat:")]
    assert codes == [*followed, *shown]


def test_other_categories_have_the_room_of_followed_ones_without_papers(library: Library) -> None:
    standing = fetch_news(library, None).counts
    assert standing
    facets = Facets(9, categories=tuple((f"a.{each}", 9 - each) for each in range(1, 9)))
    rows = filter_rows(RowCounts(standing, "locks", lambda _: facets))
    assert [each.label for each in rows if each.name.startswith("cat:")] == [f"a.{each}" for each in range(1, 8)]
    opened = filter_rows(RowCounts(standing, "locks", lambda _: facets, opened=("categories without papers",)))
    empty = [(each.label, each.papers) for each in opened if each.depth and each.name.startswith("cat:")]
    assert empty == [(code, 0) for code, _, _ in standing.categories]


@pytest.mark.parametrize("number", [6, 7, 8, 20])
def test_seven_days_are_shown_and_the_earlier_ones_on_demand(library: Library, number: int) -> None:
    counts = fetch_news(library, None).counts
    assert counts
    standing = changed(counts, days=tuple((days_back(each), DayNumbers(new=1), 0) for each in range(number)))
    for opened in ((), (DAYS,)):
        rows = [each for each in filter_rows(RowCounts(standing, opened=opened)) if each.name.startswith("day")]
        folders = [place for place, each in enumerate(rows) if each.kind is RowKind.FOLDER]
        assert folders == ([7] if number > 7 else [])
        assert len(rows) - len(folders) == (number if opened else min(number, 7))


@pytest.mark.parametrize("query", QUERIES)
def test_places_are_the_same_for_every_query_of_the_list(library: Library, query: str) -> None:
    library.marks.apply(list(library.search.listing("").keys)[:1], "queue")
    assert library.lists.enlist(list(library.search.listing("").keys)[:3], "later")

    def places(query: str) -> list[FilterRow]:
        _, rows = rows_of(library, query)
        return [row for row in rows if row.is_place]

    assert places(query) == places("")
    assert {query_of("locks cat:cs.DC", row) for row in places(query)} >= {"", "is:unread", "is:starred", "list:later"}


def test_states_that_no_paper_has_are_in_a_folder_unless_the_query_has_them(library: Library) -> None:
    counts = fetch_news(library, None).counts
    assert counts
    standing = changed(counts, marked=dict.fromkeys(counts.marked, 0), read=0, unread=0)

    def states(opened: tuple[str, ...] = (), terms: tuple[str, ...] = ()) -> list[tuple[str, int]]:
        rows = filter_rows(RowCounts(standing, opened=opened, terms=terms))
        return [(row.name, row.depth) for row in rows if row.name in (*STATES, "is:reading", STATES_WITHOUT_PAPERS)]

    reading, folder = ("is:reading", 0), (STATES_WITHOUT_PAPERS, 0)
    known = [query for query in STATES if query != "is:fresh" or not standing.fresh]
    assert states()[:1] == [("is:unread", 0)]
    assert set(states()) == {("is:unread", 0), *([("is:fresh", 0)] if standing.fresh else []), folder, reading}
    assert ("is:starred", 0) in states(terms=("is:starred",))
    assert [name for name, depth in states(opened=(STATES_WITHOUT_PAPERS,)) if depth] == known[1:]
    standing = changed(counts, marked=dict.fromkeys(counts.marked, 2), read=1, fresh=1)
    assert folder not in states()


def row(query: str) -> FilterRow:
    return FilterRow(query, query, query=query, is_place=query.startswith(("is:", "day:")) or not query)


@pytest.mark.parametrize(
    ("query", "chosen", "expected"),
    [
        ("is:unread", "cat:cs.PF", "is:unread cat:cs.PF"),
        ("is:unread", "is:read", "is:read"),
        ("is:unread cat:cs.DC", "is:read", "is:read"),
        ("day:2026-05-13 cat:cs.DC", "day:2026-05-12", "day:2026-05-12"),
        ("locks fair", "cat:cs.DC", "locks fair cat:cs.DC"),
        ("locks cat:cs.DC", "cat:cs.DC", "locks cat:cs.DC"),
        ("cat:cs.DC is:unread locks", "cat:cs.DC", "cat:cs.DC is:unread locks"),
        ("cat:cs.DC is:unread cat:cs.LG", "cat:cs.DC", "is:unread cat:cs.DC"),
        ("locks cat:cs.DC -cat:cs.LG", "cat:cs.DC", "locks cat:cs.DC"),
        ("locks -cat:cs.LG", "cat:cs.LG", "locks cat:cs.LG"),
        ("(cat:cs.DC OR cat:cs.LG) locks", "cat:cs.PF", "locks cat:cs.PF"),
        ("locks OR is:starred", "cat:cs.DC", "(locks OR is:starred) cat:cs.DC"),
        ("locks", "is:read", "is:read"),
        ("badge:theorem", "-has:review", "-has:review"),
        ("is:unread", "is:reading", "is:reading"),
        ("locks is:unread", "", ""),
    ],
)
def test_enter_goes_to_a_place_and_else_replaces_the_terms_of_the_group_of_the_row(
    query: str, chosen: str, expected: str
) -> None:
    assert query_of(query, row(chosen)) == expected


def test_terms_of_several_groups_are_of_none() -> None:
    assert group_of("(cat:cs.DC is:unread)") is None
    assert without_group("(cat:cs.DC is:unread) -cat:cs.LG", FilterGroup.CATEGORY) == "(cat:cs.DC is:unread)"


def test_unread_is_left_only_once_nothing_is_unread() -> None:
    assert base_of("is:unread cat:cs.DC", all_read=False) == "is:unread cat:cs.DC"
    assert base_of("is:unread cat:cs.DC", all_read=True) == "cat:cs.DC"
