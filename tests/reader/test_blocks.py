"""The layout of headings, lists, theorems, quotes, listings, figures, sources, title and notes."""

from __future__ import annotations

import pytest

from arxtui.model.document import (
    Block,
    Break,
    Cell,
    Document,
    Equation,
    EquationCell,
    EquationRow,
    Float,
    Footnote,
    Formula,
    Group,
    Heading,
    Item,
    Items,
    Line,
    Listing,
    Paragraph,
    Person,
    Picture,
    Pictures,
    Rule,
    Source,
    Style,
    Table,
    Text,
)
from arxtui.reader import Options, Page, Role
from tests.reader.documents import all_lines, content, equation, page, para, section, shown


def item(mark: str, *words: str) -> Item:
    return Item(content(mark) if mark else (), tuple(para(each) for each in words))


def test_sections_are_apart_with_their_numbers_hanging() -> None:
    assert shown(
        para("before"), section("A Title Longer Than Its Line Is", "2.1"), para("in it"), section("Next", "3"), width=30
    ) == ["before", "", "", "2.1  A Title Longer Than Its", "     Line Is", "", "in it", "", "", "3  Next"]


def test_a_heading_within_the_text_is_close_above_it() -> None:
    assert shown(section("Locks.", level=4), para("They hold.")) == ["Locks.", "They hold."]


def test_only_a_section_is_two_lines_below_a_text_and_headings_are_apart() -> None:
    assert shown(section("Locks", "1"), section("Held", "1.1", 2), para("They are."), section("Free", "1.2", 2)) == [
        "1  Locks",
        "",
        "1.1  Held",
        "",
        "They are.",
        "",
        "1.2  Free",
    ]
    assert shown(section("Locks.", level=4), section("Keys.", level=4)) == ["Locks.", "", "Keys."]
    assert shown(para("They hold."), para(), para(), section("Keys", "2")) == ["They hold.", "", "", "2  Keys"]


def test_short_items_are_close_and_long_ones_apart() -> None:
    assert shown(Items((item("•", "one"), item("•", "two")))) == ["• one", "• two"]
    assert shown(Items((item("(i)", "one", "more"), item("(ii)", "two")))) == [
        "(i)  one",
        "",
        "     more",
        "",
        "(ii) two",
    ]


def test_lists_nest_with_hanging_indents() -> None:
    inner = Items((item("(a)", "a text that is too long for a line"),))
    nested = Items((Item(content("1."), (para("first"), inner)),))
    assert shown(nested, width=32) == ["1. first", "", "   (a) a text that is too long", "       for a line"]


def test_an_item_without_words_keeps_its_mark() -> None:
    assert shown(Items((Item(content("•"), ()), item("", "no mark")))) == ["•", "  no mark"]


def test_items_of_a_description_list_begin_with_their_term() -> None:
    described = Items(
        (Item(content("Lock"), (para("what holds and what is held until it is let go"),)),), described=True
    )
    assert shown(described, width=30) == ["Lock what holds and what is", "    held until it is let go"]
    assert shown(described, width=29, justified=True) == [
        "Lock what holds and  what  is",
        "    held until it is let go",
    ]


def test_the_title_of_a_theorem_is_in_its_first_line() -> None:
    theorem = Group("theorem", content("Theorem 2 (Example)."), (para("Every lock has a key."), equation("a=b")))
    lines = all_lines(page(theorem))
    assert [line.text for line in lines] == [
        "  Theorem 2 (Example). Every lock has a",
        "  key.",
        "",
        " " * 18 + "a = b",
    ]
    assert lines[0].runs[1].role is Role.LABEL
    assert lines[0].runs[1].style is Style.BOLD


