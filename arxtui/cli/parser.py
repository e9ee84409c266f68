"""The verbs and options of the command line. Only the verb in use is imported, so that ``arxtui list`` starts fast."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from importlib import import_module
from itertools import takewhile
from typing import Any, NoReturn

from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.output import width
from arxtui.model.frozen import frozen
from arxtui.patterns import pattern
from arxtui.text import clean
from arxtui.text.matching.nearest import did_you_mean, nearest, suggest

READ = "read papers"
FETCH = "fetch from arXiv and Pith"
SORT = "mark and sort"
TAKE = "export and back up"
PROGRAM = "manage the program"
GROUPS = (READ, FETCH, SORT, TAKE, PROGRAM)
"""The purposes of verbs: the headings in ``arxtui --help``."""


@frozen
class Verb:
    """A verb: its heading, its module (in this package, with ``arguments`` and ``run``) and a short summary."""

    group: str
    module: str
    summary: str


VERBS = {
    "demo": Verb(PROGRAM, "program.demo", "open the reader on a made-up library with a made-up upstream, offline"),
    "refresh": Verb(FETCH, "fetching.refresh", "fetch what is due from arXiv and Pith"),
    "harvest": Verb(FETCH, "fetching.harvest", "fetch the records of whole sets of arXiv, and later their changes"),
    "search": Verb(FETCH, "fetching.search", "search with arXiv's own search and store the results"),
    "add": Verb(FETCH, "fetching.add", "fetch papers by identifier, address or DOI"),
    "fetch": Verb(FETCH, "fetching.fetch", "fetch full texts with figures, and PDFs, for offline reading"),
    "service": Verb(FETCH, "fetching.service", "schedule automatic refreshes with systemd, launchd or cron"),
    "import": Verb(FETCH, "fetching.importing", "import papers and reviews from files"),
    "export": Verb(TAKE, "papers.export", "export papers in formats of other programs"),
    "cite": Verb(TAKE, "papers.cite", "print citations of papers in prose, with their BibTeX keys"),
    "list": Verb(READ, "papers.listing", "list papers, newest first"),
    "show": Verb(READ, "papers.show", "show papers in full"),
    "similar": Verb(READ, "papers.similar", "list the papers most similar to one, and what they have in common"),
    "refs": Verb(READ, "papers.refs", "list the references of a paper, and which of them are stored"),
    "read": Verb(READ, "papers.read", "print papers' full texts, laid out or as Markdown"),
    "diff": Verb(READ, "papers.diff", "show the differences between versions of a paper, word by word"),
    "links": Verb(READ, "papers.links", "list the addresses of papers, their reviews, and links in their texts"),
    "open": Verb(READ, "papers.opening", "open papers' pages, their PDFs or one of their links in a browser"),
    "check": Verb(TAKE, "papers.check", "check the entries of a BibTeX file with the papers in the cache"),
    "zotero": Verb(TAKE, "fetching.zotero", "add papers to Zotero running on this machine"),
    "mark": Verb(SORT, "papers.mark", "mark papers: read, starred, hidden, tagged, rated, on a list"),
    "note": Verb(SORT, "papers.note", "print, write or remove the note on a paper"),
    "undo": Verb(SORT, "library.undo", "undo the last act, or another one"),
    "redo": Verb(SORT, "library.redo", "redo the act that was undone last"),
    "journal": Verb(SORT, "library.journal", "list all acts, newest first"),
    "tags": Verb(SORT, "library.tags", "list tags, or rename and remove them"),
    "lists": Verb(SORT, "library.lists", "list reading lists, or rename, remove and order them"),
    "library": Verb(TAKE, "library.library", "export your own data as JSON lines, or import it"),
    "backup": Verb(TAKE, "program.backup", "back up the library and the settings to one file"),
    "restore": Verb(TAKE, "program.restore", "restore the library and the settings from a backup"),
    "views": Verb(SORT, "library.views", "list saved views, or save, order and bind them"),
    "rules": Verb(SORT, "library.rules", "list, add, remove or test rules, or explain their effect on a paper"),
    "follow": Verb(SORT, "library.follow", "follow authors and keywords, or list the follows"),
    "unfollow": Verb(SORT, "library.unfollow", "stop following authors and keywords"),
    "rank": Verb(SORT, "library.rank", 'train the "For you" ranking on your marks, or explain a score'),
    "subscribe": Verb(FETCH, "fetching.subscribe", "subscribe to categories, or list the subscriptions"),
    "unsubscribe": Verb(FETCH, "fetching.unsubscribe", "cancel subscriptions to categories"),
    "ledger": Verb(
        FETCH, "fetching.ledger", "compare what arXiv announced with what is stored, and fetch what is missing"
    ),
    "serve": Verb(PROGRAM, "program.serve", "show the reader in a browser on this machine"),
    "config": Verb(PROGRAM, "program.config", "show, check, edit or write the settings"),
    "completions": Verb(PROGRAM, "program.completions", "print the completion script of a shell"),
    "help": Verb(PROGRAM, "program.help", "show the arguments and options of a verb, with examples"),
    "stats": Verb(PROGRAM, "program.stats", "count the contents of the cache and the library"),
    "paths": Verb(PROGRAM, "program.paths", "print the path of every file"),
    "doctor": Verb(PROGRAM, "program.doctor", "check for problems, and suggest what to do"),
}


_OTHER_NAMES = {
    **dict.fromkeys(("ls", "dir"), ("list",)),
    **dict.fromkeys(("get", "cat", "view", "print"), ("show",)),
    **dict.fromkeys(("set", "vi", "change"), ("edit",)),
    **dict.fromkeys(("rm", "del", "delete", "drop"), ("remove",)),
    **dict.fromkeys(("new", "create", "save"), ("add",)),
    **dict.fromkeys(("find", "grep", "query"), ("list", "search")),
    **dict.fromkeys(("update", "sync", "pull"), ("refresh",)),
    "mv": ("rename",),
    "settings": ("config",),
}
"""Names that other programs use for verbs and actions, where the spelling does not suggest ours."""
_VERSION = Verb(PROGRAM, "program.version", "print the version")
_NO_CHOICE = pattern(r"invalid choice: '([^']*)' \(choose from (.*)\)$")
_NAME = pattern(r"[\w.-]+")
_UNKNOWN = pattern(r"^unrecognized arguments: (?:.* )?(--[\w=-]+)")
_NUMBER = pattern(r"-[0-9]*\.?[0-9]+")
_BARRED = pattern(r"^unrecognized arguments: .*(?<!\S)-[^\s-]{2,}")


def _width() -> int:
    return min(width() or 80, 100) - 2


class _NoColors:
    """A theme of argparse in which every colour is empty."""

    def __getattr__(self, name: str) -> str:
        return ""


_NO_COLORS = _NoColors()


class _Help(argparse.HelpFormatter):
    """Help text as wide as the terminal.

    The width is passed in, so that argparse does not import ``shutil`` for each argument.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=_width())

    def _set_color(self, *_: object, **__: object) -> None:
        """Use no colours without the import of ``_colorize`` and, through it, ``dataclasses``.

        Python 3.14 calls this for the first argument, also where no help is printed.
        """
        self._theme = _NO_COLORS
        self._decolor = str


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages are safe for a terminal, suggest similar names and explain how to write a query.

    Its help ends with examples.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.color = False  # Python 3.14 would write colour sequences, also in plain mode

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse like any parser, but report unknown arguments here, so that the message shows the action's usage."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options, unknown

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with status 2."""
        hint = "; put -- before a query that begins with a minus" if _BARRED.search(message) else ""
        super().error(f"{clean(message)}{hint}{self._near_miss(message)}")

    def format_help(self) -> str:
        """Return the help with two examples of the verb."""
        from arxtui.cli.examples import EXAMPLES

        examples = EXAMPLES.get(self.prog.removeprefix("arxtui "), ())
        shown = "".join(f"  {each}\n" for each in examples)
        return f"{super().format_help()}\nexamples:\n{shown}" if shown else super().format_help()

    def _near_miss(self, message: str) -> str:
        if choice := _NO_CHOICE.search(message):
            return suggestion(choice[1], _NAME.findall(choice[2]))
        if unknown := _UNKNOWN.search(message):
            return did_you_mean(unknown[1].partition("=")[0], self._option_string_actions)
        return ""


class _ProgramParser(_Parser):
    """The parser of a command line without a verb. Its help lists the verbs by their purpose."""

    def format_help(self) -> str:
        """Return all verbs and the options of the program."""
        width = max(map(len, VERBS)) + 2
        lines = [self.format_usage(), *_wrapped("", self.description or "")]
        for group in GROUPS:
            lines += [f"\n{group}:\n"]
            for name, verb in VERBS.items():
                if verb.group == group:
                    lines += _wrapped(f"    {name:{width}}", verb.summary)
        lines += ["\noptions:\n"]
        for action in self._actions:
            lines += _wrapped(f"    {', '.join(action.option_strings):{width}}  ", action.help or "")
        return "".join([*lines, "\n", *_wrapped("", self.epilog or "")])


def _wrapped(head: str, words: str) -> list[str]:
    from textwrap import wrap

    lines = wrap(words, max(_width() - len(head), 20), break_on_hyphens=False)
    return [f"{head if place == 0 else ' ' * len(head)}{line}\n" for place, line in enumerate(lines)]


def program_parser() -> argparse.ArgumentParser:
    """Return the parser of a command line without a verb."""
    parser = _ProgramParser(
        prog="arxtui",
        usage="arxtui [VERB ...]",
        description="An offline-first terminal reader for arXiv and Pith. Without a verb the reader opens.",
        epilog="'arxtui help VERB' explains a verb. Results go to standard output, messages to standard error.",
        allow_abbrev=False,
        formatter_class=_Help,
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="a prompt instead of the full screen, for screen readers and simple terminals",
    )
    parser.add_argument("-V", "--version", action="store_true", help="print the version")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="with --version: print the details a bug report needs, and nothing private",
    )
    return parser


def verb_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of the arguments after a verb."""
    verb = VERBS[name]
    parser = _Parser(
        prog=f"arxtui {name}",
        description=f"{verb.summary[0].upper()}{verb.summary[1:]}.",
        allow_abbrev=False,
        formatter_class=_Help,
    )
    import_module(f"arxtui.cli.{verb.module}").arguments(parser)
    return parser


