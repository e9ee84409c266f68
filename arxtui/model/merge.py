"""The merge of the records of a paper from several sources and versions. Pure functions; the store applies them.

Every record from a source is stored (:func:`join`), and the paper is computed from all of them (:func:`merged`), so
that the order of arrival makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, time
from typing import Any

from arxtui.light import NamedTuple
from arxtui.model.paper import Author, Paper
from arxtui.model.sources import SOURCES, trust_in

_COMPLETE_SOURCES = frozenset(source.name for source in SOURCES.values() if source.is_complete)
_OFTEN_MISSING = frozenset({"license", "published"})
_NOT_MERGED = frozenset({"id", "version", "published", "updated", "source"})
_FIELDS = tuple(field.name for field in fields(Paper))
_TEXTS = tuple(name for name in _FIELDS if name not in _NOT_MERGED)


class RecordKey(NamedTuple):
    """The key of a stored record: there is one record for each source, version (0 if the record does not say) and day
    on which the version was made (an ordinal; 0 if unknown)."""

    source: str
    version: int
    day: int


Records = Mapping[RecordKey, Paper]


def record_key(record: Paper) -> RecordKey:
    """Return the key under which a record is stored."""
    return RecordKey(record.source, record.version or 0, _day(record.updated))


def join(records: Records, record: Paper, *, live: bool) -> dict[RecordKey, Paper]:
    """Return the records with one more.

    If there are two records under the same key, an empty field never replaces a value. If both have a value, a ``live``
    record (just received) wins; of records from files, whose age is unknown, the one with more content.
    """
    place = record_key(record)
    stored = records.get(place)
    return {**records, place: record if stored is None else _joined(stored, record, live=live)}


def merged(records: Iterable[Paper]) -> Paper:
    """Return the paper that one or more records of one id describe.

    A newer version provides texts and dates; an older one only fills empty fields. Within a version the more trusted
    source wins, and an empty field never replaces a value. A record without a version is placed among the versions by
    its date; if it is later than the newest known version, it belongs to an unknown version. Affiliations are preserved
    if a later author list has the same names.
    """
    order = _newest_first(tuple(records))
    (newest, epoch), papers = order[0], [record for record, _ in order]
    same = [record for record, other in order if other == epoch]
    values: dict[str, Any] = {name: _newest_value(order, name) for name in _TEXTS}
    values["authors"] = _with_affiliations(values["authors"], papers)
    return replace(
        newest,
        **values,
        version=epoch.version if epoch.version > 0 and not epoch.day else None,
        published=_published(papers),
        updated=_exact([record.updated for record in same if record.updated]),
    )


def versions(records: Iterable[Paper]) -> Iterator[Paper]:
    """Yield the paper of each version number that occurs in the records, merged from the records of that version."""
    by_number: dict[int, list[Paper]] = {}
    for record in records:
        if record.version:
            by_number.setdefault(record.version, []).append(record)
    for number in sorted(by_number):
        yield merged(by_number[number])


class _Epoch(NamedTuple):
    """The time when a record was made: with a ``version`` or, if ``day`` (an ordinal) is set, at some time after it."""

    version: int
    day: int = 0


def _newest_first(records: Sequence[Paper]) -> list[tuple[Paper, _Epoch]]:
    days = _days(records)
    newest = max((record.version or 0 for record in records), default=0)
    placed = [(record, _epoch(record, days, newest)) for record in records]
    return sorted(placed, key=lambda each: (each[1], *_trust(each[0])), reverse=True)


def _trust(record: Paper) -> tuple[int, str, bool, int]:
    return trust_in(record.source), record.source, bool(record.version), _day(record.updated)


def _days(records: Sequence[Paper]) -> dict[int, int]:
    """Return the known days (ordinals) of versions, from the most trusted source."""
    days: dict[int, int] = {}
    for record in sorted(records, key=_trust):
        if record.version and record.updated:
            days[record.version] = _day(record.updated)
    published = _published(records)
    if published is not None:
        days.setdefault(1, _day(published))
    return days


def _epoch(record: Paper, days: Mapping[int, int], newest: int) -> _Epoch:
    if record.version:
        return _Epoch(record.version)
    day = _day(record.updated)
    if not day:
        # The time of the record is unknown, so it only fills empty fields.
        return _Epoch(-1)
    reached = max((version for version, begun in days.items() if begun <= day and version <= newest), default=0)
    if reached and days[reached] == day:
        return _Epoch(reached)
    if newest == 1 and 1 not in days:
        # There is no version before the first.
        return _Epoch(1)
    return _Epoch(reached, day)


def _newest_value(order: Sequence[tuple[Paper, _Epoch]], name: str) -> Any:
    """Return the value of the newest record that has one.

    An older version does not fill a field that a newer record from a complete source left empty.
    """
    silent: set[_Epoch] = set()
    for record, epoch in order:
        value = getattr(record, name)
        if epoch.version > 0 and any(epoch < other for other in silent):
            continue
        if not _is_empty(value):
            return value
        if epoch.version > 0 and not epoch.day and record.source in _COMPLETE_SOURCES and name not in _OFTEN_MISSING:
            silent.add(epoch)
    return getattr(order[0][0], name)


def _with_affiliations(authors: tuple[Author, ...], papers: Sequence[Paper]) -> tuple[Author, ...]:
    names = [author.name for author in authors]
    for record in papers:
        if any(author.affiliations for author in record.authors) and names == [each.name for each in record.authors]:
            return record.authors
    return authors


def _published(records: Iterable[Paper]) -> datetime | None:
    """Return the time of the first version. It never changes, so the earliest time from the most trusted source is
    used."""
    times = [(record.published, _trust(record)[:2]) for record in records if record.published]
    times.sort(key=lambda each: each[0])
    times.sort(key=lambda each: each[1], reverse=True)
    return _exact([moment for moment, _ in times])


def _exact(moments: Sequence[datetime]) -> datetime | None:
    """Return the first of these times. If it is only a day, use the time of day from another one on that day."""
    if not moments:
        return None
    first = moments[0]
    others = (other for other in moments if other.date() == first.date() and other.time() != time.min)
    return next(others, first) if first.time() == time.min else first


def _joined(stored: Paper, record: Paper, *, live: bool) -> Paper:
    choose = _later if live else _fuller
    chosen = {name: choose(getattr(stored, name), getattr(record, name)) for name in _TEXTS}
    if live:
        chosen["authors"] = _with_affiliations(chosen["authors"], (record, stored))
    updated = _of_times(stored.updated, record.updated, live=live)
    return replace(
        record, **chosen, published=_of_times(stored.published, record.published, live=live), updated=updated
    )


def _later(stored: Any, received: Any) -> Any:
    return stored if _is_empty(received) else received


def _fuller(stored: Any, received: Any) -> Any:
    return max(stored, received, key=_fullness)


def _fullness(value: Any) -> tuple[bool, bool, int, str]:
    places = any(isinstance(part, Author) and part.affiliations for part in value or ())
    return not _is_empty(value), places, len(value or ()), repr(value)


def _of_times(stored: datetime | None, received: datetime | None, *, live: bool) -> datetime | None:
    if stored is None or received is None:
        return stored or received
    if live and stored.date() != received.date():
        return received
    return max(stored, received, key=lambda moment: (moment.time() != time.min, moment))


def _is_empty(value: Any) -> bool:
    return value in (None, "", ())


def _day(moment: datetime | None) -> int:
    return moment.toordinal() if moment else 0
