"""Export and import of a library: everything that the user did, and the merge of another library's export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from arxtui.library.marks.names import note_text, tag_name
from arxtui.library.marks.saved_views import checked_view
from arxtui.library.papers import records
from arxtui.library.views import SavedView
from arxtui.model.arxiv.ids import name_of
from arxtui.model.marks import MARKS, Act, Marks, Reading
from arxtui.model.portable import ExportedItem, ExportedList, ExportedPaper, ExportedView, ImportResult
from arxtui.model.views import Record
from arxtui.query import QueryError

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.marks.acts import MarkActs, ReadingLists, Tags
    from arxtui.library.marks.saved_views import SavedViews
    from arxtui.library.papers.papers import Papers
    from arxtui.library.references.references import References
    from arxtui.library.search.listings import Search

_MARKED = " OR ".join(
    (
        *("is:unread", "is:read", *(f"is:{mark.name}" for mark in MARKS), "is:toread", "is:reading", "is:finished"),
        *("has:tag", "has:note", "has:rating", "has:list", "(is:muted is:unread)"),
    )
)
_T = TypeVar("_T", int, str, Reading)


class Portable:
    """Export and import of the user's own data."""

    def __init__(
        self,
        context: LibraryContext,
        search: Search,
        papers: Papers,
        marks: MarkActs,
        tags: Tags,
        lists: ReadingLists,
        views: SavedViews,
        references: References,
    ) -> None:
        self._cache = context.cache
        self._user_file = context.user_file
        self._search = search
        self._papers = papers
        self._marks = marks
        self._tags = tags
        self._lists = lists
        self._views = views
        self._references = references

    def marked(self) -> Sequence[int]:
        """Return the keys of all papers with marks, refused links or a reading position, newest first, including
        hidden and unread papers."""
        keys = set(self._search.more(self._search.listing(_MARKED)).keys)
        return sorted(keys | self.beyond_marks(), reverse=True)

    def beyond_marks(self) -> frozenset[int]:
        """Return the keys of the papers with refused links or a reading position."""
        return frozenset([*self._user_file.places.read_at(), *(key for key, _ in self._user_file.refusals.all())])

    def marks_without_records(self, keys: Sequence[int], with_records: Iterable[Record]) -> dict[int, Marks]:
        """Return the marks of those of the papers ``keys`` without a record in ``with_records``: the records were lost
        with a deleted cache."""
        known = {record.key for record in with_records}
        current = self._cache.aliases.among(keys)
        unknown = [now for key in keys if (now := current.get(key, key)) not in known]
        return records.read_marks(self._cache, self._user_file, unknown)

    def import_items(self, exported: Iterable[ExportedItem]) -> ImportResult:
        """Merge the export of another library into this one. Nothing in this library is removed.

        Each kind of mark, and all tags together, are one act, which ``undo`` reverts. Tags, lists, notes and views that
        are invalid here are refused, and the rest is imported. A rating, a reading state or a view that differs here
        stays as it is; the imported note is appended to the present one; the later of two reading positions wins. A
        paper becomes unread if it was never in this inbox.
        """
        lines = list(exported)
        papers = [line for line in lines if isinstance(line, ExportedPaper)]
        lists = [line for line in lines if isinstance(line, ExportedList)]
        names = dict.fromkeys([*(line.name for line in papers), *(name for each in lists for name in each.papers)])
        known = {name: key for name in names if (key := self._papers.key_of(name)) is not None}
        here = [(known[line.name], line) for line in papers if line.name in known]
        otherwise: list[str] = []
        refused: list[str] = []
        acts = [*self._take_marks(_marks_of(here), otherwise, refused)]
        for each in lists:
            keys = [known[name] for name in each.papers if name in known]
            acts.append(_try_act(f'the list "{each.name}"', partial(self._lists.enlist, keys, each.name), refused))
        acts += [self._references.refuse(key, name) for key, line in here for name in line.refused]
        views = self._new_views((line for line in lines if isinstance(line, ExportedView)), otherwise, refused)
        acts.append(self._views.add(views))
        places = sum(self._take_place(key, line) for key, line in here)
        unknown = tuple(name for name in names if name not in known)
        done = sum(act is not None for act in acts)
        return ImportResult(done, len(views), places, unknown, tuple(otherwise), tuple(refused))

    def _take_marks(self, imported: dict[int, Marks], otherwise: list[str], refused: list[str]) -> Iterator[Act | None]:
        present = records.read_marks(self._cache, self._user_file, list(imported))
        delivered = self._user_file.inbox.delivered(imported)
        yield self._marks.apply(
            [key for key, each in imported.items() if each.unread and key not in delivered], "unread"
        )
        yield self._marks.apply(self._read_elsewhere(imported, present, delivered), "read")
        for mark in MARKS:
            yield self._marks.apply([key for key, each in imported.items() if each.has(mark)], mark.gives)
        yield self._tags.give(_tags_of(imported, refused))
        for rating, keys in self._values(imported, present, "rated", lambda marks: marks.rating, otherwise).items():
            yield self._marks.rate(keys, rating)
        for state, keys in self._values(
            imported, present, "of the state", lambda marks: marks.reading, otherwise
        ).items():
            yield self._marks.read_as(keys, state)
        yield self._take_notes(imported, present, refused)

    def _read_elsewhere(self, imported: dict[int, Marks], present: dict[int, Marks], delivered: set[int]) -> list[int]:
        """Return the papers that the export marks as read and that have no reading state of the inbox here."""
        return [key for key, each in imported.items() if each.read and key not in delivered and not present[key].unread]

    def _take_notes(self, imported: dict[int, Marks], present: dict[int, Marks], refused: list[str]) -> Act | None:
        notes: dict[int, str | None] = {}
        for key, each in imported.items():
            ours = present[key].note or ""
            try:
                theirs = note_text(each.note or "")
                if theirs and theirs not in ours:
                    notes[key] = note_text("\n\n".join(filter(None, (ours, theirs))))
            except ValueError as error:
                refused.append(_refused(f"the note of {name_of(key)}", error))
        return self._marks.put_notes(notes)

    def _values(
        self,
        imported: dict[int, Marks],
        present: dict[int, Marks],
        words: str,
        of: Callable[[Marks], _T | None],
        otherwise: list[str],
    ) -> dict[_T, list[int]]:
        """Group the papers that receive each value. Papers that already have another value keep it, and are reported in
        ``otherwise``."""
        values = [(key, value) for key, each in imported.items() if (value := of(each))]
        for key, value in values:
            if of(present[key]) not in (None, value):
                otherwise.append(f"{name_of(key)} is {words} {of(present[key])} here, not {value}")
        return _grouped((key, value) for key, value in values if of(present[key]) is None)

    def _new_views(
        self, imported: Iterable[ExportedView], otherwise: list[str], refused: list[str]
    ) -> Sequence[SavedView]:
        """Return the views whose names do not exist here yet. A different query under the same name is reported in
        ``otherwise``."""
        present = {view.name: view.query for view in self._views.all()}
        new: list[SavedView] = []
        for line in imported:
            if line.name in present:
                if present[line.name] != line.query:
                    otherwise.append(f'the view "{line.name}" is {present[line.name]} here, not {line.query}')
                continue
            try:
                new.append(checked_view(line.name, line.query, line.key))
            except (QueryError, ValueError) as error:
                refused.append(_refused(f'the view "{line.name}"', error))
            present[line.name] = line.query
        return new

    def _take_place(self, key: int, imported: ExportedPaper) -> bool:
        present = self._user_file.places.of(key)
        if imported.place is None or (present and present.at >= imported.place.at):
            return False
        self._user_file.places.put(key, imported.place)
        return True


