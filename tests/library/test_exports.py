"""The content of exports, and their destinations."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arxtui.config.exports import SyncSettings
from arxtui.config.settings import ExportSettings, Settings
from arxtui.export.forms import FORMS
from arxtui.library import exports
from arxtui.library.destinations import DestinationError, complete_file, hand_over
from arxtui.library.exports import Synced, citation_keys_in
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import key_of
from arxtui.model.reported import Report
from arxtui.model.reviews import FullReview, Part, Section
from arxtui.model.views import Record
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from tests.builders import card, paper
from tests.export import made
from tests.export.readers import exported
from tests.library.made import Home

FIRST, SECOND, THIRD = (paper(number, f"Queues {number}") for number in (1, 2, 3))


def test_papers_are_written_in_the_order_given_and_counted(home: Home, library: Library) -> None:
    home.take(FIRST, SECOND, THIRD)
    for form in FORMS:
        export = library.exports.of([SECOND.key, THIRD.key, FIRST.key], form)
        text = "".join(export)
        assert export.papers == 3
        assert text.index("Queues 2") < text.index("Queues 3") < text.index("Queues 1")


@pytest.mark.parametrize(("number", "others"), [(12, ""), (13, " and 1 more"), (15, " and 3 more")])
def test_of_many_characters_that_latex_does_not_know_the_first_dozen_are_named(
    home: Home, library: Library, number: int, others: str
) -> None:
    home.take(paper(1, "".join(map(chr, range(0x4E00, 0x4E00 + number)))))
    export = library.exports.of([FIRST.key], "bibtex")
    assert "".join(export)
    named, end, _ = export.warning.removeprefix("pdflatex does not know ").partition(f"{others}: use LuaLaTeX")
    assert (len(named.split()), bool(end)) == (12, True)


def test_a_synced_file_has_the_entries_of_inspire_and_keeps_the_keys_in_it(home: Home, tmp_path: Path) -> None:
    home.take(FIRST)
    file = tmp_path / "thesis.bib"
    home.settings = Settings(export=ExportSettings(sync=(SyncSettings(file, "ti:queues", "inspire-bibtex"),)))
    own = f'@article{{Example:2026abc,\n    eprint = "{FIRST.id}"\n}}\n'
    with home.library() as library:
        library.exports.sync()
        file.write_text(file.read_text().replace("{example2026queues,", "{mine,"))
        with Cache.open(home.paths.cache_db) as cache:
            cache.reports.put(FIRST.key, Report("inspire", home.now, "77", bibtex=own))
        for _ in range(2):
            library.exports.sync()
            assert file.read_text().endswith(own.replace("Example:2026abc", "mine"))
        file.write_text(file.read_text().replace("{mine,", "{other,"))
        library.exports.sync()
        assert file.read_text().endswith(own.replace("Example:2026abc", "other"))
        file.unlink()
        library.exports.sync()
        assert file.read_text().endswith(own)


def test_the_oldest_of_those_exported_has_the_bare_key(home: Home, library: Library) -> None:
    home.take(FIRST, SECOND, THIRD)
    text = "".join(library.exports.of([THIRD.key, SECOND.key], "bibtex"))
    assert citation_keys_in(text) == {SECOND.key: "example2026queues", THIRD.key: "example2026queuesa"}
    text = "".join(library.exports.of([THIRD.key, SECOND.key], "bibtex", kept={THIRD.key: "mine"}))
    assert citation_keys_in(text) == {SECOND.key: "example2026queues", THIRD.key: "mine"}


def test_many_papers_are_read_once_and_some_at_a_time(
    home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = [paper(number, f"Queues {number}") for number in range(1, 1101)]
    home.take(*papers, indexed=False)
    read: list[int] = []
    reading = library.papers.records_without_history

    def counted(keys: Sequence[int], *, derived: bool = False) -> list[Record]:
        read.append(len(keys))
        return reading(keys, derived=derived)

    monkeypatch.setattr(library.papers, "records_without_history", counted)
    export = library.exports.of([each.key for each in papers], "bibtex")
    pieces = iter(export)
    assert (next(pieces), export.prepared, export.papers) == ("", 1000, 0)
    assert len(set(citation_keys_in("".join(pieces)).values())) == export.papers == len(papers)
    assert read == [1000, 100]


def test_an_export_too_large_for_memory_is_kept_in_the_cache_folder(
    home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.take(FIRST, SECOND)
    expected = "".join(library.exports.of([SECOND.key, FIRST.key], "ris"))
    monkeypatch.setattr(exports, "_MOST_IN_MEMORY", 1)
    assert "".join(library.exports.of([SECOND.key, FIRST.key], "ris")) == expected
    assert "ID  - example2026queuesa\n" in expected


def test_a_starred_paper_is_exported_when_the_cache_is_gone(home: Home) -> None:
    home.take(FIRST)
    with home.library() as library:
        library.marks.apply([FIRST.key], "star")
    home.drop_cache()
    with home.library() as library:
        assert "title = {Queues 1}" in "".join(library.exports.of([FIRST.key], "bibtex"))


def test_a_file_kept_in_step_follows_every_act(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "thesis.bib"
    home.settings = Settings(export=ExportSettings(sync=(SyncSettings(file, "tag:thesis", "bibtex"),)))
    home.take(FIRST, SECOND)
    with home.library() as library:
        assert library.exports.sync() == (Synced(file, 0, written=True),)
        library.marks.apply([FIRST.key], "tag", "thesis")
        assert library.exports.sync() == (Synced(file, 1, written=True),)
        assert library.exports.sync() == (Synced(file, 1),)
        library.marks.apply([SECOND.key], "star")
        assert library.exports.sync() == (Synced(file, 1),)
        library.marks.apply([FIRST.key], "tag", "thesis/done")
        assert library.exports.sync() == (Synced(file, 1, written=True),)
        home.take(replace(FIRST, version=2, title="Queues again"))
        assert library.exports.sync() == (Synced(file, 1, written=True),)
        file.unlink()
        assert library.exports.sync() == (Synced(file, 1, written=True),)
        library.journal.undo()
        library.journal.undo()
        library.journal.undo()
        assert library.exports.sync() == (Synced(file, 0, written=True),)


def test_a_file_stays_as_it_is_while_a_search_may_miss_papers(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "queues.bib"
    home.settings = Settings(export=ExportSettings(sync=(SyncSettings(file, "ti:queues", "bibtex"),)))
    home.take(FIRST)
    with home.library() as library:
        assert library.exports.sync() == (Synced(file, 1, written=True),)
        before = file.read_text()
        home.take(SECOND, indexed=False)
        [synced] = library.exports.sync()
        assert "newest paper yet: papers might be missing, so it was left unchanged" in synced.problem
        assert file.read_text() == before


@pytest.mark.parametrize(
    ("query", "before", "problem"),
    [
        ("cat:cs.XX", None, 'its query is invalid: arXiv has no category "cs.XX"'),
        ("ti:queues", "@misc{mine}", "it was not written by arxtui and is left unchanged"),
        ("ti:queues", "", ""),
        ("ti:queues", " \n", ""),
    ],
)
def test_a_file_that_cannot_be_kept_in_step_says_why(
    home: Home, tmp_path: Path, query: str, before: str | None, problem: str
) -> None:
    file = tmp_path / "queues.bib"
    if before is not None:
        file.write_text(before)
    home.settings = Settings(export=ExportSettings(sync=(SyncSettings(file, query, "bibtex"),)))
    home.take(FIRST)
    with home.library() as library:
        [synced] = library.exports.sync()
        assert library.exports.sync()[0].problem == synced.problem
    assert synced.problem.startswith(problem)
    assert synced.written is not bool(problem)
    assert (file.read_text() if file.exists() else None) == before or not problem


def test_a_file_that_is_a_folder_is_reported_and_others_are_kept_in_step(home: Home, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    settings = tuple(SyncSettings(tmp_path / name, "ti:queues", "bibtex") for name in ("folder", "file.bib"))
    home.settings = Settings(export=ExportSettings(sync=settings))
    home.take(FIRST)
    with home.library() as library:
        first, second = library.exports.sync()
    assert first.problem == "it cannot be read: Is a directory"
    assert second == Synced(tmp_path / "file.bib", 1, written=True)


def test_without_files_to_keep_in_step_nothing_is_done(library: Library) -> None:
    assert library.exports.sync() == ()


def test_where_the_state_folder_cannot_be_used_it_is_named(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "queues.bib"
    home.settings = Settings(export=ExportSettings(sync=(SyncSettings(file, "ti:queues", "bibtex"),)))
    with home.library() as library:
        home.paths.state.rename(tmp_path / "elsewhere")
        home.paths.state.touch()
        [synced] = library.exports.sync()
    assert synced.problem.startswith(str(home.paths.state))
    assert synced.problem.endswith(": Not a directory")


def test_whole_reviews_are_exported_of_papers_whose_review_is_listed(home: Home, library: Library) -> None:
    home.take(FIRST, SECOND, reviews=[card(FIRST)])
    whole = FullReview(FIRST.id, 1, FIRST.title, (Section.of(Part.PITH, "It holds."),))
    with Cache.open(home.paths.cache_db) as cache:
        for each in (FIRST, SECOND):
            cache.full_reviews.put(each.key, [whole])
    first, second = library.papers.records([FIRST.key, SECOND.key])
    assert (library.reviews.of_listed(first), library.reviews.of_listed(second)) == ((whole,), ())


def test_the_citation_keys_of_a_file_are_read_from_it() -> None:
    records = [record for record in made.ODD if record.paper.id]
    found = citation_keys_in(exported("bibtex", records))
    assert found.keys() == {record.key for record in records}
    assert citation_keys_in("@misc{a,\n  eprint = {nonsense},\n}\n@misc{b,\n}\n") == {}
    assert citation_keys_in(exported("bibtex", [made.paper(1, "A title", "Ada Example")])) == {
        key_of("2605.00001"): "example2026title"
    }


def test_a_program_in_the_reader_says_nothing_on_the_screen(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DestinationError, match=r"^sh ended with 3: no room here$"):
        hand_over(["one", "two"], ["sh", "-c", "cat; echo no room here >&2; exit 3"], is_seen=False)
    assert capfd.readouterr() == ("", "")


def test_a_program_that_goes_on_in_the_background_is_not_waited_for(tmp_path: Path) -> None:
    """X11 clipboard programs stay in the background with their standard output open until another program owns the
    clipboard."""
    pipe = tmp_path / "until"
    os.mkfifo(pipe)
    hand_over(["text"], ["sh", "-c", 'cat > "$0/taken"; (read line < "$0/until") & ', str(tmp_path)], is_seen=False)
    assert (tmp_path / "taken").read_text() == "text"
    pipe.write_text("done\n")


def test_a_program_is_ended_when_the_export_fails(tmp_path: Path) -> None:
    """The program must not mistake a part of the export for all of it."""

    def pieces() -> Iterator[str]:
        yield "a part"
        raise StoreError("no more")

    with pytest.raises(StoreError, match="no more"):
        hand_over(pieces(), ["sh", "-c", 'cat > /dev/null; touch "$0/taken"', str(tmp_path)])
    assert not (tmp_path / "taken").exists()


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "private.bib"
    file.touch(mode=0o600)
    with complete_file(file) as stream:
        stream.write("text")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("text", 0o600)
