"""The target papers of a command: the selected papers, or else the paper under the cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.light import changed
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.selection import LISTED, Selection, Targets
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.tui.services.questions import Questions
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_CONFIRM_ABOVE = 200
"""The number of papers above which the user is prompted for confirmation."""
_MAX_PAPERS = 100_000
"""The most papers in one act: about a second of work. A star or a tag stores the records of its papers permanently."""


class Selector:
    """Selects papers. ``overlay_targets`` returns the paper of a screen over the list that has commands of its own."""

    overlay_targets: Callable[[], Targets | None] | None = None

    def __init__(self, screen: PanesScreen, status: StatusBar, questions: Questions) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._questions = questions

    def targets(self) -> Targets | None:
        """Return the selected papers, or else the one under the cursor. Return None, after saying why, if there is none
        or if there are more than one act accepts."""
        if self.overlay_targets:
            return self.overlay_targets()
        if self._session.selection:
            return self._if_not_too_many(self._session.selection.targets())
        row = self._screen.papers.row
        if row is None:
            self._status.say(NO_PAPER)
        return Targets((row.key,), row=row) if row else None

    def all_listed(self) -> Targets | None:
        """Return all papers of the list. Return None, after saying why, if there is none or if there are more than one
        act accepts."""
        listing = self._session.view.listing
        if listing is None or not listing.total:
            self._status.say(NO_PAPER)
            return None
        return self._if_not_too_many(Targets(all_of=listing))

    def _if_not_too_many(self, targets: Targets) -> Targets | None:
        if targets.number <= _MAX_PAPERS:
            return targets
        self._status.say(
            f"One act takes {_MAX_PAPERS:,} papers at most, not {targets.number:,}: search or filter first"
        )
        return None

    async def confirm(self, targets: Targets, does: str, then: Callable[[], object]) -> None:
        """Call ``then``, after a prompt if there are more than 200 papers or none of them is in the list. ``does``
        names the action of the prompt: ``Star {}``."""
        is_unseen = targets.keys and set(targets.keys).isdisjoint(self._screen.papers.rows.keys)
        if is_unseen or targets.number > _CONFIRM_ABOVE:
            papers = f"{targets.words} (none in this list)" if is_unseen else targets.words
            await self._questions.ask(choice(does.format(papers)), "", lambda _: then())
        else:
            then()

    def select(self, selection: Selection) -> None:
        """Replace the selection."""
        self._session.selection = selection
        self.show()

    def select_between(self, one: int, other: int) -> None:
        """Select the papers from one row of the list to another."""
        first, last = sorted((one, other))
        papers, selection = self._screen.papers, self._session.selection
        if last - first >= LISTED:
            self._status.say(
                f"That would be {last - first + 1:,} papers: {key_for('select_all')} selects all of the list"
            )
        elif not papers.count:
            self._status.say(NO_PAPER)
        else:
            selection.add(papers.rows.keys[first : last + 1])
            selection.mark = papers.key
            self.show()

    def drop(self) -> None:
        """Clear the selection."""
        self.select(Selection())

    def drop_if_done(self, targets: Targets) -> None:
        """Clear the selection if the papers of a finished action are the selected ones."""
        selection = self._session.selection
        if targets.row is None and selection and selection.targets() == targets:
            self.drop()

    def leave(self) -> bool:
        """Clear the selection. Return whether anything was selected."""
        if not self._session.selection:
            return False
        self.drop()
        return True

    def leave_list(self) -> None:
        """Clear a selection of "all papers" of a long list when another list is shown."""
        if self._session.selection.leave_list():
            self.drop()
            self._screen.call_after_refresh(self._status.say, "The selection ended with its list")

    def resolve_all(self, listing: Listing) -> None:
        """Resolve a selection of "all papers" into single papers once the list is complete."""
        self._session.selection.resolve_keys(listing)

    def show(self) -> None:
        """Show which papers are selected, and how many."""
        papers = self._screen.papers
        papers.apply_looks(changed(papers.drawing.looks, picked=self._session.selection))
        self._status.update()
