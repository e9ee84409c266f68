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
from arxtui.model.arxiv.taxonomy import CATEGORIES, category_name
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS
from arxtui.text.matching.nearest import did_you_mean

_NO_DAYS = "no announcement of a category that you follow is stored; 'refresh' asks arXiv"


@command("days", "", "List the announcement days, with their papers; day opens one.")
def days(session: Session, rest: str) -> int:
    """List the days, newest first."""
    found = _days()
    for number, (day, papers, unread) in enumerate(found, 1):
        output.line(f"{number}. {day:%A} {day_words(day)}: {_numbers(papers, unread)}")
    output.say("'day NUMBER' lists the papers of a day" if found else _NO_DAYS)
    return OK


@command(
    "day",
    "[DAY]",
    "List the papers of an announcement day, named by its number in days or by its date: day 2, day 2026-05-13. The "
    "newest one without.",
)
def day(session: Session, rest: str) -> int:
    """List a day, named by its number in ``days`` or as in the query language."""
    if rest and not rest.isdecimal():
        return list_papers(session, f"day:{rest}")
    found, number = _days(), int(rest or 1)
    if not found:
        raise CommandError(_NO_DAYS)
    if not 1 <= number <= len(found):
        raise BadCommandError(f"there is no day number {rest}; 'days' numbers {len(found)}")
    return list_papers(session, f"day:{found[number - 1][0]}")


@command(
    "view",
    "NAME",
    "List the papers of a saved view, named by its name or its digit; views lists and saves them.",
    ("views", "rename"),
)
def view(session: Session, rest: str) -> int:
    """List the papers of a view."""
    with open_library() as library:
        views = library.views.all()
    found = [each for each in views if rest in (each.name, str(each.key or ""))]
    if not rest or not found:
        names = [each.name for each in views]
        known = f"'views' lists the {len(names)} that are saved" if names else "none is saved, 'views add' saves one"
        raise BadCommandError(f"there is no view {rest!r}{did_you_mean(rest, names)}; {known}" if rest else known)
    return list_papers(session, found[0].query)


@command("counts", "", "Count the papers: all, unread and starred ones, those of each category, tag and list.")
def counts(session: Session, rest: str) -> int:
    """Print the counts of the library."""
    with open_library() as library:
        found = library.counts.filters()
    for line in _counts(found):
        output.line(output.foreign(line))
    return OK


@command(
    "categories", "[WORDS]", "List arXiv's categories, or those with WORDS in code or name; subscribe follows them."
)
def categories(session: Session, rest: str) -> int:
    """List categories."""
    wanted = rest.lower()
    found = [code for code in CATEGORIES if wanted in f"{code} {category_name(code)}".lower()]
    for code in found:
        output.line(f"{code}: {category_name(code)}")
    output.say("'subscribe CODE' follows a category" if found else f"no category has {rest!r} in its code or name")
    return OK


def _days() -> tuple[tuple[date, int, int], ...]:
    with open_library() as library:
        return library.counts.filters().days


def _counts(found: FilterCounts) -> Iterable[str]:
    yield f"All: {counted(found.all, 'paper')}"
    yield f"Unread: {found.unread:,}"
    for mark in MARKS:
        if mark.name in found.marked:
            yield f"{mark.label}: {found.marked[mark.name]:,}"
    for kind, named in (("Category", found.categories), ("Tag", found.tags), ("List", found.lists)):
        yield from (f"{kind} {name}: {_numbers(papers, unread)}" for name, papers, unread in named)


def _numbers(papers: int, unread: int) -> str:
    return f"{counted(papers, 'paper')}, {unread:,} unread"
