"""Full texts in the library: which are stored, their states, and the position where reading stopped."""

from __future__ import annotations

from datetime import timedelta

import pytest

from arxtui.library.facade import Library
from arxtui.library.papers.fulltexts import in_words
from arxtui.model.arxiv.ids import is_pending
from arxtui.model.document import Document, Origin, Paragraph, Person, Text
from arxtui.model.fulltext import Figure, FulltextState, ReadingPlace, TextState
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.store.texts.fulltexts import FigureRequest, Outcome, Page, Pdfs
from tests.builders import NOW, card, paper
from tests.library.made import Home, ids

OF, OTHER = paper(1, version=2), paper(2)
PNG = Figure("image/png", b"\x89PNG\r\n\x1a\nmade up")


def _document(words: str) -> Document:
    return Document((Text("Made up"),), (), (Paragraph((Text(words),)),))


def _put(home: Home, version: int = 2, words: str = "Queues.", *, origin: Origin = Origin.HTML) -> None:
    page = Page(origin, "https://arxiv.org/html/2605.00001v2", b"<p>Queues.</p>", NOW)
    outcome = Outcome(version, TextState.HAVE, "", NOW)
    wish = FigureRequest("x1.png", "https://arxiv.org/html/2605.00001v2/x1.png")
    with Cache.open(home.paths.cache_db) as cache:
        cache.fulltexts.put(OF.key, version, page, _document(words), 812, [wish], outcome)
        cache.fulltexts.put_figure(OF.key, version, "x1.png", PNG)


def test_a_text_and_its_figures_are_read_in_the_newest_version_or_the_one_requested(
    home: Home, library: Library
) -> None:
    home.take(OF, OTHER)
    _put(home, 1, "Old queues.")
    _put(home, 2, "New queues.")
    assert library.texts.document(OF.key) == _document("New queues.")
    assert library.texts.document(OF.key, 1) == _document("Old queues.")
    assert library.texts.document(OF.key, 3) is None
    assert library.texts.document(OTHER.key) is None
    assert library.texts.versions(OF.key) == (2, 1)
    assert library.texts.figure(OF.key, "x1.png") == library.texts.figure(OF.key, "x1.png", 1) == PNG
    assert (
        library.texts.figure(OF.key, "x2.png").reason == library.texts.figure(OTHER.key, "x1.png").reason == "not known"
    )


ADA = (Person((Text("Ada Example"),)),)


@pytest.mark.parametrize(
    ("title", "people", "shown"),
    [
        ("", (), (OF.title, *[author.name for author in OF.authors])),
        (f"Supplementary Material: {OF.title}", ADA, (OF.title, "Ada Example")),
        ("Made up", (Person((Text("*"),)),), ("Made up", *[author.name for author in OF.authors])),
        ("Made up", (), ("Made up",)),
    ],
)
def test_a_text_whose_page_lacks_title_or_authors_has_those_of_the_catalogue(
    home: Home, library: Library, title: str, people: tuple[Person, ...], shown: tuple[str, ...]
) -> None:
    home.take(OF)
    found = Document((Text(title),) if title else (), people, (Paragraph((Text("Queues."),)),))
    with Cache.open(home.paths.cache_db) as cache:
        page = Page(Origin.HTML, "https://arxiv.org/html/2605.00001v2", b"<p>Queues.</p>", NOW)
        cache.fulltexts.put(OF.key, 2, page, found, 1, [], Outcome(2, TextState.HAVE, "", NOW))
    document = library.texts.document(OF.key)
    assert document is not None
    assert (document.title, *[person.name for person in document.people]) == tuple((Text(line),) for line in shown)


def test_lists_and_details_show_the_state_of_a_text(home: Home, library: Library) -> None:
    home.take(OF, OTHER, paper(3), paper(4))
    _put(home)
    keys = [OF.key, OTHER.key, paper(3).key, paper(4).key]
    with Cache.open(home.paths.cache_db) as cache:
        outcome = Outcome(1, TextState.FAILED, "arxiv.org answered 503", NOW, NOW + timedelta(hours=1), 1)
        cache.fulltexts.write(OTHER.key, outcome)
    library.marks.apply(keys[:3], "queue")
    assert [row.fulltext for row in library.papers.rows(keys)] == [
        TextState.HAVE,
        TextState.FAILED,
        TextState.QUEUED,
        TextState.UNASKED,
    ]
    records = [record for key in keys if (record := library.papers.record(key))]
    assert [record.fulltext.state for record in records] == [row.fulltext for row in library.papers.rows(keys)]
    assert [record.fulltext for record in records] == [library.texts.state(key) for key in keys]
    assert ids(library, "has:fulltext") == [OF.id]
    assert ids(library, "-has:fulltext is:queued") == [paper(3).id, OTHER.id]
    assert ids(library, "is:queued queues") == [paper(3).id, OTHER.id, OF.id]


