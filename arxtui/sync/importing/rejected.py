"""The file that lists all rejected records of an imported file."""

from __future__ import annotations

import re
from pathlib import Path

from arxtui.files import open_replacement
from arxtui.store.cache.database import Cache

NAMED = 1_000
"""The most rejects that a report contains."""
_UNUSUAL = re.compile(r"[^\w.-]+")


def write_rejected(cache: Cache, file: bytes, name: str, state: Path) -> Path | None:
    """Write all rejects of a file, one per line: place, tab, reason. Returns the path; None if there are no rejects, or
    the file cannot be written."""
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
