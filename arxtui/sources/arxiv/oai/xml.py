"""OAI-PMH responses as a stream of records: one document or several in succession, of any length.

Protocol: https://www.openarchives.org/OAI/openarchivesprotocol.html, as implemented by arXiv. A record with broken XML
is rejected, and reading continues with the next record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType

from arxtui.light import NamedTuple
from arxtui.model.intake import Reject
from arxtui.sources.errors import SourceError
from arxtui.sources.loose import DOCTYPE_REFUSED
from arxtui.text import clean

_BLANK = b"\0 \t\r\n\xef\xbb\xbf"
_BEGIN = re.compile(rb"<(?:record(?=[\s/>])|OAI-PMH(?=[\s/>])|\?xml\s)")
_BEGIN_LENGTH = 16
_RECORD_LIMIT = 32 << 20
_TEXT_LIMIT = 4096
_GROUPS = ("author", "version")
_ABOUT = ("responseDate", "earliestDatestamp")

Group = dict[str, list[str]]


@dataclass(slots=True)
class OaiRecord:
    """A raw record: ``begin`` is its first byte, ``format`` and ``schema`` are the name and the schema location of its
    metadata, ``fields`` are the texts by element name. ``groups`` are the ``author`` and ``version`` elements, each a
    dictionary of texts by element or attribute name."""

    number: int
    begin: int
    deleted: bool = False
    format: str = ""
    schema: str = ""
    header: dict[str, list[str]] = field(default_factory=dict)
    fields: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[str, list[Group]] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The position of the record in the file, for the user."""
        return f"record {self.number:,} (byte {self.begin:,})"


class OaiError(NamedTuple):
    """An error defined by the protocol (``noRecordsMatch``), and its message."""

    code: str
    message: str


class Token(NamedTuple):
    """A resumption token; the text is empty at the end of a list. If upstream sends them: the size of the whole list,
    the number of records before this page, and the time at which the token expires (as written)."""

    text: str
    complete_list_size: int | None = None
    cursor: int | None = None
    expires: str = ""


_BROKEN = (ExpatError, ValueError, LookupError)
"""The errors of expat. The last two: the XML declaration names an encoding that is unknown, or unusable for expat."""


class _DocumentEndError(Exception):
    """The root element has ended: its end tag begins at byte ``at``, or an empty root element ended before ``at``."""

    def __init__(self, at: int) -> None:
        self.at = at


