"""Works that are not on arXiv: the keys made of what identifies them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from arxtui.model.arxiv.ids import is_work
from arxtui.model.paper import Paper
from arxtui.store.cache.entries import Entry, key_of_work, paper_of, work_identity
from arxtui.store.cache.papers import Papers
from arxtui.store.sqlite.connection import Database


def settled(db: Database, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries, those of works outside arXiv each under a key that no other work has."""
    taken: dict[int, str] = {}
    for entry in entries:
        if is_work(entry.key) and entry.body:
            work = paper_of(entry)
            key = settled_key(Papers(db), work, taken)
            taken[key] = work_identity(work)
            entry = entry._replace(key=key)
        yield entry


def settled_key(papers: Papers, work: Paper, taken: dict[int, str] | None = None) -> int:
    """Return the key that a work has in the cache, or gets when it is stored: the first one that no other work has,
    neither there nor in ``taken``, because hashes of two works can be equal."""
    identity, taken = work_identity(work), taken or {}
    for attempt in count():
        key = key_of_work(work, attempt)
        stored = papers.get(key)
        if taken.get(key, work_identity(stored) if stored else identity) == identity:
            return key
    raise AssertionError("count() does not end")
