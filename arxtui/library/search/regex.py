"""Regular expressions across words: no index term matches them, so the texts themselves are searched.

The search covers the papers whose words contain the fragments that the expression needs (``diffus`` and ``model`` for
``/diffus.*model/``) and that match the other terms of the query: for ``cat:cs.DC /a b/`` those in cs.DC, for ``x /a b/
OR y /c d/`` those with x or y. If they are too many, only the newest are searched. A paper that has the fragments and
whose text was not searched never matches by the expression, not even by a negated one. A separate process searches,
which can be killed at any time: Python cannot interrupt a regular expression.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO

from arxtui.config.paths import Paths
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.resolve import IndexQuery
from arxtui.light import changed, frozen
from arxtui.model.expr import EVERYTHING, And, Expr, Keys, Not, Or, Regex, Term, terms_of, with_terms
from arxtui.search.errors import SearchError
from arxtui.text.matching.regex import AllOf, AnyOf, Fragments, fragments

_SEARCHED_WHOLE = 5_000
"""The largest number of known papers that are all searched, whatever words they have."""


@frozen
class ScanResult:
    """The results of a search in the texts of the first ``papers`` papers: the matching keys for each expression. While
    ``goes_on``, the search has not finished."""

    matches: tuple[Sequence[int], ...]
    papers: int
    goes_on: bool = False


Newest = Callable[[Expr], tuple[Sequence[int], int]]
"""Returns the newest papers that match a query, newest first (of many not all), and the total number of matches."""
Look = Callable[[Sequence[Regex], Sequence[int]], ScanResult]


def too_large_across(expr: Expr, takes: Callable[[Regex], bool]) -> Expr:
    """Mark the regular expressions that are too large for the index to be searched in texts."""

    def across(term: Term) -> Expr:
        return changed(term, across=True) if isinstance(term, Regex) and not (term.across or takes(term)) else term

    return with_terms(expr, across)


def settle(expr: Expr, newest: Newest, look: Look) -> IndexQuery:
    """Replace the regular expressions by the keys that ``look`` finds among the papers from ``newest``."""
    expressions = tuple(dict.fromkeys(_across(expr)))
    if not expressions:
        return IndexQuery(expr)
    candidates = Or(_distinct(_candidates(expr, ())))
    keys, total = newest(candidates)
    scan = look(expressions, keys)
    matches = dict(zip(expressions, map(_ascending, scan.matches), strict=True))
    if scan.papers >= total:
        return IndexQuery(_replaced(expr, matches, None))
    untried = (
        _ascending(keys[scan.papers :])
        if len(keys) >= total
        else And((candidates, Not(_ascending(keys[: scan.papers]))))
    )
    note = f"the regular expression was tried on the newest {scan.papers:,} of {total:,} papers that may match"
    note = f"{note} so far" if scan.goes_on else note
    return IndexQuery(_replaced(expr, matches, untried), note, scan.goes_on, total - scan.papers)


def _across(expr: Expr) -> Iterator[Regex]:
    return (term for term in terms_of(expr) if isinstance(term, Regex) and term.across)


def _candidates(expr: Expr, terms: tuple[Expr, ...]) -> Iterator[Expr]:
    """Yield, for each expression, the query that limits its search: the fragments that it needs, and the other terms of
    the surrounding conjunctions."""
    match expr:
        case Regex(across=True):
            known = key_set(And(terms))
            # The index lacks kept papers that left the cache.
            is_short = known is not None and not known.inverted and len(known.keys) <= _SEARCHED_WHOLE
            yield And(terms if is_short else (*terms, _with_fragments(expr)))
        case Not(part):
            yield from _candidates(part, terms)
        case And(parts):
            plain = tuple(part for part in parts if not any(_across(part)))
            for part in parts:
                yield from _candidates(part, (*terms, *plain))
        case Or(parts):
            for part in parts:
                yield from _candidates(part, terms)


def _with_fragments(regex: Regex) -> Expr:
    """Return the query for the papers whose words contain what an expression needs; for all if that is nothing."""

    def query(needed: Fragments | None) -> Expr:
        match needed:
            case AllOf(parts):
                return And(tuple(map(query, parts)))
            case AnyOf(parts):
                return Or(tuple(map(query, parts)))
            case None:
                return EVERYTHING
            case _:
                return Regex(needed, regex.field)

    return query(fragments(regex.pattern))


def _distinct(terms: Iterable[Expr]) -> tuple[Expr, ...]:
    # Keys are not hashable.
    distinct: list[Expr] = []
    for each in terms:
        if each not in distinct:
            distinct.append(each)
    return tuple(distinct)


def _replaced(expr: Expr, matches: Mapping[Regex, Keys], untried: Expr | None, *, barred: bool = False) -> Expr:
    """Replace the expressions by their results. ``untried`` are the papers that may match and were not searched;
    ``barred`` is true inside a negation."""
    match expr:
        case Regex(across=True):
            return Or((matches[expr], untried)) if barred and untried else matches[expr]
        case Not(part):
            return Not(_replaced(part, matches, untried, barred=not barred))
        case And(parts):
            return And(tuple(_replaced(part, matches, untried, barred=barred) for part in parts))
        case Or(parts):
            return Or(tuple(_replaced(part, matches, untried, barred=barred) for part in parts))
        case _:
            return expr


def _ascending(keys: Sequence[int]) -> Keys:
    return Keys(array("q", sorted(keys)))


SECONDS = 10.0
"""The time limit of one query's search, in seconds."""
_CACHED_SCANS = 8
_POLL_SECONDS = 0.05
"""Seconds without a result after which a waiting caller gets an empty one."""
_Answer = tuple[int, list[list[int]]]
"""The number of papers searched so far, and the matches of each expression in the last batch."""


