"""What is said of a sound query: that nothing matches it, and what may have been meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.model.arxiv.calendar import quiet
from arxtui.model.expr import announcement_days
from arxtui.query import parse
from arxtui.query.bare_codes import as_categories, note_on_codes
from arxtui.text.matching.nearest import meant

if TYPE_CHECKING:
    from arxtui.library.facade import Library


def words_on_query(held: Library, query: str, none: str = "") -> list[str]:
    """Sentences on a query. ``none`` are the words for that it finds nothing, empty where it finds something."""
    others = held.suggestions.of(query) if none else ()
    said = [f"{none}{_quiet(query)}{meant(others)}"] if none else []
    return [*said, note_on_codes(query)] if as_categories(query) not in (query, *others) else said


def _quiet(query: str) -> str:
    """Why there are no announcements on the days that a query asks for; empty where there should be some."""
    days = announcement_days(parse(query).expr)
    found = quiet(*days) if days else None
    return f"; no announcements on {found.days}: {found.why}" if found else ""


def say_note_on_codes(query: str) -> None:
    """Say that codes of categories were taken for words, where the query has any."""
    if note := note_on_codes(query):
        output.say(note)
