"""Values of an answer in JSON. One of the wrong type is treated as missing: a bad field must not hide the rest."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

from arxtui.light import pattern
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.dois import ARXIV_DOI, doi_named
from arxtui.sources import values
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.refusal import refusal
from arxtui.text import clean, clip, readable

MOST_WORKS = 10_000
"""The number of works of a list that are read: no paper cites as many."""
MOST_AUTHORS = 50
"""The number of authors of a work that are read."""
_LONGEST = 1_000
"""The number of characters of a text that are read."""
_MOST_OBJECTS, _MOST_VALUES = 500_000, 3_000_000
"""The number of objects and lists in an answer, and of its values: the record of a paper with 5,000 authors has 80,000
objects. Each takes up to 200 bytes of memory."""
_TAG = pattern(r"</?[A-Za-z][\w:.-]{0,30}(?:\s[^<>]{0,300})?/?>")
_YEAR = pattern(r"[12][0-9]{3}")


def parse_object(data: bytes, expected: str) -> values.Row:
    """Return the object that an answer is. Raises: SourceError if the data is not ``expected`` ("a record of X")."""
    value = _parsed(data, expected)
    if not isinstance(value, dict):
        raise _refusal(data, expected)
    return value


def parse_list(data: bytes, expected: str) -> list[dict[str, Any]]:
    """Return the objects of the list that an answer is. Raises: SourceError if the data is not ``expected``."""
    value = _parsed(data, expected)
    if not isinstance(value, list):
        raise _refusal(data, expected)
    return [each for each in value if isinstance(each, dict)]


def _parsed(data: bytes, expected: str) -> Any:
    if data.count(b"{") + data.count(b"[") > _MOST_OBJECTS or data.count(b",") > _MOST_VALUES:
        raise SourceError(f"it has too many values to be {expected}")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _refusal(data, expected) from error


def _refusal(data: bytes, expected: str) -> SourceError:
    error = refusal(data, expected)
    return SourceError(f"it answered: {error.message}") if isinstance(error, UpstreamError) else error


def row(fields: values.Row, name: str) -> values.Row:
    """Return an object; an empty one if there is none."""
    value = fields.get(name)
    return value if isinstance(value, dict) else {}


def rows(fields: values.Row, name: str) -> list[dict[str, Any]]:
    """Return the objects of a list."""
    value = fields.get(name)
    return [each for each in value[:MOST_WORKS] if isinstance(each, dict)] if isinstance(value, list) else []


def texts(fields: values.Row, name: str) -> list[str]:
    """Return the texts of a list."""
    value = fields.get(name)
    return [each for each in value[:MOST_WORKS] if isinstance(each, str)] if isinstance(value, list) else []


def line(fields: values.Row, name: str) -> str:
    """Return a text or a whole number as one line, without markup; "" if it is neither."""
    value = fields.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 62:
        return str(value)
    return plain(value) if isinstance(value, str) else ""


def plain(text: str) -> str:
    """Return a text as one readable line, without markup."""
    return clip(readable(clean(unescape(_TAG.sub("", text[: 4 * _LONGEST])))), _LONGEST)


def number(fields: values.Row, name: str) -> int | None:
    """Return a number of works; None if it is missing or none."""
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31 else None


def year(fields: values.Row, name: str) -> str:
    """Return the year at the beginning of a date or a number; "" if there is none."""
    match = _YEAR.match(line(fields, name))
    return match[0] if match else ""


def arxiv_id(text: str) -> str:
    """Return the arXiv id that a text is, also as a DOI or an address, without version; "" if it is none."""
    try:
        return ArxivId.parse(text).base if text else ""
    except ValueError:
        return ""


def arxiv_id_of_doi(doi: str) -> str:
    """Return the arXiv id in a DOI of arXiv's own; "" for any other DOI: some contain the form of an id by chance."""
    named = (doi_named(doi) or "").lower()
    return arxiv_id(named.removeprefix(ARXIV_DOI)) if named.startswith(ARXIV_DOI) else ""


def dois(texts: list[str]) -> tuple[str, ...]:
    """Return the DOIs that texts are, each once, without arXiv's own."""
    named = dict.fromkeys((doi_named(clean(text[:_LONGEST])) or "").lower() for text in texts)
    return tuple(doi for doi in named if doi and not doi.startswith(ARXIV_DOI))
