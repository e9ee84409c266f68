"""Processes that fetch full texts: killed at random, and two at the same time."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.model.events import EventKind
from arxtui.model.fulltext import TextState
from arxtui.store.cache.database import Cache
from arxtui.sync.fulltext.due import RequestedPaper
from tests.fork_server import ForkServer, Running
from tests.samples import sample
from tests.sync.fulltext.fulltexts import asked, ending, fetching, upstream
from tests.sync.processes import events

FETCH = """
import json
from datetime import date
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.store.texts.fulltexts import Retention
from arxtui.sync.fulltext.fetching import FetchOptions, fetch
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.worker.event_output import report
paths = Paths.find()
told = json.loads(sys.argv[1])
papers = [RequestedPaper(key, base, version, date.fromordinal(day)) for key, base, version, day in told]
def work(tell, stop):
    return fetch(
        paths, load(paths.config_file), papers, Retention(10**12, (), {}), FetchOptions(pdf=True), emit=tell, stop=stop
    )
sys.exit(report(sys.stdout, work, events=True))
"""

StartFetch = Callable[[Sequence[RequestedPaper]], Running]
"""Starts a process that fetches the texts of these papers."""


@pytest.fixture
def arxiv() -> Iterator[Upstream]:
    with upstream() as running:
        yield running


@pytest.fixture
def fetch(fork_server: ForkServer, paths: Paths) -> StartFetch:
    def start(papers: Sequence[RequestedPaper]) -> Running:
        result = json.dumps([(each.key, each.id, each.version, each.day.toordinal()) for each in papers])
        return fork_server.start(FETCH, result, environ={"ARXTUI_HOME": str(paths.config.parent)})

    return start


@pytest.mark.parametrize("seed", range(sample(1, 3)))
def test_a_fetch_killed_at_random_keeps_whole_texts_and_pdfs_only_and_the_next_one_continues(
    paths: Paths, fetch: StartFetch, arxiv: Upstream, seed: int
) -> None:
    chance = random.Random(seed)
    paths.config_file.write_text(settings_toml(arxiv.url))
    papers = [*ending(arxiv, "1", 6), *ending(arxiv, "7", 2), *ending(arxiv, "3", 2)]
    kills = 0
    for _ in range(8):
        with fetch(papers) as process:
            heard = events(process.stdout)
            for _ in range(chance.randrange(1, 14)):
                next(heard, None)
            kills += process.poll() is None
            process.kill()
        with Cache.open(paths.cache_db) as cache:
            assert cache.faults() == []
            for key in cache.with_text():
                state = cache.fulltexts.state(key)
                assert state.words > 100
                assert cache.fulltexts.document(key, state.version or 0) is not None
                assert cache.fulltexts.page(key, state.version or 0) is not None
        assert all(file.read_bytes()[-6:].strip() == b"%%EOF" for file in paths.pdfs.glob("*.pdf"))
    with fetch(papers) as process:
        assert process.wait(60) == 0
    assert kills
    reader = fetching(paths, arxiv.url)
    assert {reader.state(of).state for of in papers} == {TextState.HAVE}
    assert {reader.state(of).figures_missing for of in papers} == {0}
    assert len(list(paths.pdfs.glob("*.pdf"))) == len(papers)
    # Only requests that were in progress during a kill are repeated.
    again = sum(count - 1 for count in Counter(asked(arxiv)).values())
    assert again <= kills * 4


def test_two_fetches_at_once_request_nothing_twice_and_the_second_ends_with_all_texts_stored(
    paths: Paths, fetch: StartFetch, arxiv: Upstream
) -> None:
    paths.config_file.write_text(settings_toml(arxiv.url))
    papers = ending(arxiv, "1", 8)
    with fetch(papers[:6]) as first:
        heard = events(first.stdout)
        assert next(heard).kind is EventKind.STARTED
        with fetch(papers[2:]) as second:
            reported = list(events(second.stdout))
            assert second.wait(60) == 0
        assert [event.kind for event in heard][-1] is EventKind.FINISHED
        assert first.wait(60) == 0
    assert max(Counter(asked(arxiv)).values()) == 1
    assert reported[-1].exit_code == 0
    reader = fetching(paths, arxiv.url)
    assert {reader.state(of).state for of in papers} == {TextState.HAVE}
