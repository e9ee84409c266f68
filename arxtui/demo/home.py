"""The home folder of the demo: its configuration, and the announcements of earlier days as files to import."""

from __future__ import annotations

from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.demo.upstream import CATEGORIES_SHOWN, Upstream, settings_toml


def prepare(home: Path, url: str) -> Paths:
    """Create ``home`` with a configuration that refreshes from the upstream at ``url`` once a minute. Replaces an
    existing configuration; changes nothing else. Returns the paths.

    Raises:
        OSError: the configuration cannot be written.
    """
    paths = Paths.under(home)
    paths.make()
    refresh = "[refresh]\nat_start = true\ninterval_minutes = 1\n"
    paths.config_file.write_text(f"{settings_toml(url, CATEGORIES_SHOWN)}\n{refresh}", encoding="utf-8")
    return paths


def write_past_feeds(directory: Path, upstream: Upstream) -> tuple[Path, ...]:
    """Write the feed of each announcement day before the newest as an RSS file, since a refresh cannot fetch them any
    more. Returns the files, oldest first."""
    directory.mkdir(parents=True, exist_ok=True)
    files = []
    for day in upstream.corpus.days[:-1]:
        file = directory / f"feed-{day}.xml"
        file.write_bytes(upstream.feed(CATEGORIES_SHOWN, day))
        files.append(file)
    return tuple(files)
