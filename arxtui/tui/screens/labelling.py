"""What the user calls papers: tags, ratings, reading lists, how far they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.marks import RATINGS
from arxtui.tui.picks import Meant
from arxtui.tui.present.record import marks_words
from arxtui.tui.screens.taking import Taking
from arxtui.tui.verbs import NEXT_READING, Change, Verb, rated

if TYPE_CHECKING:
    from arxtui.model.views import Row


class Labelling(Taking):
    """The panes, with papers that can be given names and numbers."""

    async def action_tag(self) -> None:
        """Ask for tags, and give them; those with a minus are taken."""
        await self._ask_about("Tag", self.tag, names=self.names("tags"))

    async def action_enlist(self) -> None:
        """Ask for a reading list, and put the papers at its end."""
        await self._ask_about("Reading list", self.enlist, names=self.names("lists"))

    async def action_rate(self) -> None:
        """Ask for a rating."""
        digits = f"0{''.join(map(str, RATINGS))}"
        await self._ask_about(f"Rate 1 to {RATINGS[-1]} (0: no rating)", self._rate, keys=digits, check=_check_rating)

    async def action_reading_state(self) -> None:
        """The next reading state; several papers get the one after that of the first."""
        row = None if self.picks else self.papers.row
        await self.do(NEXT_READING)
        if row:
            self._tell_marks(row, NEXT_READING)

    def names(self, which: str) -> list[str]:
        """The tags or the reading lists that there are."""
        return [name for name, *_ in getattr(self.news.counts, which, ())]

    async def _ask_about(
        self,
        words: str,
        then: Callable[[Meant, str], object],
        *,
        names: Sequence[str] | None = None,
        keys: str = "",
        check: Callable[[str], object] | None = None,
    ) -> None:
        """Ask something about the papers that are meant."""
        meant = self.meant()
        if meant is None:
            return
        about = "" if meant.row else f" {meant.words}"
        then_about = partial(then, meant)
        await self.ask(f"{words}{about}", "", then_about, names=names, keys=keys, check=check)

    def tag(self, meant: Meant, text: str) -> None:
        """Give papers tags, and take others from them: ``thesis, -old``."""
        give, take = _named(text)
        if give or take:
            self.label(meant, lambda library, keys: library.retag(keys, give, take))

    def enlist(self, meant: Meant, name: str) -> None:
        """Put papers on a list; with a minus before its name, take them off."""
        name = name.strip()
        if not name:
            return
        if name.startswith("-"):
            self.label(meant, lambda library, keys: library.delist(keys, name[1:].strip()))
        else:
            self.label(meant, lambda library, keys: library.enlist(keys, name))

    def _rate(self, meant: Meant, text: str) -> None:
        self._give(meant, rated(int(text) or None))

    def label(self, meant: Meant, change: Change) -> None:
        """Do to papers what has been asked about already."""
        self._give(meant, Verb("", change))

    def _tell_marks(self, row: Row, verb: Verb) -> None:
        """The signs of the list are small, and in a narrow one not there."""
        if verb.foreseen:
            self.say(marks_words(verb.foreseen(row.marks)) or "No marks left")

    def _give(self, meant: Meant, verb: Verb) -> None:
        if meant.row:
            self.do_to(verb, meant)
            self._tell_marks(meant.row, verb)
        else:
            self.do_to_picked(verb, meant)


def _check_rating(text: str) -> None:
    if text not in map(str, (0, *RATINGS)):
        raise ValueError(f"A rating is a number from 1 to {RATINGS[-1]}; 0 takes it away")


def _named(text: str) -> tuple[list[str], list[str]]:
    """The tags to give and those to take: ``thesis, -old``."""
    names = [name for part in text.split(",") if (name := part.strip())]
    return (
        [name for name in names if not name.startswith("-")],
        [name[1:].strip() for name in names if name.startswith("-")],
    )
