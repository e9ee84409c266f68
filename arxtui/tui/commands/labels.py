"""What the user calls papers, and says of them: tags, ratings, reading lists, how far they are read, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.marks.names import list_name, tag_name
from arxtui.model.marks import RATINGS
from arxtui.text import fold
from arxtui.tui.actions import Fact, Group, Place, Takes
from arxtui.tui.commands.declaration import command
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.verbs import NEXT_READING, Change, Verb, rated

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.state.selection import Targets

_NOTHING_TYPED = "Nothing is typed: Esc cancels"
RATE = f"Rate 1 to {RATINGS[-1]} (0: no rating)"


@command(
    "tag",
    ("number_sign", "comma t"),
    "tag",
    "Tag…",
    "Add tags, separated by commas; -name removes a tag, thesis/related is a tag below thesis, Tab completes.",
    Group.LABEL,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
    takes=Takes.TAGS,
)
async def tag(context: Context) -> None:
    """Ask for tags, and give them; those with a minus are taken."""
    await _ask_about(context, "Tag", give_tags, names=names_of(context, "tags"), check=partial(check_tags, context))


@command(
    "rate",
    ("asterisk",),
    "rate",
    "Rate…",
    "Rate the paper 1 to 5; 0 removes the rating.",
    Group.LABEL,
    takes=Takes.TEXT,
)
async def rate(context: Context) -> None:
    """Ask for a rating."""
    await _ask_about(context, RATE, give_rating, check=check_rating)


@command(
    "add_to_list",
    ("a",),
    "list",
    "Put on a reading list…",
    "Append the paper to a reading list; a new name creates a list, -name removes the paper from one. Tab completes.",
    Group.LABEL,
    takes=Takes.LISTS,
)
async def add_to_list(context: Context) -> None:
    """Ask for a reading list, and put the papers at its end."""
    await _ask_about(context, "Reading list", put_on_list, names=names_of(context, "lists"), check=check_list)


@command(
    "reading_state",
    ("d",),
    "to read",
    "To read, reading, read",
    "Cycle through the reading states: to read, reading, read, none.",
    Group.LABEL,
)
async def reading_state(context: Context) -> None:
    """The next reading state; several papers get the one after that of the first."""
    await context.marker.do(NEXT_READING, aloud=True)


@command(
    "note",
    ("n",),
    "note",
    "Write a note",
    "Write a note on this paper, in Markdown, below the list. Esc saves it.",
    Group.LABEL,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
)
def note(context: Context) -> None:
    """Write the note of the paper under the cursor."""
    if row := context.screen.papers.row:
        context.notes.write(row)
    else:
        context.status.say(NO_PAPER)


@command(
    "note_outside",
    ("N",),
    "note outside",
    "Write a note in your editor",
    "Write a note on this paper in VISUAL or EDITOR, otherwise in nano, vim or vi, otherwise in the reader.",
    Group.LABEL,
)
def note_outside(context: Context) -> None:
    """Write the note of the paper under the cursor in an editor."""
    if row := context.screen.papers.row:
        context.notes.write_outside(row)
    else:
        context.status.say(NO_PAPER)


def names_of(context: Context, which: str) -> list[str]:
    """The tags or the reading lists that there are."""
    return [name for name, *_ in getattr(context.session.news.counts, which, ())]


def give_rating(context: Context, targets: Targets, text: str) -> None:
    """Give papers the rating of a digit; 0 takes it away."""
    _do(context, targets, rated(int(text) or None))


def check_rating(text: str) -> None:
    """ValueError, in words, for what is no rating."""
    if text not in map(str, (0, *RATINGS)):
        raise ValueError(f"A rating is a number from 1 to {RATINGS[-1]}; 0 takes it away")


def give_tags(context: Context, targets: Targets, text: str) -> None:
    """Give papers tags, and take others from them: ``thesis, -old``."""
    give, take = _given_and_taken(context, text)
    _change(context, targets, lambda library, keys: library.tags.retag(keys, give, take))


def check_tags(context: Context, text: str) -> None:
    """ValueError, in words, for what names no tag."""
    give, take = _given_and_taken(context, text)
    if not give and not take:
        raise ValueError(_NOTHING_TYPED)
    for name in (*give, *take):
        tag_name(name)


def check_list(text: str) -> None:
    """ValueError, in words, for what names no reading list."""
    if not (name := text.removeprefix("-").strip()):
        raise ValueError(_NOTHING_TYPED)
    list_name(name)


def put_on_list(context: Context, targets: Targets, name: str) -> None:
    """Put papers on a list; with a minus before its name, take them off."""
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
    """Ask something about the papers that are meant."""
    targets = context.selector.targets()
    if targets is None:
        return
    about = "" if targets.row else f" {targets.words}"
    answered = partial(then, context, targets)
    await context.questions.ask(f"{words}{about}", "", answered, names=names, check=check)


def _change(context: Context, targets: Targets, change: Change) -> None:
    """Do to papers what has been asked about already."""
    _do(context, targets, Verb("", change))


def _do(context: Context, targets: Targets, verb: Verb) -> None:
    if targets.row:
        context.marker.do_to(verb, targets, aloud=True)
    else:
        context.marker.do_to_selected(verb, targets)


def _given_and_taken(context: Context, text: str) -> tuple[list[str], list[str]]:
    """The tags to give and those to take: ``thesis, -old``. A tag that is there may have commas in its name."""
    known = {fold(name) for name in names_of(context, "tags")}
    parts, names = text.split(","), list[str]()
    while parts:
        joined = (size for size in range(len(parts), 1, -1) if fold(_bare(",".join(parts[:size]))) in known)
        size = next(joined, 1)
        names.append(",".join(parts[:size]).strip())
        parts = parts[size:]
    return (
        [name for name in names if name and not name.startswith("-")],
        [_bare(name) for name in names if name.startswith("-")],
    )


def _bare(name: str) -> str:
    return name.strip().removeprefix("-").strip()
