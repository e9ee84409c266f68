"""The linear model learns what a user wants, and explains its scores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from math import fsum
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.paper import Author, Paper
from arxtui.ranking.model import BASE, FeatureKind, Features, Model, features
from arxtui.ranking.training import ORDINARY, Example, train
from tests.ranking.made import SUBJECTS, examples, stream

_TRAINED = """
from arxtui.ranking.training import train
from tests.ranking.made import examples
print(repr(sorted((str(kind), sorted(told.items())) for kind, told in train(examples("queues")).weights.items())))
"""
papers = st.builds(
    Paper,
    id=st.just("2605.00001"),
    title=st.text(max_size=40),
    abstract=st.lists(st.sampled_from(" ".join(SUBJECTS.values()).split()) | st.text(max_size=12)).map(" ".join),
    authors=st.lists(st.builds(Author, st.sampled_from(["Author 1", "AUTHOR 2", "Zoë Néw", ""]))).map(tuple),
    categories=st.lists(st.sampled_from(["cs.DC", "math.PR"])).map(tuple),
)


@pytest.mark.parametrize("wanted", SUBJECTS)
def test_papers_of_the_wanted_subject_come_first(wanted: str) -> None:
    model = train(examples(wanted))
    arriving = [(subject, model.score(features(paper))) for subject in SUBJECTS for paper in stream(subject, 9, seed=3)]
    arriving.sort(key=lambda expected: -expected[1])
    assert {subject for subject, _ in arriving[:9]} == {wanted}


def test_a_few_marks_are_enough_for_a_plain_interest() -> None:
    model = train(examples("consensus", marked=3))
    best = max(
        (paper for subject in SUBJECTS for paper in stream(subject, 9, seed=3)), key=lambda p: model.score(features(p))
    )
    assert best in list(stream("consensus", 9, seed=3))


def test_of_few_marks_the_papers_most_like_them_bring_the_words_that_go_with_theirs() -> None:
    def about(number: int, abstract: str) -> Features:
        return features(Paper(id=f"2605.{number:05}", title=f"Note {number}", abstract=abstract))

    result = [Example(about(number, "consensus by a quorum"), 1.0) for number in range(5)]
    result += (Example(about(number, "consensus by a quorum called paxos"), ORDINARY) for number in range(5, 25))
    result += (Example(about(number, "galaxies shine in halos of dust"), ORDINARY) for number in range(25, 225))
    model = train(result)
    assert model.score(about(300, "paxos")) > model.score(about(300, "dust"))
    assert model.score(about(300, "paxos")) > model.score(about(300, "unheard"))


def test_papers_that_are_not_wanted_go_down() -> None:
    result = examples("queues")
    hidden = [Example(features(paper), -1.0) for paper in stream("galaxies", 6, seed=4)]
    [galaxy] = stream("galaxies", 1, seed=3)
    assert train([*result, *hidden]).score(features(galaxy)) < train(result).score(features(galaxy))


def test_an_author_of_a_wanted_paper_raises_the_score() -> None:
    result = [*examples("queues")]
    by = replace(next(stream("queues", 1)), authors=(Author("Ada Example"),))
    model = train([*result, Example(features(by), 1.0)])
    [plain] = stream("galaxies", 1, seed=3)
    hers = replace(plain, authors=(Author("ADA EXAMPLE"),))
    assert model.score(features(hers)) > model.score(features(plain))


def test_scores_are_in_standard_deviations_of_arriving_papers() -> None:
    result = examples("queues")
    model = train(result)
    ordinary = [model.score(each.features) for each in result if each.weight < 0]
    assert fmean(ordinary) == pytest.approx(0, abs=1e-2)
    assert pstdev(ordinary) == pytest.approx(1, abs=1e-2)


def test_training_is_the_same_in_every_process() -> None:
    def trained(seed: str) -> bytes:
        environ = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", _TRAINED], env=environ, capture_output=True, check=True).stdout

    assert trained("1") == trained("2") != b""


@given(papers)
def test_the_reasons_sum_to_the_score(paper: Paper) -> None:
    reasons = _MODEL.reasons(paper)
    assert fsum(reason.weight for reason in reasons) == pytest.approx(_MODEL.score(features(paper)), abs=1e-9)
    assert reasons[0].feature == BASE
    weights = [abs(reason.weight) for reason in reasons[1:]]
    assert weights == sorted(weights, reverse=True)


def test_reasons_name_a_paper_s_features_as_a_query_would() -> None:
    paper = replace(next(stream("queues", 1)), title="A Queue", abstract="Of arrival", authors=(Author("AUTHOR 1"),))
    result = {reason.feature for reason in _MODEL.reasons(paper)}
    assert result == {BASE, "ti: a", "ti: queue", "abs: of", "abs: arrival", "au: AUTHOR 1", "cat: cs.DC"}


def test_the_primary_category_is_reported_with_the_others() -> None:
    paper = replace(next(stream("queues", 1)), categories=("cs.DC", "math.PR"))
    turned = replace(paper, categories=("math.PR", "cs.DC"))
    model = train([*([Example(features(turned), 1.0)] * 5), *([Example(features(paper), ORDINARY)] * 20)])
    assert model.score(features(turned)) > model.score(features(paper))
    names = [reason.feature for reason in model.reasons(paper)]
    assert {"cat: cs.DC", "cat: math.PR"} <= set(names)
    assert len(names) == len(set(names))


def test_a_model_is_the_same_after_it_was_written_down() -> None:
    again = Model.from_json(json.loads(json.dumps(_MODEL.to_json())))
    assert again == _MODEL


def test_a_word_counts_once_in_any_place() -> None:
    paper = Paper(id="2605.00001", title="Queues, Queues", abstract=r"QUEUES of G\"odel and $n^2$")
    assert features(paper)[FeatureKind.WORD] == {"queues", "of", "godel", "and", "n2"}


def test_a_model_can_be_learned_from_papers_without_a_word() -> None:
    empty = features(Paper(id="2605.00001", title=""))
    model = train([Example(empty, 1.0), Example(empty, -1.0)])
    assert model.score(empty) == 0


_MODEL = train(examples("queues"))
