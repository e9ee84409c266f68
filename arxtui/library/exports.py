"""Export of papers in common formats, and the files that are kept in sync with queries."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

from arxtui import locks
from arxtui.export.forms import FORMS
from arxtui.export.keys import unique_keys
from arxtui.files import stamp
from arxtui.library.destinations import DestinationError, complete_file
from arxtui.library.export_writer import KEY_PLACE, ExportEntry, ExportTask, ExportWriter
from arxtui.library.papers.records import read_marks
from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import key_named
from arxtui.query import QueryError, check
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError

if TYPE_CHECKING:
    from arxtui.config.exports import SyncSettings
    from arxtui.export.forms import ExportFormat
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.fulltexts import Reviews
    from arxtui.library.papers.papers import Papers
    from arxtui.library.search.listings import Search

_CHUNK = 1000
_MOST_IN_MEMORY = 32 * 2**20
"""The bytes of an export that are kept in memory until its citation keys are known."""
_MOST_NAMED = 12
"""How many characters and commands a warning names."""
_MARK = "Written by arxtui"
_ENTRY = pattern(r"^@\w+\{([^,\s]+),$|^ +eprint = [{\"]([^}\"]+)[}\"],?$", re.M)


class Synced(NamedTuple):
    """The result of syncing a file: how many papers it contains, whether it was rewritten, or in words why it could not
    be written."""

    file: Path
    papers: int = 0
    written: bool = False
    problem: str = ""


WriteEntries = Callable[[ExportTask, Iterable[Sequence[int]]], Iterator[list[ExportEntry]]]
"""Yields the entries of each group of papers, in their order."""


class Export:
    """The text of an export, as an iterator of strings to be used once.

    ``papers`` counts the papers in the strings yielded so far. An export with citation keys is first written to a
    temporary file, because whether a key needs a suffix depends on all papers; meanwhile empty strings are yielded, and
    ``prepared`` counts the papers. ``unknown`` counts, for each character or command that the format's program does not
    know, the papers that contain it.
    """

    def __init__(
        self, writer: ExportWriter, keys: Sequence[int], kept: Mapping[int, str], write: WriteEntries | None
    ) -> None:
        self.papers = 0
        self.prepared = 0
        self.unknown: Counter[str] = Counter()
        self._writer = writer
        self._lacking = writer.lacking(keys)
        self._chunks = _chunks(keys)
        self._kept = kept
        self._write = write

    def __iter__(self) -> Iterator[str]:
        form = FORMS[self._writer.task.form]
        if not form.has_keys:
            yield from form.file(self._counted(self._parts(), form))
            return
        proposed: dict[int, str] = {}
        with SpooledTemporaryFile(_MOST_IN_MEMORY, dir=str(self._writer.task.paths.cache)) as spool:
            for part in self._parts():
                pickle.dump(part, spool, pickle.HIGHEST_PROTOCOL)
                proposed.update((entry.key, entry.citation_key) for entry in part)
                self.prepared += len(part)
                yield ""
            spool.seek(0)
            yield from form.file(self._counted(self._with_keys(spool, proposed), form))

    @property
    def warning(self) -> str:
        """What pdfLaTeX would stop at, and what to do about it, and how many entries are not INSPIRE's own; empty if
        there is nothing."""
        return "; ".join(filter(None, (self._lacking, self._unknown_words)))

    @property
    def _unknown_words(self) -> str:
        if not self.unknown:
            return ""
        shown = [sign for sign, _ in self.unknown.most_common(_MOST_NAMED)]
        others = f" and {len(self.unknown) - len(shown):,} more" if len(self.unknown) > len(shown) else ""
        advice = "use LuaLaTeX or XeLaTeX for the characters, and define the commands"
        return f"pdflatex does not know {' '.join(shown)}{others}: {advice}"

    def _parts(self) -> Iterator[list[ExportEntry]]:
        if self._write is None:
            return map(self._writer.entries, self._chunks)
        return self._write(self._writer.task, self._chunks)

    def _with_keys(self, spool: IO[bytes], proposed: dict[int, str]) -> Iterator[list[ExportEntry]]:
        unique = unique_keys(proposed, self._kept)
        for _ in self._chunks:
            part: list[ExportEntry] = pickle.load(spool)  # noqa: S301 - this export wrote it
            yield [ExportEntry(key, text.replace(KEY_PLACE, unique[key], 1), unique[key]) for key, text, _ in part]

    def _counted(self, parts: Iterable[list[ExportEntry]], form: ExportFormat) -> Iterator[str]:
        for part in parts:
            for entry in part:
                self.papers += 1
                if form.unknown and (unknown := form.unknown(entry.text)):
                    self.unknown.update(unknown)
                yield entry.text


def _chunks(keys: Sequence[int]) -> list[Sequence[int]]:
    return [keys[start : start + _CHUNK] for start in range(0, len(keys), _CHUNK)]


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
        self,
        keys: Sequence[int],
        form: str,
        *,
        notes: bool = False,
        kept: Mapping[int, str] | None = None,
        write: WriteEntries | None = None,
    ) -> Export:
        """Return the export of the papers ``keys``, in the order given. ``form`` is a name in ``export.forms.FORMS``.

        ``notes`` includes the user's own notes. ``kept`` maps paper keys to citation keys that must not change.
        ``write`` replaces the reading and writing of the papers in this process. Raises KeyError for an unknown form.
        """
        if form not in FORMS:
            raise KeyError(form)
        task = ExportTask(form, notes, self._context.paths, self._context.settings)
        return Export(ExportWriter(task, self._papers, self._reviews), keys, kept or {}, write)

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
        try:
            return self._sync_file(setting)
        except QueryError as error:
            return Synced(setting.file, problem=f"its query is invalid: {str(error).splitlines()[0]}")
        except (DestinationError, SearchError, StoreError) as error:
            return Synced(setting.file, problem=str(error))
        except OSError as error:
            return Synced(setting.file, problem=f"it cannot be read: {error.strerror or error}")

    def _sync_file(self, setting: SyncSettings) -> Synced:
        listing = self._search.more(self._search.listing(check(setting.query).text))
        if listing.note:
            return Synced(setting.file, problem=f"{listing.note}: papers might be missing, so it was left unchanged")
        if not listing.complete:
            return Synced(setting.file, problem="its query matches more papers than can be sorted")
        tags = [marks.tags for marks in read_marks(self._cache, self._user_file, listing.keys).values()]
        state = (tuple(listing.keys), tuple(tags), self._cache.data_version(), stamp(setting.file))
        synced_states = self._synced_states
        if synced_states.get(setting.file) == state:
            return Synced(setting.file, len(listing.keys))
        synced = self._write(setting, listing.keys)
        if not synced.problem:
            synced_states[setting.file] = (*state[:3], stamp(setting.file))
        return synced

    def _write(self, setting: SyncSettings, keys: Sequence[int]) -> Synced:
        before = setting.file.read_text(encoding="utf-8", errors="replace") if setting.file.exists() else ""
        if before.strip() and _MARK not in before.split("\n", 1)[0]:
            return Synced(setting.file, problem="it was not written by arxtui and is left unchanged")
        comment = FORMS[setting.format].comment
        assert comment is not None
        head = comment(f"{_MARK} from the query {setting.query}. Changes made here, except to citation keys, are lost.")
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


@contextmanager
def _turn(state: Path) -> Iterator[None]:
    """Lock exports against other processes: a process that read the library earlier must not write the file last."""
    with (state / "exports.lock").open("ab") as lock:
        locks.lock(lock.fileno())
        yield
