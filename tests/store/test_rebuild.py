"""Salvaging a damaged cache: everything readable is saved, and every saved value is unchanged."""

from __future__ import annotations

import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import is_pending
from arxtui.model.document import Document, Origin, Paragraph, Text, Work
from arxtui.model.fulltext import Figure, TextState
from arxtui.model.harvest import Order, Place
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.paper import AnnounceType, Deletion, History, Paper
from arxtui.model.reported import Report, ReportedWork
from arxtui.model.reviews import FullReview, Part, Section
from arxtui.store.cache.database import Cache
from arxtui.store.errors import Busy
from arxtui.store.progress.imports import HarvestStep
from arxtui.store.recovery import records
from arxtui.store.recovery.rebuild import count_damaged, finish, is_unfinished, rebuild
from arxtui.store.texts.fulltexts import FigureRequest, Page
from arxtui.store.texts.fulltexts import Outcome as Asked
from tests.builders import DAY, NOW, announced, paper
from tests.homes import as_made
from tests.samples import sample
from tests.store.cache.test_announced_days import PAGE
from tests.store.made import CARD, QUEUES, SECOND_CARD, STALENESS, formats, make_older, take

MONTHS = ("2603", "2604", "2605")
OLDER = replace(STALENESS, version=1, title="Bounded Staleness, a first version")
UNKNOWN = replace(CARD, title="Nobody has heard of this paper yet", abstract="It is only in a review.")
ENTRY = LedgerEntry("arxiv.feed", "cs.DC", NOW, Outcome.OK, NOW + timedelta(hours=1), fresh_as_of=NOW, etag='"a"')
FULL = FullReview(STALENESS.id, 2, sections=(Section.of(Part.PITH, "Stale gradients cost less."),))
TEXTS = tuple(range(1, 41))
"""The numbers of those papers of the first month whose full text is stored."""
PLOT = b"\x89PNG\r\n\x1a\n" + b"".join(
    len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    for kind, data in ((b"IHDR", bytes(13)), (b"IDAT", random.Random(3).randbytes(3_000)), (b"IEND", b""))
)
FIGURES = {
    "plot.png": Figure("image/png", PLOT),
    "sketch.svg": Figure("image/svg+xml", b"<svg><path d='M 0 0'/></svg>"),
    "far.png": Figure(reason="on another host (example.org)"),
}
PHOTO = Figure("image/jpeg", b"\xff\xd8\xff" + bytes(400))
LOST = Figure(reason="lost with a damaged cache: fetch the text again to restore it")
Damage = Callable[[bytearray, random.Random], None]


def papers() -> list[Paper]:
    """Return 300 papers in three months, with abstracts of 40 random words, all different."""
    drawn = random.Random(7)
    return [
        paper(number, month=month, abstract=" ".join(f"{drawn.getrandbits(40):x}" for _ in range(40)))
        for month in MONTHS
        for number in range(1, 101)
    ]


def fill(path: Path) -> None:
    """Create a cache with rows in every table."""
    with Cache.open(path, clock=lambda: NOW) as cache:
        take(cache, *papers(), QUEUES, OLDER)
        take(cache, STALENESS, reviews=(CARD, SECOND_CARD, UNKNOWN))
        take(cache, announcements=(announced(STALENESS), announced(STALENESS, category="cs.LG"), announced(QUEUES)))
        cache.ledger.put(ENTRY)
        cache.announced_days.put([PAGE])
        cache.full_reviews.put(STALENESS.key, [FULL])
        for number in TEXTS:
            put_text(cache, paper(number, month=MONTHS[0]).key, number)
        cache.fulltexts.write(QUEUES.key, Asked(1, TextState.NONE, "no HTML", NOW))


def put_text(cache: Cache, key: int, number: int) -> None:
    """Store a unique full text with its page and four figures."""
    drawn = random.Random(key)
    words = " ".join(f"{drawn.getrandbits(40):x}" for _ in range(300))
    text = Document((Text(f"Paper {number}"),), (), (Paragraph((Text(words),)),), broken_off=number % 2 == 1)
    page = Page(Origin.HTML, f"https://arxiv.example/html/{number}", words.encode(), NOW)
    wishes = [FigureRequest(address, f"https://arxiv.example/{address}") for address in (*FIGURES, "photo.jpg")]
    cache.fulltexts.put(key, 1, page, text, 300, wishes, Asked(1, TextState.HAVE, "", NOW))
    for address, figure in (*FIGURES.items(), ("photo.jpg", PHOTO)):
        cache.fulltexts.put_figure(key, 1, address, figure)


