"""Rows and records of papers for the reader: the cache's data with the user's marks, in readable form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from arxtui.light import changed, deferred
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import id_of, split_key, year_month
from arxtui.model.expr import Sort
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.marks import MARKS, Marks
from arxtui.model.views import Dated, Record, Revision, Row
from arxtui.store.cache.database import Cache
from arxtui.store.cache.rows import ListRow
from arxtui.store.errors import Damaged
from arxtui.store.library.database import LibraryFile
from arxtui.text import fold, readable

with deferred():
    from arxtui.text.mentions import links, venue, withdrawal

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.model.paper import Paper


_REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_COMPARED_FIELDS: dict[str, Callable[[Paper], object]] = {
    "title": lambda paper: _text(paper.title),
    "abstract": lambda paper: _text(paper.abstract),
    "authors": lambda paper: [fold(readable(author.name)) for author in paper.authors],
    "categories": lambda paper: frozenset(paper.categories),
    "comment": lambda paper: _text(paper.comment),
    "journal reference": lambda paper: _text(paper.journal_ref),
    "DOI": lambda paper: paper.doi,
    "license": lambda paper: paper.license,
}


def with_revision(cache: Cache, record: Record) -> Record:
    """Return the record with the changes of its version, if that was announced as a replacement."""
    now = record.paper
    if not now.version or all(each.type not in _REPLACED for each in record.announcements):
        return record
    before = cache.papers.before(record.key, now.version)
    names = differences(before, now) if before else ()
    return changed(record, revision=Revision(before.version if before else None, now.version, names))


def differences(before: Paper, after: Paper) -> tuple[str, ...]:
    """Return the names of the fields that differ between two versions.

    Fields that either version lacks are skipped: sources leave out fields. Texts are compared in readable form, because
    sources write the same text in TeX or in Unicode.
    """
    return tuple(
        name
        for name, value_of in _COMPARED_FIELDS.items()
        if (then := value_of(before)) and (now := value_of(after)) and then != now
    )


def _text(source: str | None) -> str:
    return " ".join(readable(source).split()) if source else ""


def read_rows(
    cache: Cache,
    library: LibraryFile,
    keys: Sequence[int],
    sort: Sort,
    categories: Sequence[str],
    *,
    details: bool = False,
) -> list[Row]:
    """Return the rows of papers, in the order of ``keys`` and under these keys, with the date that ``sort`` uses and
    the announcement day in the followed ``categories``.

    ``details`` adds authors, venue and code from the records. For a paper that has left the cache, the library's own
    copy of its record is used; without a copy the paper is left out.
    """
    current = cache.aliases.among(keys)
    current_keys = [current.get(key, key) for key in keys]
    marks = read_marks(cache, library, current_keys)
    texts = cache.text_states(current_keys)
    known = {row.key: row for row in cache.rows(current_keys, categories)}
    since = library.sessions.before()
    since = since and since.replace(microsecond=0)  # papers are stored with second precision
    papers: Mapping[int, Paper] = cache.papers.readable(known) if details else {}
    rows = []
    for key, now in zip(keys, current_keys, strict=True):
        text = texts.get(now) or _unrequested_state(marks[now])
        if row := known.get(now):
            is_fresh = since is None or (row.added is not None and row.added >= since)
            shown = _row(key, row, marks[now], text, sort, papers.get(now))
            rows.append(changed(shown, fresh=True) if is_fresh else shown)
        elif paper := library.saved_record(now):
            rows.append(_kept_row(key, paper, marks[now], text, sort, details=details))
    return rows


def read_record(cache: Cache, library: LibraryFile, key: int) -> Record | None:
    """Return the full record of a paper under its current key; None if neither cache nor library has the paper.

    Raises:
        Damaged: The cache has the record and cannot read it.
    """
    record = next(iter(read_records(cache, library, [key])), None)
    if record is None:
        _raise_if_stored(cache, key)
        return None
    return with_revision(cache, changed(record, fulltext=read_state(cache, record.key, record.marks)))


def read_bare_record(cache: Cache, library: LibraryFile, key: int) -> Record | None:
    """Return what the record of a paper itself says, with its versions, and without announcements, reviews and marks.
    None and Damaged as for :func:`read_record`."""
    key = cache.aliases.of(key)
    stored = cache.papers.readable([key]).get(key)
    paper = stored or library.saved_record(key)
    if paper is None:
        _raise_if_stored(cache, key)
        return None
    withdrawn = key in cache.withdrawals.among([key]) if stored else _is_withdrawn(paper)
    return Record(key, paper, readable(paper.title), versions=cache.papers.versions(key), withdrawn=withdrawn)


def read_papers(cache: Cache, library: LibraryFile, keys: Iterable[int]) -> dict[int, Paper]:
    """Return the records of papers under their current keys, in the order of ``keys``. Papers that neither the cache
    nor the library has, or that cannot be read, are left out."""
    current = [cache.aliases.of(key) for key in keys]
    stored = cache.papers.readable(current)
    return {key: paper for key in current if (paper := stored.get(key) or library.saved_record(key))}


def _raise_if_stored(cache: Cache, key: int) -> None:
    """Raise Damaged if the cache has a record of a paper that could not be read."""
    if cache.aliases.resolve(key) is not None:
        raise Damaged("its record in the cache is damaged")


def read_records(
    cache: Cache, library: LibraryFile, keys: Sequence[int], *, derived: bool = False, history: bool = True
) -> list[Record]:
    """Return the full records of papers under their current keys, in the order of ``keys``, and without announcements
    and versions unless with ``history``. Papers that neither the cache nor the library has are left out. Efficient for
    up to some thousand papers a call."""
    current = cache.aliases.among(keys)
    current_keys = [current.get(key, key) for key in keys]
    known = {document.key: document for document in cache.documents(current_keys, derived=derived)}
    announcements = cache.announcements.of_papers(current_keys) if history else {}
    versions = cache.papers.versions_of(current_keys) if history else {}
    marks = read_marks(cache, library, current_keys)
    withdrawn = cache.withdrawals.among(current_keys)
    deletions = {deletion.id: deletion for deletion in cache.harvests.deletions(current_keys)}
    records = []
    for key in current_keys:
        document = known.get(key)
        paper = document.paper if document else library.saved_record(key)
        if paper is None:
            continue
        found = document.derived if document else None
        records.append(
            Record(
                key=key,
                paper=paper,
                title=found.title if found else readable(paper.title),
                announcements=announcements.get(key, ()),
                versions=versions.get(key, ()),
                reviews=document.reviews if document else (),
                marks=marks[key],
                sources=document.sources if document else (paper.source,),
                deletion=deletions.get(paper.id),
                withdrawn=key in withdrawn if document else _is_withdrawn(paper),
                derived=found,
            )
        )
    return records


def read_state(cache: Cache, key: int, marks: Marks) -> FulltextState:
    """Return the fetch state of a paper's full text. A text that was never requested is queued if the paper is."""
    if key in cache.text_states([key]):
        return cache.fulltexts.state(key)
    return FulltextState(_unrequested_state(marks))


