"""Work on many values, of which a bad one does not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

_AT_ONCE = 100
_log = logging.getLogger(__name__)

Value = TypeVar("Value")
Result = TypeVar("Result")


def isolated(
    work: Callable[[list[Value]], Sequence[Result]], values: Iterable[Value], failure: Callable[[Value], str]
) -> Iterator[Result | None]:
    """Yield a result for each value from ``work``, which takes up to a hundred at once. Where it fails for a value,
    yields None, and logs the error with the message that ``failure`` returns."""
    left = iter(values)
    while some := list(islice(left, _AT_ONCE)):
        yield from _results(work, some, failure)


def _results(
    work: Callable[[list[Value]], Sequence[Result]], values: list[Value], failure: Callable[[Value], str]
) -> Sequence[Result | None]:
    try:
        return work(values)
    except Exception:  # a paper can have anything in it: the others are worked on, and the error is logged
        if len(values) == 1:
            _log.exception("%s", failure(values[0]))
            return [None]
    return [result for value in values for result in _results(work, [value], failure)]