def texts_in(path: Path) -> dict[int, tuple[object, ...]]:
    """Return everything that a cache stores of each full text, except the JPEG figure, which cannot be verified to be
    complete."""
    with Cache.open(path) as cache:
        texts = cache.fulltexts
        return {
            key: (
                texts.document(key, 1),
                texts.page(key, 1),
                texts.texts([key]),
                texts.outcomes([key]),
                {address: texts.figure(key, 1, address) for address in FIGURES},
            )
            for key in cache.with_text()
        }


def contents_of(path: Path) -> dict[int, tuple[object, ...]]:
    """Return everything that a cache stores of each paper."""
    with Cache.open(path) as cache:
        return {
            each.key: (
                each.paper,
                cache.papers.versions(each.key),
                cache.announcements.of(each.key),
                each.reviews,
                each.sources,
            )
            for each in cache.documents(cache.month_keys())
        }


@pytest.fixture(autouse=True)
def recent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search for announcements since the first of :data:`MONTHS` only, not on each of the 12,000 days since 1991."""
    monkeypatch.setattr(records, "_FIRST_DAY", date(2026, 3, 1))


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """The file of a filled cache that no process has open."""
    path = tmp_path / "cache.db"
    as_made(tmp_path, fill, lambda: fill(path))
    return path


def test_a_sound_cache_comes_out_as_it_went_in(filled: Path) -> None:
    before, texts = contents_of(filled), texts_in(filled)
    assert count_damaged(filled, NOW, lambda papers: None) == 0
    seen: list[int] = []
    saved = rebuild(filled, NOW, seen.append)
    assert (saved.papers, saved.doubtful, saved.lost, saved.reviews) == (303, 0, 0, 3)
    assert saved.texts == len(texts_in(filled)) == 40
    assert texts_in(filled) == texts
    assert seen[-1] == 303
    assert contents_of(filled) == before
    with Cache.open(filled) as cache:
        assert cache.ledger.all() == [ENTRY]
        assert cache.full_reviews.of(STALENESS.key) == (FULL,)
        assert cache.faults() == []
        assert cache.stats().pending == 1
        assert cache.counts_by_primary() == {"cs.DC": 302, "hep-th": 1}
        assert len(cache.changes.arrived_since(NOW)) == 303
        assert len(cache.changes.arrived_since(NOW + timedelta(seconds=1))) == 0
        take(cache, *papers())
        assert cache.stats().papers == 303
    assert saved.aside.name == "cache.db.damaged-20260513T081400"
    assert contents_of(saved.aside) == before


def test_the_details_of_an_older_program_come_out_in_the_current_format(filled: Path) -> None:
    before = contents_of(filled)
    make_older(filled)
    rebuild(filled, NOW, lambda papers: None)
    assert formats(filled) == {b"\x02"}
    assert contents_of(filled) == before


def rows_in(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of every table."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


LEFT = {
    "import": "an import begins again, and finds most of it the same",
    "import_reject": "as import",
    "harvest": "a harvest begins again, and brings what was lost",
    "harvested": "as harvest",
    "gone": "of the changes that the index is brought up with, which is built again",
    "rule_match": "asked again",
    "request_count": "the budget of the day begins again",
    "taste": "learned again",
    "for_you": "as taste",
}
"""The tables that are not saved, with the reason why losing them does no harm."""


def test_every_table_is_saved_except_those_that_are_made_again(filled: Path) -> None:
    gone = paper(1, month=MONTHS[1])
    listed = paper(2, month=MONTHS[1])
    ahead = paper(1, month="2606")  # calendars of other time zones are ahead
    with Cache.open(filled, clock=lambda: NOW + timedelta(hours=1)) as cache:
        place = Place(token="next", first=DAY)
        cache.put([], step=HarvestStep(Order(), place, [Deletion(gone.id, DAY)]))
        take(cache, announcements=(replace(announced(QUEUES), type=AnnounceType.REPLACE, version=None),))
        cache.requested.add(["2601.00001"])
        take(cache, replace(gone, version=3, updated=NOW, comment="This paper has been withdrawn by the author"))
        cache.take(Intake(papers=(listed, ahead, paper(2001)), histories=(History(listed.id, withdrawn=1),)))
        for source in ("text", "file"):
            cache.graph.put(source, 7, {STALENESS.key: [QUEUES.key, gone.key]})
        reported = (ReportedWork(Work(arxiv=QUEUES.id)), ReportedWork(Work(dois=("10.1000/x",))))
        cache.reports.put(STALENESS.key, Report("inspire", NOW, "5", reported, reported[:1], 2, 1))
        cache.reports.count_request("inspire", 1, 2)
        cache.graph.fold_next()
    before = rows_in(filled)
    rebuild(filled, NOW, lambda papers: None)
    with Cache.open(filled) as cache:
        while cache.repack_next():  # as after the next refresh
            pass
    after = rows_in(filled)
    with Cache.open(filled) as cache:
        assert cache.graph.witnesses(STALENESS.key, gone.key) == [("file", 7)]
        assert cache.graph.witnesses(QUEUES.key, STALENESS.key) == [("inspire", int(NOW.timestamp()))]
    kept = {"source_record", "announced_day", "deleted", "outdated", "wanted", "ledger", "announcement", "withdrawn"}
    kept |= {
        "detail",
        "version",
        "review",
        "alias",
        "full_review",
        "fulltext_state",
        "month",
        "fulltext_body",
        "citing_list",
        "report",
        "reported_work",
    }
    assert all(before[table] for table in kept)
    assert {table: after[table] for table in kept} == {table: before[table] for table in kept}
    assert {table for table, rows in before.items() if rows and not after[table]} <= LEFT.keys()
    assert [row[:-1] for row in after["paper"]] == [row[:-1] for row in before["paper"]], "but for its change"


def test_a_saved_paper_goes_on_being_merged_from_the_records_of_its_sources(filled: Path) -> None:
    shown = replace(papers()[7], source="rss", comment="only the feed says this", abstract="A shorter one.")
    result = replace(papers()[7], source="api", version=2, updated=NOW, abstract="Of the second version.")
    with Cache.open(filled, clock=lambda: NOW) as cache:
        take(cache, shown)
    shutil.copy(filled, filled.with_name("undamaged.db"))
    rebuild(filled, NOW, lambda papers: None)
    outcomes = []
    for path in (filled, filled.with_name("undamaged.db")):
        with Cache.open(path, clock=lambda: NOW) as cache:
            take(cache, result)
            outcomes.append(
                (cache.papers.get(result.key), cache.papers.versions(result.key), rows_in(path)["source_record"])
            )
    assert outcomes[0] == outcomes[1]


def test_records_that_do_not_make_their_paper_any_more_are_left_out(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db:
        assert db.execute("SELECT count(*) FROM source_record").fetchone() == (2,)
        db.execute("DELETE FROM source_record WHERE version = 2")
        db.commit()
    rebuild(filled, NOW, lambda papers: None)
    assert rows_in(filled)["source_record"] == []


@pytest.mark.parametrize(
    ("spoil", "table", "lost"),
    [
        ("UPDATE version SET body = x'ff' WHERE key = ?1 AND body <> x''", "version", 1),
        ("UPDATE version SET source = 'nobody' WHERE key = ?1 AND number = 1", "version", 1),
        ("UPDATE review SET body = x'ff' WHERE key = ?1 AND slot = -1", "review", 1),
        ("UPDATE review SET slot = 'none' WHERE key = ?1 AND slot = -1", "review", 1),
        ("UPDATE review SET headline = x'ff' WHERE key = ?1 AND slot = -1", "review", 1),
        ("UPDATE announcement SET type = 99 WHERE key = ?1 AND category = 'cs.LG'", "announcement", 1),
        ("UPDATE announcement SET version = 'newest' WHERE key = ?1 AND category = 'cs.LG'", "announcement", 1),
        ("UPDATE ledger SET outcome = 'nobody knows'", "ledger", 1),
        ("UPDATE announced_day SET heard = 9e99", "announced_day", 1),
        ("UPDATE announced_day SET told = 'nobody'", "announced_day", 1),
        ("UPDATE full_review SET body = x'ff'", "full_review", 1),
    ],
)
def test_a_row_that_says_nothing_is_left_out_and_those_beside_it_are_saved(
    filled: Path, spoil: str, table: str, lost: int
) -> None:
    before = rows_in(filled)
    with closing(sqlite3.connect(filled)) as db:
        changed = db.execute(spoil, (STALENESS.key,) if "?1" in spoil else ()).rowcount
        db.commit()
    assert changed == lost
    rebuild(filled, NOW, lambda papers: None)
    assert len(rows_in(filled)[table]) == len(before[table]) - lost


def test_a_deletion_on_a_day_that_no_calendar_has_is_left_out(filled: Path) -> None:
    days = (None, 1, date.max.toordinal())
    with closing(sqlite3.connect(filled)) as db:
        db.execute("DELETE FROM deleted")
        rows = enumerate((*days, 0, -1, date.max.toordinal() + 1, "today"), 1)
        db.executemany("INSERT INTO deleted (key, day) VALUES (?, ?)", rows)
        db.commit()
    rebuild(filled, NOW, lambda papers: None)
    assert rows_in(filled)["deleted"] == list(enumerate(days, 1))


@pytest.mark.parametrize("cut", [12, 4, 1])
def test_a_truncated_picture_is_lost_and_the_size_of_a_text_counts_saved_pictures_only(filled: Path, cut: int) -> None:
    key = paper(1, month=MONTHS[0]).key
    with Cache.open(filled) as cache:
        size = cache.fulltexts.size([key])
    with closing(sqlite3.connect(filled)) as db:
        sql = "UPDATE figure SET body = ? WHERE key = ? AND address = 'plot.png'"
        db.execute(sql, (PLOT[:-cut], key))
        db.commit()
    rebuild(filled, NOW, lambda papers: None)
    with Cache.open(filled) as cache:
        assert cache.fulltexts.figure(key, 1, "plot.png") == LOST
        assert cache.fulltexts.figure(key, 1, "sketch.svg") == FIGURES["sketch.svg"]
        assert cache.fulltexts.size([key]) == size - len(PLOT) - len(PHOTO.data)


def test_a_withdrawal_whose_row_is_lost_is_known_again_from_the_texts_of_its_paper(filled: Path) -> None:
    gone = paper(1, month=MONTHS[1], version=3, updated=NOW, comment="This paper has been withdrawn by the author")
    with Cache.open(filled, clock=lambda: NOW) as cache:
        take(cache, gone)
    with closing(sqlite3.connect(filled)) as db:
        assert db.execute("DELETE FROM withdrawn").rowcount == 1
        db.commit()
    rebuild(filled, NOW, lambda papers: None)
    with Cache.open(filled) as cache:
        assert list(cache.withdrawals.keys()) == [gone.key]
        assert cache.withdrawals.since(NOW - timedelta(days=1)) == frozenset()


def test_a_text_that_is_lost_is_requested_again_and_a_failure_is_remembered(filled: Path) -> None:
    lost, failed = (paper(number, month=MONTHS[0]).key for number in (1, 2))
    with Cache.open(filled) as cache:
        failure = Asked(1, TextState.FAILED, "no answer", NOW, NOW + timedelta(hours=1), 1)
        cache.fulltexts.write(failed, failure)
    with closing(sqlite3.connect(filled)) as db:
        db.executemany("UPDATE fulltext_body SET document = x'00' WHERE key = ?", [(lost,), (failed,)])
        db.commit()
    assert rebuild(filled, NOW, lambda papers: None).texts == 38
    with Cache.open(filled) as cache:
        assert cache.fulltexts.outcomes([lost, failed]) == {failed: failure}
        assert cache.text_states([lost, failed]) == {failed: TextState.FAILED}


def test_a_paper_known_from_a_review_alone_stays_so_though_its_row_is_lost(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db:
        db.execute("DELETE FROM paper WHERE source = 1")
        db.commit()
    assert rebuild(filled, NOW, lambda papers: None).doubtful == 1
    with Cache.open(filled) as cache:
        ((key, known),) = cache.papers.pending(9)
        assert (is_pending(key), known.title) == (True, UNKNOWN.title)
        assert cache.papers.incomplete(9) == []
        assert (cache.stats().pending, cache.stats().incomplete) == (1, 0)


def test_a_picture_of_which_nobody_can_say_whether_it_is_whole_is_requested_again_with_its_text(filled: Path) -> None:
    key = paper(1, month=MONTHS[0]).key
    rebuild(filled, NOW, lambda papers: None)
    with Cache.open(filled) as cache:
        assert cache.fulltexts.figure(key, 1, "photo.jpg") == LOST
        assert cache.fulltexts.outcomes([QUEUES.key])[QUEUES.key].reason == "no HTML"
        page, text = cache.fulltexts.page(key, 1), cache.fulltexts.document(key, 1)
        assert page is not None
        assert text is not None
        address = "photo.jpg"
        cache.fulltexts.put(
            key, 1, page, text, 300, [FigureRequest(address, page.url)], Asked(1, TextState.HAVE, "", NOW)
        )
        assert cache.fulltexts.pending_figures(key, 1) == [FigureRequest(address, page.url)]


def test_reviews_and_their_papers_find_each_other_afterwards(filled: Path) -> None:
    rebuild(filled, NOW, lambda papers: None)
    with Cache.open(filled, clock=lambda: NOW) as cache:
        (waiting,) = (key for key in cache.month_keys() if is_pending(key))
        named = paper(900, title=UNKNOWN.title, abstract=UNKNOWN.abstract)
        take(cache, named)
        assert cache.aliases.of(waiting) == named.key
        assert [review.headline for review in cache.reviews(named.key)] == [UNKNOWN.headline]


def pages(content: bytearray, drawn: random.Random) -> None:
    size = int.from_bytes(content[16:18], "big")
    for _ in range(5):
        start = size * drawn.randrange(1, len(content) // size)
        content[start : start + size] = drawn.randbytes(size)


def bits(content: bytearray, drawn: random.Random) -> None:
    for _ in range(60):
        content[drawn.randrange(100, len(content))] ^= 1 << drawn.randrange(8)


def end(content: bytearray, drawn: random.Random) -> None:
    del content[drawn.randrange(len(content) // 4, len(content)) :]


def head(content: bytearray, drawn: random.Random) -> None:
    content[:100] = drawn.randbytes(100)


def start(content: bytearray, drawn: random.Random) -> None:
    content[: 1 << 14] = bytes(1 << 14)


@pytest.mark.parametrize("seed", range(sample(1, 4)))
@pytest.mark.parametrize("damage", [pages, bits, end, head, start])
def test_papers_and_texts_saved_from_a_damaged_file_are_unchanged_or_requested_again(
    filled: Path, damage: Damage, seed: int
) -> None:
    before, texts = contents_of(filled), texts_in(filled)
    content = bytearray(filled.read_bytes())
    damage(content, random.Random(seed))
    filled.write_bytes(content)
    saved = rebuild(filled, NOW, lambda papers: None)
    assert saved.aside.read_bytes() == content
    after = contents_of(filled)
    assert saved.papers == len(after)
    with Cache.open(filled) as cache:
        assert cache.faults() == []
        doubtful = set(cache.papers.incomplete(1000))
    for key, (held, *_) in after.items():
        assert isinstance(held, Paper)
        was = before[key][0]
        assert isinstance(was, Paper)
        if held.id not in doubtful:
            assert held == was
    assert count_damaged(filled, NOW, lambda papers: None) == 0
    kept = texts_in(filled)
    assert len(kept) == saved.texts
    for key, (document, page, *_, figures) in kept.items():
        was_document, was_page, *_, pictures = texts[key]
        assert document == was_document
        assert isinstance(page, Page)
        assert isinstance(was_page, Page)
        assert page.data == was_page.data
        assert isinstance(figures, dict)
        assert isinstance(pictures, dict)
        assert all(figure in (pictures[name], LOST, Figure(reason="not known")) for name, figure in figures.items())


@pytest.mark.parametrize("damage", [head, start])
def test_a_file_whose_first_page_is_gone_has_lost_no_paper(filled: Path, damage: Damage) -> None:
    before = contents_of(filled)
    content = bytearray(filled.read_bytes())
    damage(content, random.Random(1))
    filled.write_bytes(content)
    saved = rebuild(filled, NOW, lambda papers: None)
    assert (saved.papers, saved.doubtful, saved.lost, saved.texts) == (303, 0, 0, 40)
    assert contents_of(filled) == before


def test_a_few_broken_pages_cost_no_more_than_the_papers_on_them(filled: Path) -> None:
    content = bytearray(filled.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    page = content.index(papers()[150].title.encode()) // size * size
    content[page : page + size] = b"\xff" * size
    filled.write_bytes(content)
    saved = rebuild(filled, NOW, lambda papers: None)
    assert 0 < saved.lost <= size // 300
    assert saved.papers + saved.lost == 303
    assert (saved.doubtful, saved.reviews) == (0, 3)


def test_a_text_that_was_changed_is_kept_and_requested_again(filled: Path) -> None:
    first = papers()[0]
    with closing(sqlite3.connect(filled)) as db:
        db.execute("UPDATE detail SET title = 'On Another Matter' WHERE key = ?", (first.key,))
        db.commit()
    assert count_damaged(filled, NOW, lambda papers: None) == 1
    saved = rebuild(filled, NOW, lambda papers: None)
    assert (saved.papers, saved.doubtful, saved.lost) == (303, 1, 0)
    with Cache.open(filled, clock=lambda: NOW) as cache:
        held = cache.papers.get(first.key)
        assert held is not None
        assert held.title == "On Another Matter"
        assert cache.papers.incomplete(10) == [first.id]
        take(cache, first)
        assert cache.papers.get(first.key) == first
        assert cache.papers.incomplete(10) == []


@pytest.mark.parametrize("numbers", [random.Random(1).randbytes(400), b"\xff", None], ids=["many", "few", "none"])
def test_a_list_of_papers_that_was_overwritten_brings_no_papers_that_never_were(
    filled: Path, numbers: bytes | None
) -> None:
    with closing(sqlite3.connect(filled)) as db:
        db.execute("UPDATE month SET numbers = coalesce(?, 1)", (numbers,))
        db.commit()
    saved = rebuild(filled, NOW, lambda papers: None)
    assert (saved.papers, saved.doubtful, saved.lost) == (303, 0, 0)
    with Cache.open(filled) as cache:
        assert len(cache.month_keys()) == 303


def test_a_file_of_which_nothing_can_be_read_gives_an_empty_cache(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    path.write_bytes(b"this is not a database, it is a text " * 1000)
    saved = rebuild(path, NOW, lambda papers: None)
    assert saved.papers == 0
    assert saved.aside.read_bytes().startswith(b"this is not")
    assert contents_of(path) == {}


def test_papers_written_last_before_a_power_cut_are_saved_too(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "running.db", clock=lambda: NOW) as cache:
        take(cache, *papers())
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"running.db{ending}", tmp_path / f"cache.db{ending}")
    saved = rebuild(tmp_path / "cache.db", NOW, lambda papers: None)
    assert (saved.papers, saved.doubtful, saved.lost) == (300, 0, 0)
    assert (tmp_path / f"{saved.aside.name}-wal").exists()


def test_a_repair_leaves_no_files_over_and_those_of_an_earlier_attempt_are_no_hindrance(filled: Path) -> None:
    before = contents_of(filled)
    filled.with_name("cache.db.part").write_bytes(b"half of a file")
    saved = rebuild(filled, NOW, lambda papers: None)
    assert contents_of(filled) == before
    names = {each.name for each in filled.parent.iterdir()}
    assert {name for name in names if "part" in name or "legible" in name} == set()
    assert saved.aside.name in names


def test_a_cache_that_another_process_holds_alone_is_not_taken_for_a_damaged_one(filled: Path) -> None:
    content = filled.read_bytes()
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("arxtui.store.recovery.records.BUSY_TIMEOUT", 0.05)
            with pytest.raises(Busy):
                rebuild(filled, NOW, lambda papers: None)
    assert filled.read_bytes() == content


def _ready(path: Path, content: bytes = b"whole") -> Path:
    """Write the new cache that is ready when a repair is killed; return its path."""
    ready = path.with_name(f"{path.name}.ready")
    ready.write_bytes(content)
    return ready


def test_a_repair_that_was_killed_when_the_new_cache_was_ready_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    assert not is_unfinished(path)
    assert finish(path, NOW) is None
    path.write_bytes(b"damaged")
    aside = tmp_path / "cache.db.damaged-20260513T081400"
    aside.hardlink_to(path)
    ready = _ready(path)
    assert is_unfinished(path)
    assert finish(path, NOW) == aside
    assert (path.read_bytes(), aside.read_bytes(), ready.exists()) == (b"whole", b"damaged", False)


def test_a_cache_that_was_deleted_meanwhile_comes_from_the_repair(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _ready(path)
    finish(path, NOW)
    assert path.read_bytes() == b"whole"


def test_a_cache_that_was_begun_since_stays_and_the_files_of_the_repair_go(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    path.write_bytes(b"begun since")
    ready = _ready(path)
    (tmp_path / "cache.db.part").write_bytes(b"half")
    assert finish(path, NOW) is None
    assert path.read_bytes() == b"begun since"
    assert not ready.exists()
    assert not (tmp_path / "cache.db.part").exists()


def test_damaged_caches_of_one_second_lie_under_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    asides = []
    for number in range(3):
        path.write_bytes(b"this is not a database" * (number + 1))
        asides.append(rebuild(path, NOW, lambda papers: None).aside)
    assert [each.name.partition("damaged-")[2] for each in asides] == [
        "20260513T081400",
        "20260513T081400-2",
        "20260513T081400-3",
    ]
    assert [each.stat().st_size for each in asides] == [22, 44, 66]
