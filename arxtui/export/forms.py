"""The export formats by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from arxtui.export import bibtex, csl, jsonform, markdown, ris
from arxtui.export.references import Reference, Style


class Form(NamedTuple):
    """An export format. ``written`` yields the text of a file in pieces; ``has_keys`` says whether the file contains
    citation keys. ``comment`` formats a comment line; None if the format has no comments."""

    suffix: str
    what: str
    written: Callable[[Iterable[Reference], Style], Iterator[str]]
    has_keys: bool = False
    comment: Callable[[str], str] | None = None


def _lines(references: Iterable[Reference], style: Style) -> Iterator[str]:
    for reference in references:
        yield jsonform.record_to_line(reference.record, reference.full_reviews) + "\n"


FORMS = {
    "bibtex": Form(".bib", "for LaTeX, with the papers' TeX", bibtex.written, True, bibtex.comment),
    "ris": Form(".ris", "for reference managers", ris.written, True),
    "csl-json": Form(".json", "for pandoc, citeproc and Zotero", csl.written, True),
    "markdown": Form(".md", "a list to read, with links", markdown.written, comment=markdown.comment),
    "jsonl": Form(".jsonl", "one JSON object a line, with everything that is known", _lines),
}
