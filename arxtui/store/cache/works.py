"""Works that are not on arXiv: the keys made of what identifies them, and their deletion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import count

from arxtui.model.arxiv.ids import is_work
from arxtui.model.paper import Paper
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry, key_of_work, paper_of, work_identity
from arxtui.store.cache.paper_writer import remove_paper
from arxtui.store.cache.papers import Papers
from arxtui.store.sqlite.codes import CITATION
from arxtui.store.sqlite.connection import Database, listed


def settled(db: Database, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries, those of works outside arXiv each under a key that no other work has."""
    papers, taken = Papers(db), dict[int, str]()
    for entry in entries:
        if is_work(entry.key) and entry.body:
            work = paper_of(entry)
            entry = entry._replace(key=settled_key(papers, work, taken))
            taken[entry.key] = work_identity(work)
        yield entry


def settled_key(papers: Papers, work: Paper, taken: Mapping[int, str] = {}) -> int:
    """Return the key that a work has in the cache, or gets when it is stored: the first one that no other work has,
    neither there nor in ``taken``, because hashes of two works can be equal."""
    identity = work_identity(work)

    def owner(key: int) -> str:
        stored = papers.get(key)
        return taken.get(key) or (work_identity(stored) if stored else identity)

    return next(key for attempt in count() if owner(key := key_of_work(work, attempt)) == identity)


def remove_cited_works(db: Database, keys: Iterable[int], at: datetime) -> None:
    """Delete works that only an entry of a bibliography names, of these keys."""
    sql = "SELECT key FROM paper WHERE sources = ? AND key IN (SELECT value FROM json_each(?))"
    with db.transaction():
        batch = Batch(db, at)
        for (key,) in db.rows(sql, (1 << CITATION, listed(keys))):
            remove_paper(batch, key)
        batch.finish()