def _unrequested_state(marks: Marks) -> TextState:
    return TextState.QUEUED if marks.queued else TextState.UNASKED


def read_marks(cache: Cache, library: LibraryFile, keys: Sequence[int]) -> dict[int, Marks]:
    """Return the marks of each paper, including those under its former keys (while only a review named it)."""
    former = cache.aliases.former_keys(keys)
    if not former:
        return library.marks.of(keys)
    marks = library.marks.of(keys_with_former(keys, former))
    return {key: joined(marks[each] for each in (key, *former.get(key, ()))) for key in keys}


def keys_with_former(keys: Iterable[int], former: dict[int, tuple[int, ...]]) -> list[int]:
    """Return the keys, each followed by the former keys of its paper."""
    return [each for key in keys for each in (key, *former.get(key, ()))]


def _shown_day(paper: ListRow | Paper, key: int, sort: Sort) -> tuple[date, Dated]:
    """Return the date that a list in this order shows for a paper, and the event on that date.

    Sorted by update, this is the day of the newest version; otherwise the earliest known date, because the identifier
    belongs to the first version.
    """
    announced, listed_on = (paper.announced, paper.listed_on) if isinstance(paper, ListRow) else (None, None)
    first, last = paper.published, paper.updated
    if sort is Sort.UPDATED and last and not (first and first.date() == last.date()):
        return last.date(), Dated.UPDATED
    if first:
        return first.date(), Dated.SUBMITTED
    if announced:
        return announced, Dated.ANNOUNCED
    if last:
        return last.date(), Dated.UPDATED
    if listed_on:
        return listed_on, Dated.REVIEWED
    return date(*year_month(split_key(key)[0]), 1), Dated.SUBMITTED


