"""The journal (the acts, the papers that each act changed, undo and redo), and reading over time: how many papers were
opened, read and starred in each of the last weeks, and on each day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.library.views import ReadingSpan
from arxtui.light import NamedTuple
from arxtui.model.marks import Act
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import journal
from arxtui.tui.present.line import Key, Line, Piece, keys_of
from arxtui.tui.screens.overlay import Overlay, Table
from arxtui.tui.widgets.ink import Bar, TextPage

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.views import Row

PAGE = 200
"""The number of acts read in one go."""
_MAX_TITLES = 40
_ITS_PAPERS = ("Enter", "list papers")


class ActPapers(NamedTuple):
    """The papers that an act changed: how many they are, and the first rows."""

    number: int
    total: int
    rows: Sequence[Row]


def papers_of(library: Library, number: int) -> ActPapers:
    """Read the papers of an act from the library."""
    keys = library.journal.papers_of(number)
    return ActPapers(number, len(keys), library.papers.rows(keys[:_MAX_TITLES]))


def _act_line(act: Act, width: int, /, *, here: bool) -> Sequence[Piece]:
    return journal.act_line(act, width, datetime.now(UTC), here=here)


class JournalScreen(Overlay["int | None"]):
    """The journal. Dismissed with the number of an act whose papers should be listed, or None.

    ``read`` requests this many acts, which come back through ``show``; ``read_papers`` requests the papers of an act,
    which come back through ``show_papers``; ``undo`` undoes an act; ``redo`` redoes the last undone one.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#journal-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("V", "leave", show=False, priority=True, id="journal"),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("u", "undo", show=False, priority=True, id="undo"),
        Binding("U", "redo", show=False, priority=True, id="redo"),
    ]

    def __init__(
        self,
        read: Callable[[int], object],
        read_papers: Callable[[int], object],
        undo: Callable[[int], object],
        redo: Callable[[], object],
    ) -> None:
        self.rows = Table(_act_line, lambda act: act.number, journal.no_acts_text(), id="journal-rows")
        super().__init__("The journal", "your acts, newest first", self.rows)
        self._read_acts, self._read_papers, self._undo, self._redo = read, read_papers, undo, redo
        self._limit = PAGE
        self._papers: ActPapers | None = None
        self._page = TextPage(self._paper_lines, id="journal-papers")

    def parts(self) -> Iterable[Widget]:
        """Return the list of acts and the page with the papers of one."""
        yield self.rows
        yield self._page

    def on_mount(self) -> None:
        """Request the acts."""
        self.rows.when_moved = self._moved
        self.read()

    def read(self) -> None:
        """Request the acts."""
        self._read_acts(self._limit)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys: undo, redo, the papers of an act, back."""
        return [*keys_of(("undo", "redo")), _ITS_PAPERS, ("Esc", "back")]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: only the way back in an empty journal, and no papers for an act that changed
        none."""
        if not (act := self.rows.row):
            return self.keys[-1:]
        return [each for each in self.keys if each != _ITS_PAPERS or act.is_of_papers]

    def show(self, acts: Sequence[Act]) -> None:
        """Show these acts."""
        self.rows.show(acts)
        self.update_footer()
        self._request_more()

    def show_papers(self, papers: ActPapers) -> None:
        """Show the papers of an act, if the cursor is still on it."""
        if self.rows.row and self.rows.row.number == papers.number:
            self._papers = papers
            self._page.lay_out()

    def action_open(self) -> None:
        """Close the journal and list the papers of the act; show a message if it changed none."""
        if not (act := self.rows.row):
            return
        if act.is_of_papers:
            self.dismiss(act.number)
        else:
            self.say("This act changed no papers")

    def action_undo(self) -> None:
        """Undo the act under the cursor."""
        if act := self.rows.row:
            if act.undone:
                self.say(f"That is already undone: {key_for('redo')} redoes what was undone last")
            else:
                self._undo(act.number)

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self._redo()

    def _moved(self) -> None:
        self.say("")
        self._request_more()

    def _request_more(self) -> None:
        """Request the papers of the act under the cursor, and more acts if the cursor is near the end."""
        if act := self.rows.row:
            self._read_papers(act.number)
        if self.rows.count == self._limit and self.rows.cursor > self._limit - PAGE // 2:
            self._limit += PAGE
            self.read()

    def _paper_lines(self, width: int) -> list[Line]:
        return journal.papers_lines(self._papers.rows, self._papers.total, width) if self._papers else []


class ReadingHistory(Overlay["ReadingSpan | None"]):
    """Reading over time. Dismissed with the week or day whose papers should be listed, or None. ``read`` requests the
    weeks, which come back through ``show``."""

    AUTO_FOCUS: ClassVar[str | None] = "#reading-days"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,right,l", "open", show=False, priority=True)]

    def __init__(self, read: Callable[[], object]) -> None:
        self.rows = Table(
            self._line, lambda span: (span.first, span.last), journal.nothing_read_text(), id="reading-days"
        )
        super().__init__("Reading over time", "", self.rows)
        self._read = read
        self._columns = Bar()
        self._largest: dict[bool, ReadingSpan] = {}
        """The largest numbers of any week (True) and of any day (False)."""

    def parts(self) -> Iterable[Widget]:
        """Return the column headings and the table."""
        yield self._columns
        yield self.rows

    def on_mount(self) -> None:
        """Request the weeks."""
        self._columns.display = False
        self._read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the column headings to the new width of the table."""
        self.call_after_refresh(self._fit_columns)

    def show(self, weeks: Sequence[ReadingSpan]) -> None:
        """Show these weeks, and below them their days; nothing if there are no days."""
        days = [day for week in weeks for day in week.days]
        self._largest = {spans is weeks: _largest(spans) for spans in (weeks, days) if days}
        self._columns.display = bool(days)
        self.set_subtitle(journal.totals(weeks) if days else "")
        self.rows.headings = journal.SpanHeadings(len(weeks))
        self.rows.show([*weeks, *days] if days else [])
        self.call_after_refresh(self._fit_columns)  # there can be a scroll bar now
        self.update_footer()

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for a row."""
        return [("Enter", "list papers"), ("Esc", "back")]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: only the way back without rows."""
        return self.keys if self.rows.count else self.keys[-1:]

    def action_open(self) -> None:
        """Close the screen and list the papers opened or read in the week or on the day."""
        if span := self.rows.row:
            if span.opened or span.read:
                self.dismiss(span)
            else:
                self.say("No paper was opened or read then")

    def _fit_columns(self) -> None:
        self._columns.show(journal.head_line(self.rows.width))

    def _line(self, span: ReadingSpan, width: int, /, *, here: bool) -> Sequence[Piece]:
        return journal.span_line(span, self._largest[span.is_week], width, here=here)


def _largest(spans: Sequence[ReadingSpan]) -> ReadingSpan:
    opened, read, starred = (max(getattr(each, name) for each in spans) for name in ("opened", "read", "starred"))
    return ReadingSpan(spans[0].first, spans[0].last, opened, read, starred)
