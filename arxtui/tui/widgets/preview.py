"""A preview of the target of a citation or reference, over the lower part of the text."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from arxtui.model.document import Block, Document
from arxtui.reader.layout import Page
from arxtui.tui.present.line import named_keys
from arxtui.tui.present.reading.selection import lines_text
from arxtui.tui.state.page_grid import PageGrid
from arxtui.tui.widgets.document_page import DocumentPage
from arxtui.tui.widgets.ink import KeyBar

_SHARE = 2
"""The preview takes at most one part in this number of the screen's height."""


class Preview(Vertical):
    """A bar with the title and keys, and the text of the target's blocks."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bar = KeyBar(id="preview-bar")
        self.text = DocumentPage(id="preview-text")
        self.text.can_focus = False
        self._page: Page | None = None

    def compose(self) -> ComposeResult:
        """Compose the bar above and the text below."""
        yield self._bar
        yield self.text

    @property
    def is_open(self) -> bool:
        """Whether a preview is shown."""
        return self.has_class("-open")

    def show(
        self, blocks: tuple[Block, ...], keys: Sequence[tuple[str, str]], around: DocumentPage, *, above: bool
    ) -> None:
        """Show blocks, laid out like the text ``around``, over at most the lower half of this text, or with ``above``
        the upper half. The bar names the ``keys`` and what they do."""
        document = Document((), (), blocks)
        self._bar.show([("──", "rule"), *named_keys(keys), ("─" * around.size.width, "rule")])
        self.set_class(above, "-above")
        self.text.viewport.two_columns = False
        self.text.viewport.options = around.viewport.options
        most = max(around.size.height // _SHARE - 1, 1)
        grid = PageGrid.of(around.size.width, around.viewport.options.measure, two=False)
        options = around.viewport.options._replace(measure=grid.measure)
        self._page = Page(document, grid.room, options)
        self.styles.height = 1 + len(self._page.lines(0, most))
        self.add_class("-open")
        self.text.viewport.show(document)

    @property
    def words(self) -> str:
        """The whole text of the preview; available as soon as :meth:`show` returns."""
        return lines_text(self._page, self._page.lines(0, self._page.height)) if self._page else ""

    def close(self) -> None:
        """Hide the preview."""
        self.remove_class("-open")
