"""Parsing Pith's page and record of a paper: the complete review without the frame of the site."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.demo.wire.pith import review_page
from arxtui.light import changed
from arxtui.model.reviews import FullReview, Part, Passage, ReviewField
from arxtui.sources.errors import SourceError
from arxtui.sources.pith.page import page_lines
from arxtui.sources.pith.reviewpage import parse_page
from arxtui.text import clean

URL = "https://pith.example.org/paper/2605.01234"
PAGE = """pith. machine review for the scientific record. sign in

arxiv: 2605.01234 · v2 · pith:ABCDEFGHnew · submitted 2026-05-11 · 💻 cs.DC · cs.LG

Recognition: 2 theorem links

· Lean Theorem

Bounded Staleness for Sharded Optimizers

Ada Example, Björn Måns

Authors on Pith no claims yet

Pith reviewed 2026-05-13 03:05 UTC · model made-up-1

classification 💻 cs.DC cs.LG
keywords stalenesssharding
2
3 comments X

The pith

Stale gradients cost a third less than feared.

A machine-rendered reading of the paper's core claim, the machinery that carries it, and where it could break.

Delays of single shards are bounded by $O(\\sqrt{T})$.

A second paragraph with <parameter name="0">a tag in it.

Core claim

Bounding the delay of each shard keeps the rate.

What carries the argument

One coupling.

If this is right

  • Shards may lag.
  - Locks go.

Where Pith is reading between the lines
- Queues may gain as well.

Load-bearing premise

The network heals.

What would settle it

A run in which it does not.

Formal links

