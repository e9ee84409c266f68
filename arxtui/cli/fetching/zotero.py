"""``arxtui zotero``: send papers to the Zotero that runs on this machine."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import NamedPapers, check_papers, papers_of, with_piped
from arxtui.cli.support.settings import home
from arxtui.export.zotero import item
from arxtui.http.errors import Cancelled
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.sync.by_hand.zotero import Zotero, ZoteroError, remember_sent, sent_before
from arxtui.sync.worker.event_output import report
from arxtui.verbs.export import CONFIRM_ABOVE

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell

_BATCH_SIZE = 50
"""Papers in one request to Zotero."""
_SENT = "zotero-added"
_SOURCE = "zotero"


class _Paper(NamedTuple):
    name: str
    base: str
    item: Mapping[str, Any]


class _Outcome(NamedTuple):
    """The result for one paper; ``why`` is the reason why it was not added, empty if it was."""

    paper: _Paper
    target: str
    why: str = ""


def run(options: argparse.Namespace) -> int:
    """Send the papers. Exit status 0: Zotero has them; 1: Zotero does not run, or refused."""
    if options.events and options.json:
        raise exits.BadCommandError("--events and --json both write to standard output; give one of them")
    options.papers = with_piped(options.papers)
    named, papers = _requested(options)
    if options.events:
        return report(
            sys.stdout,
            lambda emit, stop: named.status(_run_with_events(papers, options, named.ending(emit), stop)),
            events=True,
        )
    outcomes = []
    try:
        for outcome in _send(papers, threading.Event(), again=options.again):
            outcomes.append(outcome)
            _print(outcome, as_json=options.json)
    except ZoteroError as error:
        raise exits.CommandError(_with_count(str(error), outcomes)) from error
    output.say(_summary(outcomes))
    return named.status(exits.OK)


def _requested(options: argparse.Namespace) -> tuple[NamedPapers, list[_Paper]]:
    check_papers(options.papers, "add every paper to Zotero")
    with open_library() as library:
        named = papers_of(library, options.papers)
        if len(named.keys) > CONFIRM_ABOVE and not options.yes:
            raise exits.BadCommandError(f"this would add {len(named.keys):,} papers to Zotero; --yes allows it")
        records = library.papers.records(named.keys, derived=True)
        return named, [_Paper(name_of(record.key), record.paper.id, item(record)) for record in records]


def _send(papers: Sequence[_Paper], stop: threading.Event, *, again: bool) -> Iterator[_Outcome]:
    """Send the papers to Zotero, and yield the result of each paper once it is sent.

    Raises ZoteroError or Cancelled.
    """
    paths, settings = home()
    sent = paths.state / _SENT
    with Zotero(settings.zotero.url, stop) as zotero:
        target = zotero.target()
        sent_names = sent_before(sent)
        for start in range(0, len(papers), _BATCH_SIZE):
            batch = []
            for paper in papers[start : start + _BATCH_SIZE]:
                reason = "" if again else _reason_to_skip(zotero if target.mine else None, paper, sent_names)
                if reason:
                    yield _Outcome(paper, target.name, reason)
                else:
                    batch.append(paper)
            if batch:
                zotero.save([paper.item for paper in batch])
                remember_sent(sent, [paper.name for paper in batch])
            yield from (_Outcome(paper, target.name) for paper in batch)


def _reason_to_skip(zotero: Zotero | None, paper: _Paper, sent_names: frozenset[str]) -> str:
    """Return why a paper need not be added: Zotero has it, or, if Zotero does not say, it was sent before."""
    is_stored = zotero.has(paper.item, paper.base) if zotero else None
    if is_stored is None:
        return "was added by arxtui before; --again adds it again" if paper.name in sent_names else ""
    return "is there already" if is_stored else ""


def _run_with_events(papers: Sequence[_Paper], options: argparse.Namespace, emit: Tell, stop: threading.Event) -> int:
    """Send the papers and emit events: ``done`` for each paper, with the result as its reason."""
    emit(Event(EventKind.STARTED, source=_SOURCE, targets=len(papers)))
    outcomes = []
    try:
        for outcome in _send(papers, stop, again=options.again):
            outcomes.append(outcome)
            added = int(not outcome.why)
            emit(
                Event(
                    EventKind.DONE, _SOURCE, outcome.paper.name, new=added, same=1 - added, reason=outcome.why or None
                )
            )
    except (ZoteroError, Cancelled) as error:
        emit(Event(EventKind.FINISHED, _SOURCE, reason=_with_count(str(error), outcomes), exit_code=exits.FAILED))
        return exits.FAILED
    added = sum(not outcome.why for outcome in outcomes)
    summary = _summary(outcomes)
    emit(Event(EventKind.FINISHED, _SOURCE, new=added, same=len(outcomes) - added, reason=summary, exit_code=exits.OK))
    return exits.OK


def _print(outcome: _Outcome, *, as_json: bool) -> None:
    paper, title = outcome.paper, str(outcome.paper.item.get("title", ""))
    if as_json:
        fields = {"id": paper.base or None, "name": paper.name, "title": title, "added": not outcome.why}
        output.as_json({**fields, "why": outcome.why or None, "target": outcome.target})
    else:
        output.line(
            f"{paper.name}  {output.foreign(title)}  {output.foreign(outcome.why or f'added to {outcome.target}')}"
        )


def _summary(outcomes: Sequence[_Outcome]) -> str:
    if not outcomes:
        return "no papers to add"
    added = sum(not outcome.why for outcome in outcomes)
    rest = len(outcomes) - added
    words = f"{counted(added, 'paper')} added to {outcomes[0].target}"
    return f"{words}, {rest:,} {'was' if rest == 1 else 'were'} there already" if rest else words


def _with_count(words: str, outcomes: Sequence[_Outcome]) -> str:
    added = sum(not outcome.why for outcome in outcomes)
    return f"{words}; {counted(added, 'paper')} had been added before" if added else words
