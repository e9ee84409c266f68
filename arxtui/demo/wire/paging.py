"""The links between the pages of a listing, as arXiv shows them above and below its entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SIZES = (25, 50, 100, 250, 500, 1000, 2000)
"""How many entries a page can show."""

_NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class Window:
    """The entries on a page: ``show`` entries after the first ``skip``."""

    skip: int
    show: int


def page_links(address: str, total: int, window: Window) -> str:
    """Return the links to the first, the last and the nearby pages; "" if there is only one page."""
    if total <= window.show:
        return ""
    starts = list(range(0, total, window.show))
    here = window.skip // window.show
    near = [number for number in range(len(starts)) if number in (0, len(starts) - 1) or _near(number, here)]
    lines = [":"]
    for before, number in zip([-1, *near], near, strict=False):
        if number > before + 1:
            lines.append("      <span>...</span>")
        label = f"{starts[number] + 1}-{min(total, starts[number] + window.show)}"
        link = f"<a href={address}?skip={starts[number]}&amp;show={window.show}>{label}</a>"
        lines.append(f"      <span>{label}</span>" if number == here else f"      {link}")
    return "\n".join(lines)


def more_fewer(address: str, total: int, window: Window) -> Iterator[str]:
    """Yield links that show fewer, more or all entries on a page; a word without a link if there is no such page."""
    fewer = max((size for size in SIZES if size < window.show), default=None)
    more = min((size for size in SIZES if window.show < size < total), default=None)
    sizes = {"fewer": fewer, "more": more, "all": SIZES[-1] if window.show < total else None}
    for number, (word, size) in enumerate(sizes.items()):
        if number:
            yield " |"
        if size is None:
            yield f'          <span style="color: #454545">{word}</span>'
        else:
            yield f'          <a href={address}?skip={window.skip}&amp;show={size} rel="nofollow">\n      {word}</a>'


def _near(number: int, here: int) -> bool:
    return abs(number - here) <= _NEIGHBOURS
