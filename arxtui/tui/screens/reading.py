"""The screen of a full text: a page between two bars, with contents, preview and questions over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from arxtui.tui.actions import Area
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.reading.commands import READING
from arxtui.tui.reading.parts import ReadingContext
from arxtui.tui.screens.bindings import run_command
from arxtui.tui.state.selection import Targets
from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.widgets.contents_tree import ContentsTree
from arxtui.tui.widgets.document_page import DocumentPage
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_BY_ID = {action.id: action for action in READING}


class ReadingScreen(BaseScreen, inherit_bindings=False):
    """The screen of a full text. ``arxtui.tui.reading.commands`` has the commands of its keys; ``reading`` is passed to
    each command."""

    app: TerminalApp
    AUTO_FOCUS: ClassVar[str | None] = "#page"
    area: ClassVar[Area] = Area.TEXT

    def __init__(self, context: Context, key: int) -> None:
        super().__init__()
        self.head = KeyBar(id="reading-head")
        self.text = DocumentPage(id="page")
        self.viewport = self.text.viewport
        self.contents = ContentsTree(id="contents")
        self.contents_pane = Container(self.contents, id="contents-pane")
        self.preview = Preview(id="preview")
        self.status = Bar(id="reading-status")
        self.foot = KeyBar(id="reading-foot")
        self.question: FooterQuestion = FooterQuestion(self, self.text, "reading-prompt")
        self.reading = ReadingContext(self, context, key)

    def compose(self) -> ComposeResult:
        """Build head, page and footer; the contents lie beside or over the page, questions over the footer."""
        yield self.head
        with Horizontal(id="reading-body"):
            yield self.text
            yield self.contents_pane
        yield self.status
        yield self.foot
        yield self.preview
        yield self.question.prompt

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

    @property
    def in_contents(self) -> bool:
        """Whether the contents are open."""
        return self.has_class("-contents")

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
