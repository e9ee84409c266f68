"""Where the records of papers come from. A source is declared here, and everything that names sources is made from the
declarations: which one is believed, the number in the cache, ``source:`` in queries, the words for people."""

from __future__ import annotations

from typing import NamedTuple


class Source(NamedTuple):
    """A source of records: three different things are who it is, how much it knows, and its number in the files."""

    name: str
    """As in ``Paper.source``, in queries and in JSON."""
    trust: int
    """How much it knows: of the same version, a lower one never overwrites what a higher one said."""
    code: int
    """Its number in ``cache.db``, where it is also the bit ``1 << code``: a new source takes the next one. Below 4 are
    those whose papers are still to be described by another source."""
    label: str
    """Its name beside a paper."""
    words: str
    """What ``source:`` means, after "known from"."""
    tells_all: bool = False
    """Whether it says all that arXiv knows of a version, so that what it leaves out is not so."""


SOURCES = {
    source.name: source
    for source in (
        Source("api", 5, 6, "arXiv API", "arXiv's query API", tells_all=True),
        Source("rss", 2, 3, "RSS", "arXiv's feeds"),
        Source("oai", 4, 5, "OAI-PMH", "arXiv's OAI-PMH", tells_all=True),
        Source("listing", 1, 2, "arXiv listing", "arXiv's listings"),
        Source("jsonl", 3, 4, "JSON lines", "a file of JSON lines"),
        Source("pith", 0, 1, "Pith", "Pith"),
    )
}
"""The sources by name, in the order in which they are offered."""

SERVICES = {
    "arxiv": "arXiv",
    "pith": "Pith",
    "zotero": "Zotero",
}
"""Who is asked: the first word of what is asked (``arxiv.feed``), and the name for people."""


def trust_in(name: str) -> int:
    """How much a source knows; as little as the least for one that is not known here."""
    return SOURCES[name].trust if name in SOURCES else 0
