"""What a paper is when two sources, or two versions, have spoken of it. Pure; the store applies it."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, time
from typing import Any

from arxtui.model.paper import Author, Paper

# How much each source knows: of the same version, a lower one never overwrites what a higher one said.
SOURCES = {"pith": 0, "listing": 1, "rss": 2, "jsonl": 3, "oai": 4, "api": 5}

_TELLS_ALL = frozenset({"api", "oai"})
_UNTOLD = frozenset({"license", "published"})


def merge(known: Paper, incoming: Paper) -> Paper:
    """The paper after ``incoming`` was heard, for two records of one id.

    A newer version replaces texts and dates, an older one only fills gaps; of the same version the source that knows
    more wins, and nobody's silence erases a field. Affiliations survive an author list that repeats the same names.
    """
    newer, older = _rank(known, incoming)
    other_version = bool(newer.version and older.version and newer.version != older.version)
    kept: dict[str, Any] = {}
    for name in (field.name for field in fields(Paper)):
        value = getattr(newer, name)
        gap = value in (None, "", ()) and not (other_version and newer.source in _TELLS_ALL and name not in _UNTOLD)
        kept[name] = getattr(older, name) if gap else value
    kept["published"] = _published(newer, older)
    kept["version"] = newer.version or older.version
    kept["updated"] = newer.updated if other_version else _exact(newer.updated, older.updated)
    kept["authors"] = _authors(newer.authors, older.authors)
    return replace(newer, **kept)


def _rank(known: Paper, incoming: Paper) -> tuple[Paper, Paper]:
    if known.version and incoming.version and known.version != incoming.version:
        return (incoming, known) if incoming.version > known.version else (known, incoming)
    if SOURCES.get(incoming.source, 0) >= SOURCES.get(known.source, 0):
        return incoming, known
    return known, incoming


def _published(newer: Paper, older: Paper) -> datetime | None:
    """The day of the first version never changes: of equals the first to tell of it is believed, whose date may be that
    of a source that knew more."""
    less, more = sorted((newer, older), key=lambda paper: SOURCES.get(paper.source, 0))
    return _exact(more.published, less.published)


def _exact(told: datetime | None, other: datetime | None) -> datetime | None:
    """The time told, else the other one; where it is only a day, what the other knows of the time on that day."""
    if told is None or other is None:
        return told or other
    return other if told.time() == time.min and told.date() == other.date() else told


def _authors(newer: tuple[Author, ...], older: tuple[Author, ...]) -> tuple[Author, ...]:
    if not newer:
        return older
    if any(author.affiliations for author in newer) or len(newer) != len(older):
        return newer
    same = [author.name for author in newer] == [author.name for author in older]
    return older if same else newer
