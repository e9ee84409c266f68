"""Parsing OAI-PMH: each format that arXiv serves, pages of a harvest, and saved responses of any length."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Author, Deletion, History, Paper, Version
from arxtui.sources.arxiv.oai.answers import parse_page, read_oai
from arxtui.sources.arxiv.oai.xml import OaiError, Token
from arxtui.sources.errors import SourceError, UpstreamError
from tests.sources.fixtures import oai
from tests.sources.reading import read_file

READ = {
    "id": "2605.01234",
    "title": "Bounded Staleness for $a<b$ Shards",
    "abstract": "We study shards & delays, hard-wrapped.\nA second paragraph.",
    "categories": ("cs.DC", "cs.LG"),
    "source": "oai",
}
DAY = datetime(2026, 5, 13, tzinfo=UTC)
TIMES = {
    "v1": ("Mon, 11 May 2026 09:30:00 GMT", datetime(2026, 5, 11, 9, 30, tzinfo=UTC)),
    "v2": ("Wed, 13 May 2026 17:00:01 GMT", datetime(2026, 5, 13, 17, 0, 1, tzinfo=UTC)),
    "v10": ("Thu, 14 May 2026 01:02:03 GMT", datetime(2026, 5, 14, 1, 2, 3, tzinfo=UTC)),
}


def page(*metadata: str) -> Intake:
    return parse_page(oai.answer(*map(oai.record, metadata))).intake


def only(metadata: str) -> Paper:
    (paper,) = page(metadata).papers
    return paper


def read(data: bytes, skip: int = 0, size: int = 1 << 18) -> list[Intake]:
    pieces = (data[begin : begin + size] for begin in range(0, len(data), size))
    return list(read_oai(pieces, skip))


def ids(intakes: list[Intake]) -> list[str]:
    return [paper.id.partition(".")[2].lstrip("0") for intake in intakes for paper in intake.papers]


def rejects(intakes: list[Intake]) -> list[Reject]:
    return [reject for intake in intakes for reject in intake.rejects]


def test_every_field_of_the_format_arxiv_is_read() -> None:
    assert only(oai.arxiv()) == Paper(
        **READ,  # type: ignore[arg-type]
        authors=(Author("Ada B. Example Jr."), Author("EXAMPLE Collaboration")),
        updated=DAY,
        comment="12 pages, 3 figures",
        journal_ref="J. Ex. 1 (2026) 1-12",
        doi="10.1234/example.5",
        license=oai.LICENSE,
    )


def test_the_creation_date_is_that_of_the_current_version_and_the_metadata_date_is_ignored() -> None:
    paper = only(oai.arxiv(dates=("2026-05-13", "2026-06-30")))

    assert (paper.published, paper.updated, paper.version) == (None, DAY, None)


def test_in_answers_of_the_old_service_it_is_that_of_the_first() -> None:
    revised = only(oai.arxiv(dates=("2026-05-11", "2026-05-13"), service=oai.OLD_SERVICE))
    first = only(oai.arxiv(dates=("2026-05-13",), service=oai.OLD_SERVICE))

    assert (revised.published, revised.updated, revised.version) == (datetime(2026, 5, 11, tzinfo=UTC), DAY, None)
    assert (first.published, first.updated, first.version) == (DAY, DAY, 1)


def test_affiliations_of_the_old_service_are_read() -> None:
    paper = only(
        oai.arxiv(affiliation="<affiliation>Univ. of\n Nowhere</affiliation><affiliation>Inst. A</affiliation>")
    )

    assert paper.authors[0] == Author("Ada B. Example Jr.", ("Univ. of Nowhere", "Inst. A"))


def test_the_raw_format_says_every_version() -> None:
    intake = page(oai.raw(*((name, TIMES[name][0]) for name in ("v10", "v1", "v2"))))

    assert intake.papers == (
        Paper(
            **READ,  # type: ignore[arg-type]
            version=10,
            authors=(Author("Ada Example"), Author("B. Other", ("Univ. X and Y",))),
            published=TIMES["v1"][1],
            updated=TIMES["v10"][1],
        ),
    )
    earlier = (Version(1, TIMES["v1"][1], "oai"), Version(2, TIMES["v2"][1], "oai"))
    assert intake.histories == (History("2605.01234", earlier),)


@pytest.mark.parametrize(("withdrawn", "number"), [("v1", 0), ("v2", 2)])
def test_the_raw_format_says_whether_the_newest_version_is_withdrawn(withdrawn: str, number: int) -> None:
    metadata = oai.raw(*((name, TIMES[name][0]) for name in ("v1", "v2")), withdrawn=withdrawn)

    (history,) = page(metadata).histories
    assert history.withdrawn == number


def test_captured_answers_say_which_papers_are_withdrawn(shared: Path) -> None:
    folder = shared / "data" / "arxiv" / "oai"
    pages = [parse_page(path.read_bytes()) for path in folder.glob("gen-*arxivraw*.xml")]
    result = {history.id for each in pages for history in each.intake.histories if history.withdrawn}

    assert result == {"1101.2483", "cond-mat/0703772"}


def test_every_field_of_dublin_core_is_read() -> None:
    assert only(oai.dublin_core()) == Paper(
        **READ,  # type: ignore[arg-type]
        authors=(Author("Ada B. Example"),),
        published=datetime(2026, 5, 11, tzinfo=UTC),
        updated=DAY,
        comment="12 pages",
        journal_ref="J. Ex. 1 (2026) 1-12",
        doi="10.1234/example.5",
    )


def test_a_single_day_of_dublin_core_is_that_of_a_first_version() -> None:
    paper = only(oai.dublin_core(dates=("2026-05-13",), comment="Comment: 12 pages"))

    assert (paper.published, paper.updated, paper.version, paper.comment) == (DAY, DAY, 1, "12 pages")


def test_a_comment_of_dublin_core_can_come_before_the_abstract() -> None:
    record = oai.dublin_core(comment="Comment: 12 pages")
    first, second = re.findall("<dc:description>.*?</dc:description>", record, re.S)
    turned = only(record.replace(first, "").replace(second, second + first))
    assert (turned.comment, turned.abstract) == ("12 pages", only(record).abstract)
    assert turned.abstract


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Example, Ada B.", "Ada B. Example"),
        ("Example Jr., Ada", "Ada Example Jr."),
        ("Example, Jr., Ada B.", "Ada B. Example Jr."),
        ("EXAMPLE Collaboration", "EXAMPLE Collaboration"),
    ],
)
def test_names_of_dublin_core_are_turned_round(written: str, spoken: str) -> None:
    assert only(oai.dublin_core(creators=("", written, " "))).authors == (Author(spoken),)


@pytest.mark.parametrize(
    ("subjects", "sets", "codes"),
    [
        (("Number Theory", "Dynamical Systems", "11K36"), ("math:math:NT", "math:math:DS"), ("math.NT", "math.DS")),
        (("Machine Learning",), ("cs:cs:LG", "stat:stat:ML"), ("cs.LG", "stat.ML")),
        (("Machine Learning",), ("stat:stat:ML",), ("stat.ML",)),
        (("Mathematics - Combinatorics", "05C80, 05C15"), ("math",), ("math.CO",)),
        (("Computer Science - Learning", "Statistics - Machine Learning"), ("cs", "stat"), ("cs.LG", "stat.ML")),
        (("Computer Science - Information Theory",), ("cs", "math"), ("cs.IT",)),
        (("High Energy Physics - Theory",), ("physics:hep-th",), ("hep-th",)),
        (("A Name of Tomorrow",), ("cs:cs:DC",), ("cs.DC",)),
        (("Astrophysics",), ("physics:astro-ph",), ("astro-ph",)),
        (("Statistics Theory",), (), ("math.ST",)),
    ],
)
def test_categories_of_dublin_core_are_known_by_their_names_and_sets(
    subjects: tuple[str, ...], sets: tuple[str, ...], codes: tuple[str, ...]
) -> None:
    record = oai.record(oai.dublin_core(subjects=subjects), sets=sets)

    assert parse_page(oai.answer(record)).intake.papers[0].categories == codes


def test_a_page_has_its_resumption_token_the_length_of_the_list_and_the_deleted_records() -> None:
    token = '<resumptionToken cursor="1000" completeListSize="102133"> 1114880|1001\n</resumptionToken>'
    result = parse_page(oai.answer(oai.record(oai.arxiv()), oai.deleted(7), token=token))

    assert result.token == Token("1114880|1001", 102133, 1000)
    assert (result.verb, result.errors, len(result.intake.papers)) == ("ListRecords", (), 1)
    assert result.deleted == (Deletion("2605.00007", date(2026, 5, 15)),)
    assert result.about == {"responseDate": "2026-05-13T00:24:31Z"}


def test_the_last_page_has_an_empty_token_and_a_list_of_one_page_none() -> None:
    assert parse_page(oai.answer(oai.record(oai.arxiv()), token="<resumptionToken/>")).token == Token("")
    assert parse_page(oai.answer(oai.record(oai.arxiv()))).token is None


def test_errors_of_the_protocol_are_reported_with_their_code() -> None:
    data = oai.error("noRecordsMatch", "The list is empty.")

    assert parse_page(data).errors == (OaiError("noRecordsMatch", "The list is empty."),)
    with pytest.raises(UpstreamError, match=r"^arXiv answered: noRecordsMatch: The list is empty\.$"):
        read(data)


def test_a_page_that_is_no_oai_response_is_an_error() -> None:
    with pytest.raises(UpstreamError, match=r"^arXiv answered: Rate exceeded\.$"):
        parse_page(b"Rate exceeded.")
    with pytest.raises(SourceError, match=r"^an HTML page, not an OAI-PMH response"):
        parse_page(b"<!doctype html><title>Sign in</title>")


def numbered(first: int, last: int, *, size: int = 60) -> Iterator[bytes]:
    for begin in range(first, last, size):
        records = (oai.record(oai.arxiv(number), number) for number in range(begin, min(begin + size, last)))
        yield oai.answer(*records, token="<resumptionToken>more</resumptionToken>")


@pytest.mark.parametrize("size", [7, 1000, 1 << 18])
@pytest.mark.parametrize("between", [b"", b"\n\n", b"\0\0"])
def test_answers_one_after_the_other_are_one_stream_wherever_it_is_cut(between: bytes, size: int) -> None:
    intakes = read(between.join(numbered(1, 131)), size=size)

    assert ids(intakes) == [str(number) for number in range(1, 131)]
    assert rejects(intakes) == []


def test_records_without_an_envelope_are_read() -> None:
    data = "".join(oai.record(oai.arxiv(number), number) for number in (1, 2, 3)).encode()

    assert ids(list(read_file(io.BytesIO(data), "records"))) == ["1", "2", "3"]


def test_intakes_have_a_thousand_records_and_reading_goes_on_behind_any_of_them() -> None:
    pages = list(numbered(1, 2600, size=500))
    broken = oai.record(oai.arxiv().replace("<id>", "<id><"))
    odd = oai.answer(oai.deleted(9001), oai.record("<x/>"), broken) + b"junk"
    data = b"".join([pages[0], odd, *pages[1:4], odd, *pages[4:], oai.answer(broken)])
    whole = read(data)

    assert [len(intake.papers) for intake in whole] == [998, 1000, 601]
    assert [len(intake.rejects) for intake in whole] == [2, 0, 3]
    assert [intake.through for intake in whole] == [1001, 2001, 2606]
    assert whole[-1].notes == ("records deleted at arXiv, which contain no paper: 2",)
    for number, intake in enumerate(whole[:-1], 1):
        assert read(data, skip=intake.through) == whole[number:]
    assert [intake.papers + intake.rejects for intake in read(data, skip=2606)] == [()]


def test_the_place_never_goes_back() -> None:
    data = b"".join(numbered(1, 2001, size=500))

    assert [intake.through for intake in read(data)] == [1000, 2000]
    assert read(data, skip=2000) == []


def test_deleted_records_are_counted_in_a_note() -> None:
    intakes = read(oai.answer(oai.deleted(1), oai.record(oai.arxiv()), oai.deleted(2)))

    assert ids(intakes) == ["1234"]
    assert intakes[-1].notes == ("records deleted at arXiv, which contain no paper: 2",)
    assert rejects(intakes) == []


def test_a_record_that_cannot_be_taken_is_named_by_its_place_and_the_rest_is_kept() -> None:
    bad = oai.record(oai.arxiv().replace("2605.01234", "nonsense"))
    without_title = oai.record(oai.arxiv().replace(oai.TITLE.replace("<", "&lt;"), " "))
    unknown = oai.record("<marc><id>2605.01234</id></marc>")
    undated = oai.record(oai.arxiv(dates=("soon",)))
    data = oai.answer(oai.record(oai.arxiv(1)), bad, without_title, unknown, undated, oai.record(oai.arxiv(2)))
    intakes = read(data)

    assert ids(intakes) == ["1", "2"]
    assert [reject.place.partition(" (")[0] for reject in rejects(intakes)] == [f"record {n}" for n in (2, 3, 4, 5)]
    assert [reject.reason for reject in rejects(intakes)] == [
        "not an arXiv identifier: 'nonsense'",
        "no title",
        "the format 'marc' is unknown",
        "not a date: 'soon'",
    ]
    place = rejects(intakes)[0].place
    begin = int(place.partition("byte ")[2].rstrip(")").replace(",", ""))
    assert data[begin:].startswith(b"<record>")


@pytest.mark.parametrize("size", [11, 1 << 18])
@pytest.mark.parametrize(
    "broken",
    ["\x0b", "&nbsp;", "</arXiv>", "<x></y>", "<", "<x a=1>", "\ufffe"],
)
def test_a_record_of_broken_xml_costs_no_other(broken: str, size: int) -> None:
    bad = oai.record(oai.arxiv(2).replace("<categories>", f"<categories>{broken}"), 2)
    good = [oai.record(oai.arxiv(number), number) for number in (1, 3, 4, 5)]
    data = oai.answer(good[0], bad, good[1], bad, bad, good[2]) + oai.answer(good[3])
    intakes = read(data, size=size)

    assert ids(intakes) == ["1", "3", "4", "5"]
    assert [reject.place.partition(" (")[0] for reject in rejects(intakes)] == ["record 2", "record 4", "record 5"]
    assert all(reject.reason.startswith("broken XML (") for reject in rejects(intakes))
    assert intakes[-1].through == 7


def test_text_between_two_responses_is_rejected_and_costs_no_record() -> None:
    intakes = read(oai.answer(oai.record(oai.arxiv(1), 1)) + b"\nsaved\n" + oai.answer(oai.record(oai.arxiv(2), 2)))

    assert ids(intakes) == ["1", "2"]
    assert [reject.reason for reject in rejects(intakes)] == ["broken XML (syntax error)"]


def test_an_error_among_answers_is_a_note() -> None:
    intakes = read(oai.answer(oai.record(oai.arxiv())) + oai.error("badResumptionToken", "It is expired."))

    assert ids(intakes) == ["1234"]
    assert intakes[-1].notes == ("arXiv answered: badResumptionToken: It is expired.",)


@pytest.mark.parametrize("at", [0.5, 0.9, 0.99])
def test_a_truncated_response_gives_its_complete_records_and_then_an_error(at: float) -> None:
    data = b"".join(numbered(1, 2100, size=700))
    taken: list[Intake] = []

    with pytest.raises(SourceError, match=r"^the document ends early: "):
        taken.extend(read_oai([data[: int(len(data) * at)]]))
    assert len(ids(taken)) >= int(2100 * at) - 2
    assert len(rejects(taken)) <= 1


def test_a_response_without_records_is_an_error_that_names_its_verb() -> None:
    with pytest.raises(SourceError, match=r"^an OAI-PMH response to Identify without records$"):
        read(oai.answer("<repositoryName>arXiv</repositoryName>", verb="Identify"))


def test_an_empty_answer_costs_no_other() -> None:
    empty = b"<OAI-PMH/>"

    assert ids(read(empty + oai.answer(oai.record(oai.arxiv())) + empty + b"\n" + empty)) == ["1234"]


def test_a_document_type_is_refused() -> None:
    declared = b'<!DOCTYPE a [<!ENTITY b "c">]>' + oai.answer(oai.record(oai.arxiv()), declared=False)

    with pytest.raises(SourceError, match="a document type declaration"):
        read(declared)


def test_a_record_without_end_is_given_up_before_it_fills_memory() -> None:
    def endless() -> Iterator[bytes]:
        yield oai.answer(oai.record(oai.arxiv())).partition(b"</record>")[0]
        for _ in range(36):
            yield b"<abstract>" + b"x" * (1 << 20) + b"</abstract>"
        yield oai.answer(oai.record(oai.arxiv(5), 5))

    intakes = list(read_oai(endless()))

    assert ids(intakes) == ["5"]
    assert [reject.reason for reject in rejects(intakes)] == ["longer than 32 MB"]


def test_every_captured_response_gives_the_number_of_records_in_its_index(shared: Path) -> None:
    folder = shared / "data" / "arxiv"
    with (folder / "index.tsv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.reader(stream, delimiter="\t") if row[0].startswith("oai/")]
    for name, _, expected, *_ in rows:
        with (folder / name).open("rb") as file:
            if not expected[0].isdigit() or "header" in expected:
                with pytest.raises(SourceError):
                    list(read_file(file, name))
            else:
                intakes = list(read_file(file, name))
                assert (len(ids(intakes)), rejects(intakes)) == (int(expected.split()[0]), []), name
    assert len(rows) == 52


def test_a_walk_by_tokens_is_the_same_in_pages_and_as_one_saved_file(shared: Path) -> None:
    folder = shared / "data" / "arxiv" / "oai"
    pages = [(folder / f"gen-listrecords-arxivraw-p{number}.xml").read_bytes() for number in range(1, 6)]
    apart = [parse_page(data) for data in pages]
    together = read(b"".join(pages))

    assert [bool(words.token and words.token.text) for words in apart] == [True, True, True, True, False]
    assert [paper for words in apart for paper in words.intake.papers] == [p for each in together for p in each.papers]
    assert [h for words in apart for h in words.intake.histories] == [h for each in together for h in each.histories]
