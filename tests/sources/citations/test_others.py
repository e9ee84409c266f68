"""Answers of Semantic Scholar, OpenAlex, Crossref and OpenCitations, and other responses from their addresses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arxtui.model.document import Work
from arxtui.sources.citations import crossref, openalex, opencitations
from arxtui.sources.citations import semantic_scholar as s2
from arxtui.sources.errors import SourceError

ID, DOI = "2605.01234", "10.1000/journal.7"


def as_bytes(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


S2_PAPER = {
    "paperId": "331f0fb3b6176c6e463e0401025b04f6ace9ccd3",
    "externalIds": {
        "DBLP": "journals/corr/X14",
        "ArXiv": "1402.0030",
        "DOI": "10.48550/arXiv.1402.0030",
        "CorpusId": 198,
    },
    "title": "Neural nothing in <i>belief</i> networks",
    "year": 2014,
    "venue": "International Conference on Nothing",
    "authors": [{"authorId": "1", "name": "A. Example"}, {"authorId": None, "name": None}, 5],
    "journal": {"name": "ArXiv", "volume": "abs/1402.0030", "pages": None},
}


def test_a_reference_of_semantic_scholar_has_its_fields_and_one_without_identifier_its_title() -> None:
    unresolved = {"paperId": None, "externalIds": None, "title": "Progress of nothing", "year": None}
    data = [{"citedPaper": S2_PAPER, "intents": ["background"]}, {"citedPaper": unresolved}, {"citedPaper": None}, 7]
    page = s2.parse_page(as_bytes(offset=0, next=50, data=data), s2.REFERENCES)
    assert [each.work for each in page.works] == [
        Work(("A. Example",), "Neural nothing in belief networks", "2014", "ArXiv", "abs/1402.0030", arxiv="1402.0030"),
        Work(title="Progress of nothing"),
    ]
    assert page.next == 50


def test_a_page_of_semantic_scholar_can_be_empty_and_name_a_next_one() -> None:
    assert s2.parse_page(as_bytes(offset=0, next=5, data=[]), s2.CITATIONS) == ((), 5)
    assert s2.parse_page(as_bytes(total=0, offset=0), s2.CITATIONS) == ((), None)
    for odd in (True, -1, "5", 1.5):
        assert s2.parse_page(as_bytes(offset=0, next=odd, data=[]), s2.CITATIONS).next is None


def test_a_paper_of_semantic_scholar_has_its_numbers() -> None:
    paper = {**S2_PAPER, "referenceCount": 34, "citationCount": 0}
    read = s2.parse_paper(as_bytes(**paper), "1402.0030")
    assert (read.name, read.references, read.citations) == (S2_PAPER["paperId"], 34, 0)
    journal = {"paperId": "ab", "externalIds": {"DOI": DOI.upper()}}
    assert s2.parse_paper(as_bytes(**journal), ID, (DOI,)).citations is None
    with pytest.raises(SourceError, match="of another one"):
        s2.parse_paper(as_bytes(**S2_PAPER), ID)


def test_addresses_of_semantic_scholar_quote_old_identifiers() -> None:
    base = "https://api.semanticscholar.org/graph/v1/"
    assert s2.paper_url(base, "ARXIV:hep-th/9711200").startswith(f"{base}paper/ARXIV%3Ahep-th%2F9711200?fields=")
    assert s2.list_url(base, "ab", s2.CITATIONS, 999, 999).endswith("&offset=999&limit=999")


OPENALEX_WORK = {
    "id": "https://openalex.org/W4396723768",
    "doi": "https://doi.org/10.1038/S42256-024-00832-8",
    "title": "Augmenting nothing with tools",
    "publication_year": 2024,
    "primary_location": {"source": {"display_name": "Made-up Intelligence"}},
    "locations": [
        {"landing_page_url": "https://doi.org/10.1038/s42256-024-00832-8"},
        {"landing_page_url": "http://arxiv.org/abs/2304.05376"},
        {"landing_page_url": None},
    ],
    "biblio": {"volume": "6", "issue": None, "first_page": "525", "last_page": "535"},
    "referenced_works": ["https://openalex.org/W1", "https://openalex.org/W22", "https://openalex.org/x", None],
    "cited_by_count": 236,
}


def test_a_work_of_openalex_names_its_references_and_finds_its_arxiv_id() -> None:
    work = openalex.parse_work(as_bytes(**OPENALEX_WORK))
    assert work == ("W4396723768", 236, ("W1", "W22"))
    page = openalex.parse_page(as_bytes(meta={"count": 7, "next_cursor": "IlsxNzE="}, results=[OPENALEX_WORK, {}, 5]))
    assert (page.total, page.cursor, list(page.works)) == (7, "IlsxNzE=", ["W4396723768"])
    assert page.works["W4396723768"].work == Work(
        (),
        "Augmenting nothing with tools",
        "2024",
        "Made-up Intelligence",
        "6",
        pages="525",
        dois=("10.1038/s42256-024-00832-8",),
        arxiv="2304.05376",
    )


@pytest.mark.parametrize("references", [[], None, "W1", ["W"]])
def test_a_work_of_openalex_without_references_has_unknown_ones(references: object) -> None:
    changed = {**OPENALEX_WORK, "referenced_works": references, "cited_by_count": None}
    assert openalex.parse_work(as_bytes(**changed)) == ("W4396723768", None, None)


def test_a_cursor_of_openalex_that_is_none_ends_the_pages() -> None:
    for odd in (None, "a b", "x" * 3_000, "&select=", 5.0):
        assert openalex.parse_page(as_bytes(meta={"next_cursor": odd}, results=[])).cursor == ""


def test_addresses_of_openalex_are_those_that_are_free_or_cheap() -> None:
    base = "https://api.openalex.org"
    assert openalex.work_url(base, openalex.arxiv_doi(ID)) == f"{base}/works/doi:10.48550/arxiv.{ID}"
    assert openalex.works_url(base, ["W1", "W2"]).startswith(f"{base}/works?filter=openalex:W1|W2&select=id,doi,title")
    assert "filter=cites:W1&" in openalex.citing_url(base, ["W1"], 100)
    assert "&cursor=*&" in openalex.citing_url(base, ["W1"], 100)


def test_references_of_crossref_are_read_in_all_their_forms() -> None:
    references = [
        {"key": "1", "DOI": "10.1038/S41524-022-00734-6", "doi-asserted-by": "publisher"},
        {"key": "2", "DOI": "10.48550/arXiv.2304.05376"},
        {"key": "3", "unstructured": "Palacio, S. Handbook of nothing. arXiv:2105.06677v2; 2021."},
        {"key": "4", "unstructured": "Two: arXiv:2105.06677 and arXiv:2304.05376"},
        {
            "key": "5",
            "author": "Example",
            "article-title": "On nothing",
            "journal-title": "Made-up J.",
            "volume": "7",
            "first-page": "12",
            "year": "1998a",
        },
        {"key": "6", "DOI": "10.1111/j.1365-2966.2007.12183.x", "year": None},
        "odd",
    ]
    message = {"DOI": DOI.upper(), "is-referenced-by-count": 51, "reference": references}
    read = crossref.parse_work(as_bytes(status="ok", message=message), DOI)
    assert read.cited_by == 51
    assert [(each.work.dois, each.work.arxiv, each.text[:8]) for each in read.references or ()] == [
        (("10.1038/s41524-022-00734-6",), "", ""),
        ((), "2304.05376", ""),
        ((), "2105.06677", "Palacio,"),
        ((), "", "Two: arX"),
        ((), "", ""),
        (("10.1111/j.1365-2966.2007.12183.x",), "", ""),
    ]
    fifth = (read.references or ())[4].work
    assert fifth == Work(("Example",), "On nothing", "1998", "Made-up J.", "7", pages="12")
    assert crossref.parse_work(as_bytes(message={"DOI": DOI}), DOI).references is None
    with pytest.raises(SourceError, match="another DOI"):
        crossref.parse_work(as_bytes(message=message), "10.1000/other")


def test_an_address_of_crossref_has_the_contact_of_the_user() -> None:
    base = "https://api.crossref.org/"
    assert crossref.work_url(base, "10.1000/a(b)<c>") == f"{base}works/10.1000%2Fa%28b%29%3Cc%3E"
    assert crossref.work_url(base, DOI, "a@example.org").endswith("?mailto=a%40example.org")


def test_pairs_of_opencitations_are_read_in_both_forms() -> None:
    rows: list[Any] = [
        {
            "oci": "1-2",
            "citing": "omid:br/06 doi:10.1038/S41586 openalex:W30 pmid:32",
            "cited": "omid:br/07 doi:10.48550/arxiv.2105.06677 arxiv:2105.06677",
            "creation": "2020-09-16",
        },
        {"citing": "10.1145/3197026", "cited": "10.1108/jd:12", "creation": "2018"},
        {"citing": "omid:br/09", "cited": "omid:br/10"},
        5,
    ]
    citing = opencitations.parse_list(json.dumps(rows).encode(), opencitations.CITATIONS)
    assert [(each.name, each.created, each.work.work.dois, each.work.work.year) for each in citing] == [
        ("br/06", "2020-09-16", ("10.1038/s41586",), "2020"),
        ("10.1145/3197026", "2018", ("10.1145/3197026",), "2018"),
    ]
    cited = opencitations.parse_list(json.dumps(rows).encode(), opencitations.REFERENCES)
    assert [(each.work.work.dois, each.work.work.arxiv) for each in cited] == [
        ((), "2105.06677"),
        (("10.1108/jd:12",), ""),
    ]
    assert opencitations.parse_list(b"[]", opencitations.CITATIONS) == ()


Parse = Callable[[bytes], object]
PARSERS: dict[str, Parse] = {
    "Semantic Scholar's paper": partial(s2.parse_paper, identifier=ID),
    "Semantic Scholar's list": partial(s2.parse_page, kind=s2.REFERENCES),
    "OpenAlex's work": openalex.parse_work,
    "OpenAlex's list": openalex.parse_page,
    "Crossref's work": partial(crossref.parse_work, doi=DOI),
    "OpenCitations' list": partial(opencitations.parse_list, kind=opencitations.CITATIONS),
}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"Resource not found.",
        b"<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>",
        b'{"error": "Rate limit exceeded"}',
        b"{" * 200_000,
        b"[" * 200_000,
        b'[{"a": 1}]',
        b'{"data": 1e999999}',
        b"1" * 10_000,
        b"[" + b"{}," * 600_000 + b"{}]",
        b"\xff\xfe\x00",
        b"null",
    ],
    ids=range(12),
)
@pytest.mark.parametrize("name", PARSERS)
def test_an_invalid_response_of_a_citation_source_is_an_error_with_a_reason(name: str, body: bytes) -> None:
    if name == "Semantic Scholar's list" and body.startswith(b'{"data"'):
        pytest.skip("a list without an entry")
    with pytest.raises(SourceError, match=r"\w"):
        PARSERS[name](body)


def captured(shared: Path, name: str) -> bytes:
    return (shared / "data/citations" / name).read_bytes()


def test_captured_pages_of_semantic_scholar_are_read(shared: Path) -> None:
    def read(name: str, kind: str) -> tuple[int, int | None]:
        page = s2.parse_page(captured(shared, name), kind)
        return len(page.works), page.next

    assert read("s2-references-page1-ssrn.2250500.json", s2.REFERENCES) == (50, 50)
    assert read("s2-references-page2-ssrn.2250500.json", s2.REFERENCES) == (17, None)
    assert read("s2-citations-page1-14514057.json", s2.CITATIONS) == (100, 100)
    assert read("s2-citations-lastpage-14514057.json", s2.CITATIONS) == (81, None)
    assert read("s2-search-empty.json", s2.CITATIONS) == (0, None)
    entry = json.loads(captured(shared, "s2-reference-entry.json"))
    [work] = s2.parse_page(as_bytes(offset=0, data=[entry]), s2.REFERENCES).works
    assert (work.work.arxiv, work.work.title[:22]) == ("1402.0030", "Neural Variational Inf")
    paper = s2.parse_paper(captured(shared, "s2-paper-full-2d5673ca.json"), "", ("10.1093/mind/lix.236.433",))
    assert (paper.references, paper.citations) == (14, 10_059)


def test_captured_works_of_openalex_are_read(shared: Path) -> None:
    counts = {0: (59, 3), 1: (36, 7), 2: (1, 0), 3: (42, 75), 4: (73, 138)}
    for number, (references, cited_by) in counts.items():
        work = openalex.parse_work(captured(shared, f"openalex-work-bydoi-{number}.json"))
        assert (len(work.references or ()), str(work.cited_by)[:2]) == (references, str(cited_by)[:2])
    page = openalex.parse_page(captured(shared, "openalex-title-search-chemcrow.json"))
    assert [(name, each.work.arxiv, each.work.dois) for name, each in page.works.items()] == [
        ("W4396723768", "", ("10.1038/s42256-024-00832-8",)),
        ("W4365597205", "2304.05376", ()),
    ]
    with pytest.raises(SourceError, match="HTML page"):
        openalex.parse_work(captured(shared, "openalex-error-404.html"))
    with pytest.raises(SourceError, match="it has no id"):
        openalex.parse_work(captured(shared, "openalex-work-select-a.json"))


@pytest.mark.parametrize(
    ("name", "doi", "references", "with_doi", "cited_by"),
    [
        ("acs.jctc.2c01235", "10.1021/acs.jctc.2c01235", 148, 125, 51),
        ("pnas.1414271111", "10.1073/pnas.1414271111", 69, 65, 129),
        ("pone.0033693", "10.1371/journal.pone.0033693", 70, 65, 71),
    ],
)
def test_captured_works_of_crossref_are_read(
    shared: Path, name: str, doi: str, references: int, with_doi: int, cited_by: int
) -> None:
    work = crossref.parse_work(captured(shared, f"crossref-work-{name}.json"), doi)
    found = [each.work for each in work.references or ()]
    assert (len(found), sum(bool(each.dois) or bool(each.arxiv) for each in found) >= with_doi) == (references, True)
    assert work.cited_by == cited_by


@pytest.mark.parametrize("name", ["404-arxivdoi.txt", "404-cursor.json", "500.txt", "504.html", "400-sample.json"])
def test_captured_errors_of_crossref_are_no_works(shared: Path, name: str) -> None:
    with pytest.raises(SourceError):
        crossref.parse_work(captured(shared, f"crossref-error-{name}"), DOI)


def test_captured_lists_of_opencitations_are_read(shared: Path) -> None:
    references = captured(shared, "opencitations-coci-v1-references-jd-12-2013-0166.json")
    assert len(opencitations.parse_list(references, opencitations.REFERENCES)) == 37
    citations = captured(shared, "opencitations-coci-v1-citations-jd-12-2013-0166.json")
    assert len(opencitations.parse_list(citations, opencitations.CITATIONS)) == 20
    newer = captured(shared, "quoted/opencitations-v2-reference.json")
    [pair] = opencitations.parse_list(newer, opencitations.REFERENCES)
    assert pair.work.work.dois == ("10.1109/mcse.2007.51",)
