"""Commands that list papers by announcement day, saved view, state, category or tag, and their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from arxtui.cli.plain.blocks import day_words
from arxtui.cli.plain.declaration import command
from arxtui.cli.plain.listing import list_papers
from arxtui.cli.plain.session import Session
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import open_library
from arxtui.library.views import FilterCounts
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.arxiv.taxonomy import CATEGORIES, category_name
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS
from arxtui.text.matching.nearest import did_you_mean

_NO_DAYS = "no announcement of your categories is stored; 'refresh' fetches them"


@command("days", "", "List the announcement days with the numbers of their papers; 'day' opens one.")
def days(session: Session, rest: str) -> int:
    """List the days, newest first."""
    stored = _days()
    for number, (day, numbers, unread) in enumerate(stored, 1):
        output.line(f"{number}. {day:%A} {day_words(day)}: {_numbers(numbers.papers, unread)}; {numbers.words}")
    output.say("'day NUMBER' lists the papers of a day" if stored else _NO_DAYS)
    return OK


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
        raise CommandError(_NO_DAYS)
    if not 1 <= number <= len(stored):
        raise BadCommandError(f"there is no day number {rest}; 'days' lists {counted(len(stored), 'day')}")
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
        raise BadCommandError(f"there is no view {rest!r}{did_you_mean(rest, names)}; {known}" if rest else known)
    return list_papers(session, matching[0].query)


@command("counts", "", "Count the papers: all, unread and starred papers, and those of each category, tag and list.")
def counts(session: Session, rest: str) -> int:
    """Print the counts of the library."""
    with open_library() as library:
        numbers = library.counts.filters()
    for line in _counts(numbers):
        output.line(output.foreign(line))
    return OK


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
    return OK


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
