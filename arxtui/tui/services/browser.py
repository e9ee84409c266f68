"""Addresses of papers, opened in other programs or copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.papers.links import Addresses, page_elsewhere
from arxtui.model.arxiv.ids import id_of
from arxtui.text import clean
from arxtui.tui.external import External
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.questions import Questions
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.selection import Targets
    from arxtui.tui.widgets.panes import PanesScreen

_MAX_OPENED = 10
"""The most pages that are opened in the browser in one go."""
_MAX_COPIED = 1_000
"""The most papers whose addresses are copied; every terminal's clipboard accepts so many."""
AddressKind = Callable[[Addresses, str], str]
"""A function that returns one of the addresses of a paper id."""


class Browser:
    """Opens and copies addresses; ``external`` passes addresses and files to other programs."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        questions: Questions,
        selector: Selector,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._questions = questions
        self._selector = selector
        self.external = External(lambda: screen.app, lambda: screen.session.settings.ui.opener, status.say)

    def address_of(self, key: int, kind: AddressKind = Addresses.page) -> str:
        """Return an address of a paper; of one without an arXiv id, that of its page elsewhere, empty if there is
        none."""
        addresses = Addresses.of(self._session.settings.arxiv)
        if base := id_of(key):
            return kind(addresses, base)
        record = self._threads.library.papers.record(key)
        if record and record.paper.id:
            return kind(addresses, record.paper.id)
        return page_elsewhere(record) if record else ""

    def text_address(self, key: int, version: int | None) -> str:
        """Return the address of a paper's HTML full text. The addresses of its pictures are relative to this
        address."""
        number = f"v{version}" if version else ""
        return f"{self._session.settings.arxiv.html_url.rstrip('/')}/{id_of(key) or ''}{number}/"

    def open(self, url: str) -> None:
        """Open an address."""
        self._open_all("address", [url])

    def copy(self, text: str) -> None:
        """Copy a text."""
        self._copy_all("text", [clean(text)] if text else [])

    async def open_targets(self, kind: AddressKind, name: str) -> None:
        """Open a page (named ``name``) of each target paper. Prompt first if there are several."""
        targets = self._selector.targets()
        if targets is None:
            return
        if targets.number > _MAX_OPENED:
            self._status.say(
                f"Up to {_MAX_OPENED} {name}s are opened at once, and {targets.count_text} papers are selected"
            )
            return
        text_of, open_all = partial(self.address_of, kind=kind), partial(self._open_all, name)
        then = partial(self._with_each, targets, text_of, open_all)
        if targets.number > 1:
            await self._questions.ask(choice(f"Open the {name}s of {targets.words}"), "", lambda _: then())
        else:
            then()

    def copy_targets(self, text_of: Callable[[int], str], name: str) -> None:
        """Copy a text of each target paper, one per line."""
        targets = self._selector.targets()
        if targets and targets.number > _MAX_COPIED:
            self._status.say(
                f"Up to {_MAX_COPIED:,} papers are copied at once: "
                f"{key_for('export')} writes a file of {targets.count_text}"
            )
        elif targets:
            self._with_each(targets, text_of, partial(self._copy_all, name))

    def _with_each(
        self, targets: Targets, text_of: Callable[[int], str], then: Callable[[Sequence[str]], object]
    ) -> None:
        """Call ``then`` with the texts of the papers, without the empty texts."""

        def go_on(keys: Sequence[int]) -> None:
            then([text for key in keys if (text := clean(text_of(key)))])
            self._selector.drop_if_done(targets)

        if targets.row:
            go_on(targets.keys)
        else:
            self._threads.ask(targets.keys_from, go_on)

    def _open_all(self, name: str, urls: Sequence[str]) -> None:
        self.external.open_pages(urls, _counted_words(urls, name) if urls else "")

    def _copy_all(self, name: str, texts: Sequence[str]) -> None:
        if not texts:
            self._status.say("There is nothing to copy: no identifier is known yet")
            return
        self._screen.app.copy_to_clipboard("\n".join(texts))
        self._status.say(f"Copied {_counted_words(texts, name)}")


def _counted_words(texts: Sequence[str], name: str) -> str:
    return texts[0] if len(texts) == 1 else f"{len(texts):,} {name}{'es' if name.endswith('s') else 's'}"
