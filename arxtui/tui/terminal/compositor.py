"""Compositor: selects the parts of the screen to repaint, and writes as patches what differs from what the terminal
shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rich.color import ColorSystem
from rich.console import Console, RenderableType
from rich.segment import Segment
from textual import events
from textual._compositor import Compositor, CompositorUpdate
from textual._context import visible_screen_stack
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from arxtui.light import NamedTuple
from arxtui.tui.terminal.driver import DirectDriver
from arxtui.tui.terminal.sequences import Pen, look_alike_blank

_LATIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0x250))))
_SIGNS = frozenset("–—‘’“”…›●○◆◇★☆→↑↓▸▾⏎") | frozenset(map(chr, range(0x2500, 0x25A0)))
_SINGLE_CELL = _LATIN | _SIGNS
"""Characters that take one cell on every usable terminal. After any other character, a terminal's cells can be shifted,
so a line with such a character is written as a whole."""

_SKIPPED = 6 * " "
"""The fewest blanks over which the cursor is moved: it takes a sequence of four or five bytes."""


class Change(NamedTuple):
    """Segments that differ, and the screen cell where they begin."""

    x: int
    y: int
    segments: tuple[Segment, ...]


class ShownStrips:
    """The strips on the screen, by line and first cell. A strip that is not recorded is written in full."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, Strip]] = {}

    def forget(self) -> None:
        """Forget all strips, because something else was written to the terminal or everything is repainted."""
        self._lines.clear()

    def change(self, x: int, y: int, strip: Strip) -> Change | None:
        """Return the change that shows the strip; None if the terminal already shows it. Record the strip as
        written."""
        line = self._lines.setdefault(y, {})
        before = line.get(x)
        if before is None or before.cell_length != strip.cell_length:
            end = x + strip.cell_length
            self._lines[y] = {
                left: each for left, each in line.items() if left >= end or left + each.cell_length <= x
            } | {x: strip}
            return Change(x, y, tuple(strip))
        line[x] = strip
        if before is strip or before._segments == strip._segments:
            return None
        skipped, segments = _difference(tuple(before), tuple(strip))
        return Change(x + skipped, y, segments)


