"""The entries of a BibTeX file, found by the papers that they are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.export.references import dois_of
from arxtui.library.references.bibfile import cited_entry
from arxtui.library.references.matching import CitedWork, Likeness
from arxtui.model.arxiv.ids import ArxivId
from arxtui.text.bibtex import bib_entries
from arxtui.text.decode import decode_file
from arxtui.text.matching.words import title_key

if TYPE_CHECKING:
    from arxtui.model.document import Work
    from arxtui.model.paper import Paper
    from arxtui.text.bibtex import BibEntry


class FileEntries:
    """The entries of a file by arXiv id, DOI and title. An entry with an arXiv id is no other paper. ``known`` is
    whether a paper has one, by key, of the papers that were looked for."""

    def __init__(self, entries: Iterable[BibEntry]) -> None:
        self.known: dict[int, bool] = {}
        self._by_key: dict[int, BibEntry] = {}
        self._by_doi: dict[str, BibEntry] = {}
        self._titled: dict[str, list[tuple[Work, BibEntry]]] = {}
        for entry in entries:
            work = cited_entry(entry).work
            if work.arxiv:
                self._by_key.setdefault(ArxivId.parse(work.arxiv).key, entry)
                continue
            for doi in work.dois:
                self._by_doi.setdefault(doi.casefold(), entry)
            self._titled.setdefault(title_key(work.title), []).append((work, entry))

    @classmethod
    def read(cls, file: Path | None) -> FileEntries | None:
        """Return the entries of a file; None if there is none that can be read."""
        try:
            return cls(bib_entries(decode_file(file.read_bytes()).text)) if file and file.is_file() else None
        except OSError:
            return None

    def entry_of(self, key: int, paper: Paper) -> BibEntry | None:
        """Return the first entry that is a paper: by arXiv id, DOI, or title with first author and year."""
        found = [self._by_key.get(key), *(self._by_doi.get(doi.casefold()) for doi in dois_of(paper))]
        for work, entry in self._titled.get(title_key(paper.title), ()):
            if CitedWork(work, "").likeness(paper) is Likeness.CERTAIN:
                found.append(entry)
        return min(filter(None, found), key=lambda entry: entry.line, default=None)
