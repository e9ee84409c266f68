"""A field of research, as sentences.

Placeholders in the sentences: ``<x>`` is the subject (a plural), ``<X>`` the subject at the start of a sentence,
``<y>`` the setting (with its preposition), ``<m>`` the name of a method, ``<b>`` a bound and ``<c>`` another formula in
TeX, ``<n>`` a count of two digits, ``<k>`` of one digit, ``<p>`` a larger and ``<q>`` a smaller percentage, ``<f>`` a
factor. Words and formulas are the same throughout a paper; numbers are the same in a sentence and in the review card
made from it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A result: the sentence for the abstract, and the headline and deck for a review."""

    sentence: str
    headline: str
    deck: str


@dataclass(frozen=True, slots=True)
class Topic:
    """A primary category, its usual cross-lists, and the sentences of its abstracts; an abstract has the order opening,
    gap, aim, means, two findings, closing."""

    category: str
    crosses: tuple[str, ...]
    subjects: tuple[str, ...]
    settings: tuple[str, ...]
    methods: tuple[str, ...]
    bounds: tuple[str, ...]
    forms: tuple[str, ...]
    titles: tuple[str, ...]
    openings: tuple[str, ...]
    gaps: tuple[str, ...]
    aims: tuple[str, ...]
    means: tuple[str, ...]
    findings: tuple[Finding, ...]
    closings: tuple[str, ...]
