"""The file that names everything of an imported file that was rejected."""

from __future__ import annotations

import re
from pathlib import Path

from arxtui.store.cache import Cache

NAMED = 1_000
"""Rejects that a report names itself."""
_UNUSUAL = re.compile(r"[^\w.-]+")


def write_rejected(cache: Cache, file: bytes, name: str, state: Path) -> Path | None:
    """Write all that was rejected of a file, one a line, its place before a tab and the reason; None where there is
    nothing, or the disk does not take it."""
    target = state / "rejected" / f"{_UNUSUAL.sub('-', Path(name).name).strip('-')}-{file.hex()[:8]}.txt"
    written = 0
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with target.open("w", encoding="utf-8", errors="replace") as lines:
            while some := cache.imports.rejects(file, written, NAMED):
                lines.writelines(f"{reject.place}\t{reject.reason}\n" for reject in some)
                written += len(some)
        if not written:
            target.unlink()
    except OSError:
        return None
    return target if written else None
