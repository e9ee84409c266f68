"""A full text over the whole screen: where one is in it, and how it is set."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer

from arxtui.reader.lines import Place
from arxtui.reader.options import Options
from arxtui.tui.compositor import PatchedScreen
from arxtui.tui.present.key_line import Key
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.present.reading_bars import FootLine, foot_lines, head_line
from arxtui.tui.present.reading_looks import ReadingLooks
from arxtui.tui.widgets.illustrated_page import IllustratedPage
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.page_grid import TWO_COLUMNS

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_WIDEN = 4
_NARROWEST, _WIDEST = 24, 160
_SIDEWAYS = 8
_REST_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Pane(Protocol):
    """What the moving keys can move."""

    def move(self, step: int) -> None:
        """So many lines down; up when negative."""

    def turn(self, direction: int, part: int = 1) -> None:
        """A screenful down (1) or up (-1), or a part of it."""

    def to_end(self, *, last: bool) -> None:
        """To the beginning or the end."""


class ReadingPage(PatchedScreen, inherit_bindings=False):
    """The page between two lines. ``context`` has the parts of the reader, ``key`` is the paper's."""

    AUTO_FOCUS: ClassVar[str | None] = "#page"

    def __init__(self, context: Context, key: int) -> None:
        super().__init__()
        self.context = context
        self.key = key
        self.title_words = self.name_words = ""
        self.version: int | None = None
        """The version that is read, where it is known."""
        self.head = Bar(id="reading-head")
        self.text = IllustratedPage(id="page")
        self.status = Bar(id="reading-status")
        self.foot = Bar(id="reading-foot")
        self.tabs: dict[int, str] = {}
        self.tab = 0
        self._said: list[Piece] = []
        self._rest: Timer | None = None

    def compose(self) -> ComposeResult:
        """Head, page, foot."""
        yield self.head
        with Horizontal(id="reading-body"):
            yield self.text
            yield from self.over_text()
        yield self.status
        yield self.foot

    def over_text(self) -> ComposeResult:
        """What lies over the page, not over the lines around it."""
        return ()

    def on_mount(self) -> None:
        """As the last paper was read."""
        self.text.when_moved = self.moved
        self.text.when_laid_out = self.laid_out
        self.show_looks(self.context.fulltexts.looks)

    def on_unmount(self) -> None:
        """The place outlives the screen."""
        self.keep_place(at_once=True)

    def on_resize(self, event: events.Resize) -> None:
        """Write the lines to the new width."""
        self.call_after_refresh(self.update_bars)

    # What is told

    def say(self, text: str, ink: str = "dim", hints: Sequence[tuple[str, str]] = ()) -> None:
        """Say something in the foot, until the page moves on; ``hints`` are keys and what they do now."""
        keys = [piece for key, does in hints for piece in ((f"   {key}", "accent"), (f" {does}", "dim"))]
        self._said = [(foreign(text), ink), *keys] if text else []
        self.update_bars()

    def failed(self, error: Exception) -> None:
        """Say that it could not be done."""
        self.say(str(error) or type(error).__name__, "fault")

    def moved(self) -> None:
        """Another part of the page is in sight."""
        self._said = []
        self.update_bars()
        if self._rest is None:
            self._rest = self.set_timer(_REST_SECONDS, self._rested)

    def laid_out(self) -> None:
        """More of the page is laid out, or all of it anew."""
        self.update_bars()

    def update_bars(self) -> None:
        """Write head and foot anew."""
        if not self.is_mounted:
            return
        at_title = self.text.top == 0 and not self.tab  # where the title stands below already
        self.head.show(
            head_line(self.size.width, self.name_words if at_title else self.title_words, self.tabs, self.tab)
        )
        self.foot.show(*foot_lines(self.size.width, self.foot_told()))

    def foot_told(self) -> FootLine:
        """What the foot tells now."""
        page, text = self.text.page, self.text
        if page is None:
            return FootLine(said=self._said, keys=self.keys())
        place = page.section_at(text.top)
        section = page.outline[place] if place is not None else None
        words = f"{section.number}  {section.title}".strip() if section else ""
        return FootLine(words, page.percent_at(text.top + text.rows - 1), said=self._said, keys=self.keys())

    def keys(self) -> Sequence[Key]:
        """The keys that the foot names, the most important ones first and help last."""
        return ()

    # The place

    def _rested(self) -> None:
        self._rest = None
        self.keep_place()

    def keep_place(self, *, at_once: bool = False) -> None:
        """Remember what is read at the top; ``at_once`` where there may be no later."""
        if self.text.page is None or self.tab:
            return
        try:
            self.context.fulltexts.keep_place(self.key, self.text.place, self.version, at_once=at_once)
        except Exception as error:
            _log.exception("the reading place could not be kept")
            self.failed(error)

    def go_to(self, place: Place) -> None:
        """Bring a place to the top."""
        self.text.go_to(place)

    # Moving

    @property
    def pane(self) -> Pane:
        """What the moving keys move now."""
        return self.text

    def action_line_down(self) -> None:
        """One line down."""
        self.pane.move(1)

    def action_line_up(self) -> None:
        """One line up."""
        self.pane.move(-1)

    def action_page_down(self) -> None:
        """A screenful down."""
        self.pane.turn(1)

    def action_page_up(self) -> None:
        """A screenful up."""
        self.pane.turn(-1)

    def action_half_down(self) -> None:
        """Half a screenful down."""
        self.pane.turn(1, 2)

    def action_half_up(self) -> None:
        """Half a screenful up."""
        self.pane.turn(-1, 2)

    def action_top(self) -> None:
        """To the beginning."""
        self.pane.to_end(last=False)

    def action_bottom(self) -> None:
        """To the end."""
        self.pane.to_end(last=True)

    def action_scroll_right(self) -> None:
        """Wide things to the left, so that their right side is seen."""
        self.text.sideways(_SIDEWAYS)

    def action_scroll_left(self) -> None:
        """And back."""
        self.text.sideways(-_SIDEWAYS)

    # How it is set

    def show_looks(self, looks: ReadingLooks) -> None:
        """Set the page so, this paper and those after it."""
        self.context.fulltexts.looks = looks
        self.set_class(looks.zen, "-zen")
        self.text.two_columns = looks.two_columns
        self.text.lay_out(self.options(looks))
        self.update_bars()

    def options(self, looks: ReadingLooks) -> Options:
        """The layout's words for the looks; what concerns this paper alone stays."""
        return self.text.options._replace(
            measure=looks.measure, justified=looks.justified, hide_citations=looks.hide_citations, tex=looks.tex
        )

    def action_wider(self) -> None:
        """Longer lines."""
        self._widen(_WIDEN)

    def action_narrower(self) -> None:
        """Shorter lines."""
        self._widen(-_WIDEN)

    def _widen(self, cells: int) -> None:
        now = min(self.looks.measure, self.text.grid.measure)
        measure = max(min(now + cells, _WIDEST), _NARROWEST)
        self._choose(self.looks._replace(measure=measure), lambda: f"Lines of {self.text.grid.measure} cells")

    def action_justify(self) -> None:
        """Justified or ragged."""
        justified = not self.looks.justified
        self._choose(self.looks._replace(justified=justified), lambda: "Justified" if justified else "Ragged")

    def action_citations(self) -> None:
        """With or without citations."""
        hidden = not self.looks.hide_citations
        said = "Citations in brackets are hidden" if hidden else "Citations are shown"
        self._choose(self.looks._replace(hide_citations=hidden), lambda: said)

    def action_tex(self) -> None:
        """Formulas or TeX."""
        tex = not self.looks.tex
        self._choose(self.looks._replace(tex=tex), lambda: "Formulas as TeX" if tex else "Formulas")

    def action_two_columns(self) -> None:
        """One column or two."""
        two = not self.looks.two_columns
        said = "Two columns" if two else "One column"
        narrow = f", from {TWO_COLUMNS} cells on" if two and self.size.width < TWO_COLUMNS else ""
        self._choose(self.looks._replace(two_columns=two), lambda: said + narrow)

    def action_zen(self) -> None:
        """Nothing but the text."""
        self.show_looks(self.looks._replace(zen=not self.looks.zen))

    @property
    def looks(self) -> ReadingLooks:
        """What the user chose."""
        return self.context.fulltexts.looks

    def _choose(self, looks: ReadingLooks, said: Callable[[], str]) -> None:
        self.show_looks(looks)
        self.say(said())
