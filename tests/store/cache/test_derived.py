"""What is derived from papers is stored beside them, and derived again if it is missing or of other rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxtui.model.paper import Derived, Paper, Venue, VenueStatus
from arxtui.store.cache import repacking
from arxtui.store.cache.database import Cache
from arxtui.store.sqlite import packed_derived
from arxtui.store.sqlite.packed_derived import pack_derived, unpack_derived
from arxtui.text.mentions import DERIVED_VERSION
from arxtui.text.mentions.derived import derive
from tests.builders import paper
from tests.store.made import WITHOUT_DERIVED, take

PLAIN = paper(1)
RICH = replace(
    paper(2),
    title='Décay of $x_{1}$ in K\\"ahler spaces',
    abstract="We bound $\\alpha_{1}$ --- and $\\beta^2$ --- by $\\sqrt{s}$. Code: https://github.com/example/queues",
    comment="Accepted at ICS 2026",
    journal_ref="Phys. Rev. D 67 (2003) 1",
)
TEXTS = st.text("ab é$\\{}~-'&;_^1\n\U0001d54f\ud800", max_size=40)


def stored(path: Path) -> list[object]:
    """Return what is stored beside each paper, by ascending key."""
    with closing(sqlite3.connect(path)) as db:
        return [value for (value,) in db.execute("SELECT derived FROM detail ORDER BY key")]


def read(path: Path) -> list[Derived | None]:
    """Return what the cache says is derived from each paper."""
    with Cache.open(path) as cache:
        return [document.derived for document in cache.documents(cache.month_keys(), derived=True)]


def change(path: Path, *statements: str) -> None:
    """Run statements in a connection of its own."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A cache with two papers, one of which has no TeX, no venue and no link."""
    with Cache.open(tmp_path / "cache.db") as cache:
        take(cache, PLAIN, RICH)
    return tmp_path / "cache.db"


def test_a_number_is_enough_for_a_paper_in_whose_texts_nothing_is_found(path: Path) -> None:
    plain, rich = stored(path)
    assert plain == DERIVED_VERSION
    assert isinstance(rich, bytes)
    assert read(path) == [derive(PLAIN), derive(RICH)]
    assert derive(RICH).venues[0] == Venue("Phys. Rev. D", 2003, VenueStatus.PUBLISHED)
    assert (derive(RICH).has_links, derive(RICH).has_code) == (True, True)


def test_a_paper_that_changes_is_derived_again(path: Path) -> None:
    newer = replace(RICH, version=2, abstract="We bound $\\gamma$.", comment=None, journal_ref=None)
    with Cache.open(path) as cache:
        take(cache, newer)
    (_, derived) = read(path)
    assert derived == derive(newer)
    assert derived.abstract == "We bound γ."


def forget(path: Path) -> None:
    """As in the cache of the program before."""
    change(path, *WITHOUT_DERIVED, "PRAGMA user_version = 22")


def write_as_before(path: Path) -> None:
    """As an older program writes that is still running."""
    change(path, "INSERT OR REPLACE INTO detail (key, title, body) SELECT key, title, body FROM detail")


def damage(path: Path) -> None:
    """With an end that is lost."""
    change(path, "UPDATE detail SET derived = substr(derived, 1, length(derived) - 2)")


@pytest.mark.parametrize("spoil", [forget, write_as_before, damage])
def test_missing_and_damaged_values_are_unknown(path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(path)
    assert read(path)[1] is None


def test_an_older_cache_is_derived_step_by_step(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repacking, "STEP", 1)
    forget(path)
    with Cache.open(path) as cache:
        assert cache.repack_next()
    assert stored(path) == [DERIVED_VERSION, None]
    with Cache.open(path) as cache, Cache.open(path) as other:
        steps = [cache.repack_next(), other.repack_next(), cache.repack_next()]
    assert steps == [True, False, False]
    assert read(path) == [derive(PLAIN), derive(RICH)]


def test_values_of_other_rules_are_unknown_until_they_are_derived_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (packed_derived, repacking):
        monkeypatch.setattr(module, "DERIVED_VERSION", DERIVED_VERSION + 1)
    monkeypatch.setattr(packed_derived, "_BEGIN", bytes([DERIVED_VERSION + 1]))
    monkeypatch.setattr(packed_derived, "_PLAIN", bytes([DERIVED_VERSION + 1, 0]))
    assert read(path) == [None, None]
    with Cache.open(path) as cache:
        while cache.repack_next():
            pass
    assert read(path) == [derive(PLAIN), derive(RICH)]


def test_another_writer_between_reading_and_writing_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(path)
    newer = replace(RICH, version=2, abstract="We bound $\\gamma$.")
    in_current_form = repacking._in_current_form

    def disturbed(row: tuple[object, ...]) -> tuple[object, ...]:
        with Cache.open(path) as other:
            take(other, newer)
        return in_current_form(row)

    with Cache.open(path) as cache:
        monkeypatch.setattr(repacking, "_in_current_form", disturbed)
        assert cache.repack_next()
        assert cache.papers.get(RICH.key) == newer
        while cache.repack_next():
            pass
    assert read(path) == [derive(PLAIN), derive(newer)]


def test_a_paper_whose_texts_cannot_be_read_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def venues_of(comment: str | None, journal_ref: str | None) -> tuple[Venue, ...]:
        raise RecursionError

    monkeypatch.setattr("arxtui.text.mentions.derived.venues_of", venues_of)
    with Cache.open(tmp_path / "cache.db") as cache:
        take(cache, PLAIN)
        assert cache.papers.get(PLAIN.key) == PLAIN
        (document,) = cache.documents([PLAIN.key], derived=True)
    assert document.derived is None
    assert caplog.messages == [f"the texts of the paper {PLAIN.id!r} cannot be read"]


VENUES = st.lists(
    st.builds(Venue, TEXTS, st.none() | st.integers(1900, 2100), st.sampled_from(list(VenueStatus))), max_size=3
)


@given(TEXTS, TEXTS, TEXTS, TEXTS, VENUES, st.booleans(), st.booleans())
@example("abcd $x$ abcd", "abcd x abcd", "abcd" * 30, "", [], True, False)
def test_any_texts_come_back(
    title: str, shown_title: str, abstract: str, shown: str, venues: list[Venue], links: bool, code: bool
) -> None:
    derived = Derived(shown_title, shown, tuple(venues), links, code)
    source = Paper("", title, abstract)
    packed = pack_derived(derived, source)
    assert packed is not None
    assert unpack_derived(packed, source) == derived


def test_a_text_that_is_too_long_for_the_form_is_derived_each_time() -> None:
    derived = Derived("", "x" * 0x110000, (), has_links=False, has_code=False)
    assert pack_derived(derived, Paper("", "")) is None
    assert unpack_derived(None, Paper("", "")) is None
