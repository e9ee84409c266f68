"""The numbers of announcement days over real papers, in the filter, on the pages of days and above lists, compared with
a count over all announcements: prints where they disagree, and no times.

    python -m benchmarks.days [--papers 200000] [--categories cs.LG math.NA quant-ph] [--seed 1]

The announcements are made from the records: as new in the first category and as cross-lists in the others on a weekday
after the submission, as replacements after the last version, all within the same year, so that a day has as many as in
arXiv. One paper in ten is held back for up to thirty days, one cross-list in ten comes later. The exit status is 1 if
there is any disagreement.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, Settings
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.model.arxiv.day_numbers import AnnounceType, DayNumbers
from arxtui.model.arxiv.ids import key_named
from arxtui.model.arxiv.taxonomy import codes_of
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, Paper
from arxtui.sources.records import parse_record
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import update_index
from benchmarks.corpus.sample import real_sample, sample_lines

_LAST = date(2026, 11, 20)
_HELD_BACK, _LONGEST = 0.1, 30
_PAGE = 5_000


def main() -> int:
    """Print every disagreement and how many numbers were compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=200_000)
    parser.add_argument("--categories", nargs="+", default=["cs.LG", "math.NA", "quant-ph"], metavar="CATEGORY")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lines = list(sample_lines(real_sample()))
    lines = lines[:: max(len(lines) // options.papers, 1)][: options.papers]
    papers = [paper for line in lines for paper in parse_record(line).papers]
    chance = Random(options.seed)
    made = [each for paper in papers for each in _announcements(paper, chance)]
    compared = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(Path(folder))
        paths.make()
        with Cache.open(paths.cache_db) as cache:
            for start in range(0, len(papers), _PAGE):
                cache.take(Intake(papers=tuple(papers[start : start + _PAGE])))
            for start in range(0, len(made), _PAGE):
                cache.take(Intake(announcements=tuple(made[start : start + _PAGE])))
            update_index(cache, paths.index, threading.Event(), lambda _: None)
        settings = changed(Settings(), arxiv=ArxivSettings(categories=tuple(options.categories)))
        with closing(Library.open(paths, settings)) as library:
            for words, found, right in _numbers(library, papers, made, options.categories):
                compared += 1
                if found != right:
                    wrong += 1
                    print(f"{words}: {found}, right: {right}", flush=True)
    print(
        f"{compared - wrong:,} of {compared:,} numbers are right: {len(papers):,} papers, {len(made):,} announcements"
    )
    return 1 if wrong else 0


def _announcements(paper: Paper, chance: Random) -> Iterator[Announcement]:
    if not paper.published or not paper.categories:
        return
    day = _weekday(paper.published.date(), chance)
    primary, *others = paper.categories
    yield Announcement(paper.id, day, primary, AnnounceType.NEW, 1)
    for code in others:
        yield Announcement(
            paper.id, _weekday(day, chance) if chance.random() < _HELD_BACK else day, code, AnnounceType.CROSS, 1
        )
    if paper.updated and paper.updated > paper.published:
        later = _weekday(day + timedelta(days=_LONGEST + 7 + (paper.updated - paper.published).days % 100), chance)
        yield Announcement(paper.id, later, primary, AnnounceType.REPLACE, paper.version)
        for code in others:
            yield Announcement(paper.id, later, code, AnnounceType.REPLACE_CROSS, paper.version)


def _weekday(day: date, chance: Random) -> date:
    """Return a weekday after a day, within the year up to the last day."""
    held = chance.randint(1, _LONGEST) if chance.random() < _HELD_BACK else 1
    found = _LAST - timedelta(days=(_LAST - day).days % 364) + timedelta(days=held)
    found += timedelta(days=8 - found.isoweekday() if found.isoweekday() > 5 else 0)
    return found if found <= _LAST else found - timedelta(days=364)


def _numbers(
    library: Library, papers: list[Paper], made: list[Announcement], followed: list[str]
) -> Iterator[tuple[str, object, object]]:
    """Yield what each number is of, the number, and the right one."""
    days = {day: _types(made_then, followed) for day, made_then in _by_day(made).items()}
    everything = library.search.listing("")
    shown = {day: numbers for day, numbers, _ in library.counts.filters().days}
    newest = sorted((day for day, types in days.items() if types), reverse=True)[: len(shown)]
    yield "days of the filter", list(shown), newest
    for day, types in days.items():
        right = DayNumbers.of(types.values())
        page = library.search.listing(f"day:{day}")
        yield f"page of {day}", dict(page.types), types
        yield f"sections of {day}", tuple(len(section.keys) for section in page.sections), right[:3]
        yield f"heading of {day}", library.search.day_numbers(everything, day), right
        if day in shown:
            yield f"filter, {day}", shown[day], right
    for code in followed:
        members = {key_named(paper.id) for paper in papers if {*codes_of(code)} & {*paper.categories}}
        listing = library.search.more(library.search.listing(f"cat:{code}"))
        yield f"papers of {code}", len(listing.keys), len(members)
        for day, made_then in _by_day(made).items():
            types = days[day] | _types(made_then, [code])
            right = DayNumbers.of(kind for key, kind in types.items() if key in members)
            yield f"heading of {day} in {code}", library.search.day_numbers(listing, day), right
            page = library.search.listing(f"day:{day} cat:{code}")
            yield f"page of {day} in {code}", DayNumbers.of(page.types.values()), right


def _by_day(made: list[Announcement]) -> dict[date, list[Announcement]]:
    days: dict[date, list[Announcement]] = {}
    for each in made:
        days.setdefault(each.day, []).append(each)
    return days


def _types(made: list[Announcement], categories: list[str]) -> dict[int, AnnounceType]:
    """Return the papers of a day in any of the categories, each as what arXiv's page lists first."""
    codes = {code for category in categories for code in codes_of(category)}
    order = list(AnnounceType)
    types: dict[int, AnnounceType] = {}
    for each in made:
        if each.category in codes:
            key = key_named(each.id)
            types[key] = min(types.get(key, each.type), each.type, key=order.index)
    return types


if __name__ == "__main__":
    sys.exit(main())
