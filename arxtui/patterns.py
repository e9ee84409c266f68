"""Regular expressions that are compiled when they are first used.

Compiling all those of the program takes longer than Python's own start, and most commands use few of them.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` gives, compiled when its first method is asked for. A faulty ``source`` fails only then."""
    return cast("re.Pattern[AnyStr]", _Later(source, flags))


class _Later:
    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # Asked only for what is not held yet: from the second time on a method costs nothing more than of a pattern.
        found = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, found)
        return found
