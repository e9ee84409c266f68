"""Identifiers, and the keys computed from them."""

from __future__ import annotations

import gzip
import json
from datetime import date
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import (
    OLD_ARCHIVES,
    ArxivId,
    id_of,
    is_on_arxiv,
    is_pending,
    is_work,
    join_key,
    key_named,
    key_of,
    month_number,
    name_of,
    pending_key,
    split_key,
    work_key,
    year_month,
)

_MONTHS = st.integers(min_value=1, max_value=12)


@st.composite
def _new_ids(draw: st.DrawFn) -> str:
    year, month = draw(st.integers(2007, 2089)), draw(_MONTHS)
    if year == 2007:
        month = max(month, 4)
    digits = 4 if year < 2015 else 5
    return f"{year % 100:02}{month:02}.{draw(st.integers(1, 10**digits - 1)):0{digits}}"


@st.composite
def _old_ids(draw: st.DrawFn) -> str:
    year, month = draw(st.integers(1991, 2007)), draw(_MONTHS)
    if year == 2007:
        month = min(month, 3)
    return f"{draw(st.sampled_from(OLD_ARCHIVES))}/{year % 100:02}{month:02}{draw(st.integers(1, 999)):03}"


_IDS = _new_ids() | _old_ids()


@given(_IDS)
@example("1412.9999")
@example("1501.00001")
def test_a_key_leads_back_to_its_id(base: str) -> None:
    assert id_of(key_of(base)) == base
    assert not is_pending(key_of(base))


@pytest.mark.parametrize(
    ("base", "key"),
    [
        ("2605.01234", 1_825_361_102_034),
        ("1412.9999", 1_236_950_591_247),
        ("hep-th/9901001", 416_611_978_241),
        ("stat/0703999", 837_518_792_679),
    ],
)
def test_the_key_of_a_paper_never_changes(base: str, key: int) -> None:
    """Existing libraries contain keys that were computed years ago."""
    assert key_of(base) == key


def test_the_key_of_a_paper_known_only_from_a_review_never_changes() -> None:
    assert pending_key(date(2026, 5, 13), "0f" * 32) == 1_829_409_847_701


@given(_IDS, _IDS)
def test_two_papers_never_share_a_key(one: str, other: str) -> None:
    assert (key_of(one) == key_of(other)) == (one == other)


@given(_IDS, st.none() | st.integers(1, 999))
def test_every_way_of_writing_an_id_is_read(base: str, version: int | None) -> None:
    wanted = ArxivId(base, version)
    for text in (
        f"{wanted}",
        f" arXiv:{wanted}\n",
        f"arxiv: {wanted}",
        f"oai:arXiv.org:{wanted}",
        f"http://arxiv.org/abs/{wanted}",
        f"https://export.arxiv.org/abs/{wanted}?context=cs#top",
        f"https://arxiv.org/pdf/{wanted}.pdf",
        f"arxiv.org/html/{wanted}/",
        f"https://www.alphaxiv.org/abs/{wanted}",
        f"https://ar5iv.labs.arxiv.org/html/{wanted}",
        f"https://huggingface.co/papers/{wanted}",
        f"https://scirate.com/arxiv/{wanted}",
        f"10.48550/arXiv.{wanted}",
        f"https://doi.org/10.48550/arxiv.{wanted}",
        f"arXiv {wanted}",
        f"info:arxiv/{wanted}",
        f"https://arxiv.org/abs/arXiv:{wanted}",
        f"https://arxiv.org/ps/{wanted}.ps.gz",
        f"https://hf.co/papers/{wanted}",
        f"https://www.semanticscholar.org/arxiv/{wanted}",
        f"https://api.semanticscholar.org/arXiv:{wanted}",
        f"https://inspirehep.net/api/arxiv/{wanted}",
        f"https://r.jina.ai/https://arxiv.org/pdf/{wanted}",
        f"https://example.org/url?q={quote(f'https://arxiv.org/abs/{wanted}', safe='')}&sa=D",
        f"({wanted}), ",
        *(f"{wanted}.{ending}" for ending in ("pdf", "ps", "tar", "zip", "gz", "tex", "htm", "html", "tar.gz", "PDF")),
        f"{wanted}".replace("v", "V") if version and "/" not in base else f"{wanted}",
        f"arXiv:{wanted} [cs.LG]",
        f"arXiv:{wanted} [math-ph] 5 Feb 2026",
        *(f"{wanted}".replace("-", hyphen) for hyphen in "\u2010\u2011\u2013\u2212"),
    ):
        assert ArxivId.parse(text) == wanted, text
    assert wanted.key == key_of(base)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("hep-th9901001.pdf", "hep-th/9901001"),
        ("astro-ph9912010v2.gz", "astro-ph/9912010v2"),
        ("hep-th_9901001", "hep-th/9901001"),
        ("hepth/9901001", "hep-th/9901001"),
        ("math.GT0309136v1.ps.gz", "math/0309136v1"),
        ("math.GT/0309136", "math/0309136"),
        ("cs.LG/2602.23556v2", "2602.23556v2"),
        ("astro-ph.CO/0903.0001", "0903.0001"),
        ("2026arXiv260223556S", "2602.23556"),
        ("https://ui.adsabs.harvard.edu/abs/2012arXiv1201.0490P/abstract", "1201.0490"),
        ("２６０２．２３５５６", "2602.23556"),
    ],
)
def test_the_forms_of_files_old_citations_and_input_methods_are_read(text: str, named: str) -> None:
    assert str(ArxivId.parse(text)) == named


