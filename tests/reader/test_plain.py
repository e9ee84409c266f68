"""A whole document as plain text: in real papers no word is lost or out of order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arxtui.model.document import Document, Equation, Float, Footnote, Formula, Heading, Source, Style, Table, Text
from arxtui.reader import Options, Page, Role, markdown, plain, report
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from tests.reader.documents import all_lines, document, equation, para, section, table, widest
from tests.reader.test_blocks import TITLED
from tests.samples import sample

_NEAR = 2_000
"""The largest number of characters between two words: formulas, numbers and frames."""


def test_a_document_is_printed_from_its_title_to_its_notes() -> None:
    paper = TITLED._replace(blocks=(section("Locks", "1"), para("They hold", Footnote("1", (para("Mostly."),)), ".")))
    lines = list(plain(paper, 60))
    assert lines[0] == "Locks and Their Keys"
    assert lines[-9:] == ["", "", "1  Locks", "", "They hold¹.", "", "", "Notes", "", "1   Mostly."][-9:]


def test_a_report_counts_blocks_formulas_footnotes_and_commands_left_as_tex() -> None:
    noted = para("$a$ and $\\unheardof$ ", Footnote("1", (para("$\\unheardof$"),)))
    result = report(document(section("A"), noted, table("a | b"), equation("c")))
    assert result.blocks == {"Heading": 1, "Paragraph": 4, "Table": 1, "Equation": 1}
    assert (result.formulas, result.footnotes, result.as_tex) == (4, 1, ("\\unheardof",))


def _is_capitals(run: Text) -> bool:
    """Whether small capitals without a capital are shown as capitals, as docs/fulltext.md says."""
    return bool(run.style & Style.SMALL_CAPS) and not run.style & Style.MONO and run.text == run.text.lower()


def words_of(part: Any) -> Iterator[str]:
    """Yield the words in reading order, by an independent walk over the document; without formulas, scripts and
    footnotes."""
    if isinstance(part, Text):
        if not part.style & (Style.SUPER | Style.SUB):
            yield from (part.text.upper() if _is_capitals(part) else part.text).split()
    elif isinstance(part, Heading):
        yield from (*part.number.split(), *words_of(part.title))
    elif isinstance(part, Source):
        yield from (*part.label.split(), *words_of(part.blocks))
    elif isinstance(part, Float):
        caption = (*part.tag.split(), *words_of(part.caption))
        yield from (*words_of(part.blocks), *caption) if part.kind == "figure" else (*caption, *words_of(part.blocks))
    elif isinstance(part, Footnote | Formula):
        return
    elif isinstance(part, tuple):
        for each in part:
            yield from words_of(each)


def holds(part: Any, kinds: type | tuple[type, ...]) -> bool:
    return isinstance(part, kinds) or (isinstance(part, tuple) and any(holds(each, kinds) for each in part))


def assert_in_order(words: Iterable[str], shown: str) -> None:
    """Small capitals are shown in upper case."""
    place, shown = 0, shown.casefold()
    for word in map(str.casefold, words):
        found = shown.find(word, place)
        assert 0 <= found - place <= _NEAR, f"{word!r} is not behind {shown[max(place - 60, 0) : place]!r}"
        place = found + len(word)


@cache
def parsed(path: Path) -> Document:
    try:
        return parse_document(path.read_bytes())
    except SourceError:
        return document()


@pytest.fixture(scope="module")
def papers(shared: Path) -> list[Document]:
    folder = shared / "data/arxiv/html"
    if not folder.is_dir():
        pytest.skip("the captured full texts are not here")
    pages = [path for path in sorted(folder.iterdir()) if path.suffix in (".html", ".xhtml")]
    return [parsed(path) for path in pages if path.stat().st_size < sample(400_000, 9_000_000)]


def test_every_word_of_a_real_paper_is_printed_and_in_its_place(papers: list[Document]) -> None:
    assert len(papers) > 30
    for paper in papers:
        laid = Page(paper, 400, Options(measure=400))
        fields: dict[int, list[str]] = {}
        for line in all_lines(laid):
            fields.setdefault(line.block, []).append("".join(line.text.split()))
        for place, block in enumerate(paper.blocks):
            shown, words = "".join(fields.get(place, [])), list(words_of(block))
            if holds(block, (Table, Equation)):  # cells side by side are printed line by line
                assert all(word in shown or len(word) > 60 for word in words)
            else:
                assert_in_order(words, shown)
        assert_in_order(words_of((paper.title, [person.name for person in paper.people])), "".join(fields.get(-1, [])))


@pytest.mark.parametrize("width", [24, 80])
def test_every_character_of_a_real_paper_is_on_its_page_and_no_line_too_wide(
    papers: list[Document], width: int
) -> None:
    for paper in papers:
        laid = Page(paper, width)
        seen: dict[int, set[int]] = {}
        lines = all_lines(laid)
        for line in lines:
            for run in line.runs:
                seen.setdefault(line.block, set()).update(range(run.start, run.start + run.size))
        for block, text in enumerate(laid.finder.texts(), -1):
            assert {place for place, sign in enumerate(text) if not sign.isspace()} <= seen.get(block, set())
        assert widest([line for line in lines if not line.wide]) <= width


def test_every_place_of_a_real_paper_survives_another_width(papers: list[Document]) -> None:
    for paper in papers:
        laid, other = Page(paper, 80), Page(paper, 47, Options(justified=True))
        all_lines(laid)
        for y in range(0, laid.height, 11):
            place = laid.place_at(y)
            assert other.place_at(other.y_of_place(place)).block == place.block
            assert laid.place_at(laid.y_of_place(place)) == place


def test_every_internal_link_of_a_real_paper_leads_to_a_line(papers: list[Document]) -> None:
    inner = {Role.REFERENCE, Role.CITATION, Role.NOTE}
    for paper in papers:
        laid = Page(paper, 80)
        all_lines(laid)
        runs = (run for line in laid.lines(0, laid.height) for run in line.runs)
        wanted = {run.target for run in runs if run.target and run.role in inner}
        assert [target for target in wanted if laid.y_of(target) is None] == []


def test_real_papers_are_written_as_markdown(papers: list[Document]) -> None:
    for paper in papers:
        text = "\n".join(markdown(paper))
        for heading in (block for block in paper.blocks if isinstance(block, Heading) and block.number):
            assert f"# {heading.number}".replace("_", "\\_") in text
