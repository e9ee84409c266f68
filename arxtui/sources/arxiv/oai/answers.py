"""OAI-PMH: a response as a whole, and saved responses of any length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Deletion, History, Paper
from arxtui.sources.arxiv.oai.record import read_deletion, read_record
from arxtui.sources.arxiv.oai.xml import Harvest, OaiError, OaiRecord, Token
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.refusal import refusal, root_name
from arxtui.text import clip, decode

CHUNK = 1000
"""Records of a saved response in one intake."""
_LOOK_AHEAD = 4096


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
