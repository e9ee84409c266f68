"""Writing of parts of an export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.collection import rare_collection
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.export.bibtex import own_key
from arxtui.export.forms import FORMS
from arxtui.export.keys import citation_key
from arxtui.export.references import ExportOptions, Reference
from arxtui.light import NamedTuple
from arxtui.model.counted import counted

if TYPE_CHECKING:
    from arxtui.library.papers.fulltexts import Reviews
    from arxtui.library.papers.papers import Papers

KEY_PLACE = "\ufdd0"
"""The place of a citation key in an entry: a noncharacter of Unicode, which no text contains."""


class ExportTask(NamedTuple):
    """What an export writes: its format (a name in ``export.forms.FORMS``), whether with the user's notes, and from
    which library."""

    form: str
    notes: bool
    paths: Paths
    settings: Settings


class ExportEntry(NamedTuple):
    """The text of a paper in an export, with ``KEY_PLACE`` for the citation key; and the key proposed for it, which may
    clash with those of other papers."""

    key: int
    text: str
    citation_key: str


class ExportWriter:
    """Writes parts of an export."""

    def __init__(self, task: ExportTask, papers: Papers, reviews: Reviews) -> None:
        self.task = task
        self._papers = papers
        self._reviews = reviews

    def entries(self, keys: Sequence[int]) -> list[ExportEntry]:
        """Return the entries of papers, in the order given; unknown papers are left out."""
        with rare_collection():
            return self._entries(keys)

    def _entries(self, keys: Sequence[int]) -> list[ExportEntry]:
        form, template = FORMS[self.task.form], self.task.settings.export.bibtex_key
        read = self._papers.records if form.has_history else self._papers.records_without_history
        records = read(keys, derived=form.has_abstracts)
        options = ExportOptions({record.key: KEY_PLACE for record in records if form.has_keys}, self.task.notes)
        own = self._papers.own_entries(keys) if form.has_own else {}
        texkeys = self._papers.texkeys(keys) if "{texkey}" in template else {}
        references = [
            Reference(record, self._reviews.of_listed(record), own.get(record.key, ""), texkeys.get(record.key, ""))
            for record in records
        ]
        # All of one step before the next: the code and the tables of a step stay in the processor's caches.
        proposed = [own_key(each) or (citation_key(each, template) if form.has_keys else "") for each in references]
        texts = [form.entry(each, options) for each in references]
        return list(map(ExportEntry, [record.key for record in records], texts, proposed))

    def lacking(self, keys: Sequence[int]) -> str:
        """Return of how many papers no own entry of a source is known, in words; empty if the format has none."""
        lacking = len(keys) - len(self._papers.own_entries(keys)) if FORMS[self.task.form].has_own else 0
        return f"INSPIRE's entry of {counted(lacking, 'paper')} is not known, ours is in its place" if lacking else ""
