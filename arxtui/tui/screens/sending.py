"""Papers taken along in the forms of others: exported, copied, added to Zotero, kept in step with files."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.ids import name_of
from arxtui.tui.desk import Desk
from arxtui.tui.screens.linking import Linking
from arxtui.tui.screens.working import Outcome
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.exports import Synced
    from arxtui.library.facade import Library
    from arxtui.tui.destinations import Delivered, Destination, ToFile
    from arxtui.tui.picks import Meant
    from arxtui.tui.screens.browsing import Opener

_MOST_FOR_ZOTERO = 2_000
_OUT_OF_STEP = "out of step"
_log = logging.getLogger(__name__)


class Sending(Linking):
    """The panes, with papers that are handed to others."""

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(library, opener, paths, settings)
        self._exporting: dict[Desk, threading.Event] = {}
        """What exports are under way, and what stops each."""
        self._destinations: list[str] = []
        """Where to, lately."""
        self._in_step = True
        self._out_of_step: frozenset[str] = frozenset()
        """What was said of files that could not be kept in step."""

    # Exports

    async def action_export(self) -> None:
        """Ask where to, and export the papers that are meant."""
        from arxtui.export.forms import FORMS
        from arxtui.tui.destinations import destination

        meant = self.meant()
        if meant is None:
            return
        words = f"Export {'this paper' if meant.row else meant.words} to"
        names = list(dict.fromkeys([*self._destinations, *FORMS]))
        await self.ask(words, "", partial(self._export_to, meant), names=names, check=destination)

    async def action_copy_bibtex(self) -> None:
        """Copy BibTeX of the papers that are meant."""
        from arxtui.tui.destinations import BIBTEX, ToClipboard

        meant = self.meant()
        if meant:
            await self.ask_if_many(meant, "Copy the BibTeX of {}", partial(self._deliver, meant, ToClipboard(BIBTEX)))

    def _export_to(self, meant: Meant, answer: str) -> None:
        from arxtui.tui.destinations import ToFile, destination

        to = destination(answer)
        self._destinations = [answer, *(each for each in self._destinations if each != answer)]
        if isinstance(to, ToFile):
            self.desk.ask(lambda _: to.is_there, partial(self._ask_to_replace, meant, to), self.failed)
        else:
            self._deliver(meant, to)

    def _ask_to_replace(self, meant: Meant, to: ToFile, is_there: bool) -> None:  # noqa: FBT001
        if is_there:
            words = choice(f"Replace {to.path.name}")
            self.call_later(self.ask, words, "", lambda _: self._deliver(meant, to))
        else:
            self._deliver(meant, to)

    def _deliver(self, meant: Meant, to: Destination) -> None:
        """Export on a desk of its own: it may take long, and a program that is given papers as long as it likes."""
        from arxtui.tui.destinations import deliver

        stop = threading.Event()
        desk = Desk("export", partial(self.opener, self.settings), self.call_later)

        def ended() -> None:
            self._exporting.pop(desk, None)
            desk.close()
            self.show_progress()

        def delivered(told: Delivered) -> None:
            ended()
            self.drop_if_picked(meant)
            if told.copy:
                self.app.copy_to_clipboard(told.copy)
            self.say(told.words)

        def failed(error: Exception) -> None:
            ended()
            self.failed(error)

        self._exporting[desk] = stop
        self.show_progress()
        folder = self.paths.state / "exports"
        desk.ask(lambda library: deliver(library, meant, to, folder, stop), delivered, failed, topic="export")

    def doing(self) -> list[str]:
        """Exports, too."""
        return [*super().doing(), *(["exporting"] if self._exporting else [])]

    # Zotero

    async def action_zotero(self) -> None:
        """Add the papers that are meant to Zotero."""
        meant = self.meant()
        if meant is None:
            return
        if meant.number > _MOST_FOR_ZOTERO:
            self.say(f"Z adds up to {_MOST_FOR_ZOTERO:,} papers at once; E writes a .ris file, which Zotero imports")
        else:
            await self.ask_if_many(meant, "Add {} to Zotero", partial(self._give_to_zotero, meant))

    def _give_to_zotero(self, meant: Meant) -> None:
        self.desk.ask(meant.keys_from, partial(self._add_to_zotero, meant), self.failed)

    def _add_to_zotero(self, meant: Meant, keys: Sequence[int]) -> None:
        added = partial(self._added, meant)
        if not self.work("zotero", "--yes", "--", *map(name_of, keys), then=added):
            self.say_goes_on("zotero", "Adding papers to Zotero")

    def _added(self, meant: Meant, outcome: Outcome) -> None:
        if outcome.end.exit_code:
            self.say(outcome.end.reason or "Zotero did not take the papers", "fault")
        else:
            self.drop_if_picked(meant)
            self.say(outcome.end.reason or "Added to Zotero")

    # Files kept in step

    def ask_for_news(self) -> None:
        """What is counted anew may have changed the files that are kept in step."""
        super().ask_for_news()
        if self.settings.export.sync:
            self._in_step = False
            self.library.changed()
            self.ask_in_background(
                self.count_desk, lambda library: library.sync_exports(), self._synced, topic="exports"
            )

    def _synced(self, files: Sequence[Synced]) -> None:
        self._in_step = True
        problems = frozenset(f"{each.file}: {each.problem}" for each in files if each.problem)
        if not problems:
            self.cause_ended(_OUT_OF_STEP)
        elif news := problems - self._out_of_step:
            self.say_while(_OUT_OF_STEP, "; ".join(sorted(news)), "fault")
        self._out_of_step = problems

    def on_unmount(self) -> None:
        """What is not exported yet is not, and files stay as they were; an act just before is in those kept in step."""
        for stop in self._exporting.values():
            stop.set()
        for desk in self._exporting:
            desk.close()
        self.close_desks()
        try:
            if self.settings.export.sync and (self.library.changed() or not self._in_step):
                self.library.sync_exports()
        except Exception:  # whatever it is: the reader is being left
            _log.exception("files could not be kept in step")
