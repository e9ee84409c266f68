"""A page whose pictures are drawn where the layout has left room for them."""

from __future__ import annotations

from textual.strip import Strip

from arxtui.reader.lines import Line, Placed, Role
from arxtui.text import clip
from arxtui.tui.pictures.gallery import Gallery, words_of
from arxtui.tui.present.line import clip_center
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.selectable_page import SelectablePage

_FAILED = "this picture cannot be drawn"


class IllustratedPage(SelectablePage):
    """A page with a gallery; without one it draws nothing."""

    gallery: Gallery | None = None
    chosen_picture = ""
    """The address of a picture that is chosen."""

    def paint_line(self, y: int) -> Strip:
        """The line, with the part of a picture that falls on it."""
        strip = super().paint_line(y)
        page, gallery = self.page, self.gallery
        if page is None or gallery is None or not _has_room(page.line(y)):
            return strip
        for placed in page.pictures(y, y + 1):
            left = self.text_left(y) + placed.x
            part = self._part(placed, y - placed.y, gallery)
            if placed.address == self.chosen_picture:
                part = Strip.join([paint(self, [("▌", "accent")], 1), part.crop(1)])
            parts = strip.crop(0, left), part, strip.crop(left + placed.width)
            strip = Strip.join(parts)
        return strip

    def _part(self, placed: Placed, row: int, gallery: Gallery) -> Strip:
        """A line of a picture in the middle of its room; the last is for its words."""
        strips = gallery.strips(placed.address, placed.alt, placed.width, placed.height)
        words = words_of(placed.alt)
        if words and row == placed.height - 1:
            return paint(self, [(clip_center(clip(words, placed.width), placed.width), "dim")], placed.width)
        if not strips or row >= len(strips):
            failed = strips == [] and row == placed.height // 2
            told = [(clip_center(_FAILED, placed.width), "faint")] if failed else []
            return paint(self, told, placed.width)
        before = (placed.width - strips[row].cell_length) // 2
        after = placed.width - strips[row].cell_length - before
        return Strip.join([paint(self, (), before), strips[row], paint(self, (), after)])


def _has_room(line: Line) -> bool:
    return any(run.role is Role.PICTURE and run.text.isspace() for run in line.runs)
