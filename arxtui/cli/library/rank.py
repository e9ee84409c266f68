"""``arxtui rank``: learn a ranking from the user's marks, and explain the score of a paper."""

from __future__ import annotations

import argparse
import sys
import threading
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.cli.support.settings import home
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import moment
from arxtui.model.events import Event, EventKind
from arxtui.store.errors import StoreError
from arxtui.sync.worker.event_output import report

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

_MAX_REASONS = 12


def run(options: argparse.Namespace) -> int:
    """Learn from changed marks, then print the state of the ranking; or explain scores, or reset the ranking."""
    if sum(map(bool, (options.ids, options.reset, options.events))) > 1:
        raise exits.BadCommandError("identifiers, --reset and --events cannot be combined")
    if options.ids:
        return _explain(options.ids, as_json=options.json)
    if options.reset:
        with open_library() as library:
            library.ranking.forget()
    else:
        code = _learn(events=options.events)
        if code != exits.OK or options.events:
            return code
    return _show_state(as_json=options.json)


def rank_arrivals(paths: Paths, passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
    """After a refresh, learn from changed marks and score the new papers.

    The user's library is only read. A failure is reported as a note and does not fail the refresh.
    """
    if stop.is_set() or not paths.library_db.exists():
        return
    try:
        with _open(paths, passed.settings) as library:
            library.ranking.learn(stop.is_set)
    except StoreError as error:
        emit(Event(EventKind.NOTE, source="for you", reason=str(error)))


def _learn(*, events: bool) -> int:
    paths, settings = home()
    logs.to_file(paths.log_file)

    def work(emit: Tell, stop: threading.Event) -> int:
        emit(Event(EventKind.STARTED))
        with _open(paths, settings) as library:
            library.ranking.learn(stop.is_set)
            emit(Event(EventKind.FINISHED, reason=str(library.ranking.state()), exit_code=exits.OK))
        return exits.OK

    # ``quiet``, because the state of the ranking is printed afterwards.
    return report(sys.stdout if events else sys.stderr, work, events=events, quiet=True)


def _open(paths: Paths, settings: Settings) -> AbstractContextManager[Library]:
    return Library.reading(paths, settings) if paths.library_db.exists() else open_library()


def _show_state(*, as_json: bool) -> int:
    with open_library() as library:
        state = library.ranking.state()
    if as_json:
        fields = {"learned": moment(state.learned), "wanted": state.wanted, "needed": state.needed}
        output.as_json({**fields, "since": moment(state.since)})
    else:
        output.line(str(state))
    return exits.OK


def _explain(papers: list[str], *, as_json: bool) -> int:
    with open_library() as library:
        for key in [key_of(library, paper) for paper in papers]:
            reasons = library.ranking.reasons(key)
            if not reasons:
                raise exits.CommandError(str(library.ranking.state()))
            score = sum(reason.weight for reason in reasons)
            if as_json:
                reasons_json = [{"feature": reason.feature, "weight": round(reason.weight, 4)} for reason in reasons]
                output.as_json({"name": name_of(key), "for_you": round(score, 3), "reasons": reasons_json})
                continue
            output.line(f"{name_of(key)}  {score:+.2f}")
            for reason in reasons[:_MAX_REASONS]:
                output.line(f"  {reason.weight:+.2f}  {output.foreign(reason.feature)}")
            if len(reasons) > _MAX_REASONS:
                rest = sum(reason.weight for reason in reasons[_MAX_REASONS:])
                output.line(f"  {rest:+.2f}  {len(reasons) - _MAX_REASONS} more")
    return exits.OK
