"""Which stored texts cite which papers, and what they cite that is not here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.ranking.for_you import known_citations
from arxtui.library.references import graph
from arxtui.library.references.neighbourhood import Side
from arxtui.library.search import similar
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Document, Inline, Paragraph, Reference, Source, Text, Work
from arxtui.model.fulltext import TextState
from arxtui.model.paper import Author, Paper
from arxtui.model.reported import Report, ReportedWork
from arxtui.model.signs import StarredLink
from arxtui.reader.bibliography.entries import sources
from arxtui.search.similar import NO_LINKS
from arxtui.store.cache.database import Cache
from arxtui.store.errors import DiskFull
from arxtui.store.texts.citations import Citations, MatchedText
from arxtui.store.texts.fulltexts import Outcome, Page, Retention
from tests.builders import NOW, paper
from tests.library.made import Home, ids

FIRST, SECOND, LOCKS, SNAPSHOTS = (
    paper(1, "The first that cites"),
    paper(2, "The second that cites"),
    paper(3, "Sharded locks of a long queue", authors=(Author("Bo Måns"),)),
    paper(4, "Snapshots of a queue that moves", authors=(Author("Chiara Prova"),), doi="10.1000/snap.4"),
)
TO_LOCKS = "B. Måns, “Sharded locks of a long queue,” Made-up Rev. 3, 14 (2026)."
TO_SNAPSHOTS = "C. Prova, Made-up J. 5 (2026), doi:10.1000/SNAP.4."
NOT_HERE = "F. Far, “Papers that nobody stored here,” arXiv:2604.09999 (2026)."
NOT_NAMED = "G. Near, “A work that has no number at all,” Made-up J. 9 (2020) 17."
NO_TITLE = "H. Off, Made-up Lett. 12, 345 (2019)."
NO_TITLE_EITHER = "Off, H., Made-up Letters 12 (2019) 345."
REMARK = "We thank nobody for the walls."


def put(library: Library | Home, of: Paper, entries: Sequence[str], fetched: datetime = NOW) -> None:
    """Store a text with a bibliography, whose entries are cited in one sentence."""
    cites = [Reference((Text(f"[{place}]"),), f"bib{place}", cites=True) for place in range(1, len(entries) + 1)]
    said: list[Inline] = [Text("Queues wait "), *cites, Text(".")]
    named = (
        Source(f"[{place}]", (Paragraph((Text(entry),)),), (f"bib{place}",)) for place, entry in enumerate(entries, 1)
    )
    document = Document((Text(of.title),), (), (Paragraph(tuple(said)), *named))
    page = Page(document.origin, f"https://arxiv.example/html/{of.id}", b"", fetched)
    with Cache.open(_paths(library).cache_db) as cache:
        cache.fulltexts.put(of.key, 1, page, document, 9, [], Outcome(1, TextState.HAVE, "", NOW))


@pytest.fixture
def citing(home: Home, library: Library) -> Library:
    """Two papers with stored texts, of which the first cites both others, and the second one of them."""
    home.take(FIRST, SECOND, LOCKS, SNAPSHOTS)
    put(home, FIRST, [TO_SNAPSHOTS, NOT_HERE, TO_LOCKS, REMARK, TO_SNAPSHOTS])
    put(home, SECOND, [TO_LOCKS, NOT_HERE, NOT_NAMED])
    return library


def test_the_references_of_a_paper_are_listed_in_the_order_of_its_bibliography(citing: Library) -> None:
    assert ids(citing, f"citedby:{FIRST.id}") == [SNAPSHOTS.id, LOCKS.id]
    assert ids(citing, f"citedby:{FIRST.id} sort:new") == [SNAPSHOTS.id, LOCKS.id]
    assert ids(citing, f"citedby:{FIRST.id} sort:old") == [LOCKS.id, SNAPSHOTS.id]
    assert ids(citing, f"citedby:{FIRST.id} locks") == [LOCKS.id]
    assert ids(citing, f"citedby:{SECOND.id}") == [LOCKS.id]
    assert citing.references.count(FIRST.key) == (5, 3)
    assert citing.references.count(SECOND.key) == (3, 1)


def test_the_papers_that_cite_one_are_listed_the_newest_first(citing: Library) -> None:
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id, FIRST.id]
    assert ids(citing, f"cites:{SNAPSHOTS.id}") == [FIRST.id]
    assert ids(citing, "cites:2604.09999") == [SECOND.id, FIRST.id]
    assert ids(citing, f"-cites:{SNAPSHOTS.id} cites:{LOCKS.id}") == [SECOND.id]
    assert ids(citing, f"cites:{FIRST.id}") == []
    assert citing.facets.of(f"cites:{LOCKS.id}").total == 2


def test_they_are_counted(citing: Library) -> None:
    assert ids(citing, "cited:>=2") == [LOCKS.id]
    assert ids(citing, "cited:1") == [SNAPSHOTS.id]
    assert ids(citing, "cited:<9") == [SNAPSHOTS.id, LOCKS.id]
    assert ids(citing, "refs:>3") == [FIRST.id]
    assert ids(citing, "refs:..3") == [SECOND.id]
    citing.references.refuse(FIRST.key, LOCKS.id)
    assert ids(citing, "cited:>=2") == []
    assert ids(citing, "cited:1") == [SNAPSHOTS.id, LOCKS.id]


def test_without_a_text_the_references_are_not_known_which_is_not_none(citing: Library) -> None:
    listing = citing.search.listing(f"citedby:{LOCKS.id}")
    assert (listing.total, listing.note) == (
        0,
        f"the references of {LOCKS.id} are not known, because its text is not stored",
    )
    assert citing.references.count(LOCKS.key) is None
    put(citing, LOCKS, [REMARK])
    listing = citing.search.listing(f"citedby:{LOCKS.id}")
    assert (listing.total, listing.note) == (0, "")
    assert citing.references.count(LOCKS.key) == (1, 0)


def test_a_refused_link_is_none(citing: Library) -> None:
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id, FIRST.id]
    act = citing.references.refuse(FIRST.key, LOCKS.id)
    assert act
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id]
    assert ids(citing, f"citedby:{FIRST.id}") == [SNAPSHOTS.id]
    assert citing.references.count(FIRST.key) == (5, 2)
    citing.journal.undo(act.number)
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id, FIRST.id]


def test_a_text_that_is_replaced_or_deleted_cites_otherwise(citing: Library) -> None:
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id, FIRST.id]
    with Cache.open(_paths(citing).cache_db) as cache:
        cache.fulltexts.forget(Retention(0, frozenset({SECOND.key}), {}), SECOND.key)
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id]
    assert ids(citing, "refs:>0") == [SECOND.id]


def test_citations_of_a_paper_stored_later_are_found_without_looking_up_every_text_again(
    home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.take(FIRST, SECOND)
    put(home, FIRST, [TO_LOCKS, NOT_HERE])
    put(home, SECOND, [NOT_HERE, "E. Else, Made-up Rev. 3, 14 (2026)."])
    assert ids(library, f"cites:{LOCKS.id}") == []
    monkeypatch.setattr("arxtui.store.texts.citations.GROWTH", 100)
    home.take(LOCKS, replace(SNAPSHOTS, id="2604.09999", doi=None, journal_ref=None))
    looked_up: list[int] = []
    stored_put = Citations.put

    def put_and_tell(self: Citations, text: MatchedText, *more: Any) -> None:
        looked_up.append(text.key)
        stored_put(self, text, *more)

    monkeypatch.setattr(Citations, "put", put_and_tell)
    assert ids(library, f"cites:{LOCKS.id}") == [FIRST.id]
    assert looked_up == [FIRST.key]
    assert ids(library, f"citedby:{FIRST.id}") == [LOCKS.id]


def test_works_that_sources_know_by_a_doi_or_a_title_count_for_all_numbers(home: Home, library: Library) -> None:
    home.take(FIRST, SECOND, LOCKS)
    by_doi = ReportedWork(Work(dois=("10.1000/snap.4",)))
    by_title = ReportedWork(Work(("B. Måns",), LOCKS.title, "2026"))
    with Cache.open(_paths(library).cache_db) as cache:
        cache.reports.put(FIRST.key, Report("crossref", NOW, "1", (by_doi, by_title)))
        cache.reports.put(SECOND.key, Report("inspire", NOW, "2", None, (by_doi,)))
    library.references.graph.update()
    assert library.references.graph.counts([LOCKS.key, SNAPSHOTS.key]) == {LOCKS.key: 1}
    home.take(SNAPSHOTS)
    assert ids(library, f"cites:{SNAPSHOTS.id}") == ids(library, f"cites:{LOCKS.id}") == [FIRST.id]
    assert ids(library, f"cites:{SECOND.id}") == [SNAPSHOTS.id]
    assert ids(library, f"citedby:{FIRST.id}") == [SNAPSHOTS.id, LOCKS.id]
    assert ids(library, "cited:>0") == [SNAPSHOTS.id, LOCKS.id, SECOND.id]
    assert library.references.neighbours(FIRST.key, Side.CITES) == ((SNAPSHOTS.key, 1), (LOCKS.key, 1))
    assert [voice.name for voice in library.references.citing_here(SECOND.key)[SNAPSHOTS.key]] == ["inspire"]


def test_a_text_that_is_replaced_while_it_is_looked_up_is_looked_up_again(
    citing: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = sources

    def replaced(document: Document) -> Iterator[Source]:
        yield from read(document)
        if not later:
            later.append(NOW + timedelta(days=1))
            put(citing, SECOND, [TO_SNAPSHOTS], *later)

    later: list[datetime] = []
    monkeypatch.setattr(graph, "sources", replaced)
    assert ids(citing, f"cites:{LOCKS.id}") == [FIRST.id]
    assert ids(citing, f"cites:{SNAPSHOTS.id}") == [SECOND.id, FIRST.id]


def test_patience_ends_and_the_next_call_goes_on(citing: Library) -> None:
    first = citing.search.listing(f"cites:{LOCKS.id}", patience=-1)
    assert (first.goes_on, first.total) == (True, 0)
    assert first.note == "the references of 2 stored texts are not looked up yet"
    whole = citing.search.listing(f"cites:{LOCKS.id}", patience=60)
    assert (whole.goes_on, whole.total, whole.note) == (False, 2, "")


def test_papers_waiting_for_a_cites_query_are_counted_only_after_the_graph_is_updated(citing: Library) -> None:
    listing = citing.search.listing(f"cites:{LOCKS.id}")
    put(citing, SNAPSHOTS, [TO_LOCKS])
    assert citing.search.waiting(listing) == 0
    citing.references.graph.update()
    assert citing.search.waiting(listing) == 1


def test_a_full_disk_is_reported_and_ends_nothing(citing: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(Citations, "put", full)
    listing = citing.search.listing(f"cites:{LOCKS.id}")
    assert (listing.total, listing.goes_on) == (0, False)
    assert listing.note == "the references of 2 stored texts are not looked up: The disk is full."
    assert ids(citing, f"citedby:{FIRST.id}") == [SNAPSHOTS.id, LOCKS.id]


def test_a_text_that_cannot_be_read_is_passed_over(citing: Library) -> None:
    with Cache.open(_paths(citing).cache_db) as cache:
        cache._db.run("UPDATE fulltext_body SET document = x'00' WHERE key = ?", (FIRST.key,))
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id]
    assert [each.key for each in citing.references.citing(LOCKS.key)] == [SECOND.key]
    assert ids(citing, "refs:>0") == [SECOND.id]


def test_of_a_bibliography_that_no_paper_has_the_beginning_is_looked_up(
    citing: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "MOST_ENTRIES", 2)
    monkeypatch.setattr("arxtui.library.references.references.MOST_ENTRIES", 2)
    assert ids(citing, f"citedby:{FIRST.id}") == [SNAPSHOTS.id]
    assert citing.references.count(FIRST.key) == (5, 1)
    cited = citing.references.of(FIRST.key)
    assert cited is not None
    assert [bool(found) for each in cited for found in each.found] == [True, False, False, False]


def test_a_better_method_looks_all_up_again(citing: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ids(citing, f"cites:{LOCKS.id}") == [SECOND.id, FIRST.id]
    monkeypatch.setattr(graph, "METHOD", graph.METHOD + 1)
    assert citing.references.graph.update(-1).left == 2
    assert citing.references.graph.update().left == 0


def test_the_sentences_of_others_are_reported(citing: Library) -> None:
    result = {
        each.key: [entry.citations[0].sentence for entry in each.entries]
        for each in citing.references.citing(LOCKS.key)
    }
    assert result == {SECOND.key: ["Queues wait [1][2][3]."], FIRST.key: ["Queues wait [1][2][3][4][5]."]}


def test_missing_works_are_listed_by_the_number_of_citing_papers(citing: Library) -> None:
    put(citing, LOCKS, ["F. Far, “Papers That Nobody Stored Here,” 2026.", NO_TITLE, TO_SNAPSHOTS])
    put(citing, SNAPSHOTS, [NO_TITLE_EITHER, REMARK])
    keys = [FIRST.key, SECOND.key, LOCKS.key, SNAPSHOTS.key]
    missing = citing.missing.of(keys, 9)
    assert [(len(each.citing), each.arxiv, each.work.title) for each in missing.works] == [
        (3, "2604.09999", "Papers that nobody stored here"),
        (2, "", ""),
        (1, "", "A work that has no number at all"),
    ]
    assert missing.works[1].text == NO_TITLE_EITHER
    assert (missing.looked_at, missing.without_text) == (4, 0)
    assert [len(each.citing) for each in citing.missing.of(keys, 1).works] == [3]
    assert citing.missing.of([FIRST.key, paper(9).key], 9)[1:] == (1, 1)


def test_a_cited_work_that_was_stored_since_is_not_missing(home: Home, citing: Library) -> None:
    assert citing.missing.of([SECOND.key], 9).works[0].arxiv == "2604.09999"
    home.take(paper(9999, "Papers that nobody stored here", month="2604", authors=(Author("Fay Far"),)))
    assert [each.arxiv for each in citing.missing.of([SECOND.key], 9).works] == [""]


def _paths(library: Library | Home) -> Paths:
    return library.paths if isinstance(library, Home) else library._context.paths


def test_papers_that_cite_the_same_works_are_alike_and_so_are_those_cited_together(citing: Library) -> None:
    citing.references.graph.update()
    hits = {hit.key: hit.links for hit in citing.related.similar(FIRST.key).hits}
    assert hits[SECOND.key] == (2, 0, 2 / (5 * 3) ** 0.5)  # of five entries and three
    together = {hit.key: hit.links.together for hit in citing.related.similar(LOCKS.key).hits}
    assert together[SNAPSHOTS.key] == 1
    strings = paper(5, "Strings at strong coupling", abstract="Strings couple.", category="hep-th")
    assert NO_LINKS.score == 0 < hits[SECOND.key].score
    assert strings.key not in hits


def test_a_paper_only_reported_to_cite_another_has_no_known_references(citing: Library) -> None:
    strings = paper(5, "Strings", abstract="Couple.", category="hep-th", authors=(Author("Dova"),))
    with Cache.open(_paths(citing).cache_db) as cache:
        cache.reports.put(
            LOCKS.key, Report("inspire", NOW, "1", None, (ReportedWork(Work(arxiv=strings.id)),), None, 1)
        )
    citing.references.graph.update()
    assert citing.missing.of([FIRST.key, strings.key], 9)[1:] == (1, 1)
    assert strings.key not in citing.search.listing(f"like:{FIRST.id}").keys
    assert citing.references.neighbours(strings.key, Side.CITES) is None


def test_papers_with_only_references_in_common_are_similar(home: Home, library: Library) -> None:
    strings = paper(5, "Strings", abstract="Couple.", category="hep-th", authors=(Author("Dova"),))
    home.take(FIRST, strings, LOCKS)
    for each in (FIRST, strings):
        put(home, each, [TO_LOCKS, NOT_HERE, NOT_NAMED])
    library.references.graph.update()
    assert strings.key in library.search.listing(f"like:{FIRST.id}").keys


def test_common_references_do_not_make_more_papers_similar_than_the_most(
    home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similar, "MOST", 1)
    strings = paper(5, "Strings", abstract="Couple.", category="hep-th", authors=(Author("Dova"),))
    home.take(FIRST, SECOND, strings, LOCKS)
    for each in (FIRST, strings):
        put(home, each, [TO_LOCKS, NOT_HERE, NOT_NAMED])
    library.references.graph.update()
    assert list(library.search.listing(f"like:{FIRST.id}").keys) == [strings.key]


def test_papers_that_cite_a_starred_paper_or_are_cited_by_one_are_marked_in_lists(citing: Library) -> None:
    def links() -> dict[int, StarredLink | None]:
        listing = citing.search.listing("")
        return {row.key: row.starred_link for row in citing.papers.rows_of(listing, listing.keys)}

    citing.references.graph.update()
    assert set(links().values()) == {None}
    citing.marks.apply([LOCKS.key], "star")
    cites = dict.fromkeys((FIRST.key, SECOND.key), StarredLink.CITES)
    assert links() == {SNAPSHOTS.key: None, LOCKS.key: None, **cites}
    citing.marks.apply([FIRST.key], "star")
    assert links() == {SNAPSHOTS.key: StarredLink.CITED, LOCKS.key: StarredLink.CITED, **cites}
    with Cache.open(_paths(citing).cache_db) as cache:
        cache.graph.put("file", 7, {SNAPSHOTS.key: [FIRST.key]})
    assert links()[SNAPSHOTS.key] is StarredLink.BOTH
    with Cache.open(_paths(citing).cache_db) as cache:
        cache._db.run("UPDATE reference_list SET body = x'01' WHERE key = ?", (SNAPSHOTS.key,))
    assert set(links().values()) == {None}, "what cannot be read leaves the list as it is"
    citing.marks.apply([FIRST.key, LOCKS.key], "unstar")
    assert set(links().values()) == {None}


def test_a_refused_link_is_none_whoever_names_it(citing: Library) -> None:
    with Cache.open(_paths(citing).cache_db) as cache:
        cache.graph.put("file", 7, {FIRST.key: [LOCKS.key], SNAPSHOTS.key: [LOCKS.key]})
        report = Report("inspire", NOW, "1", None, (ReportedWork(Work(arxiv=FIRST.id)),), None, 1)
        cache.reports.put(LOCKS.key, report)
    citing.references.graph.update()
    citing.marks.apply([LOCKS.key], "star")

    def known() -> tuple[object, ...]:
        citations = known_citations(citing._context.cache, citing._context.user_file, [FIRST.key, LOCKS.key])
        listing = citing.search.listing(f"id:{FIRST.id}")
        neighbours = citing.references.neighbours(SNAPSHOTS.key, Side.CITES) or ()
        return (
            [row.starred_link for row in citing.papers.rows_of(listing, listing.keys)],
            [tuple(each) for each in neighbours],
            FIRST.key in citing.references.citing_here(LOCKS.key),
            (LOCKS.id in citations[FIRST.key].cites, FIRST.id in citations[LOCKS.key].cited_by),
        )

    assert known() == ([StarredLink.CITES], [(LOCKS.key, 3)], True, (True, True))
    act = citing.references.refuse(FIRST.key, LOCKS.id)
    assert act
    assert known() == ([None], [(LOCKS.key, 2)], False, (False, False))
    citing.journal.undo(act.number)
    assert known() == ([StarredLink.CITES], [(LOCKS.key, 3)], True, (True, True))


def test_editions_with_one_title_and_other_identifiers_are_references_of_their_own(citing: Library) -> None:
    first, second, preprint = (
        ReportedWork(Work(title="A review of made-up waves", year="2018", dois=("10.1000/review.18",))),
        ReportedWork(Work(title="A review of made-up waves", year="2020", dois=("10.1000/review.20",))),
        ReportedWork(Work(title="A review of made-up waves", year="2018", arxiv="1805.00001")),
    )
    with Cache.open(_paths(citing).cache_db) as cache:
        for source, references in (("inspire", (first, second)), ("openalex", (second, preprint))):
            cache.reports.put(LOCKS.key, Report(source, NOW, "1", references, None, 2))
    assert [(cited.entry.works[0].dois, cited.sources) for cited in citing.references.of(LOCKS.key) or ()] == [
        (("10.1000/review.18",), ("inspire", "openalex")),
        (("10.1000/review.20",), ("inspire", "openalex")),
    ]


def test_a_work_outside_arxiv_leaves_the_list_with_its_last_mark_and_comes_back_by_undo(citing: Library) -> None:
    cited = citing.references.of(SECOND.key)
    assert cited
    entry = cited[2].entry
    key = citing.references.keep(entry.works[0], entry.text)
    citing.marks.apply([key], "star")
    citing.session.settle_works()
    assert key in citing.search.listing("").keys
    act = citing.marks.apply([key], "unstar")
    assert act
    citing.session.settle_works()
    assert key not in citing.search.listing("").keys
    citing.journal.undo(act.number)
    assert list(citing.search.listing("is:starred").keys) == [key]
    citing.session.settle_works()
    assert key in citing.search.listing("").keys


def test_an_imported_work_stays_without_a_mark(home: Home, library: Library) -> None:
    work = replace(paper(1), id="", doi="10.1000/waves", source="import")
    home.take(work)
    (key,) = library.search.listing("").keys
    library.marks.apply([key], "star")
    library.marks.apply([key], "unstar")
    library.session.settle_works()
    assert list(library.search.listing("").keys) == [key]


def test_citations_of_an_imported_file_count_for_missing_works(citing: Library) -> None:
    absent, far = key_of("2604.00001"), key_of("2604.09999")
    with Cache.open(_paths(citing).cache_db) as cache:
        cache.graph.put("file", 7, {LOCKS.key: [absent, far, FIRST.key], FIRST.key: [absent]})
    missing = citing.missing.of([FIRST.key, SECOND.key, LOCKS.key, SNAPSHOTS.key], 9)
    assert [(len(each.citing), each.arxiv, each.text) for each in missing.works][:2] == [
        (3, "2604.09999", NOT_HERE),
        (1, "2604.00001", "arXiv:2604.00001"),
    ]
    assert (missing.looked_at, missing.without_text) == (3, 1)
