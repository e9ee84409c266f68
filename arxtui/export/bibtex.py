"""BibTeX, in arXiv's own form of an entry: ``@misc`` with ``eprint``, ``archivePrefix`` and ``primaryClass``,
``@article`` if the paper has a journal reference, ``@inproceedings`` if that names a meeting."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arxtui.export.capitals import title
from arxtui.export.latex import name_letters
from arxtui.export.people import OTHERS, Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.export.texfields import field
from arxtui.patterns import pattern
from arxtui.text import readable

_RANGE = pattern(r"\s?(?:-{1,3}|–|—)\s?")
_SPLIT_BY_BIBTEX = pattern(r",|(?:^|\s)and(?:\s|$)", re.I)
_PLAIN_NAME = pattern(r"[A-Za-z'.-]+, (?:[A-Z][A-Za-z'.-]* )*[A-Z][A-Za-z'.-]*")
_OWN_KEY = pattern(r"(@\w+\{)([^,\s]+)")
_COMPOUND = pattern(r"\w[\s-]+\w")
_WITHOUT_BRACES = str.maketrans("", "", "{}")
_VERBATIM = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})


def entry(reference: Reference, options: ExportOptions) -> str:
    """Return the entry of a paper."""
    lines = "".join([f"  {name} = {{{value}}},\n" for name, value in fields(reference, options) if value])
    return f"@{kind_of(reference)}{{{options.keys[reference.record.key]},\n{lines}}}\n"


def own_entry(reference: Reference, options: ExportOptions) -> str:
    """Return the entry of a paper by its source of citations, with the key of the options; ours if there is none."""
    if not reference.own_entry:
        return entry(reference, options)
    return _OWN_KEY.sub(lambda match: match[1] + options.keys[reference.record.key], reference.own_entry, count=1)


def own_key(reference: Reference) -> str:
    """Return the key of the entry by a source of citations; empty if there is none."""
    match = _OWN_KEY.match(reference.own_entry)
    return match[2] if match else ""


def kind_of(reference: Reference) -> str:
    """Return the type of the entry of a paper."""
    publication = reference.publication
    return "misc" if not publication else "inproceedings" if publication.is_proceedings else "article"


def comment(text: str) -> str:
    """Return a line that BibTeX ignores."""
    return f"% {text.replace('@', ' at ')}\n"


def fields(reference: Reference, options: ExportOptions) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the fields of an entry; some values are empty."""
    paper = reference.record.paper
    yield "title", title(paper.title)
    yield "author", " and ".join(map(_name, reference.people))
    if publication := reference.publication:
        yield "booktitle" if publication.is_proceedings else "journal", field(publication.journal)
        yield "volume", field(publication.volume)
        yield "number", field(_RANGE.sub("--", publication.number))
        yield "pages", field(_RANGE.sub("--", publication.pages))
    yield "year", reference.year
    if reference.id:
        yield "eprint", reference.id
        yield "archivePrefix", "arXiv"
        yield "primaryClass", paper.primary_category
    yield "doi", "".join(reference.dois[:1]).translate(_VERBATIM)
    yield "url", reference.url.translate(_VERBATIM)
    yield "note", field("; ".join(reference.remarks))
    yield "keywords", ", ".join(map(field, reference.record.marks.tags))
    if options.notes:
        yield "annote", field(reference.record.marks.note or "")


def _name(person: Person) -> str:
    """Return ``von Last, Jr, First``, with braces around what BibTeX would split."""
    if person == OTHERS:
        return "others"
    if person.literal:
        return f"{{{_letters(person.literal)}}}"
    if _PLAIN_NAME.fullmatch(plain := f"{person.family}, {person.given}") and not person.particle + person.suffix:
        return plain
    family, given = _letters(person.family), _braced(_letters(person.given))
    has_lower_part = any(word[:1].islower() for word in person.family.split()[:-1])
    # pandoc and Citation.js would take {\'A}lvarez of a compound name for a particle.
    is_misread = family.startswith("{\\") and _COMPOUND.search(readable(person.family))
    if has_lower_part or (" " in family and not given) or is_misread:
        family = f"{{{family}}}"
    whole = f"{_letters(person.particle)} {_braced(family)}".strip()
    return ", ".join(filter(None, (whole, field(person.suffix), given)))


def _letters(name: str) -> str:
    """Return a part of a name, in TeX or Unicode, with accents as BibTeX understands them."""
    return field(name_letters(readable(name).translate(_WITHOUT_BRACES)))


def _braced(text: str) -> str:
    return f"{{{text}}}" if _SPLIT_BY_BIBTEX.search(text) else text
