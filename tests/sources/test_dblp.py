"""The dump of dblp is read as a row of records, of any size and with any mistake."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from arxtui.model.dblp import DblpRecord
from arxtui.sources import dblp
from arxtui.sources.dblp import DblpPart, is_dblp, read_dblp
from arxtui.sources.errors import SourceError
from tests.dblp import EDITORIAL, HEAD, JOURNAL, LOCKS, PERSON, PREPRINT, dump


def chunks(data: bytes, size: int = 1000) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


def records(data: bytes) -> list[DblpRecord]:
    return [record for part in read_dblp(chunks(data)) for record in part.records]


def test_a_record_is_read_with_its_authors_title_venue_year_and_identifiers() -> None:
    assert records(dump([PERSON, LOCKS, PREPRINT])) == [
        DblpRecord(
            "conf/madeup/ExampleM24", "inproceedings", "Sharded Locks of a Long Queue with O(n2) & More",
            ("Ada Example", "Bo Måns"), 2024, "MadeUp", ("10.1145/1234567.abc",),
        ),
        DblpRecord(
            "journals/corr/abs-2301-00042", "article informal", "Clocks that Nobody Waits for",
            ("Chiara Prova",), 2023, "CoRR", (), "2301.00042",
        ),
    ]  # fmt: skip


def test_a_dump_is_known_by_its_beginning() -> None:
    assert is_dblp(HEAD)
    assert is_dblp("<dblp>\n")
    assert not is_dblp("<OAI-PMH xmlns='x'><dblpx>")
    assert not is_dblp('{"id": "2605.00001", "title": "What is in <dblp>?"}')


def test_a_record_that_is_broken_or_has_no_end_loses_only_itself() -> None:
    broken = [
        "<article key='a/b'><title>No end of the record.</title>",
        "<article><title>No key.</title></article>",
        "<book key='c/d'></book>",
        "<article key='e/f'><author>A. Title</author><title>Open<year>2001</year></article>",
    ]
    parts = list(read_dblp(chunks(dump([LOCKS, *broken, EDITORIAL]))))
    assert [record.key for part in parts for record in part.records] == [
        "conf/madeup/ExampleM24",
        "journals/madeup/Prova20",
    ]
    assert sum(part.rejected for part in parts) == 4


def test_control_characters_entities_and_tabs_of_a_record_do_no_harm() -> None:
    hostile = (
        '<article mdate="\x1b]0;x" key="a/&#27;[31m" publtype="&#9;x"><author>&#27;]52;c;x&#7; A\tB</author>'
        "<title>&#x202e;One&#10;two &lt;b&gt; &unknown; &amp;amp;</title><year>20O1</year>"
        "<ee>https://doi.org/10.1000/a%0Ab%09c</ee></article>"
    )
    [part] = read_dblp(chunks(dump([hostile])))
    [record] = part.records
    assert part.changed == ""
    assert record.title == "One two <b> &unknown; &amp;"
    assert record.year == 0
    assert all(text.isprintable() for text in (*record[:3], *record.authors, *record.dois))


@pytest.mark.parametrize(
    ("edition", "doi"),
    [
        ("http://dx.doi.org/10.1000/A.1", "10.1000/a.1"),
        ("http://doi.acm.org/10.1145/1400214.1400231", "10.1145/1400214.1400231"),
        ("https://doi.ieeecomputersociety.org/10.1109/X.2004.1", "10.1109/x.2004.1"),
        ("https://doi.org/10.1000/a%3Cb%3E", "10.1000/a<b>"),
        ("https://example.org/10.1000/a", ""),
    ],
)
def test_a_doi_is_taken_from_the_address_of_an_edition(edition: str, doi: str) -> None:
    [record] = records(dump([EDITORIAL.replace("</article>", f"<ee>{edition}</ee></article>")]))
    assert "".join(record.dois) == doi


def test_a_publication_with_the_address_of_its_preprint_is_no_preprint() -> None:
    edition = "<ee>https://arxiv.org/abs/2301.00042</ee></article>"
    [both, preprint] = records(dump([JOURNAL.replace("</article>", edition), PREPRINT]))
    assert (both.arxiv, both.is_published) == (preprint.arxiv, True)
    assert not preprint.is_published


@pytest.mark.parametrize("volume", ["abs/2301.00042v2", "abs/math.GT/0309136", "abs/cs/0605001"])
def test_the_arxiv_id_of_a_preprint_is_that_of_its_volume(volume: str) -> None:
    [record] = records(dump([PREPRINT.replace("abs/2301.00042", volume).replace("arXiv.2301.00042", "arXiv.2")]))
    assert f"abs/{record.arxiv}" == volume.removesuffix("v2")


def test_entities_that_a_file_defines_are_not_resolved() -> None:
    data = dump([EDITORIAL.replace("Editorial", "&lol;")]).replace(b"<dblp>", b'<!ENTITY lol "haha"><dblp>', 1)
    assert [record.title for record in records(data)] == ["&lol;"]


def parts_of(monkeypatch: pytest.MonkeyPatch, data: bytes, skip: int = 0) -> list[DblpPart]:
    monkeypatch.setattr(dblp, "_PART", 700)
    return list(read_dblp(chunks(data, 300), skip))


def test_reading_goes_on_where_a_part_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dump([LOCKS, PREPRINT, PERSON, JOURNAL, EDITORIAL] * 5)
    parts = parts_of(monkeypatch, data)
    assert len(parts) > 5
    for number, part in enumerate(parts[:-1], 1):
        assert parts_of(monkeypatch, data, part.through) == parts[number:]
    assert sum(len(part.records) for part in parts) == 20
    assert max(part.changed for part in parts) == "2026-10-02"


@pytest.mark.parametrize("missing", [0, 20, len(JOURNAL) - 5])
def test_a_truncated_file_gives_its_complete_records_and_then_an_error(missing: int) -> None:
    data = dump([LOCKS, JOURNAL], end="").rstrip()
    parts = read_dblp(chunks(data[: len(data) - missing]))
    assert [record.key for record in next(parts).records][:1] == ["conf/madeup/ExampleM24"]
    with pytest.raises(SourceError, match="ends early"):
        next(parts)


def test_a_dump_without_records_is_none() -> None:
    with pytest.raises(SourceError, match="without records"):
        list(read_dblp(chunks(dump([]))))


@pytest.mark.parametrize(
    "piece",
    ["<article key='a'>", "<article ", "<article key='a'><title>", "<title>", "<www>", "<", "&", "<author><i>"],
)
def test_a_megabyte_of_anything_takes_no_more_time_than_a_megabyte_of_records(piece: str) -> None:
    def seconds(data: bytes) -> float:
        begin = time.process_time()
        list(read_dblp(chunks(data, 1 << 18)))
        return time.process_time() - begin

    size = 1 << 20
    usual = seconds(dump([LOCKS] * (size // len(LOCKS))))
    begin = f"<article key='x'><title>{'' if 'article' in piece else 'x'}"
    hostile = dump([EDITORIAL, begin, piece * (size // len(piece)), EDITORIAL])
    assert seconds(hostile) < 20 * usual
