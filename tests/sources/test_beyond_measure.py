"""Input that would take minutes or gigabytes to read is refused with a reason, or cut with a note. The limits are on
sizes, not on times."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from arxtui.export.texfields import LIMIT, field
from arxtui.model.document import Cell, Table
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.pages.abstract import parse_abs
from arxtui.sources.arxiv.pages.listing import parse_listing
from arxtui.sources.errors import SourceError
from arxtui.sources.files import read_file_parts
from arxtui.sources.html import check_markup
from arxtui.sources.latexml import parse_document
from arxtui.sources.pith.listing import parse_html
from arxtui.sources.pith.reviewpage import parse_page
from arxtui.text import readable
from tests.sources.latexml.test_hostile import page, parts, texts

ATTRIBUTES = b"<p " + b" ".join(b'a%d="x"' % number for number in range(100_000)) + b">x</p>"
READERS: list[Callable[[bytes], object]] = [parse_listing, parse_abs, parse_html, parse_page, parse_document]
RSS = b'<?xml version="1.0"?><rss version="2.0"><channel><title>cs.DC updates on arXiv.org</title>'
ATOM = b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>'


def _html(body: bytes) -> bytes:
    return b"<!doctype html><html><head><title>x</title></head><body>" + body + b"</body></html>"


@pytest.mark.parametrize("read", READERS)
def test_a_tag_of_a_hundred_thousand_attributes_is_refused(read: Callable[[bytes], object]) -> None:
    with pytest.raises(SourceError, match="a tag of the page has more than 500 attributes"):
        read(_html(ATTRIBUTES))


@pytest.mark.parametrize("read", READERS)
def test_endless_nesting_is_refused(read: Callable[[bytes], object]) -> None:
    with pytest.raises(SourceError, match="nested too deep to be read"):
        read(_html(b'<div class="title">' * 50_000))


@pytest.mark.parametrize("read", READERS[:-1])
def test_a_list_of_a_million_cells_is_refused(read: Callable[[bytes], object]) -> None:
    with pytest.raises(SourceError, match="elements, more than any list of papers"):
        read(_html(b"<table>" + (b"<tr>" + b"<td>x" * 1000) * 310 + b"</table>"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<a/>" * 262_144, "too large for a feed: 262,14. tags"),
        (b"<item>" * 150_000, "too large for a feed: 150,00. tags"),
        (ATTRIBUTES[:-5], "a tag in it has more than 4,096 characters"),
        ((b"<a " + b"b='' " * 800 + b"/>") * 300, "240,00. attributes"),
    ],
)
@pytest.mark.parametrize(("head", "read"), [(RSS, parse_feed), (ATOM, parse_answer)])
def test_a_broken_feed_that_would_take_minutes_is_refused(
    head: bytes, read: Callable[[bytes], object], body: bytes, reason: str
) -> None:
    with pytest.raises(SourceError, match=reason):
        read(head + body)


def test_a_line_of_a_megabyte_about_a_reviewed_paper_is_read_once() -> None:
    result = (
        b"arxiv: " + b"2605.04841 " * 100_000 + b"\n\nPith reviewed 2026-05-13 03:05 UTC \xc2\xb7 model made-up-1\n"
    )
    page = b"pith. sign in\n\n" + result + b"\nCore claim\nQueues cost a third less.\n"
    assert parse_page(page, "https://pith.example.org/paper/2605.04841").arxiv_id == "2605.04841"


def test_a_file_of_endless_documents_is_looked_at_once() -> None:
    with pytest.raises(SourceError, match="names no arXiv paper"):
        list(read_file_parts(io.BytesIO(b"<a/>" * 262_144), "a file"))


def test_of_endless_documents_those_that_are_papers_are_taken() -> None:
    paper = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2605.01234v1</id>'
        b"<title>Made up</title><published>2026-05-04T10:00:00Z</published><author><name>A. Example</name></author>"
        b'<category term="cs.DC"/></entry></feed>'
    )
    stretches = list(read_file_parts(io.BytesIO(paper + b"<a/>" * 5000), "a file"))
    assert sum(len(stretch.intake().papers) for stretch in stretches) == 1


def test_of_very_many_cells_some_thousands_are_cells_and_the_rest_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxtui.sources.latexml.walker._MAX_ELEMENTS", 25_000)  # a tenth shows the same
    document = parse_document(page("<table>" + ("<tr>" + "<td>x</td>" * 1000 + "</tr>") * 10 + "</table>"))
    cells = sum(isinstance(part, Cell) for part in parts(document))
    assert 5_000 < cells < 7_000
    assert any(isinstance(part, Table) for part in parts(document))
    assert sum(text.count("x") for text in texts(document) if set(text) <= {"x", " "}) == 10_000
    assert dict(document.unknown)["elements beyond the limit"]


@pytest.mark.parametrize("unit", ["$", "$ ", "{$", "\\(", "$x{", "\\{}", "{\\}", "x~", "$\\frac{", "\\"])
def test_a_title_beyond_the_limit_is_written_as_text(unit: str) -> None:
    size = LIMIT + LIMIT // 4
    written = field(unit * (size // len(unit)))
    assert len(written) >= size - len(unit)
    assert "\\$" in written or "$" not in unit
    assert readable(unit * (size // len(unit)))


def test_formulas_are_found_up_to_the_limit() -> None:
    text = "$x_1$ " * (LIMIT // 6)
    assert field(text) == text.strip()
    assert field(text + "$x_1$ " * 2).startswith(r"\$x\_1\$")


def test_a_page_may_have_exactly_as_many_elements_as_the_limit() -> None:
    check_markup("<p>x</p><br>" * 2, limit=4)
    with pytest.raises(SourceError, match="the page has 5 elements, more than any list of papers"):
        check_markup("<p>x</p><br>" * 2 + "<hr>", limit=4)
