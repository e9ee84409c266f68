"""Going from section to section: by the headings, the contents, a percentage."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Container

from arxtui.reader.lines import Place
from arxtui.reader.survey import Section
from arxtui.tui.screens.reading_page import Pane
from arxtui.tui.screens.reading_targets import Following
from arxtui.tui.widgets.contents_tree import ContentsTree
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from arxtui.tui.context import Context


class Sections(Following):
    """The page, with ways to its sections."""

    def __init__(self, context: Context, key: int) -> None:
        super().__init__(context, key)
        self.contents = ContentsTree(id="contents")
        self.prompt = Prompt(id="reading-prompt")

    def compose(self) -> ComposeResult:
        """Questions lie over the foot."""
        yield from super().compose()
        yield self.prompt

    def over_text(self) -> ComposeResult:
        """The contents."""
        with Container(id="contents-pane"):
            yield self.contents

    def action_next_section(self) -> None:
        """To the next heading."""
        self._step_section(1)

    def action_previous_section(self) -> None:
        """To the heading above, then to the one before."""
        self._step_section(-1)

    def _step_section(self, step: int) -> None:
        page, before = self.text.page, self.text.spot
        if page is None:
            return
        here = page.section_at(self.text.top)
        wanted = -1 if here is None else here
        if step > 0 or (here is not None and self._is_at_top(page.outline[here])):
            wanted += step
        if 0 <= wanted < len(page.outline):
            self.go_to(Place(page.outline[wanted].block))
        elif step < 0:
            self.text.to_end(last=False)
        if step > 0 and self.text.spot == before:
            self.say("This is the last section")

    def _is_at_top(self, section: Section) -> bool:
        page = self.text.page
        line = self.text.settled(lambda: page.y_of_place(Place(section.block))) if page else 0
        return line >= self.text.top

    # The contents

    @property
    def pane(self) -> Pane:
        """The contents, where they are open."""
        return self.contents if self.in_contents else super().pane

    @property
    def in_contents(self) -> bool:
        """Whether the contents are open."""
        return self.has_class("-contents")

    def action_contents(self) -> None:
        """Open the contents, or put them away."""
        page = self.text.page
        if self.in_contents or page is None:
            self.close_contents()
            return
        self.close_preview()
        self.add_class("-contents")
        self.contents.show(page.outline, self.text.place.block)
        self.set_focus(self.contents, scroll_visible=False)
        self.update_bars()

    def close_contents(self) -> None:
        """Put the contents away."""
        self.remove_class("-contents")
        self.set_focus(self.text, scroll_visible=False)
        self.update_bars()

    def take_section(self) -> None:
        """Go to the heading under the cursor."""
        section = self.contents.section
        self.close_contents()
        if section:
            self.jump_to(Place(section.block))

    @on(Lines.Chosen)
    def _heading_clicked(self, event: Lines.Chosen) -> None:
        event.stop()
        self.take_section()

    # The percentage

    def action_percent(self) -> None:
        """Ask for a percentage, and go there."""
        self.ask("Go to percent", "", self._go_to_percent)

    def _go_to_percent(self, text: str) -> None:
        self.close_prompt()
        digits = text.strip().removesuffix("%").strip()
        if not digits.isdecimal():
            self.say("A percentage is a number from 0 to 100" if digits else "", "fault")
            return
        if self.text.page:
            self._trail.leave(self.text.spot)
            self.text.go_to_percent(min(int(digits), 100))

    # A question in the foot

    def ask(
        self, words: str, text: str, then: Callable[[str], object], typed: Callable[[str], object] = lambda _: None
    ) -> None:
        """Ask in the foot; ``then`` gets the answer, and closes the question; ``typed`` each text on the way."""
        self.add_class("-asking")
        self.prompt.ask(words, text, then, typed)

    def close_prompt(self) -> None:
        """Ask no more."""
        self.prompt.close()
        self.remove_class("-asking")
        self.set_focus(self.text, scroll_visible=False)
