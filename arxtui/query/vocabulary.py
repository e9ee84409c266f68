"""The words of the query language: the field names, and the values that some fields accept.

Completion, help and fault messages take the words from this module.
"""

from __future__ import annotations

from arxtui.model.expr import NAMED_ORDERS, Field, Grouping
from arxtui.model.marks import MARKS
from arxtui.model.sources import SOURCES

FIELDS: dict[str, str] = {
    "all": "words anywhere, as without a field",
    "ti": "words of the title",
    "abs": "words of the abstract",
    "au": "words of the authors' names",
    "co": "words of the comment",
    "jr": "words of the journal reference",
    "venue": "the venue that accepted or published it",
    "doi": "a DOI",
    "id": "an arXiv identifier",
    "cat": "a category, or an archive",
    "tag": "one of your tags",
    "note": "words of your note",
    "rating": "your rating, 1 to 5",
    "list": "one of your reading lists",
    "act": "the number of an act in the journal",
    "read": "the day you marked it read",
    "opened": "the day you last read its full text",
    "starred": "the day you starred it",
    "like": "a paper that it is similar to",
    "cites": "a paper that it cites",
    "citedby": "a paper that cites it",
    "refs": "the number of its references",
    "cited": "the number of papers known to cite it",
    "some": "words of which a paper needs only some",
    "source": "a source of its record",
    "badge": "the badge of its review",
    "day": "the day it was announced",
    "date": "the day it was submitted",
    "added": "the day it was first received",
    "newer": "submitted within this time",
    "after": "submitted after a day",
    "before": "submitted before a day",
    "has": "what it has",
    "is": "its state",
    "sort": "the order of the list",
    "group": "the groups of the list",
}
"""Every field, and its value described in a few words."""

ALIASES: dict[str, str] = {
    "title": "ti",
    "abstract": "abs",
    "author": "au",
    "authors": "au",
    "comment": "co",
    "comments": "co",
    "journal": "jr",
    "category": "cat",
    "year": "date",
    "submittedDate": "date",
}
"""Other names of fields, and the fields that they mean."""
_ALIASES_BY_LOWER = {alias.lower(): field for alias, field in ALIASES.items()}

UNSEARCHED = {
    "lastupdateddate": "the day of the last update is not searched: sort:updated lists by it",
    "rn": "report numbers are not stored",
}
"""The fields of arXiv's search that have no counterpart here, in lower case, and why."""

STATES = (
    *("unread", "read", *(mark.name for mark in MARKS), "muted", "highlighted"),
    *("toread", "reading", "finished", "fresh", "new", "cross", "replaced", "withdrawn"),
)
ORDERS = tuple(order.value for order in NAMED_ORDERS)
GROUPINGS = tuple(grouping.value for grouping in Grouping)
SOURCE_NAMES = tuple(SOURCES)
BADGES = ("theorem", "recognition", "none")
THINGS = ("code", "link", "review", "fulltext", "doi", "note", "tag", "rating", "list")

VALUES: dict[str, tuple[str, ...]] = {
    "is": STATES,
    "sort": ORDERS,
    "group": GROUPINGS,
    "source": SOURCE_NAMES,
    "badge": BADGES,
    "has": THINGS,
}
"""The fields that accept a fixed set of values, and those values; ``badge`` also accepts a number of theorem links."""

WORD_FIELDS = frozenset({"all", Field.ANY, Field.TITLE, Field.ABSTRACT, Field.AUTHOR, Field.COMMENT, Field.JOURNAL})
"""The fields whose text is words, in which a regular expression can be searched."""

STARRED_FIELDS = frozenset({"all", "ti", "abs", "au", "co", "jr", "venue", "doi", "id", "cat", "tag", "note", "list"})
"""The fields whose value can be a prefix, written with a star at its end."""


def field_named(name: str) -> str:
    """Return the usual name of a field in lower case, for any name that it has; other text in lower case."""
    lower = name.lower()
    return _ALIASES_BY_LOWER.get(lower, lower)
