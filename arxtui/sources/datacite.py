"""The record of an arXiv DOI at DataCite (https://support.datacite.org/docs/api-get-doi): JSON:API, where arXiv
deposits title, authors, abstract, categories and the dates of the versions."""

from __future__ import annotations

import json
import re
from typing import Any

from arxtui.model.dois import ARXIV_DOI
from arxtui.model.paper import Author, Paper
from arxtui.sources import values
from arxtui.sources.errors import SourceError
from arxtui.sources.refusal import refusal
from arxtui.text import clean, clean_block

SOURCE = "datacite"
_CATEGORY = re.compile(r"\(([\w.-]+)\)$")
"""The code at the end of a subject: ``Machine Learning (cs.LG)``."""


def parse_record(data: bytes, identifier: str) -> Paper:
    """Parse the record of a paper. Raises: SourceError if the data is none, or of another DOI than that of
    ``identifier``, which has no version."""
    try:
        record = values.mapping(values.mapping(json.loads(data)).get("data"))
    except (ValueError, RecursionError) as error:
        raise refusal(data, "a record of DataCite") from error
    if str(record.get("id")).lower() != f"{ARXIV_DOI}{identifier}".lower():
        raise SourceError(f"the record of another DOI: {clean(str(record.get('id')))}")
    try:
        return _paper(values.mapping(record.get("attributes")), identifier)
    except ValueError as error:
        raise SourceError(f"not a record of DataCite: {error}") from error


def _paper(row: values.Row, identifier: str) -> Paper:
    title = next((clean(values.text(each, "title")) for each in _objects(row, "titles")), "")
    if not title:
        raise ValueError("no title")
    version = values.text(row, "version")
    submitted, updated = (
        next((values.time(each, "date") for each in _objects(row, "dates") if each.get("dateType") == kind), None)
        for kind in ("Submitted", "Updated")
    )
    abstracts = (each for each in _objects(row, "descriptions") if each.get("descriptionType") == "Abstract")
    codes = (_CATEGORY.search(values.text(each, "subject")) for each in _objects(row, "subjects"))
    return Paper(
        identifier,
        title,
        version=int(version) if version.isdecimal() else None,
        abstract=next((clean_block(values.text(each, "description")) for each in abstracts), ""),
        authors=tuple(Author(name) for each in _objects(row, "creators") if (name := _name(each))),
        categories=tuple(dict.fromkeys(code[1] for code in codes if code)),
        published=submitted,
        updated=updated or submitted,
        license=next((values.text(each, "rightsUri") for each in _objects(row, "rightsList")), "") or None,
        source=SOURCE,
    )


def _objects(row: values.Row, name: str) -> list[dict[str, Any]]:
    return [each for each in row.get(name) or () if isinstance(each, dict)]


def _name(creator: dict[str, Any]) -> str:
    """Return a name in its usual order; DataCite's ``name`` has the family name first."""
    parts = clean(values.text(creator, "givenName")), clean(values.text(creator, "familyName"))
    return " ".join(parts) if all(parts) else clean(values.text(creator, "name"))
