"""Hooks: the user's commands that run after a refresh, with its results as input (docs/hooks.md)."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable, Sequence

from arxtui.config.paths import Paths
from arxtui.config.text import ConfigError
from arxtui.export.jsonform import record_to_json, to_line
from arxtui.library.facade import Library
from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import internal_error_words
from arxtui.sync.refresh import arrivals
from arxtui.sync.refresh.hooks import run_hook
from arxtui.sync.worker.event_output import HOOK, Tell
from arxtui.sync.worker.process import FinishedPass

_log = logging.getLogger(__name__)


def run_hooks(paths: Paths, passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
    """Run the configured hooks after a refresh. A failing hook is reported as a note and does not fail the refresh.

    A refresh that a hook started runs no hooks. A refresh that is stopped leaves its papers to the hooks of the next
    one.
    """
    hooks = passed.settings.hooks
    if os.environ.get("ARXTUI_HOOK"):
        return
    due: list[tuple[str, tuple[str, ...], Callable[[], Sequence[str]]]] = [
        ("on_new_match", hooks.on_new_match, lambda: _matches(paths, passed)),
        ("after_refresh", hooks.after_refresh, lambda: _summary(passed)),
    ]
    for name, command, make_lines in due:
        if command and not stop.is_set():
            fault = _run(paths, passed, name, command, make_lines, stop)
            if fault:
                emit(Event(EventKind.NOTE, source=HOOK, target=name, reason=fault))


def _run(
    paths: Paths,
    passed: FinishedPass,
    name: str,
    command: tuple[str, ...],
    make_lines: Callable[[], Sequence[str]],
    stop: threading.Event,
) -> str:
    """Run one hook, unless there is no input for it. Return a description of the failure; empty if there was none."""
    try:
        lines = make_lines()
    except (StoreError, SearchError, ConfigError) as error:
        return str(error).splitlines()[0]
    except Exception as error:
        _log.exception("hook %s: its input could not be prepared", name)
        return internal_error_words(error)
    if not lines:
        return ""
    home = {"ARXTUI_HOME": str(paths.config.parent)} if os.environ.get("ARXTUI_HOME") else {}
    return run_hook(
        name,
        command,
        lines,
        seconds=passed.settings.hooks.time_limit_seconds,
        directory=paths.config,
        environ={**os.environ, **home},
        stop=stop,
    )


def _matches(paths: Paths, passed: FinishedPass) -> list[str]:
    """Return one JSON object for each view that got new papers, and record these papers as reported.

    Returns nothing, and leaves the papers to the next refresh, if the index does not contain all of them yet.
    """
    lines: list[str] = []
    if paths.library_db.exists():
        with Library.reading(paths, passed.settings) as library:
            keys = library.arrivals.since(passed.since.change, passed.since.at)
            if keys and library.arrivals.index_lag():
                return []
            for view, matching in library.arrivals.by_view(keys):
                papers = [record_to_json(record) for record in library.papers.records(matching)]
                lines.append(to_line({"view": view.name, "query": view.query, "papers": papers}))
    arrivals.clear(paths.state)
    return lines


def _summary(passed: FinishedPass) -> list[str]:
    """Return the refresh's results as one JSON object; an empty list if no request was sent."""
    *targets, finished = (json.loads(event.to_json()) for event in passed.ends)
    return [to_line({"finished": finished, "targets": targets})] if targets else []
