"""Messages about a valid query: that nothing matches it, and what may have been meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.light import deferred
from arxtui.model.arxiv.calendar import quiet
from arxtui.model.expr import announcement_days
from arxtui.query import parse

with deferred():
    from arxtui.query.literal_words import as_meant, note_on_literals
    from arxtui.text.matching.nearest import suggest

if TYPE_CHECKING:
    from arxtui.library.facade import Library


def query_messages(library: Library, query: str, empty_message: str = "") -> list[str]:
    """Return messages about a query. ``empty_message`` states that it matches nothing; empty if it matches papers."""
    others = library.suggestions.of(query) if empty_message else ()
    messages = [f"{empty_message}{_quiet_days_words(query)}{suggest(others)}"] if empty_message else []
    if not query:
        return messages
    return [*messages, note_on_literals(query)] if as_meant(query) not in (query, *others) else messages


def _quiet_days_words(query: str) -> str:
    """Return why there are no announcements on the days of a query; empty if there should be some."""
    days = announcement_days(parse(query).expr)
    gap = quiet(*days) if days else None
    return f"; no announcements on {gap.days}: {gap.why}" if gap else ""


def say_note_on_literals(query: str) -> None:
    """Print a note if the query has words that may have been meant as codes of categories or as operators."""
    if note := note_on_literals(query):
        output.say(note)
