"""Full-text documents packed for the cache."""

from __future__ import annotations

import zlib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model import document as model
from arxtui.model.document import Alignment, Document, Origin, Style
from arxtui.store.errors import Damaged
from arxtui.store.texts import documents
from arxtui.store.texts.documents import FORM, pack_document, unpack_document

NAMES = st.lists(st.text(max_size=6), max_size=2).map(tuple)


def many(parts: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(parts, max_size=most).map(tuple)


def of(kind: Any, *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(*fields).map(lambda values: kind(*values))


TEXT, NUMBER = st.text(max_size=8), st.integers(1, 99)
RUN = (
    of(model.Text, TEXT, st.integers(0, 255).map(Style))
    | of(model.Formula, TEXT)
    | st.just(model.Break())
    | of(model.Picture, TEXT, TEXT, NUMBER, NUMBER)
)
ALIGNMENT = st.sampled_from(Alignment)
EQUATION_ROW = of(model.EquationRow, many(of(model.EquationCell, many(RUN), ALIGNMENT)), TEXT, NAMES)
FLAT = (
    of(model.Heading, NUMBER, TEXT, many(RUN), NAMES)
    | of(model.Paragraph, many(RUN), NAMES)
    | of(model.Equation, many(EQUATION_ROW), NAMES)
    | of(model.Listing, many(of(model.Line, many(RUN), TEXT, NAMES)), TEXT, NAMES)
    | of(model.Pictures, many(of(model.Picture, TEXT)))
    | st.just(model.Rule())
)


def holding(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Blocks that contain other blocks, directly or in a footnote of their text."""
    within = many(inner, 2)
    content = many(RUN, 2) | st.tuples(
        of(model.Reference, many(RUN), TEXT, st.booleans()) | of(model.Link, many(RUN), TEXT),
        of(model.Footnote, TEXT, within),
    )
    cell = of(model.Cell, within, NUMBER, NUMBER, ALIGNMENT, st.booleans(), TEXT)
    return (
        of(model.Paragraph, content, NAMES)
        | of(model.Items, many(of(model.Item, content, within, NAMES)), st.booleans())
        | of(model.Group, TEXT, content, within, NAMES)
        | of(model.Table, many(many(cell, 2), 2), NAMES)
        | of(model.Float, TEXT, TEXT, content, within, NAMES)
        | of(model.Source, TEXT, within, NAMES)
    )


PARAGRAPH = model.Paragraph((model.Text("A sentence. ", Style.BOLD), model.Formula(r"\alpha")), ("p1",))
DOCUMENTS = st.builds(
    Document,
    many(RUN),
    many(of(model.Person, many(RUN), many(many(RUN)))),
    many(st.recursive(FLAT, holding, max_leaves=6), 5),
    st.sampled_from(Origin),
    many(st.tuples(st.text(), st.integers(1, 10**6))),
    NAMES,
    st.booleans(),
    st.text(),
    NAMES,
    st.just(()),  # notices are not stored
)
SMALL = Document((model.Text("A Title"),), (), (PARAGRAPH,) * 3)


@given(DOCUMENTS)
def test_a_document_comes_back_as_it_was(document: Document) -> None:
    assert repr(unpack_document(pack_document(document))) == repr(document)


def test_every_kind_of_part_has_a_number() -> None:
    kinds = {kind for kind in vars(model).values() if isinstance(kind, type) and hasattr(kind, "_fields")}
    assert kinds - {Document} == set(documents._KINDS)


@pytest.mark.parametrize("packed", [b"", bytes([FORM + 1]) + b"something"])
def test_another_form_is_refused_with_the_reason(packed: bytes) -> None:
    with pytest.raises(
        Damaged, match=rf"stored in format {packed[0] if packed else 0}; this version reads format {FORM}"
    ):
        unpack_document(packed)


@given(st.data())
def test_damage_is_reported(data: st.DataObject) -> None:
    packed = pack_document(SMALL)
    place = data.draw(st.integers(0, len(packed) - 1))
    other = data.draw(st.binary(max_size=3))
    with suppress(Damaged):
        unpack_document(packed[:place] + other + packed[place + 1 :])


@pytest.mark.parametrize("text", [b"[]", b"{}", b'[[],[],[[99]],"html",[],[]]', b'[[],[],[[8]],"html",[],[]]', b"\xff"])
def test_an_invalid_document_is_reported_as_damaged(text: bytes) -> None:
    with pytest.raises(Damaged, match="cannot be read"):
        unpack_document(bytes([FORM]) + zlib.compress(text))


def test_a_paper_packs_to_a_fraction() -> None:
    paper = Document(
        (), (), tuple(model.Paragraph((model.Text(f"Sentence {n} of a paper. " * 20),)) for n in range(500))
    )
    assert len(pack_document(paper)) < len(repr(paper)) / 20
