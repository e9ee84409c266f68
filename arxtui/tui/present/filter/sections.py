"""Sections and rows of the filter pane, each row with the number of papers that Enter on it shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain

from arxtui.library.views import AuthorCounts, Facets, FilterCounts, ViewCount
from arxtui.light import changed, frozen
from arxtui.model.arxiv.taxonomy import CANONICAL, archive_of
from arxtui.query.chips import author_term, name_term
from arxtui.text import readable
from arxtui.tui.present.filter.histogram import ROWS
from arxtui.tui.present.filter.rows import (
    BADGES,
    FOR_YOU,
    READINGS,
    STATES,
    UNREAD,
    FilterRow,
    RowKind,
    count,
    day_label,
)
from arxtui.tui.state.filter_groups import FilterGroup, constrained_groups, without_group

DAYS = "days"
"""Folder of the earlier announcement days."""
STATES_WITHOUT_PAPERS = "states without papers"
CATEGORIES_WITHOUT_PAPERS = "categories without papers"
BADGES_WITHOUT_PAPERS = "badges without papers"
"""Folders of the states of the library, followed categories and badges that no paper has."""
AUTHORS = "authors"
"""Folder of the authors with the most papers, who are counted while it is open."""
CATEGORIES = "categories"
"""Folder of all archives."""
HISTOGRAM = "histogram"
"""Row of the months."""
MONTHS = "Submitted"
"""Heading above the months."""
_DAYS_SHOWN = 7
_TOP_CATEGORIES = 5
_AUTHORS = 10


@frozen
class RowCounts:
    """Counts for the rows. ``standing`` are the library's counts of all papers; ``facets_of`` returns the facet counts
    for a group's rows (None before the first count); ``views`` are the saved views, each with its papers and unread
    papers; ``opened`` are the names of the open folders; ``terms`` are the terms of the query, which always have a
    row; ``base`` is the query that the rows build upon; ``authors`` are those counted for
    it (None: not yet)."""

    standing: FilterCounts
    query: str = ""
    facets_of: Callable[[FilterGroup], Facets] | None = None
    views: Sequence[ViewCount] = ()
    opened: Collection[str] = ()
    terms: Collection[str] = ()
    base: str = ""
    authors: AuthorCounts | None = None

    @property
    def searching(self) -> bool:
        """Whether a query restricts the counts."""
        return bool(self.query)

    def basis(self, group: FilterGroup | None) -> str:
        """Return in words which papers the numbers of a group's rows count: those of the list (``of these``), those of
        the library (``of all``), or those that the list would have with a row in place of the terms of its group
        (``if chosen``). Empty without a query, and for places."""
        if not self.searching or group is None:
            return ""
        if self.base == self.query and group not in constrained_groups(self.base):
            return " · of these"
        return " · if chosen" if without_group(self.base, group) else " · of all"

    def numbers_of(self, group: FilterGroup) -> Callable[[str], int | None]:
        """Return a function from a row's name to its number of papers; the function returns None before the first
        count."""
        if self.facets_of is None:
            return lambda _: None
        facets = self.facets_of(group)
        numbers: dict[str, int] = {}
        for part in reversed(group.parts):
            numbers.update(getattr(facets, part))
        return lambda name: numbers.get(name, 0)

    def facets(self, group: FilterGroup) -> Facets | None:
        """Return the facet counts for the rows of a group; None before the first count."""
        return self.facets_of(group) if self.facets_of else None


def filter_rows(counts: RowCounts) -> list[FilterRow]:
    """Return all rows from top to bottom, with a blank heading between sections. A section without rows is left out."""
    sections = (
        ("Library", _states(counts), None),
        ("Views", _views(counts), None),
        ("Lists", _lists(counts), None),
        ("Announced", _days(counts), None),
        ("Categories", _categories(counts), FilterGroup.CATEGORY),
        (MONTHS, chain(_months(counts), _authors(counts)), None),
        ("Badges", _badges(counts), FilterGroup.BADGE),
        ("Ratings", _ratings(counts), FilterGroup.RATING),
        ("Tags", _tags(counts), FilterGroup.TAG),
    )
    rows: list[FilterRow] = []
    for title, of_section, group in sections:
        if section_rows := list(of_section):
            rows += [FilterRow(f"above {title}", "", RowKind.HEADING)] if rows else []
            rows += [FilterRow(title, title + counts.basis(group), RowKind.HEADING), *section_rows]
    return rows


def _states(counts: RowCounts) -> Iterator[FilterRow]:
    """Yield the states of the library."""
    standing = counts.standing
    yield FilterRow("", "All papers", query="", papers=standing.all, is_place=True)
    totals = (standing.unread, standing.fresh, standing.read, *standing.marked.values())
    rows = [
        _place(query, label, None, papers) if query == UNREAD else _place(query, label, papers)
        for (query, label), papers in zip(STATES.items(), totals, strict=True)
    ]
    yield from (shown := _with_papers(rows, counts, always=UNREAD))
    yield from _without_papers(rows, shown, STATES_WITHOUT_PAPERS, counts)


def _with_papers(rows: Sequence[FilterRow], counts: RowCounts, always: str = "") -> list[FilterRow]:
    """Return the rows with papers, those that the query has, and the one that is shown ``always``."""
    terms = {always, *(term.removeprefix("-") for term in counts.terms)}
    return [row for row in rows if row.papers != 0 or (row.query and row.query in terms)]


def _without_papers(
    rows: Sequence[FilterRow], shown: Collection[FilterRow], name: str, counts: RowCounts
) -> Iterator[FilterRow]:
    """Yield a folder of the rows that are not shown, if there are any."""
    if len(shown) < len(rows):
        yield (folder := _folder(name, "empty rows", counts))
        if folder.opened:
            yield from (changed(row, depth=1) for row in rows if row not in shown)


def _folder(name: str, label: str, counts: RowCounts) -> FilterRow:
    return FilterRow(name, label, RowKind.FOLDER, opened=name in counts.opened)


def _place(
    query: str, label: str, papers: int | None, unread: int | None = None, kind: RowKind = RowKind.QUERY
) -> FilterRow:
    return FilterRow(query, label, kind, query, papers, unread, is_place=True)


def _views(counts: RowCounts) -> Iterator[FilterRow]:
    yield _place(FOR_YOU, "For you", None)
    for view, papers, unread in counts.views:
        yield changed(_place(view.query, view.name, papers, unread), name=f"view {view.name}", view=view)


def _days(counts: RowCounts) -> Iterator[FilterRow]:
    for position, (day, numbers, unread) in enumerate(counts.standing.days):
        if position == _DAYS_SHOWN:
            yield (folder := _folder(DAYS, "earlier", counts))
            if not folder.opened:
                return
        yield changed(_place(f"day:{day.isoformat()}", day_label(day), numbers.papers, unread), numbers=numbers)


def _categories(counts: RowCounts) -> Iterator[FilterRow]:
    number_of, facets = counts.numbers_of(FilterGroup.CATEGORY), counts.facets(FilterGroup.CATEGORY)
    followed = [code for code, _, _ in counts.standing.categories]
    rows = [
        _category(code, number_of(code)) if counts.searching else _category(code, papers, unread)
        for code, papers, unread in counts.standing.categories
    ]
    yield from (mine := _with_papers(rows, counts) if counts.searching else rows)
    if not facets:
        return
    others = [code for code, _ in facets.categories if code not in (*followed, *CANONICAL)]
    most = _TOP_CATEGORIES + len(rows) - len(mine)
    shown = _top_categories(others, [code for code in _query_categories(counts) if code not in followed], most)
    for code in shown:
        yield _category(code, number_of(code))
    yield from (empty := [*_without_papers(rows, mine, CATEGORIES_WITHOUT_PAPERS, counts)])
    yield (folder := _folder(CATEGORIES, "all archives", counts))
    if folder.opened:
        yield from _archives(facets, counts.opened)
    # Always fill as many lines, so that the rows below seldom move when counts arrive.
    for place in range(len(shown) + len(empty), _TOP_CATEGORIES):
        yield FilterRow(f"room {place}", "", RowKind.HEADING)


def _top_categories(codes: Sequence[str], named: Sequence[str], most: int) -> list[str]:
    """Return the first ``most`` categories, the last of them replaced by categories that the query names."""
    missing = [code for code in named if code not in codes[:most]]
    return [*codes[: max(most - len(missing), 0)], *missing]


def _query_categories(counts: RowCounts) -> list[str]:
    """Return the categories that the query includes or excludes."""
    terms = (term.removeprefix("-") for term in counts.terms)
    return [term.removeprefix("cat:") for term in terms if term.startswith("cat:")]


def _archives(facets: Facets, opened: Collection[str]) -> Iterator[FilterRow]:
    """Yield every archive, most papers first; below an open archive, its categories."""
    for archive, papers in facets.archives:
        name = f"archive {archive}"
        within = [each for each in facets.categories if archive_of(each[0]) == archive and each[0] != archive]
        is_open = name in opened if within else None
        yield FilterRow(name, archive, query=f"cat:{archive}", papers=papers, depth=1, opened=is_open)
        if is_open:
            for code, number in within:
                yield FilterRow(f"{name} {code}", code, query=f"cat:{code}", papers=number, depth=2)


def _category(code: str, papers: int | None, unread: int | None = None) -> FilterRow:
    return FilterRow(f"cat:{code}", code, query=f"cat:{code}", papers=papers, unread=unread)


def _months(counts: RowCounts) -> Iterator[FilterRow]:
    """Yield the lines of bars (the cursor stops on the lowest one) and the line of years."""
    if not counts.facets_of:
        return
    for line in range(ROWS - 1):
        yield FilterRow(f"{HISTOGRAM} {line}", "", RowKind.HEADING, line=line)
    yield FilterRow(HISTOGRAM, "", RowKind.HISTOGRAM, line=ROWS - 1)
    yield FilterRow(f"{HISTOGRAM} {ROWS}", "", RowKind.HEADING, line=ROWS)


def _authors(counts: RowCounts) -> Iterator[FilterRow]:
    """Yield the folder of the authors; while it is open, as many lines whether or not they are counted yet."""
    facets = counts.facets(FilterGroup.CATEGORY)
    if not facets or not facets.total:
        return
    yield (folder := _folder(AUTHORS, "authors of these" if counts.searching else "authors", counts))
    if not folder.opened:
        return
    authors, sampled = counts.authors or AuthorCounts()
    for name, papers, is_followed in authors:
        term = author_term(name)
        yield FilterRow(term, readable(name), query=term, papers=papers, depth=1, author=name, is_followed=is_followed)
    for place in range(len(authors), _AUTHORS):
        yield FilterRow(f"author {place}", "", RowKind.HEADING)
    yield FilterRow("sampled", f" names of {count(sampled)} papers" if sampled else "", RowKind.HEADING)


def _badges(counts: RowCounts) -> Iterator[FilterRow]:
    if not counts.standing.reviewed:
        return
    number_of = counts.numbers_of(FilterGroup.BADGE)
    rows = [FilterRow(query, label, query=query, papers=number_of(badge)) for badge, (query, label) in BADGES.items()]
    yield from (shown := _with_papers(rows, counts) if counts.searching else rows)
    yield from _without_papers(rows, shown, BADGES_WITHOUT_PAPERS, counts)


def _tags(counts: RowCounts) -> Iterator[FilterRow]:
    facets = counts.facets(FilterGroup.TAG)
    for tag, papers in facets.tags if facets else ():
        query = name_term("tag", tag)
        yield FilterRow(query, tag, RowKind.TAG, query=query, papers=papers)


def _lists(counts: RowCounts) -> Iterator[FilterRow]:
    """Yield the reading states that have papers, and the reading lists."""
    for name, papers in counts.standing.readings.items():
        query = f"is:{name}"
        yield _place(query, READINGS[query], papers)
    for name, papers, unread in counts.standing.lists:
        yield _place(name_term("list", name), name, papers, unread, RowKind.LIST)


def _ratings(counts: RowCounts) -> Iterator[FilterRow]:
    facets = counts.facets(FilterGroup.RATING)
    for rating, papers in facets.ratings if facets else ():
        query = f"rating:{rating}"
        yield FilterRow(query, f"Rated {rating}", query=query, papers=papers)
