"""RIS, which every reference manager reads: one line per value, with a tag of two letters. Texts are readable, without
TeX."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.export.people import Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.patterns import pattern
from arxtui.text import readable

_RANGE = pattern(r"\s?(?:-{1,3}|–|—)\s?")


def entry(reference: Reference, options: ExportOptions) -> str:
    """Return the record of a paper."""
    lines = [f"{tag}  - {' '.join(value.split())}\n" for tag, value in _fields(reference, options) if value]
    return f"{''.join(lines)}ER  - \n"


def _fields(reference: Reference, options: ExportOptions) -> Iterator[tuple[str, str]]:
    record = reference.record
    publication = reference.publication
    yield "TY", "UNPB" if not publication else "CPAPER" if publication.is_proceedings else "JOUR"
    yield "ID", options.keys[record.key]
    yield "TI", reference.title
    for person in reference.people:
        yield "AU", _name(person)
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
    yield "AB", readable(record.paper.abstract)
    for tag in record.marks.tags:
        yield "KW", tag
    for remark in reference.remarks:
        yield "N1", readable(remark)
    if options.notes:
        yield "N1", record.marks.note or ""


def _name(person: Person) -> str:
    if person.literal:
        return readable(person.literal)
    family = f"{person.particle} {person.family}".strip()
    return readable(", ".join(filter(None, (family, person.given, person.suffix))))