def _row(key: int, row: ListRow, marks: Marks, text: TextState, sort: Sort, paper: Paper | None) -> Row:
    day, dated = _shown_day(row, row.key, sort)
    return Row(
        key=key,
        id=id_of(row.key),
        version=row.version,
        title=readable(row.title),
        title_tex=row.title,
        day=day,
        dated=dated,
        announced=row.day,
        category=row.category,
        type=row.type,
        marks=marks,
        headline=row.headline,
        theorem_links=row.theorem_links,
        reviews=row.reviews,
        fulltext=text,
        withdrawn=row.withdrawn,
        **(_details(paper) if paper else {}),
    )


def _details(paper: Paper) -> dict[str, Any]:
    """Return the fields of a row that are read from the whole record."""
    meeting = venue.venue_of(paper.comment, paper.journal_ref)
    text = f"{paper.abstract}\n{paper.comment or ''}"
    return {
        "authors": tuple(readable(author.name) for author in paper.authors),
        "venue": f"{meeting.name} {meeting.year or ''}".rstrip() if meeting else "",
        "code": links.mentions_code(text, links.links_in(text)),
    }


def with_announced_types(rows: Iterable[Row], listing: Listing) -> list[Row]:
    """Return the rows of a day's listing with the day and the type of that announcement, even if the papers changed
    later."""
    types = listing.types
    return [changed(row, day=listing.day, dated=Dated.ANNOUNCED, type=types.get(row.key, row.type)) for row in rows]


def _kept_row(key: int, paper: Paper, marks: Marks, text: TextState, sort: Sort, *, details: bool) -> Row:
    day, dated = _shown_day(paper, key, sort)
    return Row(
        key=key,
        id=id_of(key),
        version=paper.version,
        title=readable(paper.title),
        title_tex=paper.title,
        day=day,
        dated=dated,
        category=paper.primary_category,
        marks=marks,
        fulltext=text,
        withdrawn=_is_withdrawn(paper),
        **(_details(paper) if details else {}),
    )


def _is_withdrawn(paper: Paper) -> bool:
    return withdrawal.withdrawal_of(paper) is not None


def joined(marks: Iterable[Marks]) -> Marks:
    """Join the marks stored under several keys of one paper. Of several ratings and reading states the first one
    wins."""
    all_marks = list(marks)
    if len(all_marks) == 1:
        return all_marks[0]
    notes = dict.fromkeys(each.note for each in all_marks if each.note)
    unread = any(each.unread for each in all_marks)
    return Marks(
        unread=unread,
        read=any(each.read for each in all_marks) and not unread,
        tags=tuple(sorted({tag for each in all_marks for tag in each.tags})),
        note="\n\n".join(notes) or None,
        rating=next((each.rating for each in all_marks if each.rating), None),
        reading=next((each.reading for each in all_marks if each.reading), None),
        lists=tuple(sorted({name for each in all_marks for name in each.lists})),
        **{mark.name: any(each.has(mark) for each in all_marks) for mark in MARKS},
    )
