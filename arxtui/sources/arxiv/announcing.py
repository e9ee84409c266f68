"""In which categories a feed or a listing announces a paper, and as what."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arxtui.model.arxiv.taxonomy import CANONICAL, CATEGORIES, covers
from arxtui.model.paper import Announcement, AnnounceType, Paper

_ELSEWHERE = {AnnounceType.NEW: AnnounceType.CROSS, AnnounceType.REPLACE: AnnounceType.REPLACE_CROSS}
# A paper of math.NA is one of cs.NA as well, whether it says so or not.
_SECOND_NAMES = {code: alias for alias, code in CANONICAL.items() if alias in CATEGORIES}


def announcements(paper: Paper, kind: AnnounceType, day: date, of: Sequence[str]) -> list[Announcement]:
    """One row a category of the paper that ``of`` covers (what was asked for; all of them where nothing was).

    In the primary category ``kind`` holds; elsewhere a new paper is a cross-list. A cross-list is news of the other
    categories, so the primary one is left out when others are covered. Where nothing is covered, the paper was
    announced all the same: in what was asked for if that is one, else in its primary category.
    """
    covered = _covered(paper.categories, of) if of else list(paper.categories)
    covered = covered or list(of if len(of) == 1 else paper.categories[:1]) or list(of[:1])
    crossed = kind in (AnnounceType.CROSS, AnnounceType.REPLACE_CROSS)
    if crossed and len(covered) > 1 and covered[0] == paper.primary_category:
        covered = covered[1:]
    return [
        Announcement(
            paper.id,
            day,
            code,
            kind if code == paper.primary_category else _ELSEWHERE.get(kind, kind),
            paper.version,
        )
        for code in covered
    ]


def _covered(categories: Sequence[str], of: Sequence[str]) -> list[str]:
    aliases = (_SECOND_NAMES[code] for code in categories if code in _SECOND_NAMES)
    return [code for code in dict.fromkeys((*categories, *aliases)) if any(covers(asked, code) for asked in of)]