def test_the_states_in_words() -> None:
    here = FulltextState(TextState.HAVE, Origin.HTML, 2, NOW, 8_412, 5, 1)
    later = NOW + timedelta(days=1)
    assert in_words(here) == "8,412 words from arXiv's HTML, 5 figures (1 missing); of v2, fetched 13 May 2026"
    none = FulltextState(TextState.NONE, reason="arXiv has no HTML of it", next_try=later)
    assert in_words(none, NOW).startswith("none: arXiv has no HTML of it; next request Thu 14 May ")
    assert in_words(none, later) == "none: arXiv has no HTML of it; next request with the next refresh"
    assert in_words(FulltextState(TextState.FAILED, reason="blocked")) == "not stored: blocked"
    assert "arxtui fetch --queued" in in_words(FulltextState(TextState.QUEUED))
    assert in_words(FulltextState()) == ""


def test_queueing_is_an_act_with_a_way_back_and_outlives_the_cache(home: Home, library: Library) -> None:
    home.take(OF)
    act = library.marks.apply([OF.key], "queue")
    assert act is not None
    assert (act.what, act.papers) == ("queue", 1)
    assert library.marks.apply([OF.key], "queue") is None
    home.drop_cache()
    with home.library() as again:
        assert ids(again, "is:queued") == [OF.id]
        [row] = again.papers.rows([OF.key])
        assert (row.title, row.marks.queued, row.fulltext) == (OF.title, True, TextState.QUEUED)
        assert list(again.texts.kept()) == [OF.key]
        undone = again.journal.undo()
        assert undone is not None
        assert list(again.search.listing("is:queued").keys) == []


def test_a_paper_queued_while_only_a_review_named_it_stays_queued(home: Home, library: Library) -> None:
    home.take(reviews=[card(OF)])
    [pending] = library.search.listing("").keys
    assert is_pending(pending)
    library.marks.apply([pending], "queue")
    home.take(OF)
    assert ids(library, "is:queued") == [OF.id]
    assert list(library.texts.kept()) == [OF.key]
    _put(home)
    assert library.texts.document(pending) == _document("Queues.")
    library.marks.apply([OF.key], "unqueue")
    assert ids(library, "is:queued") == []


def test_where_reading_stopped_is_remembered_for_ever(home: Home, library: Library) -> None:
    home.take(OF)
    assert library.texts.place(OF.key) is None
    library.texts.keep_place(OF.key, 12, 345, 2)
    library.texts.keep_place(OF.key, 13, 0, 2, "Each process keeps")
    home.drop_cache()
    with home.library() as again:
        assert again.texts.place(OF.key) == ReadingPlace(13, 0, 2, NOW, "Each process keeps")
    with LibraryFile.open(home.paths.library_db) as file:
        assert file.places.read_at() == {OF.key: NOW.timestamp()}


def test_starred_and_queued_texts_are_safe_and_reading_counts(home: Home, library: Library) -> None:
    home.take(OF, OTHER, paper(3))
    library.marks.apply([OF.key], "star")
    library.marks.apply([OTHER.key], "queue")
    library.texts.keep_place(paper(3).key, 1, 0)
    keeping = library.texts.keeping()
    assert keeping.limit == 2_000_000_000
    assert keeping.safe == {OF.key, OTHER.key}
    assert keeping.read == {paper(3).key: NOW.timestamp()}


def test_the_newest_pdf_that_is_kept_is_named_with_its_version(home: Home, library: Library) -> None:
    home.take(OF)
    assert library.texts.pdf(OF.key) is None
    pdfs = Pdfs(home.paths.pdfs)
    pdfs.put(OF.id, 1, b"%PDF-1.4 one %%EOF")
    second = pdfs.put(OF.id, 2, b"%PDF-1.4 two %%EOF")
    assert library.texts.pdf(OF.key) == (second, 2)
