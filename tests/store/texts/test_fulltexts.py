"""Full texts in the cache: stored completely with their pages and figures or not at all, and deleted according to
rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from arxtui.model.document import Document, Heading, Origin, Paragraph, Picture, Pictures, Text
from arxtui.model.fulltext import Figure, FulltextState, TextState
from arxtui.store.cache.database import Cache
from arxtui.store.errors import DiskFull, StoreError
from arxtui.store.texts import documents, text_states
from arxtui.store.texts.fulltexts import RENEWED, UNKNOWN_VERSION, FigureRequest, Outcome, Page, Pdfs, Retention
from tests.builders import NOW
from tests.store.made import QUEUES, STALENESS

KEY, OTHER = STALENESS.key, QUEUES.key
PNG = Figure("image/png", b"\x89PNG\r\n\x1a\nmade up")
SVG = Figure("image/svg+xml", b"<svg>" + b"<path d='M 0 0'/>" * 100 + b"</svg>")
WITHIN = "data:image/png;base64,iVBORw0KGgo="
WISHES = (
    FigureRequest("x1.png", "https://arxiv.org/html/2605.01234v2/x1.png"),
    FigureRequest("x2.svg", "https://arxiv.org/html/2605.01234v2/x2.svg"),
    FigureRequest("far.png", "https://example.org/far.png", "on another host (example.org)"),
    FigureRequest(WITHIN, WITHIN),
)
PAGE = Page(Origin.HTML, "https://arxiv.org/html/2605.01234v2", b"<article>" + b"word " * 5_000 + b"</article>", NOW)
HAVE = Outcome(2, TextState.HAVE, "", NOW)


def document(words: str = "Stale gradients cost a third less than feared.") -> Document:
    """Return a made-up document."""
    blocks = (
        Heading(1, "1", (Text("Introduction"),), ("S1",)),
        Paragraph((Text(words),)),
        Pictures((Picture("x1.png", "a plot"), Picture("x2.svg"))),
    )
    return Document((Text("Bounded Staleness"),), (), blocks)


def put(cache: Cache, key: int = KEY, version: int = 2, *, fetched: datetime = NOW, size: int = 5_000) -> None:
    """Store a full text whose compressed page takes about ``size`` bytes."""
    noise = bytes((number * number * 31 + number // 7) % 251 for number in range(size))
    page = PAGE._replace(data=noise, fetched=fetched)
    cache.fulltexts.put(key, version, page, document(), 8, (), HAVE._replace(version=version))


FULLTEXT_READS: dict[str, Callable[[Cache], object]] = {
    "pending_figures": lambda cache: cache.fulltexts.pending_figures(KEY, 2),
    "unfinished": lambda cache: cache.fulltexts.unfinished([KEY]),
    "document": lambda cache: cache.fulltexts.document(KEY, 2),
    "page": lambda cache: cache.fulltexts.page(KEY, 2),
    "figure_words": lambda cache: cache.fulltexts.figure_words(KEY, 2),
    "figure": lambda cache: cache.fulltexts.figure(KEY, 2, "x1.png"),
    "texts": lambda cache: cache.fulltexts.texts([KEY]),
    "outcomes": lambda cache: cache.fulltexts.outcomes([KEY]),
    "state": lambda cache: cache.fulltexts.state(KEY),
    "size": lambda cache: cache.fulltexts.size([KEY]),
}
FULLTEXT_WRITES: dict[str, Callable[[Cache], object]] = {
    "put": lambda cache: cache.fulltexts.put(KEY, 2, PAGE, document(), 8, WISHES, HAVE),
    "write": lambda cache: cache.fulltexts.write(OTHER, HAVE._replace(state=TextState.NONE)),
    "put_figure": lambda cache: cache.fulltexts.put_figure(KEY, 2, "x1.png", PNG),
    "forget": lambda cache: cache.fulltexts.forget(Retention(0, (), {}), KEY),
    "drop": lambda cache: cache.fulltexts.drop(KEY, 2),
}


def test_a_text_comes_back_as_it_was_put_with_the_page_it_was_read_from(cache: Cache) -> None:
    cache.fulltexts.put(KEY, 2, PAGE, document(), 8, WISHES, HAVE)
    assert cache.fulltexts.document(KEY, 2) == document()
    assert cache.fulltexts.document(KEY, 1) is None
    assert cache.fulltexts.page(KEY, 2) == PAGE
    assert list(cache.with_text()) == [KEY]
    assert cache.text_states([KEY, OTHER]) == {KEY: TextState.HAVE}
    assert cache.fulltexts.state(KEY) == FulltextState(TextState.HAVE, Origin.HTML, 2, NOW, 8, 4, 4, is_renewable=True)
    assert cache.fulltexts.size([KEY]) < len(PAGE.data) / 5


def test_figures_are_kept_as_they_are_or_with_the_reason_why_not(cache: Cache) -> None:
    texts = cache.fulltexts
    texts.put(KEY, 2, PAGE, document(), 8, WISHES, HAVE)
    before = texts.size([KEY])
    wanted = texts.pending_figures(KEY, 2)
    assert [wish.url for wish in wanted] == [WISHES[0].url, WISHES[1].url, WITHIN]
    assert texts.unfinished([KEY, OTHER]) == {KEY: 2}
    assert texts.figure(KEY, 2, "x1.png") == Figure(reason="not fetched yet")
    for wish, figure in zip(wanted, (PNG, SVG, PNG), strict=True):
        texts.put_figure(KEY, 2, wish.address, figure)
    assert [texts.figure(KEY, 2, address) for address in ("x1.png", "x2.svg", WITHIN)] == [PNG, SVG, PNG]
    assert texts.figure(KEY, 2, "far.png") == Figure(reason="on another host (example.org)")
    assert texts.figure(KEY, 2, "nowhere.png") == Figure(reason="not known")
    assert texts.unfinished([KEY]) == {}
    assert (texts.state(KEY).figures, texts.state(KEY).figures_missing) == (4, 1)
    assert before < texts.size([KEY]) < before + 2 * len(PNG.data) + len(SVG.data)


def test_a_text_that_comes_again_keeps_the_figures_it_still_has(cache: Cache) -> None:
    texts = cache.fulltexts
    texts.put(KEY, 2, PAGE, document(), 8, WISHES, HAVE)
    texts.put_figure(KEY, 2, "x1.png", PNG)
    size = texts.size([KEY])
    texts.put(KEY, 2, PAGE, document(), 8, WISHES[:2], HAVE)
    assert texts.figure(KEY, 2, "x1.png") == PNG
    assert texts.figure(KEY, 2, "far.png") == Figure(reason="not known")
    assert [wish.address for wish in texts.pending_figures(KEY, 2)] == ["x2.svg"]
    assert texts.size([KEY]) == size
    texts.put(KEY, 2, PAGE, document(), 8, (), HAVE)
    assert texts.size([KEY]) == size - len(PNG.data)


def test_a_new_version_is_beside_the_old_one(cache: Cache) -> None:
    put(cache, version=1)
    put(cache, version=2)
    put(cache, version=UNKNOWN_VERSION)
    assert [text.version for text in cache.fulltexts.texts([KEY])[KEY]] == [2, 1, 0]
    assert cache.fulltexts.state(KEY).version == 2
    for version in (2, 1, UNKNOWN_VERSION):
        assert cache.fulltexts.document(KEY, version) == document()
        assert cache.fulltexts.page(KEY, version) is not None


def test_a_stored_text_is_available_though_fetching_a_newer_version_failed(cache: Cache) -> None:
    put(cache, version=1)
    again = NOW + timedelta(hours=1)
    cache.fulltexts.write(KEY, Outcome(2, TextState.FAILED, "arxiv.org answered 503", NOW, again, 1))
    cache.fulltexts.write(OTHER, Outcome(1, TextState.NONE, "arXiv has no HTML of it", NOW))
    assert cache.text_states([KEY, OTHER]) == {KEY: TextState.HAVE, OTHER: TextState.NONE}
    state = cache.fulltexts.state(KEY)
    assert (state.state, state.version, state.reason, state.next_try) == (
        TextState.HAVE,
        1,
        "arxiv.org answered 503",
        again,
    )
    assert cache.fulltexts.state(OTHER) == FulltextState(TextState.NONE, reason="arXiv has no HTML of it")


def test_texts_read_by_another_version_of_the_program_are_not_here_until_they_are_read_anew(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(cache)
    monkeypatch.setattr(text_states, "READABLE", text_states.READABLE + 1)
    assert cache.fulltexts.document(KEY, 2) is None
    assert list(cache.with_text()) == []
    assert cache.text_states([KEY]) == {}
    assert cache.fulltexts.state(KEY).state is TextState.UNASKED
    assert [text.readable for text in cache.fulltexts.texts([KEY])[KEY]] == [False]
    assert cache.fulltexts.page(KEY, 2) is not None


def test_a_new_form_of_documents_is_a_new_way_of_reading() -> None:
    """A change of the packed form requires a new ``READABLE`` and new numbers in this test."""
    assert (documents.FORM, text_states.READABLE) == (4, 12)


def test_texts_go_by_when_they_were_read_but_never_the_safe_ones_or_the_one_just_come(cache: Cache) -> None:
    keys = [KEY + number for number in range(5)]
    for number, key in enumerate(keys):
        put(cache, key, fetched=NOW + timedelta(days=number))
    a_text = cache.fulltexts.size([KEY])
    read = {keys[1]: (NOW + timedelta(days=30)).timestamp()}
    gone = cache.fulltexts.forget(Retention(3 * a_text + 10, {keys[0]}, read), keys[4])
    assert gone == 2
    assert list(cache.with_text()) == [keys[0], keys[1], keys[4]]
    assert cache.text_states(keys) == dict.fromkeys((keys[0], keys[1], keys[4]), TextState.HAVE)
    assert cache.fulltexts.page(keys[2], 2) is None
    assert cache.fulltexts.outcomes(keys).keys() == {keys[0], keys[1], keys[4]}
    assert cache.fulltexts.forget(Retention(0, set(keys), {}), keys[4]) == 0


@pytest.mark.parametrize("seed", range(12))
def test_as_many_texts_go_as_exceed_the_room_the_one_read_longest_ago_first(cache: Cache, seed: int) -> None:
    chance, keys = Random(seed), [KEY + number for number in range(5)]
    fetched = {key: NOW + timedelta(days=chance.randrange(100), seconds=key - KEY) for key in keys}
    for key in keys:
        put(cache, key, fetched=fetched[key], size=500)
    days = {key: NOW + timedelta(days=chance.randrange(100), seconds=9 + key - KEY) for key in keys}
    read = {key: days[key] for key in chance.sample(keys, 3)}
    spare, safe = chance.choice(keys), set(chance.sample(keys, 1))
    room = chance.randrange(6)
    candidates = sorted(
        {*keys}.difference(safe, {spare}), key=lambda key: max(fetched[key], read.get(key, fetched[key]))
    )
    limit = room * cache.fulltexts.size([KEY])
    gone = cache.fulltexts.forget(Retention(limit, safe, {key: at.timestamp() for key, at in read.items()}), spare)
    assert gone == len(candidates[: len(keys) - room])
    assert list(cache.with_text()) == sorted({*keys}.difference(candidates[: len(keys) - room]))


@pytest.mark.parametrize("broken", [(1,), (2,), (1, 2), ()])
def test_whether_a_paper_s_text_breaks_off_is_that_of_its_newest_version(cache: Cache, broken: tuple[int, ...]) -> None:
    for version in (2, 1, UNKNOWN_VERSION):
        text = document()._replace(broken_off=version in broken)
        cache.fulltexts.put(KEY, version, PAGE, text, 8, (), HAVE._replace(version=version))
    state = TextState.INCOMPLETE if 2 in broken else TextState.HAVE
    assert cache.text_states([KEY]) == {KEY: state}
    assert cache.fulltexts.state(KEY).state is state


@pytest.mark.parametrize("state", [TextState.HAVE, TextState.NONE])
def test_a_forgotten_text_may_be_requested_again_even_if_nothing_better_was_found(
    cache: Cache, state: TextState
) -> None:
    put(cache)
    cache.fulltexts.write(KEY, Outcome(2, state, "", NOW))
    cache.fulltexts.forget(Retention(0, (), {}), OTHER)
    assert cache.fulltexts.state(KEY) == FulltextState()
    assert cache.fulltexts.outcomes([KEY]) == {}


@pytest.mark.parametrize("state", [TextState.HAVE, TextState.NONE, TextState.FAILED])
@pytest.mark.parametrize("since", [timedelta(seconds=-1), timedelta(0), timedelta(days=1)])
def test_a_text_from_before_arxiv_converted_all_again_is_renewable_until_a_request_is_answered(
    cache: Cache, state: TextState, since: timedelta
) -> None:
    put(cache, fetched=RENEWED - timedelta(seconds=1))
    put(cache, OTHER, fetched=RENEWED)
    for key in (KEY, OTHER):
        cache.fulltexts.write(key, Outcome(2, state, "", RENEWED + since))
    is_answered = state is not TextState.FAILED and since >= timedelta(0)
    assert cache.fulltexts.state(KEY).is_renewable is not is_answered
    assert not cache.fulltexts.state(OTHER).is_renewable


def test_a_text_goes_with_its_figures_and_no_other_version_s(cache: Cache) -> None:
    for version in (1, 2):
        cache.fulltexts.put(KEY, version, PAGE, document(), 8, WISHES, HAVE._replace(version=version))
        cache.fulltexts.put_figure(KEY, version, "x1.png", PNG)
    size = cache.fulltexts.size([KEY])
    assert cache.fulltexts.unfinished([KEY, OTHER]) == {KEY: 2}
    cache.fulltexts.drop(KEY, 2)
    assert cache.fulltexts.size([KEY]) == size // 2
    assert cache.fulltexts.figure(KEY, 2, "x1.png") == Figure(reason="not known")
    assert cache.fulltexts.figure(KEY, 1, "x1.png") == PNG
    assert cache.fulltexts.unfinished([KEY, OTHER]) == {KEY: 1}
    assert cache.fulltexts.pending_figures(KEY, 2) == []
    assert cache.fulltexts.state(KEY).version == 1


def test_a_failure_outlives_a_forgotten_text(cache: Cache) -> None:
    put(cache)
    failed = Outcome(2, TextState.FAILED, "no answer", NOW, NOW + timedelta(hours=1), 1)
    cache.fulltexts.write(KEY, failed)
    cache.fulltexts.forget(Retention(0, (), {}), OTHER)
    assert cache.fulltexts.outcomes([KEY]) == {KEY: failed}


def test_a_full_disk_says_so_and_keeps_nothing_by_half(cache: Cache) -> None:
    put(cache, OTHER)
    cache._db.run(f"PRAGMA max_page_count = {cache._db.value('PRAGMA page_count') + 4}")
    large = Random(1).randbytes(200_000)
    with pytest.raises(DiskFull, match="no room left"):
        cache.fulltexts.put(KEY, 2, PAGE._replace(data=large), document(), 8, WISHES, HAVE)
    assert cache.fulltexts.state(KEY) == FulltextState()
    cache.fulltexts.put(KEY, 2, PAGE, document(), 8, WISHES, HAVE)
    with pytest.raises(DiskFull):
        cache.fulltexts.put_figure(KEY, 2, "x1.png", Figure("image/png", large))
    assert cache.fulltexts.figure(KEY, 2, "x1.png") == Figure(reason="not fetched yet")
    assert list(cache.with_text()) == [OTHER, KEY]


def test_pdfs_have_names_for_every_kind_of_identifier_and_replace_each_other_whole(tmp_path: Path) -> None:
    pdfs = Pdfs(tmp_path / "not there yet" / "pdf")
    assert pdfs.newest("2605.01234") is None
    pdfs.put("2605.00001", 0, b"of a version that nobody knows")
    unknown = pdfs.newest("2605.00001")
    assert unknown is not None
    assert (unknown[0].name, unknown[1]) == ("2605.00001.pdf", 0)
    assert pdfs.put("hep-th/9901001", 1, b"old").name == "hep-th_9901001v1.pdf"
    for version in (2, 10, 9):
        pdfs.put("2605.01234", version, b"%d" % version)
    pdfs.put("2605.01234", 0, b"unknown")
    pdfs.put("2605.0123", 44, b"another paper")
    newest = pdfs.newest("2605.01234")
    assert newest is not None
    assert (newest[0].name, newest[1], newest[0].read_bytes()) == ("2605.01234v10.pdf", 10, b"10")
    assert sorted(path.suffix for path in newest[0].parent.iterdir()) == [".pdf"] * 7


def test_a_pdf_that_cannot_be_written_leaves_the_one_that_is_there(tmp_path: Path) -> None:
    pdfs = Pdfs(tmp_path / "pdf")
    path = pdfs.put("2605.01234", 1, b"good")
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with pytest.raises(StoreError, match="cannot be written"):
        Pdfs(blocked / "pdf").put("2605.01234", 1, b"bad")
    assert path.read_bytes() == b"good"
