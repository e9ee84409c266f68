"""Commands that show lists of papers page by page, by query, announcement day, saved view, state, category or tag, and
one paper of a list."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import notes_on
from arxtui.cli.plain.blocks import block, day_words, prose
from arxtui.cli.plain.declaration import command
from arxtui.cli.plain.session import Session, split_papers
from arxtui.cli.plain.verbs import run_verb
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.settings import home
from arxtui.library.views import FilterCounts
from arxtui.light import deferred
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.arxiv.taxonomy import CATEGORIES, category_name
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS
from arxtui.query import check
from arxtui.query.explain import explain
from arxtui.text.matching.nearest import did_you_mean

with deferred():
    from arxtui.library.references.file_entries import FileEntries

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing


PAGE = 10
"""Papers on a page."""


class ListedPapers:
    """The papers of a query, page by page."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._start = 0

    @property
    def has_more(self) -> bool:
        """Whether there is a page after the current one."""
        return self._start + PAGE < len(self._listing.keys)

    def turn(self, step: int) -> int:
        """Show the next (``step`` 1) or previous (-1) page. Raises CommandError if there is none."""
        start = self._start + step * PAGE
        if not 0 <= start < len(self._listing.keys):
            raise exits.CommandError(
                "this is the last page of the list" if step > 0 else "this is the first page of the list"
            )
        self._start = start
        with open_library() as library:
            self.show(library)
        return exits.OK

    def show(self, library: Library) -> None:
        """Print the page: which papers it shows, the papers, and the commands to continue."""
        keys = self._listing.keys
        end = min(self._start + PAGE, len(keys))
        if not keys:
            return
        meaning = output.foreign(explain(self._listing.query))
        prose(f"Papers {self._start + 1:,} to {end:,} of {self._listing.total:,}: {meaning}")
        plain = library.papers.rows_of(self._listing, keys[self._start : end], details=True)
        own = FileEntries.read(home()[1].export.bibliography_file)
        rows = library.papers.with_bibliography(plain, own)
        numbers = {key: number for number, key in enumerate(keys[self._start : end], self._start + 1)}
        headings = self._listing.headings
        for row in rows:
            if row.key in headings:
                output.line("")
                prose(output.foreign(headings[row.key]))
            output.line("")
            for line in block(numbers[row.key], row):
                output.line(line)
        output.line("")
        if end < len(keys):
            prose(f"'next' shows {end + 1:,} to {min(end + PAGE, len(keys)):,}; a number shows its paper")
        else:
            prose("The end of the list; a number shows its paper")


@command(
    "list",
    "[QUERY]",
    "List the papers that match a query, or all papers, newest first, ten a page. Afterwards numbers refer to these "
    "papers: 3, 2-5, 1,4-6.",
    ("list",),
)
def list_papers(session: Session, rest: str) -> int:
    """List the papers, and store their keys, so that numbers name papers."""
    if rest.startswith("--"):
        raise exits.BadCommandError("'list' takes only a query here; 'arxtui list' in a shell takes options")
    query = check(rest).text
    with open_library() as library:
        listing = library.search.more(library.search.listing(query))
        if not listing.total and (others := library.suggestions.with_some_words(query)):
            listing = others
            output.say("No paper has all of these words; those that have some, best first.")
        listed = ListedPapers(listing)
        session.papers, session.paper, session.pages = listing.keys, None, listed
        listed.show(library)
        for words in notes_on(library, listing):
            output.say(words)
    return exits.OK


@command("next", "", "Show the next page of the last list or text. Enter alone does the same.")
def next_page(session: Session, rest: str) -> int:
    """Show the next page."""
    return _pages(session, rest, 1)


@command("back", "", "Show the previous page.")
def previous_page(session: Session, rest: str) -> int:
    """Show the previous page."""
    return _pages(session, rest, -1)


@command(
    "show",
    "[PAPER]",
    "Show a paper: title, authors, marks, reviews, abstract. Its number or identifier alone does the same. Without "
    "PAPER: the paper shown last.",
)
def show_paper(session: Session, rest: str) -> int:
    """Show a paper, and make it the current paper of commands without a paper."""
    [name, *more], others = split_papers(session, rest.split())
    if more or others:
        raise exits.BadCommandError("'show' takes one paper: its number in the last list, or its identifier")
    code = run_verb(session, ["show", name])
    if code == exits.OK:
        with open_library() as library:
            session.paper = library.papers.key_of(name)
    return code


