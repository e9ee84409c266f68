"""The file that names everything of an imported file that was rejected."""

from __future__ import annotations

import re
from pathlib import Path

from arxtui.files import open_replacement
from arxtui.store.cache.database import Cache

NAMED = 1_000
"""Rejects that a report names itself."""
_UNUSUAL = re.compile(r"[^\w.-]+")


def write_rejected(cache: Cache, file: bytes, name: str, state: Path) -> Path | None:
    """Write all that was rejected of a file, one a line, its place before a tab and the reason; None where there is
    nothing, or the disk does not take it."""
    target = state / "rejected" / f"{_UNUSUAL.sub('-', Path(name).name).strip('-')}-{file.hex()[:8]}.txt"
    try:
        some = cache.imports.rejects(file, 0, NAMED)
        if not some:
            target.unlink(missing_ok=True)
            return None
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = 0
        with open_replacement(target) as lines:
            while some:
                lines.writelines(f"{each.place}\t{each.reason}\n".encode("utf-8", "replace") for each in some)
                written += len(some)
                some = cache.imports.rejects(file, written, NAMED)
    except OSError:
        return None
    return target