1 machine-checked theorem link was found in the canon
"""


def read(text: str, url: str = URL) -> FullReview:
    return parse_page(text.encode(), url)


def test_a_page_gives_the_whole_review() -> None:
    review = read(PAGE)

    assert (review.arxiv_id, review.version, review.category) == ("2605.01234", 2, "cs.DC")
    assert review.title == "Bounded Staleness for Sharded Optimizers"
    assert (review.recognition, review.theorem_links) == ("2 theorem links · Lean Theorem", 2)
    assert (review.model, review.reviewed_at) == ("made-up-1", datetime(2026, 5, 13, 3, 5, tzinfo=UTC))
    assert [section.part for section in review.sections] == [*list(Part)[1:], None]
    assert review.part(Part.PITH) == "Stale gradients cost a third less than feared."
    assert review.part(Part.READING).split("\n") == [
        "Delays of single shards are bounded by $O(\\sqrt{T})$.",
        'A second paragraph with <parameter name="0">a tag in it.',
    ]
    consequences = next(section for section in review.sections if section.part is Part.CONSEQUENCES)
    assert consequences.passages == (Passage("Shards may lag.", listed=True), Passage("Locks go.", listed=True))
    assert review.sections[-1].heading == "Formal links"
    assert dict(review.extra) == {
        "authors": "Ada Example, Björn Måns",
        "pith number": "pith:ABCDEFGH",
        "dated": "submitted 2026-05-11",
        "categories": "💻 cs.DC · cs.LG",
        "authors on pith": "no claims yet",
        "classification": "💻 cs.DC cs.LG",
        "keywords": "stalenesssharding",
        "votes": "2",
        "comments": "3",
    }


def test_a_page_may_lack_everything_but_a_section_or_the_line_about_the_review() -> None:
    assert read("Core claim\nIt holds.").part(Part.CORE_CLAIM) == "It holds."
    assert read("Core claim\nIt holds.").arxiv_id == "2605.01234"
    assert read("Pith reviewed 2026-05-13").reviewed_at == datetime(2026, 5, 13, tzinfo=UTC)
    assert read("Recognition: unknown\nA Title\nThe pith\nSo it is.").title == "A Title"


def test_headings_may_be_written_in_any_case_and_end_in_a_colon() -> None:
    assert read("CORE CLAIM:\nIt holds.").part(Part.CORE_CLAIM) == "It holds."


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (b"", "it is empty"),
        (b"<html><title>Sign in</title><body><p>Nothing.</p></body></html>", "its title is “Sign in”"),
        (b"just words", "not a review of Pith: it begins “just words”"),
        (b"Pith reviewed 2026-99-99 03:05 UTC", "not a review of Pith"),
        (b'{"a": ', "the record is not JSON: Expecting value at line 1, column 7"),
        (b'{"record_type": "other"}', "without a review"),
        (b"{" * 3 + b'"a":' * 3, "the record is not JSON"),
        (b'{"a":' * 100_000, "the record cannot be read as JSON"),
    ],
)
def test_a_page_that_is_no_review_is_an_error_with_the_reason(page: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=re.escape(words)):
        parse_page(page, URL)


HTML = changed(read(PAGE), recognition="2 theorem links")


def test_the_same_page_as_html_says_the_same() -> None:
    review = parse_page(review_page(HTML), URL)

    assert review.sections == HTML.sections
    for name in ("arxiv_id", "version", "title", "recognition", "model", "reviewed_at", "category"):
        assert getattr(review, name) == getattr(HTML, name), name
    assert "https://arxiv.org/abs/2605.01234v2" in review.links
    assert dict(review.extra)["keywords"] == "stalenesssharding"


def test_ways_around_the_site_scripts_and_styles_are_not_the_review() -> None:
    page = (
        b"<nav>Home Search</nav><script>evil()</script><h2>The pith</h2><p>So it <b>is</b>.</p>"
        b"<h2>Anything else?</h2><p>Yes.</p><ul><li><p>one</p></li></ul><p>two</p>"
        b"<a href='javascript:evil()'>x</a><a href='/canon/t/y'>y</a><footer>About</footer>"
    )
    review = parse_page(page, URL)

    assert [(each.heading, each.text) for each in review.sections] == [
        ("The pith", "So it is."),
        ("Anything else?", "Yes.\none\ntwo\nx y"),
    ]
    assert [passage.listed for passage in review.sections[1].passages] == [False, True, False, False]
    assert review.links == ("https://pith.example.org/canon/t/y",)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
LINES = st.lists(TEXTS | st.sampled_from(PAGE.split("\n")), max_size=12)


@given(LINES)
def test_no_word_below_the_first_heading_is_lost(lines: list[str]) -> None:
    review = read("\n".join(["The pith", *(line for line in lines if not line.startswith("A machine-rendered"))]))
    said = " ".join(clean(re.sub(r"^[-•*‣◦]\s+(?=\S)", "", clean(line))) for part in lines for line in part.split("\n"))
    kept = " ".join(f"{section.heading} {section.text}" for section in review.sections)
    # Known headings with no words below them belong to the page.
    missing = [word for word in said.split() if word not in kept]
    headings = " ".join((*PAGE.split("\n"), "A machine-rendered"))
    assert [word for word in missing if word not in headings] == []


@given(st.binary(max_size=300) | LINES.map(lambda lines: "\n".join(["The pith", *lines]).encode()))
def test_nothing_that_a_page_may_hold_breaks_or_reaches_the_terminal_as_a_command(data: bytes) -> None:
    try:
        review = parse_page(data, URL)
    except SourceError:
        return
    shown = [review.title, *(shown.value for shown in review.extra), *(each.text for each in review.sections)]
    assert all(line == clean(line) for text in shown for line in text.split("\n"))


RECORD = {
    "record_type": "pith_number_record",
    "pith_number": "pith:2026:ABCDEFGH",
    "source": {"kind": "arxiv", "id": "2605.01234", "version": 2},
    "attestation_state": "computed",
    "paper": {"title": "Bounded Staleness", "headline": "Stale gradients cost less.", "primary_cat": "cs.DC"},
    "verification_status": {"content_addressed": True, "weak_author_claims": 0},
}


def test_a_record_has_the_pith_and_its_state() -> None:
    review = read(json.dumps(RECORD), "https://pith.example.org/pith/ABC.json")

    assert (review.arxiv_id, review.version, review.url) == ("2605.01234", 2, "https://pith.example.org/pith/ABC")
    assert review.part(Part.PITH) == "Stale gradients cost less."
    assert ReviewField("attestation state", "computed") in review.extra
    assert ReviewField("verification status", "content addressed: yes; weak author claims: 0") in review.extra


@pytest.mark.parametrize(
    ("source", "paper", "words"),
    [
        ({"kind": "mdpi"}, RECORD["paper"], "from mdpi, not arXiv"),
        ({"kind": "arxiv", "id": "nonsense"}, RECORD["paper"], "names no paper"),
        (RECORD["source"], {"headline": ""}, "has no review yet"),
    ],
)
def test_a_record_that_says_nothing_of_use_says_why(source: object, paper: object, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        read(json.dumps({**RECORD, "source": source, "paper": paper}))


def _excerpts(shared: Path, pattern: str) -> list[tuple[str, str, str]]:
    """Return (name, address, text) of the saved pages."""
    found = []
    for file in sorted((shared / "data" / "pith").glob(pattern)):
        url, _, text = file.read_text(encoding="utf-8").partition("\n")
        found.append((file.name, url, text))
    assert found
    return found


def test_every_saved_page_of_a_paper_is_read(shared: Path) -> None:
    reviews = {name: read(text, url) for name, url, text in (*_excerpts(shared, "paper_*"), *_excerpts(shared, "p_*"))}

    assert {name: (review.arxiv_id, review.version, review.theorem_links) for name, review in reviews.items()} == {
        "paper_2604.08501.txt": ("2604.08501", 1, None),
        "paper_2605.04450.txt": ("2605.04450", 1, 3),
        "paper_2605.04842_v1.txt": ("2605.04842", 1, None),
        "paper_2605.05696.txt": ("2605.05696", None, None),
        "paper_2605.06113.txt": ("2605.06113", 2, 2),
        "paper_2605.10390.txt": ("2605.10390", 2, 0),
        "paper_2605.11522.txt": ("2605.11522", 1, 0),
        "paper_2605.12396.txt": ("2605.12396", 1, 2),
        "paper_LINIHV6B_v2.txt": ("2605.04842", 2, None),
        "paper_LQSYYX4S.txt": ("2605.10372", 3, None),
        "paper_mdpi_axioms-15-090.txt": ("", None, 8),
        "p_2606.25363.txt": ("2606.25363", 1, None),
        "p_mdpi_entropy-28-477.txt": ("", None, 9),
    }
    for name, review in reviews.items():
        assert review.title, name
        assert review.part(Part.PITH), name
        assert review.reviewed_at, name
        assert review.model in ("grok-4.3", "claude-opus-4-7"), name
    assert "Authors on Pith" not in " ".join(review.title for review in reviews.values())


def test_the_bullets_of_a_saved_page_are_items(shared: Path) -> None:
    ((_, url, text),) = _excerpts(shared, "paper_LINIHV6B_v2.txt")
    section = next(each for each in read(text, url).sections if each.part is Part.CONSEQUENCES)
    assert [passage.listed for passage in section.passages[:3]] == [True] * 3
    assert section.passages[0].text.startswith("Workloads whose compute time")


def test_a_tag_that_leaked_into_a_saved_page_is_text(shared: Path) -> None:
    ((_, url, text),) = _excerpts(shared, "paper_mdpi*.txt")
    assert dict(read(text, url).extra)["keywords"] == '<parameter name="0">axiomatic foundations'


def test_the_saved_record_is_read(shared: Path) -> None:
    ((_, url, text),) = _excerpts(shared, "pith_LINIHV6B*.json.txt")
    whole = text[: text.index(',"canonical_record"')] + "}"
    review = read(whole.strip(), url)
    assert (review.arxiv_id, review.version, review.category) == ("2605.04842", 2, "cs.DC")
    assert review.part(Part.PITH).startswith("Offloading communication tasks")


@pytest.mark.parametrize(
    "pattern", ["canon*", "cit*", "ext*", "find*", "integrity*", "journal*", "number*", "recog*", "state*"]
)
def test_other_saved_pages_are_no_reviews(shared: Path, pattern: str) -> None:
    for name, url, text in _excerpts(shared, pattern):
        with pytest.raises(SourceError):
            raise AssertionError((name, read(text, url)))


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<p>One</p><p>two <b>three</b></p>four", ["One", "two three", "four"]),
        ('<p>One</p><p><a href="/x"><img src="i"></a></p><p>Two</p>', ["One /x", "Two"]),
        ('<p>One <a href="/x">here</a></p><a href="/y">Two</a>', ["One here /x", "Two /y"]),
        ('<a href="/x"><img src="i"></a><p>One</p>', ["One"]),
        ("<h2>One</h2><p>Two</p><h3>Three</h3>", ["# One", "Two", "# Three"]),
        ("<ul><li>One</li><li>Two</li></ul><p>Three</p>", ["* One", "* Two", "Three"]),
        ("<table><tr><td>One</td><td>Two</td></tr></table>", ["One", "Two"]),
    ],
)
def test_the_lines_of_a_page_have_their_links_and_are_headings_list_items_or_text(html: str, lines: list[str]) -> None:
    signs = (("# " * each.heading + "* " * each.listed, each.text, *each.links) for each in page_lines(html))
    assert [f"{sign}{' '.join(words)}" for sign, *words in signs] == lines
