"""Tags and reading lists as such: renaming, removing, and the order of a list."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.expr import Sort, list_asked
from arxtui.query import parse
from arxtui.query.chips import chips
from arxtui.text import fold
from arxtui.tui.actions import Place
from arxtui.tui.narrowing import exchanged
from arxtui.tui.present import acts
from arxtui.tui.present.filters import FilterRow, Kind, name_term
from arxtui.tui.screens.labelling import Labelling
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act


class Arranging(Labelling):
    """The panes, with tags and lists that can be changed."""

    async def action_rename_view(self) -> None:
        """Ask for another name of the tag or list; else of the view."""
        if row := self._named_row:
            await self.ask("Rename to", row.label, partial(self._rename_named, row))
        else:
            await super().action_rename_view()

    async def action_remove_view(self) -> None:
        """Ask whether the tag or list shall go; else the view."""
        if row := self._named_row:
            papers = f" from {acts.papers(row.papers)}" if row.papers else ""
            words = choice(f"Remove the {row.kind} {row.label}{papers}")
            await self.ask(words, "", lambda _: self._remove_named(row))
        else:
            await super().action_remove_view()

    def action_view_up(self) -> None:
        """One place up in the list; else among the views."""
        if not self._move_paper(-1):
            super().action_view_up()

    def action_view_down(self) -> None:
        """One place down in the list; else among the views."""
        if not self._move_paper(1):
            super().action_view_down()

    @property
    def _named_row(self) -> FilterRow | None:
        """The tag or list that is meant: the one under the filter's cursor, else one that the query is narrowed to."""
        terms = {chip.text for chip in chips(self.view.query)}
        rows = [self.filters.row] if self.place is Place.FILTER else self.filters.rows_of(terms)
        return next((row for row in rows if row and row.kind in (Kind.TAG, Kind.LIST)), None)

    def _rename_named(self, row: FilterRow, name: str) -> None:
        if not name or name == row.label:
            return
        if row.kind is Kind.TAG:
            self._change_named(row, lambda library: library.rename_tag(row.label, name), name_term("tag", name))
        else:
            self._change_named(row, lambda library: library.rename_list(row.label, name), name_term("list", name))

    def _remove_named(self, row: FilterRow) -> None:
        if row.kind is Kind.TAG:
            self._change_named(row, lambda library: library.remove_tag(row.label), row.query or "")
        else:
            self._change_named(row, lambda library: library.remove_list(row.label), row.query or "")

    def _change_named(self, row: FilterRow, change: Callable[[Library], Act | None], query: str) -> None:
        """Change a tag or list; where its papers are listed, list what has become of them."""

        def changed(act: Act | None) -> None:
            if act is None:
                return
            self.reload(None)
            self.say(acts.done(act))
            if row.query and (became := exchanged(self.view.query, row.query, query)):
                self.open_view(became, said=acts.done(act))

        self.desk.ask(change, changed, self.failed)

    def _move_paper(self, step: int) -> bool:
        """Move the paper under the cursor in the reading list that is shown in its order; whether there is one."""
        asked = parse(self.view.query)
        name, key, listing = list_asked(asked.expr), self.papers.key, self.view.listing
        if self.place is Place.FILTER or asked.sort is not Sort.LISTED or not name or key is None or not listing:
            return False
        move = partial(_stepped, name=name, key=key, step=step, shown=frozenset(listing.keys))
        self.desk.ask(move, partial(self._paper_moved, key), self.failed)
        return True

    def _paper_moved(self, key: int, act: Act | None) -> None:
        if act:
            self.open_view(self.view.query, at=key, typing=self.view.typing)
            self.ask_for_news()


def _stepped(library: Library, name: str, key: int, step: int, shown: Container[int]) -> Act | None:
    """A paper moved past the one beside it in a list, of those that are shown; None at the end, and where the name is
    that of no list."""
    order = next((keys for each, keys in library.lists() if fold(each) == fold(name)), None)
    if order is None:
        return None
    in_sight = [each for each in order if each in shown]
    place = in_sight.index(key) + step
    if not 0 <= place < len(in_sight):
        return None
    return library.arrange(name, key, order.index(in_sight[place]) + 1)
