"""``arxtui export``: papers in a form that other programs read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import FAILED, OK, BadCommandError, CommandError
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import library, tell_synced
from arxtui.cli.support.named_papers import Named, checked_query, is_name, papers_of
from arxtui.cli.support.queries import say_note_on_codes
from arxtui.export.forms import FORMS
from arxtui.library.destinations import DestinationError, hand_over
from arxtui.model.counted import counted
from arxtui.model.expr import EVERYTHING

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.library.exports import Export
    from arxtui.library.facade import Library
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

# An export of everything keeps what is hidden: it may be the only copy.
_EVERYTHING = "(is:hidden OR -is:hidden) (is:muted OR -is:muted)"
_DEED = "export every paper"
_ADVICE = "say what is meant, such as is:starred; --all is every paper"
_TOLD_EVERY = 500


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "papers",
        metavar="QUERY|ID",
        nargs="*",
        help="identifiers and DOIs, queries beside them, or one query (man 7 arxtui-query)",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        choices=tuple(FORMS),
        help=f"{', '.join(FORMS)}; that of FILE's suffix when left out",
    )
    parser.add_argument(
        "--output", metavar="FILE", type=OutputFile, help="into a file, complete or not at all; - is standard output"
    )
    parser.add_argument("--all", action="store_true", help="every paper, hidden ones included, instead of a query")
    parser.add_argument("--notes", action="store_true", help="with your own notes, where the form has a place for them")
    parser.add_argument("--sync", action="store_true", help="write the files that the settings keep in step")
    parser.add_argument(
        "--command",
        metavar="CMD...",
        nargs=argparse.REMAINDER,
        help="to the standard input of a program; all that follows are its arguments",
    )


def run(options: argparse.Namespace) -> int:
    """Export."""
    if options.sync:
        return _sync(options)
    _check_meant(options)
    form = _form(options)
    with library() as held:
        named = _chosen(held, options.papers)
        if not named.keys:
            raise CommandError(f"no paper matches; {_untouched(options)}")
        export = held.exports.of(named.keys, form, notes=options.notes)
        try:
            _deliver(_told(export, len(named.keys), _progress(options)), options)
        except DestinationError as error:
            raise CommandError(str(error)) from error
    output.say(_words(export.papers, options))
    return named.status(OK)


def sync_after_refresh(paths: Paths, passed: FinishedPass, tell: Tell) -> None:
    """Write the files kept in step that a refresh has changed. The user's own file is only read; what is in the way is
    a note, never more."""
    from arxtui.library.facade import Library
    from arxtui.model.events import Event, EventKind
    from arxtui.search.errors import SearchError
    from arxtui.store.errors import StoreError

    if not paths.library_db.exists():
        return
    try:
        with Library.reading(paths, passed.settings) as held:
            problems = [f"{each.file}: {each.problem}" for each in held.exports.sync() if each.problem]
    except (StoreError, SearchError) as error:
        problems = [str(error)]
    for problem in problems:
        tell(Event(EventKind.NOTE, source="export", reason=problem))


def _sync(options: argparse.Namespace) -> int:
    if options.papers or options.all or options.format or options.output or options.command is not None:
        raise BadCommandError("--sync writes the files of [[export.sync]] (docs/export.md); it takes nothing else")
    with library() as held:
        synced = held.exports.sync()
    if not synced:
        output.say("no file is kept in step; [[export.sync]] in the settings names some (docs/export.md)")
    tell_synced(synced, briefly=False)
    return FAILED if any(each.problem for each in synced) else OK


def _check_meant(options: argparse.Namespace) -> None:
    """BadCommandError where no papers are named, as by a shell variable that is not set: every paper is said so."""
    if options.all and options.papers:
        raise BadCommandError("--all is every paper; it takes no query beside it")
    if not options.all and not options.papers:
        raise BadCommandError(f"nothing is named to export; {_ADVICE}")


def _form(options: argparse.Namespace) -> str:
    if options.command is not None and (options.output or not options.command):
        raise BadCommandError("--command takes a program and its arguments, and no --output beside it")
    suffix = options.output.path.suffix if options.output else ""
    form = options.format or next((name for name, form in FORMS.items() if form.suffix == suffix), None)
    if not form:
        raise BadCommandError(f"say in which form with --format: {', '.join(FORMS)}")
    return form


def _chosen(held: Library, texts: Sequence[str]) -> Named:
    """The papers that the arguments mean, each by itself, where one of them names a paper; else those that all of them,
    as one query, mean."""
    if any(map(is_name, texts)):
        return _each_chosen(held, texts)
    listing = held.search.more(held.search.listing(_query(texts)))
    if not listing.complete:
        raise CommandError(
            f"only the first {len(listing.keys):,} of {listing.total:,} papers can be put in this order; "
            "without 'sort:' all of them are exported"
        )
    if listing.note:
        output.say(f"{listing.note}: papers may be missing")
    return Named(listing.keys, missed=False)


def _each_chosen(held: Library, texts: Sequence[str]) -> Named:
    for text in texts:
        if not is_name(text) and checked_query(text, _DEED, _ADVICE).expr == EVERYTHING:
            raise BadCommandError(f"{text!r} would {_DEED}; {_ADVICE}")
    return papers_of(held, texts)


def _query(texts: Sequence[str]) -> str:
    """The one query of all arguments. An empty one beside others is passed over where these ask for something."""
    if not texts:
        return _EVERYTHING
    query = checked_query(" ".join(texts), _DEED, _ADVICE)
    if query.expr == EVERYTHING:
        for text in texts:
            checked_query(text, _DEED, _ADVICE)
    say_note_on_codes(query.text)
    return query.text


def _deliver(pieces: Iterable[str], options: argparse.Namespace) -> None:
    if options.command:
        hand_over(pieces, options.command)
    else:
        _to(options).write_text(pieces)


def _told(export: Export, total: int, progress: AbstractContextManager[Callable[[str], None]]) -> Iterator[str]:
    """The pieces, while it is said how far it is."""
    with progress as tell:
        for number, piece in enumerate(export):
            if number % _TOLD_EVERY == 0:
                tell(f"{export.papers:,} of {counted(total, 'paper')}")
            yield piece


def _progress(options: argparse.Namespace) -> AbstractContextManager[Callable[[str], None]]:
    """How far it is, where that does not stand among the papers themselves."""
    apart = not _to(options).is_standard or not output.is_terminal()
    return output.progress() if apart and not options.command else nullcontext(lambda text: None)


def _words(papers: int, options: argparse.Namespace) -> str:
    written = f"{counted(papers, 'paper')} written"
    if options.command:
        return f"{written} to {options.command[0]}"
    return written if _to(options).is_standard else f"{written} to {options.output.name}"


def _untouched(options: argparse.Namespace) -> str:
    if options.command:
        return f"{options.command[0]} is not started"
    return "nothing is written" if _to(options).is_standard else f"{options.output.name} is not written"


def _to(options: argparse.Namespace) -> OutputFile:
    return options.output or OutputFile("-")
