"""What is wrong with a field of an entry, and what is only spelled otherwise."""

from __future__ import annotations

import pytest

from arxtui.library.references.comparing import title_remarks
from arxtui.text.mentions.titles import title_words


@pytest.mark.parametrize(
    ("own", "is_hint"),
    [
        ("Optimization of a Center Near √s × Two", True),
        ("Optimisations of a centre near sqrt(s) two", True),
        ("Optimisation of a sensor near sqrt(s) x two", False),
        ("Optimisation of a centre near sqrt(s) x one", False),
    ],
)
def test_american_spelling_and_signs_that_have_names_are_the_same_title(own: str, is_hint: bool) -> None:
    title = "Optimisation of a centre near sqrt(s) x two"
    [remark] = title_remarks(title_words(own), [title_words(title)], title)
    assert remark.is_hint is is_hint
