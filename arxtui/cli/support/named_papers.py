"""Papers named on a command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import FAILED, OK, BadCommandError, CommandError
from arxtui.light import NamedTuple, changed, deferred
from arxtui.model.arxiv.ids import ArxivId, key_named
from arxtui.model.dois import doi_named
from arxtui.model.expr import EVERYTHING
from arxtui.query import check

with deferred():
    from arxtui.cli.support.queries import query_messages

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.events import Event
    from arxtui.model.expr import Query
    from arxtui.model.views import Record


STDIN = "-"


def with_piped(texts: Iterable[str]) -> list[str]:
    """Return the arguments, with the lines of standard input in place of ``-``.

    Of a line with columns, as ``arxtui list`` writes them into a pipe, the first one counts. Raises CommandError if
    standard input has no lines, or is no text.
    """
    names: list[str] = []
    for text in texts:
        if text == STDIN:
            names += _piped_names()
        else:
            names.append(text)
    return names


def _piped_names() -> list[str]:
    try:
        piped = [name for line in sys.stdin if (name := line.split("\t")[0].strip())]
    except UnicodeDecodeError as error:
        raise CommandError(f"standard input is not text in {error.encoding}") from error
    if not piped:
        raise CommandError("standard input names no paper")
    return piped


def is_name(text: str) -> bool:
    """Whether the text names one paper; otherwise it is a query."""
    try:
        key_named(text)
    except ValueError:
        return doi_named(text) is not None
    return True


def checked_query(text: str, action: str, advice: str) -> Query:
    """Return the query of an argument, checked. Raises BadCommandError for an empty one, as from an unset shell
    variable: it would mean every paper.

    ``action`` is the action (``mark every paper``), ``advice`` what to do instead, both for the error message.
    """
    query = check(text)
    if query.expr == EVERYTHING and not any(character.isalnum() or character == "*" for character in text):
        raise BadCommandError(f"{text!r} would {action}; {advice}")
    return query


def check_papers(texts: Iterable[str], action: str) -> None:
    """Check identifiers, DOIs and queries before anything is done.

    Raises QueryError for an invalid query, and the errors of :func:`checked_query`.
    """
    for text in texts:
        if not is_name(text):
            checked_query(text, action, "name papers or a query, such as is:starred; '*' is every paper")


def key_of(library: Library, text: str) -> int:
    """Return the key of a paper in the cache.

    Raises BadCommandError if ``text`` is not a name, CommandError for an unknown paper.
    """
    key = library.papers.key_of(text)
    if key is None:
        raise _unknown(text)
    return key


def record_for(library: Library, text: str) -> Record:
    """Return the record of a paper; if ``text`` names an unknown newer version, print which version the record
    describes.

    Raises the errors of :func:`key_of`.
    """
    record = _record_of(library, text)
    newest = record.paper.version
    with suppress(ValueError):
        version = ArxivId.parse(text).version
        if version and newest and version > newest:
            output.say(f"arxtui: version {version} is not stored; this is v{newest}, the newest known")
    return record


def records_for(library: Library, texts: Iterable[str]) -> Iterator[Record]:
    """Yield the records of the papers that arguments name, or standard input for ``-``.

    Raises the errors of :func:`key_of` before the first record, and those of :func:`with_piped`.
    """
    names = with_piped(texts)
    for name in names:
        key_of(library, name)
    yield from (record_for(library, name) for name in names)


def _record_of(library: Library, text: str) -> Record:
    record = library.papers.record(key_of(library, text))
    if record is None:
        raise _unknown(text)
    return record


def _unknown(text: str) -> CommandError | BadCommandError:
    if is_name(text):
        return CommandError(f"{text} is not in the cache; 'arxtui refresh' or 'arxtui import FILE' may add it")
    return BadCommandError(f"not an identifier or a DOI: '{text}'; 'arxtui list' shows the name of each paper")


class NamedPapers(NamedTuple):
    """The keys of the papers named by arguments, each once, in order; ``has_unmatched``: a query matched no paper.

    The verb then processes the papers of the other arguments, and ends with exit status 1.
    """

    keys: Sequence[int]
    has_unmatched: bool

    def status(self, code: int) -> int:
        """Return the exit status of a verb that would end with ``code`` if every query had matched papers."""
        return FAILED if self.has_unmatched and code == OK else code

    def ending(self, emit: Callable[[Event], object]) -> Callable[[Event], None]:
        """Return an event handler that passes events to ``emit``, with the last event's exit status adjusted by
        :meth:`status`.
        """

        def handle(event: Event) -> None:
            code = event.exit_code
            emit(event if code is None else changed(event, exit_code=self.status(code)))

        return handle


def papers_of(library: Library, texts: Iterable[str], *, queued: bool = False) -> NamedPapers:
    """Return the papers that identifiers, DOIs and queries name, and with ``queued`` the queued papers, if any.

    Each argument is a query of its own. A query that matches nothing, or whose result may be incomplete, is reported.
    Raises the errors of :func:`key_of`.
    """
    keys: dict[int, None] = {}
    has_unmatched = False
    for text in texts:
        if is_name(text):
            keys[key_of(library, text)] = None
        else:
            listing = library.search.listing(text)
            keys.update(dict.fromkeys(library.search.more(listing).keys))
            if listing.note:
                output.say(f"{listing.note}: papers may be missing")
            has_unmatched = has_unmatched or not listing.total
            empty_message = "" if listing.total else f"no paper matches {output.foreign(text)!r}"
            for words in query_messages(library, text, empty_message):
                output.say(words)
    if queued:
        keys.update(dict.fromkeys(papers_of(library, ["is:queued"]).keys))
    return NamedPapers(list(keys), has_unmatched)
