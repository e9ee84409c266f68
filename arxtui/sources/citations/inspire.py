"""Answers of INSPIRE (https://github.com/inspirehep/rest-api-doc; fields: https://inspire-schemas.readthedocs.io).

A record has its references inside, mostly without their arXiv ids; a search for what the paper cites has these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import quote, urlencode

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Work
from arxtui.model.reported import ReportedWork
from arxtui.sources import values
from arxtui.sources.citations import answers
from arxtui.sources.errors import SourceError
from arxtui.text import decode
from arxtui.text.clean import is_printable

PAGE = 1_000
"""The largest page of a search."""
REACH = 10_000
"""How many results of a search can be fetched."""
_FIELDS = "control_number,arxiv_eprints,dois,titles,texkeys,publication_info,earliest_date"
_RECORD = "a record of INSPIRE"
_LONGEST_ENTRY = 50_000
_KEY = r"[^\s,{}%#\\\"]{1,200}"
_TEXKEY = pattern(_KEY)
_ENTRY = pattern(rf"@[A-Za-z]+\{{{_KEY},")
_UNSAFE = pattern(
    r"\\(?:input|include|openin|openout|read|write|immediate|csname|catcode|def|let|usepackage|directlua|verbatiminput"
    r"|lstinputlisting)(?![A-Za-z])|\^\^"
)
"""Commands that no entry of INSPIRE has, and that read or write files, or make such commands (as ``^^5c`` does)."""
_EPRINT = pattern(r"(?im)^\s*eprint\s*=\s*[\"{]([^\"{}]+)[\"}]")


class Record(NamedTuple):
    """A record: its number, its newest key, the numbers of works that cite it, and its references, each with the number
    of its record ("" if it has none); None if they are not known."""

    number: str
    texkey: str
    cited_by: int | None
    by_others: int | None
    references: tuple[tuple[str, ReportedWork], ...] | None


class Hits(NamedTuple):
    """A page of a search: the number of all results, and the works by the number of their record."""

    total: int | None
    works: Mapping[str, ReportedWork]


def record_url(base: str, identifier: str, doi: str = "") -> str:
    """Return the address of the record of a paper, by its arXiv id without version, or by its DOI if it has no id."""
    name = f"arxiv/{identifier}" if identifier else f"doi/{quote(doi, safe='/:;().,-_')}"
    return f"{base.rstrip('/')}/{name}"


def search_url(base: str, query: str, size: int, page: int = 1, years: tuple[int, int] | None = None) -> str:
    """Return the address of a page of a search, newest first; with ``years`` only of works from the first to the
    last."""
    asked = {"q": query, "sort": "mostrecent", "size": size, "page": page, "fields": _FIELDS}
    if years:
        asked["earliest_date"] = f"{years[0]}--{years[1]}"
    return f"{base.rstrip('/')}/literature?{urlencode(asked, safe=':,')}"


def bibtex_url(base: str, number: str) -> str:
    """Return the address of the BibTeX entry of a record."""
    return f"{base.rstrip('/')}/literature/{number}?format=bibtex"


def parse_record(data: bytes, identifier: str, doi: str = "") -> Record:
    """Parse the record of the paper with an arXiv id or, if it has none, with a DOI. Raises: SourceError if the data is
    none, or that of another paper."""
    fields = answers.row(answers.parse_object(data, _RECORD), "metadata")
    number = answers.line(fields, "control_number")
    if not number.isdecimal():
        raise SourceError(f"not {_RECORD}: it has no number")
    dois = answers.dois([answers.line(each, "value") for each in answers.rows(fields, "dois")])
    if identifier not in _arxiv_ids(fields) and (identifier or doi.lower() not in dois):
        raise SourceError("the record of another paper")
    found = answers.rows(fields, "references")
    return Record(
        number,
        next(filter(_TEXKEY.fullmatch, answers.texts(fields, "texkeys")), ""),
        answers.number(fields, "citation_count"),
        answers.number(fields, "citation_count_without_self_citations"),
        tuple(map(_reference, found)) or None,
    )


def parse_hits(data: bytes) -> Hits:
    """Parse a page of a search. Raises: SourceError if the data is none."""
    hits = answers.row(answers.parse_object(data, "an answer of INSPIRE"), "hits")
    if not isinstance(hits.get("hits"), list):
        raise SourceError("not an answer of INSPIRE: it has no list of records")
    works = {}
    for each in answers.rows(hits, "hits"):
        fields = answers.row(each, "metadata")
        if number := answers.line(fields, "control_number"):
            works[number] = _work(fields)
    return Hits(answers.number(hits, "total"), works)


def parse_bibtex(data: bytes, identifier: str) -> str:
    """Return the one entry of an answer as it is, with its lines. Raises: SourceError if it is none, names another
    paper, or has commands that entries do not have."""
    text = decode(data[: _LONGEST_ENTRY + 1]).replace("\r\n", "\n").strip()
    eprint = _EPRINT.search(text)
    if not _ENTRY.match(text) or len(text) > _LONGEST_ENTRY or not is_printable(text.replace("\n", "")):
        raise SourceError("not an entry of BibTeX")
    if not _is_one_group(text) or _UNSAFE.search(text) or "\n@" in text:
        raise SourceError("not one entry of BibTeX alone")
    if eprint and identifier and answers.arxiv_id(eprint[1]) != identifier:
        raise SourceError("the entry of another paper")
    return f"{text}\n"


def _is_one_group(text: str) -> bool:
    """Whether the first brace of a text is closed by its last character."""
    depth = 0
    for place, sign in enumerate(text, 1):
        depth += (sign == "{") - (sign == "}")
        if sign == "}" and depth <= 0:
            return depth == 0 and place == len(text)
    return False


def joined(reference: ReportedWork, record: ReportedWork) -> ReportedWork:
    """Return a reference with what its record knows: of the record the identifiers and the title, of the reference the
    label, and the place in a journal that it names."""
    work, known = reference.work, record.work
    fields = {name: value for name, value in known._asdict().items() if value and not getattr(work, name)}
    return reference._replace(work=work._replace(**{**fields, "dois": known.dois or work.dois}))


def _reference(fields: values.Row) -> tuple[str, ReportedWork]:
    reference = answers.row(fields, "reference")
    names = [answers.line(each, "full_name") for each in answers.rows(reference, "authors")[: answers.MOST_AUTHORS]]
    work = Work(
        tuple(filter(None, map(_in_order, names)))
        or tuple(map(answers.plain, answers.texts(reference, "collaborations"))),
        answers.line(answers.row(reference, "title"), "title"),
        arxiv=answers.arxiv_id(answers.line(reference, "arxiv_eprint")),
        dois=answers.dois(answers.texts(reference, "dois")),
    )
    work = _at_place(work, answers.row(reference, "publication_info"))
    remarks = (*answers.texts(reference, "misc"), *answers.texts(reference, "report_numbers"))
    number = answers.line(answers.row(fields, "record"), "$ref").rpartition("/")[2]
    return number, ReportedWork(work, answers.line(reference, "label"), answers.plain(" ".join(remarks)))


def _work(fields: values.Row) -> ReportedWork:
    work = Work(
        title=next((title for each in answers.rows(fields, "titles") if (title := answers.line(each, "title"))), ""),
        dois=answers.dois([answers.line(each, "value") for each in answers.rows(fields, "dois")]),
        arxiv=next(_arxiv_ids(fields), ""),
    )
    work = _at_place(work, next(iter(answers.rows(fields, "publication_info")), {}))
    return ReportedWork(
        work._replace(year=work.year or answers.year(fields, "earliest_date")),
        text=answers.plain(next(iter(answers.texts(fields, "texkeys")), "")),
    )


def _at_place(work: Work, fields: values.Row) -> Work:
    """Return a work with its place in a journal."""
    return work._replace(
        year=answers.year(fields, "year"),
        venue=answers.line(fields, "journal_title"),
        volume=answers.line(fields, "journal_volume"),
        number=answers.line(fields, "journal_issue"),
        pages=answers.line(fields, "page_start") or answers.line(fields, "artid"),
    )


def _arxiv_ids(fields: values.Row) -> Iterator[str]:
    written = (answers.line(each, "value") for each in answers.rows(fields, "arxiv_eprints"))
    return filter(None, map(answers.arxiv_id, written))


def _in_order(name: str) -> str:
    """Return a name in its usual order; INSPIRE's has the family name first."""
    family, _, given = name.partition(", ")
    return f"{given} {family}".strip()
