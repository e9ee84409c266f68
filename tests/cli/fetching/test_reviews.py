"""``arxtui fetch --review``, and how ``arxtui show`` prints whole reviews."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.demo.faults import Fault
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.model.reviews import MEANING_OF_RECOGNITION, Review
from tests.cli.command import events_of, objects, write_papers
from tests.cli.conftest import Call
from tests.homes import corpus, subscribed


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream(corpus()) as running:
        yield running


@pytest.fixture
def card(upstream: Upstream) -> Review:
    """A review with links to the canon, of a paper that has no other review."""
    names = [card.arxiv_id for card in upstream.corpus.reviews]
    return next(card for card in upstream.corpus.reviews if names.count(card.arxiv_id) == 1 and card.theorem_links)


@pytest.fixture
def paper(home: Path, call: Call, tmp_path: Path, upstream: Upstream, card: Review) -> str:
    """A paper in the cache, without a review."""
    record = {"id": card.arxiv_id, "title": card.title, "abstract": card.abstract, "categories": [card.category]}
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", [record]))).code == 0
    subscribed(home, upstream.url, card.category)
    return card.arxiv_id or ""


def test_a_whole_review_is_fetched_and_shown(call: Call, paper: str, card: Review) -> None:
    said = call("fetch", "--review", paper)
    assert (said.code, said.out) == (0, "")
    assert f"Pith on {paper}: 1 review\n" in said.err

    shown = call("show", paper)
    assert shown.code == 0
    for words in (
        f"Pith · {card.badge} · {card.listed_on}",
        f"Pith's review of v{card.version}, ",
        "\nverdict: ",
        "\nreview model: made-up-",
        "\nThe pith\n",
        "\nCore claim\n",
        "\nWhat carries the argument\n",
        "\nIf this is right\n",
        "\nLoad-bearing premise\n",
        "\nWhat would settle it\n",
        "\nRecognition\n",
        " ".join(MEANING_OF_RECOGNITION.split()[:6]),
    ):
        assert words in shown.out, words
    assert max(map(len, shown.out.splitlines())) <= 92
    assert shown.out.splitlines().count(shown.out.splitlines()[0]) == 1


def test_a_limit_of_0_is_none_as_for_full_texts(call: Call, paper: str) -> None:
    said = call("fetch", "--review", "--limit", "0", "--json", paper)
    assert objects(said.out) == [{"id": paper, "full_reviews": 1}]
    said = call("fetch", "--review", "--limit", "1", "--again", "--json", paper, "cat:cs.*")
    assert objects(said.out) == [{"id": paper, "full_reviews": 1}]


def test_as_json_the_whole_review_is_in_its_card(call: Call, paper: str, card: Review) -> None:
    assert "full" not in str(json.loads(call("show", paper, "--json").out)["reviews"])
    said = call("fetch", "--review", "--json", paper)
    assert objects(said.out) == [{"id": paper, "full_reviews": 1}]

    (review,) = json.loads(call("show", paper, "--json").out)["reviews"]
    (full,) = review.pop("full")
    assert (full["version"], full["theorem_links"]) == (card.version, card.theorem_links)
    assert [section["part"] for section in full["sections"]][:2] == ["summary", "pith"]
    assert full["sections"][-1] == {
        "part": None,
        "heading": "The argument in short",
        "passages": full["sections"][-1]["passages"],
    }
    assert {score["name"] for score in full["scores"]} == {"confidence", "novelty score", "correctness risk"}
    assert full["reviewed_at"].endswith("Z")
    assert set(review) == {
        *("source", "headline", "deck", "deck_truncated", "badge", "theorem_links", "listed_on", "has_figure", "votes"),
        *("comments", "other_counts", "url", "version", "place", "title", "category", "abstract"),
    }


def test_an_exported_paper_is_imported_again_with_its_full_reviews(
    call: Call, home: Path, paper: str, tmp_path: Path
) -> None:
    call("fetch", "--review", paper)
    before = json.loads(call("show", paper, "--json").out)["reviews"]
    file = tmp_path / "exported.jsonl"
    assert call("export", paper, "--format", "jsonl", "--output", str(file)).code == 0
    for each in (home / "cache").iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    assert call("import", str(file)).code == 0
    after = json.loads(call("show", paper, "--json").out)["reviews"]
    assert after == before
    assert after[0]["full"]


def test_a_fetched_review_is_kept_when_pith_answers_with_a_server_error(
    call: Call, paper: str, upstream: Upstream
) -> None:
    call("fetch", "--review", paper)
    before = call("show", paper).out
    upstream.faults.add("/", Fault.SERVER_ERROR)
    try:
        said = call("fetch", "--review", "--again", paper)
    finally:
        upstream.faults.remove("/")
    assert said.code == 4
    assert "500" in said.err
    assert call("show", paper).out == before


def test_its_steps_are_reported_as_events(home: Path, paper: str) -> None:
    events = events_of(home, "fetch", "--review", paper)
    assert [event.source for event in events if event.source] == ["pith.reviews"] * 3


@pytest.mark.usefixtures("paper")
def test_many_papers_are_requested_on_demand_alone(call: Call, tmp_path: Path) -> None:
    many = [
        {"id": f"2605.{number:05}", "title": f"Paper {number}", "categories": ["cs.DC"]} for number in range(1, 103)
    ]
    call("import", str(write_papers(tmp_path / "many.jsonl", many)))
    said = call("fetch", "--review", "cat:cs.DC")
    assert said.code == 2
    words = "this would request the reviews of 102 papers; --yes allows it, --limit N requests the first N"
    assert said.err == f"arxtui: {words}\n"


def test_texts_and_reviews_are_fetched_apart(call: Call, paper: str) -> None:
    assert call("fetch", "--review", "--pdf", paper).code == 2


@pytest.mark.usefixtures("home")
def test_where_an_argument_finds_no_paper_the_status_is_1(call: Call, paper: str) -> None:
    said = call("fetch", "--review", paper, "ti:nosuch")
    assert (said.code, said.err.splitlines()[0]) == (1, "no paper matches 'ti:nosuch'")


def test_a_paper_that_is_not_known_is_a_failure(call: Call) -> None:
    assert call("fetch", "--review", "2605.04321").code == 1


def of_reviews(upstream: Upstream) -> int:
    """Return how many whole reviews were requested from Pith."""
    return sum(hit.path.startswith(("/mcp", "/paper")) for hit in upstream.log)


def test_a_refresh_fetches_the_reviews_of_kept_papers_that_pith_has_reviewed(
    call: Call, home: Path, upstream: Upstream, card: Review, paper: str
) -> None:
    # arXiv's announcements are of another day; this test does not depend on their outcome.
    call("refresh", "--quiet")
    reviewed = [each.arxiv_id or "" for each in upstream.corpus.reviews if each.category == card.category]
    kept = [name for name in reviewed if name != paper][:3]
    assert call("mark", "--star", *kept).code == 0
    err = call("refresh").err
    for name in kept:
        assert f"Pith on {name}: " in err
        assert "\nCore claim\n" in call("show", name).out
    asked = of_reviews(upstream)
    call("refresh")
    assert of_reviews(upstream) == asked
    (home / "config/config.toml").write_text(
        settings_toml(upstream.url, [card.category]).replace("[pith]", "[pith]\nreviews = false")
    )
    call("mark", "--star", paper)
    call("refresh")
    assert "\nCore claim\n" not in call("show", paper).out
