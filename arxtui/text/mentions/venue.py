"""The venue where a paper was or will be published, from its comment and journal reference: "Accepted at ICS 2026, 12
pages", "Phys.Rev.D79:123,2009".

These texts are not written for programs. The result is a name with a year; docs/venues.md states how often it is right.
A sentence that names no venue gives no result.
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
"""For :func:`lowered` texts: matching without regard to case would take twice as long."""
_AFTER = pattern(
    r"[\s,(\[]*\b(?:(?P<accepted>in press|in print|accepted|to appear)|(?P<submitted>submitted|under review))\b", re.I
)
_SUBMISSION = pattern(r"submi|review", re.I)
_LONGEST = 1_000
"""The most characters that are searched: a longer comment is an essay."""
_AHEAD = 180
_PIECES = pattern(r"[;\n]|,\s+|(?<=\w{4})\.\s+|(?<=\))\s")
_COUNTED = pattern(r"\d+\+?\d*\s?(?:p|f|t|[A-Z]|$)|$")
_NEGATED = pattern(r"\b(?:not|previously|originally|an earlier version)\W+(?:\w+\W+){0,3}$", re.I)
_KEPT = 4096
"""The size of the cache: a list is painted repeatedly, and one comment in six is identical to that of another paper."""
_STATUSES = {**{status.value: status for status in VenueStatus}, "proceedings": VenueStatus.PUBLISHED}
_RANK = {VenueStatus.PUBLISHED: 0, VenueStatus.ACCEPTED: 1, VenueStatus.SUBMITTED: 2}


def venue_of(comment: str | None, journal_ref: str | None) -> Venue | None:
    """Return the venue of a paper; of several, the one with the most advanced status. None if no venue is named."""
    return next(iter(venues_of(comment, journal_ref)), None)


def venue_in_words(venue: Venue) -> str:
    """Return ``ICS 2026, accepted``."""
    return f"{venue.name} {venue.year or ''}".strip() + f", {venue.status}"


@lru_cache(_KEPT)
def venues_of(comment: str | None, journal_ref: str | None) -> tuple[Venue, ...]:
    """Return every venue in a paper's comment and journal reference, each once, the published ones first."""
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
    """Yield the known venues that are named without a verb: "ICML 2026 (oral)", "MNRAS, in press", "Phys.

    Rev. D 67 (2003)".
    """
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