class Harvest:
    """A parser for documents given in chunks.

    After the last chunk: ``request`` (the verb and arguments that the response repeats) and ``token`` of the last
    document, ``about`` (its ``responseDate`` and ``earliestDatestamp``), and ``records``, the number of all records
    including rejected and deleted ones.

    Of the first ``skip`` records, only the deletions are read. If the first chunk is an excerpt, the parameters
    ``records`` and ``at`` are the numbers of records and bytes before it.
    """

    def __init__(self, skip: int = 0, *, records: int = 0, at: int = 0) -> None:
        self.request: dict[str, str] = {}
        self.token: Token | None = None
        self.about: dict[str, str] = {}
        self.records = records
        self._skip = skip
        self._parser: XMLParserType | None = None
        self._base = 0
        self._consumed = at
        self._searching = False
        self._rest = b""
        self._envelope: list[str] = []
        self._path: list[str] = []
        self._record: OaiRecord | None = None
        self._group: Group | None = None
        self._attributes: dict[str, str] = {}
        self._text: list[str] = []
        self._results: list[OaiRecord | OaiError | Reject] = []

    @property
    def verb(self) -> str:
        """The verb of the request that was answered."""
        return self.request.get("verb", "")

    def read(self, chunks: Iterable[bytes]) -> Iterator[OaiRecord | OaiError | Reject]:
        """Yield records, errors and rejects for broken parts, in document order.

        Raises: SourceError for a document type declaration, or if the last document ends early.
        """
        for chunk in chunks:
            data = self._rest + chunk
            self._rest = b""
            while data:
                consumed = self._feed(data)
                self._consumed += consumed
                data = data[consumed:]
            yield from self._results
            self._results.clear()
        yield from self._finish()

    def _finish(self) -> Iterator[OaiRecord | OaiError | Reject]:
        if self._parser is None:
            return
        try:
            self._parser.Parse(b"", True)
        except _DocumentEndError:
            self._parser = None
        except _BROKEN:
            pass
        yield from self._results
        if self._parser is None:
            return
        if self._record:
            yield Reject(self._record.place, "the file ends within it")
        raise SourceError("the document ends early: its last element is never closed, and records may be missing")

    def _feed(self, data: bytes) -> int:
        """Parse up to the end of a document, a fault, or the end of ``data``. Returns the number of bytes consumed."""
        if self._parser is None:
            return self._next_document(data)
        try:
            self._parser.Parse(data)
        except _DocumentEndError as end:
            self._parser = None
            return _after_tag(data, end.at - self._consumed)
        except _BROKEN as error:
            reason = f"broken XML ({str(error).partition(':')[0]})"
            return self._recover(reason, self._base + self._parser.ErrorByteIndex, len(data))
        if self._record and self._consumed + len(data) - self._record.begin > _RECORD_LIMIT:
            return self._recover(f"longer than {_RECORD_LIMIT >> 20} MB", self._consumed + len(data), len(data))
        if len(self._text) > _TEXT_LIMIT and not self._record:
            self._text.clear()
        return len(data)

    def _recover(self, reason: str, at: int, length: int) -> int:
        """Reject the current record or whatever is at byte ``at``, and search for the next record from there on."""
        place, before = (self._record.place, self.records - 1) if self._record else (f"byte {at:,}", self.records)
        if before >= self._skip:
            self._results.append(Reject(place, reason))
        self._parser, self._record, self._group, self._searching = None, None, None, True
        return min(max(at - self._consumed, 1), length)

    def _next_document(self, data: bytes) -> int:
        """Create a parser for the document that begins in ``data``. Returns the number of bytes before the document."""
        if self._searching:
            match = _BEGIN.search(data)
            if not match:
                self._rest = data[-_BEGIN_LENGTH:]
                self._consumed -= len(self._rest)
                return len(data)
            begin, within = match.start(), match[0] == b"<record"
        else:
            begin, within = len(data) - len(data.lstrip(_BLANK)), False
            if begin == len(data):
                return begin
        self._searching = False
        self._begin(self._consumed + begin, self._envelope if within else [])
        return begin

    def _begin(self, at: int, envelope: list[str]) -> None:
        parser = ParserCreate()
        parser.buffer_text = True
        if hasattr(parser, "SetReparseDeferralEnabled"):
            # With deferral, expat may report a tag only after more data has arrived, and then with a wrong byte index.
            parser.SetReparseDeferralEnabled(False)
        self._parser, self._base = parser, at
        self._envelope, self._path = [], []
        self._record = self._group = None
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.StartDoctypeDeclHandler = _refuse
        parser.CharacterDataHandler = self._text.append
        opened = "".join(f"<{name}>" for name in envelope).encode()
        if opened:
            parser.Parse(opened)
            self._base -= len(opened)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        self._text.clear()
        record = self._record
        if record is None:
            if local == "record":
                self._begin_record()
            else:
                self._envelope.append(name)
                self._attributes = attributes
                if local == "request":
                    self.request = attributes
        elif local == "header":
            record.deleted = attributes.get("status") == "deleted"
        elif record.number > self._skip:
            if local in _GROUPS:
                self._group = {key: [value] for key, value in attributes.items()}
            elif self._path[-1] == "metadata":
                record.format, record.schema = local, attributes.get("xsi:schemaLocation", "")
        self._path.append(local)

    def _begin_record(self) -> None:
        self.records += 1
        self._record = OaiRecord(self.records, self._byte())

    def _byte(self) -> int:
        """Return the index of the first byte of the current tag."""
        assert self._parser is not None
        return self._base + self._parser.CurrentByteIndex

    def _end(self, name: str) -> None:
        local = self._path.pop()
        record = self._record
        if record is None:
            self._end_outside(local)
        elif local == "record" and len(self._path) == len(self._envelope):
            self._results.append(record)
            self._record = None
        elif record.number > self._skip:
            self._end_inside(record, local)
        self._text.clear()
        if not self._path:
            raise _DocumentEndError(self._byte())

    def _end_inside(self, record: OaiRecord, local: str) -> None:
        if self._group is not None and local in _GROUPS:
            record.groups.setdefault(local, []).append(self._group)
            self._group = None
            return
        text = "".join(self._text)
        if text and not text.isspace():
            texts = self._group
            if texts is None:
                texts = record.header if self._path[-1] == "header" else record.fields
            texts.setdefault(local, []).append(text)

    def _end_outside(self, local: str) -> None:
        self._envelope.pop()
        text = clean("".join(self._text))
        if local == "error":
            self._results.append(OaiError(clean(self._attributes.get("code", "")), text))
        elif local == "resumptionToken":
            size, cursor = (self._attributes.get(name) for name in ("completeListSize", "cursor"))
            self.token = Token(text, _number(size), _number(cursor), self._attributes.get("expirationDate", ""))
        elif local in _ABOUT:
            self.about[local] = text


def _after_tag(data: bytes, at: int) -> int:
    """Return the index after the end tag at ``at``, which may have begun before ``data``, or ``at`` if an empty root
    element ended there."""
    if at >= 0 and not data.startswith(b"</", at):
        return at
    return data.find(b">", max(at, 0)) + 1 or len(data)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 12 else None


def _refuse(*_: object) -> None:
    raise SourceError(DOCTYPE_REFUSED)
