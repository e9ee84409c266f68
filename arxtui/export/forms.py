"""The export formats by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from arxtui.export import bibtex, csl, jsonform, latex, markdown, ris
from arxtui.export.references import ExportOptions, Reference
from arxtui.tuples import NamedTuple


class ExportFormat(NamedTuple):
    """An export format. ``entry`` returns the text of one paper; a file is ``begin``, the texts with ``between``
    between them, and ``end``. ``has_keys`` says whether the file contains citation keys, ``has_own`` whether it has the
    entries of a source of citations, with their keys, where there are such. ``comment`` formats a comment
    line; None if the format has no comments. ``unknown`` returns what the program that reads an entry does not know;
    None if it reads everything."""

    suffix: str
    what: str
    entry: Callable[[Reference, ExportOptions], str]
    has_keys: bool = False
    comment: Callable[[str], str] | None = None
    begin: str = ""
    between: str = ""
    end: str = ""
    unknown: Callable[[str], frozenset[str]] | None = None
    has_own: bool = False

    def file(self, entries: Iterable[str]) -> Iterator[str]:
        """Yield the text of a file with these entries, in pieces."""
        before = begin = self.begin
        for entry in entries:
            yield before + entry
            before, begin = self.between, ""
        yield begin + self.end


def _line(reference: Reference, options: ExportOptions) -> str:
    return jsonform.record_to_line(reference.record, reference.full_reviews) + "\n"


FORMS = {
    "bibtex": ExportFormat(
        ".bib",
        "for LaTeX, with the papers' TeX",
        bibtex.entry,
        True,
        bibtex.comment,
        between="\n",
        unknown=latex.unknown,
    ),
    "ris": ExportFormat(".ris", "for reference managers", ris.entry, True, between="\n"),
    "csl-json": ExportFormat(
        ".json", "for pandoc, citeproc and Zotero", csl.entry, True, begin="[", between=",", end="\n]\n"
    ),
    "markdown": ExportFormat(".md", "a list to read, with links", markdown.entry, comment=markdown.comment),
    "jsonl": ExportFormat(".jsonl", "one JSON object per line, with all data", _line),
    "inspire-bibtex": ExportFormat(
        ".bib",
        "INSPIRE's own BibTeX entries, where they are known",
        bibtex.own_entry,
        True,
        bibtex.comment,
        between="\n",
        unknown=latex.unknown,
        has_own=True,
    ),
}
BY_SUFFIX = {form.suffix: name for name, form in reversed(FORMS.items())}
"""The format of a file with a suffix."""
