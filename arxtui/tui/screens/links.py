"""The addresses of a paper over the whole screen: seen whole before one is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from arxtui.model.links import WebLink
from arxtui.tui.present.line import Line, Piece, cut, foreign
from arxtui.tui.present.links import links_page
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.page import TextPage

_KEYS = (("Enter", "opens"), ("y", "copies"), ("1-9", "choose"), ("Esc", "back"))


class LinksScreen(Screen[None], inherit_bindings=False):
    """The addresses of the paper called ``title``. ``follow`` opens one in a browser, ``copy`` puts one on the
    clipboard."""

    AUTO_FOCUS: ClassVar[str | None] = "#links-page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,O,left,h", "leave", show=False, priority=True),
        Binding("enter,o", "follow", show=False, priority=True),
        Binding("y", "copy", show=False, priority=True),
        Binding("j,down,tab", "move(1)", show=False, priority=True),
        Binding("k,up,shift+tab", "move(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "page(1)", show=False, priority=True),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True),
        Binding("g,home", "end(False)", show=False, priority=True),
        Binding("G,end", "end(True)", show=False, priority=True),
        *(Binding(str(digit), f"digit({digit})", show=False, priority=True) for digit in range(10)),
    ]

    def __init__(
        self,
        title: str,
        links: Sequence[WebLink],
        follow: Callable[[str], object],
        copy: Callable[[str], object],
    ) -> None:
        super().__init__()
        self._paper, self._links, self._follow, self._copy = title, links, follow, copy
        self._chosen = 0
        self._typed = 0
        """The number that the digits so far make."""
        self._places: list[range] = []
        self._said: Piece = ("", "dim")

    def compose(self) -> ComposeResult:
        """Title, addresses, keys."""
        with Vertical(id="links"):
            yield Bar(id="links-title")
            yield TextPage(self._lines, id="links-page")
            yield Bar(id="links-foot")

    def on_mount(self) -> None:
        """Say whose addresses these are."""
        self._write_bars()

    def on_resize(self) -> None:
        """Fit the bars."""
        self._write_bars()

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something below, until another address is chosen."""
        self._said = (foreign(text), ink)
        self._write_bars()

    def action_leave(self) -> None:
        """Back to the paper."""
        self.dismiss()

    def action_follow(self) -> None:
        """Open the chosen address."""
        if self._links:
            self._follow(self._links[self._chosen].url)

    def action_copy(self) -> None:
        """Copy the chosen address."""
        if self._links:
            self._copy(self._links[self._chosen].url)

    def action_move(self, step: int) -> None:
        """To another address."""
        self._choose(self._chosen + step)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last address."""
        self._choose(len(self._links) - 1 if last else 0)

    def action_page(self, direction: int) -> None:
        """A screenful of lines."""
        self._page.page(direction)

    def action_digit(self, digit: int) -> None:
        """To the address of a number; of several digits, as long as there is one."""
        for number in (self._typed * 10 + digit, digit):
            if 1 <= number <= len(self._links):
                self._choose(number - 1)
                self._typed = number
                return
        self.say(f"There are {len(self._links)} addresses")

    @on(TextPage.LinkChosen)
    def _clicked(self, event: TextPage.LinkChosen) -> None:
        event.stop()
        self._follow(event.url)

    def _choose(self, place: int) -> None:
        self._typed = 0
        self._said = ("", "dim")
        self._chosen = max(min(place, len(self._links) - 1), 0)
        self._page.lay_out()
        self._write_bars()
        if self._places:
            self._bring_into_sight(self._places[self._chosen])

    def _bring_into_sight(self, lines: range) -> None:
        height, top = self._page.scrollable_content_region.height, self._page.scroll_offset.y
        if lines.stop > top + height:
            top = lines.stop - height
        self._page.scroll_to(y=min(top, lines.start), animate=False)

    def _lines(self, width: int) -> list[Line]:
        lines, self._places = links_page(self._links, self._chosen, width)
        return lines

    def _write_bars(self) -> None:
        width = self.app.size.width
        title: list[Piece] = [(" Links", "strong"), (f"   {foreign(self._paper)}", "dim")]
        self.query_one("#links-title", Bar).show(cut(title, width))
        keys: list[Piece] = [piece for key, does in _KEYS for piece in ((f" {key}", "accent"), (f" {does}  ", "dim"))]
        said: list[Piece] = [(" ", "text"), self._said]
        self.query_one("#links-foot", Bar).show(cut(said if self._said[0] else keys, width))

    @property
    def _page(self) -> TextPage:
        return self.query_one(TextPage)
