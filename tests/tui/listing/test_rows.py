"""A paper on one line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

from arxtui.config.values import DEFAULT_COLUMNS, LIST_COLUMNS
from arxtui.light import changed
from arxtui.model.fulltext import TextState
from arxtui.model.marks import Marks
from arxtui.model.paper import AnnounceType
from arxtui.model.signs import StarredLink
from arxtui.model.views import Row
from arxtui.text import cells, readable
from arxtui.text.matching.spans import Wanted
from arxtui.tui.present.listing.columns import COLUMNS, Columns, day_name, names_line, needs_details
from arxtui.tui.present.listing.rows import ListLooks, lower_row, paper_row
from benchmarks.titles import is_whole
from tests.builders import DAY, row
from tests.samples import sample
from tests.tui.papers import HOSTILE, paper

TODAY = date(2026, 5, 14)
WIDTHS = (28, 40, 60, 80, 120)


def line(
    shown: Row, width: int = 80, *, looks: ListLooks | None = None, among: Sequence[Row] = (), grouped: bool = True
) -> str:
    columns = Columns.fit(width, among or [shown], TODAY, grouped=grouped, names=(looks or ListLooks()).columns)
    return "".join(text for text, _ in paper_row(shown, columns, looks or ListLooks(), here=False))


def inks(shown: Row, *, among: Sequence[Row] = ()) -> dict[str, str]:
    columns = Columns.fit(80, among or [shown], TODAY, grouped=True)
    return {text.strip(): ink for text, ink in paper_row(shown, columns, ListLooks(), here=False)}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_line_is_exactly_as_wide_as_the_list_and_holds_no_control_character(title: str, width: int) -> None:
    shown = line(row(paper(1, title)), width)
    assert cells(shown) == width
    assert not any(ord(character) < 32 or 0x7F <= ord(character) < 0xA0 for character in shown)
    assert "\u202e" not in shown


@pytest.mark.parametrize("title", ["[Re] Reproducing Fair Locks", "A tale of a[/b]c", "[@click=app.quit]press[/]"])
def test_brackets_are_shown_as_written(title: str) -> None:
    assert title in line(row(paper(1, title)))


def test_among_others_an_unread_paper_is_marked_and_bold_a_read_one_dim() -> None:
    unread = row(paper(1, "Fair locks"), marks=Marks(unread=True), fresh=True)
    read = row(paper(2, "Fair locks"), marks=Marks(read=True))
    assert line(unread, among=[unread, read]).startswith(" ● ")
    assert inks(unread, among=[unread, read])["Fair locks"] == "strong"
    assert inks(read, among=[unread, read])["Fair locks"] == "dim"
    assert {inks(each)["Fair locks"] for each in (unread, read)} == {"text"}


def test_an_unread_paper_that_was_listed_in_an_earlier_session_has_a_smaller_dot_than_a_new_one() -> None:
    new, seen = (row(paper(number, "Fair locks"), marks=Marks(unread=True), fresh=number == 1) for number in (1, 2))
    assert [line(each, among=[new, seen])[:6] for each in (new, seen)] == [" ● DC ", " • DC "]


def test_a_paper_that_was_never_unread_nor_marked_read_looks_like_neither() -> None:
    assert inks(row(paper(1, "Fair locks")))["Fair locks"] == "text"


@pytest.mark.parametrize("marks", [Marks(unread=True), Marks(read=True), Marks()])
def test_a_list_in_which_all_papers_are_alike_has_no_dots(marks: Marks) -> None:
    shown = row(paper(1, "Fair locks"), marks=marks)
    assert line(shown, among=[shown, row(paper(2), marks=marks)]).startswith(" DC  Fair locks")
    if marks.unread:
        new = row(paper(2), marks=marks, fresh=True)
        assert line(shown, among=[shown, new]).startswith(" • DC  Fair locks")


@pytest.mark.parametrize("width", [28, 40, 57, 80, 160])
def test_the_signs_of_a_link_and_a_text_and_the_star_do_not_touch(width: int) -> None:
    marks = Marks(starred=True)
    shown = row(paper(1), marks=marks, starred_link=StarredLink.BOTH, fulltext=TextState.HAVE)
    assert "⇌ ≡ ★" in line(shown, width)


def test_a_cross_list_and_a_replacement_are_distinguished() -> None:
    assert " DC× " in line(row(paper(1), type=AnnounceType.CROSS))
    replaced = line(row(paper(1, version=3), type=AnnounceType.REPLACE))
    assert " DC→ " in replaced
    assert " v3 " in replaced


@pytest.mark.parametrize(
    ("kind", "category", "version"),
    [
        (None, " DC ", ""),
        (AnnounceType.NEW, " DC ", ""),
        (AnnounceType.CROSS, " DC×", ""),
        (AnnounceType.REPLACE, " DC→", " v3 "),
        (AnnounceType.REPLACE_CROSS, " DC×", " v3 "),
    ],
)
def test_each_kind_of_announcement_has_its_sign_and_a_replacement_its_version(
    kind: AnnounceType | None, category: str, version: str
) -> None:
    shown = line(row(paper(1, "Fair locks", version=3), type=kind))
    assert shown.startswith(category)
    assert ("v3" in shown, version in shown) == (bool(version), True)


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (DAY, "13 May"),
        (date(2025, 12, 31), "31 Dec"),
        (TODAY - timedelta(days=300), "18 Jul"),
        (TODAY - timedelta(days=301), "2025"),
        (TODAY + timedelta(days=301), "2027"),
        (date(1999, 5, 13), "1999"),
    ],
)
def test_a_recent_day_is_named_an_old_one_by_its_year(day: date, name: str) -> None:
    assert day_name(day, TODAY) == name


@pytest.mark.parametrize(
    ("marks", "more", "ink", "ink_here"),
    [
        (Marks(), {}, "text", "text"),
        (Marks(read=True), {}, "dim", "text"),
        (Marks(unread=True), {}, "strong", "strong"),
        (Marks(unread=True), {"highlighted": True}, "strong", "strong"),
        (Marks(unread=True, hidden=True), {"highlighted": True}, "hidden", "hidden"),
    ],
)
def test_a_title_is_inked_by_its_marks_and_never_dim_under_the_cursor(
    marks: Marks, more: dict[str, bool], ink: str, ink_here: str
) -> None:
    shown = row(paper(1, "Fair locks"), marks=marks, **more)
    columns = Columns.fit(80, [shown, row(paper(2), marks=Marks(unread=not marks.unread))], TODAY, grouped=True)
    for here, expected in ((False, ink), (True, ink_here)):
        assert ("Fair locks", expected) in paper_row(shown, columns, ListLooks(), here=here)


@pytest.mark.parametrize(("tags", "words"), [("", []), ("a", ["a"]), ("ab", ["a", "+1"]), ("abc", ["a", "+2"])])
def test_the_first_tag_is_named_and_the_others_are_counted(tags: str, words: list[str]) -> None:
    assert line(row(paper(1, "Fair locks"), marks=Marks(tags=tuple(tags)))).split("Fair locks")[1].split() == words


@pytest.mark.parametrize(
    ("score", "words"), [(8, "+8"), (-3, "-3"), (0, "+0"), (1.26, "+1.3"), (-0.04, "+0.0"), (None, "")]
)
def test_points_and_scores_have_their_sign(score: float | None, words: str) -> None:
    scored = row(paper(2, "Other"), score=1)
    assert line(row(paper(1, "Fair locks"), score=score), among=[scored]).split("Fair locks")[1].strip() == words


@pytest.mark.parametrize(
    ("width", "names"),
    [
        (0, ""),
        (4, "Ada…"),
        (5, "Ada A"),
        (7, "Ada A"),
        (8, "Ada A +2"),
        (13, "Ada A +2"),
        (14, "Ada A, Bo B +1"),
        (15, "Ada A, Bo B +1"),
        (17, "Ada A, Bo B, Cy C"),
    ],
)
def test_as_many_names_are_shown_as_fit_and_the_others_are_counted(width: int, names: str) -> None:
    assert names_line(("Ada A", "Bo B", "Cy C"), width) == names
    assert names_line((), width) == ""


@pytest.mark.parametrize(("links", "reviews", "mark"), [(2, 1, "◆2"), (0, 1, "◇"), (None, 1, "·"), (None, 0, "")])
def test_the_badge_of_the_review_is_on_the_right(links: int | None, reviews: int, mark: str) -> None:
    shown = line(row(paper(1, "Fair locks"), theorem_links=links, reviews=reviews))
    assert shown.split("Fair locks")[1].strip() == mark


@pytest.mark.parametrize(
    ("category", "tint"),
    [
        ("cs.DC", "tint-0"),
        ("math-ph", "tint-1"),
        ("q-bio.NC", "tint-2"),
        ("hep-th", "tint-3"),
        ("quant-ph", "tint-4"),
        ("test.XX", "dim"),
    ],
)
def test_a_category_has_the_tint_of_its_archive(category: str, tint: str) -> None:
    assert inks(row(paper(1), category=category))[category.rpartition(".")[2]] == tint
    hidden = inks(row(paper(1), category=category, marks=Marks(hidden=True)))
    assert hidden[category.rpartition(".")[2]] == "faint"


def test_a_paper_highlighted_by_a_rule_has_a_bar_unless_it_is_selected_or_hidden_by_the_user() -> None:
    shown = row(paper(1), highlighted=True)
    columns = Columns.fit(80, [shown], TODAY)
    drawn = [
        paper_row(each, columns, ListLooks(), here=here, picked=picked)[0]
        for each, here, picked in [
            (shown, False, False),
            (shown, True, False),
            (shown, False, True),
            (changed(shown, marks=Marks(hidden=True)), False, False),
        ]
    ]
    assert drawn == [("▎", "accent"), ("›", "accent"), ("✓", "accent"), (" ", "accent")]


def test_a_star_is_on_the_right() -> None:
    assert line(row(paper(1), marks=Marks(starred=True))).rstrip().endswith("★")


def test_the_headline_takes_the_place_of_the_title_where_there_is_one() -> None:
    with_review = row(paper(1, "Fair locks"), headline="Locks are fairer than feared")
    assert "Locks are fairer than feared" in line(with_review, looks=ListLooks(headlines=True))
    assert "Fair locks" in line(row(paper(1, "Fair locks")), looks=ListLooks(headlines=True))


def test_a_headline_is_readable_or_as_it_was_sent() -> None:
    with_review = row(paper(1), headline='K\\"ording weighting halves staleness')
    assert "Körding weighting" in line(with_review, looks=ListLooks(headlines=True))
    assert 'K\\"ording weighting' in line(with_review, looks=ListLooks(headlines=True, tex=True))


def test_the_tex_source_takes_the_place_of_the_readable_title() -> None:
    shown = row(paper(1), title="The √s limit", title_tex="The $\\sqrt{s}$ limit")
    assert "$\\sqrt{s}$" in line(shown, looks=ListLooks(tex=True))


def test_a_narrow_list_leaves_the_day_out_and_keeps_the_title() -> None:
    shown = line(row(paper(1, "Bounded staleness for everyone")), 40)
    assert "May" not in shown
    assert "Bounded staleness" in shown


TWO_LINES = ListLooks(two_lines=True)
OPENED = ListLooks(opens_row=True)
LONG = "On the Surprising Persistence of Made-up Titles That Go On and On until No Single Line Holds Them"


def both_lines(shown: Row, width: int, looks: ListLooks = TWO_LINES) -> list[str]:
    columns = Columns.fit(width, [shown], TODAY, two_lines=looks.two_lines)
    drawn = (paper_row(shown, columns, looks, here=looks.opens_row), lower_row(shown, columns, looks, here=False))
    return ["".join(text for text, _ in pieces) for pieces in drawn]


def test_the_paper_under_the_cursor_has_its_whole_title_and_its_authors_below_it() -> None:
    shown = changed(row(paper(1, LONG), category="cs.DC"), authors=("Ada Example", "Björn Måns"), venue="EX 2026")
    first, second = both_lines(shown, 81, OPENED)
    assert "…" not in first + second
    assert " ".join(f"{first}{second}".split()) == f"›13 May DC {LONG} Ada Example, Björn Måns · EX 2026"
    assert cells(second) - cells(second.lstrip()) == first.index("On the")
    assert second.endswith(" ")  # the scroll bar can be there
    _, cut_off = both_lines(changed(shown, title=f"{LONG} and much else that is long besides"), 60, OPENED)
    assert cut_off.endswith("… ")


@pytest.mark.parametrize("looks", [OPENED, TWO_LINES])
@pytest.mark.parametrize("authors", [("Qi",) * 14, ("Konstantinos S. Papadimitriou-Oikonomou",) * 3])
def test_a_named_author_is_followed_by_the_number_of_the_others_in_any_width(
    authors: tuple[str, ...], looks: ListLooks
) -> None:
    shown = changed(row(paper(1, LONG)), authors=authors, venue="EX 2026")
    for width in range(28, 130):
        _, second = both_lines(shown, width, looks)
        if (named := second.count(authors[0][:2])) and named < len(authors):
            assert f" +{len(authors) - named}" in second, width
        assert "…" not in second or "EX" not in second, width


def test_a_title_that_is_cut_just_before_a_found_word_shows_that_it_goes_on() -> None:
    looks = ListLooks(opens_row=True, wanted=Wanted(words=frozenset({"besides"})))
    shown = changed(row(paper(1, f"{LONG} besides")), authors=())
    assert {both_lines(shown, width, looks)[1].rstrip()[-1] for width in range(40, 75)} == {"…", "s"}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE.keys())
def test_both_lines_of_a_paper_are_exactly_as_wide_as_the_list(title: str, width: int) -> None:
    shown = row(paper(1, title), authors=(title, title), marks=Marks(tags=(title,), starred=True), theorem_links=2)
    for looks in (TWO_LINES, OPENED):
        assert [cells(text) for text in both_lines(shown, width, looks)] == [width, width]


def test_the_second_line_has_the_end_of_a_long_title_authors_venue_code_and_theorem_links() -> None:
    authors = ("Ada Example", "Björn Måns")
    shown = row(paper(1, LONG), authors=authors, venue="ICS 2026", code=True, theorem_links=2, type=AnnounceType.CROSS)
    first, second = both_lines(shown, 120)
    assert " ".join((first + second).split()).startswith(LONG)
    assert second.split("Ada Example, Björn Måns")[1].split() == [
        "·",
        "ICS",
        "2026",
        "·",
        "code",
        "13",
        "May",
        "DC×",
        "◆2",
    ]


def test_on_a_short_second_line_the_authors_come_before_venue_and_code_and_no_stump_of_a_name_is_shown() -> None:
    shown = row(paper(1, "Fair locks"), authors=("Ada Example", "Björn Måns"), venue="ICS 2026", code=True)
    assert "Ada Example, Björn Måns" in both_lines(shown, 35)[1]
    assert "ICS 2026" not in both_lines(shown, 35)[1]
    assert "Ada" not in both_lines(row(paper(1, LONG), authors=("Ada Example",)), 56)[1]


def test_on_two_lines_a_blank_is_between_the_end_of_a_title_and_the_signs() -> None:
    shown = row(paper(1, LONG), type=AnnounceType.CROSS)
    seconds = [both_lines(shown, width)[1] for width in range(28, 130)]
    assert {second.partition(sign)[0][-1:] for second in seconds for sign in ("13 May", "DC×") if sign in second} == {
        " "
    }


def test_of_many_authors_the_first_are_named_and_the_others_counted() -> None:
    shown = row(paper(1, "Fair locks"), authors=tuple(f"Author Number{number}" for number in range(3_000)))
    _, second = both_lines(shown, 80)
    assert "Author Number0, Author Number1, Author Number2 +2,997" in second


def test_a_title_on_two_lines_has_nearly_all_of_the_first() -> None:
    assert Columns.fit(80, [row(paper(1))], TODAY, two_lines=True).title > 70


def test_every_column_that_can_be_chosen_is_declared() -> None:
    assert {*LIST_COLUMNS} == {*COLUMNS, "title"}


def test_columns_are_those_that_were_chosen_in_their_order() -> None:
    shown = row(paper(1, "Fair locks"), marks=Marks(starred=True, rating=4), theorem_links=2)
    chosen = ListLooks(columns=("mark", "rating", "title", "category"))
    assert line(shown, 60, looks=chosen).split() == ["★", "4", "Fair", "locks", "DC"]
    assert line(shown, 40, looks=ListLooks(columns=("title",))).split() == ["Fair", "locks"]


def test_a_very_wide_list_has_authors_venue_and_code_and_a_narrower_one_a_family_name() -> None:
    shown = row(paper(1, LONG), authors=("Ada Example", "Björn Måns"), venue="ICS 2026", code=True)
    assert line(shown, 171).split(LONG)[1].split() == ["Ada", "Example", "+1", "ICS", "2026", "code"]
    assert line(shown, 131).split(LONG)[1].split() == ["Example", "+1"]
    assert "Example +1" in line(shown, 100)
    assert line(changed(shown, authors=("The ATLAS Collaboration",)), 131).endswith(" The ATLAS Col…          ")
    assert line(changed(shown, authors=()), 131).split(LONG)[1].split() == []
    assert "Example" not in line(shown, 99)
    assert needs_details(171, DEFAULT_COLUMNS, two_lines=False)
    assert not needs_details(99, DEFAULT_COLUMNS, two_lines=False)
    assert needs_details(80, DEFAULT_COLUMNS, two_lines=True)
    assert not needs_details(80, ("title", "mark"), two_lines=True)


def test_a_title_takes_the_cells_of_the_signs_that_its_paper_has_not() -> None:
    plain, reviewed = (row(paper(number, LONG), theorem_links=links) for number, links in ((1, None), (2, 2)))
    assert line(plain, 96, among=[plain, reviewed]).endswith("Line Ho… ")
    assert line(reviewed, 100, among=[plain, reviewed]).rstrip().endswith("◆2")


@pytest.mark.parametrize(
    ("categories", "taken"),
    [
        (("cs.DC",) * 5, 4),
        (("cs.DC",) * 9 + ("quant-ph",), 10),
        (("cs.DC",) * 9 + ("cond-mat.quant-gas",), 10),
        (("hep-th",) * 5, 8),
        (("cond-mat.quant-gas",) * 5, 11),
    ],
)
def test_the_category_column_has_the_width_of_usual_codes_in_its_list(categories: tuple[str, ...], taken: int) -> None:
    rows = [row(paper(number, "Fair locks"), category=category) for number, category in enumerate(categories, 1)]
    assert line(rows[0], 100, among=rows).index("Fair locks") == 1 + taken


@pytest.mark.parametrize(
    ("category", "width", "shown"),
    [
        ("cs.DC", 76, "DC"),
        ("math.CO", 76, "math.CO"),
        ("astro-ph.CO", 76, "astro-ph.CO"),
        ("physics.soc-ph", 76, "physics.soc-ph"),
        ("cond-mat.stat-mech", 39, "cond-mat.stat-mech"),
        ("cond-mat.stat-mech", 131, "cond-mat.stat-mech"),
        ("stat.ME", 39, "stat.ME"),
    ],
)
def test_a_category_of_an_archive_that_is_not_followed_is_shown_whole(category: str, width: int, shown: str) -> None:
    replaced = row(paper(1, "Fair locks"), category=category, type=AnnounceType.REPLACE)
    others = [row(paper(number), category="cs.DC") for number in range(2, 20)]
    columns = Columns.fit(width, [replaced, *others], TODAY, grouped=True, archives={"cs", "hep-th"})
    drawn = "".join(text for text, _ in paper_row(replaced, columns, ListLooks(), here=False))
    assert drawn.split()[:2] == [f"{shown}→", "Fair"]
    assert cells(drawn) == width


@pytest.mark.parametrize("width", [39, 48, 60, 83, 91, 120])
def test_a_category_of_eight_cells_and_its_sign_are_shown_whole(width: int) -> None:
    replaced = row(paper(1, "Fair locks"), category="quant-ph", type=AnnounceType.REPLACE)
    assert "quant-ph→ Fair locks" in line(replaced, width, among=[replaced, row(paper(2))])


@pytest.mark.parametrize(("terminal", "cells_of_list", "least"), [(120, 91, 69), (160, 131, 90)])
@pytest.mark.parametrize("category", ["cs.DC", "hep-ph", "quant-ph", "cond-mat.stat-mech"])
def test_titles_have_the_room_that_is_promised(terminal: int, cells_of_list: int, least: int, category: str) -> None:
    rows = [row(paper(number), category=category, marks=Marks(unread=number == 1)) for number in (1, 2)]
    assert Columns.fit(cells_of_list, rows, TODAY, grouped=True).title >= least


def test_most_real_titles_are_seen_whole_on_one_line_and_all_on_two(shared: Path) -> None:
    """Up to twenty thousand titles, in lists of sixty, in a terminal of 160 columns."""
    with gzip.open(shared / "data" / "papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in islice(lines, sample(4_000, None))]
    cut = {False: 0, True: 0}
    for start in range(0, len(papers), 60):
        rows = [
            row(
                paper(number, readable(words["title"])),
                category=words["categories"][0],
                theorem_links=number % 3 or None,
            )
            for number, words in enumerate(papers[start : start + 60], start=1)
        ]
        for two_lines in cut:
            columns = Columns.fit(131, rows, TODAY, two_lines=two_lines, grouped=True)
            cut[two_lines] += sum(not is_whole(each, columns, ListLooks(two_lines=two_lines)) for each in rows)
    assert cut[False] <= len(papers) * 0.25
    assert cut[True] == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_a_withdrawn_paper_has_its_sign_in_place_of_that_of_its_text(width: int) -> None:
    shown = changed(row(paper(1)), withdrawn=True, fulltext=TextState.HAVE)
    assert line(shown, width).count("⊘") == 1
    assert "≡" not in line(shown, width)
    assert inks(shown)["⊘"] == "fault"
