"""Rules: their first application, against the bare query of the engine; and lists with rules, against lists with papers
hidden by hand; and many rules after a refresh.

python -m benchmarks.rules [--papers 100000 | --home DIR] [--runs 7]

Times are CPU time, medians. The bare query is tantivy's time to find the keys of all papers that match. ``--home``
measures an existing home; the matches of the rules are stored in its cache and removed again.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import closing
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.rules import Rule
from arxtui.query import check
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from benchmarks.homes import borrowed, build
from benchmarks.report import cpu_seconds, median, ms, table

QUERIES = ("cat:cs.LG", "model", "ti:network", "abs:graph -ti:graph", "neural OR quantum", '"time series"')
MUTED = (
    "ti:survey", "ti:review", "ti:benchmark", "ti:dataset", "ti:attention", "ti:transformer", "ti:galaxy", "ti:lattice",
    "ti:boson", "ti:neutrino", "ti:plasma", "ti:polymer", "ti:manifold", "ti:cohomology", "ti:bandit", "ti:robot",
    "ti:speech", "ti:video", "ti:traffic", "ti:economic",
)  # fmt: skip

_MANY, _NEW = 200, 300
"""The numbers of rules and of papers that a refresh brings."""


def _forget(paths: Paths) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache.rule_matches.write({}, ())


def _first(paths: Paths, rule: Rule) -> tuple[float, float, float, int]:
    """Return the seconds of the first application, of the next in another process, of the next in the same process, and
    the number of papers."""
    _forget(paths)
    settings = Settings(rules=(rule,))
    with closing(Library.open(paths, settings)) as library:
        library.search.listing("sparse").keys  # noqa: B018 - the engine is open, as it is for the bare query
        told = [cpu_seconds(library.rules.prepare)]
        papers = library.rules.counts()[0].matched
    with closing(Library.open(paths, settings)) as library:
        told += [cpu_seconds(library.rules.prepare), cpu_seconds(library.rules.prepare)]
    return told[0], told[1], told[2], papers


def _applied(paths: Paths, runs: int) -> list[list[str]]:
    rows = []
    index = SearchIndex.open(paths.index)
    for query in QUERIES:
        expr = check(query).expr
        index.keys(expr)
        bare = median([cpu_seconds(lambda: index.keys(expr)) for _ in range(runs)])  # noqa: B023
        told = [_first(paths, Rule("rule", query, score=1)) for _ in range(runs)]
        first, other, same = (median([each[place] for each in told]) for place in range(3))
        ratio = f"{first / bare:.2f} x"
        rows.append([f"`{query}`", f"{told[0][3]:,}", ms(bare), ms(first), ratio, ms(other), ms(same)])
    return rows


def _opened(paths: Paths, settings: Settings) -> tuple[float, int]:
    """Return the seconds to open the library and read the first screen of the list of everything, and the length of
    that list."""
    found: list[int] = []

    def act() -> None:
        with closing(Library.open(paths, settings)) as library:
            listing = library.search.listing("")
            library.papers.rows(listing.keys[:50])
            found.append(listing.total)

    return cpu_seconds(act), found[0]


def _listed(paths: Paths, runs: int) -> list[list[str]]:
    _forget(paths)
    ruled = Settings(rules=tuple(Rule(query, query, mute=True) for query in MUTED))
    with closing(Library.open(paths, ruled)) as library:
        library.rules.prepare()
        muted = library.search.listing("is:muted").keys
    by_rules = [_opened(paths, ruled) for _ in range(runs)]
    nothing = [_opened(paths, Settings()) for _ in range(runs)]
    with closing(Library.open(paths, Settings())) as library:
        library.marks.apply(muted, "hide")
    by_hand = [_opened(paths, Settings()) for _ in range(runs)]
    _forget(paths)
    base = median([seconds for seconds, _ in by_hand])
    rows = []
    for name, told in (("nothing hidden", nothing), ("hidden by hand", by_hand), ("20 muting rules", by_rules)):
        seconds = median([each for each, _ in told])
        rows.append([name, f"{told[0][1]:,}", ms(seconds), f"{seconds / base:.2f} x"])
    return rows


def _after_refresh(paths: Paths, runs: int) -> list[list[str]]:
    """Measure two hundred rules on all papers, and again with the newest papers as if they had come since."""
    _forget(paths)
    with closing(Library.open(paths, Settings())) as library:
        keys = library.search.listing("").keys
        rows = library.papers.rows([keys[place * len(keys) // _MANY] for place in range(_MANY)])
    words = [max(filter(str.isalpha, row.title.split()), key=len, default="model") for row in rows]
    forms = ("ti:{}", "{}", "abs:{} -ti:survey", "cat:cs.* {}")
    queries = [forms[number % len(forms)].format(word) for number, word in enumerate(words)]
    settings = Settings(rules=tuple(Rule(query, query, score=1) for query in queries))
    first, later = [], []
    for _ in range(runs):
        _forget(paths)
        with closing(Library.open(paths, settings)) as library, Cache.open(paths.cache_db) as cache:
            library.search.listing("sparse").keys  # noqa: B018 - the engine is open
            first.append(cpu_seconds(library.rules.prepare))
            matches, before = library.rules._queries.rules_or_empty().matches._matches, cache.changes.latest() - _NEW
            matches.update({name: match._replace(change=before) for name, match in matches.items()})
            later.append(cpu_seconds(library.rules.prepare))
    _forget(paths)
    base = median(first)
    return [
        [name, ms(median(told)), f"{median(told) / base:.2f} x"]
        for name, told in (("all papers", first), (f"{_NEW} new papers", later))
    ]


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or build(Path(folder), options.papers).config.parent
        with borrowed(home, seed=1) as desk:
            papers = len(desk.library.search.listing("").keys)
            header = ["query", "papers", "bare query", "first application", "ratio", "opened again", "nothing new"]
            table(f"A rule over {papers:,} papers, {options.runs} runs", header, _applied(desk.paths, options.runs))
            header = ["list of everything", "papers", "opened, 50 rows", "ratio"]
            table(f"Lists over {papers:,} papers, {options.runs} runs", header, _listed(desk.paths, options.runs))
            header = [f"{_MANY} rules on", "CPU", "ratio"]
            table(f"Many rules, {papers:,} papers", header, _after_refresh(desk.paths, options.runs))


if __name__ == "__main__":
    main()
