"""The categories that match a typed text."""

from __future__ import annotations

import pytest

from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, OTHER_NAMES
from arxtui.text import words
from arxtui.text.matching.categories import choices, listed_in

NAMES = {
    "quantum physics": "quant-ph",
    "computer vision": "cs.CV",
    "machine learning": "cs.LG",
    "artificial intelligence": "cs.AI",
    "astrophysics": "astro-ph",
    "information theory": "cs.IT",
    "mathematical physics": "math-ph",
    "systems and control": "eess.SY",
    "number theory": "math.NT",
    "k-theory": "math.KT",
    "high energy physics theory": "hep-th",
    "general relativity": "gr-qc",
    "computer science": "cs",
    "mathematics": "math",
    "physics": "physics",
    "statistics": "stat",
    "economics": "econ",
    "optics": "physics.optics",
    "human computer interaction": "cs.HC",
}
CODES = {
    "cs.LG": "cs.LG",
    "CS.lg": "cs.LG",
    "cs lg": "cs.LG",
    "lg": "cs.LG",
    "dc": "cs.DC",
    "ml": "cs.LG",
    "ai": "cs.AI",
    "hep-th": "hep-th",
    "hepth": "hep-th",
    "hep": "hep-ex",
    "cs": "cs",
    "math": "math",
    "stat-mech": "cond-mat.stat-mech",
    "astro": "astro-ph",
    # old codes that are now another category
    "cs.NA": "math.NA",
    "math.MP": "math-ph",
    "alg-geom": "math.AG",
}
BEGINNINGS = {
    "quantum": "quant-ph",
    "comp sci": "cs",
    "machine l": "cs.LG",
    "vision": "cs.CV",
    "vision computer": "cs.CV",
    "robot": "cs.RO",
    "crypto": "cs.CR",
    "neuro": "q-bio.NC",
    "math logic": "math.LO",
    "math learning": None,
    "machinelearning": "cs.LG",
    "  machine   learning ": "cs.LG",
}
MISSPELT = {
    "machne lerning": "cs.LG",
    "machien learning": "cs.LG",
    "quantm": "quant-ph",
    "quantum phisics": "quant-ph",
    "asrophysics": "astro-ph",
    "astrophisics": "astro-ph",
    "artifical inteligence": "cs.AI",
    "algebaric geometry": "math.AG",
    "superconductvity": "cond-mat.supr-con",
    "datbase": "cs.DB",
    "computer visoin": "cs.CV",
    "optcis": "physics.optics",
    "bilogy": "q-bio",
}
OTHERS = {
    "NLP": "cs.CL",
    "natural language processing": "cs.CL",
    "deep learning": "cs.LG",
    "graph theory": "math.CO",
    "string theory": "hep-th",
    "neuroscience": "q-bio.NC",
    "chemistry": "physics.chem-ph",
}


@pytest.mark.parametrize(
    ("typed", "first"), [*NAMES.items(), *CODES.items(), *BEGINNINGS.items(), *MISSPELT.items(), *OTHERS.items()]
)
def test_a_name_a_code_or_a_misspelling_finds_the_wanted_category_first(typed: str, first: str | None) -> None:
    found = choices(typed)
    assert (found[0].code if found else None) == first


@pytest.mark.parametrize("code", [code for code in CATEGORIES if code not in CANONICAL])
def test_every_category_is_first_by_its_code_and_found_by_its_name(code: str) -> None:
    assert choices(code)[0].code == code
    assert code in [choice.code for choice in choices(CATEGORIES[code])[:2]]


@pytest.mark.parametrize("code", CANONICAL)
def test_a_former_code_finds_its_category(code: str) -> None:
    assert choices(code)[0].code == CANONICAL[code]


@pytest.mark.parametrize("code", [code for code in CATEGORIES if code not in CANONICAL])
def test_a_name_is_found_at_every_letter_of_it(code: str) -> None:
    name = CATEGORIES[code]
    for end in range(1, len(name) + 1):
        assert code in [choice.code for choice in choices(name[:end])], name[:end]


@pytest.mark.parametrize("code", [code for code in CATEGORIES if code not in CANONICAL])
def test_a_long_word_without_one_of_its_letters_still_finds(code: str) -> None:
    known = {word for name in (*CATEGORIES.values(), *ARCHIVES.values()) for word in words(name)}
    for word in words(CATEGORIES[code]):
        for typed in (word[:place] + word[place + 1 :] for place in range(1, len(word) if len(word) > 5 else 0)):
            if not any(each.startswith(typed) for each in known):
                assert code in [choice.code for choice in choices(typed)], typed


def test_all_codes_with_one_beginning_are_together() -> None:
    assert [choice.code for choice in choices("hep")] == ["hep-ex", "hep-lat", "hep-ph", "hep-th"]
    assert all(choice.code.startswith("cond-mat") for choice in choices("cond-mat"))


def test_without_words_everything_is_listed_and_nothing_matches_nonsense() -> None:
    assert choices("") == choices("  ") == choices("-")
    assert len(choices("")) > 150
    assert not choices("xyzzy")
    assert not choices("machine xyzzy")


def test_every_other_name_belongs_to_a_category_that_can_be_chosen() -> None:
    assert set(OTHER_NAMES) <= {choice.code for choice in choices("")}


@pytest.mark.parametrize(("typed", "first"), [("cs.LGG", "cs.LG"), ("hep-thh", "hep-th"), ("quant", "quant-ph")])
def test_a_code_that_is_near_is_found_and_the_beginning_of_a_code_comes_first(typed: str, first: str) -> None:
    assert choices(typed)[0].code == first


@pytest.mark.parametrize("text", ["cs.AI, cs.CL", "cs.ai cs.cl", "cs.AI;cs.CL,", "cs.AI\tcs.CL cs.AI"])
def test_a_list_of_codes_matches_each_of_them(text: str) -> None:
    assert [choice.code for choice in choices(text)] == ["cs.AI", "cs.CL"]
    assert choices(text) == listed_in(text)


@pytest.mark.parametrize("text", ["", "cs.AI and cs.CL", "machine learning", "cs lg"])
def test_text_that_is_no_list_of_codes_names_no_category(text: str) -> None:
    assert listed_in(text) == []


def test_the_abbreviation_llm_finds_a_category() -> None:
    assert [choice.code for choice in choices("LLM")] == ["cs.CL"]


def test_matches_are_outside_their_archive_and_a_whole_list_within() -> None:
    assert {choice.code for choice in choices("") if choice.within} == {
        code for code in CATEGORIES if "." in code
    }.difference(CANONICAL)
    for typed in ("cs", "learning", "cs.AI, cs.CL", "cs.LGG", "mathematics"):
        assert choices(typed)
        assert not any(choice.within for choice in choices(typed))


@pytest.mark.parametrize("word", ["computer", "science", "quantitative", "biology", "finance", "systems"])
def test_categories_with_a_word_of_their_own_come_before_those_of_an_archive_that_has_it(word: str) -> None:
    found = [choice.code for choice in choices(word)]
    names = [" ".join((code, CATEGORIES.get(code) or ARCHIVES[code], *OTHER_NAMES.get(code, ()))) for code in found]
    own = [any(each.startswith(word) for each in words(name)) for name in names]
    assert own == sorted(own, reverse=True)
    assert not all(own)


@pytest.mark.parametrize(("inside", "found"), [("sm", False), ("smo", True), ("smol", True)])
def test_three_letters_are_found_inside_a_word(inside: str, found: bool) -> None:
    assert ("astro-ph.CO" in [choice.code for choice in choices(inside)]) is found
