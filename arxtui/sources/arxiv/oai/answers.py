"""OAI-PMH: a response as a whole, saved responses of any length, and the paper of a record in one of the formats
``arXiv``, ``arXivRaw``, ``arXivOld`` and ``oai_dc``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, RETIRED, archive_of
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Author, Deletion, History, Paper
from arxtui.sources.arxiv.creators import split_author_line
from arxtui.sources.arxiv.history import Versions, read_versions
from arxtui.sources.arxiv.oai.xml import Group, Harvest, OaiError, OaiRecord, Token
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.refusal import refusal, root_name
from arxtui.sources.times import moment
from arxtui.text import clean, clean_block, clip, decode

CHUNK = 1000
"""Records of a saved response in one intake."""
_LOOK_AHEAD = 4096
# Former names of categories, used in documents saved before they were renamed.
_FORMER = {
    "Cosmology and Extragalactic Astrophysics": "astro-ph.CO",
    "Galaxy Astrophysics": "astro-ph.GA",
    "Instrumentation and Methods for Astrophysics": "astro-ph.IM",
    "Learning": "cs.LG",
    "Mesoscopic Systems and Quantum Hall Effect": "cond-mat.mes-hall",
}
_SOURCE = "oai"
_OWN_FORMATS = ("arXiv", "arXivRaw", "arXivOld")
_DUBLIN_CORE = "dc"
_DOI = "doi:"
_COMMENT = "Comment:"
_WITHDRAWN = "I"
"""The ``source_type`` of a version whose files are to be ignored."""
# Until March 2025, ``created`` was the day of the first version. The service of that time is recognised by its schema.
_OLD_SERVICE = "//arxiv.org/OAI/arXiv.xsd"


@dataclass(frozen=True, slots=True)
class OaiPage:
    """One response.

    ``token`` is None if the list is not paged; on the last page, its text is empty. ``errors`` are those of the
    protocol (``noRecordsMatch`` means that there is nothing new). ``deleted`` are papers whose record was deleted. For
    ``about`` and ``request`` see ``Harvest`` in ``xml``.
    """

    verb: str
    intake: Intake
    token: Token | None = None
    errors: tuple[OaiError, ...] = ()
    deleted: tuple[Deletion, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    request: Mapping[str, str] = field(default_factory=dict)


def is_oai(root: str) -> bool:
    """Whether a document with this root element has OAI-PMH records: a response, or an excerpt of one."""
    return root in ("OAI-PMH", "ListRecords", "GetRecord", "record")


def parse_page(data: bytes) -> OaiPage:
    """Parse the response to any verb. Raises: SourceError if the data is none, or ends early."""
    if root_name(decode(data[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")) != "OAI-PMH":
        raise refusal(data, "an OAI-PMH response")
    return read_page(Harvest(), [data])


def read_page(harvest: Harvest, chunks: Iterable[bytes]) -> OaiPage:
    """Parse the chunks of one response; ``harvest`` may have a start position. Raises: SourceError if it ends early."""
    batch = _Batch()
    for item in harvest.read(chunks):
        batch.add(item)
    errors, deleted = tuple(batch.errors), tuple(batch.deleted)
    return OaiPage(harvest.verb, batch.intake(), harvest.token, errors, deleted, harvest.about, harvest.request)


def read_oai(chunks: Iterable[bytes], skip: int = 0) -> Iterator[Intake]:
    """Yield the records of saved responses, at most ``CHUNK`` per intake, without the first ``skip`` records.

    ``through`` is the number of the last record read.

    Raises: SourceError if there are no records, or if the last response ends early.
    """
    harvest, batch = Harvest(skip), _Batch(skip)
    fault: SourceError | None = None
    try:
        for item in harvest.read(chunks):
            batch.add(item)
            if batch.size >= CHUNK:
                yield batch.intake()
                batch.begin()
    except SourceError as error:
        fault = error
    batch.through = max(skip, harvest.records)
    last = batch.intake(*_notes(batch.errors, batch.deletions))
    if not harvest.records:
        raise fault or _without_records(harvest.verb, batch.errors)
    if batch.size or last.rejects or last.notes:
        yield last
    if fault:
        raise fault


@dataclass(slots=True)
class _Batch:
    """The records since the last intake; and, for the whole file, the ``errors`` and the number of ``deletions``.
    Records up to number ``skip`` only count as deletions."""

    skip: int = 0
    size: int = 0
    through: int = 0
    papers: list[Paper] = field(default_factory=list)
    histories: list[History] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    deleted: list[Deletion] = field(default_factory=list)
    errors: list[OaiError] = field(default_factory=list)
    deletions: int = 0

    def begin(self) -> None:
        self.size = 0
        for items in (self.papers, self.histories, self.rejects, self.deleted):
            items.clear()

    def add(self, item: OaiRecord | OaiError | Reject) -> None:
        match item:
            case OaiRecord():
                self.deletions += item.deleted
                if item.number > self.skip:
                    self._add_record(item)
            case OaiError():
                self.errors.append(item)
            case Reject():
                self.rejects.append(item)

    def _add_record(self, record: OaiRecord) -> None:
        self.size, self.through = self.size + 1, record.number
        try:
            if record.deleted:
                self.deleted.append(read_deletion(record))
                return
            paper, history = read_record(record)
        except ValueError as error:
            self.rejects.append(Reject(record.place, str(error)))
            return
        self.papers.append(paper)
        if history:
            self.histories.append(history)

    def intake(self, *notes: str) -> Intake:
        return Intake(
            papers=tuple(self.papers),
            rejects=tuple(self.rejects),
            notes=notes,
            through=self.through,
            histories=tuple(self.histories),
        )


def _notes(errors: list[OaiError], deleted: int) -> Iterator[str]:
    if deleted:
        yield f"records deleted at arXiv, which contain no paper: {deleted:,}"
    for error in dict.fromkeys(errors):
        yield f"arXiv answered: {error.code}: {error.message}"


def _without_records(verb: str, errors: list[OaiError]) -> SourceError:
    if errors:
        return UpstreamError(f"{errors[0].code}: {errors[0].message}")
    return SourceError(f"an OAI-PMH response{f' to {clip(verb, 60)}' if verb else ''} without records")


def category_codes(subjects: Iterable[str], sets: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of the categories in ``subjects``, in that order; other subjects are MSC and ACM classes.

    Several categories can have the same name (``Machine Learning``). The record's ``sets`` (``cs:cs:LG``, or only
    ``cs``) decide between them, and add the categories that are missing in ``subjects``.
    """
    set_codes = [code for each in sets if (code := _code_of_set(each))]
    archives = {archive_of(code) for code in set_codes}
    codes: dict[str, None] = {}
    for subject in subjects:
        candidates = _codes_by_name().get(clean(subject), ())
        codes.update(dict.fromkeys(_choose(candidates, set_codes, archives)))
    codes.update(dict.fromkeys(code for code in set_codes if code in CATEGORIES))
    return tuple(codes)


