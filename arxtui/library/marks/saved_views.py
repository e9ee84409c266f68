"""Saved views: queries with names, in an order that the user chose; some are opened by a digit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.library.marks.names import view_name
from arxtui.library.views import SavedView
from arxtui.light import NamedTuple
from arxtui.model.limits import DIGITS
from arxtui.query import check
from arxtui.store.library.types import Deed
from arxtui.store.library.views import View, ViewChange, ViewEdit
from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.model.marks import Act


class ViewAct(NamedTuple):
    """The result of an act on a view: the view after the act (a removed view as it was), and the act, which is None if
    nothing changed. ``former`` is the view's query before, None for a new view. ``freed`` is the name of the view that
    lost its digit to this one; empty if none did."""

    view: SavedView
    act: Act | None
    former: str | None = None
    freed: str = ""


class SavedViews:
    """The acts on saved views. Methods raise LookupError, with a message for people, for an unknown name."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._user_file = context.user_file

    def all(self) -> tuple[SavedView, ...]:
        """Return all saved views, in their order."""
        return tuple(map(_saved, self._user_file.views.all()))

    def save(self, name: str, query: str, digit: int | None = None) -> ViewAct:
        """Save a query under a name, as the last view, or replace the query of the view with this name.

        ``digit`` becomes the key of the view. Raises QueryError for an invalid query, ValueError for an invalid name.
        """
        checked = checked_view(name, query)
        stored_name, text = checked.name, checked.query
        _check_digit(digit)

        def edit(views: Sequence[View]) -> ViewEdit:
            present = next((view for view in views if view.name == stored_name), None)
            edited = (present or View(stored_name, text, None, len(views) + 1))._replace(query=text)
            if digit is not None:
                edited = edited._replace(digit=digit)
            changes = [ViewChange(present, edited), *_freed(views, stored_name, digit)]
            if present and present.query == text:
                return ViewEdit(self._deed("bind view", stored_name, str(digit or "")), changes)
            return ViewEdit(self._deed("change view" if present else "save view", stored_name), changes)

        return self._act(edit)

    def add(self, new_views: Iterable[SavedView]) -> Act | None:
        """Save those of the views (from :func:`checked_view`) whose names are new, in one act, after all others. A
        digit that already opens another view is not assigned."""

        def edit(views: Sequence[View]) -> ViewEdit:
            names, digits = {view.name for view in views}, {view.digit for view in views}
            added: list[View] = []
            for view in new_views:
                if view.name not in names:
                    digit = view.key if view.key in DIGITS and view.key not in digits else None
                    names.add(view.name)
                    digits.add(digit)
                    added.append(View(view.name, view.query, digit, len(views) + len(added) + 1))
            deed = self._deed("save view", "; ".join(view.name for view in added))
            return ViewEdit(deed, [ViewChange(None, view) for view in added])

        return self._user_file.journal.change_views(edit)

    def rename(self, name: str, new: str) -> ViewAct:
        """Rename a view. Raises ValueError for an invalid name, or the name of another view."""
        stored_name = view_name(new)

        def edit(views: Sequence[View]) -> ViewEdit:
            present = _named(views, name)
            if any(view.name == stored_name for view in views if view is not present):
                raise ValueError(f'a view "{stored_name}" already exists')
            return ViewEdit(
                self._deed("rename view", name, stored_name), [ViewChange(present, present._replace(name=stored_name))]
            )

        return self._act(edit)

    def remove(self, name: str) -> ViewAct:
        """Remove a view."""
        return self._act(
            lambda views: ViewEdit(self._deed("remove view", name), [ViewChange(_named(views, name), None)]),
        )

    def move(self, name: str, place: int) -> ViewAct:
        """Move a view to a place, counted from 1; a place beyond the end means the last one."""

        def edit(views: Sequence[View]) -> ViewEdit:
            present = _named(views, name)
            moved = present._replace(place=min(max(place, 1), len(views)))
            return ViewEdit(self._deed("move view", name), [ViewChange(present, moved)])

        return self._act(edit)

    def bind(self, name: str, digit: int | None) -> ViewAct:
        """Assign a digit, 1 to 9, to a view and remove it from any other; None removes the view's digit. Raises
        ValueError for another number."""
        _check_digit(digit)

        def edit(views: Sequence[View]) -> ViewEdit:
            present = _named(views, name)
            changes = [ViewChange(present, present._replace(digit=digit)), *_freed(views, name, digit)]
            if digit is None:
                return ViewEdit(self._deed("unbind view", name, str(present.digit or "")), changes)
            return ViewEdit(self._deed("bind view", name, str(digit)), changes)

        return self._act(edit)

    def _act(self, edit: Callable[[Sequence[View]], ViewEdit]) -> ViewAct:
        changes: list[ViewChange] = []

        def plan(views: Sequence[View]) -> ViewEdit:
            planned = edit(views)
            changes.extend(planned.changes)
            return planned

        act = self._user_file.journal.change_views(plan)
        before = changes[0].before
        view = changes[0].after or before
        assert view is not None
        freed = next((change.before.name for change in changes[1:] if change.before), "")
        return ViewAct(_saved(view), act, before.query if before else None, freed)

    def _deed(self, what: str, name: str, to: str = "") -> Deed:
        return Deed(what, self._context.now(), name, to)


def checked_view(name: str, query: str, key: int | None = None) -> SavedView:
    """Normalize a view for storage. Raises QueryError for an invalid query, ValueError for an invalid name."""
    return SavedView(view_name(name), check(query).text.strip(), key)


def _saved(view: View) -> SavedView:
    return SavedView(view.name, view.query, view.digit)


def _freed(views: Iterable[View], name: str, digit: int | None) -> list[ViewChange]:
    """Return the change that removes the digit from another view that has it, if any."""
    others = (view for view in views if view.name != name and digit is not None and view.digit == digit)
    return [ViewChange(view, view._replace(digit=None)) for view in others]


def _named(views: Sequence[View], name: str) -> View:
    for view in views:
        if view.name == name:
            return view
    hint = did_you_mean_name(name, [view.name for view in views])
    raise LookupError(f"there is no view \"{name}\"; 'arxtui views' lists the views{hint}")


def _check_digit(digit: int | None) -> None:
    if digit is not None and digit not in DIGITS:
        raise ValueError(f"views are opened by the keys 1 to 9, not by {digit}")
