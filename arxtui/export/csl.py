"""CSL-JSON for citeproc, pandoc and Zotero: https://github.com/citation-style-language/schema. Texts are readable,
without TeX."""

from __future__ import annotations

import json
from typing import Any

from arxtui.export.journals import Publication
from arxtui.export.people import Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.text import readable
from arxtui.text.mentions.derived import abstract_of


def entry(reference: Reference, options: ExportOptions) -> str:
    """Return the item of a paper, after a line end: a file is one JSON list, with one item per line."""
    fields = {name: value for name, value in _item(reference, options).items() if value}
    return f"\n{json.dumps(fields, ensure_ascii=False)}"


def _item(reference: Reference, options: ExportOptions) -> dict[str, Any]:
    record, publication = reference.record, reference.publication
    item: dict[str, Any] = {
        "id": options.keys[record.key],
        "type": _type(publication),
        "title": reference.title,
        "author": [_name(person) for person in reference.people],
        "issued": {"date-parts": [issued]} if (issued := _issued(reference)) else None,
        "DOI": "".join(reference.dois[:1]),
        "URL": reference.url,
        "abstract": abstract_of(record.paper, record.derived),
        "keyword": ", ".join(record.marks.tags),
        "note": _note(reference),
        "annote": record.marks.note if options.notes else None,
    }
    if publication:
        item |= {
            "container-title": readable(publication.journal),
            "volume": publication.volume,
            "issue": publication.number,
            "page": readable(publication.pages),
        }
    elif reference.id:
        item |= {"publisher": "arXiv", "number": reference.id}
    return item


def _type(publication: Publication | None) -> str:
    if publication is None:
        return "article"
    return "paper-conference" if publication.is_proceedings else "article-journal"


def _issued(reference: Reference) -> list[int]:
    """Return the day of a preprint, or the year of a publication; empty if it is unknown."""
    day = reference.submitted
    if day and not reference.publication:
        return [day.year, day.month, day.day]
    return [int(reference.year)] if reference.year else []


def _note(reference: Reference) -> str:
    """Return the identifier of a published paper, which has no other field in most styles, and the remarks. Styles name
    the publisher and the number of a preprint, so that a note would say arXiv twice."""
    category = reference.record.paper.primary_category
    name = (
        f"arXiv:{reference.id}{f' [{category}]' if category else ''}" if reference.id and reference.publication else ""
    )
    return "\n".join(filter(None, (name, *map(readable, reference.remarks))))


def _name(person: Person) -> dict[str, str]:
    if person.literal:
        return {"literal": readable(person.literal)}
    parts = {
        "family": person.family,
        "given": person.given,
        "non-dropping-particle": person.particle,
        "suffix": person.suffix,
    }
    return {name: readable(part) for name, part in parts.items() if part}
