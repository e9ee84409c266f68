"""The journal: what was done, to which papers, and the ways back and forth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.model.marks import Act
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.journal import act_line, empty_text, papers_lines
from arxtui.tui.present.key_line import Key, keys_of
from arxtui.tui.present.line import Line, Piece
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.page import TextPage
from arxtui.tui.widgets.table import Table

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.views import Row

PAGE = 200
"""Acts that are read at once."""
_TITLES = 40
_ITS_PAPERS = ("Enter", "its papers")


class Acted(NamedTuple):
    """The papers of an act: how many they are, and the first of them."""

    number: int
    total: int
    rows: Sequence[Row]


def papers_of(library: Library, number: int) -> Acted:
    """Ask the library for them."""
    keys = library.journal.papers_of(number)
    return Acted(number, len(keys), library.papers.rows(keys[:_TITLES]))


def _act_line(act: Act, width: int, /, *, here: bool) -> Sequence[Piece]:
    return act_line(act, width, datetime.now(UTC), here=here)


class JournalScreen(Overlay["int | None"]):
    """Dismissed with the number of an act whose papers shall be listed, or None. ``read`` asks for so many acts, which
    are then shown; ``look`` for the papers of one; ``undo`` takes one back, ``redo`` does again."""

    AUTO_FOCUS: ClassVar[str | None] = "#journal-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("V", "leave", show=False, priority=True, id="journal"),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("u", "undo", show=False, priority=True, id="undo"),
        Binding("U", "redo", show=False, priority=True, id="redo"),
        Binding("space", "page(1)", show=False, priority=True),
    ]

    def __init__(
        self,
        read: Callable[[int], object],
        look: Callable[[int], object],
        undo: Callable[[int], object],
        redo: Callable[[], object],
    ) -> None:
        self.rows = Table(_act_line, lambda act: act.number, empty_text(), id="journal-rows")
        super().__init__("The journal", "what you did, newest first", self.rows)
        self._ask, self._look, self._undo, self._redo = read, look, undo, redo
        self._wanted = PAGE
        self._papers: Acted | None = None
        self._page = TextPage(self._paper_lines, id="journal-papers")

    def parts(self) -> Iterable[Widget]:
        """The acts, and the papers of one."""
        yield self.rows
        yield self._page

    def on_mount(self) -> None:
        """Ask for what there is to show."""
        self.rows.when_moved = self._moved
        self.read()

    def read(self) -> None:
        """Ask for the acts."""
        self._ask(self._wanted)

    @property
    def keys(self) -> Sequence[Key]:
        """Ways back and forth, and the papers of an act."""
        return [*keys_of(("undo", "redo")), _ITS_PAPERS, ("Esc", "back")]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """In an empty journal there is only the way back; not every act changed papers."""
        if not (act := self.rows.row):
            return self.keys[-1:]
        return [each for each in self.keys if each != _ITS_PAPERS or act.is_of_papers]

    def show(self, acts: Sequence[Act]) -> None:
        """Show these acts."""
        self.rows.show(acts)
        self.write_foot()
        self._look_around()

    def show_papers(self, papers: Acted) -> None:
        """Show the papers of an act, if it is still the one."""
        if self.rows.row and self.rows.row.number == papers.number:
            self._papers = papers
            self._page.lay_out()

    def action_open(self) -> None:
        """List the papers of the act, where it changed any."""
        if not (act := self.rows.row):
            return
        if act.is_of_papers:
            self.dismiss(act.number)
        else:
            self.say("This act changed no papers")

    def action_undo(self) -> None:
        """Take back the act under the cursor."""
        if act := self.rows.row:
            if act.undone:
                self.say(f"That is undone already: {key_for('redo')} redoes what was undone last")
            else:
                self._undo(act.number)

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self._redo()

    def _moved(self) -> None:
        self.say("")
        self._look_around()

    def _look_around(self) -> None:
        """Ask for the papers of the act; near the end of the acts that were read, for more of them."""
        if act := self.rows.row:
            self._look(act.number)
        if self.rows.count == self._wanted and self.rows.cursor > self._wanted - PAGE // 2:
            self._wanted += PAGE
            self.read()

    def _paper_lines(self, width: int) -> list[Line]:
        return papers_lines(self._papers.rows, self._papers.total, width) if self._papers else []
