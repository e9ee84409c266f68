"""Targets on a page: citations, references, notes, links, pictures and formulas."""

from __future__ import annotations

from collections.abc import Container, Iterable

from arxtui.light import NamedTuple
from arxtui.reader.find import Match
from arxtui.reader.lines import Line, Place, Role

FOLLOWED = frozenset({Role.CITATION, Role.REFERENCE, Role.NOTE, Role.LINK, Role.PICTURE})
FORMULAS = frozenset({Role.MATH})
_TEX = "tex:"


class PageTarget(NamedTuple):
    """A range of a block's text, from ``start`` to ``end`` (exclusive), that refers to ``name``: an anchor, a note, an
    address, or ``tex:`` and TeX code."""

    block: int
    start: int
    end: int
    role: Role
    name: str

    @property
    def match(self) -> Match:
        """The range of text."""
        return Match(self.block, self.start, self.end)

    @property
    def tex(self) -> str:
        """The TeX code of a formula."""
        return self.name.removeprefix(_TEX)


def targets(lines: Iterable[Line], roles: Container[Role]) -> list[PageTarget]:
    """Return the targets in some lines, in reading order. A target that continues in the next run or line is one
    target."""
    result: list[PageTarget] = []
    for line in lines:
        for run in line.runs:
            if run.role not in roles or not run.target or not (run.size or run.role is Role.PICTURE):
                continue
            end = run.start + run.size
            last = result[-1] if result else None
            target = PageTarget(line.block, run.start, end, run.role, run.target)
            if last and _goes_on(last, target):
                result[-1] = last._replace(end=max(end, last.end))
            else:
                result.append(target)
    return list(dict.fromkeys(result))


def _goes_on(before: PageTarget, target: PageTarget) -> bool:
    is_close = before.start <= target.start <= before.end + 1
    return is_close and (before.block, before.name, before.role) == (target.block, target.name, target.role)


def target_at(candidates: Iterable[PageTarget], place: Place) -> PageTarget | None:
    """Return the target that contains a character; None if there is none."""
    block, character = place
    return next((each for each in candidates if each.block == block and each.start <= character < each.end), None)


def neighbour(candidates: list[PageTarget], chosen: PageTarget | None, step: int) -> PageTarget | None:
    """Return the target after (1) or before (-1) the chosen one, cyclically; the first or last if none is chosen.
    Returns None if there are no targets."""
    if not candidates:
        return None
    if chosen not in candidates:
        return candidates[0 if step > 0 else -1]
    return candidates[(candidates.index(chosen) + step) % len(candidates)]
