"""The addresses of a paper on a screen of their own, in full before one is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from arxtui.model.counted import counted
from arxtui.model.views import WebLink
from arxtui.tui.present.line import Key, Line, keys_of
from arxtui.tui.present.links import links_page
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import TextPage


class LinksScreen(Overlay[str]):
    """The addresses of the paper called ``title``. ``follow`` opens an address in a browser, ``copy`` copies one to the
    clipboard. The screen's answer is the id of another paper, to be shown here."""

    AUTO_FOCUS: ClassVar[str | None] = "#links-page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("O", "leave", show=False, priority=True, id="links"),
        Binding("enter", "open", show=False, priority=True),
        Binding("o", "follow", show=False, priority=True, id="open_page"),
        Binding("y", "copy", show=False, priority=True, id="copy_id"),
        Binding("tab", "move(1)", show=False, priority=True),
        Binding("shift+tab", "move(-1)", show=False, priority=True),
        *(Binding(str(digit), f"digit({digit})", show=False, priority=True) for digit in range(10)),
    ]

    def __init__(
        self,
        title: str,
        links: Sequence[WebLink],
        follow: Callable[[str], object],
        copy: Callable[[str], object],
    ) -> None:
        self._page = TextPage(self._lines, id="links-page")
        super().__init__("Links", title, self._page)
        self._links, self._follow, self._copy = links, follow, copy
        self._chosen = 0
        self._typed = 0
        """The number typed so far, digit by digit."""
        self._places: list[range] = []

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for an address."""
        others = keys_of(["open_page", "copy_id"], words={"open_page": "in a browser", "copy_id": "copy"})
        return [("Enter", "open"), *others, ("1-9", "choose"), ("Esc", "back")]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: without an address only the way back."""
        return self.keys if self._links else self.keys[-1:]

    def action_open(self) -> None:
        """Show the paper here whose page is chosen, or else open the address in a browser."""
        if self._links and (paper := self._links[self._chosen].paper):
            self.dismiss(paper)
        else:
            self.action_follow()

    def action_follow(self) -> None:
        """Open the chosen address in a browser."""
        if self._links:
            self._follow(self._links[self._chosen].url)

    def action_copy(self) -> None:
        """Copy the chosen address."""
        if self._links:
            self._copy(self._links[self._chosen].url)

    def action_move(self, step: int, times: int = 1) -> None:
        """Choose the next or previous address."""
        self._choose(self._chosen + step * times)

    def action_end(self, last: bool, number: int | None = None) -> None:  # noqa: FBT001
        """Choose the first or the last address. Digits choose an address themselves and are no count."""
        self._choose(len(self._links) - 1 if last else 0)

    def action_digit(self, digit: int) -> None:
        """Choose the address with this number. The digit continues the number typed before if there is such an
        address."""
        for number in (self._typed * 10 + digit, digit):
            if 1 <= number <= len(self._links):
                self._choose(number - 1)
                self._typed = number
                return
        addresses = counted(len(self._links), "address", "addresses")
        self.say(f"There {'is' if len(self._links) == 1 else 'are'} {addresses}")

    @on(TextPage.LinkChosen)
    def _clicked(self, event: TextPage.LinkChosen) -> None:
        self._follow(event.url)

    def _choose(self, place: int) -> None:
        self._typed = 0
        self._chosen = max(min(place, len(self._links) - 1), 0)
        self._page.lay_out()
        self.say("")
        if self._places:
            self._scroll_into_view(self._places[self._chosen])

    def _scroll_into_view(self, lines: range) -> None:
        height, top = self._page.scrollable_content_region.height, self._page.scroll_offset.y
        if lines.stop > top + height:
            top = lines.stop - height
        self._page.scroll_to(y=min(top, lines.start), animate=False)

    def _lines(self, width: int) -> list[Line]:
        lines, self._places = links_page(self._links, self._chosen, width)
        return lines
