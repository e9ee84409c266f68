"""Category codes from category names, which the format ``oai_dc`` has instead of codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, RETIRED, archive_of
from arxtui.text import clean

# Former names of categories, used in documents saved before they were renamed.
_FORMER = {
    "Cosmology and Extragalactic Astrophysics": "astro-ph.CO",
    "Galaxy Astrophysics": "astro-ph.GA",
    "Instrumentation and Methods for Astrophysics": "astro-ph.IM",
    "Learning": "cs.LG",
    "Mesoscopic Systems and Quantum Hall Effect": "cond-mat.mes-hall",
}


def category_codes(subjects: Iterable[str], sets: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of the categories in ``subjects``, in that order; other subjects are MSC and ACM classes.

    Several categories can have the same name (``Machine Learning``). The record's ``sets`` (``cs:cs:LG``, or only
    ``cs``) decide between them, and add the categories that are missing in ``subjects``.
    """
    set_codes = [code for each in sets if (code := _code_of_set(each))]
    archives = {archive_of(code) for code in set_codes}
    codes: dict[str, None] = {}
    for subject in subjects:
        candidates = _codes_by_name().get(clean(subject), ())
        codes.update(dict.fromkeys(_choose(candidates, set_codes, archives)))
    codes.update(dict.fromkeys(code for code in set_codes if code in CATEGORIES))
    return tuple(codes)


def _choose(candidates: tuple[str, ...], set_codes: list[str], archives: set[str]) -> Iterator[str]:
    exact = [code for code in candidates if code in set_codes]
    yield from exact or [code for code in candidates if archive_of(code) in archives] or candidates[:1]


def _code_of_set(name: str) -> str:
    """Return the category or archive of a set named ``group``, ``group:archive`` or ``group:archive:CLASS``."""
    parts = clean(name).split(":")
    return ".".join(parts[1:]) or parts[0]


@cache
def _codes_by_name() -> dict[str, tuple[str, ...]]:
    codes: dict[str, tuple[str, ...]] = {}
    names = [*CATEGORIES.items(), *RETIRED.items(), *((code, name) for name, code in _FORMER.items())]
    for code, name in names:
        # Until 2025, the name of the archive preceded the category's name.
        for form in (name, f"{ARCHIVES.get(archive_of(code), '')} - {name}"):
            codes[form] = (*codes.get(form, ()), code)
    return codes
