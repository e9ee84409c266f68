"""Words learn weights from the words that they occur with."""

from __future__ import annotations

from itertools import combinations

import pytest

from arxtui.ranking.model import FeatureKind
from arxtui.ranking.training import FeatureBlock, Themes

_SUBJECTS = [[f"word{subject}{letter}" for letter in "abcdef"] for subject in range(8)]
_PAPERS = [frozenset(some) for words in _SUBJECTS for some in combinations(words, 3)]
_WANTED, _UNSEEN = _SUBJECTS[0], _SUBJECTS[0][5]


def _learned() -> tuple[FeatureBlock, Themes]:
    """Return the word block with the learned weights, and the themes.

    Papers on the first subject pull up, and papers on the others pull down as much. Papers with the one unseen word of
    the subject have no weight.
    """
    wanted = [names <= set(_WANTED) and _UNSEEN not in names for names in _PAPERS]
    others = [names.isdisjoint(_WANTED) for names in _PAPERS]
    words = FeatureBlock(FeatureKind.WORD, list(zip(_PAPERS, wanted, strict=True)))
    themes = Themes(words, len(_PAPERS))
    pulls = zip(wanted, others, strict=True)
    themes.pull([is_wanted / sum(wanted) - is_other / sum(others) for is_wanted, is_other in pulls], 1.0)
    for weights in themes.of_words():
        words.add(weights)
    return words, themes


def test_a_word_without_wanted_papers_rises_with_the_words_beside_it() -> None:
    result = _learned()[0].weights_by_name(1.0)
    assert result[_UNSEEN] > 0 > max(result[word] for subject in _SUBJECTS[1:] for word in subject)


def test_the_score_of_themes_is_a_sum_over_words() -> None:
    words, themes = _learned()
    assert themes.scores() == pytest.approx(words.scores())
    assert max(themes.scores()) > 0 > min(themes.scores())


def test_papers_without_words_have_no_themes() -> None:
    themes = Themes(FeatureBlock(FeatureKind.WORD, [(frozenset(), True)] * 3), 3)
    themes.pull([1.0] * 3, 1.0)
    assert themes.scores() == [0, 0, 0]
    assert list(themes.of_words()) == []
