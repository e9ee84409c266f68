"""Display options of the reading screen; they apply to the open paper and to those opened later."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.reader.options import Options
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.panes import ReadingPanes
    from arxtui.tui.reading.pictures import Pictures
    from arxtui.tui.services.fulltexts import Fulltexts, ReadingLooks


class Appearance:
    """Applies the user's display options (``looks``)."""

    def __init__(self, screen: ReadingPanes, bars: Bars, fulltexts: Fulltexts, pictures: Pictures) -> None:
        self._screen = screen
        self._bars = bars
        self._fulltexts = fulltexts
        self._pictures = pictures

    @property
    def looks(self) -> ReadingLooks:
        """The user's display options."""
        return self._fulltexts.looks

    @property
    def options(self) -> Options:
        """The layout options for ``looks``; options that concern only the open paper stay."""
        looks = self.looks
        return self._screen.viewport.options._replace(
            measure=looks.measure,
            justified=looks.justified,
            hide_citations=looks.hide_citations,
            tex=looks.tex,
            picture_height=self._pictures.room if looks.pictures else None,
        )

    def show(self, looks: ReadingLooks) -> None:
        """Apply display options to this paper and to those opened later."""
        self._fulltexts.looks = looks
        self._screen.set_class(looks.zen, "-zen")
        self._screen.viewport.two_columns = looks.two_columns
        self._screen.viewport.lay_out(self.options)
        self._bars.update()
