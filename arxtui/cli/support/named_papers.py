"""Papers as named on a command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from arxtui.cli.support import output
from arxtui.cli.support.exits import FAILED, OK, BadCommandError, CommandError
from arxtui.cli.support.queries import words_on_query
from arxtui.model.arxiv.ids import ArxivId, key_named
from arxtui.model.expr import EVERYTHING
from arxtui.model.frozen import changed
from arxtui.patterns import pattern
from arxtui.query import check

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.events import Event
    from arxtui.model.expr import Query
    from arxtui.model.views import Record

_DOI = pattern(r"(?:https?://(?:dx\.)?doi\.org/)?10\.[0-9]{4,9}/[^\s*]+")


def is_name(text: str) -> bool:
    """Whether the text names one paper rather than asks for some."""
    try:
        key_named(text)
    except ValueError:
        return bool(_DOI.fullmatch(text.strip()))
    return True


def checked_query(text: str, deed: str, advice: str) -> Query:
    """The query of an argument, as ``query.check`` reads it; BadCommandError for one that is empty, as of a shell
    variable that is not set: it would mean every paper, and nobody asked for that.

    ``deed`` is what would be done (``mark every paper``), ``advice`` what to say instead.
    """
    query = check(text)
    if query.expr == EVERYTHING and not any(sign.isalnum() or sign == "*" for sign in text):
        raise BadCommandError(f"{text!r} would {deed}; {advice}")
    return query


def check_papers(texts: Iterable[str], deed: str) -> None:
    """Look at identifiers, DOIs and queries before anything is done. QueryError for a query that is none, and errors as
    of :func:`checked_query`."""
    for text in texts:
        if not is_name(text):
            checked_query(text, deed, "say what is meant, such as is:starred; '*' is every paper")


def key_of(held: Library, text: str) -> int:
    """The key of a paper that the cache knows. BadCommandError for what names none, CommandError for no such paper."""
    return _record_of(held, text).key


def record_told(held: Library, text: str) -> Record:
    """All that is known of a paper; where ``text`` names a version that is not known, it is said that what follows is
    of another. Errors as of :func:`key_of`."""
    record = _record_of(held, text)
    newest = record.paper.version
    with suppress(ValueError):
        asked = ArxivId.parse(text).version
        if asked and newest and asked > newest:
            output.say(f"arxtui: there is no version {asked} here; this is of v{newest}, the newest known")
    return record


def _record_of(held: Library, text: str) -> Record:
    key = held.papers.key_of(text)
    if key is not None and (record := held.papers.record(key)):
        return record
    if is_name(text.strip().removeprefix("doi:")):
        raise CommandError(f"the cache knows no paper {text}; 'arxtui refresh' or 'arxtui import FILE' may bring it")
    raise BadCommandError(f"not an identifier or a DOI: '{text}'; 'arxtui list' shows how each paper is named")


class Named(NamedTuple):
    """The keys of the papers that arguments mean, each once, in the order named, and whether one argument found none:
    what the others mean is done, and the verb ends with 1."""

    keys: Sequence[int]
    missed: bool

    def status(self, code: int) -> int:
        """The exit status of a verb that would end with ``code`` if every argument had found papers."""
        return FAILED if self.missed and code == OK else code

    def ending(self, tell: Callable[[Event], object]) -> Callable[[Event], None]:
        """Tells events, the last with the exit status of :meth:`status`."""

        def told(event: Event) -> None:
            code = event.exit_code
            tell(event if code is None else changed(event, exit_code=self.status(code)))

        return told


def papers_of(held: Library, texts: Iterable[str], *, queued: bool = False) -> Named:
    """The papers that identifiers, DOIs and queries mean; the words of several arguments are several queries. Errors as
    of :func:`key_of`; what a query may have missed is said, and which finds nothing. With those
    that are ``queued``, of which there may be none."""
    keys: dict[int, None] = {}
    missed = False
    for text in texts:
        if is_name(text):
            keys[key_of(held, text)] = None
        else:
            listing = held.search.listing(text)
            keys.update(dict.fromkeys((listing if listing.complete else held.search.more(listing)).keys))
            if listing.note:
                output.say(f"{listing.note}: papers may be missing")
            missed = missed or not listing.total
            none = "" if listing.total else f"no paper matches {output.foreign(text)!r}"
            for words in words_on_query(held, text, none):
                output.say(words)
    if queued:
        keys.update(dict.fromkeys(papers_of(held, ["is:queued"]).keys))
    return Named(list(keys), missed)
