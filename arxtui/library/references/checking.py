"""The entries of a bibliography compared with the papers of the cache and the works of dblp.

A remark ``% arxtui: ignore wrong, withdrawn -- reason`` in a line of its own before an entry ignores what the check
says of it: BibTeX skips what is outside of entries.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from arxtui.library.papers.records import read_bare_record
from arxtui.library.references import comparing, fixing
from arxtui.library.references.bibfile import CitedEntry, cited_entry
from arxtui.library.references.cited_papers import IDENTIFIERS, CitedPapers
from arxtui.library.references.comparing import Checked, Fix, Remark, Verdict
from arxtui.library.references.found import CITATION, record_of
from arxtui.library.references.matching import LATEST, LONG_TITLE
from arxtui.library.references.published import Published, published_since
from arxtui.light import NamedTuple, deferred, pattern
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.store.cache.works import work_identity
from arxtui.text import readable
from arxtui.text.bibtex import BibEntry, bib_entries
from arxtui.text.lines import line_numbers
from arxtui.text.mentions.titles import title_words

with deferred():
    from arxtui.library.references.appending import Appending, append

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.library.context import LibraryContext
    from arxtui.library.references.citing import Citations
    from arxtui.library.references.found import Found
    from arxtui.model.dblp import DblpRecord
    from arxtui.model.views import Record


_IGNORE = pattern(r"^[ \t]*%+[ \t]*arxtui:[ \t]*ignore\b([^\r\n]*)", re.M)
_REASON = "--"
_AT_ONCE = 100
"""The number of entries whose titles are looked up together."""
_MOST_SAME = 50
"""The entries with one title and author that an entry is compared with."""
_NAMES = pattern(r"[^\s,]+")


class Ignored(NamedTuple):
    """The verdicts that are ignored for the first entry behind a line."""

    line: int
    names: tuple[str, ...]


def ignored(text: str) -> Iterator[Ignored]:
    """Yield the remarks of a file in their order."""
    line_of = line_numbers(text)
    for match in _IGNORE.finditer(text):
        yield Ignored(line_of(match.start()), tuple(_NAMES.findall(match[1].partition(_REASON)[0])))


class BibFile(NamedTuple):
    """A BibTeX file: its name, its entries, and the verdicts that it ignores."""

    name: str
    entries: Iterable[BibEntry]
    ignored: tuple[Ignored, ...] = ()

    @classmethod
    def parse(cls, name: str, text: str) -> BibFile:
        """Return the file with a text."""
        return cls(name, bib_entries(text), tuple(ignored(text)))


class Bibliographies:
    """Checks the entries of BibTeX files with the papers of the cache, without a network, and appends to such files."""

    def __init__(self, context: LibraryContext, cited_papers: CitedPapers) -> None:
        self._context = context
        self._cited_papers = cited_papers
        self.published = Published(context.paths.dblp_works)
        """The works of dblp as they were at the last check."""

    def check(self, files: Iterable[BibFile], cited: Citations | None = None) -> Iterator[Checked]:
        """Yield each entry, checked, or each that is ``cited``, then the keys that no entry has. Raises StoreError and
        SearchError as every part."""
        self.published = Published(self._context.paths.dblp_works)  # a newer dump may have been imported
        seen: dict[str, list[tuple[str, comparing.Edition]]] = {}
        keys: dict[str, str] = {}
        spelled = None if cited is None or cited.is_all else {key.casefold() for key in cited.keys}
        for file in files:
            ignored = deque(file.ignored)
            for entry, named in self._named(file.entries, spelled):
                own = []
                while ignored and ignored[0].line < entry.line:
                    own.append(ignored.popleft())
                place = f"{file.name}:{entry.line}"
                first = keys.setdefault(entry.key, place) if entry.key else place
                if named:
                    checked = self._checked(file.name, named, seen, first if first != place else "")
                    yield from _with_ignored(checked, own)
            for each in ignored:
                yield _unused(file.name, each, "", "no entry is behind it")
        known = {key.casefold() for key in keys}
        if cited is not None:
            for key, at in cited.keys.items():
                if key.casefold() not in known and key not in cited.own:
                    missing = Remark("", "the document cites it, and no entry has this key")
                    yield Checked(at.file, BibEntry("", key, {}, at.line), Verdict.MISSING, problems=(missing,))

    def append(self, file: Path, records: Sequence[Record], *, is_dry: bool = False) -> Appending:
        """Append the entries of papers to a file that does not have them. Raises DestinationError."""
        texkeys = self._context.cache.reports.texkeys(record.key for record in records)
        return append(file, records, texkeys, self._context.settings.export.bibtex_key, is_dry=is_dry)

    def _named(
        self, entries: Iterable[BibEntry], cited: Container[str] | None
    ) -> Iterator[tuple[BibEntry, CitedEntry | None]]:
        """Yield each entry, and with it, if it is ``cited``, the work that it names."""
        rest = iter(entries)
        while batch := list(islice(rest, _AT_ONCE)):
            named = [cited_entry(each) if cited is None or each.key.casefold() in cited else None for each in batch]
            with self._cited_papers.looked_up(each.work for each in named if each):
                yield from zip(batch, named, strict=True)

    def _checked(
        self, file: str, cited: CitedEntry, seen: dict[str, list[tuple[str, comparing.Edition]]], first: str
    ) -> Checked:
        """Return a checked entry. ``seen`` has the places of each work before it, and which edition each is,
        ``first`` is the place of its key."""
        entry = cited.entry
        if entry.fault:
            return Checked(file, entry, Verdict.UNREADABLE, problems=(Remark("", entry.fault),))
        checked, work_name = self._compared(file, cited)
        place = f"{entry.key} ({file}:{entry.line})"
        others = seen.setdefault(work_name, []) if work_name else []
        is_titled = not (checked.work or cited.work.arxiv or cited.work.dois)
        edition = comparing.Edition.of(cited)
        same = (at for at, other in others if not (is_titled and edition.is_other(other)))
        before = next(same, place)
        if len(others) < _MOST_SAME:
            others.append((place, edition))
        if first:
            said = f"its key is that of an entry before it ({first})"
        elif before != place:
            said = f"it is the same work as {before}"
        else:
            return checked
        verdict = checked.verdict if checked.verdict.is_problem else Verdict.TWICE
        return checked._replace(verdict=verdict, problems=(*checked.problems, Remark("", said)), fixes=())

    def _compared(self, file: str, cited: CitedEntry) -> tuple[Checked, str]:
        """Return an entry, compared with its work, and a name of that by which another entry for it is recognised; ""
        if nothing tells."""
        entry, work = cited.entry, cited.work
        if cited.impossible:
            remark = Remark(cited.field_of(cited.impossible), f"arXiv has no identifier {cited.impossible}")
            return Checked(file, entry, Verdict.IMPOSSIBLE, problems=(remark,)), ""
        text = f"{' '.join(work.authors)}. {work.title}. {work.venue} ({work.year})"
        identified = self._cited_papers.named(work, text)
        named = next(iter(identified), None)
        found = named if named and named.certain else self._cited_papers.resolved([work], text)[0]
        if named is None and found and (found.certain or found.by in IDENTIFIERS):
            named = found
        record = read_bare_record(self._context.cache, self._context.user_file, named.key) if named else None
        is_bare = not (work.title or work.authors)  # nothing that could be compared
        if record is None or is_bare or record.paper.source == CITATION:  # of another bibliography: no witness
            return self._elsewhere(file, cited, text, found)
        titles = list(map(title_words, self._titles(record)))
        if work.title and not comparing.is_alike(title_words(work.title), titles):
            return _other(file, cited, record, found), ""
        published = self.published.of_paper(titles, [author.name for author in record.paper.authors])
        checked = _with_paper(file, cited, record, titles, published)
        if misled := list(self._misled(cited, record, identified)):
            problems = (*misled, *checked.problems)
            return checked._replace(verdict=Verdict.OTHER, problems=problems), name_of(record.key)
        if (
            named
            and named.by == "title"
            and len(title_words(work.title)) < LONG_TITLE
            and checked.verdict is Verdict.WRONG
        ):
            return self._elsewhere(file, cited, text, found)  # works of other authors have the same short title
        return checked, name_of(record.key)

    def _misled(self, cited: CitedEntry, own: Record, identified: Iterable[Found]) -> Iterator[Remark]:
        """Yield which identifiers of an entry, besides that of its paper, are those of papers with other titles."""
        keys = [*(each.key for each in identified), *(ArxivId.parse(each).key for each in cited.others)]
        own_title = title_words(cited.work.title)
        for key in dict.fromkeys(each for each in keys if each != own.key):
            other = read_bare_record(self._context.cache, self._context.user_file, key)
            identifier = _identifier(cited, other, own) if other else ""
            if other and identifier and not comparing.is_alike(own_title, [*map(title_words, self._titles(other))]):
                yield Remark(cited.field_of(identifier), f"{identifier} is “{other.title}”")

    def _elsewhere(self, file: str, cited: CitedEntry, text: str, near: Found | None) -> tuple[Checked, str]:
        """Return an entry whose paper is not here, compared with its work of dblp, and a name of it as ``_compared``;
        ``near`` is the paper that it may be."""
        if of_dblp := self.published.checked(file, cited):
            return of_dblp, "" if of_dblp.verdict is Verdict.OTHER else of_dblp.dblp
        work = cited.work
        hints = (Remark("", f"the nearest paper is {name_of(near.key)}", is_hint=True),) if near else ()
        is_telling = bool(work.dois) or bool(work.authors) or len(title_words(work.title)) >= LONG_TITLE
        by_title = work_identity(record_of(work, text)) if is_telling and (work.title or work.dois) else ""
        return Checked(file, cited.entry, Verdict.UNKNOWN, hints=hints), work.arxiv or by_title

    def _titles(self, record: Record) -> Iterator[str]:
        """Yield the title of the newest version, and of the stored older ones."""
        yield record.title
        for older in self._context.cache.papers.older(record.key):
            yield readable(older.title)


def _identifier(cited: CitedEntry, record: Record, own: Record) -> str:
    """Return by which identifier an entry names a record: an arXiv id in an address, or a DOI that its ``own`` paper
    has not; "" if there is none."""
    others = (each for each in cited.others if ArxivId.parse(each).key == record.key)
    dois = comparing.dois(record) - comparing.dois(own)
    return next(others, next((doi for doi in cited.work.dois if doi.casefold() in dois), ""))


def _other(file: str, cited: CitedEntry, record: Record, found: Found | None) -> Checked:
    """Return an entry with the identifier of another paper, and the one that it is if that is certain."""
    arxiv = cited.work.arxiv
    is_of_arxiv = bool(arxiv) and ArxivId.parse(arxiv).key == record.key
    identifier = arxiv if is_of_arxiv else record.paper.doi or arxiv
    said = f"{identifier} is “{record.title}”"
    changes: tuple[Fix, ...] = ()
    if found and found.certain and found.key != record.key:
        said += f"; this is {name_of(found.key)}"
        changes = tuple(fixing.other_identifier(cited, found.key)) if is_of_arxiv else ()
    elif cited.work.authors and not list(comparing.author_remarks(cited, [each.name for each in record.paper.authors])):
        said += ", by the same authors: an earlier version may have had this title"
    remark = Remark(cited.field_of(identifier), said)
    return Checked(file, cited.entry, Verdict.OTHER, name_of(record.key), problems=(remark,), fixes=changes)


def _with_paper(
    file: str, cited: CitedEntry, record: Record, titles: Sequence[Sequence[str]], published: Sequence[DblpRecord]
) -> Checked:
    """Return an entry, compared with its paper, which has had these ``titles`` and is ``published`` as dblp says."""
    remarks = [
        *comparing.title_remarks(title_words(cited.work.title), titles, record.title),
        *comparing.author_remarks(cited, [author.name for author in record.paper.authors]),
        *comparing.year_remarks(cited, record, [each.year for each in published if each.year]),
        *comparing.hints(cited, record),
    ]
    since = None if cited.is_published or record.paper.doi or record.paper.journal_ref else _since(record, published)
    if since:
        remarks.append(published_since(since))
    checked = Checked.compared(file, cited.entry, remarks, "the paper is withdrawn" if record.withdrawn else "")
    changes = () if record.withdrawn else fixing.fixes(cited, record, remarks, since.dois if since else ())
    return checked._replace(paper=name_of(record.key), fixes=tuple(changes))


def _since(record: Record, published: Sequence[DblpRecord]) -> DblpRecord | None:
    """Return the newest publication of a preprint that came in the years after its first version."""
    first = min(comparing.years_of_versions(record), default=0)
    return next((each for each in published if first - 1 <= each.year <= first + LATEST), None)


def _with_ignored(checked: Checked, ignored: Sequence[Ignored]) -> Iterator[Checked]:
    """Yield an entry, ignored if a remark before it says so, and each remark that ignores nothing. Whether it does is
    not known of an entry without a known paper."""
    names = {name for each in ignored for name in each.names}
    yield checked._replace(is_ignored=checked.verdict in names & _IGNORABLE)
    for each in ignored:
        unknown = [name for name in each.names if name not in _IGNORABLE]
        if unknown or not each.names:
            words = f"it names no verdict: {', '.join(unknown)}".rstrip(": ")
            yield _unused(checked.file, each, checked.entry.key, words)
        elif checked.verdict is not Verdict.UNKNOWN and set(each.names) != {checked.verdict}:
            unused = ", ".join(name for name in each.names if name != checked.verdict)
            yield _unused(checked.file, each, checked.entry.key, f"not {unused}, but {checked.verdict}")


def _unused(file: str, ignored: Ignored, key: str, words: str) -> Checked:
    return Checked(file, BibEntry("", key, {}, ignored.line), Verdict.UNUSED, problems=(Remark("", words),))


_IGNORABLE = frozenset(map(str, (each for each in Verdict if each.is_problem and each is not Verdict.MISSING)))
"""The verdicts that a remark can ignore."""
