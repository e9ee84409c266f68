"""How the user has shared the terminal among the panes; kept from session to session."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from pathlib import Path

from arxtui.files import write_whole
from arxtui.model.frozen import changed, frozen

_FILTER = range(18, 61)
_DETAIL = range(20, 81)
_log = logging.getLogger(__name__)


@frozen
class PaneSizes:
    """Which panes are folded: one that is comes into sight while the keyboard is there. Cells of the filter; percent of
    list and detail together that the detail has."""

    filter_folded: bool = False
    detail_folded: bool = False
    filter_cells: int = 27
    detail_percent: int = 40

    def with_filter(self, cells: int) -> PaneSizes:
        """So many cells for the filter, or the nearest that leave room for the rest."""
        return changed(self, filter_cells=min(max(cells, _FILTER[0]), _FILTER[-1]))

    def with_detail(self, percent: int) -> PaneSizes:
        """So many percent for the detail, or the nearest that leave room for the list."""
        return changed(self, detail_percent=min(max(percent, _DETAIL[0]), _DETAIL[-1]))

    @classmethod
    def read(cls, file: Path) -> PaneSizes:
        """What was kept; the usual where nothing was, or nothing that can be read."""
        try:
            kept = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return cls()
        if not isinstance(kept, dict):
            return cls()
        usual = asdict(cls())
        sizes = cls(**{name: kept[name] for name in usual if type(kept.get(name)) is type(usual[name])})
        return sizes.with_filter(sizes.filter_cells).with_detail(sizes.detail_percent)

    def write(self, file: Path) -> None:
        """Keep this. Where that cannot be, the next session has the panes of before."""
        try:
            write_whole(file, json.dumps(asdict(self)).encode(), durable=False)
        except OSError:
            _log.warning("the sizes of the panes could not be kept", exc_info=True)
