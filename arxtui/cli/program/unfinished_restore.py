"""Finish a restore that a killed program left unfinished, at the next start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from arxtui.cli.support import output
from arxtui.config.paths import Paths
from arxtui.store.errors import StoreError


def finish_restore(on_start: Callable[[], object] = lambda: None) -> None:
    """Finish a restore that was interrupted, before anything is read, and print the result or the failure.

    ``on_start`` is called first if there is such a restore.
    """
    paths = Paths.find()
    if not paths.unfinished_restore.exists():
        return
    on_start()

    from arxtui.cli.program.restore import kept_words
    from arxtui.library.backup.backups import BackupError
    from arxtui.library.backup.restoration import finish

    try:
        restored = finish(paths, datetime.now(UTC))
    except (BackupError, StoreError, OSError) as error:
        output.say(f"arxtui: a restore was interrupted and cannot be finished yet: {error}")
        return
    if restored is not None:
        output.say("arxtui: a restore that was interrupted is finished")
        for file in restored.copies:
            output.say(kept_words(file, restored))
