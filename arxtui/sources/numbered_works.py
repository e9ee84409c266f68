"""Files of citations that name papers by numbers of a service, as JSON lines:

- ``papers`` of Semantic Scholar's datasets (https://api.semanticscholar.org/api-docs/datasets):
  ``{"corpusid": 1, "externalids": {…, "ArXiv": "2605.01234", …}, …}`` says which number a paper of arXiv has;
- ``citations`` of the same: ``{"citationid": 1, "citingcorpusid": 2, "citedcorpusid": 3, …}``; numbers are strings in
  older releases, and null for a work without a record;
- works of OpenAlex's snapshot (https://developers.openalex.org/download/snapshot-format): ``id``, ``doi``,
  ``locations``, whose ``landing_page_url`` can be a page of arXiv, and ``referenced_works``, the ids of others.

Files of 500 million lines of which one in a hundred is about arXiv: a line is only parsed if a few letters in it say
that it can be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.intake import Reject
from arxtui.sources.errors import SourceError

SEMANTIC_SCHOLAR = "Semantic Scholar datasets"
OPENALEX = "OpenAlex snapshot"
_BEGINS_PAPERS = pattern(r'\s*\{\s*"corpusid"\s*:\s*"?\d+"?\s*,\s*"externalids"\s*:\s*\{[^{}]*"ArXiv"\s*:')
_BEGINS_CITATIONS = pattern(r'\s*\{\s*(?:"citationid"\s*:\s*[^,{}]*,\s*)?"citingcorpusid"\s*:')
_BEGINS_WORKS = pattern(r'\s*\{[^\n]*?"id"\s*:\s*"https://openalex\.org/W\d')
_HAS_ARXIV_ID = re.compile(rb'"ArXiv"\s*:\s*"')
_NUMBER = rb'"?(\d{1,18})"?|null'
_PAIR = re.compile(rb'"citingcorpusid"\s*:\s*(?:%b)\s*,\s*"citedcorpusid"\s*:\s*(?:%b)\s*[,}]' % (_NUMBER, _NUMBER))
_WORK = pattern(r"https://openalex\.org/W(\d{1,18})")
_PART = 1 << 20
_LONGEST = 64 << 20
"""The most bytes of a line: of works with thousands of authors, some have ten million."""
_MOST_REJECTS = 10_000


class NumberedPart(NamedTuple):
    """What a part of a file says: how many records it has, the (number, key) of papers of arXiv, the numbers of works
    (citing, cited), and the lines that cannot be read; ``through`` is the position of its end in the unpacked file."""

    through: int
    records: int
    numbers: list[tuple[int, int]]
    cited: list[tuple[int, int]]
    rejects: list[Reject]


class NumberedForm(NamedTuple):
    """A form of files: the service, whose name is the source of the citations, and whether it only says which papers
    its numbers mean, or only uses numbers that another file explains."""

    service: str
    explains: bool = False
    uses: bool = False


_PAPERS = NumberedForm(SEMANTIC_SCHOLAR, explains=True)
_CITATIONS = NumberedForm(SEMANTIC_SCHOLAR, uses=True)
_WORKS = NumberedForm(OPENALEX)


def numbered_form(begin: str) -> NumberedForm | None:
    """Return the form of a file that begins with these characters; None if it is no such file."""
    forms = {_PAPERS: _BEGINS_PAPERS, _CITATIONS: _BEGINS_CITATIONS, _WORKS: _BEGINS_WORKS}
    return next((form for form, begins in forms.items() if begins.match(begin)), None)


def read_numbered(form: NumberedForm, chunks: Iterable[bytes], skip: int = 0) -> Iterator[NumberedPart]:
    """Yield what a file says in parts, those of a megabyte of it each, from the position ``skip`` on, where a line
    begins. Raises SourceError if very many lines cannot be read."""
    rejected = 0
    for part in _parts(form, chunks, skip):
        yield part._replace(rejects=part.rejects[: _MOST_REJECTS - rejected])
        rejected += len(part.rejects)
        if rejected > _MOST_REJECTS:
            raise SourceError(f"more than {_MOST_REJECTS:,} of its lines cannot be read")


def _parts(form: NumberedForm, chunks: Iterable[bytes], skip: int) -> Iterator[NumberedPart]:
    place, line, buffer, is_too_long = 0, 0, b"", False
    for chunk in chunks:
        passed = chunk[: max(skip - place, 0)]
        place += len(passed)
        line += passed.count(b"\n")
        buffer += chunk[len(passed) :]
        if is_too_long or len(buffer) > _LONGEST:
            end = buffer.find(b"\n") + 1
            is_too_long, place = not end, place + (end or len(buffer))
            buffer = buffer[end:] if end else b""
            if end:
                line += 1
                yield NumberedPart(place, 0, [], [], [Reject(f"line {line}", "it is longer than any can be")])
        elif len(buffer) >= _PART and (end := buffer.rfind(b"\n") + 1):
            place += end
            yield _part(form, buffer[:end], place, line)
            line, buffer = line + buffer.count(b"\n", 0, end), buffer[end:]
    if is_too_long:
        yield NumberedPart(place, 0, [], [], [Reject(f"line {line + 1}", "it is longer than any can be")])
    if buffer:
        yield _part(form, buffer, place + len(buffer), line)


def _part(form: NumberedForm, data: bytes, through: int, line: int) -> NumberedPart:
    """Read whole lines, of which the first is that behind ``line``."""
    part = NumberedPart(through, 0, [], [], [])
    if form.uses:
        pairs = _PAIR.findall(data)
        if len(pairs) == data.count(b"\n") + (not data.endswith(b"\n")):
            part.cited.extend((int(citing), int(cited)) for citing, cited in pairs if citing and cited)
            return part._replace(records=len(pairs))
    lines = [(number, each) for number, each in enumerate(data.split(b"\n"), line + 1) if each.strip()]
    read = _read_pair if form.uses else _read_paper if form.explains else _read_work
    for number, each in lines:
        try:
            read(each, part)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            reason = str(error) if type(error) is ValueError else "it is no record of this file"
            part.rejects.append(Reject(f"line {number}", reason))
    return part._replace(records=len(lines) - len(part.rejects))


def _read_paper(line: bytes, part: NumberedPart) -> None:
    if _HAS_ARXIV_ID.search(line) or not _is_object(line):
        paper = json.loads(line)
        if name := paper["externalids"]["ArXiv"]:
            part.numbers.append((_number(paper["corpusid"]), ArxivId.parse(name).key))


def _read_pair(line: bytes, part: NumberedPart) -> None:
    record = json.loads(line)
    citing, cited = record["citingcorpusid"], record["citedcorpusid"]
    if citing is not None and cited is not None:
        part.cited.append((_number(citing), _number(cited)))


def _read_work(line: bytes, part: NumberedPart) -> None:
    if b"arxiv." not in line and _is_object(line):
        return
    work = json.loads(line)
    number = _work_number(work["id"])
    if number and (key := _arxiv_key(work)):
        part.numbers.append((number, key))
        named = map(_work_number, work.get("referenced_works") or ())
        part.cited.extend((number, other) for other in named if other)


def _arxiv_key(work: dict[str, Any]) -> int | None:
    """Return the paper of arXiv that a work is: by its DOI, else by the page of a location. Raises ValueError if these
    are pages of several papers."""
    if (doi := work.get("doi")) and "/arxiv." in doi:
        return ArxivId.parse(doi).key
    keys = set()
    for location in work.get("locations") or ():
        page = location.get("landing_page_url") or ""
        if "arxiv.org/abs/" in page:
            with suppress(ValueError):
                keys.add(ArxivId.parse(page).key)
    if len(keys) > 1:
        raise ValueError("it is several papers of arXiv")
    return keys.pop() if keys else None


def _work_number(name: str) -> int | None:
    match = _WORK.fullmatch(name)
    return int(match[1]) if match else None


def _number(value: object) -> int:
    number = int(str(value))
    if not 0 < number < 10**18:
        raise ValueError("its number is none")
    return number


def _is_object(line: bytes) -> bool:
    """Whether a line is an object of JSON, as far as its ends show."""
    return line.startswith(b"{") and line.rstrip().endswith(b"}")
