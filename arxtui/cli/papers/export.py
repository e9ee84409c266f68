"""``arxtui export``: papers in the formats of other programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from typing import TYPE_CHECKING

from arxtui.cli.papers.export_process import entries
from arxtui.cli.support import exits, output
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import open_library, print_synced
from arxtui.cli.support.named_papers import NamedPapers, checked_query, is_name, papers_of, with_piped
from arxtui.cli.support.queries import say_note_on_literals
from arxtui.export.forms import BY_SUFFIX, FORMS
from arxtui.library.destinations import DestinationError, hand_over
from arxtui.library.facade import Library
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import EVERYTHING
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import PoolProcessLost
from arxtui.sync.worker.process_pool import ProcessPool
from arxtui.verbs.export import DEFAULT_FORMAT

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.library.exports import Export, WriteEntries
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

# An export of everything includes hidden papers: it may be the only copy.
_EVERYTHING = "(is:hidden OR -is:hidden) (is:muted OR -is:muted)"
_ACTION = "export every paper"
_ADVICE = "name papers or a query, such as is:starred; --all is every paper"
_PROGRESS_EVERY = 500
_MOST_PAPERS_HERE = 5_000
"""The most papers that are exported without other processes."""


def run(options: argparse.Namespace) -> int:
    """Export the papers."""
    if options.sync:
        return _sync(options)
    _check_arguments(options)
    form = _form(options)
    with open_library() as library:
        named = _selected(library, with_piped(options.papers))
        if not named.keys:
            raise exits.CommandError(f"no paper matches; {_nothing_written(options)}")
        with _processes(len(named.keys)) as write:
            export = library.exports.of(named.keys, form, notes=options.notes, write=write)
            try:
                _deliver(_with_progress(export, len(named.keys), _progress(options)), options)
            except DestinationError as error:
                raise exits.CommandError(str(error)) from error
    output.say(_summary(export.papers, options))
    if export.warning:
        output.say(output.foreign(export.warning))
    return named.status(exits.OK)


@contextmanager
def _processes(papers: int) -> Iterator[WriteEntries | None]:
    """Return the function that writes a long export in a process per core; None for a short export, which takes less
    time than the processes take to start."""
    if papers <= _MOST_PAPERS_HERE:
        yield None
        return

    with closing(ProcessPool(local_seconds=0)) as pool:
        try:
            yield lambda task, groups: pool.map(entries, ((task, keys) for keys in groups))
        except PoolProcessLost as error:
            raise exits.CommandError(str(error)) from error


def sync_after_refresh(paths: Paths, passed: FinishedPass, emit: Tell) -> None:
    """After a refresh, write the export files of ``[[export.sync]]`` whose papers have changed.

    The user's library is only read. A failure is reported as a note and does not fail the refresh.
    """
    if not paths.library_db.exists():
        return
    try:
        with Library.reading(paths, passed.settings) as library:
            problems = [f"{each.file}: {each.problem}" for each in library.sync_exports() if each.problem]
    except (StoreError, SearchError) as error:
        problems = [str(error)]
    for problem in problems:
        emit(Event(EventKind.NOTE, source="export", reason=problem))


def _sync(options: argparse.Namespace) -> int:
    if options.papers or options.all or options.format or options.output or options.command is not None:
        raise exits.BadCommandError(
            "--sync writes the files of [[export.sync]] (docs/export.md) and takes no other arguments"
        )
    with open_library() as library:
        synced = library.sync_exports()
    if not synced:
        output.say("no file is kept in step; add [[export.sync]] tables to the settings (docs/export.md)")
    print_synced(synced, briefly=False)
    return exits.FAILED if any(each.problem for each in synced) else exits.OK


def _check_arguments(options: argparse.Namespace) -> None:
    """Raise BadCommandError if no papers are named, for example by an unset shell variable: ``--all`` means every
    paper.
    """
    if options.all and options.papers:
        raise exits.BadCommandError("--all exports every paper and takes no query")
    if not options.all and not options.papers:
        raise exits.BadCommandError(f"nothing to export; {_ADVICE}")


def _form(options: argparse.Namespace) -> str:
    if options.command is not None and (options.output or not options.command):
        raise exits.BadCommandError("--command takes a program with its arguments, and excludes --output")
    suffix = options.output.path.suffix if options.output else ""
    form: str | None = options.format or {**BY_SUFFIX, "": DEFAULT_FORMAT}.get(suffix)
    if not form:
        raise exits.BadCommandError(f"no format has the suffix {suffix}; choose one with --format: {', '.join(FORMS)}")
    return form


def _selected(library: Library, texts: Sequence[str]) -> NamedPapers:
    """Return the papers of the arguments.

    If an argument names a paper, each argument is looked up separately; otherwise all arguments together are one query.
    """
    if any(map(is_name, texts)):
        return _each_selected(library, texts)
    listing = library.search.more(library.search.listing(_query(texts)))
    if not listing.complete:
        raise exits.CommandError(
            f"only the first {len(listing.keys):,} of {listing.total:,} papers can be sorted in this order; "
            "without 'sort:' all of them are exported"
        )
    if listing.note:
        output.say(f"{listing.note}: papers may be missing")
    return NamedPapers(listing.keys, has_unmatched=False)


def _each_selected(library: Library, texts: Sequence[str]) -> NamedPapers:
    for text in texts:
        if not is_name(text) and checked_query(text, _ACTION, _ADVICE).expr == EVERYTHING:
            raise exits.BadCommandError(f"{text!r} would {_ACTION}; {_ADVICE}")
    return papers_of(library, texts)


def _query(texts: Sequence[str]) -> str:
    """Return the query that all arguments form together. Empty arguments are ignored if another one is not empty."""
    if not texts:
        return _EVERYTHING
    query = checked_query(" ".join(texts), _ACTION, _ADVICE)
    if query.expr == EVERYTHING:
        for text in texts:
            checked_query(text, _ACTION, _ADVICE)
    say_note_on_literals(query.text)
    return query.text


def _deliver(chunks: Iterable[str], options: argparse.Namespace) -> None:
    if options.command:
        hand_over(chunks, options.command)
    else:
        _destination(options).write_text(chunks)


def _with_progress(
    export: Export, total: int, progress: AbstractContextManager[Callable[[str], None]]
) -> Iterator[str]:
    """Yield the pieces of the export, and report the progress."""
    with progress as show:
        for chunk in export:
            if not chunk or export.papers % _PROGRESS_EVERY == 0:
                show(f"{max(export.prepared, export.papers):,} of {counted(total, 'paper')}")
            yield chunk


def _progress(options: argparse.Namespace) -> AbstractContextManager[Callable[[str], None]]:
    """Return a progress line, or a dummy if the papers themselves go to the terminal or to a program."""
    is_separate = not _destination(options).is_standard or not output.is_terminal()
    return output.progress() if is_separate and not options.command else nullcontext(lambda text: None)


def _summary(papers: int, options: argparse.Namespace) -> str:
    words = f"{counted(papers, 'paper')} written"
    if options.command:
        return f"{words} to {options.command[0]}"
    return words if _destination(options).is_standard else f"{words} to {options.output.name}"


def _nothing_written(options: argparse.Namespace) -> str:
    if options.command:
        return f"{options.command[0]} was not started"
    return "nothing was written" if _destination(options).is_standard else f"{options.output.name} was not written"


def _destination(options: argparse.Namespace) -> OutputFile:
    return options.output or OutputFile("-")
