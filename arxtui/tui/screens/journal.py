"""The journal: what was done, to which papers, and the ways back and forth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.strip import Strip

from arxtui.text import wrap
from arxtui.tui.present.journal import EMPTY, act_line, papers_lines
from arxtui.tui.present.line import Line, Piece, clip_center, cut, foreign
from arxtui.tui.widgets.ink import Bar, paint
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.page import TextPage

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act
    from arxtui.model.views import Row

PAGE = 200
"""Acts that are read at once."""
_TITLES = 40
_KEYS = (("u", "takes back"), ("U", "does again"), ("Enter", "its papers"), ("Esc", "back"))


class Acted(NamedTuple):
    """The papers of an act: how many they are, and the first of them."""

    number: int
    total: int
    rows: Sequence[Row]


def papers_of(library: Library, number: int) -> Acted:
    """Ask the library for them."""
    keys = library.acted_on(number)
    return Acted(number, len(keys), library.rows(keys[:_TITLES]))


class JournalRows(Lines):
    """The table. ``acts`` is None until it is read."""

    acts: Sequence[Act] | None = None

    @property
    def count(self) -> int:
        """How many acts there are."""
        return len(self.acts or ())

    @property
    def act(self) -> Act | None:
        """The act under the cursor."""
        return self.acts[self.cursor] if self.acts and self.cursor < self.count else None

    def show(self, acts: Sequence[Act]) -> None:
        """Show these; the cursor stays on its act."""
        held = self.act
        self.acts = acts
        self.cursor = next((place for place, act in enumerate(acts) if held and act.number == held.number), 0)
        self.resized()
        self.bring_into_sight()
        self.refresh()

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """The line of an act."""
        assert self.acts is not None
        return act_line(self.acts[index], width, datetime.now(UTC), here=here)

    def blank(self, y: int) -> Strip:
        """Below the table nothing; in place of an empty one, words that say why."""
        if self.acts is None or self.acts:
            return super().blank(y)
        lines = [(line, ink) for text, ink in EMPTY for line in wrap(text, max(self.width - 4, 10))]
        place = y - max(self.rows_in_sight // 3 - 1, 0)
        if not 0 <= place < len(lines):
            return super().blank(y)
        text, ink = lines[place]
        return paint(self, [(clip_center(text, self.width), ink)], self.width)


class JournalScreen(Screen["int | None"], inherit_bindings=False):
    """Dismissed with the number of an act whose papers shall be listed, or None. ``read`` asks for so many acts, which
    are then shown; ``look`` for the papers of one; ``undo`` takes one back, ``redo`` does again."""

    AUTO_FOCUS: ClassVar[str | None] = "#journal-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,V,left,h", "leave", show=False, priority=True),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("u", "undo", show=False, priority=True),
        Binding("U", "redo", show=False, priority=True),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "page(1)", show=False, priority=True),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True),
        Binding("g,home", "end(False)", show=False, priority=True),
        Binding("G,end", "end(True)", show=False, priority=True),
    ]

    def __init__(
        self,
        read: Callable[[int], object],
        look: Callable[[int], object],
        undo: Callable[[int], object],
        redo: Callable[[], object],
    ) -> None:
        super().__init__()
        self._ask, self._look, self._undo, self._redo = read, look, undo, redo
        self._wanted = PAGE
        self._papers: Acted | None = None
        self._said: Piece = ("", "dim")

    def compose(self) -> ComposeResult:
        """Title, table, the papers of an act, the keys."""
        with Vertical(id="journal"):
            yield Bar(id="journal-title")
            yield JournalRows(id="journal-rows")
            yield TextPage(self._paper_lines, id="journal-papers")
            yield Bar(id="journal-foot")

    def on_mount(self) -> None:
        """Ask for what there is to show."""
        self._rows.when_moved = self._moved
        self.query_one("#journal-title", Bar).show(
            [(" The journal", "strong"), ("   what you did, newest first", "dim")]
        )
        self._write_foot()
        self.read()

    def read(self) -> None:
        """Ask for the acts."""
        self._ask(self._wanted)

    def show(self, acts: Sequence[Act]) -> None:
        """Show these acts."""
        self._rows.show(acts)
        self._moved(keep=True)

    def show_papers(self, papers: Acted) -> None:
        """Show the papers of an act, if it is still the one."""
        if self._rows.act and self._rows.act.number == papers.number:
            self._papers = papers
            self.query_one(TextPage).lay_out()

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something below."""
        self._said = (foreign(text), ink)
        self._write_foot()

    def action_leave(self) -> None:
        """Back to the papers."""
        self.dismiss(None)

    def action_open(self) -> None:
        """List the papers of the act."""
        if act := self._rows.act:
            self.dismiss(act.number)

    def action_undo(self) -> None:
        """Take back the act under the cursor."""
        if act := self._rows.act:
            if act.undone:
                self.say("That is undone already: U does again what was undone last")
            else:
                self._undo(act.number)

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self._redo()

    def action_move(self, step: int) -> None:
        """So many acts."""
        self._rows.move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self._rows.page(direction)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last act that was read."""
        self._rows.to_end(last=last)

    @on(Lines.Chosen)
    def _clicked(self, event: Lines.Chosen) -> None:
        event.stop()

    def _moved(self, *, keep: bool = False) -> None:
        """Another act; near the end of those that were read, more are."""
        if not keep:
            self._said = ("", "dim")
            self._write_foot()
        if act := self._rows.act:
            self._look(act.number)
        if self._rows.count == self._wanted and self._rows.cursor > self._wanted - PAGE // 2:
            self._wanted += PAGE
            self.read()

    def _paper_lines(self, width: int) -> list[Line]:
        return papers_lines(self._papers.rows, self._papers.total, width) if self._papers else []

    def _write_foot(self) -> None:
        keys: list[Piece] = [piece for key, does in _KEYS for piece in ((f" {key}", "accent"), (f" {does}  ", "dim"))]
        said: list[Piece] = [(" ", "text"), self._said]
        self.query_one("#journal-foot", Bar).show(cut(said if self._said[0] else keys, self.app.size.width))

    @property
    def _rows(self) -> JournalRows:
        return self.query_one(JournalRows)
