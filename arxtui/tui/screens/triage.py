"""What the user does with papers: marks, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui import verbs
from arxtui.tui.picks import Meant, Picks
from arxtui.tui.present import acts
from arxtui.tui.screens.picking import Picking

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act

Acted = tuple["Act | None", int | None]
"""An act, and the key of the paper that it was about, where it was one."""


class Triage(Picking):
    """The panes, with papers that can be acted on."""

    async def action_toggle_read(self) -> None:
        """Read, or unread again; and on to the next."""
        await self.do(verbs.READ.verb, on=True)

    async def action_toggle_star(self) -> None:
        """Star, or take it back."""
        await self.do(verbs.STAR.verb)

    async def action_toggle_hidden(self) -> None:
        """Hide and on to the next, or show again."""
        row = self.papers.row
        await self.do(verbs.HIDE.verb, on=row is not None and not row.marks.hidden)

    async def do(self, verb: verbs.Verb, *, on: bool = False) -> None:
        """Do something to the papers that are meant, after a question where they are many; with none picked, ``on`` to
        the next one then."""
        meant = self.meant()
        if meant is None:
            return
        if meant.row is None:
            await self.ask_if_many(meant, verb.does, partial(self.do_to_picked, verb, meant))
            return
        self.do_to(verb, meant)
        if on:
            self.papers.move(1)

    def do_to(self, verb: verbs.Verb, meant: Meant, *, failed: Callable[[Exception], object] | None = None) -> None:
        """Do something to papers, in the background; the one under the cursor shows it at once."""
        if meant.row and verb.foreseen:
            self.papers.mark(meant.row, verb.foreseen(meant.row.marks))
        quiet = meant.row is not None and verb.foreseen is not None
        self.desk.ask(
            lambda library: verb.change(library, meant.keys_from(library)),
            partial(self._done, meant, quiet=quiet),
            failed or partial(self._not_done, meant),
        )

    def do_to_picked(self, verb: verbs.Verb, meant: Meant) -> None:
        """What is picked is so until something is done to it, and again where that cannot be done."""
        held, self.picks = self.picks, Picks()
        self.show_picks()

        def failed(error: Exception) -> None:
            self.picks = held
            self.show_picks()
            self._not_done(meant, error)

        self.do_to(verb, meant, failed=failed)

    def _done(self, meant: Meant, act: Act | None, *, quiet: bool) -> None:
        self._show_anew(meant)
        if not quiet:
            self.say(acts.done(act) if act else "Nothing to change: it is so already")

    def _not_done(self, meant: Meant, error: Exception) -> None:
        self._show_anew(meant)
        self.failed(error)

    def _show_anew(self, meant: Meant) -> None:
        self.reload(meant.keys if meant.row else None)

    # Back and forth

    def action_undo(self) -> None:
        """Take back the last act."""
        self.undo(None)

    def undo(self, number: int | None) -> None:
        """Take back the act of a number, else the last."""
        self.desk.ask(lambda library: _acted(library, library.undo(number)), self._undone, self.failed)

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self.desk.ask(lambda library: _acted(library, library.redo()), self._redone, self.failed)

    def _undone(self, told: Acted) -> None:
        self._turned_back(told, acts.undone, "Nothing to undo")

    def _redone(self, told: Acted) -> None:
        self._turned_back(told, acts.redone, "Nothing to redo: redo takes back an undo")

    def _turned_back(self, told: Acted, words: Callable[[Act], str], nothing: str) -> None:
        act, key = told
        if act is None:
            self.say(nothing)
            return
        if act.is_of_config:
            self.after_config_act(words(act))
            return
        self.reload(None)
        if key is not None:
            self.papers.go_to_paper(key)
        self.after_turn(key)
        self.say(words(act))

    def after_turn(self, key: int | None) -> None:
        """Something was undone or done again: to the paper of the key, where it was one."""

    def after_config_act(self, said: str) -> None:
        """A change of the configuration was undone or done again."""

    def reload(self, keys: Sequence[int] | None) -> None:
        """Show these papers (or all) as they are now."""
        self.papers.reload(keys)
        if keys is None or self.papers.key in keys:
            self.show_paper()
        self.ask_for_news()


def _acted(library: Library, act: Act | None) -> Acted:
    papers = library.acted_on(act.number) if act else ()
    return act, next(iter(papers)) if len(papers) == 1 else None
