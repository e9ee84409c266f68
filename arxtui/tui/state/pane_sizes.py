"""Sizes of the panes as the user has set them, saved between sessions."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from pathlib import Path

from arxtui.files import write_whole
from arxtui.model.frozen import changed, frozen

BESIDE, BELOW = "beside", "below"
"""Where the detail stands if there is room: beside the list or below it."""
_FILTER = range(18, 61)
_DETAIL = range(20, 81)
_log = logging.getLogger(__name__)


@frozen
class PaneSizes:
    """Sizes, folded state and position of the panes. A folded pane is visible only while it has the focus.
    ``filter_cells`` is the width of the filter pane in cells; ``detail_percent`` is the detail pane's share of the list
    and the detail pane, ``detail_side`` where it stands (``BESIDE`` or ``BELOW``)."""

    filter_folded: bool = False
    detail_folded: bool = False
    filter_cells: int = 27
    detail_percent: int = 40
    detail_side: str = BESIDE

    def with_filter(self, cells: int) -> PaneSizes:
        """Return a copy with this width of the filter pane, clamped to the allowed range."""
        return changed(self, filter_cells=min(max(cells, _FILTER[0]), _FILTER[-1]))

    def with_detail(self, percent: int) -> PaneSizes:
        """Return a copy with this share of the detail pane, clamped to the allowed range."""
        return changed(self, detail_percent=min(max(percent, _DETAIL[0]), _DETAIL[-1]))

    @classmethod
    def read(cls, file: Path) -> PaneSizes:
        """Return the saved sizes; the defaults if the file is missing, unreadable or invalid."""
        try:
            data = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return cls()
        if not isinstance(data, dict):
            return cls()
        defaults = asdict(cls())
        sizes = cls(**{name: data[name] for name in defaults if type(data.get(name)) is type(defaults[name])})
        return sizes.with_filter(sizes.filter_cells).with_detail(sizes.detail_percent)

    def write(self, file: Path) -> None:
        """Save the sizes. If the file cannot be written, the next session reads the old sizes."""
        try:
            write_whole(file, json.dumps(asdict(self)).encode(), durable=False)
        except OSError:
            _log.warning("the sizes of the panes could not be saved", exc_info=True)
