"""The screen of a full text: it passes what happens to the parts and commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on

from arxtui.tui.actions import run_command
from arxtui.tui.reading.commands import READING
from arxtui.tui.reading.panes import ReadingPanes
from arxtui.tui.reading.parts import ReadingContext
from arxtui.tui.state.selection import Targets
from arxtui.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_BY_ID = {action.id: action for action in READING}


class ReadingScreen(ReadingPanes, inherit_bindings=False):
    """The screen of a full text. ``arxtui.tui.reading.commands`` has the commands of its keys; ``reading`` is passed to
    each command."""

    AUTO_FOCUS: ClassVar[str | None] = "#page"

    def __init__(self, context: Context, key: int, entries: Sequence[int] = ()) -> None:
        super().__init__()
        self.reading = ReadingContext(self, context, key, entries)

    def on_mount(self) -> None:
        """Start reading."""
        self.reading.begin()

    def on_unmount(self) -> None:
        """Stop reading."""
        self.reading.end()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the lines, the contents and the number of reviews side by side to the width."""
        self.reading.tabs.refresh_reviews()
        self.reading.contents.fit()
        self.call_after_refresh(self.reading.bars.update)

    def show_keys(self) -> None:
        """Show the keys that can follow in a sequence."""
        self.reading.bars.update()

    async def action_command(self, name: str, *arguments: object) -> None:
        """Clear the previous message, and run a command of the registry."""
        self.reading.bars.next_act()
        if own := self.reading.context.own_commands.find(name):
            await run_command(own, Targets((self.reading.state.key,)))
        else:
            await run_command(_BY_ID[name], self.reading, *arguments)

    def say(self, text: str, ink: str = "dim", hints: Sequence[tuple[str, str]] = ()) -> None:
        """Show a message in the footer."""
        self.reading.bars.say(text, ink, hints)

    @on(Lines.Chosen)
    def _heading_clicked(self, event: Lines.Chosen) -> None:
        event.stop()
        self.reading.contents.open_selected()


def read_paper(context: Context, key: int, entries: Sequence[int] = ()) -> None:
    """Open the reading screen of a paper, at the first citation of one of these entries of its bibliography."""
    screen = ReadingScreen(context, key, entries)
    progressed = (context.fulltexts.progressed, screen.reading.paper.fetch_progressed)
    context.session.open_texts.append(key)

    def closed(_: object) -> None:
        context.session.open_texts.pop()
        context.fulltexts.reading_closed(key)

    context.overlays.open(screen, closed, [progressed])
