"""A withdrawn paper in the library: its row, its record, queries, the older text below it, and the news of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Literal

import pytest

from arxtui.library.facade import Library
from arxtui.model.document import Document, Origin, Paragraph, Text
from arxtui.model.fulltext import TextState
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from tests.builders import NOW, paper
from tests.library.made import Home, ids

OF, OTHER = paper(1), paper(2)
GONE = replace(OF, version=3, updated=NOW, comment="Withdrawn: Lemma $\\alpha$ is wrong")
_DAY = timedelta(days=1)


def test_queries_rows_and_records_say_that_a_paper_is_withdrawn(home: Home, library: Library) -> None:
    home.take(GONE, OTHER)
    assert ids(library, "is:withdrawn") == ids(library, "is:withdrawn made") == [OF.id]
    assert ids(library, "-is:withdrawn") == [OTHER.id]
    assert [row.withdrawn for row in library.papers.rows([OF.key, OTHER.key])] == [True, False]
    record = library.papers.record(OF.key)
    assert record is not None
    assert record.withdrawn


def test_a_kept_paper_that_left_the_cache_is_still_withdrawn(home: Home) -> None:
    home.take(GONE)
    with home.library() as library:
        library.marks.apply([OF.key], "star")
    home.drop_cache()
    with home.library() as library:
        assert [row.withdrawn for row in library.papers.rows([OF.key])] == [True]
        record = library.papers.record(OF.key)
        assert record is not None
        assert record.withdrawn


@pytest.mark.parametrize(
    ("origin", "version", "expected"),
    [(Origin.HTML, 2, "This is v2."), (Origin.AR5IV, 0, "This is an earlier version.")],
)
def test_an_older_text_begins_with_the_withdrawal(
    home: Home, library: Library, origin: Origin, version: int, expected: str
) -> None:
    home.take(OF, OTHER)
    document = Document((Text("Made up"),), (), (Paragraph((Text("Queues."),)),))
    with Cache.open(home.paths.cache_db) as cache:
        page = Page(origin, "https://arxiv.example/2605.00001", b"<p>Queues.</p>", NOW)
        cache.fulltexts.put(OF.key, version, page, document, 1, [], Outcome(version, TextState.HAVE, "", NOW))
    before = library.texts.document(OF.key)
    assert before is not None
    assert before.warnings == ()
    home.take(GONE)
    after = library.texts.document(OF.key)
    assert after is not None
    assert after.warnings == (f"v3 was withdrawn by its authors: “Withdrawn: Lemma α is wrong”. {expected}",)


@pytest.mark.parametrize("act", ["star", "queue", "list"])
def test_that_a_kept_paper_was_withdrawn_is_reported_in_one_session(
    home: Home, act: Literal["star", "queue", "list"]
) -> None:
    home.take(OF, OTHER)
    with home.library() as library:
        library.session.begin()
        if act == "list":
            library.lists.enlist([OF.key], "Friday")
        else:
            library.marks.apply([OF.key], act)
        assert library.session.notice() == ""
        library.session.end()
    home.now += _DAY
    home.take(GONE, replace(OTHER, version=2, updated=home.now, comment="This paper has been withdrawn"))
    home.now += _DAY
    with home.library() as library:
        library.session.begin()
        assert library.session.notice() == (
            "Withdrawn by now: one paper that you starred, queued or put on a list (2605.00001)"
        )
        library.session.end()
    home.now += _DAY
    with home.library() as library:
        library.session.begin()
        assert library.session.notice() == ""
