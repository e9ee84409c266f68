"""``arxtui add`` and ``search``: papers from arXiv by name, and by its own search, into the cache.

The results of a search are listed like those of ``arxtui list``.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.papers.listing import show, show_papers
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.settings import checked_home
from arxtui.model.dois import doi_named
from arxtui.model.events import Event, EventKind
from arxtui.query import check
from arxtui.query.upstream import for_arxiv
from arxtui.sources.errors import SourceError
from arxtui.sources.paper_ids import paper_ids_in
from arxtui.sync.by_hand.requests import add, search
from arxtui.sync.by_hand.search import ArxivQuery
from arxtui.sync.worker.event_output import report
from arxtui.text.mentions.identifiers import ids_in

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell


_STDIN = "-"


def run(options: argparse.Namespace) -> int:
    """Add the papers.

    Exit status 0: all of them are stored; 1: arXiv does not know some; 3: some could not be fetched, 4: none could;
    these are requested again later.
    """
    names = list(dict.fromkeys(name for text in options.texts for name in _names(text)))
    paths, settings = checked_home()
    logs.to_file(paths.log_file)
    unknown = _without_known_dois(names)

    def work(emit: Tell, stop: threading.Event) -> int:
        return add(paths, settings, unknown, emit=emit, stop=stop)

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if not options.events:
        with open_library() as library:
            keys = (library.papers.key_of(name) for name in names)
            show_papers(library, list(dict.fromkeys(key for key in keys if key is not None)), as_json=options.json)
    return code


def _names(text: str) -> Iterable[str]:
    """Return the names in an argument: identifiers without version, or a DOI.

    Raises BadCommandError if there are none.
    """
    if text == _STDIN:
        return _piped_names()
    if ids := ids_in(text):
        return (arxiv_id.base for arxiv_id in ids)
    if doi := doi_named(text):
        return (doi,)
    raise exits.BadCommandError(
        f"no identifier, address or DOI in {text!r}; examples are 2605.01234 and hep-th/9901001"
    )


def _piped_names() -> tuple[str, ...]:
    try:
        names = paper_ids_in(sys.stdin.buffer.read())
    except SourceError as error:
        raise exits.CommandError(f"standard input is {error}") from error
    if not names:
        raise exits.CommandError("standard input names no arXiv paper")
    return names


def _without_known_dois(names: Sequence[str]) -> list[str]:
    """Return the names without the DOIs of known papers. Known identifiers stay in: ``add`` itself looks them up."""
    dois = [name for name in names if doi_named(name)]
    if not dois:
        return list(names)
    with open_library() as library:
        known = {doi for doi in dois if library.papers.key_of(doi) is not None}
    return [name for name in names if name not in known]


def search_arxiv(options: argparse.Namespace) -> int:
    """Search.

    Exit status 0: arXiv answered, now or within the last day; 3: the results are incomplete; 4: no response.
    """
    query = check(" ".join(options.query))
    arxiv_query = for_arxiv(query)
    paths, settings = checked_home()
    logs.to_file(paths.log_file)
    question = ArxivQuery(
        arxiv_query.search_query, arxiv_query.sort_by, arxiv_query.descending, options.limit, options.again
    )

    def work(emit: Tell, stop: threading.Event) -> int:
        if arxiv_query.left_out:
            emit(Event(EventKind.NOTE, reason=_not_sent(arxiv_query.left_out)))
        return search(paths, settings, question, emit=emit, stop=stop)

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if not options.events:
        empty_message = "no paper matches" if code == exits.OK else "none of the stored papers matches"
        shown, total = show(query.text, options.limit, as_json=options.json, empty_message=empty_message)
        if shown < total:
            output.say(f"{shown:,} of {total:,} stored papers; 'arxtui list' lists more")
    return code


def _not_sent(terms: Sequence[str]) -> str:
    quoted_terms = [f"'{term}'" for term in terms]
    if len(quoted_terms) == 1:
        return f"{quoted_terms[0]} is applied locally: arXiv cannot search for it"
    return f"{', '.join(quoted_terms[:-1])} and {quoted_terms[-1]} are applied locally: arXiv cannot search for them"
