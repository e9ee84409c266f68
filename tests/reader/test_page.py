"""A page: laid out on demand, with positions that survive another width, contents, and targets that can be followed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.document import Block, Float, Footnote, Group, Item, Items
from arxtui.reader import Options, Page, Place
from tests.reader.documents import all_lines, cite, content, document, equation, page, para, section, table

WORDS = "Every lock has a key and every key has a lock that it opens when nobody else holds it. "
PAPER = (
    para("Before all.", anchors=("p0",)),
    section("Locks", "1"),
    para(WORDS * 4, anchors=("p1",)),
    equation(r"\sum_{i=1}^n\frac{k_i}{l_i}=0", number="(1)"),
    Items((Item(content("•"), (para(WORDS),)), Item(content("•"), (para(WORDS),), ("item2",)))),
    section("Keys", "1.1", 2),
    table("lock | key", f"{WORDS} | two"),
    Group(
        "lemma", content("Lemma 1."), (para(WORDS * 3, Footnote("1", (para(WORDS, anchors=("in note",)),))),), ("L1",)
    ),
    Float("figure", "Figure 1", content(WORDS), (), ("F1",)),
    section("References"),
    para(WORDS * 9),
)


def fully(width: int, **options: object) -> Page:
    laid = page(*PAPER, width=width, **options)
    all_lines(laid)
    return laid


def test_nothing_is_laid_out_before_it_is_looked_at() -> None:
    laid = page(*PAPER * 50)
    estimate = laid.height
    first = laid.lines(0, 10)
    was_exact = laid.exact
    assert (len(first), was_exact) == (10, False)
    assert sum(canvas is not None for canvas in laid._canvases) < 8
    all_lines(laid)
    assert laid.exact
    assert 0.7 < estimate / laid.height < 1.4


def test_work_lays_out_as_much_as_is_requested_and_says_whether_any_is_left() -> None:
    laid = page(para("one"), para("two"), para("three"))
    assert laid.lay_out_more(2)
    assert laid.lay_out_more(1)
    assert not laid.lay_out_more(1)
    assert not laid.lay_out_more(1)


def test_lines_come_in_order_wherever_one_begins_to_look() -> None:
    whole = all_lines(page(*PAPER))
    laid = fully(40)
    assert [line for y in range(0, laid.height, 7) for line in laid.lines(y, y + 7)] == whole
    assert laid.lines(laid.height - 2, laid.height + 5) == whole[-2:]
    assert laid.lines(laid.height + 9, laid.height + 12) == []
    assert laid.line(laid.height + 9).text == ""


def test_looking_in_the_middle_shows_neighbouring_lines_without_a_gap() -> None:
    laid = page(*PAPER * 20)
    shown = laid.lines(700, 760)
    assert len(shown) == 60
    y = laid.y_of_place(laid.place_at(700))
    assert laid.lines(y, y + 50)[:20] == laid.lines(700, 760)[y - 700 : y - 680]


@given(st.integers(24, 120), st.integers(24, 120), st.floats(0, 1))
def test_a_place_is_found_at_another_width_and_back(width: int, other: int, share: float) -> None:
    laid, wide = fully(width), fully(other, hide_citations=True, justified=True)
    place = laid.place_at(int(share * (laid.height - 1)))
    there = wide.place_at(wide.y_of_place(place))
    assert there.block == place.block
    assert laid.place_at(laid.y_of_place(place)) == place


def test_every_line_of_a_tall_formula_is_a_place_of_its_own() -> None:
    laid = fully(60)
    top = laid.y_of_place(Place(3))
    assert [laid.y_of_place(laid.place_at(y)) for y in range(top, top + 3)] == [top, top + 1, top + 2]


def test_a_place_that_is_not_there_is_the_nearest_one() -> None:
    laid = fully(60)
    last = laid.y_of_place(Place(10, 99_999))
    assert [laid.line(last).block, laid.line(last + 1).block, laid.line(last + 1).text] == [10, 11, ""]
    assert laid.y_of_place(Place(99_999)) == laid.y_of_place(Place(11))
    assert laid.y_of_place(Place(-7)) == 0
    assert Page(document(), 40).place_at(5) == Place(-1)
    assert Page(document(), 40).y_of_place(Place(3, 3)) == 0


def test_moving_goes_over_lines_that_were_never_looked_at() -> None:
    laid = page(*PAPER * 30)
    y = laid.y_of_place(Place(200))
    line = laid.line(y)
    up = laid.y_below(y, -100)
    assert laid.line(laid.y_below(up, 100)) == line
    assert [each.text for each in laid.lines(up, up + 101)][-1] == line.text
    assert laid.y_below(0, -5) == 0
    assert laid.y_below(0, 1_000_000) == laid.height - 1
    assert laid.exact


def test_every_anchor_leads_to_its_line() -> None:
    laid = page(*PAPER, width=60)
    for anchor, words in (
        ("p0", "Before"),
        ("p1", "Every lock"),
        ("item2", "• Every lock"),
        ("L1", "Lemma 1."),
        ("F1", "Figure 1"),
        ("in note", "1   Every lock"),
    ):
        y = laid.y_of(anchor)
        assert y is not None
        assert any(line.text.strip().startswith(words) for line in laid.lines(y, y + 3)), anchor
    assert laid.y_of("nowhere") is None


def test_the_contents_are_the_headings() -> None:
    laid = fully(60)
    assert [(each.level, each.number, each.title) for each in laid.outline] == [
        (1, "1", "Locks"),
        (2, "1.1", "Keys"),
        (1, "", "References"),
    ]
    assert laid.section_at(0) is None
    assert laid.section_at(laid.y_of_place(Place(4))) == 0
    assert laid.section_at(laid.y_of_place(Place(7))) == 1
    assert laid.section_at(laid.height - 1) == 2


def test_percents_grow_to_a_hundred_and_are_about_the_same_at_any_width() -> None:
    laid, narrow = fully(80), fully(30)
    percents = [laid.percent_at(y) for y in range(laid.height)]
    assert percents == sorted(percents)
    assert percents[-1] == 100
    for block in range(len(PAPER)):
        there = [each.percent_at(each.y_of_place(Place(block))) for each in (laid, narrow)]
        assert abs(there[0] - there[1]) <= 8


def test_each_cell_of_a_line_is_that_of_one_run() -> None:
    laid = page(para("链 ", cite("[1]"), " on"))
    found = [laid.run_at(0, x) for x in range(10)]
    assert [run.text if run else None for run in found] == [*["链 "] * 3, *["[1]"] * 3, *[" on"] * 3, None]


def test_the_page_of_a_document_in_another_width_shares_its_finder() -> None:
    laid = fully(60)
    other = laid.relaid(30, Options(tex=True))
    assert other.finder is laid.finder
    assert other.measure == 30


BLOCKS: st.SearchStrategy[Block] = st.sampled_from(PAPER)


@given(st.lists(BLOCKS, max_size=6), st.integers(1, 100), st.booleans())
def test_every_character_of_a_document_is_on_its_page(blocks: list[Block], width: int, tex: bool) -> None:
    laid = page(*blocks, width=width, tex=tex)
    seen: dict[int, set[int]] = {}
    for line in all_lines(laid):
        for run in line.runs:
            seen.setdefault(line.block, set()).update(range(run.start, run.start + run.size))
    for block, text in enumerate(laid.finder.texts(), -1):
        missing = {place for place, sign in enumerate(text) if not sign.isspace()} - seen.get(block, set())
        assert not missing, text
