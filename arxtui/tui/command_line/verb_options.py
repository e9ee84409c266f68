"""The options of the verbs of ``arxtui``: a copy of what their parsers define, because the reader does not load the
parsers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

OPTIONS = {
    "refresh": "--all --events --watch --quiet",
    "harvest": "--set= --from= --until= --format=arXivRaw|arXiv --events",
    "search": "--limit= --again --json --events",
    "add": "--json --events",
    "fetch": "--queued --pdf --review --again --at-once --limit= --yes --events --json",
    "service": "--with=systemd|launchd|cron --yes",
    "export": "--format=bibtex|ris|csl-json|markdown|jsonl --output= --all --notes --sync --command=",
    "list": "--limit= --explain --authors --json",
    "show": "--tex --json",
    "similar": "--limit= --json",
    "check": "--all --json",
    "refs": "--stored --missing --version= --format=bibtex|ris|csl-json|markdown|jsonl --json",
    "read": "--file= --version= --width= --markdown --report",
    "open": "--pdf --link= --print",
    "zotero": "--again --yes --events --json",
    "mark": "--read --unread --star --unstar --hide --unhide --queue --unqueue "
    "--tag= --untag= --rate= --reading= --list= --unlist= --json",
    "help": "",
    "journal": "--limit= --json",
    "views add": "--json --key=",
    "rules add": "--json --mute --highlight --tag= --star --score=",
    "rules try": "--json --mute --highlight --tag= --star --score= --days=",
    "follow": "--keyword= --json",
    "unfollow": "--keyword= --json",
    "rank": "--reset --events --json",
    "ledger": "--days= --repair --json --events",
    "doctor": "--offline --repair --json",
}
"""By verb, or verb and action: the options. An option that takes a value ends with ``=``, followed by the allowed
values if they are limited. A verb that is not listed takes ``--json`` only."""


def options_of(path: str) -> Mapping[str, Sequence[str] | None]:
    """Return the options of a verb or its action (``rules add``). The value is None for an option without a value, the
    allowed values if they are limited, and an empty list otherwise."""
    options: dict[str, Sequence[str] | None] = {}
    for each in OPTIONS.get(path, "--json").split():
        name, takes, values = each.partition("=")
        options[name] = list(filter(None, values.split("|"))) if takes else None
    return options


def has_option(argument: str) -> bool:
    """Whether the text after a verb contains an option."""
    return argument.startswith("--") or " --" in argument
