"""Full reviews of Pith, fetched from a local server by Pith's machine access and its web pages."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, parse
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.papers.reviews import in_full
from arxtui.demo.server import Server
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.library.doctor import State, examine
from arxtui.library.ledger import of_services
from arxtui.model.arxiv.ids import key_of, name_of
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.reviews import FullReview, Part, Review, Section
from arxtui.sources.pith.mcp import PROTOCOL
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.requests import OFF, fetch_reviews
from arxtui.sync.by_hand.reviews import NONE, UNNAMED, _cards
from arxtui.sync.refresh.plan import ANSWERS, Source, plan
from tests.builders import paper
from tests.sync.upstream import NOW, Reader

DAY = date(2026, 5, 13)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return make(DAY)


@pytest.fixture
def upstream(corpus: Corpus) -> Iterator[Upstream]:
    with Upstream(corpus) as running:
        yield running


@dataclass
class Asker(Reader):
    """A reader that requests full reviews."""

    def ask(self, *names: str, again: bool = False, once: bool = False, limit: int | None = None) -> int:
        self.events = []
        return fetch_reviews(
            self.paths,
            self.settings,
            names,
            again=again,
            once=once,
            limit=limit,
            emit=self.events.append,
            stop=self.stop,
            now=lambda: self.now,
        )

    def said(self, kind: EventKind) -> list[str]:
        return [event.reason or "" for event in self.events if event.kind is kind]

    def reviews(self, name: str) -> tuple[FullReview, ...]:
        with Cache.open(self.paths.cache_db) as cache:
            return cache.full_reviews.of(key_of(name))

    def cards(self, name: str) -> tuple[Review, ...]:
        with Cache.open(self.paths.cache_db) as cache:
            return cache.reviews(key_of(name))


def settings(url: str, **pith: object) -> Settings:
    made = parse(settings_toml(url))
    return _with(made, **pith)


def _with(made: Settings, **pith: object) -> Settings:
    return replace(made, pith=replace(made.pith, **pith))  # type: ignore[arg-type]


@pytest.fixture
def asker(paths: Paths, upstream: Upstream) -> Asker:
    return Asker(paths, settings(upstream.url))


def once(corpus: Corpus) -> Review:
    """Return a review card with theorem links whose paper has no other card."""
    names = [card.arxiv_id for card in corpus.reviews]
    return next(card for card in corpus.reviews if names.count(card.arxiv_id) == 1 and card.theorem_links)


def asked(upstream: Server) -> list[tuple[str, str]]:
    return [(hit.method, hit.path) for hit in upstream.log]


def test_machine_access_and_page_make_one_review(asker: Asker, upstream: Upstream, corpus: Corpus) -> None:
    card = once(corpus)
    assert card.arxiv_id
    whole = in_full(card)

    assert asker.ask(card.arxiv_id) == 0

    (review,) = asker.reviews(card.arxiv_id)
    result = {section.part: section for section in review.sections}
    assert [result[section.part] for section in whole.sections] == list(whole.sections)
    assert result[Part.SUMMARY].text == dict(whole.extra)["one_line_summary"]
    assert review.sections[-1].heading == "The argument in short"
    assert (review.verdict, review.model) == (whole.verdict, whole.model)
    assert (review.version, review.reviewed_at) == (card.version, whole.reviewed_at)
    assert review.theorem_links == card.theorem_links
    assert review.url == f"{upstream.url}/paper/{card.arxiv_id}"
    assert [result.name for result in review.scores] == ["confidence", "novelty score", "correctness risk"]
    assert asked(upstream) == [("POST", "/mcp")] * 3 + [("GET", f"/paper/{card.arxiv_id}")]
    assert asker.said(EventKind.DONE) == ["1 review"]


def test_one_session_does_for_many_papers(asker: Asker, upstream: Upstream, corpus: Corpus) -> None:
    names = list(dict.fromkeys(card.arxiv_id for card in corpus.reviews if card.arxiv_id))[:3]
    assert asker.ask(*names) == 0
    assert asked(upstream).count(("POST", "/mcp")) == 2 + len(names)
    assert all(asker.reviews(name) for name in names)


def test_a_paper_is_not_requested_twice_in_five_minutes(asker: Asker, upstream: Upstream, corpus: Corpus) -> None:
    name = once(corpus).arxiv_id or ""
    asker.ask(name)
    before = len(upstream.log)

    assert asker.ask(name) == 0
    assert len(upstream.log) == before
    assert asker.said(EventKind.NOTE) == ["requested a short while ago: 1 review"]

    assert asker.ask(name, again=True) == 0
    asker.now += timedelta(minutes=6)
    assert asker.ask(name) == 0
    assert len(upstream.log) == before + 2 * 4
    assert len(asker.reviews(name)) == 1


def test_reviews_for_later_are_requested_once_a_week_and_so_many_at_a_time(asker: Asker) -> None:
    names = [f"2605.0432{number}" for number in range(4)]

    def asked() -> list[str | None]:
        asker.ask(*names, once=True, limit=3)
        assert asker.said(EventKind.NOTE) == []
        return [event.target for event in asker.events if event.kind is EventKind.SOURCE]

    assert [asked(), asked(), asked()] == [names[:3], names[3:], []]
    asker.now += timedelta(days=7)
    assert asked() == []
    asker.now += timedelta(seconds=1)
    assert asked() == names[:3]


def test_a_paper_without_a_review_is_no_failure(asker: Asker) -> None:
    assert asker.ask("2605.04321") == 0
    assert asker.said(EventKind.DONE) == [NONE]
    assert asker.reviews("2605.04321") == ()


def test_a_review_without_a_card_brings_one(asker: Asker, corpus: Corpus) -> None:
    card = once(corpus)
    assert card.arxiv_id
    asker.ask(card.arxiv_id)
    (made,) = asker.cards(card.arxiv_id)
    assert (made.headline, made.title, made.version) == (f"{card.headline}.", card.title, card.version)
    assert (made.theorem_links, made.listed_on) == (card.theorem_links, card.listed_on)
    assert made.category == card.category


def test_a_card_that_is_there_stays_as_it_is(asker: Asker, corpus: Corpus) -> None:
    card = once(corpus)
    assert card.arxiv_id
    with Cache.open(asker.paths.cache_db) as cache:
        cache.take(Intake(reviews=(card,)))
    before = asker.cards(card.arxiv_id)
    asker.ask(card.arxiv_id)
    assert asker.cards(card.arxiv_id) == before


@pytest.mark.parametrize(("shown", "brings"), [(("same",), 0), ((None,), 0), (("next",), 1), (("same", "next"), 0)])
def test_a_review_brings_a_card_unless_one_of_its_version_or_of_no_version_is_there(
    asker: Asker, corpus: Corpus, shown: tuple[str | None, ...], brings: int
) -> None:
    card = once(corpus)
    assert card.arxiv_id
    assert card.version
    versions = {"same": card.version, "next": card.version + 1, None: None}
    cards = [replace(card, version=versions[each], url=f"{card.url}/{each}") for each in shown]
    with Cache.open(asker.paths.cache_db) as cache:
        cache.take(Intake(reviews=tuple(cards)))
    before = len(asker.cards(card.arxiv_id))
    asker.ask(card.arxiv_id)
    assert len(asker.cards(card.arxiv_id)) == before + brings


def test_a_paper_that_only_a_review_names_is_found_by_its_title(asker: Asker, corpus: Corpus) -> None:
    card = once(corpus)
    assert card.arxiv_id
    with Cache.open(asker.paths.cache_db) as cache:
        cache.take(Intake(reviews=(replace(card, arxiv_id=None, version=None, url=None, abstract=""),)))
        (pending,) = cache.month_keys()
    assert asker.ask(name_of(pending)) == 0
    assert asker.reviews(card.arxiv_id)
    with Cache.open(asker.paths.cache_db) as cache:
        assert cache.aliases.of(pending) == key_of(card.arxiv_id)


def test_a_paper_whose_title_pith_does_not_find_is_reported(asker: Asker, corpus: Corpus) -> None:
    card = replace(once(corpus), arxiv_id=None, version=None, url=None, title="Nobody has heard of this")
    with Cache.open(asker.paths.cache_db) as cache:
        cache.take(Intake(reviews=(card,)))
        (pending,) = cache.month_keys()
    assert asker.ask(name_of(pending)) == 0
    assert asker.said(EventKind.DONE) == [UNNAMED]


@pytest.mark.parametrize(
    "pith", [{"reviews": False}, {"mcp_url": "", "paper_url": ""}], ids=["the switch", "no addresses"]
)
def test_reviews_that_are_switched_off_are_not_requested_and_a_note_says_so(
    asker: Asker, upstream: Upstream, pith: dict[str, object]
) -> None:
    asker.settings = _with(asker.settings, **pith)
    assert asker.ask("2605.04321") == 0
    assert asker.said(EventKind.NOTE) == [OFF]
    assert upstream.log == []


@pytest.mark.parametrize(("status", "code"), [(400, 4), (404, 0), (451, 4)])
def test_that_a_page_is_not_found_alone_means_that_there_is_no_review(paths: Paths, status: int, code: int) -> None:
    with Server(lambda request: Reply(status)) as server:
        asker = Asker(paths, settings(server.url, mcp_url=""))
        assert asker.ask("2605.04321") == code
    assert asker.said(EventKind.DONE) == ([] if code else [NONE])


@pytest.mark.parametrize(("off", "said"), [("mcp_url", Part.READING), ("paper_url", Part.SUMMARY)])
def test_one_source_is_enough(asker: Asker, corpus: Corpus, off: str, said: Part) -> None:
    name = once(corpus).arxiv_id or ""
    asker.settings = _with(asker.settings, **{off: ""})
    assert asker.ask(name) == 0
    (review,) = asker.reviews(name)
    assert review.part(said)


def test_values_of_one_source_stay_if_only_the_other_answers(asker: Asker, upstream: Upstream, corpus: Corpus) -> None:
    name = once(corpus).arxiv_id or ""
    asker.ask(name)
    (before,) = asker.reviews(name)
    upstream.faults.add("/paper", Fault.HTML)
    assert asker.ask(name, again=True) == 0
    (after,) = asker.reviews(name)
    assert set(before.sections) == set(after.sections)
    assert after.model == before.model


def test_without_an_answer_nothing_is_lost_and_the_reason_is_reported(
    asker: Asker, upstream: Upstream, corpus: Corpus
) -> None:
    name = once(corpus).arxiv_id or ""
    asker.ask(name)
    before = asker.reviews(name)
    upstream.faults.add("/", Fault.SERVER_ERROR)
    assert asker.ask(name, again=True) == 4
    assert "500" in asker.said(EventKind.FAILED)[0]
    assert asker.reviews(name) == before


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault.HTML, 0),
        (Fault.ENDLESS, 0),
        (Fault.GZIP_BOMB, 0),
        (Fault.REDIRECT_LOOP, 0),
        (Fault.CUT_OFF, 4),
        (Fault.RATE_LIMITED, 4),
    ],
)
def test_a_fault_of_the_machine_access_is_reported_and_the_page_is_requested_unless_the_host_is_to_be_spared(
    asker: Asker, upstream: Upstream, corpus: Corpus, fault: Fault, code: int
) -> None:
    name = once(corpus).arxiv_id or ""
    upstream.faults.add("/mcp", fault)
    assert asker.ask(name) == code
    assert asker.said(EventKind.FAILED if code else EventKind.NOTE)
    assert len(asker.reviews(name)) == (0 if code else 1)


def answering(result: Callable[[dict[str, object]], object]) -> Callable[[Request], Reply]:
    """Return a handler that treats every call of the machine access as a tool call answered by ``result`` and has no
    web pages."""

    def answer(request: Request) -> Reply:
        if request.path != "/mcp":
            return Reply(404)
        printed = json.loads(request.body)
        if "id" not in printed:
            return Reply(405)
        found = (
            {} if printed["method"] == "initialize" else {"structuredContent": result(printed["params"]["arguments"])}
        )
        body = {"jsonrpc": "2.0", "id": printed["id"], "result": found}
        return Reply(200, json.dumps(body).encode(), "application/json")

    return answer


def test_a_server_that_keeps_no_sessions_does_too(paths: Paths) -> None:
    def review(arguments: dict[str, object]) -> object:
        return {"found": True, "arxiv_id": arguments["arxiv_id"], "core_claim": "It holds."}

    with Server(answering(review)) as server:
        asker = Asker(paths, settings(server.url))
        assert asker.ask("2605.04321") == 0
        assert asker.reviews("2605.04321")[0].part(Part.CORE_CLAIM) == "It holds."
        assert [card.headline for card in asker.cards("2605.04321")] == ["It holds."], "nothing better sums it up"
        assert all(hit.headers.get("mcp-session-id") is None for hit in server.log)


@pytest.mark.parametrize(
    ("spoken", "named"),
    [("2024-11-05", "2024-11-05"), ("x" * 40, "x" * 40), ("x" * 41, PROTOCOL), ("a b", PROTOCOL), (5, PROTOCOL)],
)
def test_each_request_after_the_first_names_the_protocol_that_was_agreed_on(
    paths: Paths, spoken: object, named: str
) -> None:
    plain = answering(lambda arguments: {"found": False})

    def speaking(request: Request) -> Reply:
        if b'"initialize"' not in request.body:
            return plain(request)
        fields = {"jsonrpc": "2.0", "id": json.loads(request.body)["id"], "result": {"protocolVersion": spoken}}
        return Reply(200, json.dumps(fields).encode(), "application/json")

    with Server(speaking) as server:
        assert Asker(paths, settings(server.url, paper_url="")).ask("2605.04321") == 0
        versions = [hit.headers.get("mcp-protocol-version") for hit in server.log]
    assert versions == [None, named, named]


def test_a_session_that_the_server_has_ended_is_begun_anew(paths: Paths) -> None:
    plain = answering(lambda arguments: {"found": True, "arxiv_id": arguments["arxiv_id"], "core_claim": "It holds."})
    begun: list[str] = []

    def forgetful(request: Request) -> Reply:
        """Answer with sessions that are valid for one tool call only."""
        if request.path != "/mcp":
            return Reply(404)
        printed = json.loads(request.body)
        if printed["method"] == "initialize":
            assert request.headers.get("mcp-session-id") is None
            begun.append(f"session-{len(begun)}")
            return replace(plain(request), headers={"Mcp-Session-Id": begun[-1]})
        if printed["method"] == "tools/call":
            if not begun or request.headers.get("mcp-session-id") != begun[-1]:
                return Reply(404)
            begun.append("ended")
        return plain(request)

    names = [f"2605.0432{number}" for number in range(4)]
    with Server(forgetful) as server:
        asker = Asker(paths, settings(server.url))
        assert asker.ask(*names) == 0
        assert all(asker.reviews(name) for name in names)
    assert asker.said(EventKind.NOTE) == []
    assert ("pith.mcp", ANSWERS) not in asker.ledger()


def test_a_refusal_that_does_not_say_that_the_session_has_ended_begins_no_other(paths: Paths) -> None:
    plain = answering(lambda arguments: {"found": False})
    numbers: list[int] = []

    def refusing(request: Request) -> Reply:
        printed = json.loads(request.body)
        numbers.extend([printed["id"]] if "id" in printed else [])
        return (
            Reply(400)
            if printed["method"] == "tools/call"
            else replace(plain(request), headers={"Mcp-Session-Id": "1"})
        )

    with Server(refusing) as server:
        asker = Asker(paths, settings(server.url, paper_url=""))
        assert asker.ask("2605.04321", "2605.04322") == 4
    assert numbers == [1, 2, 3], "the session is begun once, and each request has a number of its own"


def test_a_paper_that_pith_finds_for_the_words_of_another_title_is_not_the_one(paths: Paths, corpus: Corpus) -> None:
    card = replace(once(corpus), arxiv_id=None, version=None, url=None)
    found = {"results": [{"arxiv_id": "2605.04321", "title": f"{card.title}, Revisited"}]}
    with Server(answering(lambda arguments: found)) as server:
        asker = Asker(paths, settings(server.url, paper_url=""))
        with Cache.open(paths.cache_db) as cache:
            cache.take(Intake(reviews=(card,)))
            (pending,) = cache.month_keys()
        assert asker.ask(name_of(pending)) == 0
        assert asker.said(EventKind.DONE) == [UNNAMED]


def test_answers_that_make_no_sense_switch_the_machine_access_off_and_that_is_said_everywhere(paths: Paths) -> None:
    with Server(answering(lambda arguments: {"huh": 1})) as server:
        asker = Asker(paths, settings(server.url))
        for number in range(3):
            before = sum(hit.method == "POST" for hit in server.log)
            assert asker.ask(f"2605.0432{number}") == 4
            assert sum(hit.method == "POST" for hit in server.log) > before, "two failures are no reason yet"
        off = asker.said(EventKind.FAILED)[0]
        assert "is switched off until" in off
        assert "were unreadable 3 times in a row (get_review returned no part of a review: its fields are huh)" in off
        before = sum(hit.method == "POST" for hit in server.log)
        assert asker.ask("2605.04329") == 0
        assert off in asker.said(EventKind.NOTE)
        assert sum(hit.method == "POST" for hit in server.log) == before
        assert asker.ask("2605.04329", again=True) == 4
        assert sum(hit.method == "POST" for hit in server.log) > before
    with Cache.open(paths.cache_db) as cache:
        (pith,) = of_services(cache.ledger.all())
        assert "switched off until" in pith.reason
        entry = cache.ledger.get(Source.ACCESS, ANSWERS)
        assert entry is not None
        assert entry.next_due > NOW + timedelta(days=29)
        cache.ledger.put(
            replace(entry, attempted=entry.attempted.replace(year=2020), next_due=entry.next_due.replace(year=9000))
        )
    assert [check.state for check in examine(paths) if check.part == "pith"] == [State.WARNING]


def test_an_answer_that_makes_sense_again_forgives(paths: Paths) -> None:
    sane = False

    def review(arguments: dict[str, object]) -> object:
        return {"found": False} if sane else {"huh": 1}

    with Server(answering(review)) as server:
        asker = Asker(paths, settings(server.url))
        asker.ask("2605.04321")
        asker.ask("2605.04322")
        row = asker.ledger()["pith.mcp", ANSWERS]
        assert (row.outcome, row.failures) == (Outcome.FAILED, 2)
        sane = True
        assert asker.ask("2605.04323") == 0
    row = asker.ledger()["pith.mcp", ANSWERS]
    assert (row.outcome, row.failures) == (Outcome.OK, 0)
    assert not any(check.part == "pith" for check in examine(paths))


def test_an_error_in_piths_own_words_switches_nothing_off(asker: Asker, upstream: Upstream) -> None:
    def failing(request: Request) -> Reply:
        printed = json.loads(request.body or b"{}")
        body = {"jsonrpc": "2.0", "id": printed.get("id"), "error": {"code": -32603, "message": "come back later"}}
        return Reply(200, json.dumps(body).encode(), "application/json")

    upstream.handler = failing
    for number in range(4):
        asker.ask(f"2605.0432{number}")
    assert "Pith answered: come back later" in asker.said(EventKind.FAILED)[0]
    assert ("pith.mcp", ANSWERS) not in asker.ledger()


def quiet(upstream: Server, **pith: object) -> Settings:
    """Return settings with two categories, no backfill and no Pith listing."""
    made = settings(upstream.url, listing_url="", **pith)
    return replace(made, arxiv=replace(made.arxiv, categories=("cs.DC", "math.PR"), backfill_days=0))


def test_once_a_day_the_newest_reviews_come_where_no_listing_is_set(
    paths: Paths, upstream: Upstream, corpus: Corpus
) -> None:
    reader = Asker(paths, quiet(upstream))
    assert reader.refresh() == 0

    calls = [hit for hit in upstream.log if hit.path == "/mcp"]
    assert len(calls) == 2 + 2
    newest = max(card.listed_on for card in corpus.reviews)
    wanted = {
        card.arxiv_id
        for card in corpus.reviews
        if card.category in ("cs.DC", "math.PR") and card.listed_on >= newest - timedelta(days=14)
    }
    with Cache.open(paths.cache_db) as cache:
        shown = {card.arxiv_id for key in cache.month_keys() for card in cache.reviews(key)}
    assert shown == wanted
    assert all(reader.reviews(name or "")[0].verdict for name in wanted)

    reader.now += timedelta(hours=12)
    reader.refresh()
    assert len([hit for hit in upstream.log if hit.path == "/mcp"]) == len(calls)
    reader.now += timedelta(hours=14)
    reader.refresh()
    assert len([hit for hit in upstream.log if hit.path == "/mcp"]) == 2 * len(calls)


def test_the_newest_reviews_are_requested_since_the_last_answer_and_a_day_more(paths: Paths) -> None:
    asked: list[object] = []

    def listed(arguments: dict[str, object]) -> object:
        asked.append(arguments["days"])
        return {"results": []}

    with Server(answering(listed)) as server:
        made = quiet(server)
        reader = Asker(paths, replace(made, arxiv=replace(made.arxiv, categories=("cs.DC",))))
        for days in (0, 0, 3, 88, 89, 200):
            reader.now += timedelta(days=days)
            reader.refresh(everything=True)
    assert asked == [14, 2, 5, 90, 90, 90]


def test_two_versions_in_a_list_are_two_cards(paths: Paths, upstream: Upstream, corpus: Corpus) -> None:
    names = [card.arxiv_id for card in corpus.reviews]
    twice = next(card for card in corpus.reviews if names.count(card.arxiv_id) == 2)
    made = quiet(upstream)
    made = replace(made, arxiv=replace(made.arxiv, categories=(twice.category,)))
    reader = Asker(paths, made)
    reader.refresh()
    assert {card.version for card in reader.cards(twice.arxiv_id or "")} == {1, 2}


def test_a_listing_of_reviews_does_not_overwrite_fetched_full_reviews(
    paths: Paths, upstream: Upstream, corpus: Corpus
) -> None:
    name = next(card.arxiv_id for card in corpus.reviews if card.category == "cs.DC") or ""
    reader = Asker(paths, quiet(upstream))
    reader.ask(name)
    before = reader.reviews(name)
    reader.refresh()
    assert reader.reviews(name)[: len(before)] == before


NEVER = LedgerEntry(
    Source.ACCESS, ANSWERS, NOW, Outcome.FAILED, NOW + timedelta(days=20), reason="senseless", failures=3
)


def test_the_newest_reviews_are_due_only_where_nothing_better_is_set(upstream: Upstream) -> None:
    def is_due(made: Settings, *entries: LedgerEntry, everything: bool = False) -> list[bool]:
        tasks = plan(made, entries, NOW, everything=everything)
        return [task.due for task in tasks if task.source is Source.LATEST]

    assert is_due(quiet(upstream)) == [True]
    assert is_due(settings(upstream.url)) == []
    assert is_due(quiet(upstream, reviews=False)) == []
    assert is_due(quiet(upstream, mcp_url="")) == []
    assert is_due(quiet(upstream), NEVER) == [False]
    assert is_due(quiet(upstream), replace(NEVER, failures=2)) == [True]
    assert is_due(quiet(upstream), NEVER, everything=True) == [True]
    (task,) = (task for task in plan(quiet(upstream), [NEVER], NOW) if task.source is Source.LATEST)
    assert task.at == NEVER.next_due


def test_stopped_it_requests_no_more(asker: Asker, upstream: Upstream) -> None:
    asker.stop = threading.Event()
    asker.stop.set()
    assert asker.ask("2605.04321") == 3
    assert upstream.log == []


def test_its_events_are_reported_in_words(asker: Asker, corpus: Corpus) -> None:
    from arxtui.sync.worker.event_output import in_words

    name = once(corpus).arxiv_id
    asker.ask(name or "")
    done = next(event for event in asker.events if event.kind is EventKind.DONE)
    assert in_words(done) == f"Pith on {name}: 1 review"
    assert in_words(Event.from_json(done.to_json())) == in_words(done)


def test_a_card_has_the_title_and_category_of_the_review_or_else_of_the_paper(paths: Paths) -> None:
    of = paper(1, "Fair locks")
    said = FullReview(of.id, 1, "Locks that are fair", (Section.of(Part.PITH, "They wait."),), category="cs.OS")
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake((of,)))
        (card,) = _cards(cache, of.key, [said], NOW)
        assert (card.headline, card.title, card.category) == ("They wait.", "Locks that are fair", "cs.OS")
        (card,) = _cards(cache, of.key, [FullReview(of.id, 1)], NOW)
    assert (card.title, card.category, card.listed_on) == ("Fair locks", "cs.DC", NOW.date())
