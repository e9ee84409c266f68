"""Recognizing the format of a file by its content."""

from __future__ import annotations

import gzip
import io
import json
import lzma
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from arxtui.model.intake import Intake, Reject
from arxtui.sources import jsonlines, loose
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.files import read_file_parts
from tests.sources.fixtures import abspage, feeds, frame, listing, pith
from tests.sources.fixtures.atom import FULL, Answer, error_answer, new_form, old_form
from tests.sources.reading import read_file

WANTED = "Atom, RSS, OAI-PMH, JSON lines or a page of arXiv or Pith"
WANTED_PAGE = "a listing or abstract page of arXiv, nor a listing of Pith"
UNNAMED = "; it names no arXiv paper either"
LINE = json.dumps({"id": "2605.01234", "title": "A Title", "authors": ["Ada Example"]}).encode()


def read(data: bytes, skip: int = 0) -> list[Intake]:
    return list(read_file(io.BytesIO(data), "a file", skip))


def places(intakes: list[Intake]) -> list[Reject]:
    return [reject for intake in intakes for reject in intake.rejects]


KINDS: dict[str, tuple[bytes, tuple[int, int, int]]] = {
    "query API": (new_form(Answer()), (1, 0, 0)),
    "query API, old form": (old_form(Answer()), (1, 0, 0)),
    "RSS": (feeds.rss(), (1, 1, 0)),
    "Atom feed": (feeds.atom(), (1, 1, 0)),
    "Atom feed without entries": (feeds.atom(()), (0, 0, 0)),
    "Pith as text": (pith.as_text().encode(), (0, 0, 4)),
    "Pith as HTML": (pith.articles(), (0, 0, 4)),
    "Pith as a piece of HTML": (b"<div>" + pith.as_text().replace("\n", "<br>").encode(), (0, 0, 4)),
    "JSON lines": (LINE + b"\n" + LINE.replace(b"01234", b"01235"), (2, 0, 0)),
}
PACKINGS: dict[str, Callable[[bytes], bytes]] = {"plain": bytes, "gzip": gzip.compress, "xz": lzma.compress}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_known_by_its_content(kind: str, packing: str) -> None:
    data, counts = KINDS[kind]
    (intake,) = read(PACKINGS[packing](data))

    assert (len(intake.papers), len(intake.announcements), len(intake.reviews)) == counts
    assert intake.rejects == ()


@pytest.mark.parametrize("kind", KINDS)
def test_a_byte_order_mark_and_blanks_before_the_content_do_no_harm(kind: str) -> None:
    data, _ = KINDS[kind]

    assert read(b"\xef\xbb\xbf" + data) == read(data)
    if not data.startswith(b"\xef"):
        assert [replace(intake, through=0) for intake in read(b"\n  \n" + data)] == [
            replace(intake, through=0) for intake in read(data)
        ]


def test_json_lines_in_utf_16_are_read() -> None:
    text = LINE.decode().replace("A Title", "Schnörkel 链")
    (intake,) = read((text + "\r\n" + text).encode("utf-16"))

    assert [paper.title for paper in intake.papers] == ["Schnörkel 链"] * 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b" \n\x00\n", "it is empty"),
        (gzip.compress(b"", mtime=0), "it is empty"),
        (b"Rate exceeded.", "arXiv answered: Rate exceeded."),
        (b"{'reason': 'bad_id'}", "arXiv answered: bad id"),
        (b'{"error": "not_found"}\n', "arXiv answered: not found"),
        (b"{}\n{", "no line is a paper: line 1: no title"),
        (
            b"[{}]",
            f"a JSON array, not {WANTED}; JSON lines hold one object on each line{UNNAMED}",
        ),
        (
            b"%PDF-1.7\n\xff\xfe",
            "a PDF, not text; 'arxtui add' takes the identifier of a paper",
        ),
        (b"\x7fELF\x02\x01\0\0\x03", "binary data, not text"),
        (
            b"Nothing in it",
            f"not {WANTED}: it begins “Nothing in it”{UNNAMED}",
        ),
        (b"<!doctype html><title>Sign in</title>", f"an HTML page, not {WANTED_PAGE}: its title is “Sign in”{UNNAMED}"),
        (b"<?xml version='1.0'?><OAI-PMH/>", "an OAI-PMH response without records"),
        (
            b"<?xml version='1.0'?><svg/><?xml version='1.0'?><other/>",
            f"XML with the root element “svg”, not a listing or abstract page of arXiv, nor a listing of Pith{UNNAMED}",
        ),
        (
            b"<svg/>",
            f"XML with the root element “svg”, not a listing or abstract page of arXiv, nor a listing of Pith{UNNAMED}",
        ),
    ],
)
def test_a_file_that_is_nothing_known_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        read(data)

    assert str(caught.value) == words


