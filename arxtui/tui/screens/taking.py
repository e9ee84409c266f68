"""Taking papers along, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from arxtui.library.addresses import Addresses
from arxtui.model.ids import id_of
from arxtui.tui.external import External
from arxtui.tui.present.line import foreign
from arxtui.tui.screens.triage import Triage
from arxtui.tui.widgets.detail_pane import DetailPane
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.tui.picks import Meant
    from arxtui.tui.screens.browsing import Opener

_MOST_OPENED = 10
"""Pages that a browser is asked for at once."""
_MOST_COPIED = 1_000
"""Papers whose addresses a terminal's clipboard takes for sure."""


class Taking(Triage):
    """The panes, with papers that can be taken elsewhere and looked at otherwise."""

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(library, opener, paths, settings)
        self.external = External(lambda: self.app, lambda: self.settings.ui.opener, self.say)

    async def action_open_page(self) -> None:
        """The pages of the papers that are meant, in a browser."""
        await self._open_meant(Addresses.page, "page")

    def open_page_of(self, key: int) -> None:
        """A paper's page, in a browser."""
        self._open(self.address_of(key, Addresses.page))

    async def action_open_pdf(self) -> None:
        """The PDFs of the papers that are meant, in a browser."""
        await self._open_meant(Addresses.pdf, "PDF")

    def action_copy_id(self) -> None:
        """The identifiers of the papers that are meant, to the clipboard, a line each."""
        self._copy_meant(lambda key: id_of(key) or "", "identifier")

    def action_copy_url(self) -> None:
        """The addresses of the papers that are meant, to the clipboard, a line each."""
        self._copy_meant(partial(self.address_of, kind=Addresses.page), "address")

    @on(DetailPane.LinkChosen)
    def _link_chosen(self, event: DetailPane.LinkChosen) -> None:
        self._open(event.url)

    def address_of(self, key: int, kind: Callable[[Addresses, str], str]) -> str:
        """An address of a paper; of one that only a review names, the review's; empty where there is none."""
        if base := id_of(key):
            return kind(Addresses.of(self.settings.arxiv), base)
        record = self.library.record(key)
        if record and record.paper.id:
            return kind(Addresses.of(self.settings.arxiv), record.paper.id)
        return next((review.url for review in record.reviews if review.url), "") if record else ""

    async def _open_meant(self, kind: Callable[[Addresses, str], str], name: str) -> None:
        meant = self.meant()
        if meant is None:
            return
        if meant.number > _MOST_OPENED:
            self.say(f"Up to {_MOST_OPENED} {name}s are opened at once, and {meant.told} papers are selected")
            return
        then = partial(self._with_each, meant, partial(self.address_of, kind=kind), partial(self._open_all, name))
        if meant.number > 1:
            await self.ask(choice(f"Open the {name}s of {meant.words}"), "", lambda _: then())
        else:
            then()

    def _copy_meant(self, text_of: Callable[[int], str], name: str) -> None:
        meant = self.meant()
        if meant and meant.number > _MOST_COPIED:
            self.say(f"Up to {_MOST_COPIED:,} papers are copied at once: E writes a file of {meant.told}")
        elif meant:
            self._with_each(meant, text_of, partial(self._copy_all, name))

    def _with_each(self, meant: Meant, text_of: Callable[[int], str], then: Callable[[Sequence[str]], object]) -> None:
        """Go on with a text of each paper, where it has one."""

        def told(keys: Sequence[int]) -> None:
            then([text for key in keys if (text := foreign(text_of(key)))])
            self.drop_if_picked(meant)

        if meant.row:
            told(meant.keys)
        else:
            self.desk.ask(meant.keys_from, told, self.failed)

    def _open_all(self, name: str, urls: Sequence[str]) -> None:
        self.external.open_pages(urls, _counted(urls, name) if urls else "")

    def _open(self, url: str) -> None:
        self._open_all("address", [url])

    def _copy(self, text: str) -> None:
        self._copy_all("text", [foreign(text)] if text else [])

    def _copy_all(self, name: str, texts: Sequence[str]) -> None:
        if not texts:
            self.say("There is nothing to copy: no identifier is known yet")
            return
        self.app.copy_to_clipboard("\n".join(texts))
        self.say(f"Copied {_counted(texts, name)}")

    # How it is shown

    def action_headlines(self) -> None:
        """Titles or headlines in the list."""
        looks = replace(self.papers.looks, headlines=not self.papers.looks.headlines)
        self.papers.show_as(looks)
        self.say("Headlines, where there is a review" if looks.headlines else "Titles")

    def action_tex(self) -> None:
        """Readable text or TeX source."""
        looks = replace(self.papers.looks, tex=not self.papers.looks.tex)
        self.papers.show_as(looks)
        self.detail.show_as(replace(self.detail.looks, tex=looks.tex))
        self.say("TeX source" if looks.tex else "Readable text")

    def action_authors(self) -> None:
        """Some or all authors."""
        self.detail.show_as(replace(self.detail.looks, all_authors=not self.detail.looks.all_authors))


def _counted(texts: Sequence[str], name: str) -> str:
    return texts[0] if len(texts) == 1 else f"{len(texts):,} {name}{'es' if name.endswith('s') else 's'}"
