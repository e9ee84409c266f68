"""Entries of a bibliography compared with the records of dblp, if its dump is imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from arxtui.library.references import comparing
from arxtui.library.references.comparing import Checked, Remark, Verdict
from arxtui.model.dblp import DblpRecord, arxiv_doi
from arxtui.store.dblp.works import DblpFacts, DblpWorks, words_of
from arxtui.text.mentions.titles import title_words

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.library.references.bibfile import CitedEntry

_LONG_TITLE = 4
"""The fewest words of a title that its author gave to a single work: "Editorial" is none."""


class Published:
    """The works of dblp. Methods raise StoreError if the file cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _works(self) -> DblpWorks | None:
        return DblpWorks.open(self._path)

    @property
    def facts(self) -> DblpFacts | None:
        """What is known of the file; None if there is none."""
        return self._works.facts if self._works else None

    def of_paper(self, titles: Iterable[Sequence[str]], authors: Sequence[str]) -> list[DblpRecord]:
        """Return the publications with one of the titles of a paper (as words) and its first author, newest first."""
        found = [record for words in titles for record in self._works.titled(words)] if self._works else []
        own = [
            record
            for record in dict.fromkeys(found)
            if record.is_published and record.authors and comparing.is_author(record.authors[0], authors)
        ]
        return sorted(own, key=lambda record: -record.year)

    def checked(self, file: str, cited: CitedEntry) -> Checked | None:
        """Return an entry, compared with its record; None if there is none."""
        if self._works is None or not cited.work.title:
            return None
        own = title_words(cited.work.title)
        identifiers = [*cited.work.dois, *([arxiv_doi(cited.work.arxiv)] if cited.work.arxiv else [])]
        named = [(each, record) for each in identifiers for record in self._works.named(each)]
        alike = [record for _, record in named if comparing.is_alike(own, [words_of(record.title)])]
        titled = self._titled(cited, own)
        if named and not alike:
            identifier, record = named[0]
            said = f"{identifier} is “{record.title}”" + (f"; this is {titled[0].name}" if titled else "")
            remark = Remark(cited.field_of(identifier), said)
            return Checked(file, cited.entry, Verdict.OTHER, "", record.name, (remark,))
        compared = [(record, _remarks(cited, own, record, titled)) for record in alike or titled]
        best, remarks = min(compared, key=_rank, default=(None, ()))
        if best is None:
            return None
        withdrawn = "dblp says that it is withdrawn" if "withdrawn" in best.kind else ""
        checked = Checked.compared(file, cited.entry, remarks, withdrawn)._replace(dblp=best.name)
        is_sure = bool(alike) or len(own) >= _LONG_TITLE or all(each.is_hint for each in remarks)
        return checked if is_sure else None

    def _titled(self, cited: CitedEntry, own: Sequence[str]) -> list[DblpRecord]:
        """Return the records with the title of an entry that names their first author."""
        records = self._works.titled(own) if self._works and own else []
        return [each for each in records if each.authors and comparing.names_author(cited, each.authors[0])]


def _remarks(
    cited: CitedEntry, own: Sequence[str], record: DblpRecord, others: Iterable[DblpRecord]
) -> tuple[Remark, ...]:
    """Compare an entry with a record; ``others`` have the same title, and may be the same work elsewhere."""
    return (
        *comparing.title_remarks(own, [words_of(record.title)], record.title),
        *comparing.author_remarks(cited, record.authors),
        *_year_remarks(cited, {each.year for each in (record, *others) if each.year}),
        *_hints(cited, record, others),
    )


def _year_remarks(cited: CitedEntry, years: Iterable[int]) -> Iterator[Remark]:
    year, known = cited.work.year, sorted(years)
    if not year.isdecimal() or not known:
        return
    off = min(abs(int(year) - each) for each in known)
    if off:
        yield Remark("year", f"{year}, but dblp has {', '.join(map(str, known))}", is_hint=off == 1)


def _hints(cited: CitedEntry, record: DblpRecord, others: Iterable[DblpRecord]) -> Iterator[Remark]:
    newest = max((each for each in others if each.is_published), key=lambda each: each.year, default=None)
    if newest and not cited.is_published and not record.is_published:
        yield published_since(newest)
    elif record.dois and not set(record.dois) & {doi.lower() for doi in cited.work.dois}:
        field = "doi" if cited.work.dois else ""
        yield Remark(field, f"dblp has the DOI {record.dois[0]}", is_hint=True)


def published_since(record: DblpRecord) -> Remark:
    """Return the hint that a preprint has appeared."""
    said = " ".join(filter(None, (record.venue, str(record.year or ""), *record.dois[:1])))
    return Remark("", f"published since: {said} ({record.name})", is_hint=True)


def _rank(compared: tuple[DblpRecord, Sequence[Remark]]) -> tuple[int, int, bool]:
    record, remarks = compared
    return sum(not each.is_hint for each in remarks), len(remarks), not record.is_published
