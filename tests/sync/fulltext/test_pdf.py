"""PDFs: stored once they are verified to be complete, and parsed where no HTML is available."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.fulltexts import pdf_page
from arxtui.demo.messages import Reply
from arxtui.demo.papers.manuscripts import manuscript
from arxtui.demo.upstream import Upstream
from arxtui.http.errors import Cancelled
from arxtui.model.document import Heading, Origin, Paragraph, Text
from arxtui.model.events import EventKind
from arxtui.model.fulltext import TextState
from arxtui.sources.errors import SourceError
from arxtui.sources.pdf import pdf_document, pdf_refusal, pdf_texts
from arxtui.store.errors import StoreError
from arxtui.sync.fulltext.fetching import FetchOptions
from arxtui.sync.fulltext.pdf_text import read_in_child
from tests.sync.fulltext.fulltexts import asked, ending, fetching, paper, serving, upstream

PDF = FetchOptions(pdf=True)
BROKEN = b"%PDF-1.7\n" + b"broken " * 100 + b"\n%%EOF\n"


@pytest.fixture
def arxiv() -> Iterator[Upstream]:
    with upstream() as running:
        yield running


def _pdf(arxiv: Upstream) -> bytes:
    return pdf_page(manuscript(arxiv.papers[0]))


def test_a_pdf_is_kept_beside_the_text_and_requested_once(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    assert reader.fetch([of], PDF) == 0
    file = paths.data / "pdf" / f"{of.name}.pdf"
    assert pdf_refusal(file.read_bytes()) == ""
    assert reader.reasons(EventKind.DONE) == [f"{reader.state(of).summary}; its PDF is {file}"]
    before = len(asked(arxiv))
    assert reader.fetch([of], PDF) == 0
    assert len(asked(arxiv)) == before


def test_the_text_of_a_paper_without_html_is_read_from_the_pdf_that_is_kept(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "3")
    assert reader.fetch([of], PDF) == 0
    assert sum(path.startswith("/pdf") for path in asked(arxiv)) == 1
    assert reader.state(of).origin is Origin.PDF


def test_a_truncated_or_invalid_pdf_is_not_stored_and_never_replaces_a_whole_one(paths: Paths, arxiv: Upstream) -> None:
    of, good = paper(), _pdf(arxiv)
    file = paths.data / "pdf" / f"{of.name}.pdf"
    pages = {f"/pdf/{of.name}": Reply(200, good, "application/pdf")}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([of], PDF) == 0
        assert file.read_bytes() == good
        for bad in (good[: len(good) // 2], b"<html>no PDF</html>", b""):
            file.unlink()
            pages[f"/pdf/{of.name}"] = Reply(200, bad, "application/pdf")
            assert reader.fetch([of], PDF) == 3
            assert "arXiv's response is " in reader.reasons(EventKind.FAILED)[0]
            assert not list(file.parent.iterdir())
            file.write_bytes(good)
            assert reader.fetch([of], PDF) == 0
            assert file.read_bytes() == good


def test_a_pdf_that_cannot_be_written_ends_the_work_and_says_why(paths: Paths, arxiv: Upstream) -> None:
    paths.pdfs.write_text("not a folder")
    reader, papers = fetching(paths, arxiv.url), ending(arxiv, "1", 2)
    with pytest.raises(StoreError, match="cannot be written"):
        reader.fetch(papers, PDF)
    assert "cannot be written" in reader.reasons(EventKind.FAILED)[0]
    assert len(asked(arxiv)) == 1


def test_a_paper_without_a_pdf_says_so(paths: Paths) -> None:
    of = paper()
    with serving({}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([of], PDF) == 0
    assert reader.reasons(EventKind.DONE)[0].endswith("; arXiv has no PDF of it")
    assert reader.state(of).state is TextState.NONE


def test_a_pdf_that_cannot_be_read_is_a_reason_and_no_crash(paths: Paths) -> None:
    of = paper()
    with serving({f"/pdf/{of.name}": Reply(200, BROKEN)}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([of]) == 0
    assert "arXiv has only a PDF that cannot be read" in reader.state(of).reason


def test_pages_become_paragraphs_under_a_heading_each(arxiv: Upstream) -> None:
    document = pdf_document(pdf_texts(_pdf(arxiv)))
    assert document.origin is Origin.PDF
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    assert [heading.anchors for heading in headings] == [("page.1",), ("page.2",)]
    assert sum(isinstance(block, Paragraph) for block in document.blocks) > 4


def test_words_broken_at_the_end_of_a_line_are_whole_and_short_last_lines_end_paragraphs() -> None:
    usual = "A line of the usual length that goes on and on to its end, bro"
    result = [*[f"{usual}\x02", f"ken in two; {usual}"], *[usual] * 4, "and ends here.", "A title", *[usual] * 3]
    texts = [block.content[0] for block in pdf_document(["\r\n".join(result)]).blocks if isinstance(block, Paragraph)]
    first, title, last = [part.text for part in texts if isinstance(part, Text)]
    assert first == " ".join((f"{usual}ken in two;", *[usual] * 5, "and ends here."))
    assert (title, last) == ("A title", " ".join([usual] * 3))


def test_a_pdf_without_text_is_distinguished_from_one_that_is_broken(arxiv: Upstream) -> None:
    with pytest.raises(SourceError, match="its pages are pictures"):
        pdf_texts(_pdf(arxiv).replace(b") Tj", b") pp"))
    with pytest.raises(SourceError, match="cannot be read"):
        pdf_texts(BROKEN)
    with pytest.raises(SourceError, match="cut off"):
        pdf_texts(b"%PDF-1.4")


def test_reading_apart_has_an_end(arxiv: Upstream) -> None:
    data, stop = _pdf(arxiv), threading.Event()
    assert len(read_in_child(data, stop)) == 2
    with pytest.raises(SourceError, match="takes longer"):
        read_in_child(data, stop, seconds=0.0)
    stop.set()
    with pytest.raises(Cancelled):
        read_in_child(data, stop)
