"""The panes of the reading screen (a page between two bars, with contents, preview and questions over it), and its
state."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from arxtui.model.document import Block, Document
from arxtui.model.fulltext import FulltextState
from arxtui.reader.layout import Page
from arxtui.reader.lines import Role
from arxtui.reader.survey import OutlineEntry
from arxtui.text import cells, clip
from arxtui.text.mentions.links import is_web
from arxtui.tui.actions import Area
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.present.line import Key, Piece, foreign, named_keys
from arxtui.tui.present.reading.selection import lines_text
from arxtui.tui.present.reading.targets import PageTarget, targets
from arxtui.tui.state.viewport import PageGrid
from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.widgets.document_page import DocumentPage
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from arxtui.model.views import Record
    from arxtui.reader.find import Match


class Tab(IntEnum):
    """A tab of the reading screen."""

    TEXT = 0
    REVIEWS = 1
    VERSIONS = 2


class ReadingState:
    """State of the reading screen. ``key`` is the paper's key; ``tabs`` maps the available tabs to their names;
    ``message`` is the message in the foot; ``matches`` are the matches of ``search_text`` in the text, or the citations
    of ``entries`` (numbers in the bibliography), and ``match`` is the index of the current one; ``chosen`` is a link or
    formula."""

    def __init__(self, key: int, entries: Sequence[int] = ()) -> None:
        self.key = key
        self.entries = entries
        self.record: Record | None = None
        self.fulltext = FulltextState()
        self.is_text = False
        """Whether the text itself is shown, not a page in place of it."""
        self.tab = Tab.TEXT
        self.tabs: dict[int, str] = {}
        self.message: list[Piece] = []
        self.search_text = ""
        self.matches: Sequence[Match] = ()
        self.match: int | None = None
        self.chosen: PageTarget | None = None

    @property
    def version(self) -> int | None:
        """The version of the text; None if it is unknown."""
        return self.fulltext.version

    @property
    def title(self) -> str:
        """The title of the paper."""
        return self.record.title if self.record else ""

    @property
    def names(self) -> Sequence[str]:
        """The identifier with the version: with a summary of the full text's state, and alone."""
        if self.record is None:
            return ("",)
        name = f"{self.record.paper.id}{f'v{self.version}' if self.version else ''}"
        return (f"{name} · {self.fulltext.summary}", name) if self.fulltext.summary else (name,)


_INDENT = 2
_NO_HEADINGS = "This text has no headings"


class ContentsTree(Lines[OutlineEntry | None]):
    """One heading per line, deeper ones indented; a text without headings has one row that says so."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._section_line, id=id)
        self._top_level = 0
        self.longest = 0
        """Width of the longest row, in cells."""

    def show(self, sections: Sequence[OutlineEntry], block: int) -> None:
        """Show these sections, with the cursor on the section that contains the block."""
        self.rows = sections or (None,)
        self._top_level = min((section.level for section in sections), default=0)
        self.longest = max(map(self._cells, self.rows))
        before = [place for place, section in enumerate(sections) if section.block <= block]
        self.cursor = before[-1] if before else 0
        self.window.extend()
        self.window.make_visible(self.cursor)
        self.refresh()

    def turn(self, direction: int, part: int = 1) -> None:
        """Move the cursor a screenful down (1) or up (-1), or by one ``part``-th of a screenful."""
        self.move(max(self.window.sight.rows // part - 1, 1) * direction)

    def _cells(self, section: OutlineEntry | None) -> int:
        if section is None:
            return cells(_NO_HEADINGS) + 1
        return cells(self._indent(section) + _number(section) + foreign(section.title)) + 2

    def _indent(self, section: OutlineEntry) -> str:
        return " " * (_INDENT * (section.level - self._top_level) + 1)

    def _section_line(self, section: OutlineEntry | None, width: int, /, *, here: bool) -> list[Piece]:
        if section is None:
            return [(f" {_NO_HEADINGS}", "dim")]
        indent, number = self._indent(section), _number(section)
        title = clip(foreign(section.title), max(width - cells(indent + number) - 1, 1))
        ink = "strong" if section.level == self._top_level else "text"
        return [(("›" if here else " ") + indent, "accent"), (number, "dim"), (title, ink)]


def _number(section: OutlineEntry) -> str:
    return f"{foreign(section.number)}  " if section.number else ""


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
        self.keys: Sequence[Key] = ()

    def compose(self) -> ComposeResult:
        """Compose the bar above and the text below."""
        yield self._bar
        yield self.text

    @property
    def is_open(self) -> bool:
        """Whether a preview is shown."""
        return self.has_class("-open")

    def show(self, blocks: tuple[Block, ...], around: DocumentPage, *, above: bool) -> None:
        """Show blocks, laid out like the text ``around``, over at most the lower half of this text, or with ``above``
        the upper half."""
        document = Document((), (), blocks)
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

    def show_keys(self, keys: Sequence[Key]) -> None:
        """Name the ``keys`` and what they do in the bar."""
        self.keys = keys
        self._bar.show([("──", "rule"), *named_keys(keys), ("─" * self.app.size.width, "rule")])

    @property
    def words(self) -> str:
        """The whole text of the preview; available as soon as :meth:`show` returns."""
        return lines_text(self._page, self._page.lines(0, self._page.height)) if self._page else ""

    @property
    def first_link(self) -> str:
        """The first address of a web page in the preview; empty if there is none."""
        links = targets(self._page.lines(0, self._page.height), (Role.LINK,)) if self._page else []
        return next((each.name for each in links if is_web(each.name)), "")

    def leave_room(self, rows: int) -> None:
        """Leave this number of rows to the foot, whose messages may need more than one."""
        self.styles.margin = (0, 0, rows, 0) if rows > 1 and not self.has_class("-above") else None

    def close(self) -> None:
        """Hide the preview."""
        self.remove_class("-open")


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
