"""The command line's verbs and options. Only the verb in use is loaded, so that ``arxtui list`` starts fast."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from itertools import takewhile
from typing import NamedTuple, NoReturn

from arxtui import __version__
from arxtui.cli.support.output import width
from arxtui.patterns import pattern
from arxtui.text import clean


class Verb(NamedTuple):
    """Where a verb lives (a module of this room with ``arguments`` and ``run``) and what it does, in a few words."""

    module: str
    summary: str


VERBS = {
    "demo": Verb("program.demo", "open the reader on a made-up library with a made-up upstream, offline"),
    "refresh": Verb("fetching.refresh", "ask arXiv and Pith for what is due"),
    "harvest": Verb("fetching.harvest", "fetch the records of whole sets of arXiv, then what has changed"),
    "search": Verb("fetching.search", "search arXiv itself; what it finds stays in the cache"),
    "add": Verb("fetching.add", "fetch papers by identifier, address or DOI"),
    "fetch": Verb("fetching.fetch", "fetch full texts with their figures, and PDFs, to be read without a network"),
    "service": Verb("fetching.service", "let systemd, launchd or cron refresh by itself"),
    "import": Verb("fetching.importing", "take papers and reviews from files"),
    "export": Verb("papers.export", "write papers in a form that other programs read"),
    "list": Verb("papers.listing", "list papers, newest first"),
    "show": Verb("papers.show", "show one paper in full"),
    "similar": Verb("papers.similar", "list the papers most like one, and what they have in common"),
    "read": Verb("papers.read", "print a paper's full text, laid out or as Markdown"),
    "diff": Verb("papers.diff", "show what a version of a paper changed, word by word"),
    "links": Verb("papers.links", "list the addresses of a paper: its own, its reviews', those that its text names"),
    "open": Verb("papers.opening", "open a paper's page, its PDF or one of its links in a browser"),
    "zotero": Verb("fetching.zotero", "add papers to the Zotero that runs on this machine"),
    "mark": Verb("papers.mark", "mark papers: read, starred, hidden, tagged, rated, on a list"),
    "note": Verb("papers.note", "print, write or remove the note on a paper"),
    "undo": Verb("library.undo", "take back the last act, or another"),
    "redo": Verb("library.redo", "do again what was undone last"),
    "journal": Verb("library.journal", "list what was done in the library, newest first"),
    "tags": Verb("library.tags", "list tags, or rename and remove them"),
    "lists": Verb("library.lists", "list reading lists, or rename, remove and order them"),
    "library": Verb("library.library", "write the library as JSON lines, or take another one in"),
    "backup": Verb("program.backup", "write a copy of the library and the settings into one file"),
    "restore": Verb("program.restore", "bring the library of a backup back"),
    "views": Verb("library.views", "list saved views, or save, order and bind them"),
    "rules": Verb("library.rules", "list rules, try one, make one, or say what they do to a paper"),
    "follow": Verb(
        "library.follow", "highlight papers by authors and about keywords, or list who and what is followed"
    ),
    "unfollow": Verb("library.unfollow", "follow authors and keywords no longer"),
    "rank": Verb("library.rank", "learn from your marks what is for you, or say what made a paper's score"),
    "subscribe": Verb("fetching.subscribe", "follow categories, or list what is followed"),
    "unsubscribe": Verb("fetching.unsubscribe", "follow categories no longer"),
    "ledger": Verb("fetching.ledger", "compare what arXiv announced with what is stored, and fetch what is missing"),
    "config": Verb("program.config", "show, check, edit or write the settings"),
    "stats": Verb("program.stats", "count what the cache and the library hold"),
    "paths": Verb("program.paths", "say where every file is"),
    "doctor": Verb("program.doctor", "look for what is wrong, and say what to do"),
}


_NUMBER = pattern(r"-[0-9]*\.?[0-9]+")
_BARRED = pattern(r"^unrecognized arguments: .*(?<!\S)-[^\s-]{2,}")


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal. Told its width, it does not load ``shutil`` for each argument to ask for it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=min(width() or 80, 100) - 2)


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints repeat nothing that a terminal would obey, and know what a query may look like."""

    def error(self, message: str) -> NoReturn:
        hint = "; a query that begins with a minus follows --" if _BARRED.search(message) else ""
        super().error(f"{clean(message)}{hint}")


def build(verb: str | None = None) -> argparse.ArgumentParser:
    """The parser of one verb alone; of all verbs, but without their arguments, when ``verb`` is no verb; of all with
    their arguments when it is None."""
    parser = _Parser(
        prog="arxtui",
        description="An offline-first terminal reader for arXiv and Pith. Without a verb the reader opens.",
        epilog="'arxtui VERB --help' shows what a verb takes. Results go to standard output, words to standard error.",
        allow_abbrev=False,
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="version", version=f"arxtui {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", prog=parser.prog)
    for name, each in VERBS.items() if verb not in VERBS else [(verb, VERBS[verb])]:
        sub = verbs.add_parser(
            name, help=each.summary, description=_sentence(each.summary), allow_abbrev=False, formatter_class=_Help
        )
        if verb in (None, name):
            import_module(f"arxtui.cli.{each.module}").arguments(sub)
    return parser


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The verb and its options. SystemExit for what cannot be meant."""
    parser = build(arguments[0])
    options = parser.parse_args(arguments)
    _refuse_numbers(parser, arguments, options)
    return options


def _refuse_numbers(parser: argparse.ArgumentParser, arguments: Sequence[str], options: argparse.Namespace) -> None:
    """``arxtui list -5`` means a limit to who knows ``head``; argparse takes a negative number for a word, and the
    query for all papers but number 5."""
    queries = getattr(options, "query", None) or getattr(options, "papers", None) or ()
    for text in takewhile(lambda each: each != "--", arguments):
        if _NUMBER.fullmatch(text) and text in queries:
            limit = f"--limit {text[1:]} is a limit, and " if text[1:].isdigit() and hasattr(options, "limit") else ""
            parser.error(f"{text} is no option; {limit}a query that begins with a minus follows --")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