def test_a_proof_ends_with_its_sign_on_the_right() -> None:
    def proof(*words: str) -> Group:
        return Group("proof", content("Proof."), tuple(para(each) for each in words))

    assert shown(proof("So it is."), width=30) == ["Proof. So it is." + " " * 13 + "∎"]
    assert shown(proof("So it is.")._replace(title=()), width=30) == ["So it is." + " " * 20 + "∎"]
    assert shown(proof("So it is.∎"), width=30) == ["Proof. So it is." + " " * 13 + "∎"]
    assert shown(proof("So it is. ∎"), width=30) == ["Proof. So it is." + " " * 13 + "∎"]
    assert shown(proof("So it is. $\\square$"), width=30) == ["Proof. So it is." + " " * 13 + "□"]
    assert shown(proof("So it is. ∎"), width=18) == ["Proof. So it is. ∎"]
    assert shown(proof("So it is.∎"), width=17) == ["Proof. So it is.∎"]
    assert shown(proof("So it is, as was to be shown."), width=36) == [
        "Proof. So it is, as was to be shown.",
        " " * 35 + "∎",
    ]


def test_an_empty_proof_has_no_sign_and_a_sign_alone_is_on_the_right() -> None:
    blocks = (Group("proof", content("Proof."), ()), para("So it is."), para("∎"))
    assert [line.text for line in all_lines(page(*blocks, width=12))] == ["Proof.", "", "So it is.", "", " " * 11 + "∎"]


def test_the_sign_of_a_proof_is_below_a_table_that_is_wider_than_the_text() -> None:
    wide = Table(((Cell((para("a" * 60),)),),))
    lines = all_lines(page(Group("proof", content("Proof."), (para("So."), wide)), width=40))
    assert [(line.text.strip(), line.wide) for line in lines[2:]] == [("a" * 60, True), ("∎", False)]
    code = Listing((Line(content("a" * 60)), Line(content("b"))), "python")
    lines = all_lines(page(Group("proof", content("Proof."), (para("So."), code)), width=40))
    assert [(line.text.strip(), line.wide) for line in lines[3:]] == [("b", True), ("∎", False)]


def test_an_abstract_is_below_its_name() -> None:
    assert shown(Group("abstract", content("Abstract"), (para("We lock."),))) == ["Abstract", "  We lock."]
    assert shown(Group("abstract", content("Abstract—"), (para("We lock."),))) == ["Abstract— We lock."]


def test_quotes_are_indented_on_both_sides() -> None:
    quote = Group("quote", (), (para("words of another that are wrapped here"),))
    assert shown(quote, width=38) == ["    words of another that are", "    wrapped here"]


def test_a_rule_goes_across() -> None:
    assert shown(Rule(), width=24) == ["─" * 24]


def test_code_keeps_its_blanks_and_is_never_broken() -> None:
    code = Listing(
        (Line(content("while lock:"), "9"), Line((), "10"), Line(content("    wait(forever_and_a_day)"), "11"))
    )
    lines = all_lines(page(code, width=24))
    assert [line.text.rstrip() for line in lines] == [" 9  while lock:", "10", "11      wait(forever_and_a_day)"]
    assert all(line.wide for line in lines)


def test_long_prose_set_as_code_is_wrapped_with_its_indent() -> None:
    prompt = "  You are a careful helper. Read the question, then answer it in one word."
    lines = all_lines(page(Listing((Line(content("Prompt:"), "1"), Line(content(prompt), "2"))), width=40))
    assert [line.text.rstrip() for line in lines] == [
        "1  Prompt:",
        "2    You are a careful helper. Read the",
        "     question, then answer it in one",
        "     word.",
    ]
    assert not any(line.wide for line in lines)


def test_a_wrapped_comment_has_an_indent_that_is_not_that_of_code() -> None:
    comment = "  # the lock is held while we wait for the other one to go on"
    assert shown(Listing((Line(content(comment)), Line(content("  wait()")))), width=40) == [
        "    # the lock is held while we wait for",
        "        the other one to go on",
        "    wait()",
    ]


@pytest.mark.parametrize(
    "code",
    [
        Listing((Line(content("# the lock is held while we wait for the other one to go on")),), "python"),
        Listing((Line(content("for (i = 0; i < n; i++) { x[i] = y[i] * z[i]; w += x[i]; }")),)),
        Listing((Line(content("alpha=1 beta=2 gamma=3 delta=4 epsilon=5 zeta=6 eta=7")),)),
    ],
)
def test_long_lines_of_code_are_not(code: Listing) -> None:
    lines = all_lines(page(code, width=40))
    assert [(len(lines), line.wide) for line in lines] == [(1, True)]


