"""Blocks and lines under construction: the readers of elements write into a ``Flow``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import dropwhile

from arxtui.light import NamedTuple
from arxtui.model import document as doc
from arxtui.sources.latexml.content import Content, anchors_in, inlines
from arxtui.sources.latexml.typography import HARD_BLANK, with_dashes, with_hard_blanks, with_initial
from arxtui.text import clean
from arxtui.text.clean import limit_marks


class Caption(NamedTuple):
    """A caption of a float: its tag, its text, and how many blocks of the float are above it."""

    tag: str
    content: Content
    place: int


# The constructor of a NamedTuple calls this, and takes twice the time.
_NEW = tuple.__new__
_STYLES = tuple(map(doc.Style, range(256)))
_MONO = int(doc.Style.MONO)
_WITHOUT_ANCHORS = (doc.Items, doc.Pictures, doc.Rule)
_PICTURED = (doc.Picture, doc.Break)
_BLANK = doc.Text(" ")


class Flow:
    """Collects runs into paragraphs, and paragraphs and other blocks into a list.

    White space is treated as in a browser: a sequence is one blank, and paragraphs have none at their ends. With
    ``in_line``, the flow builds a caption, title or link: blocks become part of the line. With ``keeps_blanks``, each
    no-break space is preserved as a blank.
    """

    takes_tag = False
    """Whether a number, mark or label is expected; the reader of tags then stores it in ``tag``."""
    tag: Content = ()
    takes_title = False
    title: Content = ()
    captions: list[Caption] | None = None
    """Captions of the current float; None outside of a float."""
    labels: list[tuple[doc.Block, ...]] | None = None
    """Texts of the current drawing; None outside of a drawing."""
    lines: list[doc.Line] | None = None
    """Lines of the current listing; None outside of a listing."""
    marks: list[str] | None = None
    """Marks of the current footnote; None outside. HTML repeats the mark: where the note is called, and in the note."""
    fields: list[tuple[str, str]] | None = None
    """Names and values of the fields of the current entry of the bibliography; None outside of an entry."""
    notes_flow: Flow | None = None
    """In a title or an author's name: the flow for the notes in it."""
    is_preformatted = False
    """Whether every blank and line end is preserved."""
    is_continued = False
    """Whether the next paragraph of the page continues the sentence."""
    has_leading_blank = False
    """Whether there was white space before the line; ``has_trailing_blank``: after it."""
    has_trailing_blank = False
    _style = 0
    _at_blank = True
    _joins = False
    _code_paragraph = 0

    def __init__(self, *, in_line: bool = False, keeps_blanks: bool = False, anchors: list[str] | None = None) -> None:
        self.in_line = in_line
        self.keeps_blanks = keeps_blanks
        self.anchors: list[str] = [] if anchors is None else anchors
        """Ids for the next block."""
        self.blocks: list[doc.Block] = []
        self._runs: list[doc.Inline] = []
        self._texts: list[str] = []
        self._code: list[doc.Line] = []

    def write(self, text: str, style: int) -> None:
        """Append text as written in the page, in a style (bits of ``Style``)."""
        if self.is_preformatted:
            self._write_lines(text, style)
            return
        if text.isascii() and "--" not in text:
            line = text.replace("\n", " ")
            if "  " not in line and line.isprintable():
                self._write_clean(line, style)
                return
        if "--" in text and not self.keeps_blanks and not style & _MONO:
            text = with_dashes(text)
        if self.keeps_blanks and not text.isascii():
            text = with_hard_blanks(text)
        text = limit_marks(text)
        line = text.replace("\n", " ")
        if line.isprintable() and "  " not in line:
            self._write_clean(line, style)
        # ``clean`` strips its text: the bars preserve a blank at either end.
        elif self.keeps_blanks and HARD_BLANK in text:
            self._write_clean(HARD_BLANK.join(clean(f"|{part}|")[1:-1] for part in text.split(HARD_BLANK)), style)
        else:
            self._write_clean(" " if text.isspace() else clean(f"|{text}|")[1:-1], style)

    def _write_lines(self, text: str, style: int) -> None:
        for place, line in enumerate(text.split("\n")):
            if place:
                self.break_line()
            hard = line.expandtabs(8).replace(" ", HARD_BLANK)
            self._write_clean(HARD_BLANK.join(map(clean, hard.split(HARD_BLANK))), style)

    def _write_clean(self, text: str, style: int) -> None:
        if self._at_blank and text[:1] == " ":
            self.has_leading_blank = self.has_leading_blank or self.is_empty
            text = text[1:]
        if not text:
            return
        if style != self._style:
            self._end_run()
            self._style = style
        self._texts.append(text)
        self._at_blank = text[-1] == " "

    def drop_blank(self) -> None:
        """Remove a blank at the end of the current text."""
        if self._texts and self._at_blank:
            self._texts[-1] = self._texts[-1][:-1]
            self._at_blank = False

    @property
    def is_empty(self) -> bool:
        """Whether the current line has no content yet."""
        return not self._texts and not self._runs

    @property
    def ends_in_number(self) -> bool:
        """Whether a raised mark at this place would be read as a power."""
        text = "".join(self._texts).rstrip()
        last = self._runs[-1] if self._runs and not text else doc.Text(text)
        return isinstance(last, doc.Formula) or (isinstance(last, doc.Text) and last.text.rstrip()[-1:].isdigit())

    def add(self, run: doc.Inline) -> None:
        """Append a run that is not text."""
        self._end_run()
        self._runs.append(run)
        self._at_blank = False

    def splice(self, content: Content) -> None:
        """Append runs that have been cleaned already."""
        for run in content:
            if isinstance(run, doc.Text):
                self.write(run.text.replace(" ", HARD_BLANK) if self.keeps_blanks else run.text, run.style.value)
            elif isinstance(run, doc.Break):
                self.break_line()
            else:
                self.add(run)

    def append_line(self, line: Flow, content: Content, style: int) -> None:
        """Append the content of a line, with the white space that was at its ends within the element."""
        if line.has_leading_blank:
            self.write(" ", style)
        self.splice(content)
        if line.has_trailing_blank:
            self.write(" ", style)

    def break_line(self) -> None:
        """End a line within the paragraph."""
        self._end_run(strip=True)
        self._runs.append(doc.Break())
        self._at_blank = True

    def block(self, block: doc.Block) -> None:
        """Append a finished block."""
        self.end_paragraph()
        if self.in_line:
            self.anchors.extend(anchors_in(block))
            self.splice(tuple(inlines(block)))
            self.end_paragraph()
        else:
            self._append(block)

    def code(self, line: doc.Line, paragraph: int) -> None:
        """Append a line of code. Consecutive lines in the same paragraph of the page become one listing."""
        if not self.is_empty:
            self.end_paragraph()
        if paragraph != self._code_paragraph:
            self._end_code()
        self._code_paragraph = paragraph
        self._code.append(line)

    @property
    def has_code(self) -> bool:
        """Whether the last lines were code."""
        return bool(self._code) and self.is_empty

    def _end_code(self) -> None:
        if self._code:
            listing = doc.Listing(tuple(self._code))
            self._code.clear()
            self._append(listing)

    def _append(self, block: doc.Block) -> None:
        self._end_code()
        if isinstance(block, doc.Rule) and self.blocks and isinstance(self.blocks[-1], doc.Rule):
            return  # Two rules without anything between them end one part and begin the next.
        self.blocks.append(block)
        self._joins = False

    def end_paragraph(self) -> None:
        """End the paragraph, or the line if ``in_line``. A paragraph of images only becomes ``Pictures``."""
        if self.in_line:
            if self._texts or (self._runs and not isinstance(self._runs[-1], doc.Break)):
                self.break_line()
            return
        if self.is_empty:
            return
        content = self.line()
        if not content:
            return
        if isinstance(content[0], _PICTURED) and all(isinstance(run, _PICTURED) or run == _BLANK for run in content):
            self._add_pictures(content)
        else:
            self._append(doc.Paragraph(with_initial(content), self.take_anchors()))

    def picture(self, picture: doc.Picture) -> None:
        """Append a picture that is no part of a line, beside one that ends just before it."""
        self.end_paragraph()
        self._add_pictures((picture,))

    def end_row(self) -> None:
        """End a row of images: those that follow are placed below, not beside the ones so far."""
        self.end_paragraph()
        self._joins = False

    def take_anchors(self) -> tuple[str, ...]:
        """Return and clear the anchors for the next block."""
        if not self.anchors:
            return ()
        taken = tuple(self.anchors)
        self.anchors.clear()
        return taken

    def return_anchors(self, anchors: Iterable[str]) -> None:
        """Return the anchors of an element without content; they go to the next block."""
        self.anchors[:0] = anchors

    def finished(self) -> tuple[doc.Block, ...]:
        """Return all blocks. Anchors after the last block are given to it if its type has anchors, else they remain."""
        self.end_paragraph()
        self._end_code()
        if self.anchors and self.blocks and not isinstance(last := self.blocks[-1], _WITHOUT_ANCHORS):
            self.blocks[-1] = last._replace(anchors=(*last.anchors, *self.take_anchors()))
        return tuple(self.blocks)

    def _add_pictures(self, content: Content) -> None:
        """Append images side by side, up to each line end."""
        self._end_code()
        row: list[doc.Picture] = []
        for run in (*content, doc.Break()):
            if isinstance(run, doc.Picture):
                row.append(run)
            elif row and isinstance(run, doc.Break):
                last = self.blocks[-1] if self.blocks else None
                if self._joins and isinstance(last, doc.Pictures):
                    self.blocks[-1] = doc.Pictures((*last.pictures, *row))
                else:
                    self.blocks.append(doc.Pictures(tuple(row)))
                row = []
                self._joins = False
        self._joins = True

    def _end_run(self, *, strip: bool = False) -> None:
        if not self._texts:
            return
        text = "".join(self._texts)
        self._texts.clear()
        if strip:
            text = text.rstrip(" ")
        if text:
            self._runs.append(_NEW(doc.Text, (text.replace(HARD_BLANK, " "), _STYLES[self._style])))

    def line(self) -> Content:
        """Return the current line without blanks and breaks at its ends, and begin a new one."""
        self.has_trailing_blank = self._at_blank and not self.is_empty
        self._end_run(strip=True)
        runs, self._runs = self._runs, []
        self._at_blank = True
        while runs and (isinstance(runs[-1], doc.Break) or self._ends_in_blank(runs[-1])):
            last = runs.pop()
            if isinstance(last, doc.Text) and (text := last.text.rstrip(" ")):
                runs.append(doc.Text(text, last.style))
        if self.is_preformatted or not runs or not isinstance(runs[0], doc.Break):
            return tuple(runs)
        return tuple(dropwhile(lambda run: isinstance(run, doc.Break), runs))

    def _ends_in_blank(self, run: doc.Inline) -> bool:
        return isinstance(run, doc.Text) and run.text.endswith(" ") and not self.keeps_blanks


def joined(content: Iterable[doc.Inline]) -> Content:
    """Return runs with adjacent texts of one style joined, and without blanks at the ends."""
    line = Flow(in_line=True)
    line.splice(tuple(content))
    return line.line()
