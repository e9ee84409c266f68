"""What a key costs in steps: statements of SQL, transactions, parsed queries, searches and records read, counted in a
running reader. No times.

    python -m benchmarks.walks
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from arxtui.config.paths import Paths
from arxtui.library.papers.papers import Papers
from arxtui.query import parser
from arxtui.search.index import SearchIndex
from arxtui.store.sqlite.connection import Database
from benchmarks.report import table
from tests.tui.reader import fill_usually, reading

_KEYS = ("s", "j", "space", "u", "slash", "p", "a", "p", "escape", "t")
_WATCHED: dict[str, Callable[..., Any]] = {
    "parsed queries": parser._parsed.__wrapped__,
    "searches": SearchIndex.find,
    "counts": SearchIndex.count,
    "records": Papers.records,
}
_STATEMENTS, _TRANSACTIONS = "statements", "transactions"
_RUN_ONE = Database.run.__code__
_NAMES = (_STATEMENTS, _TRANSACTIONS, *_WATCHED)
_RUN = ("execute", "executemany", "executescript")


class _Steps:
    """Counts calls in all threads."""

    def __init__(self) -> None:
        self._watched: dict[CodeType, str] = {function.__code__: name for name, function in _WATCHED.items()}
        self.calls: Counter[str] = Counter()

    def called(self, frame: FrameType, event: str, argument: Any) -> None:
        """As ``sys.setprofile`` calls it."""
        if event == "call":
            if name := self._watched.get(frame.f_code):
                self.calls[name] += 1
            elif frame.f_code is _RUN_ONE:
                self.calls[_TRANSACTIONS] += frame.f_locals["sql"] == "BEGIN IMMEDIATE"
        elif event == "c_call" and isinstance(getattr(argument, "__self__", None), sqlite3.Connection):
            self.calls[_STATEMENTS] += argument.__name__ in _RUN


@contextmanager
def _counted() -> Iterator[_Steps]:
    steps = _Steps()
    threading.setprofile(steps.called)
    sys.setprofile(steps.called)
    try:
        yield steps
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def _walked(paths: Paths) -> list[list[str]]:
    rows = []
    with _counted() as steps:
        async with reading(paths) as reader:
            for key in _KEYS:
                steps.calls.clear()
                await reader.press(key)
                rows.append([f"`{key}`", *(str(steps.calls[name]) for name in _NAMES)])
    return rows


def main() -> None:
    """Sixty made-up papers, one key after the other."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(Path(folder))
        fill_usually(paths)
        rows = asyncio.run(_walked(paths))
    table("Steps of a key", ["", *_NAMES], rows)


if __name__ == "__main__":
    main()
