"""Regular expressions across words: agreement with a search of every title, and the time of both.

    python -m benchmarks.regex --home DIR

Each expression is searched in the titles of a home through the library (a first search in an open library), by Python
in every readable title, folded like the library's, and by ripgrep, if installed, in a file of these titles. The home is
not changed.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import time
from pathlib import Path
from tempfile import NamedTemporaryFile

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.store.cache.database import Cache
from arxtui.text import fold, readable
from benchmarks.report import ms, table

_AT_ONCE = 5_000
EXPRESSIONS = (
    "diffus.*model",
    "diffusion.model",
    "graph.neural.net",
    "self.attention",
    r"non.?linear schr",
    r"gamma.ray.burst",
    r"quantum.*(error|noise).*correct",
    r"(deep|machine).learning for",
    r"black.holes? (in|with) ",
    r"^on the .* of ",
    r"superconduct.*(cuprate|nickelate)",
    r"learning$",
    r"[^a]ttention is all",
    r"\bx.ray\b",
    r"transformer.{1,20}vision",
    r"(\w+) and \1\b",
    r"lattice.qcd",
    r"large.language.model.*(bias|fair)",
    r"dark (matter|energy) .* (cluster|galax)",
    r"neutrino\D+mass",
    r"topolog\S+ insulat",
    r"colou?r.charge",
    r"w.boson",
    r"a .* proof of",
    r"stochastic.*differential.*equation",
)


def main() -> None:
    """Print a row for each expression."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    options = parser.parse_args()
    paths = Paths.under(options.home)
    titles = dict(_titles(paths.cache_db))
    rows = []
    library = Library.open(paths, Settings())
    with NamedTemporaryFile("w", encoding="utf-8") as file:
        file.writelines(f"{title}\n" for title in titles.values())
        file.flush()
        for expression in EXPRESSIONS:
            begun = time.perf_counter()
            listing = library.search.more(library.search.listing(f"ti:/{expression}/"))
            library_time, begun = time.perf_counter() - begun, time.perf_counter()
            matches = {key for key, title in titles.items() if re.search(expression, title)}
            python_time = time.perf_counter() - begun
            differing = len(matches ^ set(listing.keys))
            figures = [f"{len(matches):,}", f"{differing:,}", f"{listing.untried:,}", ms(library_time), ms(python_time)]
            rows.append([f"`{expression}`".replace("|", "\\|"), *figures, *_ripgrep(expression, Path(file.name))])
    library.close()
    header = ["expression", "titles", "differing", "not searched", "library", "Python", "ripgrep", "its titles"]
    table(f"Regular expressions in {len(titles):,} titles", header, rows)


def _titles(cache_db: Path) -> list[tuple[int, str]]:
    with Cache.open(cache_db, read_only=True) as cache:
        keys = list(cache.month_keys())
        return [
            (key, fold(readable(paper.title)))
            for start in range(0, len(keys), _AT_ONCE)
            for key, paper in cache.papers.get_all(keys[start : start + _AT_ONCE]).items()
        ]


def _ripgrep(expression: str, file: Path) -> list[str]:
    """Return the time of ripgrep and the number of titles that it finds; dashes if it cannot search them."""
    program = shutil.which("rg")
    begun = time.perf_counter()
    done = program and subprocess.run([program, "--count", expression, file], capture_output=True, text=True)
    if not done or done.returncode > 1:
        return ["–", "–"]
    return [ms(time.perf_counter() - begun), f"{int(done.stdout or 0):,}"]


if __name__ == "__main__":
    main()
