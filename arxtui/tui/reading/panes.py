"""The panes of the reading screen: a page between two bars, with contents, preview and questions over it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from arxtui.tui.actions import Area
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.widgets.contents_tree import ContentsTree
from arxtui.tui.widgets.document_page import DocumentPage
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.preview import Preview


class ReadingPanes(BaseScreen, inherit_bindings=False):
    """A screen with the panes of a full text. This is what the parts and commands know of the reading screen."""

    app: TerminalApp
    area: ClassVar[Area] = Area.TEXT

    def __init__(self) -> None:
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

    @property
    def in_contents(self) -> bool:
        """Whether the contents are open."""
        return self.has_class("-contents")
