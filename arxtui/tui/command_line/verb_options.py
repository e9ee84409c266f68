"""The options of the verbs of ``arxtui``, as their parsers have them, which the reader does not load."""

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
    "list": "--limit= --explain --json",
    "show": "--tex --json",
    "similar": "--limit= --json",
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
"""By verb, and action where it has any: an option that takes a value ends with ``=``, and with the values where only
some are allowed. What is not here takes ``--json`` alone."""


def options_of(path: str) -> Mapping[str, Sequence[str] | None]:
    """The options of a verb, or of its action: ``rules add``. For one that takes a value the allowed ones, empty where
    there are others; None for one that takes none."""
    found: dict[str, Sequence[str] | None] = {}
    for each in OPTIONS.get(path, "--json").split():
        name, takes, values = each.partition("=")
        found[name] = list(filter(None, values.split("|"))) if takes else None
    return found


def has_option(argument: str) -> bool:
    """Whether what follows a verb has an option in it."""
    return argument.startswith("--") or " --" in argument
