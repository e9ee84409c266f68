"""``arxtui list``: papers, one a line, newest first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.queries import query_messages, say_note_on_literals
from arxtui.light import deferred
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.expr import Sort
from arxtui.query import check

with deferred():
    from arxtui.query.explain import explain

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing

_CHUNK = 500
_EMPTY = (
    "the cache holds no papers yet; 'arxtui refresh' fetches those of your categories ('arxtui subscribe'), "
    "'arxtui import FILE' imports others"
)


def run(options: argparse.Namespace) -> int:
    """List the papers."""
    query = check(" ".join(options.query))
    if options.explain:
        output.line(output.foreign(explain(query)))
        say_note_on_literals(query.text)
    else:
        shown, total = show(query.text, options.limit, as_json=options.json, authors=options.authors)
        if shown < total:
            output.say(f"{shown:,} of {total:,} papers; --limit N shows more, --limit 0 all")
    return OK


def show(
    query: str, limit: int, *, as_json: bool, authors: bool = False, empty_message: str = "no paper matches"
) -> tuple[int, int]:
    """Print at most ``limit`` papers of a valid query (0: all), with their authors on demand, or the text
    ``empty_message``.

    Return the number printed and the total.
    """
    with open_library() as library:
        listing = library.search.listing(query)
        if not listing.total and (others := library.suggestions.with_some_words(query)):
            listing = others
            output.say(f"no paper has all of these words; those that have some, best first ({listing.query.text}):")
        if not listing.complete and not 0 < limit <= len(listing.keys):
            listing = library.search.more(listing)
        shown, total = min(limit or listing.total, listing.total), library.search.total_of(listing)
        for keys in _chunks(listing.keys, shown):
            show_papers(library, keys, listing, as_json=as_json, authors=authors)
        notes = notes_on(library, listing, empty_message)
    for words in notes:
        output.say(words)
    return shown, total


def notes_on(library: Library, listing: Listing, empty_message: str = "no paper matches") -> list[str]:
    """Return notes on a listing: the numbers of a day's papers by type, what may be missing and why, ``empty_message``
    if it is empty, and suggestions."""
    query = listing.query.text
    notes = [DayNumbers.of(listing.types.values()).words] if listing.types else []
    notes += [f"{listing.note}: papers may be missing"] if listing.note else []
    notes += [listing.ungrouped] if listing.ungrouped else []
    if library.has_rules:
        notes += _notes_on_rules(library, query)
    if listing.query.sort is Sort.FOR_YOU and not (ranking := library.ranking.state()).learned:
        notes.append(f"for you: {ranking}")
    message = "" if listing.total else empty_message if query.strip() else _EMPTY
    if message and listing.untried:
        message = "no paper that was searched matches"
    return [*notes, *query_messages(library, query, message)]


def _notes_on_rules(library: Library, query: str) -> Iterator[str]:
    if muted := library.facets.hidden_by_rules(query):
        yield f"{muted:,} hidden by rules; is:muted lists them"
    if note := library.rules.note():
        yield note


def show_papers(
    library: Library, keys: Sequence[int], listing: Listing | None = None, *, as_json: bool, authors: bool = False
) -> None:
    """Print papers, one a line; for a listing, with the date by which it is ordered, and the authors on demand."""
    if not as_json:
        rows = library.papers.rows_of(listing, keys, details=authors) if listing else library.papers.rows(keys)
        headings = listing.headings if listing and not table.is_piped() else {}
        for row, line in zip(rows, table.lines(rows, authors=authors), strict=True):
            if row.key in headings:
                output.line(output.styled(output.foreign(headings[row.key]), output.BOLD))
            output.line(line)
            if row.words and output.is_terminal():
                output.line(output.styled(f"    {output.foreign(', '.join(row.words))}", output.DIM))
        return
    words = listing.words if listing else {}
    for record in library.papers.records(keys, derived=True):
        matched = {"matched_words": words[record.key]} if record.key in words else None
        output.record_as_json(record, more=matched)


def _chunks(keys: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    """Yield the first ``count`` keys in chunks, so that the first lines appear immediately."""
    for start in range(0, count, _CHUNK):
        yield keys[start : min(start + _CHUNK, count)]
