"""Commands that show full texts page by page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import dropwhile
from os import get_terminal_size
from typing import TYPE_CHECKING

from arxtui.cli.plain.blocks import prose
from arxtui.cli.plain.declaration import command
from arxtui.cli.plain.session import Session, split_papers
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import record_for
from arxtui.cli.support.text_lines import harmless, unread_data, with_texts
from arxtui.library.papers.fulltexts import why_absent
from arxtui.model.counted import counted
from arxtui.reader.lines import Line, Role
from arxtui.reader.output.linear import linear
from arxtui.reader.output.plain import plain_lines
from arxtui.reader.survey import OutlineEntry, Survey

if TYPE_CHECKING:
    from arxtui.model.document import Document

_MEASURE = 80
"""The line width in cells if no terminal gives one."""
_PAGE = 20
"""The lines of a page if no terminal gives a height."""
_AROUND = 4
"""The lines of the terminal that a page leaves free for the prompt and messages."""


class OpenText:
    """A full text, page by page: formulas as TeX, tables row by row, headings announced."""

    def __init__(self, document: Document, title: str) -> None:
        width = output.measure() if output.width() else _MEASURE
        lines = plain_lines(linear(document), width, width, tex=True)
        self._lines = [line for line in lines if not _is_drawn(line)]
        self._title = title
        self._outline = Survey(document).outline
        self._page = _page_lines()
        self._start = 0

    @property
    def outline(self) -> Sequence[OutlineEntry]:
        """The headings."""
        return self._outline

    @property
    def has_more(self) -> bool:
        """Whether there is a page after the current one."""
        return self._start + self._page < len(self._lines)

    def turn(self, step: int) -> int:
        """Show the next (``step`` 1) or previous (-1) page. Raises CommandError if there is none."""
        start = self._start + step * self._page
        if step < 0 and self._start:
            start = max(start, 0)
        if not 0 <= start < len(self._lines):
            raise exits.CommandError("this is the end of the text" if step > 0 else "this is the beginning of the text")
        self._start = start
        return self.show()

    def go_to(self, block: int) -> int:
        """Show the page that begins with the block at this index."""
        self._start = next((index for index, line in enumerate(self._lines) if line.block >= block and line.runs), 0)
        return self.show()

    def show(self) -> int:
        """Print the page, and the commands to continue."""
        end = min(self._start + self._page, len(self._lines))
        for line in dropwhile(lambda line: not line.runs, self._lines[self._start : end]):
            output.line(harmless(line.text).rstrip(" "))
        output.line("")
        if end < len(self._lines):
            percent = 100 * end // len(self._lines)
            prose(f"{percent} percent of {self._title}; 'next' reads on, 'contents' lists the headings")
        else:
            prose(f"The end of {self._title}")
        return exits.OK


@command(
    "read",
    "[PAPER]",
    "Read the stored full text of a paper, page by page: headings are announced, tables are read row by row, formulas "
    "are TeX. 'fetch' fetches a text.",
)
def read_text(session: Session, rest: str) -> int:
    """Open the text at its first page."""
    [name, *more], others = split_papers(session, rest.split())
    if more or others:
        raise exits.BadCommandError("'read' takes one paper: its number in the last list, or its identifier")
    with open_library() as library:
        record = record_for(library, name)
        document = library.texts.document(record.key)
        if document is None:
            words = why_absent(library.texts.state(record.key), record.key, "fetch")
            raise exits.CommandError(f"the full text is {words}; 'show' shows the abstract")
        figure = partial(library.texts.figure, record.key)
        document = with_texts(document, lambda address: unread_data(figure(address)))
    session.paper = record.key
    session.pages = text = OpenText(document, output.foreign(record.title))
    return text.show()


@command("contents", "[NUMBER]", "List the headings of the open text, or go to the one with this number.")
def contents(session: Session, rest: str) -> int:
    """List the headings, or continue at one of them."""
    text = session.pages
    if not isinstance(text, OpenText):
        raise exits.BadCommandError("no text is being read; 'read' opens one")
    if rest:
        return text.go_to(_section(text.outline, rest).block)
    for number, section in enumerate(text.outline, 1):
        title = output.foreign(f"{section.number} {section.title}".strip())
        output.line(f"{number}. Heading {section.level}: {title}")
    if not text.outline:
        output.say("the text has no headings")
    return exits.OK


def _section(outline: Sequence[OutlineEntry], text: str) -> OutlineEntry:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= len(outline)):
        raise exits.BadCommandError(
            f"there is no heading number {text}; 'contents' lists {counted(len(outline), 'heading')}"
        )
    return outline[int(text) - 1]


def _is_drawn(line: Line) -> bool:
    """Whether a line is only a drawn rule of the layout."""
    return bool(line.runs) and all(run.role is Role.RULE for run in line.runs)


def _page_lines() -> int:
    try:
        lines = get_terminal_size(1).lines
    except OSError:
        return _PAGE
    return max(lines - _AROUND, 5) if lines else _PAGE
