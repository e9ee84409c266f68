"""The messages of ``R`` in a real terminal, and the return of the keys in the last line after them."""

from __future__ import annotations

from arxtui.config.paths import Paths
from arxtui.demo.server import refused
from tests.terminal.preloaded import open_reader

KEYS = "q quit   ? help"


def test_without_an_upstream_r_says_why_and_when_and_the_keys_come_back(paths: Paths, environ: dict[str, str]) -> None:
    with refused() as url:
        paths.config_file.write_text(
            "[refresh]\nat_start = false\ninterval_minutes = 0\n[pith]\nreviews = false\n"
            f'[arxiv]\ncategories = ["cs.DC"]\nfeed_url = "{url}/rss"\napi_url = "{url}/api/query"\n'
            f'listing_url = "{url}/list"\ncatchup_url = "{url}/catchup"\nabs_url = "{url}/abs"\n'
        )
        with open_reader(environ, columns=80, rows=24) as reader:
            reader.shows(KEYS)
            reader.send("R")
            reader.shows("arXiv: 127.0.0.1 cannot be reached (Connection refused), next try ")
            reader.send("f")
            reader.shows(KEYS)
            reader.send("q")
            assert reader.ended() == 0
