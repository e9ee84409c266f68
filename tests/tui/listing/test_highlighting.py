"""Matched words are highlighted, and no part of the text is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.config.paths import Paths
from arxtui.query import parse
from arxtui.query.highlights import highlights
from arxtui.text import wrap
from arxtui.tui.present.highlighting import highlighted, highlighted_lines
from arxtui.tui.themes import LOOKS
from tests.builders import announced
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import fill, reading

queries = st.sampled_from(["spar*", '"fair locks"', "a", "snapshots of", "ti:godel", "链", ""])
texts = (
    st.text(max_size=120) | st.sampled_from(list(HOSTILE.values())) | st.just("fair locks and sparser snapshots " * 4)
)


def found(text: str, query: str) -> list[str]:
    return [piece for piece, ink in highlighted(text, "text", highlights(parse(query).expr).title) if ink == "found"]


@pytest.mark.parametrize(
    ("query", "text", "shown"),
    [
        ("lock", "Fair locks unlock the Lock", ["locks", "Lock"]),
        ("spars*", "Sparser snapshots", ["Sparser"]),
        ('"fair locks"', "Fair locks, fair queues", ["Fair locks"]),
        ("godel", "On Gödel's proof", ["Gödel"]),
        ("fair -locks", "Fair locks", ["Fair"]),
        ("au:fair", "Fair locks", []),
    ],
)
def test_the_words_of_the_query_are_highlighted(query: str, text: str, shown: list[str]) -> None:
    assert found(text, query) == shown


def test_a_phrase_across_the_end_of_a_line_is_highlighted_on_both() -> None:
    lines = highlighted_lines("we study fair locks", 14, "text", highlights(parse('"fair locks"').expr).abstract)
    assert lines == [[("we study ", "text"), ("fair", "found")], [("locks", "found")]]


def test_equal_lines_of_a_text_are_distinguished() -> None:
    lines = highlighted_lines("fair locks fair", 5, "text", highlights(parse('"fair locks"').expr).abstract)
    assert lines == [[("fair", "found")], [("locks", "found")], [("fair", "text")]]


@given(texts, queries, st.integers(1, 60))
def test_nothing_of_the_text_goes_missing(text: str, query: str, width: int) -> None:
    wanted = highlights(parse(query).expr).title
    assert "".join(piece for piece, _ in highlighted(text, "strong", wanted)) == text
    lines = highlighted_lines(text, width, "text", wanted)
    assert ["".join(piece for piece, _ in line) for line in lines] == wrap(text, width)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_every_theme_distinguishes_found_words_from_others(look: object) -> None:
    assert look.inks["found"] != look.inks["text"]  # type: ignore[attr-defined]
    assert look.inks["found-strong"] != look.inks["strong"]  # type: ignore[attr-defined]


def test_without_colours_found_words_are_underlined() -> None:
    assert LOOKS["ansi"].inks["found"].underline
    assert LOOKS["ansi"].inks["found-strong"].underline


async def test_where_no_colours_are_wished_attributes_distinguish_things(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    made = paper(1, "Fair locks for everyone")
    fill(paths, [made], [announced(made)])
    async with reading(paths) as reader:
        assert reader.app.theme == "plain"


@pytest.mark.parametrize("ink", sorted(set(LOOKS["plain"].inks)))
def test_the_look_without_colours_has_none(ink: str) -> None:
    style = LOOKS["plain"].inks[ink]
    assert (style.color, style.bgcolor) == (None, None)


@pytest.mark.parametrize(
    "ink", ["strong", "dim", "hidden", "link", "fault", "found", "chip-fault", "cursor", "selected"]
)
def test_without_colours_highlights_are_still_visible(ink: str) -> None:
    inks = LOOKS["plain"].inks
    assert inks[ink] != inks["text"]
    assert inks["fault"] not in (inks["strong"], inks["link"], inks["found"])


async def test_found_words_are_highlighted_in_list_and_detail(paths: Paths) -> None:
    made = paper(1, "Fair locks for everyone", abstract="We make locks fair.")
    fill(paths, [made], [announced(made)])
    async with reading(paths) as reader:
        await reader.search("lock")
        accent = LOOKS["dark"].inks["found"].color
        await reader.until(
            lambda: [text for text, colour in inked(reader) if colour == accent and "ock" in text] == ["locks"] * 3
        )


def inked(reader: object) -> list[tuple[str, object]]:
    strips = reader.app.screen._compositor.render_strips()  # type: ignore[attr-defined]
    return [(segment.text, segment.style.color) for strip in strips for segment in strip if segment.style]
