"""INSPIRE's records, searches and BibTeX, and other responses from its address."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from arxtui.model.document import Work
from arxtui.model.reported import ReportedWork
from arxtui.sources.citations import inspire
from arxtui.sources.citations.answers import arxiv_id
from arxtui.sources.errors import SourceError
from tests.sources.fixtures.inspire import BIBTEX, hits, metadata, record

ID = "2605.01234"
PLACE = {"venue": "Phys.Rev.Lett.", "volume": "38", "pages": "1440", "year": "1977"}


def test_a_record_has_its_numbers_and_its_references_in_order() -> None:
    read = inspire.parse_record(record(), ID)
    assert (read.number, read.texkey, read.cited_by, read.by_others) == ("1992535", "NA00:2026aiq", 36, 28)
    assert read.references == (
        (
            "119084",
            ReportedWork(
                Work(("Q.D. Muster", "C. Prova"), dois=("10.1103/physrevlett.38.1440",), **PLACE),
                "1",
            ),
        ),
        ("1263039", ReportedWork(Work(("F. Far",), arxiv="1311.0029"), "2")),
        ("", ReportedWork(Work(("EXAMPLE",)), "3", "We thank nobody")),
    )


def test_a_search_has_the_identifiers_that_references_lack() -> None:
    found = inspire.parse_hits(hits(metadata(references=None), {"control_number": 5}, total=36))
    assert found.total == 36
    known = found.works["1992535"]
    assert (known.work.arxiv, known.work.dois, known.work.pages) == (ID, ("10.1103/physrevd.104.l111102",), "L111102")
    assert (known.work.title, known.text) == ("Search for nothing that decays into e⁺e⁻ pairs", "NA00:2026aiq")
    reference = ReportedWork(Work(("C. Prova",), year="2025"), "7")
    joined = inspire.joined(reference, known)
    assert (joined.label, joined.work.authors, joined.work.year, joined.work.arxiv) == ("7", ("C. Prova",), "2025", ID)


@pytest.mark.parametrize("missing", [{"references": None}, {"references": []}, {"references": "none"}])
def test_references_that_a_record_does_not_have_are_not_known(missing: dict[str, Any]) -> None:
    assert inspire.parse_record(record(**missing), ID).references is None


def test_no_citation_is_a_number_and_a_missing_number_is_not() -> None:
    assert inspire.parse_record(record(citation_count=0), ID).cited_by == 0
    for value in (None, "36", True, -1, 1.5, 1 << 40):
        assert inspire.parse_record(record(citation_count=value), ID).cited_by is None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "it is empty"),
        (b"<html><title>Bad gateway</title></html>", "an HTML page, not a record of INSPIRE"),
        (b"[" * 100_000, "a JSON array|not a record of INSPIRE"),
        (b"[]", "not a record of INSPIRE"),
        (b"{}", "it has no number"),
        (record(control_number="../1"), "it has no number"),
        (record(arxiv_eprints=[{"value": "2605.09999"}]), "another paper"),
        (record(arxiv_eprints=None), "another paper"),
        (b'{"metadata": [' + b"{}," * 600_000 + b"{}]}", "too many values"),
        (b'{"metadata": [' + b"1," * 3_100_000 + b"1]}", "too many values"),
    ],
    ids=lambda value: value[:12] if isinstance(value, bytes) else "",
)
def test_an_invalid_record_or_one_of_another_paper_is_an_error_with_the_reason(body: bytes, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        inspire.parse_record(body, ID)


def test_values_of_wrong_types_are_missing_and_the_rest_is_read() -> None:
    odd: list[Any] = [
        None,
        1,
        "text",
        [],
        {"reference": []},
        {"record": 5, "reference": {"authors": "x", "dois": [5, {}]}},
    ]
    read = inspire.parse_record(record(references=odd, texkeys=[5, "a b", "x}y", "Good:2026a"]), ID)
    assert read.references == (("", ReportedWork(Work())), ("", ReportedWork(Work())))
    assert read.texkey == "Good:2026a"
    with pytest.raises(SourceError, match="no list of records"):
        inspire.parse_hits(b'{"hits": {"hits": {}}}')
    assert inspire.parse_hits(b'{"hits": {"hits": [1, {}, {"metadata": {"control_number": true}}]}}').works == {}


def test_markup_and_signs_that_steer_a_terminal_are_not_kept() -> None:
    titles = [{"title": "Decays of <i>B</i><sup>0</sup> &amp; \x1b]0;x\x07 \u202eevil\u202c" + "x" * 5_000}]
    [work] = inspire.parse_hits(hits(metadata(titles=titles))).works.values()
    assert work.work.title.startswith("Decays of B0 & ]0;x evilxxx")
    assert len(work.work.title) == 1_000
    assert "\x1b" not in work.work.title


def test_an_entry_of_bibtex_is_kept_as_it_is() -> None:
    assert inspire.parse_bibtex(BIBTEX.encode(), ID) == BIBTEX
    assert inspire.parse_bibtex(BIBTEX.replace("\n", "\r\n").encode(), ID) == BIBTEX


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html></html>",
        BIBTEX + BIBTEX,
        BIBTEX.replace(ID, "2605.09999"),
        BIBTEX.replace("{Search", "{\\input{/etc/passwd} Search"),
        BIBTEX.replace("{Search", "{\\write18{x} Search"),
        BIBTEX.replace("{Search", "{\x1b[2J Search"),
        BIBTEX.replace("{Search", "{{Search"),
        BIBTEX + "more",
        BIBTEX + "  @misc{x, note={y}}",
        BIBTEX.replace("{Search", "{^^5cinput{x} Search"),
        BIBTEX.replace("NA00", "N" * 60_000),
    ],
    ids=range(12),
)
def test_bibtex_that_is_not_one_harmless_entry_of_the_paper_is_refused(text: str) -> None:
    with pytest.raises(SourceError):
        inspire.parse_bibtex(text.encode(), ID)


def test_addresses_are_those_of_the_documentation() -> None:
    base = "https://inspirehep.net/api/"
    assert inspire.record_url(base, "hep-ph/0603175") == "https://inspirehep.net/api/arxiv/hep-ph/0603175"
    assert inspire.bibtex_url(base, "5") == "https://inspirehep.net/api/literature/5?format=bibtex"
    asked = urlsplit(inspire.search_url(base, "refersto:recid:5", 1_000, 2))
    assert asked.path == "/api/literature"
    query = parse_qs(asked.query)
    assert (query["q"], query["size"], query["page"], query["sort"]) == (
        ["refersto:recid:5"],
        ["1000"],
        ["2"],
        ["mostrecent"],
    )


CAPTURED = {
    "inspire-search-1992535.json": ("2104.13342", "1992535", "NA64:2021aiq", 36, 36, 5),
    "inspire-record-metadata-1713040.json": ("1901.03061", "1713040", "Ebadi:2019gij", 26, 53, 7),
    "inspire-record-2797728.json": ("2406.08590", "2797728", "Blekman:2024wyf", 22, None, 0),
    "inspire-record-errata-2908071.json": ("2504.03462", "2908071", "Kraus:2025yvi", 2, None, 0),
}


@pytest.mark.parametrize("name", CAPTURED)
def test_captured_records_are_read_whole(shared: Path, name: str) -> None:
    base, number, texkey, cited_by, references, with_id = CAPTURED[name]
    data = json.loads((shared / "data/citations" / name).read_bytes())
    if "hits" in data:
        [data] = data["hits"]["hits"]
    read = inspire.parse_record(json.dumps(data if "metadata" in data else {"metadata": data}).encode(), base)
    assert (read.number, read.texkey, read.cited_by) == (number, texkey, cited_by)
    found = [work.work for _, work in read.references or ()]
    assert (len(found) or None, sum(bool(work.arxiv) for work in found)) == (references, with_id)
    assert all(number for number, _ in read.references or ())


def test_captured_pages_of_a_search_are_read(shared: Path) -> None:
    pages = [
        inspire.parse_hits((shared / f"data/citations/inspire-search-forcds-page{page}.json").read_bytes())
        for page in (1, 2)
    ]
    assert [(page.total, len(page.works)) for page in pages] == [(15, 10), (15, 5)]


def test_captured_entries_of_bibtex_are_harmless(shared: Path) -> None:
    text = (shared / "data/citations/inspire-bibtex-hepml.bib").read_text(encoding="utf-8")
    entries = [f"@{each.rstrip()}\n" for each in text.replace("\n%", "\n\n%").split("\n@")[1:]]
    whole = [each.split("\n\n")[0].strip() + "\n" for each in entries if "eprint" in each]
    refused = 0
    for each in whole:
        match = inspire._EPRINT.search(each)
        try:
            inspire.parse_bibtex(each.encode(), arxiv_id(match[1]) if match else "")
        except SourceError:
            refused += 1
    assert len(whole) > 2_000
    assert refused <= len(whole) // 100, "entries that people changed by hand"
