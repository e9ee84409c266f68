"""The lines that plain mode prints for a paper in a list: title, marks, authors and available content, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from arxtui.cli.support import output
from arxtui.model import signs
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS, Marks
from arxtui.model.views import Row
from arxtui.text import wrap

_INDENT = "   "
_NAMED_AUTHORS = 3
_TYPES = {AnnounceType.NEW: "new", **{kind: sign.spoken for kind, sign in signs.ARRIVALS.items()}}


def block(number: int, row: Row) -> Iterator[str]:
    """Yield the lines of a paper, the first one with its number."""
    title = row.title or "untitled"
    sentences = [
        ", ".join(marks_words(row.marks)),
        _authors(row.authors),
        ", ".join(filter(None, _facts(row))),
        f"Pith: {row.headline}" if row.headline else "",
        f"Has {', '.join(row.words)}" if row.words else "",
    ]
    width = output.width()
    first = True
    for text in (f"{number}. {title}", *filter(None, map(_sentence, sentences))):
        shown = output.spoken(text)
        for line in wrap(shown, max(width - len(_INDENT), 20)) if width else [shown]:
            yield line if first else f"{_INDENT}{line}"
            first = False


def prose(text: str) -> None:
    """Print sentences of the program, wrapped at blanks if standard output has a width."""
    for line in wrap(text, output.measure()) if output.width() else [text]:
        output.line(line)


def marks_words(marks: Marks) -> Iterator[str]:
    """Yield the user's marks on a paper in words: ``unread``, ``starred``, ``rated 4``, ``tagged thesis``."""
    if marks.unread:
        yield signs.SEEN.spoken
    yield from (mark.given for mark in MARKS if marks.has(mark))
    if marks.rating:
        yield f"rated {marks.rating}"
    if marks.reading:
        yield signs.READING[marks.reading].spoken
    if marks.tags:
        yield f"tagged {', '.join(marks.tags)}"
    if marks.lists:
        yield f"on the list {', '.join(marks.lists)}"
    if marks.note:
        yield signs.NOTE.spoken


def day_words(day: date) -> str:
    """Return a day in words: ``13 May 2026``."""
    return f"{day.day} {day:%B %Y}"


def _authors(names: Sequence[str]) -> str:
    """Return the names; if there are many, only the first ones and how many others there are."""
    if len(names) <= _NAMED_AUTHORS + 1:
        return ", ".join(names)
    more = len(names) - _NAMED_AUTHORS
    return f"{', '.join(names[:_NAMED_AUTHORS])} and {more:,} others"


def _facts(row: Row) -> Iterator[str]:
    yield str(ArxivId(row.id, row.version)) if row.id else name_of(row.key)
    yield signs.WITHDRAWN.spoken if row.withdrawn else ""
    yield row.category
    yield _TYPES[row.type] if row.type else ""
    yield f"{row.dated} {day_words(row.day)}"
    yield signs.HIGHLIGHTED.spoken if row.highlighted else ""
    yield _review(row)
    yield signs.STARRED_LINKS[row.starred_link].spoken if row.starred_link else ""
    yield signs.IN_BIBLIOGRAPHY.spoken if row.in_bibliography else ""
    yield signs.TEXTS[row.fulltext].spoken if row.fulltext in signs.TEXTS else ""


def _review(row: Row) -> str:
    if row.theorem_links:
        return f"{signs.THEOREMS.spoken} {counted(row.theorem_links, 'theorem link')}"
    return signs.RECOGNITION.spoken if row.reviews else ""


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""