def test_an_error_answer_is_no_paper() -> None:
    with pytest.raises(UpstreamError, match=r"^arXiv answered: incorrect id format for x$"):
        read(error_answer("https://arxiv.org/api/errors#incorrect_id_format_for_x", "incorrect id format for x"))


def test_a_bad_line_is_rejected_with_its_number_and_the_rest_is_kept() -> None:
    (intake,) = read(b"\n".join([LINE, b"", b"{", LINE, b"\x00\xff rubbish"]))

    assert len(intake.papers) == 2
    assert [reject.place for reject in intake.rejects] == ["line 3", "line 5"]


def test_json_lines_stream_by_the_thousand() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            return (LINE + b"\n") * 64

    stream = read_file(Endless(), "a pipe")  # type: ignore[arg-type]

    assert [len(next(stream).papers) for _ in range(3)] == [1000, 1000, 1000]


def test_reading_goes_on_behind_any_place_an_intake_reached() -> None:
    lines = [LINE.replace(b"01234", b"%05d" % number) for number in range(1, 2600)]
    lines[700] = b"{"
    lines[1200] = b""
    for data in (b"\n".join(lines), new_form(Answer()) * 3):
        whole = read(data)
        for number, intake in enumerate(whole, 1):
            assert read(data, skip=intake.through) == whole[number:]
        assert read(data, skip=whole[-1].through + 1) == []


def test_an_intake_says_which_line_it_reaches() -> None:
    lines = [b""] * 3 + [LINE] * 1500

    assert [intake.through for intake in read(b"\n".join(lines))] == [1003, 1503]


def test_a_file_is_not_read_far_ahead_of_its_intakes() -> None:
    stream = io.BytesIO((LINE + b"\n") * 40_000)
    taken = 0
    for intake in read_file(stream, "a file"):
        taken += len(intake.papers) * (len(LINE) + 1)
        assert stream.tell() - taken <= 2 << 18
    assert taken == stream.tell()


def test_a_line_without_end_is_rejected_and_the_records_before_it_are_kept() -> None:
    (intake,) = read(LINE + b"\n" + b'{"title": "' + b"x" * (9 << 20))

    assert len(intake.papers) == 1
    assert intake.rejects == (Reject("line 2", "longer than 8 MB"),)


def test_a_line_that_is_too_long_costs_no_other_line() -> None:
    long = b'{"title": "' + b"x" * (9 << 20)
    intakes = read(b"\n".join((long, LINE, long, long, LINE)))

    assert [len(intake.papers) for intake in intakes] == [2]
    assert [reject.place for reject in intakes[0].rejects] == ["line 1", "line 3", "line 4"]


def test_long_lines_come_few_at_a_time() -> None:
    line = LINE[:-1] + b', "more": "' + b"x" * (3 << 20) + b'"}'
    stream = io.BytesIO(b"\n".join([line] * 12))
    held = [stretch.through for stretch in read_file_parts(stream, "long lines")]
    assert held == [2, 4, 6, 8, 10, 12]