def _pages(session: Session, rest: str, step: int) -> int:
    if rest:
        raise exits.BadCommandError("'next' and 'back' take no arguments")
    if session.pages is None:
        raise exits.BadCommandError("there are no pages to turn; 'list' lists papers, 'read' reads one")
    return session.pages.turn(step)


_NO_DAYS = "no announcement of your categories is stored; 'refresh' fetches them"


@command("days", "", "List the announcement days with the numbers of their papers; 'day' opens one.")
def days(session: Session, rest: str) -> int:
    """List the days, newest first."""
    stored = _days()
    for number, (day, numbers, unread) in enumerate(stored, 1):
        output.line(f"{number}. {day:%A} {day_words(day)}: {_numbers(numbers.papers, unread)}; {numbers.words}")
    output.say("'day NUMBER' lists the papers of a day" if stored else _NO_DAYS)
    return exits.OK


@command(
    "day",
    "[DAY]",
    "List the papers of an announcement day, given by its number in 'days' or its date: day 2, day 2026-05-13. "
    "Without DAY: the newest day.",
)
def day(session: Session, rest: str) -> int:
    """List a day, named by its number in ``days`` or as in the query language."""
    if rest and not rest.isdecimal():
        return list_papers(session, f"day:{rest}")
    stored, number = _days(), int(rest or 1)
    if not stored:
        raise exits.CommandError(_NO_DAYS)
    if not 1 <= number <= len(stored):
        raise exits.BadCommandError(f"there is no day number {rest}; 'days' lists {counted(len(stored), 'day')}")
    return list_papers(session, f"day:{stored[number - 1][0]}")


@command(
    "view",
    "NAME",
    "List the papers of a saved view, given by its name or digit; 'views' lists and saves views.",
    ("views", "rename"),
)
def view(session: Session, rest: str) -> int:
    """List the papers of a view."""
    with open_library() as library:
        views = library.views.all()
    matching = [saved for saved in views if rest in (saved.name, str(saved.key or ""))]
    if not rest or not matching:
        names = [saved.name for saved in views]
        known = (
            f"'views' lists {counted(len(names), 'saved view')}"
            if names
            else "no views are saved, 'views add' saves one"
        )
        raise exits.BadCommandError(f"there is no view {rest!r}{did_you_mean(rest, names)}; {known}" if rest else known)
    return list_papers(session, matching[0].query)


@command("counts", "", "Count the papers: all, unread and starred papers, and those of each category, tag and list.")
def counts(session: Session, rest: str) -> int:
    """Print the counts of the library."""
    with open_library() as library:
        numbers = library.counts.filters()
    for line in _counts(numbers):
        output.line(output.foreign(line))
    return exits.OK


@command(
    "categories", "[WORDS]", "List arXiv's categories, or those with WORDS in code or name; 'subscribe' follows them."
)
def categories(session: Session, rest: str) -> int:
    """List categories."""
    words = rest.lower()
    codes = [code for code in CATEGORIES if words in f"{code} {category_name(code)}".lower()]
    for code in codes:
        output.line(f"{code}: {category_name(code)}")
    output.say("'subscribe CODE' follows a category" if codes else f"no category has {rest!r} in its code or name")
    return exits.OK


def _days() -> tuple[tuple[date, DayNumbers, int], ...]:
    with open_library() as library:
        return library.counts.filters().days


def _counts(counts: FilterCounts) -> Iterable[str]:
    yield f"All: {counted(counts.all, 'paper')}"
    yield f"Unread: {counts.unread:,}"
    for mark in MARKS:
        if mark.name in counts.marked:
            yield f"{mark.label}: {counts.marked[mark.name]:,}"
    for kind, named in (("Category", counts.categories), ("Tag", counts.tags), ("List", counts.lists)):
        yield from (f"{kind} {name}: {_numbers(papers, unread)}" for name, papers, unread in named)


def _numbers(papers: int, unread: int) -> str:
    return f"{counted(papers, 'paper')}, {unread:,} unread"
