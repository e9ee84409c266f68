"""The differences between the versions of a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.reader.changes import record_changes, text_changes

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.fulltexts import Fulltexts
    from arxtui.reader.changes import PartChange


class VersionChanges(NamedTuple):
    """The changes from one version of a paper to another: of its record, if both are stored, and of its full text, by
    section, if both are stored. ``reason`` says why the texts were not compared."""

    before: int
    after: int
    record: tuple[PartChange, ...]
    text: tuple[PartChange, ...]
    reason: str = ""


class Versions:
    """Comparison of the versions of a paper."""

    def __init__(self, context: LibraryContext, texts: Fulltexts) -> None:
        self._cache = context.cache
        self._texts = texts

    def comparable(self, key: int) -> tuple[int, ...]:
        """Return the versions, ascending, whose record or full text is stored."""
        now, papers = self._cache.aliases.of(key), self._cache.papers
        numbers = (version.number for version in papers.versions(now) if papers.get(now, version.number))
        return tuple(sorted({*numbers, *self._texts.versions(now)}))

    def changes(self, key: int, before: int, after: int) -> VersionChanges:
        """Return the changes from version ``before`` to version ``after``, word by word. Takes some seconds for two
        books."""
        now = self._cache.aliases.of(key)
        old, new = self._cache.papers.get(now, before), self._cache.papers.get(now, after)
        record = record_changes(old, new) if old and new else ()
        old_text, new_text = self._texts.document(now, before), self._texts.document(now, after)
        if old_text and new_text:
            return VersionChanges(before, after, record, text_changes(old_text, new_text))
        missing = [f"v{version}" for version, text in ((before, old_text), (after, new_text)) if text is None]
        return VersionChanges(before, after, record, (), f"the full text of {' and of '.join(missing)} is not stored")
