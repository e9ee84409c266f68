"""Regular expressions that are compiled on first use, and kept in compiled form beside Python's compiled modules.

Compiling all of the program's expressions takes longer than Python's own start, and most commands use few of them. A
kept expression takes a fiftieth of the time (docs/performance.md).
"""

from __future__ import annotations

import marshal
import os
import re
import sys
from array import array
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, AnyStr, cast

_FILE = Path(__spec__.cached).with_suffix(".expressions") if __spec__.cached else None
_Key = tuple[str | bytes, int]
_Kept = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""The arguments of ``_sre.compile`` after the source, the code as bytes."""
_new: set[_Key] = set()
"""What this process has compiled."""


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
        attribute = getattr(compiled(self._source, int(self._flags)), name)
        setattr(self, name, attribute)
        return attribute


@cache
def compiled(source: str | bytes, flags: int) -> re.Pattern[Any]:
    """Return a compiled expression, from the file if it is kept there."""
    if kept := _kept().get((source, flags)):
        with suppress(AttributeError, RuntimeError, TypeError, ValueError):
            flags_of, code, *groups = kept
            return _engine().compile(source, flags_of, memoryview(code).cast("I").tolist(), *groups)  # type: ignore[no-any-return]
    _new.add((source, flags))
    return re.compile(source, flags)


def keep_new() -> None:
    """Keep the expressions that this process has compiled, where Python keeps compiled modules."""
    if not _new or sys.dont_write_bytecode or not _FILE or not _FILE.parent.is_dir():
        return
    # A part of ``re`` that another version of Python lacks, or a folder that cannot be written.
    with suppress(AttributeError, OSError, TypeError, ValueError):
        kept = {**_read(), **{key: _to_keep(*key) for key in _new}}
        draft = _FILE.with_suffix(f".{os.getpid()}")
        draft.write_bytes(marshal.dumps((sys.version, kept)))
        draft.replace(_FILE)
        _new.clear()


def _to_keep(source: str | bytes, flags: int) -> _Kept:
    """Compile an expression as ``re._compiler.compile`` does."""
    inner: Any = re
    parsed = inner._parser.parse(source, flags)
    code, state = inner._compiler._code(parsed, flags), parsed.state
    names: list[str | None] = [None] * state.groups
    for name, number in state.groupdict.items():
        names[number] = name
    return int(flags | state.flags), array("I", code).tobytes(), state.groups - 1, state.groupdict, tuple(names)


def _engine() -> Any:
    inner: Any = re
    return inner._compiler._sre


@cache
def _kept() -> dict[_Key, _Kept]:
    return _read()


def _read() -> dict[_Key, _Kept]:
    with suppress(AttributeError, OSError, EOFError, TypeError, ValueError):
        version, kept = marshal.loads(_FILE.read_bytes()) if _FILE else ("", {})  # noqa: S302 - as Python does there
        if version == sys.version:
            return cast("dict[_Key, _Kept]", kept)
    return {}
