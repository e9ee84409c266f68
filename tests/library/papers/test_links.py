"""The links of a paper."""

from __future__ import annotations

from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Document, Footnote, Link, Origin, Paragraph, Source, Text
from arxtui.model.fulltext import TextState
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from tests.builders import NOW, card, paper
from tests.library.made import Home

ABS, PDF, HTML = ("https://arxiv.org/" + each for each in ("abs/2605.00001", "pdf/2605.00001", "html/2605.00001"))


def links(library: Library, number: int = 1) -> list[tuple[str, str, str]]:
    return [(link.kind, link.url, link.origin) for link in library.papers.links(key_of(f"2605.{number:05}"))]


def test_links_of_a_paper_are_its_own_pages_then_data_and_code_then_other_papers(home: Home, library: Library) -> None:
    written = paper(
        1,
        abstract=r"We extend arXiv:2604.00002. Our code is at \url{https://github.com/example/shards}.",
        comment="12 pages; data: https://zenodo.org/record/1, see also arxiv.org/abs/2605.00001v1",
        doi="10.1000/example<1>",
    )
    home.take(written, reviews=[card(written, arxiv_id=written.id, url="https://pith.example/paper/2605.00001v1")])
    assert links(library) == [
        ("page", ABS, "arXiv"),
        ("pdf", PDF, "arXiv"),
        ("html", HTML, "arXiv"),
        ("doi", "https://doi.org/10.1000/example<1>", "arXiv"),
        ("review", "https://pith.example/paper/2605.00001v1", "Pith"),
        ("data", "https://zenodo.org/record/1", "comment"),
        ("code", "https://github.com/example/shards", "abstract"),
        ("paper", "https://arxiv.org/abs/2604.00002", "abstract"),
    ]


def test_a_link_in_several_spellings_is_listed_once(home: Home, library: Library) -> None:
    twice = "https://github.com/example/shards/ and https://github.com/example/shards of arxiv.org/pdf/2605.00001"
    home.take(
        paper(1, abstract=twice, comment="http://github.com/example/shards for http://arxiv.org/abs/2605.00001v2")
    )
    assert links(library) == [
        ("page", ABS, "arXiv"),
        ("pdf", PDF, "arXiv"),
        ("html", HTML, "arXiv"),
        ("code", "http://github.com/example/shards", "comment"),
    ]


def test_the_stored_text_adds_its_links_and_those_of_its_bibliography_last(home: Home, library: Library) -> None:
    home.take(paper(1, abstract="Code: https://github.com/example/shards."))
    entry = Source("[1]", (Paragraph((Link((Text("a work"),), "https://doi.org/10.1000/work"),)),))
    note = Footnote("1", (Paragraph((Link((Text("here"),), "https://zenodo.org/records/9"),)),))
    sentence = Paragraph(
        (
            *(Text("See "), Link((Text("shards"),), "https://github.com/example/shards/"), note),
            *(
                Link((Text("another"),), url)
                for url in ("https://www.alphaxiv.org/abs/2604.00002", "javascript:alert(1)")
            ),
        )
    )
    with Cache.open(home.paths.cache_db) as cache:
        page, outcome = Page(Origin.HTML, HTML, b"", NOW), Outcome(1, TextState.HAVE, "", NOW)
        cache.fulltexts.put(key_of("2605.00001"), 1, page, Document((), (), (entry, sentence)), 9, [], outcome)
    assert links(library)[3:] == [
        ("code", "https://github.com/example/shards", "abstract"),
        ("data", "https://zenodo.org/records/9", "text"),
        ("paper", "https://arxiv.org/abs/2604.00002", "text"),
        ("paper", "https://doi.org/10.1000/work", "bibliography"),
    ]


def test_links_with_unsafe_schemes_such_as_javascript_and_file_are_left_out(home: Home, library: Library) -> None:
    written = paper(1, abstract=r"\href{javascript:alert(1)}{Click}")
    home.take(written, reviews=[card(written, arxiv_id=written.id, url="file:///etc/passwd")])
    assert [kind for kind, _, _ in links(library)] == ["page", "pdf", "html"]


def test_a_paper_that_nobody_knows_has_none(library: Library) -> None:
    assert links(library) == []
