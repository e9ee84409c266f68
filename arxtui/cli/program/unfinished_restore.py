"""Finish a restore that a killed program left unfinished, at the next start."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.config.paths import Paths
from arxtui.light import deferred

with deferred():
    from arxtui.cli.program.backup import finish_interrupted


def finish_restore(on_start: Callable[[], object] = lambda: None) -> None:
    """Finish a restore that was interrupted, before anything is read, and print the result or the failure.

    ``on_start`` is called first if there is such a restore.
    """
    paths = Paths.find()
    if not paths.unfinished_restore.exists():
        return
    on_start()
    finish_interrupted(paths)