def action_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a verb's actions by name; empty if the verb has none."""
    subparsers = next((each for each in parser._actions if isinstance(each, argparse._SubParsersAction)), None)
    return dict(subparsers.choices) if subparsers else {}


def parse(arguments: Sequence[str]) -> tuple[Verb, argparse.Namespace]:
    """Return the verb and the options of a command line.

    Raises BadCommandError for an unknown verb, SystemExit after help or an error message.
    """
    name, *rest = arguments
    if name in VERBS:
        parser = verb_parser(name)
        options = parser.parse_args(rest)
        _refuse_numbers(parser, rest, options)
        return VERBS[name], options
    if not name.startswith("-"):
        raise no_such_verb(name)
    return _VERSION, program_parser().parse_args(arguments)


def _refuse_numbers(parser: argparse.ArgumentParser, arguments: Sequence[str], options: argparse.Namespace) -> None:
    """Report ``arxtui list -5`` as an error: users of ``head`` mean a limit, but argparse takes a negative number as a
    word, and the query would mean all papers except number 5.
    """
    queries = getattr(options, "query", None) or getattr(options, "papers", None) or ()
    for text in takewhile(lambda each: each != "--", arguments):
        if _NUMBER.fullmatch(text) and text in queries:
            limit = (
                f"use --limit {text[1:]} for a limit, or " if text[1:].isdigit() and hasattr(options, "limit") else ""
            )
            parser.error(f"{text} is not an option; {limit}put -- before a query that begins with a minus")


def suggestion(name: str, known: Collection[str]) -> str:
    """Return a suggestion for a misspelt verb or action, or one that has this name in another program; empty if none is
    similar.
    """
    return suggest(nearest(name, known) or [each for each in _OTHER_NAMES.get(name.lower(), ()) if each in known])


def no_such_verb(name: str) -> BadCommandError:
    """Return the error for a word that is not a verb; it suggests 'arxtui show' if the word names a paper."""
    from arxtui.cli.support.named_papers import is_name  # needed for errors only

    hint = f"; 'arxtui show {name}' shows the paper" if is_name(name) else suggestion(name, VERBS)
    return BadCommandError(f"there is no verb {name!r} ('arxtui help' lists them){hint}")
