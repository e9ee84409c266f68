"""CPU times, their medians, percentiles and ratios, printed as one table for each benchmark."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from pathlib import Path


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Sequence[float]) -> float:
    """Return the median."""
    return percentile(values, 0.5)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of the work, after a garbage collection."""
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a Markdown table under its title."""
    print(f"\n## {title}\n")
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def memory(pid: int) -> dict[str, int]:
    """Return the resident and private kilobytes of a running process (Linux)."""
    held = {"resident": 0, "private": 0}
    with Path(f"/proc/{pid}/smaps_rollup").open() as rows:
        for row in rows:
            name, *rest = row.split()
            if name == "Rss:":
                held["resident"] = int(rest[0])
            elif name.startswith("Private_"):
                held["private"] += int(rest[0])
    return held


def ms(seconds: float) -> str:
    """Return seconds as milliseconds with one decimal."""
    return f"{seconds * 1000:.1f} ms"
