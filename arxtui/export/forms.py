"""The export formats by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from arxtui.export import bibtex, csl, jsonform, markdown, ris
from arxtui.export.references import ExportOptions, Reference


class ExportFormat(NamedTuple):
    """An export format. ``write`` yields the text of a file in pieces; ``has_keys`` says whether the file contains
    citation keys. ``comment`` formats a comment line; None if the format has no comments."""

    suffix: str
    what: str
    write: Callable[[Iterable[Reference], ExportOptions], Iterator[str]]
    has_keys: bool = False
    comment: Callable[[str], str] | None = None


def _lines(references: Iterable[Reference], options: ExportOptions) -> Iterator[str]:
    for reference in references:
        yield jsonform.record_to_line(reference.record, reference.full_reviews) + "\n"


FORMS = {
    "bibtex": ExportFormat(".bib", "for LaTeX, with the papers' TeX", bibtex.write, True, bibtex.comment),
    "ris": ExportFormat(".ris", "for reference managers", ris.write, True),
    "csl-json": ExportFormat(".json", "for pandoc, citeproc and Zotero", csl.write, True),
    "markdown": ExportFormat(".md", "a list to read, with links", markdown.write, comment=markdown.comment),
    "jsonl": ExportFormat(".jsonl", "one JSON object a line, with everything that is known", _lines),
}