def test_records_after_large_invalid_lines_are_read() -> None:
    large = b'{"x": "' + b"x" * (5 << 20) + b'"}'
    intakes = read(b"\n".join((large, large, LINE)))
    assert sum(len(intake.papers) for intake in intakes) == 1
    assert sum(len(intake.rejects) for intake in intakes) == 2


@pytest.mark.parametrize("packing", ["gzip", "xz"])
def test_a_bomb_is_refused_before_it_fills_memory(packing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxtui.sources.packed._ALLOWANCE", 1 << 20)  # a smaller bomb needs less time
    with pytest.raises(SourceError, match=f"the {packing} data unpacks to more than 200 times its size"):
        read(PACKINGS[packing](b"<a>" + b" " * (2 << 20)))


def test_a_document_too_large_is_refused() -> None:
    class Large(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b"<feed>" + b"x" * (1 << 20)

    with pytest.raises(SourceError, match="larger than 64 MB, and neither JSON lines nor OAI-PMH"):
        list(read_file(Large(), "large"))  # type: ignore[arg-type]


@pytest.mark.parametrize("packing", ["gzip", "xz"])
def test_truncated_compressed_data_gives_its_first_records_and_then_an_error(packing: str) -> None:
    numbered = (LINE.replace(b"01234", b"%05d" % number) for number in range(1, 20_000))
    packed = PACKINGS[packing](b"\n".join(numbered))
    taken: list[Intake] = []

    with pytest.raises(SourceError, match=f"^the {packing} data ends early$"):
        taken.extend(read_file(io.BytesIO(packed[: len(packed) * 3 // 4]), "cut off"))
    assert sum(len(intake.papers) for intake in taken) > 1000


@pytest.mark.parametrize("packing", ["gzip", "xz"])
def test_packed_files_one_after_the_other_are_one(packing: str) -> None:
    pack = PACKINGS[packing]
    intakes = read(pack(LINE + b"\n") + pack(LINE) + b"\0" * 512)

    assert sum(len(intake.papers) for intake in intakes) == 2
    assert places(intakes) == []


@pytest.mark.parametrize("packing", ["gzip", "xz"])
def test_rubbish_after_compressed_data_is_an_error_after_the_records(packing: str) -> None:
    intakes = read_file(io.BytesIO(PACKINGS[packing](LINE) + b"rubbish"), "with rubbish")

    assert len(next(intakes).papers) == 1
    with pytest.raises(SourceError, match=f"^there is other data after the end of the {packing} data$"):
        next(intakes)


def test_damaged_packed_data_is_reported() -> None:
    packed = bytearray(gzip.compress(new_form(Answer())))
    packed[40] ^= 0xFF

    with pytest.raises(SourceError, match="the gzip data is damaged"):
        read(bytes(packed))


@pytest.mark.parametrize("between", [b"", b"\n\n", b"\0\0"])
def test_two_documents_one_after_the_other_are_both_read(between: bytes) -> None:
    other = new_form(Answer([replace(FULL, id="2605.00002v1")]))
    intakes = read(new_form(Answer()) + between + other + between + feeds.rss())

    assert [paper.id for intake in intakes for paper in intake.papers] == ["2605.01234", "2605.00002", "2605.01234"]
    assert places(intakes) == []


def test_two_listings_one_after_the_other_are_both_read() -> None:
    for page in (pith.as_text().encode(), pith.articles()):
        assert [len(intake.reviews) for intake in read(page + b"\n" + page)] == [4, 4]


def test_rubbish_after_a_document_is_rejected_with_its_place() -> None:
    answer = new_form(Answer())
    intakes = read(answer + b"rubbish")

    assert len(intakes[0].papers) == 1
    assert places(intakes) == [Reject(f"document 2 (byte {len(answer)})", f"not {WANTED}: it begins “rubbish”")]


def test_a_second_document_that_fails_leaves_the_first_alone() -> None:
    bad = new_form(Answer([FULL, replace(FULL, id="nonsense")]))
    intakes = read(new_form(Answer()) + bad + error_answer("https://arxiv.org/api/errors#x", "a message"))

    assert [len(intake.papers) for intake in intakes] == [1, 1, 0]
    assert [(reject.place.partition(" (")[0], reject.reason) for reject in places(intakes)] == [
        ("document 2, entry 2", "not an arXiv identifier: 'http://arxiv.org/abs/nonsense'"),
        ("document 3", "arXiv answered: a message"),
    ]


def test_a_document_type_is_refused() -> None:
    with pytest.raises(SourceError, match="a document type declaration"):
        read(b'<!DOCTYPE feed [<!ENTITY a "b">]>' + new_form(Answer()).partition(b"?>")[2])


def test_a_short_page_says_so() -> None:
    (intake,) = read(new_form(Answer(total=99, per_page=25)))

    assert intake.notes == ("a short page: 1 entry of 25, though 99 results are claimed",)


def test_saved_pages_of_arxiv_are_read_and_their_announcements_are_no_news() -> None:
    (listed,) = read(listing.new([listing.FULL], [listing.CROSSED]))
    (abstract,) = read(abspage.page())

    assert [paper.id for paper in listed.papers] == ["2605.01234", "2605.00002"]
    assert (len(listed.announcements), listed.archive) == (2, True)
    assert [paper.version for paper in abstract.papers] == [2]
    assert [[version.number for version in history.versions] for history in abstract.histories] == [[1]]


def test_pages_of_arxiv_one_after_the_other_are_all_read() -> None:
    pages = (listing.new([listing.FULL]), abspage.page(), listing.catchup(), frame.error("Not Found", "Try again."))
    intakes = read(b"\n".join(pages))

    assert [len(intake.papers) for intake in intakes] == [1, 1, 0, 0]
    assert [reject.reason for reject in places(intakes)] == ["arXiv answered: Not Found: Try again."]


def test_packed_records_and_dump_rows_are_read(shared: Path) -> None:
    counted = {}
    for name in (
        "papers-2k.jsonl.gz",
        "arxiv/misc/gen-kaggle-sample.jsonl",
        "arxiv/misc/cap-kaggle-row-2101.11408.json",
    ):
        with (shared / "data" / name).open("rb") as stream:
            intakes = list(read_file(stream, name))
        assert places(intakes) == []
        counted[name.rpartition("/")[2]] = sum(len(intake.papers) for intake in intakes)

    assert list(counted.values()) == [2002, 200, 1]


def test_saved_full_texts_are_not_mistaken_for_records(shared: Path) -> None:
    for file in sorted((shared / "data" / "arxiv" / "html").iterdir())[:6]:
        with file.open("rb") as stream:
            try:
                (intake,) = read_file(stream, file.name)
            except SourceError:
                continue
        assert (intake.papers, intake.reviews) == ((), ())
        assert intake.named


def test_of_lines_in_several_parts_without_a_paper_the_first_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "CHUNK_SIZE", 1)
    with pytest.raises(SourceError, match="no line is a paper: line 1: no title"):
        list(read_file(io.BytesIO(b"{}\n{\n7"), "lines"))


def test_a_line_is_too_long_also_if_it_came_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "_LINE_LIMIT", 10)
    pieces = [b"short\n" + b"x" * 6, b"x" * 5 + b"\n" + b"y" * 5, b"y" * 5 + b"\nend"]
    lines = list(jsonlines.numbered_lines(pieces))
    assert [number for number, _ in lines] == [1, 2, 3, 4]
    assert [line if isinstance(line, str) else "too long" for _, line in lines] == [
        "short",
        "too long",
        "y" * 10,
        "end",
    ]


def test_a_feed_may_have_exactly_as_many_tags_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"<rss version='2.0'><channel><title>cs.DC updates</title></channel></rss>"
    for limit, is_read in ((6, True), (5, False)):
        monkeypatch.setattr(loose, "_MAX_TAGS", limit)
        with nullcontext() if is_read else pytest.raises(SourceError, match="too large for a feed: 6 tags"):
            assert loose.parse_loosely(data).version == "rss20"
