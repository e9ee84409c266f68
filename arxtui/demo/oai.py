"""OAI-PMH for made-up records: checks requests, selects records and splits lists into pages as arXiv's service does.

Supports the verbs that a harvest needs, ``Identify`` and ``ListRecords``, and the formats ``arXiv`` and ``arXivRaw``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import parse_qsl, quote, unquote, urlencode

from arxtui.demo.messages import Reply
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.wire.oai import Record, document, identity, oai_error, records, resumption_token
from arxtui.model.arxiv.taxonomy import set_spec, set_specs
from arxtui.model.paper import Paper

EARLIEST = date(2005, 9, 16)
FORMATS = ("arXiv", "arXivRaw")
_TYPE = "text/xml; charset=utf-8"
_ARGUMENTS = frozenset({"verb", "metadataPrefix", "set", "from", "until"})
_BAD_VERB = (
    "Value of the verb argument is not a legal OAI-PMH verb, the verb argument is missing, or the verb argument is "
    "repeated. Reason: Invalid verb provided"
)
_BAD_ARGUMENT = (
    "The request includes illegal arguments, is missing required arguments, includes a repeated argument, or values "
    "for arguments have an illegal syntax. Reason: "
)
_BAD_FORMAT = (
    "The metadata format identified by the value given for the metadataPrefix argument is not supported by the item or "
    "by the repository. Reason: Did not recognize requested format"
)
_BAD_TOKEN = "The value of the resumptionToken argument is invalid or expired."  # noqa: S105
_NO_RECORDS = (
    "The combination of the values of the from, until, set and metadataPrefix arguments results in an empty list."
)


class ProtocolError(Exception):
    """An error of the protocol, with its ``code``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class OaiService:
    """Serves the records that ``listed`` returns: ``page`` records a page, ordered by datestamp if ``ordered``, with
    the size of the list if ``sized``. ``clock`` returns aware UTC."""

    def __init__(
        self,
        listed: Callable[[], Sequence[Record]],
        clock: Callable[[], datetime],
        *,
        page: int = 100,
        ordered: bool = True,
        sized: bool = False,
    ) -> None:
        self.page = page
        self.ordered = ordered
        self.sized = sized
        self._listed = listed
        self._clock = clock
        self._valid_tokens: set[str] = set()

    def expire(self) -> None:
        """Invalidate all resumption tokens given so far."""
        self._valid_tokens.clear()

    def answer(self, query: Mapping[str, str]) -> Reply:
        """Return the response to a request with these parameters. Errors have the status 200, too."""
        now = self._clock()
        arguments: dict[str, str] = {}
        try:
            match query.get("verb"):
                case "Identify":
                    arguments, body = {"verb": "Identify"}, identity(EARLIEST)
                case "ListRecords":
                    arguments, skip = self._list_arguments(query, now.date())
                    body = self._page(arguments, skip, now)
                case _:
                    raise ProtocolError("badVerb", _BAD_VERB)
        except ProtocolError as error:
            body = oai_error(error.code, str(error))
        return Reply(200, document(now, arguments, body), _TYPE)

    def _list_arguments(self, query: Mapping[str, str], today: date) -> tuple[dict[str, str], int]:
        """Return (the arguments of a list, the number of its records on earlier pages)."""
        if token := query.get("resumptionToken"):
            if len(query) > 2:
                raise ProtocolError("badArgument", f"{_BAD_ARGUMENT}resumptionToken is exclusive.")
            if token not in self._valid_tokens:
                raise ProtocolError("badResumptionToken", _BAD_TOKEN)
            arguments = dict(parse_qsl(unquote(token)))
            return {name: value for name, value in arguments.items() if name != "skip"}, int(arguments["skip"])
        if fault := _fault(query, today):
            raise ProtocolError("badArgument", f"{_BAD_ARGUMENT}{fault}")
        if query["metadataPrefix"] not in FORMATS:
            raise ProtocolError("cannotDisseminateFormat", _BAD_FORMAT)
        return {name: value for name, value in query.items() if name in _ARGUMENTS}, 0

    def _page(self, arguments: dict[str, str], skip: int, now: datetime) -> str:
        matching = [record for record in self._listed() if _matches(record, arguments)]
        if not matching:
            raise ProtocolError("noRecordsMatch", _NO_RECORDS)
        if self.ordered:
            matching.sort(key=lambda record: record.datestamp)
        token = ""
        if skip + self.page < len(matching):
            token = quote(urlencode({**arguments, "skip": skip + self.page}, safe=":"), safe=":")
            self._valid_tokens.add(token)
        midnight = datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), time(), UTC)
        element = resumption_token(token, midnight, len(matching) if self.sized else None, skip)
        return records(matching[skip : skip + self.page], arguments["metadataPrefix"], element)


def records_of(corpus: Corpus, public: Mapping[str, Paper], day: date) -> list[Record]:
    """Return the records of the papers that are ``public`` on a day, and of those deleted by then."""
    records_found = []
    for identifier, paper in public.items():
        versions = [each for each in corpus.versions(identifier) if each.number <= (paper.version or 1)]
        changed = paper.updated.date() if paper.updated else day
        records_found.append(Record(paper, changed, versions, specs_of(paper)))
    for identifier, deleted_on in corpus.deleted.items():
        if deleted_on <= day:
            paper = corpus.revisions[identifier][-1].paper
            records_found.append(Record(paper, deleted_on, specs=specs_of(paper), deleted=True))
    return records_found


def specs_of(paper: Paper) -> tuple[str, ...]:
    """Return the sets of a paper's categories."""
    specs: dict[str, None] = {}
    for code in paper.categories:
        with suppress(ValueError):  # a category without a set
            specs[set_spec(code)] = None
    return tuple(specs)


def _fault(query: Mapping[str, str], today: date) -> str | None:
    """Return what is wrong with the arguments of a list, in arXiv's words; None if nothing is."""
    if "metadataPrefix" not in query:
        return "metadataPrefix required."
    if illegal := query.keys() - _ARGUMENTS:
        return f"{min(illegal)} is not allowed."
    if "set" in query and query["set"] not in set_specs():
        return "Set does not exist"
    days = {}
    for name in ("from", "until"):
        with suppress(KeyError):
            try:
                days[name] = date.fromisoformat(query[name])
            except ValueError:
                return f"{name} date format must be YYYY-MM-DD"
    first, last = days.get("from", EARLIEST), days.get("until", today)
    if first < EARLIEST:
        return "start date too early"
    if last > today + timedelta(days=1):
        return "until date too late"
    return "from date must be before until date" if "until" in days and first > last else None


def _matches(record: Record, arguments: Mapping[str, str]) -> bool:
    day = record.datestamp.isoformat()
    if not arguments.get("from", "") <= day <= arguments.get("until", "9999"):
        return False
    spec_wanted = arguments.get("set")
    return spec_wanted is None or any(
        spec == spec_wanted or spec.startswith(f"{spec_wanted}:") for spec in record.specs
    )
