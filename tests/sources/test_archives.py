"""Zip archives as downloaded, read as streams."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest

from arxtui.model.intake import Intake, Reject
from arxtui.sources.errors import SourceError
from tests.sources.fixtures.atom import Answer, new_form
from tests.sources.reading import read_file

SNAPSHOT = "arxiv-metadata-oai-snapshot.json"


def lines(count: int, month: str = "2605") -> bytes:
    return b"".join(
        json.dumps({"id": f"{month}.{number:05}", "title": "A Title", "authors": ["Ada Example"]}).encode() + b"\n"
        for number in range(1, count + 1)
    )


class Pipe(io.RawIOBase):
    """A stream that cannot seek, like standard input or a program's output."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def read(self, size: int = -1) -> bytes:
        piece = bytes(self.data[: min(size, 777)])
        del self.data[: len(piece)]
        return piece

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self.data += piece
        return len(piece)


def packed(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, large: bool = False) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            with archive.open(name, "w", force_zip64=large) as member:
                member.write(data)
    return out.getvalue()


def packed_to_a_pipe(*members: tuple[str, bytes], large: bool = False) -> bytes:
    """Return a zip archive written to a pipe: the sizes follow each member because its header was written before they
    were known."""
    out = Pipe()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            with archive.open(name, "w", force_zip64=large) as member:
                member.write(data)
    return bytes(out.data)


def read(data: bytes, skip: int = 0) -> list[Intake]:
    return list(read_file(Pipe(data), "a zip", skip))  # type: ignore[arg-type]


def papers(intakes: list[Intake]) -> int:
    return sum(len(intake.papers) for intake in intakes)


WAYS: dict[str, Callable[[], bytes]] = {
    "deflated": lambda: packed((SNAPSHOT, lines(2500))),
    "stored": lambda: packed((SNAPSHOT, lines(2500)), method=zipfile.ZIP_STORED),
    "stored, zip64": lambda: packed((SNAPSHOT, lines(2500)), method=zipfile.ZIP_STORED, large=True),
    "deflated, zip64": lambda: packed((SNAPSHOT, lines(2500)), large=True),
    "deflated, sizes behind": lambda: packed_to_a_pipe((SNAPSHOT, lines(2500))),
    "deflated, zip64 sizes behind": lambda: packed_to_a_pipe((SNAPSHOT, lines(2500)), large=True),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_snapshot_is_read_from_its_archive_in_a_pipe(way: str) -> None:
    intakes = read(WAYS[way]())

    assert papers(intakes) == 2500
    assert [intake.through for intake in intakes] == [1000, 2000, 2500]
    assert intakes == read(lines(2500))


def test_every_member_that_is_anything_known_is_read_and_the_others_are_reported() -> None:
    intakes = read(
        packed_to_a_pipe(
            ("README.md", b"# About this data set"),
            ("data/", b""),
            (SNAPSHOT, lines(1200)),
            ("data/answer.xml", new_form(Answer())),
            ("data/more.json", lines(3, "2604") + b"{\n"),
        )
    )

    assert papers(intakes) == 1204
    assert [reject for intake in intakes for reject in intake.rejects] == [
        Reject("data/more.json, line 4", "not JSON: Expecting property name enclosed in double quotes")
    ]
    (note,) = [note for intake in intakes for note in intake.notes]
    assert note.startswith("left out: “README.md” in the zip archive: not Atom,")


def test_an_archive_that_ends_behind_a_member_or_goes_on_otherwise_is_broken() -> None:
    archive = packed((SNAPSHOT, lines(3)))
    members = archive[: archive.index(b"PK\x01\x02")]
    for behind, fault in (
        (b"", "the zip archive ends early"),
        (b"else", "the zip archive contains data that belongs to"),
    ):
        taken: list[Intake] = []
        with pytest.raises(SourceError, match=fault):
            taken.extend(read_file(Pipe(members + behind), "a zip"))  # type: ignore[arg-type]
        assert papers(taken) == 3


def test_of_many_members_that_are_left_out_some_are_named() -> None:
    strange = [(f"{number}.txt", b"Words.") for number in range(1, 5001)]
    intakes = read(packed(*strange, (SNAPSHOT, lines(3))))

    assert papers(intakes) == 3
    notes = [note for intake in intakes for note in intake.notes]
    assert len(notes) == 21
    assert notes[-1] == "left out: 4,980 more members of the zip archive"


def test_reading_goes_on_behind_any_place_an_intake_reached() -> None:
    data = packed(("a.json", lines(2100)), ("b.xml", new_form(Answer())), ("c.json", lines(1001, "2604")))
    whole = read(data)

    assert [len(intake.papers) for intake in whole] == [1000, 1000, 100, 1, 1000, 1]
    assert sorted({intake.through for intake in whole}) == [intake.through for intake in whole]
    for number, intake in enumerate(whole, 1):
        assert read(data, skip=intake.through) == whole[number:]


def damaged(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 0x55
    return bytes(changed)


def encrypted(data: bytes) -> bytes:
    changed = bytearray(data)
    changed[6] |= 1
    return bytes(changed)


STORED_TO_A_PIPE = b"".join(
    (b"PK\x03\x04\x14\x00\x08", bytes(19), b"\x06\x00\x00\x00a.json", lines(1), b"PK\x07\x08", bytes(12))
)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (packed(), "the zip archive is empty"),
        (packed(("notes.txt", b"Words.")), "“notes.txt” in the zip archive: not Atom, "),
        (packed(("data/", b""), ("a.json", b"")), "“a.json” in the zip archive: it is empty"),
        (
            packed((SNAPSHOT, lines(9)), method=zipfile.ZIP_BZIP2),
            f"“{SNAPSHOT}” in the zip archive is compressed by bzip2, which cannot be read; unpack it first",
        ),
        (encrypted(packed((SNAPSHOT, lines(9)))), f"“{SNAPSHOT}” in the zip archive is encrypted; unpack it first"),
        (damaged(packed((SNAPSHOT, lines(9))), 70), f"“{SNAPSHOT}” in the zip archive is damaged ("),
        (STORED_TO_A_PIPE, "“a.json” in the zip archive does not say its size; unpack it first"),
        (packed(("a.json", b"{" + b" " * (24 << 20))), "“a.json” in the zip archive unpacks to more than 200 times"),
        (packed((SNAPSHOT, lines(2)))[:70], "the zip archive ends early"),
    ],
)
def test_an_archive_that_cannot_be_read_says_why(data: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        read(data)

    assert str(caught.value).startswith(words)


def test_a_truncated_archive_gives_its_first_records_and_then_an_error() -> None:
    data = packed((SNAPSHOT, lines(20_000)))
    taken: list[Intake] = []

    with pytest.raises(SourceError, match=r"^the zip archive ends early$"):
        taken.extend(read_file(io.BytesIO(data[: len(data) * 3 // 4]), "cut off"))
    assert papers(taken) > 1000


def test_a_member_of_unsupported_compression_is_an_error_after_the_members_before_it() -> None:
    taken: list[Intake] = []
    good = packed(("a.json", lines(5)))
    bad = packed(("b.json", lines(5)), method=zipfile.ZIP_LZMA)

    with pytest.raises(SourceError, match=r"^“b\.json” in the zip archive is compressed by LZMA"):
        taken.extend(read_file(io.BytesIO(good[: good.index(b"PK\x01\x02")] + bad), "two"))
    assert papers(taken) == 5
