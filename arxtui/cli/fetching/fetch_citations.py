"""``arxtui fetch --citations``, and ``--ask`` of other verbs: what sources of citations report of papers."""

from __future__ import annotations

import argparse
import sys
import threading
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of, papers_of
from arxtui.cli.support.settings import home
from arxtui.model.arxiv.ids import name_of
from arxtui.sync.citations.asking import OFF, ask, sources_on
from arxtui.sync.worker.event_output import report
from arxtui.verbs.fetch import CONFIRM_ABOVE

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.worker.event_output import Tell


def fetch_citations(options: argparse.Namespace, paths: Paths, settings: Settings) -> int:
    """Ask the sources about papers.

    Exit status 0: all sources answered for all papers, also "does not know this paper"; 3: for some; 4: for none.
    """
    if options.pdf or options.review:
        raise BadCommandError("--citations fetches neither PDFs nor reviews")
    if not sources_on(settings):
        raise BadCommandError(f"{OFF} (docs/references.md)")
    with open_library() as library:
        named = papers_of(library, options.papers, queued=options.queued)
    keys = named.keys[: options.limit or None]
    if len(keys) > CONFIRM_ABOVE and not options.limit and not options.yes:
        raise BadCommandError(
            f"this would ask about {len(keys):,} papers; --yes allows it, --limit N asks about the first N"
        )

    def work(send: Tell, stop: threading.Event) -> int:
        emit = named.ending(send)
        return named.status(ask(paths, settings, map(name_of, keys), again=options.again, emit=emit, stop=stop))

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if options.json:
        with open_library() as library:
            for key in keys:
                reports = [each.to_json() for each in library.papers.reports(key)]
                output.as_json({"id": name_of(key), "reports": reports})
    return code


def ask_about(text: str) -> None:
    """Ask the sources about the paper that a text names; what fails is said. Raises CommandError if it is unknown."""
    paths, settings = home()
    logs.to_file(paths.log_file)
    with open_library() as library:
        name = name_of(key_of(library, text))
    if not sources_on(settings):
        raise BadCommandError(f"{OFF} (docs/references.md)")
    report(sys.stderr, lambda send, stop: ask(paths, settings, [name], emit=send, stop=stop), events=False)
