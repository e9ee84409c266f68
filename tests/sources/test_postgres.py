"""Citations in dumps of PostgreSQL. The fixtures are dumps of version 15 of a database with made-up papers."""

from __future__ import annotations

import lzma
import zlib
from pathlib import Path

import pytest

from arxtui.sources.citation_files import UnpackedCitations
from tests.sources.test_citation_files import OLD, ONE, TWO, cited, parts

FIXTURES = Path(__file__).parent / "fixtures"
CITATIONS = {ONE: {TWO, OLD}}
ROWS = f'1\t{ONE}\t{TWO}\n2\t{ONE}\t{OLD}\n3\t{ONE}\ta "quoted\\nname\n'
SQL = f"""--
-- PostgreSQL database dump
--

SET client_encoding = 'UTF8';
COPY public.papers (arxiv_id, title) FROM stdin;
{ONE}\tCOPY of citing papers, cited
\\.

COPY public.citation_edges (id, citing_id, cited_id) FROM stdin;
{ROWS}\\.


COPY public.others (a, b) FROM stdin;
{TWO}\t{ONE}
\\.
"""


def unpacked(data: bytes, size: int = 300) -> tuple[bytes, str | None]:
    chunks = UnpackedCitations(data[start : start + size] for start in range(0, len(data), size))
    return b"".join(chunks), chunks.fault


def integer(number: int) -> bytes:
    return (number < 0).to_bytes(1, "little") + abs(number).to_bytes(4, "little")


def text(words: str | None) -> bytes:
    return integer(-1) if words is None else integer(len(words)) + words.encode()


def archive(minor: int, packing: bytes, data: bytes) -> bytes:
    """Return a dump in PostgreSQL's own form of a version, with a table of citations."""
    heading = b"PGDMP" + bytes([1, minor, 0, 4, 8, 1]) + packing + integer(0) * 7 + text("x") * 3
    copy = "COPY public.citation_edges (id, source_id, target_id) FROM stdin;\n"
    names = (
        text("0") * 2 + text("citation_edges") + text("TABLE DATA") + integer(3) + text("") + text(None) + text(copy)
    )
    later = (text(None) if minor >= 14 else b"") + (integer(114) if minor >= 16 else b"")
    entry = integer(7) + integer(1) + names + text("public") + text("") + later + text("me") + text("false")
    block = b"".join(integer(len(data[at : at + 40])) + data[at : at + 40] for at in range(0, len(data), 40))
    return heading + integer(1) + entry + text("3") + text(None) + bytes(9) + b"\1" + integer(7) + block + integer(0)


@pytest.mark.parametrize("name", ["citations-plain.dump", "citations-gzip.dump"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_citations_of_a_dump_are_read(name: str, is_packed: bool) -> None:
    data = (FIXTURES / name).read_bytes()
    table, fault = unpacked(lzma.compress(data) if is_packed else data)
    assert (cited(parts(table)), fault) == (CITATIONS, None)


def test_citations_of_a_dump_as_sql_are_read() -> None:
    for size in (150, 10_000):
        table, fault = unpacked(SQL.encode(), size)
        assert (cited(parts(table)), fault) == (CITATIONS, None)


@pytest.mark.parametrize(
    ("minor", "packing", "is_packed"),
    [(12, integer(0), False), (14, integer(-1), True), (15, b"\0", False), (15, b"\1", True), (16, b"\1", True)],
)
def test_dumps_of_other_versions_are_read(minor: int, packing: bytes, is_packed: bool) -> None:
    data = archive(minor, packing, zlib.compress(ROWS.encode()) if is_packed else ROWS.encode())
    table, fault = unpacked(data)
    assert (cited(parts(table)), fault) == (CITATIONS, None)


def test_a_dump_without_citations_says_so() -> None:
    table, fault = unpacked(SQL.replace("citing_id", "a").encode())
    assert (cited(parts(table)), fault) == ({}, "no table of the dump has columns of citing and cited papers")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (archive(16, b"\2", b""), "packed by another program"),
        (b"PGDMP" + bytes([1, 9, 0, 4, 8, 1]), "cannot be read: pg_restore"),
        (b"PGDMP" + bytes([1, 14, 0, 4, 8, 3]), "cannot be read: pg_restore"),
        (archive(14, integer(0), ROWS.encode())[:-20], "ends early"),
        (archive(14, integer(-1), b"no zlib"), "is damaged"),
        (b"PGDMP" + bytes([1, 14, 0, 4, 8, 1]) + integer(0) * 8 + text("x") * 2 + integer(1 << 30), "ends early"),
    ],
)
def test_a_dump_that_cannot_be_read_says_why(data: bytes, said: str) -> None:
    assert said in (unpacked(data)[1] or "")


def test_a_damaged_dump_is_a_fault_and_no_failure() -> None:
    data = (FIXTURES / "citations-plain.dump").read_bytes()
    for cut in range(5, len(data) - 5, 211):
        table, _ = unpacked(data[:cut])
        assert cited(parts(table)) in ({}, {ONE: {TWO}}, CITATIONS)
        damaged = bytearray(data)
        damaged[cut] ^= 0xFF
        unpacked(bytes(damaged))
