"""Comparison of the versions of a paper, and the full reviews of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from arxtui.library.facade import Library
from arxtui.model.document import Document, Heading, Origin, Paragraph, Text
from arxtui.model.fulltext import TextState
from arxtui.model.paper import Paper
from arxtui.model.reviews import FullReview, Part, Section
from arxtui.reader.changes import PartChange
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from tests.builders import NOW, card, paper
from tests.library.made import Home

FIRST = paper(1, "Fair queues")
SECOND = replace(FIRST, version=2, title="Fair locks")
LIST_ONLY, WHOLE, UNREVIEWED = paper(2), paper(3), paper(4)


def keep_text(home: Home, version: int, words: str) -> None:
    page = Page(Origin.HTML, "https://arxiv.example/html/2605.00001", b"<p></p>", NOW)
    document = Document((Text("Made up"),), (), (Heading(1, "1", (Text("Proofs"),)), Paragraph((Text(words),))))
    with Cache.open(home.paths.cache_db) as cache:
        cache.fulltexts.put(FIRST.key, version, page, document, 2, [], Outcome(version, TextState.HAVE, "", NOW))


def changed(parts: Sequence[PartChange]) -> list[str]:
    return [each.part for each in parts if each.differs]


def whole_review(of: Paper, part: Part = Part.CORE_CLAIM, version: int = 1) -> FullReview:
    return FullReview(of.id, version, of.title, (Section.of(part, "It holds."),))


def test_versions_whose_record_or_text_is_here_can_be_compared(home: Home, library: Library) -> None:
    home.take(FIRST)
    home.take(SECOND)
    assert library.versions.comparable(FIRST.key) == (1, 2)
    keep_text(home, 4, "It holds.")
    keep_text(home, 2, "It holds.")
    assert library.versions.comparable(FIRST.key) == (1, 2, 4)


def test_versions_are_compared_by_the_fields_of_the_record_and_the_sections_of_the_text(
    home: Home, library: Library
) -> None:
    home.take(FIRST)
    home.take(SECOND)
    keep_text(home, 1, "It holds in most cases.")
    keep_text(home, 2, "It holds in all cases.")
    changes = library.versions.changes(FIRST.key, 1, 2)
    assert (changes.before, changes.after, changes.reason) == (1, 2, "")
    assert (changed(changes.record), changed(changes.text)) == (["title"], ["1 Proofs"])
    same = library.versions.changes(FIRST.key, 2, 2)
    assert (changed(same.record), changed(same.text), same.reason) == ([], [], "")


@pytest.mark.parametrize(
    ("here", "missing"), [((), "v1 and of v2 is"), ((2,), "v1 is"), ((1,), "v2 is")], ids=["none", "second", "first"]
)
def test_without_both_texts_the_records_are_compared_alone(
    home: Home, library: Library, here: tuple[int, ...], missing: str
) -> None:
    home.take(FIRST)
    home.take(SECOND)
    for version in here:
        keep_text(home, version, "It holds.")
    changes = library.versions.changes(FIRST.key, 1, 2)
    assert changes.reason == f"the full text of {missing} not stored"
    assert (changed(changes.record), changes.text) == (["title"], ())


def test_a_record_that_is_not_here_is_not_compared(home: Home, library: Library) -> None:
    home.take(FIRST)
    assert library.versions.changes(FIRST.key, 1, 3).record == ()
    assert library.versions.changes(FIRST.key, 3, 1).record == ()


def test_kept_papers_lack_the_reviews_of_which_only_the_list_is_here(home: Home, library: Library) -> None:
    reviewed = (LIST_ONLY, FIRST, WHOLE)
    home.take(*reviewed, UNREVIEWED, reviews=[card(each) for each in reviewed])
    with Cache.open(home.paths.cache_db) as cache:
        cache.full_reviews.put(WHOLE.key, [whole_review(WHOLE, Part.PITH, 1), whole_review(WHOLE, version=2)])
        cache.full_reviews.put(FIRST.key, [whole_review(FIRST, Part.PITH)])
    assert library.reviews.lacking() == []
    library.marks.apply([LIST_ONLY.key, WHOLE.key, UNREVIEWED.key], "star")
    library.marks.apply([FIRST.key], "queue")
    assert library.reviews.lacking() == [LIST_ONLY.id, FIRST.id]
    assert [review.version for review in library.reviews.whole(WHOLE.key)] == [2, 1]
