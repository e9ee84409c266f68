"""Parsing announcement feeds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, AnnounceType, Author, Link, Paper
from arxtui.sources.arxiv.creators import split_creators
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.errors import SourceError, UpstreamError
from tests.sources.arxiv.test_atom import index
from tests.sources.fixtures.feeds import FULL, Item, atom, feed_error, rss

DAY = date(2026, 5, 13)
FORMS = pytest.mark.parametrize("form", [rss, atom])


@FORMS
def test_every_field_of_an_item_is_read(form: Callable[..., bytes]) -> None:
    page = parse_feed(form())

    assert page.intake.papers == (
        Paper(
            id="2605.01234",
            version=1,
            title="Bounded Staleness for $a<b$: G\\\"odel, L'H\\^opital & <b>",
            abstract="We compare $p < q$ & <sub>2.\nA second paragraph.",
            authors=(
                Author("Ada Example", ("Univ. of Nowhere, Springfield",)),
                Author("Paulo Andr\\'e Beispiel"),
                Author("Mononymus", ("Inst. A", "Inst. B")),
            ),
            categories=("cs.DC", "cs.LG"),
            journal_ref="J. Ex. 1 (2026) 1-12",
            doi="10.1234/example.5",
            license="http://creativecommons.org/licenses/by/4.0/",
            links=(Link("https://arxiv.org/abs/2605.01234", "alternate", "", "text/html"),),
            source="rss",
        ),
    )
    assert page.intake.announcements == (Announcement("2605.01234", DAY, "cs.DC", AnnounceType.NEW, 1),)
    assert (page.day, page.categories) == (DAY, ("cs.DC",))
    assert (page.intake.rejects, page.intake.notes) == ((), ())


@FORMS
def test_the_elements_of_a_feed_item_win_over_its_description(form: Callable[..., bytes]) -> None:
    said = form((Item(),)).replace(b"2605.01234v1 Announce Type: new", b"2605.09999v7 Announce Type: replace")
    (announcement,) = parse_feed(said).intake.announcements
    assert announcement == Announcement("2605.01234", DAY, "cs.DC", AnnounceType.NEW, 1)
    bare = said.replace(b"oai:arXiv.org:2605.01234v1", b"").replace(
        b"<arxiv:announce_type>new</arxiv:announce_type>", b""
    )
    (announcement,) = parse_feed(bare).intake.announcements
    assert announcement == Announcement("2605.09999", DAY, "cs.DC", AnnounceType.REPLACE, 7)


def test_a_feed_says_which_days_it_skips() -> None:
    assert parse_feed(rss()).skip_days == ("Sunday", "Saturday")


@pytest.mark.parametrize(
    ("published", "day"),
    [
        ("Wed, 13 May 2026 00:00:00 -0400", date(2026, 5, 13)),
        ("Wed, 13 May 2026 04:00:00 GMT", date(2026, 5, 13)),
        ("Wed, 13 May 2026 03:59:59 GMT", date(2026, 5, 12)),
        ("Thu, 15 Jan 2026 04:59:59 +0000", date(2026, 1, 14)),
        ("Thu, 15 Jan 2026 00:00:00 -0500", date(2026, 1, 15)),
    ],
)
def test_the_day_is_that_of_the_eastern_calendar(published: str, day: date) -> None:
    page = parse_feed(rss(published=published))

    assert (page.day, page.intake.announcements[0].day) == (day, day)


def test_an_item_without_a_day_is_refused() -> None:
    said = re.sub(rb"<(pubDate|lastBuildDate)>.*?</\1>", b"", rss())
    with pytest.raises(SourceError, match=r"no item is a paper: item 1: 2605\.01234v1 has no announcement day"):
        parse_feed(said)


@FORMS
def test_a_feed_without_items_is_sound(form: Callable[..., bytes]) -> None:
    page = parse_feed(form(()))

    assert page.intake == Intake()
    assert page.complete
    assert (page.day, page.categories) == (DAY, ("cs.DC",))


def rows(item: Item, title: str = "cs.DC updates on arXiv.org", asked: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    page = parse_feed(rss([item], title=title), asked)
    return [(row.category, str(row.type)) for row in page.intake.announcements]


def test_a_paper_is_announced_in_each_category_that_was_requested() -> None:
    item = Item(categories=("cs.DC", "cs.LG", "math.OC"))

    assert rows(item, asked=("cs.DC", "math")) == [("cs.DC", "new"), ("math.OC", "cross")]
    assert rows(replace(item, type="replace"), asked=("cs.DC", "cs.LG")) == [
        ("cs.DC", "replace"),
        ("cs.LG", "replace-cross"),
    ]
    assert rows(item, title="cs.LG, math.OC updates on arXiv.org") == [("cs.LG", "cross"), ("math.OC", "cross")]
    assert rows(item, title="Something else") == [("cs.DC", "new"), ("cs.LG", "cross"), ("math.OC", "cross")]


def test_a_cross_list_is_no_news_of_its_primary_category() -> None:
    item = Item(categories=("cs.DC", "cs.LG"), type="cross")

    assert rows(item, asked=("cs.DC", "cs.LG")) == [("cs.LG", "cross")]
    assert rows(replace(item, type="replace-cross"), asked=("cs.LG",)) == [("cs.LG", "replace-cross")]


def test_a_paper_outside_the_categories_requested_is_announced_in_the_only_one_else_in_its_primary_one() -> None:
    assert rows(Item(categories=("hep-th",)), asked=("cs.DC",)) == [("cs.DC", "cross")]
    assert rows(Item(categories=("hep-th",)), asked=("cs.DC", "cs.LG")) == [("hep-th", "new")]


def test_a_paper_is_one_of_both_archives_that_share_its_category() -> None:
    item = Item(categories=("math.NA", "quant-ph"))

    assert rows(item, asked=("cs",)) == [("cs.NA", "cross")]
    assert rows(item, asked=("math", "cs")) == [("math.NA", "new"), ("cs.NA", "cross")]
    assert rows(item, asked=("math.NA",)) == [("math.NA", "new")]
    assert rows(item, title="Something else") == [("math.NA", "new"), ("quant-ph", "cross")]


def test_a_paper_named_by_the_alias_of_a_category_is_new_in_that_category() -> None:
    item = Item(categories=("cs.NA", "quant-ph"))

    assert rows(item, asked=("math.NA", "hep-th")) == [("math.NA", "new")]
    assert rows(replace(item, type="cross"), asked=("math.NA", "quant-ph")) == [("quant-ph", "cross")]


def test_an_item_that_cannot_be_read_is_rejected_with_its_place() -> None:
    items = [FULL, Item(id="nonsense"), Item(id="2605.00003", title=" "), Item(id="2605.00004", type="absonly")]
    page = parse_feed(rss(items))

    assert len(page.intake.papers) == len(page.intake.announcements) == 1
    assert [(reject.place, reject.reason) for reject in page.intake.rejects] == [
        ("item 2", "not a paper of arXiv: 'oai:arXiv.org:nonsensev1'"),
        ("item 3", "2605.00003v1 has no title"),
        ("item 4", "2605.00004v1 has the announcement type 'absonly'"),
    ]


def test_version_and_type_are_also_found_in_the_description() -> None:
    feed = rss([Item(version=4, type="replace")])
    bare = feed.replace(b"oai:arXiv.org:", b"urn:x:").replace(
        b"<arxiv:announce_type>replace</arxiv:announce_type>", b""
    )
    page = parse_feed(bare)

    assert (page.intake.papers[0].version, page.intake.announcements[0].type) == (4, AnnounceType.REPLACE)


def test_an_error_feed_is_reported_in_its_words() -> None:
    with pytest.raises(
        UpstreamError, match=r"^arXiv answered: Bad archive 'foo'\. Valid archive names are: cs, math\.$"
    ):
        parse_feed(feed_error("Bad archive 'foo'. Valid archive names are: cs, math."))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "it is empty"),
        (b"Rate exceeded.", "arXiv answered: Rate exceeded."),
        (b"<html><title>Moved</title>", "an HTML page, not an announcement feed: its title is “Moved”"),
        (b"<OAI-PMH xmlns='x'/>", "an OAI-PMH response, not an announcement feed"),
    ],
)
def test_a_response_that_is_no_feed_is_an_error_with_the_reason(body: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_feed(body)

    assert str(caught.value) == words


def test_a_feed_of_something_else_is_refused() -> None:
    blog = (
        b"<rss version='2.0'><channel><title>Blog</title><item><title>Post</title><guid>x</guid></item></channel></rss>"
    )

    with pytest.raises(SourceError, match="no item is a paper: item 1: not a paper of arXiv: 'x'"):
        parse_feed(blog)


def test_a_document_type_is_refused() -> None:
    with pytest.raises(SourceError, match="a document type declaration"):
        parse_feed(rss().replace(b"<rss", b'<!DOCTYPE rss [<!ENTITY a "b">]><rss', 1))


def test_a_cut_off_feed_keeps_its_whole_items_and_says_so() -> None:
    feed = rss([FULL, Item(id="2605.00002"), Item(id="2605.00003")])
    page = parse_feed(feed[: feed.rindex(b"We study") + 4])

    assert [paper.id for paper in page.intake.papers] == ["2605.01234", "2605.00002"]
    assert [(reject.place, reject.reason) for reject in page.intake.rejects] == [("item 3", "it is cut off")]
    alone = rss([Item(id="2605.00003")])
    with pytest.raises(SourceError, match="no item is a paper: item 1: it is cut off"):
        parse_feed(alone[: alone.rindex(b"We study") + 4])
    assert len(page.intake.notes) == 1
    assert page.intake.notes[0].startswith("the XML is broken (")
    assert not page.complete


def test_a_feed_that_holds_an_address_or_a_path_is_not_followed(tmp_path: Path) -> None:
    file = tmp_path / "feed.xml"
    file.write_bytes(rss())

    for body in (str(file).encode(), b"http://127.0.0.1:9/rss"):
        with pytest.raises(SourceError, match="not an announcement feed"):
            parse_feed(body)


@pytest.mark.parametrize(
    ("written", "authors"),
    [
        ("Ada Example", (Author("Ada Example"),)),
        (" Mononymus,  B. Other ", (Author("Mononymus"), Author("B. Other"))),
        ("Ada Example (U. A, City (North)), B", (Author("Ada Example", ("U. A, City (North)",)), Author("B"))),
        ("Yuan (Emily) Example (U. A), B", (Author("Yuan (Emily) Example", ("U. A",)), Author("B"))),
        ("A (X) (Y), B", (Author("A", ("X", "Y")), Author("B"))),
        ("A (open, B", (Author("A", ("open, B",)),)),
        ("A), B", (Author("A)"), Author("B"))),
        ("{\\'E}mile {a, b}, C", (Author("{\\'E}mile {a, b}"), Author("C"))),
        ("(The Example Collaboration), A", (Author("(The Example Collaboration)"), Author("A"))),
        ("A,,  ,B", (Author("A"), Author("B"))),
        ("", ()),
    ],
)
def test_the_author_string_is_split_outside_brackets(written: str, authors: tuple[Author, ...]) -> None:
    assert split_creators(written) == authors


def test_all_captured_feeds_give_the_announcements_of_their_index(shared: Path) -> None:
    files = index(shared, "feeds")
    for name, answer, counts in files:
        page = parse_feed((shared / "data" / "arxiv" / "feeds" / name).read_bytes())
        intake = page.intake
        best: dict[str, AnnounceType] = {}
        for row in intake.announcements:
            best[row.id] = min(row.type, best.get(row.id, row.type), key=list(AnnounceType).index)
        types = Counter(str(best[paper.id]) for paper in intake.papers)

        assert f"{len(intake.papers)} announcements" == answer, name
        assert f"n={len(intake.papers)} {dict(types)}" in " ".join(counts.split()), name
        assert (intake.rejects, intake.notes) == ((), ()), name
        assert {row.day for row in intake.announcements} <= {page.day}, name
        assert page.categories, name
        assert all(paper.version and paper.authors and paper.license for paper in intake.papers), name
        assert not any("Announce Type" in paper.abstract for paper in intake.papers), name

    assert len(files) == 16


def test_captured_texts_come_as_sent(shared: Path) -> None:
    from xml.etree import ElementTree

    data = (shared / "data" / "arxiv" / "feeds" / "gen-rss-multi-2026-08-19.xml").read_bytes()
    sent = [" ".join((item.findtext("title") or "").split()) for item in ElementTree.fromstring(data).iter("item")]

    assert [paper.title for paper in parse_feed(data).intake.papers] == sent
