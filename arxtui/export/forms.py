"""The export formats by name, and RIS, which every reference manager reads: one line per value, with a tag of two
letters. Texts of RIS are readable, without TeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from arxtui.export import bibtex, csl, jsonform, latex, markdown
from arxtui.export.people import Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.light import NamedTuple, pattern
from arxtui.text import readable
from arxtui.text.mentions.derived import abstract_of

_RANGE = pattern(r"\s?(?:-{1,3}|–|—)\s?")


def _ris_record(reference: Reference, options: ExportOptions) -> str:
    """Return the RIS record of a paper."""
    lines = [f"{tag}  - {' '.join(value.split())}\n" for tag, value in _ris_fields(reference, options) if value]
    return f"{''.join(lines)}ER  - \n"


def _ris_fields(reference: Reference, options: ExportOptions) -> Iterator[tuple[str, str]]:
    record = reference.record
    publication = reference.publication
    yield "TY", "UNPB" if not publication else "CPAPER" if publication.is_proceedings else "JOUR"
    yield "ID", options.keys[record.key]
    yield "TI", reference.title
    for person in reference.people:
        yield "AU", _ris_name(person)
    yield "PY", reference.year
    if reference.submitted and str(reference.submitted.year) == reference.year:
        yield "DA", reference.submitted.strftime("%Y/%m/%d")
    if publication:
        first, *last = _RANGE.split(publication.pages, 1)
        yield "T2", readable(publication.journal)
        yield "VL", publication.volume
        yield "IS", publication.number
        yield "SP", first
        yield "EP", "".join(last)
    yield "DO", "".join(reference.dois[:1])
    if reference.id:
        yield "DB", "arXiv"
        yield "AN", f"arXiv:{reference.id}"
    yield "UR", reference.url
    yield "AB", abstract_of(record.paper, record.derived)
    for tag in record.marks.tags:
        yield "KW", tag
    for remark in reference.remarks:
        yield "N1", readable(remark)
    if options.notes:
        yield "N1", record.marks.note or ""


def _ris_name(person: Person) -> str:
    if person.literal:
        return readable(person.literal)
    family = f"{person.particle} {person.family}".strip()
    return readable(", ".join(filter(None, (family, person.given, person.suffix))))


class ExportFormat(NamedTuple):
    """An export format. ``entry`` returns the text of one paper; a file is ``begin``, the texts with ``between``
    between them, and ``end``. ``has_keys`` says whether the file contains citation keys, ``has_abstracts`` readable
    abstracts, ``has_own`` the entries of a source of citations, with their keys, where there are such, ``has_history``
    announcements, versions and scores. ``comment`` formats a comment line; None if the format has no comments.
    ``unknown`` returns what the program that reads an entry does not know; None if it reads everything."""

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
    has_abstracts: bool = False
    has_history: bool = False

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
    "ris": ExportFormat(".ris", "for reference managers", _ris_record, True, between="\n", has_abstracts=True),
    "csl-json": ExportFormat(
        ".json",
        "for pandoc, citeproc and Zotero",
        csl.entry,
        True,
        begin="[",
        between=",",
        end="\n]\n",
        has_abstracts=True,
    ),
    "markdown": ExportFormat(".md", "a list to read, with links", markdown.entry, comment=markdown.comment),
    "jsonl": ExportFormat(
        ".jsonl", "one JSON object per line, with all data", _line, has_abstracts=True, has_history=True
    ),
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
