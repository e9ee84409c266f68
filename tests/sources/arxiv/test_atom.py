"""Parsing responses of the query API."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.model.merge import merged
from arxtui.model.paper import Author, Link, Paper
from arxtui.sources.arxiv.api.atom import ApiPage, parse_answer
from arxtui.sources.errors import SourceError, UpstreamError
from tests.sources.fixtures.atom import FULL, Answer, Entry, error_answer, new_form, old_form

Form = Callable[[Answer], bytes]
FORMS = pytest.mark.parametrize("form", [new_form, old_form])


@FORMS
def test_every_field_of_an_entry_is_read(form: Form) -> None:
    (paper,) = parse_answer(form(Answer())).intake.papers
    scheme, resolver = ("https", "https://doi.org") if form is new_form else ("http", "http://dx.doi.org")

    assert set(paper.links) == {
        Link(f"{scheme}://arxiv.org/abs/2605.01234v2", "alternate", "", "text/html"),
        Link(f"{scheme}://arxiv.org/pdf/2605.01234v2", "related", "pdf", "application/pdf"),
        Link(f"{resolver}/10.1234/example.5", "related", "doi"),
    }
    assert replace(paper, links=()) == Paper(
        id="2605.01234",
        version=2,
        title="Bounded Staleness for $\\sqrt{n}$ Sharded Optimizers",
        abstract="We study $a<b$ & delays.\nA second paragraph, hard-wrapped.",
        authors=(
            Author("Ada Example", ("University of Nowhere, Springfield", "Institute of Examples")),
            Author("Mononymus"),
            Author("Björn Måns", ("Institute of Examples",)),
        ),
        categories=("cs.DC", "cs.LG", "math.OC"),
        published=datetime(2026, 5, 11, 9, 30, tzinfo=UTC),
        updated=datetime(2026, 5, 13, 17, 0, 1, tzinfo=UTC),
        comment="12 pages, 3 figures",
        journal_ref="J. Ex. 1 (2026) 1-12",
        doi="10.1234/example.5",
        source="api",
    )


@FORMS
def test_the_three_counters_are_read_in_any_order(form: Form) -> None:
    page = parse_answer(form(Answer(total=123, start=50, per_page=25)))

    assert (page.total, page.start, page.per_page) == (123, 50, 25)


def test_counters_that_are_after_the_entries_are_read_too() -> None:
    answer = new_form(Answer(total=9, per_page=3))
    start, end = answer.index(b"  <opensearch:itemsPerPage>"), answer.index(b"  <entry>")
    moved = answer[:start] + answer[end:].replace(b"</feed>", answer[start:end] + b"</feed>")

    assert (parse_answer(moved).total, parse_answer(moved).per_page) == (9, 3)


def test_counters_that_are_missing_are_taken_from_the_entries() -> None:
    answer = new_form(Answer([FULL, replace(FULL, id="2605.00002v1")]))
    start, end = answer.index(b"  <opensearch:itemsPerPage>"), answer.index(b"  <entry>")
    page = parse_answer(answer[:start] + answer[end:])

    assert (page.total, page.start, page.per_page, page.suspicious) == (2, 0, 2, None)


@pytest.mark.parametrize(
    ("written", "base", "version"),
    [
        ("hep-th/9901001v1", "hep-th/9901001", 1),
        ("math.GT/0309136v3", "math/0309136", 3),
        ("0704.0001v12", "0704.0001", 12),
        ("2605.01234", "2605.01234", None),
    ],
)
def test_ids_of_every_scheme_are_read(written: str, base: str, version: int | None) -> None:
    (paper,) = parse_answer(new_form(Answer([Entry(id=written)]))).intake.papers

    assert (paper.id, paper.version) == (base, version)


def test_the_primary_category_comes_first_and_once_wherever_it_is_listed() -> None:
    entry = Entry(categories=("cs.LG", "cs.DC", "cs.LG"), primary="cs.DC")
    (paper,) = parse_answer(new_form(Answer([entry]))).intake.papers

    assert paper.categories == ("cs.DC", "cs.LG")


def test_mathematics_and_computing_classes_are_no_categories_of_arxiv() -> None:
    classes = ("53C30, 53C25", "14A20", "32V05; 53A30 (Primary)", "I.2.7", "F.4.1; D.2.4", "68T05 (Primary)")
    real = ("math.DG", "hep-th", "astro-ph", "cond-mat.mes-hall", "chao-dyn", "q-bio", "cs.ZZ", "math-ph")
    entry = Entry(categories=(real[0], *classes, *real[1:]))
    (paper,) = parse_answer(old_form(Answer([entry]))).intake.papers

    assert paper.categories == real


def test_control_characters_written_as_references_never_get_through() -> None:
    answer = new_form(Answer([Entry(title="A &#27;[31m title", summary="One &#x9b;2J two &#8238;three")]))
    assert b"&amp;#27;" in answer
    (paper,) = parse_answer(answer.replace(b"&amp;#27;", b"&#127;").replace(b"&amp;#", b"&#")).intake.papers

    assert (paper.title, paper.abstract) == ("A [31m title", "One 2J two three")


def test_markup_in_a_title_stays_text() -> None:
    titles = ["[Re] Reproducing IO-PP[N]", "a[/b]c", "[@click=app.quit]x[/]", "<script>&amp;</script>"]
    page = parse_answer(
        new_form(Answer([Entry(id=f"2605.0000{n}v1", title=title) for n, title in enumerate(titles, 1)]))
    )

    assert [paper.title for paper in page.intake.papers] == titles


def test_five_thousand_authors_keep_their_order_and_places() -> None:
    authors = tuple((f"Ada Example {n}", (f"Institute {n % 7}",)) for n in range(5000))
    (paper,) = parse_answer(new_form(Answer([Entry(authors=authors)]))).intake.papers

    assert paper.authors == tuple(Author(name, places) for name, places in authors)


@pytest.mark.parametrize(
    ("answer", "doubt"),
    [
        (Answer([FULL]), None),
        (Answer([], total=0, per_page=25), None),
        (Answer([], total=123, start=225, per_page=25), None),
        (Answer([FULL], total=101, start=100, per_page=25), None),
        (Answer([], total=123, start=25, per_page=25), "an empty page, though 123 results are claimed"),
        (Answer([FULL], total=123, per_page=25), "a short page: 1 entry of 25, though 123 results are claimed"),
    ],
)
def test_a_page_that_claims_more_than_it_holds_is_suspicious(answer: Answer, doubt: str | None) -> None:
    assert parse_answer(new_form(answer)).suspicious == doubt


def test_an_entry_that_is_no_paper_is_rejected_with_its_place_and_the_others_stay() -> None:
    entries = [
        FULL,
        Entry(id="nonsense"),
        Entry(id="2605.00003v1", title="  "),
        Entry(id="2605.00004v1", updated="soon"),
    ]
    page = parse_answer(new_form(Answer(entries)))

    assert [paper.id for paper in page.intake.papers] == ["2605.01234"]
    assert [(reject.place, reject.reason) for reject in page.intake.rejects] == [
        ("entry 2", "not an arXiv identifier: 'http://arxiv.org/abs/nonsense'"),
        ("entry 3", "2605.00003v1 has no title"),
        ("entry 4", "not a date: 'soon'"),
    ]
    assert page.suspicious is None


def test_an_answer_without_any_paper_among_its_entries_is_refused() -> None:
    with pytest.raises(SourceError, match="no entry is a paper: entry 1: not an arXiv identifier"):
        parse_answer(new_form(Answer([Entry(id="nonsense")])))


@pytest.mark.parametrize(
    ("identifier", "message"),
    [
        ("https://arxiv.org/api/errors#start_must_be_an_integer", "start must be an integer"),
        ("http://arxiv.org/api/errors#max_results_must_be_non-negative", "max_results must be non-negative"),
        ("https://arxiv.org/api/errors", "Invalid query string: 'pineapple'"),
        ("https://arxiv.org/help/api/user-manual#sort", "sortOrder must be in: ascending, descending"),
    ],
)
def test_an_error_entry_is_never_a_paper(identifier: str, message: str) -> None:
    with pytest.raises(UpstreamError) as caught:
        parse_answer(error_answer(identifier, message))

    assert str(caught.value) == f"arXiv answered: {message}"


def test_an_error_without_a_summary_is_distinguished_from_its_id() -> None:
    with pytest.raises(UpstreamError, match=r"^arXiv answered: start must be an integer$"):
        parse_answer(error_answer("https://arxiv.org/api/errors#start_must_be_an_integer", ""))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \n", "it is empty"),
        (b"Rate exceeded.", "arXiv answered: Rate exceeded."),
        (
            b"<!DOCTYPE html><html><title>406 Not Acceptable</title>",
            "an HTML page, not a response of the query API: its title is “406 Not Acceptable”",
        ),
        (b"<rss version='2.0'/>", "an RSS feed, not a response of the query API"),
        (
            b"<?xml version='1.0'?><x:other xmlns:x='y'/>",
            "XML with the root element “other”, not a response of the query API",
        ),
        (b"\x00\x01\x02\xff", "not a response of the query API: it begins “\ufffd”"),
    ],
)
def test_a_page_that_is_no_response_of_the_query_api_is_an_error_with_the_reason(body: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_answer(body)

    assert str(caught.value) == words


def test_a_document_type_is_refused_before_an_entity_can_grow() -> None:
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<!DOCTYPE feed [<!ENTITY e0 "x">{bomb}]>'
    answer = new_form(Answer()).replace(b"<feed", head.encode() + b"<feed", 1).replace(b"We study", b"&e9;")

    with pytest.raises(SourceError, match="a document type declaration"):
        parse_answer(answer)


THREE = Answer([FULL, replace(FULL, id="2605.00002v1"), replace(FULL, id="2605.00003v1")])


def test_a_truncated_response_keeps_its_complete_entries_and_rejects_the_truncated_one() -> None:
    answer = new_form(THREE)
    page = parse_answer(answer[: answer.rindex(b"A second paragraph")])

    assert page.intake.notes
    assert page.intake.papers == parse_answer(new_form(Answer(THREE.entries[:2]))).intake.papers
    assert [(reject.place, reject.reason) for reject in page.intake.rejects] == [("entry 3", "it is cut off")]
    assert page.intake.notes[0].startswith("the XML is broken (no element found at byte ")
    assert page.total == 3


def test_broken_xml_is_read_on_by_feedparser() -> None:
    answer = new_form(THREE)
    second = answer.index(b"2605.00002v1")
    page = parse_answer(answer[:second] + answer[second:].replace(b"&amp;", b"&", 1))

    assert page.intake.notes
    assert [paper.id for paper in page.intake.papers] == ["2605.01234", "2605.00002", "2605.00003"]
    assert page.intake.papers[0].authors[0].affiliations != ()
    for recovered in page.intake.papers[1:]:
        result = replace(recovered, authors=(), links=())
        assert result == replace(page.intake.papers[0], id=result.id, version=1, authors=(), links=())
        assert [author.name for author in recovered.authors] == ["Ada Example", "Mononymus", "Björn Måns"]
    assert page.intake.notes[0].endswith("3 entries recovered, 2 of them without affiliations")


def test_a_fault_in_the_first_tag_is_recovered_from() -> None:
    page = parse_answer(new_form(THREE).replace(b"<feed ", b"<feed x:y='1' ", 1))

    assert page.intake.notes
    assert len(page.intake.papers) == 3


def test_broken_xml_without_an_entry_is_no_empty_page() -> None:
    answer = new_form(THREE)

    with pytest.raises(SourceError, match=r"the XML is broken .*no entry can be read"):
        parse_answer(answer[: answer.index(b"  <entry>") - 5])


def test_data_after_the_end_of_a_response_is_rejected() -> None:
    answer = new_form(Answer())
    page = parse_answer(answer + b"<!-- fine --> rubbish")

    assert len(page.intake.papers) == 1
    assert not page.intake.notes
    assert [reject.reason for reject in page.intake.rejects] == ["there is data after the end of the response"]


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "windows-1252", "utf-8-sig"])
def test_the_declared_character_set_holds(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    text = new_form(Answer()).decode().replace("encoding='UTF-8'", f"encoding='{declared}'")
    (paper,) = parse_answer(text.encode(encoding)).intake.papers

    assert paper.authors[2].name == "Björn Måns"


def test_bytes_that_are_not_of_the_declared_character_set_lose_only_themselves() -> None:
    page = parse_answer(new_form(Answer()).replace("Björn".encode(), b"Bj\xf6rn"))

    assert page.intake.notes
    assert page.intake.papers[0].authors[2].name in ("Bj\ufffdrn Måns", "Björn Måns")
    assert page.intake.papers[0].title == "Bounded Staleness for $\\sqrt{n}$ Sharded Optimizers"


def index(shared: Path, folder: str) -> list[tuple[str, str, str]]:
    """Return (file name, expected result, counters) of the captured responses in a folder."""
    with (shared / "data" / "arxiv" / "index.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(row[0].removeprefix(f"{folder}/"), row[2], row[3]) for row in rows if row[0].startswith(f"{folder}/")]


def test_all_captured_answers_give_the_entries_of_their_index(shared: Path) -> None:
    rows = index(shared, "atom")
    papers: dict[str, Paper] = {}
    for name, answer, counts in rows:
        page = parse_answer((shared / "data" / "arxiv" / "atom" / name).read_bytes())
        assert f"{len(page.intake.papers)} entries" == answer, name
        assert page.intake.rejects == (), name
        assert not page.intake.notes, name
        assert f"total={page.total} start={page.start} ipp={page.per_page} " in counts, name
        for paper in page.intake.papers:
            papers[paper.id] = merged([papers[paper.id], paper]) if paper.id in papers else paper

    assert len(rows) == 36
    assert len(papers) == 339
    assert all(paper.version and paper.published and paper.updated and paper.authors for paper in papers.values())
    assert all("." in code or code.islower() for paper in papers.values() for code in paper.categories)


def test_captured_anomalies_are_suspicious(shared: Path) -> None:
    def page(name: str) -> ApiPage:
        return parse_answer((shared / "data" / "arxiv" / "atom" / name).read_bytes())

    assert page("gen-anomalous-empty-page.xml").suspicious
    assert page("gen-short-page.xml").suspicious
    assert page("gen-paged-math-beyond-end.xml").suspicious is None
    assert page("cap-2025-11-23-arxiv_search_ti_simple.xml").suspicious is None


def test_captured_authors_and_affiliations_are_all_there(shared: Path) -> None:
    folder = shared / "data" / "arxiv" / "atom"
    affiliated = (folder / "gen-affiliations.xml").read_bytes()
    page = parse_answer(affiliated)
    places = [place for paper in page.intake.papers for author in paper.authors for place in author.affiliations]

    assert len(places) == affiliated.count(b"<arxiv:affiliation>")
    assert [
        len(paper.authors) for paper in parse_answer((folder / "gen-many-authors.xml").read_bytes()).intake.papers
    ] == [
        589,
        196,
        71,
    ]


def test_the_first_seed_gives_fifteen_papers(shared: Path) -> None:
    page = parse_answer((shared / "seeds" / "arxiv-query-60.atom.xml").read_bytes())

    assert (len(page.intake.papers), page.total, page.start, page.per_page) == (15, 5073, 60, 15)
