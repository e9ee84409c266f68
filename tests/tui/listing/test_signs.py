"""Each sign of a paper's row is drawn, spoken in plain mode, explained in the help, and has an ASCII form."""

from __future__ import annotations

import re
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from arxtui.cli.plain.blocks import block
from arxtui.light import changed
from arxtui.model.fulltext import TextState
from arxtui.model.marks import MARKS, Marks, Reading
from arxtui.model.paper import AnnounceType
from arxtui.model.signs import ARRIVALS, PICKED, ROW_SIGNS, TEXTS, Sign, StarredLink
from arxtui.model.views import Row
from arxtui.text import cells
from arxtui.text.encodable import in_ascii_cells
from arxtui.tui.present.help import help_lines
from arxtui.tui.present.listing.columns import Columns
from arxtui.tui.present.listing.rows import ListLooks, paper_row
from tests.builders import row
from tests.tui.papers import paper

PLAIN = row(paper(1), reviews=0, theorem_links=None)
ROWS = [
    changed(PLAIN, marks=Marks(unread=True), fresh=True),
    changed(PLAIN, marks=Marks(unread=True)),
    changed(PLAIN, highlighted=True),
    *(changed(PLAIN, marks=changed(Marks(), **{mark.name: True})) for mark in MARKS),
    *(changed(PLAIN, marks=Marks(reading=reading)) for reading in Reading),
    changed(PLAIN, marks=Marks(note="To be read again.")),
    *(changed(PLAIN, type=kind) for kind in AnnounceType),
    *(changed(PLAIN, reviews=1, theorem_links=links) for links in (None, 0, 2)),
    changed(PLAIN, withdrawn=True),
    *(changed(PLAIN, starred_link=link) for link in StarredLink),
    changed(PLAIN, in_bibliography=True),
    *(changed(PLAIN, fulltext=state) for state in TextState),
]
"""Rows that differ from ``PLAIN`` in one thing each."""


def shown_in_list(shown: Row) -> str:
    columns = Columns.fit(80, [shown, PLAIN], date(2026, 5, 14))
    return "".join(text for text, _ in paper_row(shown, columns, ListLooks(), here=False))


def spoken(shown: Row) -> str:
    return " ".join(line.strip() for line in block(1, shown)).lower()


@pytest.mark.parametrize("sign", [each for each in ROW_SIGNS if each is not PICKED], ids=lambda sign: sign.character)
def test_every_sign_of_the_list_is_a_word_in_plain_mode(sign: Sign) -> None:
    has_it = [
        each for each in ROWS if shown_in_list(each).count(sign.character) > shown_in_list(PLAIN).count(sign.character)
    ]
    assert has_it, "no row of these shows the sign: add one"
    for each in has_it:
        assert sign.spoken.lower() in spoken(each)
        assert not sign.spoken or sign.spoken.lower() not in spoken(PLAIN)


def test_each_state_that_has_a_sign_shows_it() -> None:
    expected = {
        **{changed(PLAIN, type=kind): sign for kind, sign in ARRIVALS.items()},
        **{changed(PLAIN, fulltext=state): sign for state, sign in TEXTS.items()},
    }
    assert len({*ROWS} & {*expected}) == len(expected)
    for each, sign in expected.items():
        assert sign.character in shown_in_list(each)
        assert sign.spoken in spoken(each)


@pytest.mark.parametrize("sign", ROW_SIGNS, ids=lambda sign: sign.character)
def test_each_sign_is_one_cell_and_explained_in_the_help(sign: Sign) -> None:
    assert cells(sign.character) == len(sign.ascii) == 1
    assert sign.ascii.isascii()
    assert in_ascii_cells(sign.character) == sign.ascii
    explained = ["".join(text for text, _ in line.pieces) for line in help_lines(400)]
    assert any(sign.character in line.split(sign.meaning)[0] for line in explained if sign.meaning in line)


def test_two_signs_of_one_column_differ_in_ascii() -> None:
    for one, other in combinations(ROW_SIGNS, 2):
        assert one.column != other.column or one.ascii != other.ascii, (one, other)


def test_the_documented_table_of_ascii_signs_is_the_one_in_force() -> None:
    text = Path("docs/themes.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"\| `(.)` [^|]+ \| `\\?(.)` ", text))
    shown = {sign.character: sign.ascii for sign in ROW_SIGNS if sign.ascii != sign.character}
    assert documented == shown, "the table of docs/themes.md"
