"""Saved views: naming, opening, ordering and binding them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.actions import Place
from arxtui.tui.screens.question import Questions
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import SavedView

_DIGITS = "123456789"


class SavedViews(Questions):
    """The panes, with queries that have names."""

    async def action_save_view(self) -> None:
        """Ask for a name and save the query in the list under it."""
        query = self.view.asked.whole_query
        if not query:
            self.say("All papers are a view already: search or filter first")
            return
        if self.view.listing and self.view.listing.query.faults:
            self.say(f"A view needs a sound query: {self.view.listing.query.faults[0].reason}", "fault")
            return
        await self.ask("Save this search as", "", lambda name: self._save(name, query))

    async def action_rename_view(self) -> None:
        """Ask for another name of the view."""
        if view := self._saved_view():
            await self.ask("Rename to", view.name, lambda name: self._rename(view, name))

    async def action_bind_view(self) -> None:
        """Ask for the digit that opens the view."""
        if view := self._saved_view():
            key = str(view.key) if view.key else ""
            words = f"Digit that opens {view.name} (empty: none)"
            await self.ask(words, key, lambda digit: self._bind(view, digit), check=_check_digit)

    async def action_remove_view(self) -> None:
        """Ask whether the view shall go."""
        if view := self._saved_view():
            await self.ask(choice(f"Remove the view {view.name}"), "", lambda _: self._remove(view))

    def action_view_up(self) -> None:
        """One place up among the views."""
        self._move_view(-1)

    def action_view_down(self) -> None:
        """One place down among the views."""
        self._move_view(1)

    async def action_bound_view(self, digit: int | None = None) -> None:
        """Show the view that a digit is bound to; ask for the digit where none was pressed."""
        if digit is None:
            await self.ask("Digit of the view", "", self._open_bound)
        else:
            self._open_bound(str(digit))

    def _open_bound(self, digit: str) -> None:
        view = next((view for view, *_ in self.views if str(view.key) == digit), None)
        if view is None:
            self.say(f"No view is bound to {digit or 'nothing'}: b on a view in the filter binds it")
        else:
            self.leave_for(view.query)

    def _saved_view(self) -> SavedView | None:
        """The view that is meant: the one under the filter's cursor, else the one in the list."""
        row = self.filters.row
        if row and row.view and self.place is Place.FILTER:
            return row.view
        for view, *_ in self.views:
            if view.query == self.view.query:
                return view
        self.say("That is for saved views: v saves what the list shows")
        return None

    def _save(self, name: str, query: str) -> None:
        if name:
            self._change(lambda library: library.save_view(name, query), f"Saved as {name}")

    def _rename(self, view: SavedView, name: str) -> None:
        if name and name != view.name:
            self._change(lambda library: library.rename_view(view.name, name), f"Renamed to {name}")

    def _bind(self, view: SavedView, digit: str) -> None:
        number = int(digit) if digit else None
        self._change(
            lambda library: library.bind_view(view.name, number), f"{digit} opens {view.name}" if digit else ""
        )

    def _remove(self, view: SavedView) -> None:
        self._change(lambda library: library.remove_view(view.name), f"Removed {view.name}: {view.query}")

    def _move_view(self, step: int) -> None:
        view = self._saved_view()
        if view is None:
            return
        place = [each for each, *_ in self.views].index(view) + 1 + step
        if 1 <= place <= len(self.views):
            self._change(lambda library: library.move_view(view.name, place), "")

    def _change(self, change: Callable[[Library], object], said: str) -> None:
        """Change the views, then show them."""
        self.desk.ask(change, partial(self._changed_views, said), self.failed)

    def _changed_views(self, said: str, _: object) -> None:
        if said:
            self.say(said)
        self.ask_for_views()


def _check_digit(digit: str) -> None:
    if digit and digit not in tuple(_DIGITS):
        raise ValueError("A view is bound to one of the digits 1 to 9")
