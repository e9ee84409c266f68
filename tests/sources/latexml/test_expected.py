"""Pages of arXiv's converter since August 2026, made from papers whose right reading is known: what stands between two
marks of the paper is read, unless the page itself has lost it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from arxtui.reader import plain
from arxtui.reader.output.linear import linear
from arxtui.sources.latexml import parse_document

_WIDTH = 400
_AROUND = 1000
"""The most letters and digits between a word of an entry and the rest of it."""
_LABEL = re.compile(r"^\[\d+\] ")
"""The label of an entry stands before its mark."""
_MARK, _END, _ABSENT = "alphamark", "omegamark", "absentmark"


class Row(NamedTuple):
    """What a page should read behind a mark, or around a word that is only there."""

    page: str
    mark: str
    kind: str
    text: str


LOST = "the page does not have it"
OTHERWISE = "the page has it in other words, in the style of its converter"
NUMBERED = "notes are numbered in another way"
DESCRIBED = "a diagram is described in words"
NAMED = "what a line cannot show is named, as in hat(xyz)"
UNKNOWN = "the paper has commands that nobody knows"
IN_ROWS = "the formula is drawn in several rows, and has its marks within"
NOT_READ = {
    LOST: """
        biblatexbiber: 0407, 0410, Works on hedges, Barkworth
        siunitxp: 1607, 1618
        algo2e: 2314
        tables2: 3002
        glossac: 4009, 4012
        todochanges: 4108, 4109
        german: 4204
        greekp: 4605, 4606
    """,
    OTHERWISE: """
        natbibbbl: 0210
        bibonly: 0305, Ångström, Brontosaurus
        biblatexbiber: 0402, 0403, 0404
        aastexp: 1117
        physbraket: 1506
        verbs: 2710
        figures1: 3107, 3114
        refs: 3304
        german: 4211
    """,
    NUMBERED: """
        footnotes: 3408, 3416
    """,
    DESCRIBED: """
        tikzpic: 1908
        cdxypic: 2101, 2102, 2103, 2104
    """,
    NAMED: """
        math2: 1407, 1408
    """,
    IN_ROWS: """
        ieeetranp: 0811
        chemtensor: 1716
        feynman: 2205
        ctexp: 5006
    """,
    UNKNOWN: """
        undefinedp: 4702, 4705, 4707, 4712
    """,
}
"""Rows that are read otherwise, by the reason: the page and its marks, or words of entries."""


def bare(text: str) -> str:
    """Return the letters and digits of a text, those of scripts, accents and alphabets as plain ones."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))


@lru_cache(maxsize=2)
def readings(page: Path) -> tuple[str, ...]:
    """Return a page as laid out, and in words."""
    document = parse_document(page.read_bytes())
    return tuple(bare(" ".join(plain(each, _WIDTH))) for each in (document, linear(document)))


def is_read(page: Path, row: Row) -> bool:
    mark, wanted = bare(row.mark), bare(_LABEL.sub("", row.text))
    if row.mark.startswith(_ABSENT):
        return all(mark not in reading for reading in readings(page))
    for reading in readings(page):
        for found in re.finditer(mark, reading):
            if not row.mark.startswith(_MARK):
                if wanted in reading[max(found.start() - _AROUND, 0) : found.end() + _AROUND]:
                    return True
                continue
            end = reading.find(mark.replace(_MARK, _END), found.end())
            between = reading[found.end() : end if end >= 0 else found.end() + _AROUND]
            if wanted in between or (end >= 0 and sorted(wanted) == sorted(between)):  # a formula in several rows
                return True
    return False


def known() -> set[tuple[str, str]]:
    """Return the pages and marks of the rows that are read otherwise."""
    lines = (line.strip().split(": ") for table in NOT_READ.values() for line in table.strip().splitlines())
    return {(page, f"{_MARK}{mark}" if mark.isdigit() else mark) for page, marks in lines for mark in marks.split(", ")}


def test_every_row_is_read_unless_a_reason_is_known(shared: Path) -> None:
    folder = shared / "data/arxiv/html-2026"
    lines = (folder / "expect.tsv").read_text(encoding="utf-8").splitlines()
    rows = [Row(*line.split("\t")[:4]) for line in lines]
    unread = {(row.page, row.mark): row.text for row in rows if not is_read(folder / "own" / f"{row.page}.html", row)}
    assert {key: text for key, text in unread.items() if key not in known()} == {}
    assert known() - unread.keys() == set(), "these are read now"
    assert len(rows) - len(unread) >= 425