def _marks_of(imported: Iterable[tuple[int, ExportedPaper]]) -> dict[int, Marks]:
    """Join the marks of all lines about each paper: a file may be a concatenation of several exports."""
    by_paper: dict[int, list[Marks]] = {}
    for key, line in imported:
        by_paper.setdefault(key, []).append(line.marks)
    return {key: records.joined(marks) for key, marks in by_paper.items()}


def _tags_of(imported: Mapping[int, Marks], refused: list[str]) -> dict[int, list[str]]:
    """Return the valid tags of each paper; the others are reported in ``refused``, each once."""
    names: dict[str, str] = {}
    for tag in dict.fromkeys(tag for each in imported.values() for tag in each.tags):
        try:
            names[tag] = tag_name(tag)
        except ValueError as error:
            refused.append(_refused(f'the tag "{tag}"', error))
    return {key: [names[tag] for tag in each.tags if tag in names] for key, each in imported.items()}


def _try_act(what: str, act: Callable[[], Act | None], refused: list[str]) -> Act | None:
    """Perform an act and return it. If it is refused, add the reason to ``refused`` and return None."""
    try:
        return act()
    except ValueError as error:
        refused.append(_refused(what, error))
        return None


def _refused(what: str, error: Exception) -> str:
    return f"{what} was not imported: {error}"


def _grouped(pairs: Iterable[tuple[int, _T]]) -> dict[_T, list[int]]:
    groups: dict[_T, list[int]] = {}
    for key, value in pairs:
        groups.setdefault(value, []).append(key)
    return groups
