"""Parsing arXiv's abstract pages: one paper in one version, with the dates of all versions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.model.paper import Author, History, Link, Version
from arxtui.sources.arxiv.pages.abstract import parse_abs
from arxtui.sources.errors import SourceError, UpstreamError
from tests.sources.fixtures.abspage import Page, page
from tests.sources.fixtures.frame import error, framed
from tests.sources.fixtures.listing import new

FIRST = datetime(2026, 5, 11, 9, 30, tzinfo=UTC)
SECOND = datetime(2026, 5, 13, 17, 0, 1, tzinfo=UTC)


def test_every_field_is_read_as_it_was_sent() -> None:
    result = Page()
    paper, history = parse_abs(page(result))

    assert (paper.id, paper.version, paper.title) == (result.id, 2, result.title)
    assert paper.abstract == 'We compare G\\"odel & $p < q$ at https://data.example/set.\nA second paragraph.'
    assert paper.authors == (Author("Ada Example", ("Univ. of Nowhere",)), Author("Björn Beispiel"))
    assert paper.categories == ("cs.DC", "cs.LG")
    assert (paper.published, paper.updated) == (FIRST, SECOND)
    assert paper.comment == result.comments
    assert (paper.journal_ref, paper.doi, paper.license) == (result.journal_ref, result.doi, result.license)
    assert paper.links == (Link("https://arxiv.org/html/2605.01234v2", "related", "html", "text/html"),)
    assert history == History("2605.01234", (Version(1, FIRST, "listing"),))


def test_an_earlier_version_has_its_own_day_and_nothing_before_it() -> None:
    paper, history = parse_abs(page(Page(version=1)))

    assert (paper.version, paper.published, paper.updated, history) == (1, FIRST, FIRST, None)


def test_a_page_without_a_history_has_days_alone() -> None:
    paper, history = parse_abs(page(Page(versions=())))

    assert (paper.published, paper.updated) == (datetime(2026, 5, 11, tzinfo=UTC), datetime(2026, 5, 13, tzinfo=UTC))
    assert (paper.version, history) == (2, None)


def test_fields_missing_from_an_abstract_page_are_unknown() -> None:
    bare = Page(comments="", journal_ref="", doi="", license="", html=False, abstract="")
    paper, _ = parse_abs(page(bare))

    assert (paper.comment, paper.journal_ref, paper.license, paper.links, paper.abstract) == (None, None, None, (), "")


def test_names_that_the_page_folds_away_are_all_there() -> None:
    paper, _ = parse_abs(page(Page(more_authors="Cy Example, The Nowhere Group")))

    assert [author.name for author in paper.authors] == [
        "Ada Example",
        "Björn Beispiel",
        "Cy Example",
        "The Nowhere Group",
    ]


@pytest.mark.parametrize("shown", ["Ann (Bea)Example", '<a href="/q">Ann</a> (Bea)<a href="/q">Example</a>'])
def test_a_name_with_brackets_in_its_midst_is_the_one_in_the_head(shown: str) -> None:
    result = Page(authors="NAME, Björn Beispiel (Univ. of Nowhere)", in_head=("Example, Ann (Bea)", "Beispiel, Björn"))
    paper, _ = parse_abs(page(result).replace(b">NAME<", f">{shown}<".encode()))

    assert paper.authors == (Author("Ann (Bea) Example"), Author("Björn Beispiel", ("Univ. of Nowhere",)))


def test_the_name_of_a_file_that_arxiv_took_for_a_host_is_no_address() -> None:
    paper, _ = parse_abs(page(Page(comments="Uses http://IEEEtran.cls and http://data.example and http://x.cls/y")))

    assert paper.comment == "Uses IEEEtran.cls and http://data.example and http://x.cls/y"


@pytest.mark.parametrize(
    ("comments", "comment"),
    [
        ("Withdrawn: an error in Lemma 2", "Withdrawn: an error in Lemma 2"),
        ("", "This paper has been withdrawn by Ada"),
    ],
)
def test_a_withdrawn_paper_says_so(comments: str, comment: str) -> None:
    paper, history = parse_abs(page(Page(withdrawn="This paper has been withdrawn by Ada", comments=comments)))

    assert paper.comment == comment
    assert history is not None
    assert history.withdrawn == 2


def test_a_newer_version_that_was_withdrawn_is_no_word_of_this_one() -> None:
    result = Page(withdrawn="A newer version of this paper has been withdrawn by Ada", comments="")

    assert parse_abs(page(result))[0].comment is None


@pytest.mark.parametrize(("withdrawn", "version", "number"), [((2,), 2, 2), ((1,), 2, 0), ((2,), 1, 0)])
def test_the_history_says_whether_the_version_shown_is_withdrawn(
    withdrawn: tuple[int, ...], version: int, number: int
) -> None:
    _, history = parse_abs(page(Page(withdrawn_versions=withdrawn, version=version)))

    assert (history.withdrawn if history else 0) == number


def test_an_abstract_keeps_its_paragraphs_where_the_page_shows_the_words_that_were_sent() -> None:
    data = page(Page(abstract='G\\"odel one\n  two three'))

    assert parse_abs(data)[0].abstract == 'G\\"odel one\ntwo three'
    assert parse_abs(data.replace(b"<br>two", b"<br>the two"))[0].abstract == 'G\\"odel one two three'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b"Rate exceeded.", "arXiv answered: Rate exceeded."),
        (new(), "not an abstract page of arXiv"),
        (framed("<h1>Welcome</h1>", "Sign in"), "its title is “Sign in”"),
        (page().partition(b"<footer")[0], "the page is cut off"),
        (page(Page(id="nonsense")), "an abstract page that cannot be read: not an arXiv identifier: 'nonsense'"),
        (page(Page(title="", shown_title="")), "cannot be read: 2605.01234v2 has no title"),
        (page(Page(versions=("Mon, 99 May 2026 09:30:00 UTC",))), "cannot be read: not a date"),
    ],
)
def test_an_invalid_or_truncated_abstract_page_is_an_error_with_the_reason(data: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_abs(data)

    assert words in str(caught.value)


def test_a_paper_that_does_not_exist_is_refused_in_arxivs_words() -> None:
    said = error("Article 2605.99999 not found", "There is no record of an article with identifier '2605.99999'.")
    with pytest.raises(UpstreamError) as caught:
        parse_abs(said)

    assert str(caught.value) == (
        "arXiv answered: Article 2605.99999 not found: There is no record of an article with identifier '2605.99999'."
    )


def test_no_text_is_taken_for_markup_or_runs_as_any() -> None:
    hostile = "<script>alert(1)</script> \x1b]0;x\x07"
    result = replace(Page(), title=hostile, comments=hostile, journal_ref=hostile, authors="<b>Ada</b> Example")
    paper, _ = parse_abs(page(result))

    assert paper.title == paper.comment == paper.journal_ref == "<script>alert(1)</script> ]0;x"
    assert paper.authors == (Author("<b>Ada</b> Example"),)


def test_captured_pages_say_versions_authors_and_references(shared: Path) -> None:
    folder = shared / "data" / "arxiv" / "abs"
    result = {file.stem: parse_abs(file.read_bytes()) for file in sorted(folder.glob("*.html"))}
    papers = {name: paper for name, (paper, _) in result.items()}

    assert all(paper.version and paper.published and paper.updated and paper.license for paper in papers.values())
    assert all(paper.abstract and paper.authors and paper.categories for paper in papers.values())
    assert len(papers["gen-abs-2103.11058"].authors) == 969
    assert "\\pi^{0}" in papers["gen-abs-2103.11058"].title
    assert papers["gen-abs-0704.0001"].doi == "10.1103/PhysRevD.76.013009"
    assert papers["gen-abs-0704.0001"].journal_ref == "Phys.Rev.D76:013009,2007"
    assert papers["gen-abs-0704.0001v1"].version == 1
    assert papers["gen-abs-0704.0001v1"].updated == papers["gen-abs-0704.0001"].published
    assert papers["cap-2026-04-abs-2604_15719"].links[0].href == "https://arxiv.org/html/2604.15719v1"
    history = result["gen-abs-physics_9707012"][1]
    assert history is not None
    assert [version.number for version in history.versions] == [1, 2, 3]
