"""A citation in prose, as in a list of references. Texts are readable, without TeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.export.journals import Publication
from arxtui.export.people import OTHERS, Person
from arxtui.export.references import Reference
from arxtui.light import pattern
from arxtui.text import readable

_MAX_NAMED = 8
_NAMED = 3
"""The number of authors that are named if there are more than ``_MAX_NAMED``."""
_GIVEN_NAME = pattern(r"(\w)[\w'’]*\.?(?:\s+|(?=\w))?")
_ENDS = (".", "?", "!")


def citation(reference: Reference) -> str:
    """Return the citation of a paper in one line: authors, title, publication or preprint with its year, DOI."""
    return " ".join(part if part.endswith(_ENDS) else f"{part}." for part in _parts(reference) if part)


def _parts(reference: Reference) -> Iterator[str]:
    publication, preprint = reference.publication, _preprint(reference)
    yield _people(reference.people)
    yield reference.title
    yield _published(publication) if publication else ""
    if publication and publication.year:
        yield preprint
    else:  # the year is that of the first version
        yield ", ".join(filter(None, (preprint or reference.url, reference.year)))
    yield " ".join(f"doi:{doi}" for doi in reference.dois)
    yield f"Withdrawn: {readable(reference.withdrawal)}" if reference.withdrawal else ""


def _preprint(reference: Reference) -> str:
    category = reference.record.paper.primary_category
    return f"arXiv:{reference.id}{f' [{category}]' if category else ''}" if reference.id else ""


def _published(publication: Publication) -> str:
    """Return ``Journal 12(3), 45–67 (2026)``, or the whole reference if it could not be parsed."""
    number = f"({publication.number})" if publication.number else ""
    volume = " ".join(filter(None, (readable(publication.journal), f"{publication.volume}{number}")))
    text = ", ".join(filter(None, (volume, readable(publication.pages))))
    return f"{text} ({publication.year})" if publication.year and str(publication.year) not in text else text


def _people(people: Sequence[Person]) -> str:
    """Return the names with initials; of many authors, only the first ones."""
    listed = [person for person in people if person != OTHERS]
    names = [_name(person) for person in (listed if len(listed) <= _MAX_NAMED else listed[:_NAMED])]
    if len(names) < len(people):
        return f"{', '.join(names)} et al."
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _name(person: Person) -> str:
    if person.is_family_first:
        return person.full
    initials = _GIVEN_NAME.sub(r"\1. ", readable(person.given)).replace(". -", ".-")
    name = " ".join(filter(None, (initials.strip(), person.particle, person.family, person.suffix)))
    return readable(person.literal or name)
