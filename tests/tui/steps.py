"""The cost of a key press in steps: SQL statements, transactions, parsed queries, searches and record reads, counted in
all threads of a running reader."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import partial, wraps
from typing import Any
from unittest import mock

from arxtui.config.paths import Paths
from arxtui.library.papers.papers import Papers
from arxtui.query.parser import _parse, _Parser
from arxtui.search.index import SearchIndex
from arxtui.tui.services import facet_counts, navigator, poller, related
from tests.tui.reader import Reader, fill_usually, reading

_SOON, _NEVER = 0.001, 3600.0

STATEMENTS, TRANSACTIONS, PARSES = "statements", "transactions", "parsed queries"
SEARCHES, COUNTS, RECORDS = "searches", "counts", "records"
NAMES = (STATEMENTS, TRANSACTIONS, PARSES, SEARCHES, COUNTS, RECORDS)
_WATCHED: dict[str, tuple[type, tuple[str, ...]]] = {
    PARSES: (_Parser, ("parse_all",)),
    SEARCHES: (SearchIndex, ("find", "sequence")),
    COUNTS: (SearchIndex, ("count", "counts", "counts_by_category")),
    RECORDS: (Papers, ("record", "records")),
}


class Steps:
    """The steps since the last :meth:`begin`, in any thread."""

    def __init__(self) -> None:
        self._taken: list[str] = []

    def begin(self) -> None:
        """Start counting from zero."""
        self._taken.clear()

    def add(self, step: str) -> None:
        """Count a step."""
        self._taken.append(step)

    def __getitem__(self, step: str) -> int:
        return self._taken.count(step)

    def __len__(self) -> int:
        return len(self._taken)


@contextmanager
def counted() -> Iterator[Steps]:
    """Count the steps of all databases that are opened in this context."""
    steps = Steps()
    _parse.cache_clear()
    patches = [
        mock.patch.object(kind, name, _watched(getattr(kind, name), partial(steps.add, step)))
        for step, (kind, names) in _WATCHED.items()
        for name in names
    ]
    patches.append(mock.patch("sqlite3.connect", partial(sqlite3.connect, factory=_connection(steps.add))))
    for patch in patches:
        patch.start()
    try:
        yield steps
    finally:
        for patch in patches:
            patch.stop()


@asynccontextmanager
async def walking(paths: Paths, *, is_counted: bool = True) -> AsyncIterator[tuple[Reader, Steps]]:
    """Yield an idle reader of the usual papers, and its steps. Work that the reader delays until the keys rest is done
    without a delay, so that it is counted with its key; with ``is_counted`` False, the facets of another list are never
    counted."""
    rests = [
        mock.patch.object(facet_counts, "_IDLE_SECONDS", _SOON if is_counted else _NEVER),
        mock.patch.object(facet_counts, "_TYPING_IDLE_SECONDS", _SOON if is_counted else _NEVER),
        mock.patch.object(facet_counts, "_NEWS_IDLE_SECONDS", _SOON),
        mock.patch.object(related, "REST_SECONDS", _SOON),
        mock.patch.object(navigator, "REST_SECONDS", _SOON),
        mock.patch.object(poller, "POLL_SECONDS", _NEVER),  # on a slow machine it would be counted with a key
    ]
    fill_usually(paths)
    with ExitStack() as patches, counted() as steps:
        for rest in rests:
            patches.enter_context(rest)
        async with reading(paths) as reader:
            await _come_to_rest(reader, steps)
            yield reader, steps


async def press(reader: Reader, steps: Steps, key: str) -> None:
    """Press a key, and count its steps and all that follow from it."""
    steps.begin()
    await reader.press(key)
    await _come_to_rest(reader, steps)


async def _come_to_rest(reader: Reader, steps: Steps) -> None:
    """Wait until the number of steps no longer grows."""
    known: list[int] = []

    def rests() -> bool:
        known.append(len(steps))
        return len(known) > 5 and known[-5] == known[-1]

    await reader.until(rests)


def _watched(function: Callable[..., Any], hear: Callable[[], None]) -> Callable[..., Any]:
    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        hear()
        return function(*given, **named)

    return call


def _connection(hear: Callable[[str], None]) -> type[sqlite3.Connection]:
    class Connection(sqlite3.Connection):
        """Reports its statements and transactions."""

        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            hear(STATEMENTS)
            if sql == "BEGIN IMMEDIATE":
                hear(TRANSACTIONS)
            return super().execute(sql, *given)

        def executemany(self, *given: Any) -> sqlite3.Cursor:
            hear(STATEMENTS)
            return super().executemany(*given)

        def executescript(self, *given: Any) -> sqlite3.Cursor:
            hear(STATEMENTS)
            return super().executescript(*given)

    return Connection
