"""The sources of paper records, and those of citations.

Each source of records is declared here. Everything about these is generated from the declarations: the precedence in
merging, the number in the cache, ``source:`` in queries, and the names on the screen.
"""

from __future__ import annotations

from arxtui.light import frozen

TEXT = "text"
"""The name of the source of citations that is the stored text of the citing paper."""


@frozen
class Source:
    """A source of records. Its name, its trust and its code are independent of each other."""

    name: str
    """The name in ``Paper.source``, in queries and in JSON."""
    trust: int
    """How complete the source is: within a version, a less trusted source never overwrites a more trusted one."""
    code: int
    """The number in ``cache.db``, also used as the bit ``1 << code``; a new source takes the next one. A paper known
    only from sources with a code below 4 still needs a description from another source."""
    label: str
    """The name shown beside a paper."""
    words: str
    """The description of ``source:NAME``, after the words "known from"."""
    is_complete: bool = False
    """Whether the source reports everything that arXiv knows of a version, so that a missing field is empty at
    arXiv."""


SOURCES = {
    source.name: source
    for source in (
        Source("api", 7, 6, "arXiv API", "arXiv's query API", is_complete=True),
        Source("rss", 3, 3, "RSS", "arXiv's feeds"),
        Source("oai", 6, 5, "OAI-PMH", "arXiv's OAI-PMH", is_complete=True),
        Source("datacite", 4, 7, "DataCite", "DataCite's records of arXiv's DOIs"),
        Source("listing", 2, 2, "arXiv listing", "arXiv's listings"),
        Source("jsonl", 5, 4, "JSON lines", "a file of JSON lines"),
        Source("pith", 1, 1, "Pith", "Pith"),
        Source("citation", 0, 8, "citation", "an entry of a bibliography"),
    )
}
"""The sources by name, in the order in which completion offers them."""


@frozen
class CitationSource:
    """A source of citations: the name of its setting and in the cache, and that on the screen; ``key_header`` is the
    header for the user's key, without which nothing is requested."""

    name: str
    label: str
    key_header: str = ""


CITATION_SOURCES = {
    source.name: source
    for source in (
        CitationSource("inspire", "INSPIRE"),
        CitationSource("semantic_scholar", "Semantic Scholar", key_header="x-api-key"),
        CitationSource("openalex", "OpenAlex"),
        CitationSource("crossref", "Crossref"),
        CitationSource("opencitations", "OpenCitations"),
    )
}
"""The sources of citations by name, in the order in which they are asked."""


def source_label(name: str) -> str:
    """Return the name of a source of citations on the screen; that of the stored text is its own."""
    return CITATION_SOURCES[name].label if name in CITATION_SOURCES else name


SERVICES = {
    "arxiv": "arXiv",
    "pith": "Pith",
    "zotero": "Zotero",
    **{source.name: source.label for source in CITATION_SOURCES.values()},
}
"""The services: the first word of a source in the ledger (``arxiv.feed``), and the name on the screen."""


def trust_in(name: str) -> int:
    """Return the trust of a source; 0 for an unknown one."""
    return SOURCES[name].trust if name in SOURCES else 0
