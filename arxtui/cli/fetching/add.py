"""``arxtui add``: papers by name, from arXiv into the cache."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import show_papers
from arxtui.cli.support.exits import BadCommandError, CommandError
from arxtui.cli.support.home import library, sound_home
from arxtui.patterns import pattern
from arxtui.text.mentions.identifiers import ids_in

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell

_STDIN = "-"
_DOI = pattern(r'(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.[0-9]{4,9}/[^\s*"\\]+)')


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "texts",
        metavar="TEXT",
        nargs="+",
        help="an identifier, an address at arXiv, a DOI, or any text that names papers; - is standard input",
    )
    parser.add_argument("--json", action="store_true", help="the papers, one JSON object a line")
    parser.add_argument("--events", action="store_true", help="tell each step as one JSON object a line, list nothing")


def run(options: argparse.Namespace) -> int:
    """Add. 0: all are there; 1: arXiv does not know some; 3: some, 4: none could be fetched, and are waited for."""
    from arxtui import logs
    from arxtui.sync.by_hand.requests import add
    from arxtui.sync.worker.event_output import report

    names = list(dict.fromkeys(name for text in options.texts for name in _names(text)))
    paths, settings = sound_home()
    logs.to_file(paths.log_file)
    unknown = _not_here(names)

    def work(tell: Tell, stop: threading.Event) -> int:
        return add(paths, settings, unknown, emit=tell, stop=stop)

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if not options.events:
        with library() as held:
            keys = (held.papers.key_of(name) for name in names)
            show_papers(held, list(dict.fromkeys(key for key in keys if key is not None)), as_json=options.json)
    return code


def _names(text: str) -> Iterable[str]:
    """The names in an argument: identifiers without version, or a DOI. BadCommandError for none."""
    if text == _STDIN:
        return _names_piped()
    if named := ids_in(text):
        return (each.base for each in named)
    if doi := _DOI.fullmatch(text.strip()):
        return (doi[1],)
    raise BadCommandError(f"no identifier, address or DOI in {text!r}; one is written 2605.01234 or hep-th/9901001")


def _names_piped() -> tuple[str, ...]:
    from arxtui.sources.errors import SourceError
    from arxtui.sources.paper_ids import paper_ids_in

    try:
        named = paper_ids_in(sys.stdin.buffer.read())
    except SourceError as error:
        raise CommandError(f"standard input is {error}") from error
    if not named:
        raise CommandError("standard input names no arXiv paper")
    return named


def _not_here(names: Sequence[str]) -> list[str]:
    """The names without the DOIs of papers that are known; identifiers are looked up where they are asked for."""
    dois = [name for name in names if _DOI.fullmatch(name)]
    if not dois:
        return list(names)
    with library() as held:
        known = {doi for doi in dois if held.papers.key_of(doi) is not None}
    return [name for name in names if name not in known]
