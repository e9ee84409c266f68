"""Regular expressions that are compiled on first use.

Compiling all of the program's expressions takes longer than Python's own start, and most commands use few of them.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a stand-in for ``re.compile(source, flags)`` that compiles on its first attribute access.

    A faulty ``source`` raises only then.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(source, flags))


class _LazyPattern:
    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that are not set yet: later accesses cost nothing more than those of a real
        # pattern.
        attribute = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, attribute)
        return attribute
