"""The complete record of a paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from arxtui.library.papers.links import Addresses
from arxtui.library.ranking.for_you import ForYouState
from arxtui.model.paper import AnnounceType, Author, Link, Version
from arxtui.model.views import Revision
from arxtui.ranking.model import ScoreReason
from arxtui.text import cells
from arxtui.text.mentions.links import is_web
from arxtui.tui.present.line import Line
from arxtui.tui.present.record import RecordExtras, RecordLooks, author_line, dates, record_lines, revision_words
from arxtui.tui.present.rules import for_you_words
from tests.builders import announced, record
from tests.tui.papers import HOSTILE, paper, review

ADDRESSES = Addresses("https://arxiv.example/abs", "https://arxiv.example/pdf", "https://arxiv.example/html")


def lines_of(shown: object, width: int = 60, **looks: Any) -> list[Line]:
    return record_lines(shown, width, RecordLooks(**looks), ADDRESSES)  # type: ignore[arg-type]


def text_of(shown: object, width: int = 60, **looks: Any) -> str:
    return "\n".join("".join(text for text, _ in line.pieces) for line in lines_of(shown, width, **looks))


@pytest.mark.parametrize("width", range(24, 60, 5))
def test_a_word_of_a_score_is_on_one_line_with_its_points(width: int) -> None:
    reasons = [ScoreReason("", 0.0), *(ScoreReason(f"ti: word{number}", 0.25) for number in range(3))]
    (words,) = for_you_words(1.5, reasons, ForYouState(datetime(2026, 5, 14, tzinfo=UTC), 3))
    shown = text_of(record(paper(1)), width, why=(words,))
    assert all(f"ti:\N{NO-BREAK SPACE}word{number}\N{NO-BREAK SPACE}+0.25" in shown for number in range(3))


def test_everything_that_is_known_is_shown() -> None:
    made = paper(
        1234,
        "Fair locks",
        version=2,
        updated=datetime(2026, 5, 14, 12, tzinfo=UTC),
        doi="10.1000/example",
        journal_ref="J. Examples 1 (2026) 2",
    )
    text = text_of(
        record(
            made,
            announcements=(announced(made),),
            versions=(Version(1, made.published, "api"), Version(2, made.updated, "api")),
            reviews=(review(made), review(made, 0, "A second opinion")),
        ),
        80,
    )
    for words in (
        "Fair locks",
        "Ada Example, Björn Måns",
        "2605.01234v2 in cs.DC, cs.LG",
        "12 May 2026, v2 of 14 May 2026",
        "12 pages",
        "J. Examples 1 (2026) 2",
        "https://doi.org/10.1000/example",
        "◆ Pith  2 theorem links, 13 May 2026, of v1, with a figure",
        "Stale gradients cost a third less",
        "Bounding the delay keeps the rate …",
        "◇ Pith  Recognition",
        "A second opinion",
        "We make up paper number 1234",
        "Announced 13 May 2026: new in cs.DC",
        "Versions: v1 12 May 2026, v2 14 May 2026",
        "https://arxiv.example/abs/2605.01234",
    ):
        assert words in text


def test_the_code_is_above_the_abstract_and_nowhere_else() -> None:
    made = paper(1, comment="Code: https://github.com/example/locks, data at https://example.org/data")
    text = text_of(record(made), 90)
    assert text.index("\n https://github.com/example/locks\n") < text.index("We make up")
    assert text.count("https://github.com/example/locks") == 2  # once more in the comment
    assert text.index("We make up") < text.index("\n https://example.org/data")


def test_extras_loaded_later_are_below_the_abstract_and_move_nothing_above_it() -> None:
    made = paper(1)
    extras = RecordExtras(
        "ICS 2026, accepted", ("The same work: 2605.00002",), ("Locks are fair",), "All is well.", (("1", "Alike"),)
    )
    before, after = (lines_of(record(made), 80, **looks) for looks in ({}, {"extras": extras}))
    texts = ["".join(text for text, _ in line.pieces) for line in after]
    abstract = next(number for number, line in enumerate(texts) if "We make up" in line)
    assert len(before) < len(after)
    assert [line.pieces for line in before[abstract : abstract + 1]] == [after[abstract].pieces]
    assert any("12 May 2026 · ICS 2026, accepted" in line for line in texts[:abstract])
    result = [
        " The same work: 2605.00002",
        " Core claim, says Pith",
        " Locks are fair",
        " Conclusions",
        " All is well.",
    ]
    assert [line for line in texts[abstract:] if line in result] == result
    assert " 1 · Alike" in texts


def test_the_abstract_is_before_the_small_print() -> None:
    made = paper(1)
    text = text_of(record(made, announcements=(announced(made),)))
    assert text.index("We make up") < text.index("Announced")


@pytest.mark.parametrize("width", [28, 40, 60, 100])
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_foreign_text_stays_within_the_pane_and_holds_no_control_character(foreign: str, width: int) -> None:
    made = paper(1, foreign, abstract=foreign, authors=(Author(foreign, (foreign,)),), comment=foreign)
    shown = record(made, reviews=(review(made, headline=foreign),))
    for line in lines_of(shown, width, all_authors=True):
        text = "".join(piece for piece, _ in line.pieces)
        assert cells(text) <= width
        assert not any(ord(character) < 32 or 0x7F <= ord(character) < 0xA0 for character in text)


@pytest.mark.parametrize(("width", "room"), [(9, 8), (10, 8), (11, 9), (40, 38)])
def test_a_word_longer_than_a_line_is_broken_two_cells_before_the_edge(width: int, room: int) -> None:
    lines = text_of(record(paper(1, abstract="x" * 200)), width).splitlines()
    assert max(line.count("x") for line in lines) == room


def test_the_tex_source_is_shown_on_demand() -> None:
    made = paper(1, "The $\\sqrt{s}$ limit", abstract="At $\\sqrt{s}=13$ TeV.")
    shown = record(made, title="The √s limit")
    assert "√s=13" in text_of(shown)
    assert "$\\sqrt{s}=13$" in text_of(shown, tex=True)


def test_names_comments_and_reviews_are_readable_too() -> None:
    made = paper(1, authors=(Author('K. G\\"odel'),), comment="About $\\sim$10 pages")
    shown = record(made, reviews=(review(made, headline='Gr\\"obner bases suffice'),))
    for words in ("K. Gödel", "Gröbner bases suffice", "∼10 pages"):
        assert words in text_of(shown)
    assert 'G\\"odel' in text_of(shown, tex=True)


def test_of_many_authors_the_first_are_shown_and_all_can_be() -> None:
    made = paper(1, authors=tuple(Author(f"Person {number}") for number in range(5000)))
    assert "Person 9, +4,990 (A shows all)" in text_of(record(made)).replace("\n ", " ")
    everyone = text_of(record(made), all_authors=True)
    assert "Person 4999" in everyone


@pytest.mark.parametrize(("number", "shown"), [(11, 11), (12, 12), (13, 10), (14, 10)])
def test_the_number_of_authors_that_are_not_shown_is_that_of_the_others(number: int, shown: int) -> None:
    authors = tuple(Author(f"P{each}") for each in range(number))
    names = ", ".join(f"P{each}" for each in range(shown))
    rest = f", +{number - shown} (A shows all)" if number > shown else ""
    assert author_line(authors, everyone=False) == names + rest


def test_the_places_of_authors_are_those_of_their_names_alone() -> None:
    def names(authors: Sequence[Author], *, all_authors: bool = False) -> list[tuple[str, str]]:
        lines = lines_of(record(paper(1, authors=tuple(authors))), 80, all_authors=all_authors)
        texts = [("".join(text for text, _ in line.pieces), line.authors) for line in lines]
        return [(text[:start].strip(), text[start:end]) for text, spans in texts for start, end, _ in spans]

    within = names([Author("Lin Li"), Author("Li"), Author("Jo", ("Li Institute",)), Author("Li")])
    assert within == [("", "Lin Li"), ("Lin Li,", "Li"), ("Lin Li, Li,", "Jo"), ("Lin Li, Li, Jo,", "Li")]
    assert names([Author("Jo", ("Li Institute",)), Author("Li")], all_authors=True)[1] == ("Jo (Li Institute);", "Li")
    many = [Author("Jo"), *(Author("李明") for _ in range(11)), Author("A"), Author("all")]
    assert [name for _, name in names(many)] == ["Jo", *["李明"] * 9]


_FIRST, _LATER = datetime(2026, 5, 12, 9, tzinfo=UTC), datetime(2026, 5, 14, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("published", "updated", "version", "words"),
    [
        (_FIRST, _FIRST, 1, "12 May 2026"),
        (_FIRST, _FIRST, None, "12 May 2026"),
        (_FIRST, None, 2, "12 May 2026"),
        (_FIRST, _FIRST, 2, "12 May 2026, v2 of 12 May 2026"),
        (_FIRST, _LATER, 2, "12 May 2026, v2 of 14 May 2026"),
        (_FIRST, _LATER, 1, "12 May 2026, updated 14 May 2026"),
        (None, _LATER, 2, "v2 of 14 May 2026"),
        (None, _LATER, None, "14 May 2026"),
        (None, None, 2, ""),
    ],
)
def test_the_dates_of_a_paper_name_its_version(
    published: datetime | None, updated: datetime | None, version: int | None, words: str
) -> None:
    assert dates(published, updated, version) == words


@pytest.mark.parametrize(
    ("links", "head"),
    [
        (2, "◆ Pith  2 theorem links"),
        (1, "◆ Pith  1 theorem link,"),
        (0, "◇ Pith  Recognition"),
        (None, "Pith  13 May"),
    ],
)
def test_a_review_has_the_sign_of_its_badge(links: int | None, head: str) -> None:
    made = paper(1)
    assert f"\n {head}" in text_of(record(made, reviews=(review(made, links),)), 80)


def test_the_announcements_of_a_day_are_together_the_new_one_first() -> None:
    made = paper(1)
    result = (
        announced(made, date(2026, 5, 14), AnnounceType.REPLACE, "cs.AA", 2),
        announced(made, date(2026, 5, 13), AnnounceType.CROSS, "cs.AI"),
        announced(made, date(2026, 5, 13), AnnounceType.CROSS, "cs.AA"),
        announced(made, date(2026, 5, 13), AnnounceType.NEW, "cs.DC"),
    )
    lines = [line for line in text_of(record(made, announcements=result), 90).splitlines() if "Announced" in line]
    assert lines == [
        " Announced 13 May 2026: new in cs.DC, cross-list in cs.AA, cross-list in cs.AI",
        " Announced 14 May 2026: replacement in cs.AA",
    ]


def test_all_authors_come_with_their_affiliations() -> None:
    assert "Björn Måns (Institute of Examples)" in text_of(record(paper(1)), all_authors=True)


def test_a_long_abstract_is_shown_to_its_last_word() -> None:
    made = paper(1, abstract="word " * 20_000 + "end")
    assert text_of(record(made)).count("word") == 20_000


def test_links_that_are_no_web_addresses_are_left_out() -> None:
    links = (Link("javascript:alert(1)"), Link("https://code.example/shards", rel="related"), Link("file:///etc"))
    shown = lines_of(record(paper(1, links=links)))
    assert [line.url for line in shown if line.url] == [
        "https://arxiv.example/abs/2605.00001",
        "https://code.example/shards",
    ]


def test_links_of_a_feed_that_are_shown_already_are_not_repeated() -> None:
    feed = [
        ("http://arxiv.example/abs/2605.00001v1", "alternate", ""),
        ("http://arxiv.example/pdf/2605.00001v1", "related", "pdf"),
        ("http://dx.doi.example/10.1000/example", "related", "doi"),
        ("https://code.example/shards", "related", ""),
    ]
    shown = lines_of(record(paper(1, links=tuple(Link(*link) for link in feed))))
    assert [line.url for line in shown if line.url] == [
        "https://arxiv.example/abs/2605.00001",
        "https://code.example/shards",
    ]


@pytest.mark.parametrize(
    "url", ["", "ftp://a.example/b", "https://", "https://a.example/\x1b]52", "https://a.example/ b", "http://[::1"]
)
def test_only_clean_web_addresses_are_opened(url: str) -> None:
    assert not is_web(url)


def test_an_old_identifier_has_an_address_too() -> None:
    assert ADDRESSES.page("hep-th/9901001") == "https://arxiv.example/abs/hep-th/9901001"


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        (Revision(1, 2, ("title", "abstract")), "v1→v2: title, abstract"),
        (Revision(2, 4, ("comment",)), "v2→v4: comment only"),
        (Revision(1, 2), "v2: title and abstract unchanged"),
        (Revision(None, 3), "v2 is not stored"),
        (Revision(None, 2), "v1 is not stored"),
    ],
)
def test_a_replacement_names_its_changed_fields_in_a_line(revision: Revision, words: str) -> None:
    assert revision_words(revision) == words
    assert f" {words}" in text_of(record(paper(1), revision=revision), 80).splitlines()
    assert revision_words(Revision(None, 1)) == ""


def test_a_withdrawn_paper_says_so_before_the_comment_with_the_reason() -> None:
    made = paper(1234, "Fair locks", version=3, comment="Withdrawn: Lemma 2 is wrong")
    assert " v3 was withdrawn by its authors\n Withdrawn: Lemma 2 is wrong\n" in text_of(record(made))
    assert "was withdrawn" not in text_of(record(paper(1234, "Fair locks", version=3)))