def test_code_that_fits_does_not_scroll() -> None:
    for code, is_wide in (("  a = 1", False), ("a" * 38, False), ("a" * 39, True)):
        lines = all_lines(page(Listing((Line(content(code)),), "python"), width=40))
        assert [(line.text, line.wide) for line in lines] == [(f"  {code}", is_wide)]


def test_a_figure_without_room_is_a_frame_with_its_words() -> None:
    tree = Picture("x1.png", "A tree with two leaves")
    figure = Float("figure", "Figure 1", content("Growth."), (Pictures((tree, Picture("a/x2.png"))),))
    lines = all_lines(page(figure, width=60))
    assert [line.text.rstrip() for line in lines] == [
        "┌──────────────────────────┐   ▣ x2.png",
        "│ ▣ A tree with two leaves │",
        "└──────────────────────────┘",
        "  Figure 1  Growth.",
    ]
    assert [run.target for run in lines[1].runs if run.role is Role.PICTURE] == ["x1.png"]


def test_panels_without_captions_are_close() -> None:
    panels = (Float("figure", f"({tag})", (), (Pictures((Picture(f"{tag}.png"),)),)) for tag in "ab")
    lines = shown(Float("figure", "Figure 1", content("Growth."), tuple(panels)), width=40)
    assert lines == ["▣ a.png", "  (a)", "▣ b.png", "  (b)", "  Figure 1  Growth."]


@pytest.mark.parametrize(("width", "columns"), [(23, [1, 1, 1]), (49, [1, 1, 1]), (50, [2, 1]), (76, [3])])
def test_as_many_pictures_are_in_a_row_as_have_their_least_width(width: int, columns: list[int]) -> None:
    pictures = Pictures(tuple(Picture(f"{name}.png") for name in "abc"))
    lines = all_lines(page(pictures, width=width))
    assert [line.text.count("▣") for line in lines] == columns


def test_the_name_of_a_picture_is_as_wide_as_its_column() -> None:
    pictures = Pictures((Picture("quite_a_long_name_of_a_tree.png"), Picture("b.png")))
    [line] = all_lines(page(pictures, width=50))
    assert line.text.rstrip() == "▣ quite_a_lon…a_tree.png  ▣ b.png"