@given(st.text(max_size=30) | st.from_regex(r"[a-z.-]{0,8}/?[0-9.v]{4,14}", fullmatch=True))
def test_an_invalid_id_is_refused_and_the_key_of_a_valid_one_leads_back_to_it(text: str) -> None:
    try:
        read = ArxivId.parse(text)
    except ValueError:
        return
    assert id_of(read.key) == read.base


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2602",
        "2613.00001",
        "0703.0001",
        "0704.00001",
        "1501.0001",
        "1412.00001",
        "2602.00000",
        "hep-th/9901000",
        "hep-th/0704001",
        "made-up/9901001",
        "2602.23556v0",
        "2602.arXiv:23556",
        "https://example.org/abs/2602.23556",
        "10.1000/2602.23556",
        "2602.23556v1v2",
        "made-up/2602.23556",
        "cs.LG2602.23556",
        "https://example.org/2602.23556.pdf",
    ],
)
def test_an_id_that_arxiv_cannot_have_given_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an arXiv identifier"):
        ArxivId.parse(text)


@pytest.mark.parametrize(
    "text", ["1501.0001", "2602.23556v2", "made-up/9901001", "hep-th/0801001", "", "math.AG/9901001"]
)
def test_only_the_plain_form_has_a_key(text: str) -> None:
    with pytest.raises(ValueError, match="not an arXiv identifier"):
        key_of(text)


def test_a_subject_class_is_no_part_of_an_old_id() -> None:
    assert ArxivId.parse("math.AG/0309136v2") == ArxivId("math/0309136", 2)


def test_newest_first_is_descending_key() -> None:
    in_time = [
        "hep-th/9108001",
        "acc-phys/9909001",
        "math/0703999",
        "0704.0001",
        "1412.9999",
        "1501.00001",
        "2605.01234",
    ]
    assert sorted(in_time, key=key_of) == in_time


def test_a_paper_known_only_from_a_review_is_in_its_month() -> None:
    key = pending_key(date(2026, 5, 13), "0f" * 32)
    assert is_pending(key)
    assert id_of(key) is None
    assert key_of("2605.99999") < key < key_of("2606.00001")
    assert key == pending_key(date(2026, 5, 31), "0f" * 32)
    assert key != pending_key(date(2026, 5, 13), "10" * 32)
    assert [pending_key(day, "") >> 32 for day in (date(1066, 10, 14), date(1990, 12, 31))] == [1, 1]
    assert [pending_key(day, "") >> 32 for day in (date(1991, 1, 1), date(1991, 2, 1))] == [1, 2]


@given(st.dates(date(1991, 1, 1), date(2090, 12, 31)), st.text(max_size=9))
def test_the_name_of_a_paper_known_only_from_a_review_leads_back_to_its_key(day: date, sign: str) -> None:
    name = name_of(pending_key(day, sign))
    assert name.startswith(f"pith-{day:%y%m}.")
    assert key_named(name) == key_named(f" {name.upper()} ") == pending_key(day, sign)


@given(st.integers(1991, 2090), st.text(max_size=9))
def test_the_name_of_a_work_outside_arxiv_leads_back_to_its_key(year: int, identity: str) -> None:
    key = work_key(year, identity)
    assert name_of(key).startswith(f"work-{year % 100:02}01.")
    assert key_named(name_of(key)) == key
    assert (is_work(key), is_pending(key), is_on_arxiv(key), id_of(key)) == (True, False, False, None)
    assert not is_work(pending_key(date(year, 1, 1), identity))


def test_the_name_of_any_other_paper_is_its_identifier() -> None:
    assert name_of(key_of("hep-th/9901001")) == "hep-th/9901001"
    assert key_named("https://arxiv.org/abs/2605.01234v2") == key_of("2605.01234")


@pytest.mark.parametrize(
    "text",
    [
        *("pith-2605.1a2b3c4", "pith-2613.1a2b3c4d", "pith-2605.8a2b3c4d", "pith-2605.1a2b3c4dv1"),
        *("work-9901.4a2b3c4d", "work-9913.1a2b3c4d", "book-9901.1a2b3c4d"),
    ],
)
def test_an_invalid_pith_work_or_book_name_has_no_key(text: str) -> None:
    with pytest.raises(ValueError, match="not an arXiv identifier"):
        key_named(text)


@given(st.integers(1, 3000), st.integers(0, 2**32 - 1))
def test_keys_split_into_month_and_rest(month: int, low: int) -> None:
    assert split_key(join_key(month, low)) == (month, low)


@given(st.integers(1991, 2090), _MONTHS)
def test_months_count_from_january_1991(year: int, month: int) -> None:
    assert year_month(month_number(year, month)) == (year, month)
    assert month_number(1991, 1) == 1


def test_every_real_id_leads_back(shared: Path) -> None:
    with gzip.open(shared / "data/papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        ids = [json.loads(line)["id"] for line in lines]
    ids += [json.loads(line)["id"] for line in (shared / "data/papers-odd.jsonl").read_text().splitlines()]
    assert [id_of(ArxivId.parse(each).key) for each in ids] == ids
