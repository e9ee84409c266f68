"""The fields of a paper as plain text, for the arguments and the environment of the user's programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.config.commands import PLACEHOLDER
from arxtui.export.jsonform import record_to_line
from arxtui.library.papers.links import Addresses, page_elsewhere
from arxtui.model.arxiv.ids import name_of
from arxtui.text import clean, readable

if TYPE_CHECKING:
    from arxtui.library.papers.papers import Papers
    from arxtui.model.views import Record


_CHUNK = 500
_MOST_BYTES = 32 << 10
"""The most bytes of a value. Linux starts no program with an argument or a variable of 128 kB."""


def fields_of(record: Record, addresses: Addresses) -> dict[str, str]:
    """Return the values of ``config.commands.FIELDS``, each on one line."""
    paper = record.paper
    page = addresses.page(paper.id) if paper.id else page_elsewhere(record)
    values = {
        "id": paper.id,
        "version": str(paper.version or ""),
        "name": name_of(record.key),
        "title": record.title,
        "authors": "; ".join(readable(author.name) for author in paper.authors),
        "category": paper.primary_category or "",
        "categories": " ".join(paper.categories),
        "date": paper.published.date().isoformat() if paper.published else "",
        "doi": paper.doi or "",
        "url": page,
        "pdf_url": addresses.pdf(paper.id) if paper.id else "",
    }
    return {name: _shortened(clean(value or "")) for name, value in values.items()}


def _shortened(value: str) -> str:
    """Cut a value that is too long for an argument or a variable."""
    data = value.encode("utf-8", "surrogatepass")
    return value if len(data) <= _MOST_BYTES else f"{data[:_MOST_BYTES].decode('utf-8', 'ignore')}…"


def variables(fields: Mapping[str, str], papers: int) -> dict[str, str]:
    """Return the environment variables for a program: ``ARXTUI_ID`` and so on, and the number of papers."""
    return {f"ARXTUI_{name.upper()}": value for name, value in fields.items()} | {"ARXTUI_COUNT": str(papers)}


def filled_in(command: Iterable[str], papers: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """Replace ``{id}`` and the like in a program's arguments by the fields of papers. An argument with a placeholder is
    repeated for each paper."""
    return tuple(argument for each in command for argument in _filled_in(each, papers))


def _filled_in(argument: str, papers: Sequence[Mapping[str, str]]) -> Iterator[str]:
    has_field = any(match[2] for match in PLACEHOLDER.finditer(argument))
    for fields in papers if has_field else ({},):
        values: Mapping[str, str] = fields
        yield PLACEHOLDER.sub(lambda match: f"{{{match[1]}}}" if match[1] else values[match[2]], argument)  # noqa: B023


def json_lines(papers: Papers, keys: Sequence[int]) -> Iterator[str]:
    """Yield papers in the format of ``arxtui list --json``."""
    for start in range(0, len(keys), _CHUNK):
        for record in papers.records(keys[start : start + _CHUNK]):
            yield f"{record_to_line(record)}\n"
