"""Export of papers in common formats, and the files that are kept in sync with queries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arxtui import locks
from arxtui.library.papers.records import read_marks
from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.patterns import pattern

if TYPE_CHECKING:
    from arxtui.config.exports import SyncSettings
    from arxtui.export.forms import ExportFormat
    from arxtui.export.references import Reference
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.papers import Papers
    from arxtui.library.papers.reviews import Reviews
    from arxtui.library.search.listings import Search

_CHUNK = 1000
_MARK = "Written by arxtui"
_ENTRY = pattern(r"^@\w+\{([^,\s]+),$|^  eprint = \{([^}]+)\},$", re.M)


class Synced(NamedTuple):
    """The result of syncing a file: how many papers it contains, whether it was rewritten, or in words why it could not
    be written."""

    file: Path
    papers: int = 0
    written: bool = False
    problem: str = ""


class _Sources(NamedTuple):
    """The sources of an export's papers and reviews, and the template of its citation keys."""

    papers: Papers
    reviews: Reviews
    key_template: str


class Export:
    """The text of an export, as an iterator of strings to be used once. ``papers`` counts the papers in the strings
    yielded so far."""

    def __init__(
        self, sources: _Sources, keys: Sequence[int], form: ExportFormat, *, notes: bool, kept: Mapping[int, str]
    ) -> None:
        self.papers = 0
        self._sources = sources
        self._keys = keys
        self._form = form
        self._notes = notes
        self._kept = kept
        self._cached: list[Reference] | None = None

    def __iter__(self) -> Iterator[str]:
        from arxtui.export.references import ExportOptions

        if len(self._keys) <= _CHUNK:
            self._cached = list(self._read())
        keys = self._citation_keys()
        return self._form.write(self._counted(keys), ExportOptions(keys, self._notes))

    def _citation_keys(self) -> dict[int, str]:
        """Return the citation keys of all papers. They are computed before the first paper is written, because whether
        a key needs a suffix depends on all papers."""
        if not self._form.has_keys:
            return {}
        from arxtui.export.keys import citation_key, unique_keys

        template = self._sources.key_template
        computed = {each.record.key: citation_key(each, template) for each in self._cached or self._read_papers()}
        return unique_keys(computed, self._kept)

    def _counted(self, keys: dict[int, str]) -> Iterator[Reference]:
        for reference in self._references():
            self.papers += 1
            # A paper that only a review named may have become an arXiv paper since the citation keys were computed.
            keys.setdefault(reference.record.key, name_of(reference.record.key))
            yield reference

    def _references(self) -> Iterable[Reference]:
        return self._read() if self._cached is None else self._cached

    def _read_papers(self) -> Iterator[Reference]:
        """Yield the papers without reviews and marks: enough for citation keys."""
        from arxtui.export.references import Reference

        for start in range(0, len(self._keys), _CHUNK):
            yield from map(Reference, self._sources.papers.papers(self._keys[start : start + _CHUNK]))

    def _read(self) -> Iterator[Reference]:
        from arxtui.export.references import Reference

        for start in range(0, len(self._keys), _CHUNK):
            for record in self._sources.papers.records(self._keys[start : start + _CHUNK]):
                yield Reference(record, self._sources.reviews.of_listed(record))


