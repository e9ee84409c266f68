"""``arxtui rank``: learn from the user's marks what they are likely to want, and say what made a score."""

from __future__ import annotations

import argparse
import sys
import threading
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import home, library
from arxtui.cli.support.named_papers import key_of
from arxtui.model.arxiv.ids import name_of
from arxtui.model.events import Event, EventKind

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

_REASONS = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("ids", metavar="ID", nargs="*", help="show the scores of these papers, and what made them")
    parser.add_argument(
        "--reset", action="store_true", help="forget what was learned; only later marks count from then"
    )
    parser.add_argument("--events", action="store_true", help="tell each step as one JSON object a line")
    parser.add_argument("--json", action="store_true", help="how it stands, or each paper, as one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Learn what has changed, then say how it stands; or explain, or forget."""
    if sum(map(bool, (options.ids, options.reset, options.events))) > 1:
        raise BadCommandError("identifiers, --reset and --events go one at a time")
    if options.ids:
        return _explain(options.ids, as_json=options.json)
    if options.reset:
        with library() as held:
            held.ranking.forget()
    else:
        code = _learn(events=options.events)
        if code != OK or options.events:
            return code
    return _show_state(as_json=options.json)


def rank_arrivals(paths: Paths, passed: FinishedPass, tell: Tell, stop: threading.Event) -> None:
    """After a refresh: learn from marks that have changed, and score what arrived. The user's own file is only read;
    what is in the way is a note, never more."""
    from arxtui.store.errors import StoreError

    if stop.is_set() or not paths.library_db.exists():
        return
    try:
        with _opened(paths, passed.settings) as held:
            held.ranking.learn(stop.is_set)
    except StoreError as error:
        tell(Event(EventKind.NOTE, source="for you", reason=str(error)))


def _learn(*, events: bool) -> int:
    from arxtui import logs
    from arxtui.sync.worker.event_output import report

    paths, settings = home()
    logs.to_file(paths.log_file)

    def work(tell: Tell, stop: threading.Event) -> int:
        tell(Event(EventKind.STARTED))
        with _opened(paths, settings) as held:
            held.ranking.learn(stop.is_set)
            tell(Event(EventKind.FINISHED, reason=str(held.ranking.state()), exit_code=OK))
        return OK

    # Without events the state is said after it.
    return report(sys.stdout if events else sys.stderr, work, events=events, quiet=True)


def _opened(paths: Paths, settings: Settings) -> AbstractContextManager[Library]:
    from arxtui.library.facade import Library

    return Library.reading(paths, settings) if paths.library_db.exists() else library()


def _show_state(*, as_json: bool) -> int:
    from arxtui.export.jsonform import moment

    with library() as held:
        state = held.ranking.state()
    if as_json:
        told = {"learned": moment(state.learned), "wanted": state.wanted, "needed": state.needed}
        output.as_json({**told, "since": moment(state.since)})
    else:
        output.line(str(state))
    return OK


def _explain(papers: list[str], *, as_json: bool) -> int:
    with library() as held:
        for key in [key_of(held, paper) for paper in papers]:
            reasons = held.ranking.reasons(key)
            if not reasons:
                raise CommandError(str(held.ranking.state()))
            score = sum(reason.weight for reason in reasons)
            if as_json:
                told = [{"feature": reason.feature, "weight": round(reason.weight, 4)} for reason in reasons]
                output.as_json({"name": name_of(key), "for_you": round(score, 3), "reasons": told})
                continue
            output.line(f"{name_of(key)}  {score:+.2f}")
            for reason in reasons[:_REASONS]:
                output.line(f"  {reason.weight:+.2f}  {output.foreign(reason.feature)}")
            if len(reasons) > _REASONS:
                rest = sum(reason.weight for reason in reasons[_REASONS:])
                output.line(f"  {rest:+.2f}  {len(reasons) - _REASONS} more")
    return OK
