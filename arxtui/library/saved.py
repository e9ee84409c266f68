"""Saved views: queries under a name, in the order the user gave them, some opened by a digit."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.library.names import view_name
from arxtui.library.opened import Opened
from arxtui.library.views import SavedView
from arxtui.query import check

DIGITS = range(1, 10)
_Views = list[SavedView]


class SavedViews(Opened):
    """What can be done with views. LookupError, in words, for a name that no view has."""

    def views(self) -> tuple[SavedView, ...]:
        """All of them, in their order."""
        return tuple(SavedView(*view) for view in self._library.views())

    def save_view(self, name: str, query: str) -> SavedView:
        """Save a query under a name, after all others; a view that has the name gets the query where it stands. The
        view as it is then; QueryError for a query with a fault, ValueError for no name."""
        kept, text = view_name(name), check(query).text.strip()

        def change(views: _Views) -> _Views:
            if all(view.name != kept for view in views):
                return [*views, SavedView(kept, text)]
            return [view._replace(query=text) if view.name == kept else view for view in views]

        self._change(change)
        return next(view for view in self.views() if view.name == kept)

    def rename_view(self, name: str, new: str) -> None:
        """Give a view another name. ValueError for one that another view has, or that is none."""
        kept = view_name(new)

        def change(views: _Views) -> _Views:
            place = _place(views, name)
            if any(view.name == kept for view in views[:place] + views[place + 1 :]):
                raise ValueError(f'there is a view "{kept}" already')
            views[place] = views[place]._replace(name=kept)
            return views

        self._change(change)

    def remove_view(self, name: str) -> SavedView:
        """Remove a view; the answer is what it was."""
        removed: list[SavedView] = []

        def change(views: _Views) -> _Views:
            removed.append(views.pop(_place(views, name)))
            return views

        self._change(change)
        return removed[0]

    def move_view(self, name: str, place: int) -> None:
        """Move a view to a place, counted from 1; beyond the last it becomes the last."""

        def change(views: _Views) -> _Views:
            views.insert(max(place - 1, 0), views.pop(_place(views, name)))
            return views

        self._change(change)

    def bind_view(self, name: str, digit: int | None) -> None:
        """Let a digit, 1 to 9, open a view and no other; None takes its digit away. ValueError for no such digit."""
        if digit is not None and digit not in DIGITS:
            raise ValueError(f"views are opened by the keys 1 to 9, not by {digit}")

        def change(views: _Views) -> _Views:
            place = _place(views, name)
            freed = [view._replace(key=None) if digit is not None and view.key == digit else view for view in views]
            freed[place] = views[place]._replace(key=digit)
            return freed

        self._change(change)

    def _change(self, change: Callable[[_Views], _Views]) -> None:
        self._library.change_views(lambda held: list(change([SavedView(*view) for view in held])))


def _place(views: _Views, name: str) -> int:
    for place, view in enumerate(views):
        if view.name == name:
            return place
    raise LookupError(f"there is no view \"{name}\"; 'arxtui views' lists those there are")
