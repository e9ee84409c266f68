"""Rows of arXiv's bulk dump (Kaggle data set Cornell-University/arxiv), turned into the plain form of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_RENAMED = {"comments": "comment", "journal-ref": "journal_ref"}
_SAME = ("id", "title", "abstract", "categories", "doi", "license")


def is_dump_row(row: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a row of the dump."""
    return "authors_parsed" in row or "update_date" in row


def plain_form(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row under the names of the plain form. ValueError where its lists do not have their form.

    ``published`` is the time of the first version, ``updated`` and ``version`` are of the last.
    """
    plain = {name: row.get(name) for name in _SAME}
    plain.update((ours, row.get(theirs)) for theirs, ours in _RENAMED.items())
    plain["authors"] = _authors(row)
    try:
        versions = sorted(
            (int(held["version"].removeprefix("v")), held["created"]) for held in row.get("versions") or ()
        )
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError("versions: not a list of versions with dates") from error
    if versions:
        plain["published"] = versions[0][1] if versions[0][0] == 1 else None
        plain["version"], plain["updated"] = versions[-1]
    return plain


def _authors(row: Mapping[str, Any]) -> Any:
    """``authors_parsed`` is a list of [last, first, suffix, affiliation...]."""
    parsed = row.get("authors_parsed")
    if not parsed:
        return row.get("authors")
    try:
        return [
            {"name": " ".join(filter(None, (first, last, suffix))), "affiliations": places}
            for last, first, suffix, *places in parsed
        ]
    except (TypeError, ValueError) as error:
        raise ValueError("authors_parsed: not a list of [last, first, suffix]") from error
