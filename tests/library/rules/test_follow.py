"""Followed authors, in all the forms in which bibliographies write their names, and followed keywords, as rules."""

from __future__ import annotations

import pytest

from arxtui.config.settings import FollowSettings
from arxtui.library.rules.name_forms import NameForm, form_of, rules_of, words_of
from arxtui.model.rules import Rule


@pytest.mark.parametrize(
    ("name", "written", "exact"),
    [
        ("Leslie Sample", "Leslie Sample", True),
        ("Leslie Sample", "leslie sample", True),
        ("Leslie Sample", "L. Sample", False),
        ("Leslie Sample", "Sample, L.", False),
        ("Leslie Sample", "Sample, Leslie", False),
        ("Leslie Sample", "Leslie B. Sample", False),
        ("Leslie Sample", "L. B. Sample", False),
        ("Leslie B. Sample", "Leslie B. Sample", True),
        ("Leslie Bo Sample", "L. B. Sample", False),
        ("Leslie Bo Sample", "Leslie B. Sample", False),
        ("Leslie Bo Sample", "Leslie Sample", False),
        ("Leslie Bo Sample", "L. Sample", False),
        ("Vincent van der Berg", "V. van der Berg", False),
        ("Vincent van der Berg", "van der Berg, V.", False),
        ("van Dyk", "Dyk, V.", False),
        ("Plato", "Plato", True),
    ],
)
def test_a_name_is_found_in_the_forms_of_bibliographies(name: str, written: str, exact: bool) -> None:
    assert form_of(name, ["Somebody Else", written]) == NameForm(written, exact)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Leslie Sample", "Lea Sample"),
        ("Leslie Sample", "Leslie Other"),
        ("Leslie Sample", "M. Sample"),
        ("Leslie Sample", "Leslie Bo Sample"),
        ("Leslie Bo Sample", "Leslie C. Sample"),
        ("Leslie Bo Sample", "B. Sample"),
        ("Vincent van der Berg", "V. Berg"),
        ("Vincent van der Berg", "V. D. Berg"),
        ("Plato", "P. Plato"),
    ],
)
def test_another_persons_name_is_not_taken_for_it(name: str, written: str) -> None:
    assert form_of(name, [written]) is None


def test_the_name_itself_is_taken_before_a_form_and_the_first_form_before_others() -> None:
    assert form_of("Leslie Sample", ["L. Sample", "Leslie Sample"]) == NameForm("Leslie Sample", exact=True)
    assert form_of("Leslie Sample", ["L. Sample", "Sample, L."]) == NameForm("L. Sample", exact=False)
    assert form_of("Leslie Sample", []) is None


def test_a_form_says_that_it_may_be_somebody_else() -> None:
    assert NameForm("Leslie Sample", exact=True).note == ""
    assert NameForm("L. Sample", exact=False).note == 'as "L. Sample", a name form: may be someone else'


def test_each_followed_author_or_keyword_is_a_rule() -> None:
    follow = FollowSettings(("Ada Example",), ("queues", "fair locks", "lock*"), author_score=8, keyword_score=4)
    assert list(rules_of(follow)) == [
        (Rule("following Ada Example", 'au:"Ada Example"', highlight=True, score=8), "Ada Example"),
        (Rule("following queues", "ti:queues OR abs:queues", highlight=True, score=4), ""),
        (Rule("following fair locks", 'ti:"fair locks" OR abs:"fair locks"', highlight=True, score=4), ""),
        (Rule("following lock*", "ti:lock* OR abs:lock*", highlight=True, score=4), ""),
    ]


def test_followed_keywords_are_shown_in_titles_and_abstracts_and_forms_of_followed_names_in_authors() -> None:
    wanted = words_of(FollowSettings(("Ada Example",), ("fair locks",)))
    assert wanted.title.phrases == wanted.abstract.phrases == (("fair", "locks"),)
    assert set(wanted.authors.phrases) == {("ada", "example"), ("a", "example"), ("example", "ada"), ("example", "a")}