class Exports:
    """Exports of papers."""

    def __init__(self, context: LibraryContext, search: Search, papers: Papers, reviews: Reviews) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._search = search
        self._papers = papers
        self._reviews = reviews
        self._synced_states: dict[Path, tuple[object, ...]] = {}

    def of(
        self, keys: Sequence[int], form: str, *, notes: bool = False, kept: Mapping[int, str] | None = None
    ) -> Export:
        """Return the export of the papers ``keys``, in the order given. ``form`` is a name in ``export.forms.FORMS``.

        ``notes`` includes the user's own notes. ``kept`` maps paper keys to citation keys that must not change. Raises
        KeyError for an unknown form.
        """
        from arxtui.export.forms import FORMS

        sources = _Sources(self._papers, self._reviews, self._context.settings.export.bibtex_key)
        return Export(sources, keys, FORMS[form], notes=notes, kept=kept or {})

    def sync(self) -> tuple[Synced, ...]:
        """Rewrite the files of ``[[export.sync]]`` whose queries have other results now, and return the result for
        each. Raises nothing: problems are in the results. Cheap if nothing has changed."""
        files = self._context.settings.export.sync
        if not files:
            return ()
        try:
            with _turn(self._context.paths.state):
                return tuple(map(self._sync, files))
        except OSError as error:
            return tuple(Synced(each.file, problem=f"{error.filename}: {error.strerror or error}") for each in files)

    def _sync(self, setting: SyncSettings) -> Synced:
        from arxtui.library.destinations import DestinationError
        from arxtui.query import QueryError
        from arxtui.search.errors import SearchError
        from arxtui.store.errors import StoreError

        try:
            return self._sync_file(setting)
        except QueryError as error:
            return Synced(setting.file, problem=f"its query is invalid: {str(error).splitlines()[0]}")
        except (DestinationError, SearchError, StoreError) as error:
            return Synced(setting.file, problem=str(error))
        except OSError as error:
            return Synced(setting.file, problem=f"it cannot be read: {error.strerror or error}")

    def _sync_file(self, setting: SyncSettings) -> Synced:
        from arxtui.query import check

        listing = self._search.more(self._search.listing(check(setting.query).text))
        if listing.note:
            return Synced(setting.file, problem=f"{listing.note}: papers might be missing, so it stays as it is")
        if not listing.complete:
            return Synced(setting.file, problem="its query means more papers than can be put in its order")
        tags = [marks.tags for marks in read_marks(self._cache, self._user_file, listing.keys).values()]
        state = (tuple(listing.keys), tuple(tags), self._cache.data_version(), _stamp(setting.file))
        synced_states = self._synced_states
        if synced_states.get(setting.file) == state:
            return Synced(setting.file, len(listing.keys))
        synced = self._write(setting, listing.keys)
        if not synced.problem:
            synced_states[setting.file] = (*state[:3], _stamp(setting.file))
        return synced

    def _write(self, setting: SyncSettings, keys: Sequence[int]) -> Synced:
        from arxtui.export.forms import FORMS
        from arxtui.library.destinations import complete_file

        before = setting.file.read_text(encoding="utf-8", errors="replace") if setting.file.exists() else ""
        if before.strip() and _MARK not in before.split("\n", 1)[0]:
            return Synced(setting.file, problem="it was not written by arxtui, and stays as it is")
        comment = FORMS[setting.format].comment
        assert comment is not None
        head = comment(f"{_MARK} from the query {setting.query}. What is changed here, but for citation keys, is lost.")
        export = self.of(keys, setting.format, kept=citation_keys_in(before))
        text = head + ("" if head.endswith("\n\n") else "\n") + "".join(export)
        if text != before:
            with complete_file(setting.file) as stream:
                stream.write(text)
        return Synced(setting.file, export.papers, text != before)


def citation_keys_in(bibtex: str) -> dict[int, str]:
    """Return the citation keys in a BibTeX file that an export wrote, by the paper's integer key."""
    keys: dict[int, str] = {}
    citation_key = ""
    for entry in _ENTRY.finditer(bibtex):
        if entry[1]:
            citation_key = entry[1]
        elif citation_key:
            try:
                keys[key_named(entry[2])] = citation_key
            except ValueError:
                continue
    return keys


def _stamp(file: Path) -> tuple[int, int] | None:
    """Return the modification time and size by which a change of the file is recognized; None if there is no file."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size


@contextmanager
def _turn(state: Path) -> Iterator[None]:
    """Lock exports against other processes: a process that read the library earlier must not write the file last."""
    with (state / "exports.lock").open("ab") as lock:
        locks.lock(lock.fileno())
        yield
