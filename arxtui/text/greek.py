"""Repair of UTF-8 that was decoded as windows-1253 (Greek), as in some saved pages of Pith."""

from __future__ import annotations

import re
from functools import cache

# Signs in the frame of every page: an arrow, and a middle dot between links.
_DAMAGED_CHROME = ("β†’", " Β· ")
_TWO_BYTES, _THREE_BYTES = 0xE0, 0xF0


def has_greek_damage(page_text: str) -> bool:
    """Whether the signs in the page's frame are damaged.

    A repair is safe only then: in an undamaged page, Greek letters before a quotation mark or a dash look the same.
    """
    return any(sign in page_text for sign in _DAMAGED_CHROME)


def repair_greek(text: str) -> tuple[str, int]:
    """Restore every damaged run. Returns the text and the number of restored runs."""
    repaired = 0

    def restore(match: re.Match[str]) -> str:
        nonlocal repaired
        data = match[0].encode("cp1253")
        length = 2 if data[0] < _TWO_BYTES else 3 if data[0] < _THREE_BYTES else 4
        try:
            character = data[:length].decode("utf-8")
        except UnicodeDecodeError:
            return match[0]
        repaired += 1
        return character + data[length:].decode("cp1253")

    return _run().sub(restore, text), repaired


@cache
def _run() -> re.Pattern[str]:
    """Return the pattern of a damaged character. Built on first use, because it imports a codec."""
    return re.compile(f"{_characters(0xC2, 0xF4)}{_characters(0x80, 0xBF)}{{1,3}}")


def _characters(first: int, last: int) -> str:
    """Return a character class of the characters that windows-1253 has for a range of bytes."""
    shown = bytes(range(first, last + 1)).decode("cp1253", "ignore")
    return f"[{re.escape(shown)}]"