def _choose(candidates: tuple[str, ...], set_codes: list[str], archives: set[str]) -> Iterator[str]:
    exact = [code for code in candidates if code in set_codes]
    yield from exact or [code for code in candidates if archive_of(code) in archives] or candidates[:1]


def _code_of_set(name: str) -> str:
    """Return the category or archive of a set named ``group``, ``group:archive`` or ``group:archive:CLASS``."""
    parts = clean(name).split(":")
    return ".".join(parts[1:]) or parts[0]


@cache
def _codes_by_name() -> dict[str, tuple[str, ...]]:
    codes: dict[str, tuple[str, ...]] = {}
    names = [*CATEGORIES.items(), *RETIRED.items(), *((code, name) for name, code in _FORMER.items())]
    for code, name in names:
        # Until 2025, the name of the archive preceded the category's name.
        for form in (name, f"{ARCHIVES.get(archive_of(code), '')} - {name}"):
            codes[form] = (*codes.get(form, ()), code)
    return codes


def read_record(record: OaiRecord) -> tuple[Paper, History | None]:
    """Return the paper, and its earlier versions if the record has them. Raises: ValueError if it is invalid."""
    if record.format in _OWN_FORMATS:
        paper, versions = _own_format(record)
    elif record.format == _DUBLIN_CORE:
        paper, versions = _dublin_core(record)
    else:
        raise ValueError(f"the format {record.format!r} is unknown" if record.format else "no metadata")
    if not paper.title:
        raise ValueError("no title")
    return paper, versions.history_of(paper)


