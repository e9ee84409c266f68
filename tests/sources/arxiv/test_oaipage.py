"""Reading the envelope of a harvest page without its records, and splitting the page into pieces of records."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from arxtui.sources.arxiv.oai.answers import parse_page
from arxtui.sources.arxiv.oai.page import read_batch, read_envelope, split_records
from arxtui.sources.arxiv.oai.xml import Token
from arxtui.sources.errors import SourceError, UpstreamError
from tests.sources.fixtures import oai

TOKEN = "<resumptionToken expirationDate='2026-05-14T00:00:00Z'>verb%3DListRecords%26skip%3D3</resumptionToken>"


def dated(number: int, day: str) -> str:
    return oai.record(oai.arxiv(number), number).replace("2026-05-15</datestamp>", f"{day}</datestamp>")


def page(*days: str) -> bytes:
    return oai.answer(*(dated(number, day) for number, day in enumerate(days, 1)), token=TOKEN)


def test_an_envelope_says_the_token_the_count_and_the_days_and_reads_no_record() -> None:
    envelope = read_envelope(page("2026-05-01", "2026-05-01", "2026-05-03"))
    assert envelope.page.token == Token("verb%3DListRecords%26skip%3D3", expires="2026-05-14T00:00:00Z")
    assert envelope.page.about["responseDate"] == "2026-05-13T00:24:31Z"
    assert envelope.page.intake.papers == ()
    assert (envelope.records, envelope.oldest, envelope.newest) == (3, date(2026, 5, 1), date(2026, 5, 3))
    assert envelope.ascending


@pytest.mark.parametrize("days", [("2026-05-02", "2026-05-01"), ("2026-05-01", "2026-13-41"), ("2026-05-01", "")])
def test_days_that_fall_or_that_nobody_can_read_do_not_ascend(days: tuple[str, ...]) -> None:
    assert not read_envelope(page(*days)).ascending


@pytest.mark.parametrize("end", [b"</record>", b"<resumptionToken", b"</resumptionToken>", b"</OAI-PMH>"])
def test_a_page_that_ends_early_is_no_page(end: bytes) -> None:
    data = page("2026-05-01", "2026-05-02")
    with pytest.raises(SourceError, match="ends early"):
        read_envelope(data[: data.rindex(end)])


def test_a_page_that_is_no_oai_response_is_an_error_with_the_reason() -> None:
    with pytest.raises(UpstreamError, match="Rate exceeded"):
        read_envelope(b"Rate exceeded.")
    with pytest.raises(SourceError, match="an HTML page"):
        read_envelope(b"<!doctype html><title>Maintenance</title><record></record>")


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_the_pieces_of_a_page_hold_its_papers_deletions_and_rejects_at_the_same_places(size: int) -> None:
    bad = oai.record(oai.arxiv(8).replace("2605.00008", "nonsense"), 8)
    broken = oai.record(oai.arxiv(9).replace("<categories>", "<categories>&"), 9)
    records = [dated(1, "2026-05-01"), bad, dated(2, "2026-05-01"), oai.deleted(7), broken, dated(3, "2026-05-01")]
    data = oai.answer(*records, token=TOKEN)
    whole = parse_page(data)
    parts = [read_batch(piece) for piece in split_records(data, size)]
    assert [p for part in parts for p in part.intake.papers] == list(whole.intake.papers)
    assert [p for part in parts for p in part.deleted] == list(whole.deleted)
    assert [p for part in parts for p in part.intake.rejects] == list(whole.intake.rejects)
    assert len(whole.intake.rejects) == 2


def test_a_page_without_records_has_no_pieces() -> None:
    data = oai.error("noRecordsMatch", "Nothing.")
    assert list(split_records(data, 5)) == []
    assert read_envelope(data).page.errors[0].code == "noRecordsMatch"


def test_captured_pages_are_read_the_same_in_pieces(shared: Path) -> None:
    pages = sorted((shared / "data" / "arxiv" / "oai").glob("*listrecords*.xml"))
    for file in pages:
        data = file.read_bytes()
        whole, result = parse_page(data), read_envelope(data)
        parts = [read_batch(piece) for piece in split_records(data, 37)]
        assert [p for part in parts for p in part.intake.papers] == list(whole.intake.papers), file.name
        assert (result.records, result.page.token) == (len(whole.intake.papers), whole.token), file.name
        assert result.ascending == file.name.startswith("gen-"), file.name
    assert len(pages) == 17
