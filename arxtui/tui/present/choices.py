"""arXiv's categories to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.model.frozen import frozen
from arxtui.model.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, archive_of, category_name, covers
from arxtui.text import clip
from arxtui.tui.present.line import Piece, pad


@frozen
class Choice:
    """A category, or a whole archive; ``within`` an archive that can be chosen as a whole."""

    code: str
    name: str
    within: bool = False


def choices(text: str) -> list[Choice]:
    """The choices whose code or name has every word of ``text``, each archive before its categories."""
    words = text.casefold().split()
    return [choice for choice in _ALL if all(word in f"{choice.code} {choice.name}".casefold() for word in words)]


def choice_line(choice: Choice, chosen: Iterable[str], width: int, *, here: bool) -> list[Piece]:
    """The line of a choice; a tick when it is chosen, a faint one when its whole archive is."""
    mine = choice.code in chosen
    covered = not mine and any(covers(code, choice.code) for code in chosen)
    return [
        (" › " if here else "   ", "accent"),
        ("✓ " if mine or covered else "· ", "accent" if mine else "faint"),
        (pad(("  " if choice.within else "") + choice.code, 22), "accent-strong" if mine else "text"),
        (clip(choice.name, max(width - 28, 1)), "dim" if choice.within else "text"),
    ]


def _all() -> Iterator[Choice]:
    for archive in ARCHIVES:
        parts = [code for code in CATEGORIES if archive_of(code) == archive and code not in CANONICAL]
        if archive == "test" or not parts:
            continue
        if parts == [archive]:
            yield Choice(archive, category_name(archive))
            continue
        yield Choice(archive, f"{ARCHIVES[archive]}: all of it")
        yield from (Choice(code, category_name(code), within=True) for code in parts)


_ALL = tuple(_all())
