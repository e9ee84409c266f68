"""``arxtui search``: arXiv's own search. The results are stored, and listed like those of ``arxtui list``."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.papers.listing import show
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.settings import checked_home
from arxtui.model.events import Event, EventKind
from arxtui.query import check
from arxtui.query.upstream import for_arxiv
from arxtui.sync.by_hand.requests import search
from arxtui.sync.by_hand.search import ArxivQuery
from arxtui.sync.worker.event_output import report

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell


def run(options: argparse.Namespace) -> int:
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
        empty_message = "no paper matches" if code == OK else "none of the stored papers matches"
        shown, total = show(query.text, options.limit, as_json=options.json, empty_message=empty_message)
        if shown < total:
            output.say(f"{shown:,} of {total:,} stored papers; 'arxtui list' lists more")
    return code


def _not_sent(terms: Sequence[str]) -> str:
    quoted_terms = [f"'{term}'" for term in terms]
    if len(quoted_terms) == 1:
        return f"{quoted_terms[0]} is applied locally: arXiv cannot search for it"
    return f"{', '.join(quoted_terms[:-1])} and {quoted_terms[-1]} are applied locally: arXiv cannot search for them"
