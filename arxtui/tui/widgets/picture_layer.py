"""The pictures of a page, drawn where the layout has reserved room for them."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Placed, Role
from arxtui.text import clip
from arxtui.tui.pictures.gallery import Gallery, words_of
from arxtui.tui.present.line import clip_center
from arxtui.tui.widgets.ink import paint

_FAILED = "this picture cannot be drawn"


class PictureLayer:
    """Draws the pictures of ``gallery`` over the lines of a page; draws nothing while ``gallery`` is None."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self.gallery: Gallery | None = None
        self.chosen = ""
        """The address of the chosen picture; empty if none is chosen."""

    def over(self, strip: Strip, page: Page, y: int, left: int) -> Strip:
        """Return page line ``y``, which begins at the cell ``left``, with the parts of pictures that fall on it."""
        if self.gallery is None or not _has_room(page.line(y)):
            return strip
        for placed in page.pictures(y, y + 1):
            start = left + placed.x
            part = self._part(placed, y - placed.y, self.gallery)
            if placed.address == self.chosen:
                part = Strip.join([paint(self._widget, [("▌", "accent")], 1), part.crop(1)])
            strip = Strip.join([strip.crop(0, start), part, strip.crop(start + placed.width)])
        return strip

    def _part(self, placed: Placed, row: int, gallery: Gallery) -> Strip:
        """Return one line of a picture, centred in its room; the last line shows its caption."""
        theme = self._widget.app.theme
        strips = gallery.strips(placed.address, placed.alt, placed.width, placed.height, theme)
        words = words_of(placed.alt)
        if words and row == placed.height - 1:
            return paint(self._widget, [(clip_center(clip(words, placed.width), placed.width), "dim")], placed.width)
        if not strips or row >= len(strips):
            failed = strips == [] and row == placed.height // 2
            message = [(clip_center(_FAILED, placed.width), "faint")] if failed else []
            return paint(self._widget, message, placed.width)
        before = (placed.width - strips[row].cell_length) // 2
        after = placed.width - strips[row].cell_length - before
        return Strip.join([paint(self._widget, (), before), strips[row], paint(self._widget, (), after)])


def _has_room(line: Line) -> bool:
    return any(run.role is Role.PICTURE and run.text.isspace() for run in line.runs)