class _Scan:
    """The search of one list of papers: the papers searched so far, and the matches of each expression."""

    def __init__(
        self, expressions: Sequence[Regex], keys: Sequence[int], version: int, answers: Iterator[_Answer]
    ) -> None:
        self.version = version
        self.goes_on = True
        self.papers = frozenset(keys)
        self._keys = keys
        self._answers = answers
        self._seen: set[int] = set()
        self._found: list[set[int]] = [set() for _ in expressions]

    def go_on(self, patience: float | None) -> None:
        """Continue the search for at most ``patience`` seconds; None means to the end."""
        until = None if patience is None else time.monotonic() + patience
        for papers, more in self._answers:
            self._seen.update(self._keys[len(self._seen) : papers])
            for matches, new in zip(self._found, more, strict=True):
                matches.update(new)
            if until is not None and time.monotonic() >= until:
                return
        self.goes_on = False

    def of(self, keys: Sequence[int]) -> ScanResult:
        """Return the matches among some of the papers, in their order. The searched papers must come first among them,
        too."""
        seen = [key for key in keys if key in self._seen]
        return ScanResult(
            tuple([key for key in seen if key in matches] for matches in self._found), len(seen), self.goes_on
        )


class TextSearch:
    """Searches the texts of papers for regular expressions, for at most ``seconds``, and caches the results until the
    cache database changes: marking or counting papers does not repeat the search."""

    def __init__(self, paths: Paths, seconds: float = SECONDS) -> None:
        self._paths = paths
        self._seconds = seconds
        self._scans: dict[tuple[Regex, ...], _Scan] = {}

    def look(
        self, expressions: Sequence[Regex], keys: Sequence[int], version: int, patience: float | None = None
    ) -> ScanResult:
        """Return which of the papers, newest first, match each expression.

        ``version`` is the data version of the cache. With ``patience``, return after about that many seconds: while the
        result ``goes_on``, the next call with the same expressions returns more. Raises SearchError if the texts cannot
        be read.
        """
        key = tuple(expressions)
        scan = self._scans.pop(key, None)
        if scan is None or scan.version != version or not scan.papers.issuperset(keys):
            scan = _Scan(key, keys, version, self._answers(key, keys))
        if scan.goes_on:
            scan.go_on(patience)
        ended = [(each, other) for each, other in self._scans.items() if not other.goes_on]
        self._scans = dict([*ended, (key, scan)][-_CACHED_SCANS:])
        return scan.of(keys)

    def _answers(self, expressions: Sequence[Regex], keys: Sequence[int]) -> Iterator[_Answer]:
        """Run the search process and yield its results until all papers are searched or the time limit is reached."""
        if not keys:
            return
        deadline = time.monotonic() + self._seconds
        request = {
            "cache": str(self._paths.cache_db),
            "library": str(self._paths.library_db),
            "asked": [(each.pattern, each.field.value) for each in expressions],
            "keys": list(keys),
            "seconds": self._seconds,
        }
        with tempfile.TemporaryFile("w+") as stdin, self._paths.log_file.open("ab") as log:
            json.dump(request, stdin)
            stdin.seek(0)
            command = [sys.executable, "-P", "-m", "arxtui.library.search.regex_process"]
            child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
        assert child.stdout is not None
        papers = 0
        try:
            for line in _lines(child.stdout, deadline):
                matches: list[list[int]] = [[] for _ in expressions]
                if line:
                    papers, matches = json.loads(line)
                yield papers, matches
        finally:
            is_timed_out = time.monotonic() >= deadline
            child.kill()
            child.stdout.close()
            child.wait()
        if papers < len(keys) and not is_timed_out:
            raise SearchError(f"The texts could not be searched; {self._paths.log_file} says why.")


def _lines(pipe: IO[bytes], deadline: float) -> Iterator[bytes]:
    """Yield whole lines until the end of the pipe or the deadline; an empty line for each interval without data."""
    rest = b""
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([pipe], [], [], min(left, _POLL_SECONDS))[0]:
            yield b""
        elif more := os.read(pipe.fileno(), 1 << 16):
            *lines, rest = (rest + more).split(b"\n")
            yield from lines
        else:
            return
