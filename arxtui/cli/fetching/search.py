"""``arxtui search``: arXiv's own search; what it finds stays, and is listed as ``arxtui list`` lists it."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import show, whole_number
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import sound_home
from arxtui.query import check

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    from arxtui.sync.by_hand.search import MOST_RESULTS
    from arxtui.sync.refresh.query_pages import PER_REQUEST

    parser.add_argument("query", metavar="QUERY", nargs="+", help="what to look for (man 7 arxtui-query)")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=_limit,
        default=PER_REQUEST,
        help=f"fetch and list at most N papers, {MOST_RESULTS:,} at most ({PER_REQUEST})",
    )
    parser.add_argument("--again", action="store_true", help="ask even when arXiv was asked the same in the last day")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, each a whole paper")
    parser.add_argument("--events", action="store_true", help="tell each step as one JSON object a line, list nothing")


def run(options: argparse.Namespace) -> int:
    """Search. 0: arXiv answered, now or within the last day; 3: not to the end; 4: not at all."""
    from arxtui import logs
    from arxtui.model.events import Event, EventKind
    from arxtui.query.upstream import for_arxiv
    from arxtui.sync.by_hand.requests import search
    from arxtui.sync.by_hand.search import ArxivQuery
    from arxtui.sync.worker.event_output import report

    query = check(" ".join(options.query))
    asked = for_arxiv(query)
    paths, settings = sound_home()
    logs.to_file(paths.log_file)
    question = ArxivQuery(asked.search_query, asked.sort_by, asked.descending, options.limit, options.again)

    def work(tell: Tell, stop: threading.Event) -> int:
        if asked.left_out:
            tell(Event(EventKind.NOTE, reason=_applied_here(asked.left_out)))
        return search(paths, settings, question, emit=tell, stop=stop)

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if not options.events:
        none = "no paper matches" if code == OK else "of the papers that are here none matches"
        shown, total = show(query.text, options.limit, as_json=options.json, none=none)
        if shown < total:
            output.say(f"{shown:,} of {total:,} papers that are here; 'arxtui list' lists more")
    return code


def _limit(text: str) -> int:
    from arxtui.sync.by_hand.search import MOST_RESULTS

    number = whole_number(text)
    if not 0 < number <= MOST_RESULTS:
        raise argparse.ArgumentTypeError(f"must be from 1 to {MOST_RESULTS:,}, not {text}")
    return number


def _applied_here(terms: Sequence[str]) -> str:
    quoted = [f"'{term}'" for term in terms]
    if len(quoted) == 1:
        return f"{quoted[0]} is applied here: arXiv cannot be asked for it"
    return f"{', '.join(quoted[:-1])} and {quoted[-1]} are applied here: arXiv cannot be asked for them"
