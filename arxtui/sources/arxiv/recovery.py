"""A broken answer of the query API, read by feedparser."""

from __future__ import annotations

from typing import Any

from arxtui.sources.arxiv.entry import RawEntry
from arxtui.sources.loose import parse_loosely

_TEXTS = {
    "id": "id",
    "title": "title",
    "summary": "summary",
    "updated": "updated",
    "published": "published",
    "arxiv_comment": "comment",
    "arxiv_journal_ref": "journal_ref",
    "arxiv_doi": "doi",
}
_COUNTERS = {
    "opensearch_totalresults": "totalResults",
    "opensearch_startindex": "startIndex",
    "opensearch_itemsperpage": "itemsPerPage",
}


def recover(data: bytes) -> tuple[list[RawEntry], dict[str, int]]:
    """All entries that can still be made out, and the counters. Affiliations are lost. SourceError when it gives up."""
    found = parse_loosely(data)
    counted = {name: str(found.feed.get(key, "")).strip() for key, name in _COUNTERS.items()}
    return [_raw(entry) for entry in found.entries], {
        name: int(text) for name, text in counted.items() if text.isdecimal() and len(text) < 12
    }


def _raw(entry: dict[str, Any]) -> RawEntry:
    raw = RawEntry({name: str(entry[key]) for key, name in _TEXTS.items() if entry.get(key)})
    primary = entry.get("arxiv_primary_category")
    if isinstance(primary, dict) and primary.get("term"):
        raw.texts["primary"] = str(primary["term"])
    raw.authors = [(str(author.get("name") or ""), []) for author in entry.get("authors", ())]
    raw.categories = [str(tag.get("term") or "") for tag in entry.get("tags", ())]
    raw.links = [{key: str(value) for key, value in link.items()} for link in entry.get("links", ())]
    return raw
