"""``--ask`` of verbs that show citations: what sources of citations report of one paper."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.cli.support.settings import home
from arxtui.model.arxiv.ids import name_of
from arxtui.sync.citations.asking import OFF, ask, sources_on
from arxtui.sync.worker.event_output import report

if TYPE_CHECKING:
    from arxtui.config.settings import Settings


def ask_about(text: str) -> None:
    """Ask the sources about the paper that a text names; what fails is said. Raises CommandError if it is unknown."""
    paths, settings = home()
    logs.to_file(paths.log_file)
    with open_library() as library:
        name = name_of(key_of(library, text))
    check_sources(settings)
    report(sys.stderr, lambda send, stop: ask(paths, settings, [name], emit=send, stop=stop), events=False)


def check_sources(settings: Settings) -> None:
    """Raise BadCommandError if no source of citations is switched on."""
    if not sources_on(settings):
        raise BadCommandError(f"{OFF} (docs/references.md)")
