"""The screen on which a paper is read: a page between two lines, with contents, preview and questions over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from arxtui.tui.actions import Area
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.reading.commands import READING
from arxtui.tui.reading.parts import ReadingContext
from arxtui.tui.screens.bindings import run_command
from arxtui.tui.state.selection import Targets
from arxtui.tui.terminal.app import BaseScreen
from arxtui.tui.widgets.contents_tree import ContentsTree
from arxtui.tui.widgets.document_page import DocumentPage
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from arxtui.tui.application import ArxtuiApp
    from arxtui.tui.context import Context

_BY_ID = {action.id: action for action in READING}


class ReadingScreen(BaseScreen, inherit_bindings=False):
    """What the keys do is in ``arxtui.tui.reading.commands``; ``reading`` are the parts that the commands are given."""

    app: ArxtuiApp
    AUTO_FOCUS: ClassVar[str | None] = "#page"
    area: ClassVar[Area] = Area.TEXT

    def __init__(self, context: Context, key: int) -> None:
        super().__init__()
        self.head = Bar(id="reading-head")
        self.text = DocumentPage(id="page")
        self.viewport = self.text.viewport
        self.contents = ContentsTree(id="contents")
        self.preview = Preview(id="preview")
        self.status = Bar(id="reading-status")
        self.foot = KeyBar(id="reading-foot")
        self.question: FootQuestion = FootQuestion(self, self.text, "reading-prompt")
        self.reading = ReadingContext(self, context, key)

    def compose(self) -> ComposeResult:
        """Head, page, foot; the contents lie over the page, questions over the foot."""
        yield self.head
        with Horizontal(id="reading-body"):
            yield self.text
            with Container(id="contents-pane"):
                yield self.contents
        yield self.status
        yield self.foot
        yield self.preview
        yield self.question.prompt

    def on_mount(self) -> None:
        """Begin."""
        self.reading.begin()

    def on_unmount(self) -> None:
        """The paper is left."""
        self.reading.end()

    def on_resize(self, event: events.Resize) -> None:
        """Write the lines to the new width, and as many reviews beside each other as there is room for."""
        self.reading.tabs.refresh_reviews()
        self.call_after_refresh(self.reading.bars.update)

    def show_keys(self) -> None:
        """Other keys are to be shown."""
        self.reading.bars.update()

    @property
    def in_contents(self) -> bool:
        """Whether the contents are open."""
        return self.has_class("-contents")

    async def action_command(self, name: str, *arguments: object) -> None:
        """Run a command of the registry. What was said of the one before has been read."""
        self.reading.bars.next_act()
        if own := self.reading.context.own_commands.named(name):
            await run_command(own, Targets((self.reading.state.key,)))
        else:
            await run_command(_BY_ID[name], self.reading, *arguments)

    def say(self, text: str, ink: str = "dim", hints: Sequence[tuple[str, str]] = ()) -> None:
        """Say something in the foot."""
        self.reading.bars.say(text, ink, hints)

    @on(Lines.Chosen)
    def _heading_clicked(self, event: Lines.Chosen) -> None:
        event.stop()
        self.reading.contents.open_selected()
