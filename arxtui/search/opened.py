"""An index that is open: what can be asked of it as it stands."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import tantivy

from arxtui.model.expr import Expr
from arxtui.search import schema as fields
from arxtui.search.months import Months
from arxtui.search.ranking import COMMON
from arxtui.search.translate import Translator

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

_AUTOMATA = 16
_FREQUENCIES = 10_000
_SMALL = 10_000
"""In fewer papers no word is too common to be weighed."""


class Opened:
    """An index that can be searched, and up to which change number of the cache it is built (0 for a new one).

    ``links`` is the folder in which it is open where its own cannot be written; gone with this.
    """

    def __init__(
        self,
        folder: Path,
        index: tantivy.Index,
        searcher: tantivy.Searcher,
        change_number: int,
        links: TemporaryDirectory[str] | None = None,
    ) -> None:
        self.folder = folder
        self.index = index
        self.searcher = searcher
        self.change_number = change_number
        self.links = links
        self._automata: dict[tuple[str, str], tantivy.Query] = {}
        self._frequencies: dict[str, int] = {}

    @cached_property
    def layout(self) -> fields.Layout:
        """How its schema is laid out."""
        return fields.layout_of(self.folder.name)

    @cached_property
    def months(self) -> Months:
        """Its months."""
        return Months.of(self.searcher, self.layout)

    def query(self, expr: Expr, *, ranked: bool = False) -> tantivy.Query:
        """tantivy's query for a query; ``ranked``: with weights."""
        return Translator(self.index.schema, self.layout, self, ranked=ranked).query(expr)

    def matching(self, name: str, pattern: str) -> tantivy.Query:
        """The query for the words of a field that a pattern matches. The automata of the last ones are held: whether a
        pattern is small enough is asked before the query itself."""
        if (name, pattern) not in self._automata:
            if len(self._automata) >= _AUTOMATA:
                self._automata.clear()
            self._automata[name, pattern] = tantivy.Query.regex_query(self.index.schema, name, pattern)
        return self._automata[name, pattern]

    def codes(self, stem: str) -> list[str]:
        """The categories that begin so."""
        return [code for code, _ in self.searcher.terms_with_prefix(fields.CATEGORY, stem)]

    def is_common(self, word: str) -> bool:
        """Whether a folded word stands in so many papers that it tells nothing."""
        return self.searcher.doc_freq(fields.ABSTRACT, word) >= self.common_from

    def papers_with(self, word: str) -> int:
        """In how many papers a folded word stands anywhere; held, as most papers share most of their words."""
        if word not in self._frequencies:
            if len(self._frequencies) >= _FREQUENCIES:
                self._frequencies.clear()
            self._frequencies[word] = sum(self.searcher.doc_freq(name, word) for name in self.layout.anywhere)
        return self._frequencies[word]

    @property
    def common_from(self) -> float:
        """From how many papers on a word that stands in them is common."""
        return COMMON * max(self.searcher.num_docs, _SMALL)
