"""Time of a figure in cells, its text included, in seconds of processor time, as the process that draws needs it:
python -m benchmarks.figures FOLDER_OF_SVGS"""

from __future__ import annotations

import argparse
import gc
import time
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median

from PIL import Image

from arxtui.figures import worker
from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.size import SVG, picture_size
from arxtui.tui.pictures.strips import fit

_CELLS = 100, 28
_PAPER = 0xFFFFFF, 0


def main() -> int:
    """Print the median, and the largest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    Image.preinit()
    gc.freeze()  # as that process does
    gc.disable()
    times = []
    for path in sorted(parser.parse_args().folder.glob("*.svg")):
        data = path.read_bytes()
        size = picture_size(data, SVG)
        if size is None:
            continue
        width, height = fit(round(size[0] * 10), round(size[1] * 10), *_CELLS, enlarged=True)
        request = {"type": SVG, "cells": "quadrants", "view": (0, 0, 1, 1), "paper": _PAPER}
        worker._text.cache_clear()
        start = time.process_time()
        try:
            worker._cells({**request, "width": width, "height": height}, data)
        except NotDrawnError:
            continue
        times.append((time.process_time() - start, f"{path.name}, {len(data) / 1e6:.1f} MB"))
        gc.collect()
    print(f"{len(times)} figures: median {median(each for each, _ in times):.2f} s")
    for seconds, name in sorted(times, reverse=True)[:3]:
        print(f"{seconds:.2f} s  {name}")
    print(f"{getrusage(RUSAGE_SELF).ru_maxrss >> 10} MB at most")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