def test_a_picture_that_is_drawn_has_as_much_room_as_it_says() -> None:
    pictures = Pictures((Picture("a.png", "a", 640, 480), Picture("b.png")))
    laid = page(para("words"), pictures, width=60, picture_height=lambda picture, width: picture.height // 160)
    assert [line.text.rstrip() for line in all_lines(laid)] == ["words", "", " " * 31 + "▣ b.png", "", ""]
    [room] = laid.pictures(0, 10)
    assert (room.address, room.y, room.x, room.width, room.height) == ("a.png", 2, 0, 29, 3)
    assert laid.pictures(0, 2) == []
    assert laid.pictures(4, 5) == [room]


def test_a_drawn_picture_is_where_the_block_around_it_leaves_room() -> None:
    drawn = (Pictures((Picture("a.png", "a", 640, 480),)),)
    beside = Table((((Cell((para("left"),)), Cell(drawn))),))
    blocks: tuple[Block, ...] = (
        *drawn,
        Group("theorem", (), drawn),
        Group("quote", (), drawn),
        Items((Item(content("•"), drawn),)),
        beside,
    )
    for block, x in zip(blocks, (0, 2, 4, 2, 8), strict=True):
        [room] = page(block, width=60, picture_height=lambda picture, width: 3).pictures(0, 9)
        assert (room.x, room.y) == (x, 0), block
        assert room.x + room.width <= 60
    [room] = page(*drawn, width=60, picture_height=lambda picture, width: 3).pictures(0, 9)
    assert room.width == 60


def test_of_two_places_with_one_name_the_first_is_meant() -> None:
    twice = (para("one", anchors=("a",)), para("two", anchors=("a",)))
    named = Group("theorem", (), (para("one"), *twice), ("a",))
    for blocks in (twice, (Group("theorem", (), twice),), (Items((Item((), twice),)),), (named,)):
        assert page(para("before"), *blocks).y_of("a") == 2


def test_tables_and_algorithms_have_their_captions_above() -> None:
    code = Listing((Line(content("go")),))
    assert shown(Float("algorithm", "Algorithm 1", content("Move."), (code,))) == ["  Algorithm 1  Move.", "  go"]


def test_sources_hang_and_are_close() -> None:
    def source(label: str) -> Source:
        return Source(label, (para("A. Example."), para("On locks and keys.")))

    assert shown(source("[1]"), source("[12]"), width=30) == [
        "[1]  A. Example. On locks and",
        "     keys.",
        "[12] A. Example. On locks and",
        "     keys.",
    ]
    assert shown(source("Example (2020)"), width=30) == ["Example (2020)  A. Example. On", "    locks and keys."]


TITLED = Document(
    content("Locks and Their Keys"),
    (
        Person(content("Ada Example"), (content("Example University"), content("ada@example.org"))),
        Person(content("Björn Måns"), (content("Example University"),)),
    ),
    (Group("abstract", content("Abstract"), (para("We lock."),)), Heading(1, "1", content("Doors"))),
)


def test_title_and_authors_come_first_an_affiliation_once() -> None:
    assert [line.text.rstrip() for line in all_lines(Page(TITLED, 40))] == [
        "Locks and Their Keys",
        "",
        "Ada Example¹,², Björn Måns¹",
        "",
        "1   Example University",
        "2   ada@example.org",
        "",
        "Abstract",
        "  We lock.",
        "",
        "",
        "1  Doors",
    ]


def test_marks_that_the_authors_have_set_are_left_to_them() -> None:
    people = (
        Person((Text("Ada Example"), Text("a", Style.SUPER)), (content("Here"),)),
        Person((Text("Björn Måns"), Text("b", Style.SUPER)), (content("There"),)),
    )
    lines = [line.text for line in all_lines(Page(Document((), people, ()), 40))]
    assert lines == ["Ada Exampleᵃ, Björn Månsᵇ", "Here", "There"]


def test_a_mark_of_one_author_does_not_switch_off_the_numbers_of_all() -> None:
    people = (
        Person((Text("Ada Example"), Text("✉", Style.SUPER)), (content("Here"),)),
        Person(content("Björn Måns"), (content("There"),)),
    )
    lines = [line.text for line in all_lines(Page(Document((), people, ()), 40))]
    assert lines == ["Ada Example✉,¹, Björn Måns²", "", "1   Here", "2   There"]


def test_contacts_are_below_the_affiliations_with_the_name_of_their_author() -> None:
    alone = (Person(content("Ada Example"), (content("Here"),), (content("ada@example.org"), content("Mill Fellow"))),)
    lines = [line.text for line in all_lines(Page(Document((), alone, ()), 60))]
    assert lines == ["Ada Example", "Here", "ada@example.org", "Mill Fellow"]
    people = (
        Person(content("Ada Example"), (content("Here"),), (content("ada@example.org"), content("Mill Fellow"))),
        Person(content("Björn Måns"), (content("There"),), (content("{ada,bm}@example.org"),)),
    )
    lines = [line.text for line in all_lines(Page(Document((), people, ()), 60))]
    assert lines == [
        "Ada Example¹, Björn Måns²",
        "",
        "1   Here",
        "2   There",
        "",
        "{ada,bm}@example.org",
        "Ada Example: ada@example.org · Mill Fellow",
    ]


def test_names_and_numbers_beside_notes_are_in_ascii_with_the_rest() -> None:
    people = (
        Person(content("Ada Example"), (content("Here"),)),
        Person(content("Björn Måns"), (content("There"),), (content("bm@example.org"), content("Fellow"))),
    )
    lines = [line.text for line in all_lines(Page(Document((), people, ()), 60, options=Options(ascii_only=True)))]
    assert all(map(str.isascii, lines))
    assert lines[-1] == "Bjorn Mans: bm@example.org - Fellow"


def test_notes_that_all_are_with_the_last_author_are_nobodys_in_particular() -> None:
    people = (Person(content("Ada Example")), Person(content("Björn Måns"), (content("Here"), content("There")), ()))
    lines = [line.text for line in all_lines(Page(Document((), people, ()), 40))]
    assert lines == ["Ada Example, Björn Måns", "Here", "There"]


NOTED = para("It holds", Footnote("1", (para("Mostly, that is to say."),)), " for all of us here.")


def test_footnotes_are_marks_and_are_behind_the_last_block() -> None:
    assert shown(NOTED, width=30) == [
        "It holds¹ for all of us here.",
        "",
        "",
        "Notes",
        "",
        "1   Mostly, that is to say.",
    ]


def test_a_footnote_opens_below_the_line_that_calls_it() -> None:
    noted = para("It holds", NOTED.content[1], " for all of us who are still here.")
    lines = shown(noted, width=34, open_notes=frozenset({"note:0.1"}))
    assert lines[:4] == ["It holds¹ for all of us who are", "  │ 1   Mostly, that is to say.", "still here.", ""]


def test_a_footnote_of_a_table_opens_below_it() -> None:
    from tests.reader.documents import table

    noted = table("a | b", "c | d")
    noted = noted._replace(rows=(*noted.rows, (noted.rows[0][0]._replace(blocks=(NOTED,), columns=2),)))
    lines = shown(noted, width=40, open_notes=frozenset({"note:0.1"}))
    assert lines.index("  │ 1   Mostly, that is to say.") > lines.index("  It holds¹ for all of us here.")


def test_notes_and_their_calls_lead_to_each_other() -> None:
    laid = page(para("first"), NOTED, width=30)
    calls = ((y, run) for y, line in enumerate(laid.lines(0, 3)) for run in line.runs if run.role is Role.NOTE)
    [(y, call)] = calls
    there = laid.y_of(call.target)
    assert there is not None
    assert laid.line(there).text.startswith("1   Mostly")
    assert laid.y_of(laid.line(there).runs[0].target) == y
    assert laid.y_of("note:7.7") is None


def test_a_footnote_may_call_another() -> None:
    nested = para("a", Footnote("1", (para("b", Footnote("2", (para("c"),))),)))
    assert shown(nested)[-3:] == ["1   b²", "", "2   c"]


def test_an_equation_without_anything_takes_no_room() -> None:
    assert shown(Equation(()), Paragraph(()), para("words")) == ["words"]


def test_deeply_nested_blocks_are_laid_out_whole() -> None:
    block: Group | Paragraph = para("the core")
    for _ in range(1_000):
        block = Group("remark", content("Remark."), (block,))
    assert shown(block, width=80)[-1].strip().endswith("the core")
    assert "".join(shown(block, width=80)).count("Remark.") == 1_000


def test_no_line_holds_another_line() -> None:
    words = (Text("one"), Break(), Formula("x"), Break(), Text("two"))
    row = EquationRow((EquationCell(words),), "(1)")
    blocks = (
        Heading(1, "1", words),
        Items((Item(words, (Paragraph(words),)),)),
        Group("theorem", words, (Equation((row,)),)),
        Listing((Line(words),)),
        Float("table", "Table 1", words, (Table(((Cell((Paragraph(words),)),),)),)),
        para("a", Footnote("1", (Paragraph(words),))),
    )
    lines = all_lines(Page(Document(words, (Person(words, (words,)),), blocks), 40))
    assert not any("\n" in line.text for line in lines)


def test_a_name_that_looks_like_ours_leads_nowhere() -> None:
    laid = page(para("a"))
    assert [laid.y_of(name) for name in ("call:", "call:x", "call:0.1", "note:0.1", "tex:a")] == [None] * 5


def test_options_have_their_defaults() -> None:
    assert Page(TITLED, 300).measure == 80
    assert Page(TITLED, 60, Options(measure=100)).measure == 60
