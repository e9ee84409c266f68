"""Commands that label papers: tags, ratings, reading lists, reading states, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.marks.names import list_name, tag_name
from arxtui.model.marks import RATINGS
from arxtui.text import fold
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.verbs import NEXT_READING, Change, Verb, rating_verb

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.state.selection import Targets

_NOTHING_TYPED = "Nothing typed: Esc cancels"
RATE = f"Rate 1 to {RATINGS[-1]} (0: no rating)"


@command(
    ("number_sign", "comma t"),
    "tag",
    "Tag…",
    Group.LABEL,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
    takes=Takes.TAGS,
)
async def tag(context: Context) -> None:
    """Add tags, separated by commas; -name removes a tag, thesis/related is a tag below thesis, Tab completes."""
    await _ask_about(context, "Tag", give_tags, names=names_of(context, "tags"), check=partial(check_tags, context))


@command(("asterisk",), "rate", "Rate…", Group.LABEL, takes=Takes.TEXT)
async def rate(context: Context) -> None:
    """Rate the paper 1 to 5; 0 removes the rating."""
    await _ask_about(context, RATE, give_rating, check=check_rating)


@command(("a",), "list", "Put on a reading list…", Group.LABEL, takes=Takes.LISTS)
async def add_to_list(context: Context) -> None:
    """Append the paper to a reading list; a new name creates a list, -name removes the paper from one. Tab
    completes."""
    await _ask_about(context, "Reading list", put_on_list, names=names_of(context, "lists"), check=check_list)


@command(("d",), "to read", "To read, reading, read", Group.LABEL)
async def reading_state(context: Context) -> None:
    """Cycle through the reading states: to read, reading, read, none."""
    await context.marker.do(NEXT_READING, aloud=True)


@command(("n",), "note", "Write a note", Group.LABEL, (Place.DETAIL,), needs=(Fact.PAPERS,))
def note(context: Context) -> None:
    """Write a note on this paper, in Markdown with formulas between dollars, below the list. Esc saves it; the detail
    shows it rendered, this key as it was typed."""
    if row := context.screen.papers.row:
        context.notes.write(row)
    else:
        context.status.say(NO_PAPER)


@command(("N",), "note outside", "Write a note in your editor", Group.LABEL)
def note_outside(context: Context) -> None:
    """Write a note on this paper in VISUAL or EDITOR, otherwise in nano, vim or vi, otherwise in the reader."""
    if row := context.screen.papers.row:
        context.notes.write_outside(row)
    else:
        context.status.say(NO_PAPER)


def names_of(context: Context, which: str) -> list[str]:
    """Return the names of the existing tags or reading lists."""
    return [name for name, *_ in getattr(context.session.news.counts, which, ())]


def give_rating(context: Context, targets: Targets, text: str) -> None:
    """Rate papers with a digit; 0 removes the rating."""
    _do(context, targets, rating_verb(int(text) or None))


def check_rating(text: str) -> None:
    """Raises: ValueError with a message if the text is no rating."""
    if text not in map(str, (0, *RATINGS)):
        raise ValueError(f"A rating is a number from 1 to {RATINGS[-1]}; 0 removes it")


def give_tags(context: Context, targets: Targets, text: str) -> None:
    """Add tags to papers, and remove others: ``thesis, -old``."""
    give, take = _parse_tags(context, text)
    _change(context, targets, lambda library, keys: library.tags.retag(keys, give, take))


def check_tags(context: Context, text: str) -> None:
    """Raises: ValueError with a message if the text names no valid tag."""
    give, take = _parse_tags(context, text)
    if not give and not take:
        raise ValueError(_NOTHING_TYPED)
    for name in (*give, *take):
        tag_name(name)


def check_list(text: str) -> None:
    """Raises: ValueError with a message if the text names no valid reading list."""
    if not (name := text.removeprefix("-").strip()):
        raise ValueError(_NOTHING_TYPED)
    list_name(name)


def put_on_list(context: Context, targets: Targets, name: str) -> None:
    """Append papers to a list; if the name begins with a minus, remove them from it."""
    if name.startswith("-"):
        _change(context, targets, lambda library, keys: library.lists.delist(keys, name[1:].strip()))
    else:
        _change(context, targets, lambda library, keys: library.lists.enlist(keys, name))


async def _ask_about(
    context: Context,
    words: str,
    then: Callable[[Context, Targets, str], object],
    *,
    names: Sequence[str] | None = None,
    check: Callable[[str], object] | None = None,
) -> None:
    """Ask a question about the target papers."""
    targets = context.selector.targets()
    if targets is None:
        return
    about = "" if targets.row else f" for {targets.words}"
    answered = partial(then, context, targets)
    await context.questions.ask(f"{words}{about}", "", answered, names=names, check=check)


def _change(context: Context, targets: Targets, change: Change) -> None:
    """Change papers without a further question: the user has already answered one."""
    _do(context, targets, Verb("", change))


def _do(context: Context, targets: Targets, verb: Verb) -> None:
    if targets.row:
        context.marker.do_to(verb, targets, aloud=True)
    else:
        context.marker.do_to_selected(verb, targets)


def _parse_tags(context: Context, text: str) -> tuple[list[str], list[str]]:
    """Parse ``thesis, -old`` into tags to add and tags to remove. The name of an existing tag can contain commas."""
    known = {fold(name) for name in names_of(context, "tags")}
    parts, names = text.split(","), list[str]()
    while parts:
        sizes = (size for size in range(len(parts), 1, -1) if fold(_without_minus(",".join(parts[:size]))) in known)
        size = next(sizes, 1)
        names.append(",".join(parts[:size]).strip())
        parts = parts[size:]
    return (
        [name for name in names if name and not name.startswith("-")],
        [_without_minus(name) for name in names if name.startswith("-")],
    )


def _without_minus(name: str) -> str:
    return name.strip().removeprefix("-").strip()
