"""OAI-PMH responses as arXiv's service of 2025 writes them, with all fields of two of its formats
(https://info.arxiv.org/help/oa/index.html)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape, quoteattr

from arxtui.model.paper import Author, Paper, Version

_BASE = "http://oaipmh.arxiv.org/oai"
_SCHEMAS = "https://oaipmh.arxiv.org/OAI"


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a paper on the day of its last change: the newest version, and the times of all versions. A deleted
    record has only the paper's identifier."""

    paper: Paper
    datestamp: date
    versions: Sequence[Version] = ()
    specs: tuple[str, ...] = ()
    deleted: bool = False


def document(now: datetime, arguments: dict[str, str], body: str) -> bytes:
    """Return a response with this body to a request with these ``arguments`` at ``now`` (aware)."""
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in arguments.items())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
    <responseDate>{now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}</responseDate>
                <request{attributes}>{_BASE}</request>


{body}
</OAI-PMH>""".encode()


def oai_error(code: str, message: str) -> str:
    """Return the element of an error."""
    return f"    <error code='{code}'>{escape(message)}</error>"


def identity(earliest: date) -> str:
    """Return the element of the service's self-description."""
    return f"""    <Identify>
        <repositoryName>arXiv</repositoryName>
        <baseURL>{_BASE}</baseURL>
        <protocolVersion>2.0</protocolVersion>
        <adminEmail>help@example.org</adminEmail>
        <earliestDatestamp>{earliest}</earliestDatestamp>
        <deletedRecord>persistent</deletedRecord>
        <granularity>YYYY-MM-DD</granularity>
    </Identify>"""


def records(page: Iterable[Record], format: str, token: str) -> str:
    """Return the element of a page of records; ``token`` is the whole token element."""
    listed = "".join(_record(each, format) for each in page)
    return f"    <ListRecords>\n{listed}                    {token}\n\n    </ListRecords>"


def resumption_token(text: str, expires: datetime, size: int | None, cursor: int) -> str:
    """Return the token element; its text is empty at the end of a list. ``size`` is the size of the whole list, None to
    leave it out."""
    attributes = "" if size is None else f' completeListSize="{size}" cursor="{cursor}"'
    if not text:
        return f"<resumptionToken{attributes}/>"
    return (
        f"<resumptionToken expirationDate='{expires:%Y-%m-%dT%H:%M:%SZ}'{attributes}>{escape(text)}</resumptionToken>"
    )


def _record(record: Record, format: str) -> str:
    specs = "".join(f"            <setSpec>{spec}</setSpec>\n" for spec in record.specs)
    status = ' status="deleted"' if record.deleted else ""
    header = f"""                    <record>
                <header{status}>
        <identifier>oai:arXiv.org:{record.paper.id}</identifier>
        <datestamp>{record.datestamp}</datestamp>
{specs}    </header>
"""
    if record.deleted:
        return f"{header}        </record>\n\n"
    fields = "\n".join((_raw_fields if format == "arXivRaw" else _fields)(record))
    return f"""{header}
            <metadata>
                        <{format} xmlns="http://arxiv.org/OAI/{format}/" \
xsi:schemaLocation="http://arxiv.org/OAI/{format}/ {_SCHEMAS}/{format}.xsd">
{fields}
    </{format}>

            </metadata>
        </record>

"""


def _raw_fields(record: Record) -> Iterator[str]:
    paper = record.paper
    yield f"        <id>{paper.id}</id>"
    yield f"        <submitter>{escape(paper.authors[0].name if paper.authors else '')}</submitter>"
    for version in record.versions:
        yield f'            <version version="v{version.number}">'
        if version.updated is not None:
            yield f"                <date>{format_datetime(version.updated.astimezone(UTC), usegmt=True)}</date>"
        yield "                <size>55kb</size>\n                    <source_type>D</source_type>"
        yield "            </version>"
    yield f"        <title>{escape(paper.title)}</title>"
    yield f"        <authors>{escape(_author_line(paper.authors))}</authors>"
    yield from _rest(paper)


def _fields(record: Record) -> Iterator[str]:
    paper = record.paper
    yield f"        <id>{paper.id}</id>"
    yield f"        <created>{(paper.updated or record.datestamp):%Y-%m-%d}</created>"
    yield f"            <updated>{record.datestamp}</updated>"
    yield "        <authors>"
    for author in paper.authors:
        forenames, _, keyname = author.name.rpartition(" ")
        forename_element = f"<forenames>{escape(forenames)}</forenames>" if forenames else ""
        yield f"                <author><keyname>{escape(keyname)}</keyname>{forename_element}</author>"
    yield "        </authors>"
    yield f"        <title>{escape(paper.title)}</title>"
    yield from _rest(paper)


def _rest(paper: Paper) -> Iterator[str]:
    yield f"        <categories>{' '.join(paper.categories)}</categories>"
    for name, text in (
        ("comments", paper.comment),
        ("journal-ref", paper.journal_ref),
        ("doi", paper.doi),
        ("license", paper.license),
    ):
        if text:
            yield f"            <{name}>{escape(text)}</{name}>"
    yield f"            <abstract>{escape(paper.abstract)}</abstract>"


def _author_line(authors: Sequence[Author]) -> str:
    """Return the authors in one line, as a submitter writes them."""
    named = [
        f"{author.name} ({', '.join(author.affiliations)})" if author.affiliations else author.name
        for author in authors
    ]
    return " and ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))
