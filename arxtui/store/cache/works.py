"""Works that are not on arXiv: what identifies them, and their keys."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from arxtui.model.arxiv.ids import work_key
from arxtui.model.paper import Paper
from arxtui.store.cache.papers import Papers
from arxtui.text import readable, title_key
from arxtui.text.mentions.titles import charges


def key_of_work(work: Paper, attempt: int = 0) -> int:
    """Return the key of a work that is not on arXiv. A later ``attempt`` gives another one, if the first key is that of
    another work."""
    year = work.published.year if work.published else 0
    identity = work_identity(work)
    return work_key(year, f"{identity} {attempt}" if attempt else identity)


def work_identity(work: Paper) -> str:
    """Return what identifies a work that is not on arXiv: its DOI, else its title and first author."""
    doi = next(iter((work.doi or "").split()), "").casefold()
    author = work.authors[0].name if work.authors else ""
    return doi or f"{title_key(f'{work.title} {author}')} {charges(readable(work.title))}"


def settled_key(papers: Papers, work: Paper, taken: Mapping[int, str] = {}) -> int:
    """Return the key that a work has in the cache, or gets when it is stored: the first one that no other work has,
    neither there nor in ``taken``, because hashes of two works can be equal."""
    identity = work_identity(work)

    def owner(key: int) -> str:
        stored = papers.get(key)
        return taken.get(key) or (work_identity(stored) if stored else identity)

    return next(key for attempt in count() if owner(key := key_of_work(work, attempt)) == identity)