def _difference(before: tuple[Segment, ...], after: tuple[Segment, ...]) -> tuple[int, tuple[Segment, ...]]:
    """Return how many cells two strips of equal width share at their start, and the segments that differ."""
    if not (_is_single_cell(before) and _is_single_cell(after)):
        return 0, after
    start = _common_segments(before, after)
    end = _common_segments(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    skipped = sum(len(segment.text) for segment in after[:start])
    if not (old and new):
        return skipped, new
    if old[0].style == new[0].style:
        same = _common_characters(old[0].text, new[0].text)
        skipped += same
        new = (Segment(new[0].text[same:], new[0].style), *new[1:])
        old = (Segment(old[0].text[same:], old[0].style), *old[1:])
    if old[-1].style == new[-1].style:
        same = _common_characters(old[-1].text[::-1], new[-1].text[::-1])
        new = (*new[:-1], Segment(new[-1].text[: len(new[-1].text) - same], new[-1].style))
    return skipped, tuple(_without_shown_blanks(old, [segment for segment in new if segment.text]))


def _without_shown_blanks(before: Iterable[Segment], after: list[Segment]) -> list[Segment]:
    """Return the segments with a movement of the cursor (ECMA-48, CUF) over last blanks that the terminal already
    shows."""
    shown, end = [], 0
    for text, style, _ in before:
        end += len(text)
        if text.endswith(_SKIPPED):
            shown.append((end - len(text) + len(text.rstrip(" ")), end, style))
    end = 0
    for place, (text, style, _) in enumerate(after) if shown else ():
        left, end = end, end + len(text)
        if text.endswith(_SKIPPED):
            start = left + len(text.rstrip(" "))
            for old_start, old_end, old_style in shown:
                first, last = max(start, old_start), min(end, old_end)
                if last - first >= len(_SKIPPED) and look_alike_blank(old_style, style):
                    after[place] = Segment(f"{text[: first - left]}\x1b[{last - first}C{text[last - left :]}", style)
                    break
    return after


def _common_segments(one: Sequence[Segment], other: Sequence[Segment]) -> int:
    """Return the number of equal segments at the start."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left.text != right.text or left.style != right.style:
            break
        count += 1
    return count


def _common_characters(one: str, other: str) -> int:
    """Return the number of equal characters at the start."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


@lru_cache(4096)
def _is_single_cell(segments: tuple[Segment, ...]) -> bool:
    """Return whether each character is certain to take one cell."""
    return all(segment.text.isascii() or _SINGLE_CELL.issuperset(segment.text) for segment in segments)


class Patch(NamedTuple):
    """A block of screen lines whose top left cell is (``x``, ``y``)."""

    x: int
    y: int
    strips: list[Strip]


class PatchUpdate(CompositorUpdate):
    """An update of patches that writes only the segments that differ from what the terminal shows."""

    def __init__(self, patches: list[Patch], shown: ShownStrips) -> None:
        self._patches = patches
        self._shown = shown

    def render_segments(self, console: Console) -> str:
        """Return the terminal sequences of the update."""
        pen = Pen(console._color_system or ColorSystem.TRUECOLOR)
        changes = [
            self._shown.change(patch.x, y, strip)
            for patch in self._patches
            for y, strip in enumerate(patch.strips, patch.y)
        ]
        written = [f"\x1b[{each.y + 1};{each.x + 1}H{pen.write(each.segments)}" for each in changes if each]
        return "".join((*written, pen.lift()))


class PaneCompositor(Compositor):
    """Compositor that repaints only dirty regions. Textual composes every changed line of the screen from all widgets
    on that line; here each widget paints the dirty regions in which it is the front widget, and nothing else is
    repainted. The regions of ``kept`` widgets are not painted."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = ShownStrips()
        self.full_updates = 0
        self.kept: Collection[Widget] = ()

    def render_update(
        self,
        full: bool = False,  # noqa: FBT001 - Textual's signature
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,  # noqa: FBT001
    ) -> RenderableType | None:
        """Return what changed. Textual composes an image of the screen (``full``), and a whole screen through which
        others (``screen_stack``) are visible."""
        is_whole = full or self.size.region in self._dirty_regions
        if is_whole:  # other screens or programs can have written to the terminal
            self._shown.forget()
            self.full_updates += 1
        if full or (is_whole and screen_stack):
            return super().render_update(full, screen_stack, simplify)
        visible_screen_stack.set(screen_stack or [])
        # Textual declares a renderable of Rich, but writes every CompositorUpdate by its ``render_segments``.
        return self._patch_update()  # type: ignore[return-value]

    def _patch_update(self) -> PatchUpdate | None:
        """Return the painted dirty regions. Returns None if nothing is dirty."""
        visible = self.visible_widgets  # painting a widget can hide another one
        patches = [
            Patch(*block.offset, widget.render_lines(block.translate(-visible[widget][0].offset)))
            for widget, regions in self._owners(visible).items()
            for block in _blocks(self._regions_to_spans(regions))
        ]
        self._dirty_regions.clear()
        patches.sort(key=lambda patch: (patch.y, patch.x))  # a slow line shows a frame from top to bottom
        return PatchUpdate(patches, self._shown) if patches else None

    def _owners(self, widgets: Mapping[Widget, tuple[Region, Region]]) -> dict[Widget, list[Region]]:
        """Return the dirty regions by the widget that is in front there."""
        remaining = [visible for dirty in self._dirty_regions if (visible := dirty.intersection(self.size.region))]
        owners: dict[Widget, list[Region]] = {}
        for widget, (region, clip) in widgets.items():  # from front to back
            shown = region.intersection(clip)
            if any(map(shown.overlaps, remaining)):
                if widget not in self.kept and widget.parent not in self.kept:  # the parent of a scroll bar
                    owners[widget] = [visible for dirty in remaining if (visible := dirty.intersection(shown))]
                remaining = [rest for dirty in remaining for rest in _without(dirty, shown)]
        return owners


class PatchedScreen(Screen[None], inherit_bindings=False):
    """A screen whose frames are patches. While ``is_paused`` is True, nothing is painted; the regions of widgets that
    were passed to ``keep`` are not painted before ``release_kept`` is called. A new focus does not repaint the whole
    screen, as it would in Textual: widgets that show their focus repaint themselves."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self) -> None:
        super().__init__()
        self._compositor: PaneCompositor = PaneCompositor()
        self._is_resizing = False
        self.is_paused = False

    @property
    def full_updates(self) -> int:
        """How often the whole screen was painted, each time over all pictures that the terminal had drawn."""
        return self._compositor.full_updates

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Prevent Textual's handler, which runs next, from styling widgets that have just been mounted, and thus
        styled."""
        if not self._compositor.size:
            event.refresh_styles = False

    def _on_timer_update(self) -> None:
        """Paint one frame of all widgets that have repaint regions, even those whose update message has not arrived.
        While the terminal is still taking the previous frame, paint nothing; the next frame includes the changes."""
        driver = self.app._driver
        if isinstance(driver, DirectDriver) and driver.is_behind:
            return
        self._dirty_widgets.update(each for each in self._compositor.visible_widgets if each._repaint_regions)
        super()._on_timer_update()

    def _screen_resized(self, size: Size) -> None:
        """Lay out for a new size once, and paint once the widgets are resized. Textual would lay out and paint twice,
        first with the contents for the old size. Ignore a size that is no longer the terminal's: laying out for it
        sends that size again, and two sizes would alternate forever."""
        if size == self._compositor.size or size != self.app.size:
            return
        self._is_resizing = bool(self._compositor.size)
        if self._is_resizing:
            self.release_kept()
        super()._screen_resized(size)
        self._is_resizing = False
        self.refresh()

    def release(self) -> None:
        """Resume painting, starting with the whole screen."""
        if self.is_paused:
            self.is_paused = False
            self.refresh()

    @property
    def keeps(self) -> bool:
        """Whether the terminal still shows something else in the regions of some widgets."""
        return bool(self._compositor.kept)

    def keep(self, *widgets: Widget) -> None:
        """Leave what the terminal shows in the regions of these widgets."""
        self._compositor.kept = widgets

    def release_kept(self) -> None:
        """Paint the widgets that were kept back."""
        kept, self._compositor.kept = self._compositor.kept, ()
        for widget in kept:
            widget.refresh()

    def _compositor_refresh(self) -> None:
        if not (self._is_resizing or self.is_paused):
            super()._compositor_refresh()


def _without(whole: Region, part: Region) -> Iterator[Region]:
    """Return the parts of a region above, below, left and right of another region."""
    removed = whole.intersection(part)
    if not removed:
        yield whole
        return
    for x, y, right, bottom in (
        (whole.x, whole.y, whole.right, removed.y),
        (whole.x, removed.bottom, whole.right, whole.bottom),
        (whole.x, removed.y, removed.x, removed.bottom),
        (removed.right, removed.y, whole.right, removed.bottom),
    ):
        if x < right and y < bottom:
            yield Region(x, y, right - x, bottom - y)


def _blocks(spans: Iterable[tuple[int, int, int]]) -> Iterator[Region]:
    """Merge (line, left, right) spans of the same width on consecutive lines into regions."""
    block: Region | None = None
    for y, left, right in sorted(spans):
        if block and (block.bottom, block.x, block.right) == (y, left, right):
            block = block.grow((0, 0, 1, 0))
            continue
        if block:
            yield block
        block = Region(left, y, right - left, 1)
    if block:
        yield block
