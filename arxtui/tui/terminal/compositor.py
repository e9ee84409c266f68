"""What of the screen is painted anew, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from arxtui.tui.terminal.driver import DirectDriver
from arxtui.tui.terminal.sequences import Pen
from arxtui.tui.terminal.shown import Shown


class Patch(NamedTuple):
    """Lines of the screen, one below the other, from a place in cells on."""

    x: int
    y: int
    strips: list[Strip]


class PatchUpdate(CompositorUpdate):
    """Patches, as few bytes as show them where something is ``shown`` already."""

    def __init__(self, patches: list[Patch], shown: Shown) -> None:
        self._patches = patches
        self._shown = shown

    def render_segments(self, console: Console) -> str:
        """The terminal sequences."""
        pen = Pen(console._color_system or ColorSystem.TRUECOLOR)
        changes = [
            self._shown.change(patch.x, y, strip)
            for patch in self._patches
            for y, strip in enumerate(patch.strips, patch.y)
        ]
        written = [f"\x1b[{each.y + 1};{each.x + 1}H{pen.write(each.segments)}" for each in changes if each]
        return "".join((*written, pen.lift()))


class PaneCompositor(Compositor):
    """Textual composes every line in which anything changed, of all the widgets that stand in it. Here each widget
    paints that part of what is dirty which it is the foremost to cover, and nothing else is touched."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = Shown()

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:  # noqa: FBT001 - Textual's signature
        """Everything, whatever the terminal shows: other screens, and other programs, may have written to it."""
        self._shown.forget()
        return super().render_full_update(simplify)

    # Textual promises its own kind of update, and asks of it only what every update can do.
    def render_partial_update(self) -> PatchUpdate | None:  # type: ignore[override]
        """What is dirty, painted; None when nothing is."""
        patches = [
            Patch(*block.offset, widget.render_lines(block.translate(-self.visible_widgets[widget][0].offset)))
            for widget, regions in self._owners().items()
            for block in _blocks(self._regions_to_spans(regions))
        ]
        self._dirty_regions.clear()
        return PatchUpdate(patches, self._shown) if patches else None

    def _owners(self) -> dict[Widget, list[Region]]:
        """What is dirty, by the widget that shows it."""
        left = [seen for dirty in self._dirty_regions if (seen := dirty.intersection(self.size.region))]
        owners: dict[Widget, list[Region]] = {}
        for widget, (region, clip) in self.visible_widgets.items():  # from the front to the back
            shown = region.intersection(clip)
            if any(map(shown.overlaps, left)):
                owners[widget] = [seen for dirty in left if (seen := dirty.intersection(shown))]
                left = [rest for dirty in left for rest in _without(dirty, shown)]
        return owners


class PatchedScreen(Screen[None], inherit_bindings=False):
    """A screen whose frames are patches. While ``is_held``, nothing is painted."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = PaneCompositor()
        self._is_resizing = False
        self.is_held = False

    def _on_timer_update(self) -> None:
        """A frame of all that has changed by now, whether its widget has said so yet or not; none while the terminal
        has not taken the last one, for what is left out is in the next."""
        driver = self.app._driver
        if isinstance(driver, DirectDriver) and driver.is_behind:
            return
        self._dirty_widgets.update(each for each in self._compositor.visible_widgets if each._repaint_regions)
        super()._on_timer_update()

    def _screen_resized(self, size: Size) -> None:
        """Lay out for another size once, and paint once the widgets have set themselves to it: Textual would lay out
        and paint everything twice, the first time what was set for the old size. A size that the terminal has no longer
        is passed over: to lay out for it would send that size again, and each of two sizes the other without end."""
        if size == self._compositor.size or size != self.app.size:
            return
        self._is_resizing = bool(self._compositor.size)
        super()._screen_resized(size)
        self._is_resizing = False
        self.refresh()

    def release(self) -> None:
        """Paint from here on, beginning with everything."""
        if self.is_held:
            self.is_held = False
            self.refresh()

    def _compositor_refresh(self) -> None:
        if not (self._is_resizing or self.is_held):
            super()._compositor_refresh()


def _without(whole: Region, part: Region) -> Iterator[Region]:
    """What is left of a region: above, below, left and right of a part."""
    hole = whole.intersection(part)
    if not hole:
        yield whole
        return
    for x, y, right, bottom in (
        (whole.x, whole.y, whole.right, hole.y),
        (whole.x, hole.bottom, whole.right, whole.bottom),
        (whole.x, hole.y, hole.x, hole.bottom),
        (hole.right, hole.y, whole.right, hole.bottom),
    ):
        if x < right and y < bottom:
            yield Region(x, y, right - x, bottom - y)


def _blocks(spans: Iterable[tuple[int, int, int]]) -> Iterator[Region]:
    """(line, left, right) spans below each other, as regions."""
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