def read_deletion(record: OaiRecord) -> Deletion:
    """Return the paper of a deleted record. Raises: ValueError if the record has no valid identifier."""
    day = _first(record.header, "datestamp")
    return Deletion(_identifier(record.header.get("identifier")), moment(day).date() if day else None)


def _own_format(record: OaiRecord) -> tuple[Paper, Versions]:
    fields = record.fields
    versions = _versions(record)
    authors = [_author(group) for group in record.groups.get("author", ())]
    paper = Paper(
        id=_identifier(fields.get("id") or record.header.get("identifier")),
        version=versions.number,
        title=_first(fields, "title") or "",
        abstract=clean_block("".join(fields.get("abstract", ()))),
        authors=tuple(author for author in authors if author.name)
        or split_author_line(_first(fields, "authors") or ""),
        categories=tuple((_first(fields, "categories") or "").split()),
        published=versions.published,
        updated=versions.updated,
        comment=_first(fields, "comments"),
        journal_ref=_first(fields, "journal-ref"),
        doi=_first(fields, "doi"),
        license=_first(fields, "license"),
        source=_SOURCE,
    )
    return paper, versions


def _versions(record: OaiRecord) -> Versions:
    elements = record.groups.get("version", ())
    if elements:
        versions = read_versions(((_only(each, "version"), _only(each, "date")) for each in elements), _SOURCE)
        types = {_only(each, "version"): _only(each, "source_type") for each in elements}
        return versions._replace(is_withdrawn=types.get(f"v{versions.number}") == _WITHDRAWN)
    created, updated = _first(record.fields, "created"), _first(record.fields, "updated")
    if not created:
        return Versions()
    if _OLD_SERVICE in record.schema:
        return _first_and_last([created, updated] if updated else [created])
    # ``updated`` is the day on which the record last changed, which need not be a new version.
    return Versions(updated=moment(created))


def _first_and_last(days: list[str]) -> Versions:
    """Return the dates of the first and last version. A single day means that v1 is the only version."""
    return Versions(moment(days[0]), 1 if len(days) == 1 else None, moment(days[-1])) if days else Versions()


def _dublin_core(record: OaiRecord) -> tuple[Paper, Versions]:
    fields = record.fields
    versions = _first_and_last(list(map(clean, fields.get("date", ()))))
    descriptions = list(map(str.strip, fields.get("description", ())))
    comments = [text for text in descriptions if text.startswith(_COMMENT)] or descriptions[1:2]
    abstract = next((text for text in descriptions if text not in comments), "")
    others = [text for text in map(clean, fields.get("identifier", ())) if not text.startswith(("http:", "https:"))]
    paper = Paper(
        id=_identifier(record.header.get("identifier")),
        version=versions.number,
        title=_first(fields, "title") or "",
        abstract=clean_block(abstract),
        authors=tuple(Author(name) for name in map(_given_name_first, fields.get("creator", ())) if name),
        categories=category_codes(fields.get("subject", ()), record.header.get("setSpec", ())),
        published=versions.published,
        updated=versions.updated,
        comment=clean(comments[0].removeprefix(_COMMENT)) if comments else None,
        journal_ref=next((text for text in others if not text.startswith(_DOI)), None),
        doi=next((text.removeprefix(_DOI) for text in others if text.startswith(_DOI)), None),
        license=_first(fields, "rights"),
        source=_SOURCE,
    )
    return paper, versions


def _identifier(texts: Iterable[str] | None) -> str:
    text = next(iter(texts or ()), "").strip()
    if not text:
        raise ValueError("no identifier")
    return ArxivId.parse(text).base


def _author(group: Group) -> Author:
    parts = (_only(group, name) for name in ("forenames", "keyname", "suffix"))
    return Author(" ".join(filter(None, parts)), tuple(filter(None, map(clean, group.get("affiliation", ())))))


def _given_name_first(name: str) -> str:
    """Turn ``Last, First`` into ``First Last``; a part between the two is a suffix (``Heath, Jr., Robert W.``)."""
    *last, first = clean(name).split(", ")
    return " ".join((first, *last))


def _only(group: Group, name: str) -> str:
    return clean(next(iter(group.get(name, ())), ""))


def _first(fields: dict[str, list[str]], name: str) -> str | None:
    return _only(fields, name) or None
