"""What a refresh sets off: the hooks of the configuration, told what it brought (docs/hooks.md)."""

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
from arxtui.sync.refresh import arrivals
from arxtui.sync.refresh.hooks import run_hook
from arxtui.sync.worker.error_words import HOOK
from arxtui.sync.worker.event_output import Tell
from arxtui.sync.worker.process import Passed

_log = logging.getLogger(__name__)


def run_hooks(paths: Paths, passed: Passed, tell: Tell, stop: threading.Event) -> None:
    """Run what the settings of a pass name. A hook that fails is a note, never more. One that refreshes sets off none,
    and a refresh that is stopped leaves its papers to the next."""
    hooks = passed.settings.hooks
    if os.environ.get("ARXTUI_HOOK"):
        return
    due: list[tuple[str, tuple[str, ...], Callable[[], Sequence[str]]]] = [
        ("on_new_match", hooks.on_new_match, lambda: _matches(paths, passed)),
        ("after_refresh", hooks.after_refresh, lambda: _summary(passed)),
    ]
    for name, command, told in due:
        if command and not stop.is_set():
            fault = _run(paths, passed, name, command, told, stop)
            if fault:
                tell(Event(EventKind.NOTE, source=HOOK, target=name, reason=fault))


def _run(
    paths: Paths,
    passed: Passed,
    name: str,
    command: tuple[str, ...],
    told: Callable[[], Sequence[str]],
    stop: threading.Event,
) -> str:
    """What was wrong, in words; nothing is run where there is nothing to tell."""
    try:
        lines = told()
    except (StoreError, SearchError, ConfigError) as error:
        return str(error).splitlines()[0]
    except Exception as error:
        _log.exception("hook %s: what to tell it could not be found out", name)
        return f"something in the program went wrong ({type(error).__name__}); the log says where"
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


def _matches(paths: Paths, passed: Passed) -> list[str]:
    """One JSON object for each view that got papers. They are counted as told; what the index lacks is left for the
    next refresh."""
    lines: list[str] = []
    if paths.library_db.exists():
        with Library.reading(paths, passed.settings) as library:
            keys = library.arrivals.since(passed.since.change, passed.since.at)
            if keys and library.arrivals.index_lag():
                return []
            for view, found in library.arrivals.by_view(keys):
                papers = [record_to_json(record) for record in library.papers.records(found)]
                lines.append(to_line({"view": view.name, "query": view.query, "papers": papers}))
    arrivals.told(paths.state)
    return lines


def _summary(passed: Passed) -> list[str]:
    """One JSON object; none where nothing was asked."""
    *targets, finished = (json.loads(event.to_json()) for event in passed.ends)
    return [to_line({"finished": finished, "targets": targets})] if targets else []
