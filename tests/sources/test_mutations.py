"""Damaged responses: parsers raise nothing but SourceError and never let a control character through."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arxtui.model.intake import Intake
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.oai.answers import read_oai
from arxtui.sources.arxiv.pages.abstract import parse_abs
from arxtui.sources.arxiv.pages.listing import parse_listing
from arxtui.sources.errors import SourceError
from arxtui.sources.pith.listing import parse_html, parse_text
from arxtui.sources.records import parse_record
from tests.mutants.mutator import SPLINTERS, Blow, struck
from tests.sources.fixtures import abspage, feeds, listing, oai, pith
from tests.sources.fixtures.atom import FULL, Answer, Entry, new_form, old_form
from tests.sources.reading import read_file
from tests.sources.test_archives import packed, packed_to_a_pipe
from tests.sources.test_files import LINE

BLOWS = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True), st.integers(0, 60), st.sampled_from(SPLINTERS) | st.binary(max_size=4)
    ),
    min_size=1,
    max_size=4,
)
FILES = st.sampled_from(
    [
        new_form(Answer()),
        feeds.rss(),
        pith.as_text().encode(),
        LINE,
        listing.new([listing.FULL]),
        abspage.page(),
    ]
)
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def texts(held: object) -> list[str]:
    if isinstance(held, str):
        return [held]
    if isinstance(held, dict):
        return [text for part in held.values() for text in texts(part)]
    if isinstance(held, (list, tuple)):
        return [text for part in held for text in texts(part)]
    return []


@contextmanager
def words_only(refusal: type[Exception] = SourceError) -> Iterator[None]:
    """Suppress a refusal that has a message; raise all other errors."""
    try:
        yield
    except refusal as error:
        if not str(error) or isinstance(error, UnicodeError):
            raise


def sound(intake: Intake) -> bool:
    """Return whether every text can be displayed and stored without changes."""
    result = texts(asdict(intake))
    assert all(text.encode() is not None for text in result)
    return not any(mark in text for text in result for mark in "\x00\x1b\x7f\x9b\u202e")


@MANY
@given(BLOWS, st.sampled_from([new_form, old_form]))
def test_a_damaged_answer(blows: list[Blow], form: object) -> None:
    assert callable(form)
    answer = form(Answer([FULL, Entry(id="hep-th/9901001v1"), Entry(id="2605.00003v1")], total=9))
    with words_only():
        assert sound(parse_answer(struck(answer, blows)).intake)


@MANY
@given(BLOWS, st.integers(5, 3000))
def test_a_damaged_harvest(blows: list[Blow], size: int) -> None:
    versions = (("v1", "Mon, 11 May 2026 09:30:00 GMT"), ("v2", "Wed, 13 May 2026 17:00:01 GMT"))
    forms = (oai.arxiv(), oai.raw(*versions), oai.dublin_core())
    data = struck(oai.answer(*map(oai.record, forms)) + oai.answer(oai.deleted(1)), blows)
    with words_only():
        for intake in read_oai(data[begin : begin + size] for begin in range(0, len(data), size)):
            assert sound(intake)


@MANY
@given(BLOWS, st.binary(max_size=3))
def test_a_damaged_archive(blows: list[Blow], name: bytes) -> None:
    files = ((name.decode("latin-1") + ".json", LINE * 3), ("answer.xml", new_form(Answer())))
    for pack in (packed, packed_to_a_pipe):
        with words_only():
            for intake in read_file(io.BytesIO(struck(pack(*files), blows)), "a zip"):
                assert sound(intake)


@MANY
@given(BLOWS, st.sampled_from([feeds.rss, feeds.atom]))
def test_a_damaged_feed(blows: list[Blow], form: object) -> None:
    assert callable(form)
    with words_only():
        assert sound(parse_feed(struck(form([feeds.FULL, feeds.Item(id="2605.00002")]), blows)).intake)


@MANY
@given(BLOWS, st.sampled_from([listing.new, listing.catchup, listing.until_2023]))
def test_a_damaged_listing_of_arxiv(blows: list[Blow], form: object) -> None:
    assert callable(form)
    held = form([listing.FULL, listing.Entry("2605.00003")], [listing.CROSSED], [listing.REPLACED])
    with words_only():
        page = parse_listing(struck(held, blows), "cs.DC")
        intake = page.intake
        assert sound(intake)
        assert len(intake.papers) >= 4 or intake.rejects or intake.notes or not intake.papers or not page.kind


@MANY
@given(BLOWS)
def test_a_damaged_abstract_page(blows: list[Blow]) -> None:
    with words_only():
        paper, history = parse_abs(struck(abspage.page(), blows))
        assert sound(Intake((paper,), histories=(history,) if history else ()))


@MANY
@given(BLOWS, st.sampled_from(list(pith.LAYOUTS.values())))
def test_a_damaged_listing(blows: list[Blow], layout: object) -> None:
    assert callable(layout)
    with words_only():
        assert sound(parse_html(struck(layout(), blows), "https://pith.science/cs.DC").intake)


@MANY
@given(BLOWS)
def test_a_damaged_listing_saved_as_text(blows: list[Blow]) -> None:
    with words_only():
        page = parse_text(struck(pith.as_text().encode(), blows).decode("utf-8", "replace"))
        assert sound(page.intake)


@MANY
@given(BLOWS)
def test_a_damaged_record(blows: list[Blow]) -> None:
    with words_only(ValueError):
        assert sound(parse_record(struck(LINE, blows).decode("utf-8", "replace")))


@MANY
@given(BLOWS, FILES, st.booleans())
def test_a_damaged_file(blows: list[Blow], data: bytes, packed: bool) -> None:
    damaged = struck(gzip.compress(data, mtime=0) if packed else data, blows)
    with words_only():
        assert all(sound(intake) for intake in read_file(io.BytesIO(damaged), "a file"))


@MANY
@given(st.binary(max_size=400) | st.lists(st.sampled_from(SPLINTERS)).map(b"".join))
def test_a_file_of_anything(data: bytes) -> None:
    with words_only():
        assert all(sound(intake) for intake in read_file(io.BytesIO(data), "a file"))
