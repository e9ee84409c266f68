"""One field of research, as sentences.

Places in the sentences: ``<x>`` what is studied (a plural), ``<X>`` the same at the start of a sentence, ``<y>`` where
(with its preposition), ``<m>`` the name of a method, ``<b>`` a bound and ``<c>`` another formula in TeX, ``<n>`` and
``<k>`` counts of two digits and of one, ``<p>`` and ``<q>`` a larger and a smaller percentage, ``<f>`` a factor. In one
paper a word or formula is one and the same throughout, a figure in a sentence and what a review makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A result: the sentence of the abstract, and the headline and deck that a review makes of it."""

    sentence: str
    headline: str
    deck: str


@dataclass(frozen=True, slots=True)
class Topic:
    """A primary category, its usual cross-lists, and the sentences that its abstracts are put together from, in the
    order opening, gap, aim, means, two findings, closing."""

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
