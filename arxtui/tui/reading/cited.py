"""The paper that a previewed entry of the bibliography or a link names: what is here of it, opened or fetched."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.document import Block, Source
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.acts import NOTHING, done_words_alone
from arxtui.tui.present.reading.excerpts import cited_blocks

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.services.background.jobs import JobOutcome

_log = logging.getLogger(__name__)


class CitedPaper(NamedTuple):
    """A paper that an entry names: its name, and its key if it is in the cache."""

    name: str
    key: int | None

    @property
    def hint(self) -> str:
        """What Enter does with the paper."""
        return f"opens {self.name}" if self.key is not None else f"fetches the record of {self.name}"


class Cited:
    """The paper of the entry that was looked up last. ``opened`` is the one opened last from this text."""

    def __init__(self, bars: Bars, context: Context, citing: int) -> None:
        self._bars = bars
        self._context = context
        self._citing = citing
        self.paper: CitedPaper | None = None
        self.is_entry = False
        self.opened: int | None = None

    def look_up(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """Return the blocks of a preview; if they are an entry of the bibliography, with what is here of its works."""
        self.forget()
        if len(blocks) != 1 or type(blocks[0]) is not Source:
            return blocks
        self.is_entry = True
        try:
            return (*blocks, *self._known(blocks[0]))
        except Exception as error:
            _log.exception("a reference could not be looked up")
            self._bars.failed(error)
            return blocks

    def forget(self) -> None:
        """Forget the entry, because its preview is closed. A record that arrives later opens nothing."""
        self.paper, self.is_entry = None, False

    def _known(self, source: Source) -> list[Block]:
        library, shown = self._context.threads.library, list[Block]()
        named, refused = [], library.references.refused(self._citing)
        for work, found in library.references.of_source(source, self._citing):
            record = library.papers.record(found.key) if found else None
            if found and record:
                shown += cited_blocks(record, certain=found.certain)
                named.append((not found.certain, CitedPaper(name_of(found.key), found.key)))
            elif work.arxiv and work.arxiv not in refused:
                named.append((True, CitedPaper(work.arxiv, None)))
        self.paper = min(named, key=lambda each: each[0])[1] if named else None
        return shown

    @property
    def hint(self) -> str:
        """What Enter does with the paper; empty if there is none."""
        return self.paper.hint if self.paper else ""

    @property
    def address(self) -> str:
        """The address of the paper's page; empty if there is no paper."""
        if self.paper is None:
            return ""
        key = self.paper.key if self.paper.key is not None else key_named(self.paper.name)
        return self._context.browser.address_of(key)

    def linked(self, url: str) -> CitedPaper | None:
        """Return the paper whose page has this address, at arXiv or at a site that shows its papers; None for any other
        page and for the paper of this text."""
        try:
            key = key_named(url)
        except ValueError:
            return None
        known = self._context.threads.library.papers.key_of(url)
        return None if self._citing in (key, known) else CitedPaper(name_of(key), known)

    def follow(self) -> bool:
        """Open the paper; fetch its record first if it is not here. Return whether there is a paper."""
        if self.paper is None:
            return False
        if self.paper.key is not None:
            self.open(self.paper.key)
        elif self._context.jobs.start("add", "--", self.paper.name, then=partial(self._fetched, self.paper)):
            self._bars.say(f"The record of {self.paper.name} is being fetched")
        else:
            self._context.jobs.say_already_running("add", "Adding the earlier papers")
        return True

    def refuse(self) -> bool:
        """Say that the entry does not name the paper. Return whether there is a paper that is here."""
        if self.paper is None or self.paper.key is None:
            self._bars.say(self._not_refused)
            return False
        name = self.paper.name
        self._context.threads.ask(
            lambda library: library.references.refuse(self._citing, name),
            lambda act: self._bars.say(done_words_alone(act) if act else NOTHING),
            self._bars.failed,
        )
        return True

    @property
    def _not_refused(self) -> str:
        """Why there is nothing to refuse."""
        if self.is_entry:
            return "No paper of the cache is linked to this entry: there is nothing to refuse"
        refuse, show = key_for("refuse_reference", Area.TEXT), key_for("show_target", Area.TEXT)
        return f"Show a citation first, by {show}: {refuse} refuses the paper below its entry"

    def open(self, key: int) -> None:
        """Open a paper over this text."""
        self.opened = key
        self._context.fulltexts.open(key)

    def _fetched(self, paper: CitedPaper, outcome: JobOutcome) -> None:
        """Open the paper whose record was fetched, unless its preview was left meanwhile."""
        self._context.jobs.say_outcome(outcome)
        key = self._context.threads.library.papers.key_of(paper.name)
        if key is not None and paper == self.paper:
            self.open(key)
