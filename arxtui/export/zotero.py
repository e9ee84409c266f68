"""Items for Zotero's connector, in the JSON of its translators (https://www.zotero.org/support/dev/translators/coding,
fields by item type in https://api.zotero.org/schema)."""

from __future__ import annotations

from typing import Any

from arxtui.export.people import Person
from arxtui.export.references import Reference
from arxtui.model.arxiv.taxonomy import category_name
from arxtui.model.views import Record
from arxtui.text import readable
from arxtui.text.mentions.derived import abstract_of

_USER_TAG, _AUTOMATIC_TAG = 0, 1
"""Zotero's types of a tag: set by the user, and set by a program."""


def item(record: Record) -> dict[str, Any]:
    """Return the paper as an item: a ``journalArticle`` or ``conferencePaper`` if it has a journal reference, otherwise
    a ``preprint``. Texts are readable, without TeX; there are no attachments."""
    reference = Reference(record)
    fields = {
        "title": reference.title,
        "creators": [_creator(person) for person in reference.people],
        "abstractNote": abstract_of(record.paper, record.derived),
        "url": reference.url,
        "rights": record.paper.license,
        "libraryCatalog": "arXiv.org" if reference.id else "",
        "extra": "\n".join(filter(None, (_arxiv_name(reference), *map(readable, reference.remarks)))),
        **(_published(reference) if reference.publication else _preprint(reference)),
    }
    lists = {"tags": _tags(record), "attachments": [], "notes": [], "seeAlso": []}
    return {name: value for name, value in fields.items() if value} | lists


def _published(reference: Reference) -> dict[str, Any]:
    publication = reference.publication
    assert publication is not None
    return {
        "itemType": "conferencePaper" if publication.is_proceedings else "journalArticle",
        "proceedingsTitle" if publication.is_proceedings else "publicationTitle": readable(publication.journal),
        "volume": publication.volume,
        "issue": publication.number,  # proceedings have none
        "pages": readable(publication.pages),
        "date": reference.year,
        "DOI": "".join(reference.dois[:1]),
    }


def _preprint(reference: Reference) -> dict[str, Any]:
    own = f"10.48550/arXiv.{reference.id}" if reference.id else ""
    return {
        "itemType": "preprint",
        "repository": "arXiv" if reference.id else "",
        "archiveID": f"arXiv:{reference.id}" if reference.id else "",
        "date": reference.submitted.isoformat() if reference.submitted else reference.year,
        "DOI": "".join(reference.dois[:1]) or own,
    }


def _arxiv_name(reference: Reference) -> str:
    category = reference.record.paper.primary_category
    return f"arXiv:{reference.id}{f' [{category}]' if category else ''}" if reference.id else ""


def _creator(person: Person) -> dict[str, Any]:
    if person.literal:
        return {"lastName": readable(person.literal), "fieldMode": 1, "creatorType": "author"}
    first, last = ", ".join(filter(None, (person.given, person.suffix))), f"{person.particle} {person.family}".strip()
    return {"firstName": readable(first), "lastName": readable(last), "creatorType": "author"}


def _tags(record: Record) -> list[dict[str, Any]]:
    typed = [{"tag": tag, "type": _USER_TAG} for tag in record.marks.tags]
    return typed + [{"tag": category_name(code), "type": _AUTOMATIC_TAG} for code in record.paper.categories]
