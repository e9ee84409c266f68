"""Where a paper was published, or is to be, as its comment and its journal reference say: "Accepted at ICS 2026, 12
pages", "Phys.Rev.D79:123,2009".

Nobody writes these to be read by a program. What is found is a name with a year; how often it is right is measured in
docs/venues.md. Nothing is made of a sentence that names no venue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from arxtui.model.venue import Venue, VenueStatus
from arxtui.patterns import pattern
from arxtui.text.mentions.venue_phrases import Named, journal_of, known, lowered, named, plain

_CUE = pattern(
    r"\b(?:"
    r"(?P<submitted>(?:re-?)?submitted|under (?:\w+ )?review|soumis|in preparation for|prepared for)"
    r"|(?P<accepted>acc?[ce]?pe?t(?:ed)?|to appear|(?:will|shall) (?:appear|be (?:published|presented))"
    r"|to be (?:published|presented)|in press|forthcoming|presented|(?:talk|lecture(?!s? notes)|poster)s?"
    r"|contribut(?:ion|ed)|camera[- ]ready(?: version)?"
    r"|(?:conference|workshop) paper)"
    r"|(?P<published>published(?: version)?|appear(?:s|ed))"
    r"|(?P<proceedings>(?:pre-?|post-?)?proceedings?|proc)"
    r")\b"
)
"""For :func:`lowered` texts, as they are looked through in half the time."""
_AFTER = pattern(
    r"[\s,(\[]*\b(?:(?P<accepted>in press|in print|accepted|to appear)|(?P<submitted>submitted|under review))\b", re.I
)
_SUBMISSION = pattern(r"submi|review", re.I)
_LONGEST = 1_000
"""Characters that are looked at: a longer comment is an essay."""
_AHEAD = 180
_PIECES = pattern(r"[;\n]|,\s+|(?<=\w{4})\.\s+|(?<=\))\s")
_COUNTED = pattern(r"\d+\+?\d*\s?(?:p|f|t|[A-Z]|$)|$")
_NEGATED = pattern(r"\b(?:not|previously|originally|an earlier version)\W+(?:\w+\W+){0,3}$", re.I)
_KEPT = 4096
"""Answers that are remembered: a list is painted again and again, and one comment in six is that of another paper."""
_STATUSES = {**{status.value: status for status in VenueStatus}, "proceedings": VenueStatus.PUBLISHED}
_RANK = {VenueStatus.PUBLISHED: 0, VenueStatus.ACCEPTED: 1, VenueStatus.SUBMITTED: 2}


def venue_of(comment: str | None, journal_ref: str | None) -> Venue | None:
    """The venue of a paper: of several that are named the one that is furthest; None where none is named."""
    return next(iter(venues_of(comment, journal_ref)), None)


def venue_in_words(venue: Venue) -> str:
    """``ICS 2026, accepted``."""
    return f"{venue.name} {venue.year or ''}".strip() + f", {venue.status}"


@lru_cache(_KEPT)
def venues_of(comment: str | None, journal_ref: str | None) -> tuple[Venue, ...]:
    """Every venue that a paper's comment and journal reference name, the published ones first, each once."""
    found = list(_of_reference(plain(journal_ref[:_LONGEST]))) if journal_ref else []
    if comment:
        found += _of_comment(plain(comment[:_LONGEST]))
    ranked = sorted(found, key=lambda venue: _RANK[venue.status])
    return tuple({venue.name: venue for venue in reversed(ranked)}.values())[::-1]


def _of_reference(text: str) -> Iterator[Venue]:
    if found := journal_of(text):
        yield _venue(found, VenueStatus.PUBLISHED)
        return
    told = _CUE.match(lowered(text))
    status = VenueStatus.SUBMITTED if told and told["submitted"] else VenueStatus.PUBLISHED
    if found := named(text[told.end() if told and not told["proceedings"] else 0 :], reference=True):
        yield _venue(found, status)


def _of_comment(text: str) -> Iterator[Venue]:
    read = 0
    for cue in _CUE.finditer(lowered(text)):
        if cue.start() < read:
            continue
        begin = cue.start() if cue["proceedings"] else cue.end()
        found = named(text[begin : begin + _AHEAD])
        if found and not _NEGATED.search(text[max(0, cue.start() - 40) : cue.start()]):
            read = begin + found.end
            yield _venue(found, _STATUSES[cue.lastgroup or ""])
    if not read:
        yield from _of_pieces(text)


def _of_pieces(text: str) -> Iterator[Venue]:
    """What is a known venue without a verb: "ICML 2026 (oral)", "MNRAS, in press", "Phys. Rev. D 67 (2003)"."""
    places = [0, *(cut.end() for cut in _PIECES.finditer(text))]
    for place in places:
        found = None if _COUNTED.match(text, place) else known(text[place : place + _AHEAD])
        if not found:
            continue
        after = _AFTER.match(text, place + found.end)
        if after:
            yield _venue(found, _STATUSES[after.lastgroup or ""])
        elif found.numbered:
            sent = _SUBMISSION.search(text, place + found.end, place + found.end + 20)
            yield _venue(found, VenueStatus.SUBMITTED if sent else VenueStatus.ACCEPTED)


def _venue(found: Named, status: VenueStatus) -> Venue:
    return Venue(found.name, found.year, status, found.written)
