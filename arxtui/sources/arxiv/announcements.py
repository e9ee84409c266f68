"""The announcements of a paper in a feed or a listing: in which categories, and of which type."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arxtui.model.arxiv.taxonomy import canonical, covers, listed_under
from arxtui.model.paper import Announcement, AnnounceType, Paper

_OUTSIDE_PRIMARY = {AnnounceType.NEW: AnnounceType.CROSS, AnnounceType.REPLACE: AnnounceType.REPLACE_CROSS}


def announcements(paper: Paper, kind: AnnounceType, day: date, of: Sequence[str]) -> list[Announcement]:
    """Return one announcement for each category of the paper that is covered by ``of``.

    ``of`` are the requested categories; if it is empty, all categories of the paper are used. In the primary category
    the type is ``kind``; in any other, a new paper is a cross-list. A cross-list is news only in the other categories,
    so the primary category is left out if others are covered.

    If no category is covered, the paper still gets one announcement: in the requested category if there is exactly one,
    else in its primary category.
    """
    listed = listed_under(paper.categories) if of else paper.categories
    covered = [code for code in listed if not of or any(covers(requested, code) for requested in of)]
    covered = covered or list(of if len(of) == 1 else paper.categories[:1]) or list(of[:1])
    primary = (paper.primary_category, canonical(paper.primary_category))
    crossed = kind in (AnnounceType.CROSS, AnnounceType.REPLACE_CROSS)
    if crossed and len(covered) > 1 and covered[0] in primary:
        covered = covered[1:]
    return [
        Announcement(
            paper.id,
            day,
            code,
            kind if code in primary else _OUTSIDE_PRIMARY.get(kind, kind),
            paper.version,
        )
        for code in covered
    ]
