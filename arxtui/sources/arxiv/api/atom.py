"""Responses of the query API: Atom in the form since 2025-11 and the older form (format: the API user's manual).

A response repeats the query in its title and its link, as the API has understood it: it rewrites operators and
brackets, puts a field before each word, and quotes ranges of dates (https://info.arxiv.org/help/api/user-manual.html,
5.1 and 3.3.1). Only the words stay the same, so only the words are compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.api.entries import FEED, RawEntry, ScanResult, paper_of, scan
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.loose import ends_within, parse_loosely
from arxtui.sources.refusal import refusal, root_name
from arxtui.text import decode

_EXPECTED = "a response of the query API"
_LOOK_AHEAD = 4096
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
_PARAMETER = re.compile(r"(?:^|&)(search_query|id_list|start|max_results)=")
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|doi|all|submittedDate|lastUpdatedDate):", re.I)
_OPERATORS = frozenset({"and", "or", "andnot", "not", "to"})
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class ApiPage:
    """One page of results. There are ``total`` results; the page starts at number ``start`` (from 0), and ``per_page``
    were requested. A counter missing in the response is derived from the entries. ``echoes`` are the queries repeated
    in the title and the link of the response."""

    total: int
    start: int
    per_page: int
    intake: Intake
    echoes: tuple[Echo, ...] = ()

    @property
    def suspicious(self) -> str | None:
        """Why the page is probably incomplete, for the user; None if the counters agree with the entries.

        The API is known to send valid pages that are empty or short although more results exist.
        """
        papers = len(self.intake.papers)
        distinct = len({paper.arxiv_id for paper in self.intake.papers})
        count = distinct + len(self.intake.rejects)
        due = max(0, min(self.per_page, self.total - self.start))
        if distinct < papers:
            return f"a page that repeats papers: {papers} entries, but only {distinct} different papers"
        if count > due:
            return f"a page of {counted(count, 'entry', 'entries')}, at most {due} expected"
        if count == due:
            return None
        claimed = counted(self.total, "result is claimed", "results are claimed")
        if not count:
            return f"an empty page, though {claimed}"
        return f"a short page: {counted(count, 'entry', 'entries')} of {due}, though {claimed}"


def parse_answer(data: bytes) -> ApiPage:
    """Parse one response.

    An entry that is no paper becomes a Reject; the other entries are returned. Broken XML is parsed by feedparser from
    the fault on, and a note says so.

    Raises:
        UpstreamError: the response is an error message of the API.
        SourceError: the response is empty, is not Atom, has a document type declaration, or has no paper.
    """
    data = data.lstrip(b" \t\r\n")
    seen = root_name(decode(data[:_LOOK_AHEAD]))
    if seen == "html":
        raise refusal(data, _EXPECTED)
    result = scan(data)
    # If the fault is in or before the root element, expat does not report the element's name.
    if result.root != FEED and (result.root or not result.fault or seen != "feed"):
        raise refusal(data, _EXPECTED)
    if result.fault and not result.complete:
        return _recovered_page(data, result)
    rest = (Reject(f"byte {result.fault_at}", "there is data after the end of the response"),) if result.fault else ()
    return replace(_page(result.counters, result.entries, rest, ()), echoes=_echoes(result))


def error_message(data: bytes) -> str:
    """Return the message of a response that is an error of the API (status 400); "" if there is none."""
    try:
        parse_answer(data)
    except UpstreamError as error:
        return error.message
    except SourceError:
        pass
    return ""


def _recovered_page(data: bytes, result: ScanResult) -> ApiPage:
    """Build a page from broken XML: the entries that expat read, with affiliations, then those that feedparser read."""
    loose, counters = _parse_broken(data)
    sound = len(result.entries)
    later = loose[sound:]
    where = f"the XML is broken ({result.fault} at byte {result.fault_at})"
    if not result.entries and not loose:
        raise SourceError(f"{where}, and no entry can be read")
    rejects: tuple[Reject, ...] = ()
    if later and ends_within(data, "entry", sound + len(later)):
        later.pop()
        rejects = (Reject(f"entry {sound + len(later) + 1}", "it is cut off"),)
    note = f"{where}: {sound + len(later)} entries recovered, {len(later)} of them without affiliations"
    page = _page({**counters, **result.counters}, result.entries + later, rejects, (note,))
    return replace(page, echoes=_echoes(result))


def _echoes(result: ScanResult) -> tuple[Echo, ...]:
    queries = (result.title.partition("Query:")[2], unquote(result.address.partition("?")[2]))
    return tuple(echo for echo in map(read_echo, queries) if echo)


def _page(
    counters: dict[str, int], entries: list[RawEntry], rejects: tuple[Reject, ...], notes: tuple[str, ...]
) -> ApiPage:
    papers, faults = _papers(entries)
    start = counters.get("startIndex", 0)
    return ApiPage(
        total=counters.get("totalResults", start + len(entries)),
        start=start,
        per_page=counters.get("itemsPerPage", len(entries)),
        intake=Intake(papers=tuple(papers), rejects=(*faults, *rejects), notes=notes),
    )


def _papers(entries: list[RawEntry]) -> tuple[list[Paper], list[Reject]]:
    papers: list[Paper] = []
    faults: list[Reject] = []
    for number, raw in enumerate(entries, 1):
        if message := raw.error:
            raise UpstreamError(message)
        try:
            papers.append(paper_of(raw))
        except ValueError as error:
            faults.append(Reject(f"entry {number}", str(error)))
    if faults and not papers:
        raise SourceError(f"no entry is a paper: {faults[0].place}: {faults[0].reason}")
    return papers, faults


def _parse_broken(data: bytes) -> tuple[list[RawEntry], dict[str, int]]:
    """Parse a broken response with feedparser. Returns all entries, without affiliations, and the counters.

    Raises: SourceError if feedparser fails, too.
    """
    parsed = parse_loosely(data)
    counters = {name: str(parsed.feed.get(key, "")).strip() for key, name in _COUNTERS.items()}
    return [_raw(entry) for entry in parsed.entries], {
        name: int(text) for name, text in counters.items() if text.isdecimal() and len(text) < 12
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


class Echo(NamedTuple):
    """The words of a search without fields and operators, the requested identifiers, and the number of the first result
    (from 0; None if not given)."""

    words: frozenset[str]
    ids: frozenset[str]
    start: int | None

    def __str__(self) -> str:
        return " ".join(sorted(self.ids or self.words)) or "nothing"


def read_echo(text: str) -> Echo | None:
    """Parse the query in a response: its parameters joined by ``&``. Returns None if it has none."""
    parts = _PARAMETER.split(text.strip())
    parameters = dict(zip(parts[1::2], parts[2::2], strict=True))
    return _echo(parameters) if "search_query" in parameters or "id_list" in parameters else None


def requested_query(url: str) -> Echo:
    """Return the query in the address of a request."""
    return _echo({name: values[0] for name, values in parse_qs(urlsplit(url).query).items()})


def _echo(parameters: dict[str, str]) -> Echo:
    words = _WORD.findall(_FIELD.sub(" ", parameters.get("search_query", "")).casefold())
    start = parameters.get("start", "").strip()
    return Echo(
        words=frozenset(words) - _OPERATORS,
        ids=frozenset(filter(None, (name.strip() for name in parameters.get("id_list", "").split(",")))),
        start=int(start) if start.isascii() and start.isdigit() and len(start) < 9 else None,
    )
