"""Arguments that several verbs have, and those of the program without a verb."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.verbs.declaration import SOME, Argument, flag, positional

EACH_PAPER = "one JSON object per line, each a whole paper"
"""The help of ``--json`` of verbs that list papers."""
EVENTS = flag("events", "print each step as one JSON object per line")
EVENTS_ALONE = flag("events", "print each step as one JSON object per line, and list nothing")
PROGRAM_OPTIONS = (
    flag("plain", "a prompt instead of the full screen, for screen readers and simple terminals"),
    flag("version", "print the version", short="-V"),
    flag("verbose", "with --version: print the details a bug report needs, and nothing private"),
)
"""The options of ``arxtui`` without a verb."""


def ids(takes: str = SOME) -> Argument:
    """Return the argument of verbs that show papers."""
    words = "an arXiv identifier, an address, a DOI, or a name shown by 'arxtui list'"
    return positional("ids", "ID", f"{words}; - is standard input, with one paper a line", takes=takes)


def export_formats() -> Sequence[str]:
    """Return the names of the formats of exports."""
    from arxtui.export.forms import FORMS  # the writers of all formats, which other verbs do not need

    return tuple(FORMS)


def papers(takes: str = SOME) -> Argument:
    """Return the argument of verbs that process papers by name or query."""
    words = "identifiers, DOIs or queries; - is standard input, with one a line"
    return positional("papers", "QUERY|ID", words, takes=takes, values="terms")
