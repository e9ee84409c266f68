"""What a kill has interrupted, ended at the next start."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.config.paths import Paths


def finish_restore(begun: Callable[[], object] = lambda: None) -> None:
    """End a restoration that was killed, before anything is read, and say so; where that cannot be, say why. ``begun``
    is called before anything is said, where there is one."""
    paths = Paths.find()
    if not paths.unfinished_restore.exists():
        return
    begun()
    from datetime import UTC, datetime

    from arxtui.cli.program.restore import kept
    from arxtui.cli.support import output
    from arxtui.library.backup.backups import BackupError
    from arxtui.library.backup.restoration import finish
    from arxtui.store.errors import StoreError

    try:
        restored = finish(paths, datetime.now(UTC))
    except (BackupError, StoreError, OSError) as error:
        output.say(f"arxtui: a restore was interrupted and cannot be finished yet: {error}")
        return
    if restored is not None:
        output.say("arxtui: a restore that was interrupted is finished")
        for file in restored.copies:
            output.say(kept(file, restored))
