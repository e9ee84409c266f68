"""Parsing arXiv's listings: the announcements of a category on one day, in the last days, or in a month."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from arxtui.model.paper import AnnounceType, Author, Link
from arxtui.sources.arxiv.pages.listing import ListingPage, ListingSection, parse_listing
from arxtui.sources.arxiv.pages.texts import first_text
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.text import clean, clean_block
from tests.sources.fixtures.frame import error, framed
from tests.sources.fixtures.listing import (
    CROSSED,
    FULL,
    REPLACED,
    Entry,
    catchup,
    month,
    new,
    paged,
    recent,
    until_2023,
)

DAY = date(2026, 5, 13)
NEW, CROSS, REPLACE = AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE


def rows(page: ListingPage) -> list[tuple[str, date, str, str]]:
    return [(row.id, row.day, row.category, str(row.type)) for row in page.intake.announcements]


def ids(page: ListingPage) -> list[str]:
    return [str(paper.arxiv_id) for paper in page.intake.papers]


def entries(count: int, first: int = 1) -> list[Entry]:
    return [Entry(f"2605.{number:05}") for number in range(first, first + count)]


def test_every_field_of_an_entry_is_read_as_it_was_sent() -> None:
    (paper,) = parse_listing(new([FULL])).intake.papers

    assert (paper.id, paper.version, paper.source) == ("2605.01234", 2, "listing")
    assert paper.title == FULL.title
    assert paper.abstract == "We compare $p < q$ & more at https://data.example/set.\nA second paragraph."
    assert paper.authors == (
        Author("The Example Collaboration"),
        Author("Ada Example", ("Univ. of Nowhere, Springfield",)),
        Author("Bo Li", ("1 and 2",)),
        Author("Mononymus"),
    )
    assert paper.categories == ("cs.DC", "cs.LG")
    assert paper.comment == FULL.comments
    assert paper.journal_ref == FULL.journal_ref
    assert paper.links == (Link("https://arxiv.org/html/2605.01234v2", "related", "html", "text/html"),)


def test_a_name_keeps_its_own_brackets() -> None:
    (paper,) = parse_listing(new([Entry(authors="Yuan (Emily) Example, Ada Example (Univ. of Nowhere)")])).intake.papers

    assert paper.authors == (Author("Yuan (Emily) Example"), Author("Ada Example", ("Univ. of Nowhere",)))


def test_fields_missing_from_a_listing_entry_are_unknown() -> None:
    bare = Entry(authors="(author list is unavailable)", categories=(), abstract="")
    (paper,) = parse_listing(new([bare])).intake.papers

    assert (paper.version, paper.abstract, paper.authors, paper.categories) == (None, "", (), ())
    assert (paper.comment, paper.journal_ref, paper.links) == (None, None, ())


def test_the_days_listing_announces_new_papers_cross_lists_and_replacements() -> None:
    page = parse_listing(
        new([FULL], [CROSSED], [REPLACED, replace(REPLACED, id="2605.00003", categories=("math.OC", "cs.DC"))])
    )

    assert (page.kind, page.subject, page.day, page.total) == ("new", "cs.DC", DAY, 4)
    assert page.sections == (ListingSection(NEW, 1, 1), ListingSection(CROSS, 1, 1), ListingSection(REPLACE, 2, 2))
    assert rows(page) == [
        ("2605.01234", DAY, "cs.DC", "new"),
        ("2605.00002", DAY, "cs.DC", "cross"),
        ("hep-th/9901001", DAY, "cs.DC", "replace"),
        ("2605.00003", DAY, "cs.DC", "replace-cross"),
    ]
    assert (page.intake.rejects, page.intake.notes, page.next_page) == ((), (), None)


def test_an_archives_listing_announces_in_each_of_its_categories() -> None:
    held = Entry(categories=("cs.DC", "quant-ph", "cs.LG"))

    assert rows(parse_listing(new([held], subject="cs"))) == [
        ("2605.01234", DAY, "cs.DC", "new"),
        ("2605.01234", DAY, "cs.LG", "cross"),
    ]


@pytest.mark.parametrize(
    ("asked", "subject", "category", "kind"),
    [("cs.SY", "eess.SY", "eess.SY", "new"), ("eess", "eess", "eess.SY", "new"), ("cs", "cs", "cs.SY", "cross")],
)
def test_a_category_with_two_names_is_one(asked: str, subject: str, category: str, kind: str) -> None:
    page = parse_listing(new([Entry(categories=("cs.SY",))], subject=subject), asked)

    assert page.intake.papers[0].categories == ("eess.SY",)
    assert [row[2:] for row in rows(page)] == [(category, kind)]


@pytest.mark.parametrize("asked", ["cs.LG", "cs"])
def test_a_listing_of_another_subject_than_was_requested_is_refused(asked: str) -> None:
    with pytest.raises(SourceError, match=rf"^{asked} was requested, but the listing is for cs\.DC$"):
        parse_listing(new([FULL]), asked)


def test_a_paper_that_does_not_name_the_category_was_announced_in_it_all_the_same() -> None:
    page = parse_listing(new([], [replace(CROSSED, categories=("quant-ph",))]))

    assert [row[2:] for row in rows(page)] == [("cs.DC", "cross")]


def test_recent_days_each_have_their_own_announcements() -> None:
    page = parse_listing(
        recent(
            ("Fri, 15 May 2026", [], ""),
            ("Thu, 14 May 2026", [FULL, CROSSED], "showing 2 of 2 entries"),
            ("Wed, 13 May 2026", entries(1), "showing first 1 of 4 entries"),
            paging=paged("cs.DC", 6, "1-3", "4-6"),
        )
    )

    assert (page.kind, page.day, page.total, page.sections) == ("recent", None, 6, ())
    assert rows(page) == [
        ("2605.01234", date(2026, 5, 14), "cs.DC", "new"),
        ("2605.00002", date(2026, 5, 14), "cs.DC", "cross"),
        ("2605.00001", DAY, "cs.DC", "new"),
    ]
    assert page.next_page == "/list/cs.DC/new?skip=3&show=50"
    assert page.intake.notes == ()
    assert page.intake.papers[0].abstract == ""


def test_a_page_of_recent_days_may_begin_in_the_middle_of_one() -> None:
    claim = "continued, showing last 4 of 6 entries"
    page = parse_listing(
        recent(("Wed, 13 May 2026", entries(4), claim), paging=paged("cs.DC", 29, "26-29", "1-25"), first=26)
    )

    assert (page.day, page.next_page, page.intake.notes) == (DAY, None, ())
    assert len(page.intake.announcements) == 4


@pytest.mark.parametrize(("span", "kind"), [("May 2026", "month"), ("2026", "year")])
def test_a_months_or_years_papers_are_not_announced(span: str, kind: str) -> None:
    page = parse_listing(month(FULL, CROSSED, span=span))

    assert (page.kind, page.day, ids(page)) == (kind, None, ["2605.01234v2", "2605.00002"])
    assert page.intake.announcements == ()


@pytest.mark.parametrize("abstracts", [True, False])
def test_a_day_gone_by_is_announced_like_the_newest(abstracts: bool) -> None:
    page = parse_listing(catchup([FULL], [], [REPLACED], abstracts=abstracts))

    assert (page.kind, page.subject, page.day, page.total) == ("catchup", "cs.DC", DAY, 2)
    assert page.sections == (ListingSection(NEW, 1, 1), ListingSection(REPLACE, 1, 1))
    assert [row[3] for row in rows(page)] == ["new", "replace"]
    assert bool(page.intake.papers[0].abstract) is abstracts
    assert page.next_page is None


def test_a_large_day_goes_on_on_the_next_page() -> None:
    here, there = "<span>1</span>", "<a href=/catchup/cs.DC/2026-05-13?abs=True&amp;page=2>2</a>"
    first = parse_listing(catchup(entries(3), pages=f"View page: {here} {there}", total=5))
    back = '<a href="/catchup/cs.DC/2026-05-13?abs=True&amp;page=1">1</a>'
    last = parse_listing(
        catchup(entries(2, 4), pages=f"View page: {back} <span>2</span>", total=5, first=4, following="")
    )

    assert (first.next_page, first.intake.notes) == ("/catchup/cs.DC/2026-05-13?abs=True&page=2", ())
    assert (last.next_page, last.intake.notes) == (None, ())


@pytest.mark.parametrize(
    ("name", "subject"), [("Performance", "cs.PF"), ("Mathematics", "math"), ("Machine Learning", None)]
)
def test_a_page_without_links_to_itself_is_known_by_a_name_that_is_of_one_subject(
    name: str, subject: str | None
) -> None:
    data = catchup([replace(FULL, comments="see https://arxiv.org/list/hep-th/new")], following="")

    assert (
        parse_listing(data.replace(b"Distributed, Parallel, and Cluster Computing", name.encode())).subject == subject
    )


def test_the_markup_until_2023_is_read_as_well() -> None:
    page = parse_listing(until_2023([FULL], [CROSSED], [REPLACED]))
    today = parse_listing(new([FULL], [CROSSED], [REPLACED]))

    assert (page.kind, page.subject, page.day, page.total) == ("new", "cs.DC", date(2020, 5, 13), 3)
    assert page.sections == today.sections
    assert [row[2:] for row in rows(page)] == [row[2:] for row in rows(today)]
    assert page.intake.papers == tuple(
        replace(paper, version=None, links=(), journal_ref=None) for paper in today.intake.papers
    )


@pytest.mark.parametrize("quote", ["'", '"'])
def test_attributes_are_quoted_either_way(quote: str) -> None:
    data = new([FULL], [CROSSED]).replace(b"'", quote.encode()).replace(b'"', quote.encode())

    assert parse_listing(data).intake.announcements == parse_listing(new([FULL], [CROSSED])).intake.announcements


def test_a_page_that_a_browser_saved_has_whole_addresses() -> None:
    saved = (
        new([FULL], [CROSSED])
        .replace(b'href ="/', b'href="https://arxiv.org/')
        .replace(b"=/list", b"=https://arxiv.org/list")
    )

    assert parse_listing(saved) == parse_listing(new([FULL], [CROSSED]))


@pytest.mark.parametrize(
    ("data", "kind", "day"),
    [
        (new(), "new", DAY),
        (recent(("Thu, 14 May 2026", [], ""), ("Wed, 13 May 2026", [], "")), "recent", None),
        (month(), "month", None),
        (catchup(), "catchup", DAY),
        (catchup(total=2300).replace(b"<p>No updates", b"<p>No further updates"), "catchup", DAY),
    ],
)
def test_a_page_that_says_that_there_is_nothing_is_sound(data: bytes, kind: str, day: date | None) -> None:
    page = parse_listing(data)

    assert (page.kind, page.subject, page.day) == (kind, "cs.DC", day)
    assert (page.intake.papers, page.intake.rejects, page.intake.notes) == ((), (), ())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b"Rate exceeded.", "arXiv answered: Rate exceeded."),
        (b"<feed/>", "an Atom feed, not a listing of arXiv"),
        (framed("<h1>Catchup on:</h1><form></form>", "Catchup"), "not a listing of arXiv: its title is “Catchup”"),
        (framed("<h2>Article statistics for 2009</h2>", "Mathematics"), "its title is “Mathematics”"),
        (framed("<dl><dt>Sheaf<dd>A kind of presheaf.</dl>", "Glossary"), "its title is “Glossary”"),
        (b"<html><title>Sign in to the network</title><form></form></html>", "its title is “Sign in to the network”"),
        (b"<html><title>Down</title><h1>Scheduled maintenance</h1></html>", "its title is “Down”"),
        (new([FULL]).partition(b"<dl")[0], "the page is cut off"),
        (new([FULL], [CROSSED]).rpartition(b"<dd>")[0], "the page is cut off"),
        (new().replace(b"No updates today.", b""), "shows no entries and does not say that there are none"),
        (new(paging=paged("cs.DC", 97, "1-97")), "shows no entries, though it claims 97"),
        (new([Entry("nonsense")]), "no entry is a paper: entry 1: not a paper of arXiv: '[1] arXiv:nonsense"),
    ],
)
def test_an_invalid_or_truncated_listing_is_an_error_with_the_reason(data: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_listing(data)

    assert words in str(caught.value)


def test_an_error_page_is_refused_in_its_own_words() -> None:
    with pytest.raises(UpstreamError) as caught:
        parse_listing(error("Invalid archive or category: foo", "Please check your URL.", "Write to us."))

    assert str(caught.value) == "arXiv answered: Invalid archive or category: foo: Please check your URL."


def test_an_entry_that_cannot_be_read_loses_only_itself() -> None:
    data = new([FULL, Entry("nonsense"), replace(CROSSED, title=" "), REPLACED])
    page = parse_listing(data.replace(b"Strings, Again", b"Strings, \x1b[2JAgain\xe2\x80\xae"))

    assert [paper.title for paper in page.intake.papers] == [FULL.title, "Strings, [2JAgain"]
    assert [(reject.place, reject.reason.partition(" '")[0]) for reject in page.intake.rejects] == [
        ("entry 2", "not a paper of arXiv:"),
        ("entry 3", "2605.00002 has no title"),
    ]
    assert page.intake.notes == ()
    assert len(page.intake.announcements) == 2


def test_entries_that_lost_a_half_are_distinguished() -> None:
    data = new(entries(3))
    begin, middle, end = data.split(b"<dd>", 2)
    halved = begin + b"</dd>" + middle.partition(b"</dd>")[2] + b"<dd>" + end

    page = parse_listing(halved)

    assert ids(page) == ["2605.00002", "2605.00003"]
    assert [(reject.place, reject.reason) for reject in page.intake.rejects] == [("entry 1", "2605.00001 has no title")]


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (
            new(entries(2), claims=("showing 3 of 3 entries",)),
            "New submissions: 2 entries, though its heading says 3",
        ),
        (
            new(entries(2), paging=paged("cs.DC", 7, "1-7")),
            "2 entries and no further page, though it claims 7 in all",
        ),
        (
            new(entries(2, 4), paging=paged("cs.DC", 7, "4-7", "1-3"), first=4),
            "2 entries from number 4 on and no further page, though it claims 7 in all",
        ),
        (
            new(entries(3))
            .replace(b"<a name='item1'>[1]</a>", b"<a>")
            .replace(b"<dt>", b"<!--", 1)
            .replace(b"</dd>", b"-->", 1)
            .replace(b"showing 3 of 3", b"showing 2 of 3"),
            "2 entries and no further page, though it claims 3 in all",
        ),
        (new(entries(2), paging=" "), "the page does not say how many entries it has"),
        (new(entries(2), day="some day"), "the page does not say which day it is for"),
    ],
)
def test_a_page_whose_claims_and_entries_differ_says_so_and_loses_nothing(data: bytes, note: str) -> None:
    page = parse_listing(data)

    assert page.intake.notes == (note,)
    assert len(page.intake.papers) == 2


def test_a_section_of_a_listing_has_its_shown_and_its_claimed_number_of_entries() -> None:
    page = parse_listing(
        new(entries(2), claims=("showing first 2 of 53 entries",), paging=paged("cs.DC", 60, "1-2", "3-4", "59-60"))
    )

    assert page.sections == (ListingSection(NEW, 2, 53),)
    assert (page.total, page.next_page) == (60, "/list/cs.DC/new?skip=2&show=50")
    assert page.intake.notes == ()


def test_a_section_can_appear_twice() -> None:
    data = catchup(entries(2)).replace(
        b"</dl>", b"</dl><dl id='articles'><h3>New submissions (showing 0 of 2 entries)</h3></dl>"
    )

    assert parse_listing(data).sections == (ListingSection(NEW, 2, 2), ListingSection(NEW, 0, 2))


def test_no_text_is_taken_for_markup_or_runs_as_any() -> None:
    hostile = "<script>alert(1)</script> \x1b]0;x\x07 &lt;b&gt; \u202edesrever"
    held = Entry(title=hostile, comments=hostile, journal_ref=hostile, abstract=hostile, authors="<b>Ada</b> Example")
    (paper,) = parse_listing(new([held])).intake.papers

    assert paper.title == paper.comment == paper.journal_ref == clean(hostile)
    assert paper.abstract == clean_block(hostile)
    assert paper.authors == (Author("<b>Ada</b> Example"),)


def test_an_address_in_a_page_is_never_followed_elsewhere() -> None:
    data = new([FULL]).replace(b"https://arxiv.org/html/", b"javascript:alert(1)//html/")

    assert parse_listing(data).intake.papers[0].links[0].href == "https://arxiv.org/html/2605.01234v2"


def test_captured_listings_say_their_day_and_sections(shared: Path) -> None:
    def page(name: str) -> ListingPage:
        return parse_listing((shared / "data" / "arxiv" / "listing" / name).read_bytes())

    day = page("gen-list-astro-ph-new.html")
    assert (day.kind, day.subject, day.day, day.total) == ("new", "astro-ph", date(2023, 3, 3), 97)
    assert day.sections == (ListingSection(NEW, 53, 53), ListingSection(CROSS, 4, 4), ListingSection(REPLACE, 40, 40))
    assert all(paper.authors and paper.categories for paper in day.intake.papers)
    assert sum(bool(paper.abstract) for paper in day.intake.papers) == 57
    assert {row.id for row in day.intake.announcements} == {paper.id for paper in day.intake.papers}

    days = page("cap-2026-recent-Artificial-Intelligence.html")
    assert (days.subject, days.day, days.total) == ("cs.AI", date(2026, 5, 21), 1610)
    assert days.next_page == "/list/cs.AI/recent?skip=50&show=50"
    assert sum(paper.version is not None for paper in days.intake.papers) == 48

    missed = page("gen-catchup-math-2011-02-03-abs.html")
    assert (missed.kind, missed.day, missed.sections) == ("catchup", date(2011, 2, 3), (ListingSection(REPLACE, 2, 2),))
    assert page("gen-list-cs.SY-new.html").subject == "eess.SY"
    for name in ("list-hep-lat-new", "list-hep-lat-recent", "catchup-math.NA-2011-02-01"):
        assert page(f"gen-{name}-empty.html").intake.papers == ()


def test_a_captured_page_that_ends_before_its_claim_says_so(shared: Path) -> None:
    page = parse_listing((shared / "data/arxiv/listing/gen-list-astro-ph.EP-recent-page2.html").read_bytes())

    assert page.intake.notes == ("12 entries from number 26 on and no further page, though it claims 49 in all",)
    assert len(page.intake.papers) == 12


def test_of_a_heading_that_is_never_closed_only_the_beginning_is_read() -> None:
    """Unclosed headings are nested, so reading the whole text of each one would take quadratic time."""
    heading = LexborHTMLParser("<h3><div>One " * 1_000).css_first("h3")
    assert heading is not None
    assert 1 < len(first_text(heading).split()) <= 100
