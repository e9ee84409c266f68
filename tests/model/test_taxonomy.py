"""arXiv's categories."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import OLD_ARCHIVES
from arxtui.model.arxiv.taxonomy import (
    ARCHIVES,
    CANONICAL,
    CATEGORIES,
    RETIRED,
    archive_of,
    canonical,
    canonical_case,
    category_name,
    codes_of,
    covers,
    listed_under,
)


def test_every_category_belongs_to_an_archive() -> None:
    assert {archive_of(code) for code in CATEGORIES} <= set(ARCHIVES)


def test_the_category_of_an_alias_is_active() -> None:
    assert {today for today in CANONICAL.values() if today not in CATEGORIES} == set()
    assert set(CANONICAL) <= set(CATEGORIES) | set(RETIRED)


def test_every_archive_of_the_time_of_old_ids_has_a_key_number() -> None:
    assert {archive_of(code) for code in RETIRED} <= set(OLD_ARCHIVES)


@pytest.mark.parametrize("code", [*CATEGORIES, *ARCHIVES, *RETIRED])
def test_a_code_is_known_in_any_case_and_has_a_name(code: str) -> None:
    assert canonical_case(code.upper()) == canonical_case(code.lower()) == code
    assert category_name(code) not in ("", code)


@pytest.mark.parametrize(
    ("code", "present"),
    [
        ("cs.LG", "cs.LG"),
        ("cs.lg", "cs.LG"),
        ("cs.na", "math.NA"),
        ("MATH.NA", "math.NA"),
        ("Alg-Geom", "math.AG"),
        ("hep-TH", "hep-th"),
    ],
)
def test_the_present_code_of_a_category_is_found_in_any_case(code: str, present: str) -> None:
    assert canonical(code) == present


def test_an_unknown_code_is_left_as_it_is() -> None:
    assert canonical_case("Made.UP") == canonical("Made.UP") == "Made.UP"
    assert category_name("Made.UP") == "Made.UP"


@pytest.mark.parametrize(
    ("subscription", "category", "held"),
    [
        ("cs.DC", "cs.DC", True),
        ("cs.DC", "cs.DS", False),
        ("cs", "cs.DC", True),
        ("math", "math-ph", False),
        ("math-ph", "math-ph", True),
        ("astro-ph", "astro-ph", True),
        ("astro-ph", "astro-ph.CO", True),
        ("astro-ph.CO", "astro-ph", False),
        ("hep-th", "hep-ph", False),
    ],
)
def test_an_archive_takes_in_its_categories_and_no_other(subscription: str, category: str, held: bool) -> None:
    assert covers(subscription, category) is held


def test_codes_and_names_are_those_of_arxiv(shared: Path) -> None:
    held = json.loads((shared / "data/categories.json").read_text())
    real = {code: entry for code, entry in held.items() if not code.startswith(("test", "bad-arch"))}
    assert {code: entry["name"] for code, entry in real.items()} == {**CATEGORIES, **RETIRED}
    assert {code for code, entry in real.items() if entry["active"]} == set(CATEGORIES)


@pytest.mark.parametrize("pair", [("cs.NA", "math.NA"), ("math-ph", "math.MP"), ("q-fin.EC", "econ.GN")])
def test_a_category_with_two_codes_is_known_by_both(pair: tuple[str, str]) -> None:
    assert codes_of(pair[0]) == pair
    assert codes_of(pair[1]) == pair[::-1]
    assert set(listed_under(pair[:1])) == set(listed_under(pair[1:])) == set(pair)


def test_a_paper_of_an_old_archive_is_in_its_present_category_and_not_the_other_way_round() -> None:
    assert listed_under(("cmp-lg", "cs.NA")) == ("cmp-lg", "cs.CL", "cs.NA", "math.NA")
    assert listed_under(("cs.CL",)) == codes_of("cs.CL") == ("cs.CL",)
    assert codes_of("cmp-lg") == ("cmp-lg",)


def test_codes_of_one_category_and_old_archives_are_those_of_arxiv(shared: Path) -> None:
    real = json.loads((shared / "data/arxiv/misc/taxonomy.json").read_text())
    assert {**real["category_aliases"], **real["archives_subsumed"]} == CANONICAL
    assert {code for code in CATEGORIES if len(codes_of(code)) > 1} == {
        *real["category_aliases"],
        *real["category_aliases"].values(),
    }
