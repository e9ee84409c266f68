"""Verbs that export papers, and back up what the user did."""

from __future__ import annotations

from arxtui.verbs.declaration import (
    ANY,
    EVENTS,
    EXPORT,
    OPTIONAL,
    REST,
    SOME,
    Action,
    Verb,
    export_formats,
    flag,
    ids,
    option,
    papers,
    positional,
)

DEFAULT_FORMAT = "bibtex"
"""The format of an export to a file whose suffix tells none."""
CONFIRM_ABOVE = 200
"""The number of papers above which adding to Zotero needs ``--yes``."""

CHECK_FORMATS = ("text", "json", "sarif")
"""The formats of a check."""

VERBS = {
    "export": Verb(
        EXPORT,
        "papers.export",
        "export papers in formats of other programs",
        ("arxtui export au:lamport --output lamport.bib", "arxtui export is:starred --format ris > starred.ris"),
        (
            positional(
                *("papers", "QUERY|ID"),
                "identifiers, DOIs and queries, or one query (man 7 arxtui-query); - is standard input, with one a "
                "line",
                takes=ANY,
                values="terms",
            ),
            option(
                *("format", "FORMAT"),
                f"{{choices}}; default: according to FILE's suffix, otherwise {DEFAULT_FORMAT}",
                choices=export_formats,
            ),
            option(
                *("output", "FILE", "the output file, written completely or not at all; - is standard output"),
                file="output",
            ),
            flag("all", "every paper, including hidden ones, instead of a query"),
            flag("notes", "include your notes, if the format supports them"),
            flag("sync", "update the files of [[export.sync]] in the settings"),
            option(
                *("command", "CMD..."),
                "write to the standard input of a program; all following words are its arguments",
                takes=REST,
                file="program",
            ),
        ),
    ),
    "cite": Verb(
        EXPORT,
        "papers.cite",
        "print citations of papers in prose, or append their entries to a BibTeX file",
        ("arxtui cite 2605.01234", "arxtui cite 2605.01234 hep-th/9901001 --into thesis.bib"),
        (
            ids(),
            option("into", "FILE", "append the entries that FILE does not have, in its style of keys", file="output"),
            flag("dry-run", "with --into: print what would be appended; FILE stays as it is"),
        ),
        json="one citation per line as JSON: name, key, citation; with --into: name, key, added, line",
    ),
    "check": Verb(
        EXPORT,
        "papers.check",
        "check the entries of BibTeX files with the papers in the cache",
        ("arxtui check references.bib", "arxtui check thesis.tex references.bib --format sarif"),
        (
            positional(
                *("files", "FILE"),
                "a BibTeX file (- is standard input), or a document (.tex, .aux, .bbl, .bcf): only what it cites is "
                "checked",
                takes=SOME,
                file="input",
            ),
            flag("all", "also the entries without a problem, and hints"),
            option("format", "FORMAT", "{choices}; default: text", choices=CHECK_FORMATS),
            flag("fix", "print the safe changes that correct the entries, as a diff"),
            flag("unsafe", "with --fix: also changes that somebody should look at"),
            option("output", "FILE", "with --fix: write the corrected file; - is standard output", file="output"),
        ),
        json="one JSON object per line, each an entry",
    ),
    "zotero": Verb(
        EXPORT,
        "fetching.zotero",
        "add papers to Zotero running on this machine",
        ("arxtui zotero 2605.01234", "arxtui zotero tag:thesis"),
        (
            papers(),
            flag("again", "add papers that are already there, too"),
            flag("yes", f"allow more than {CONFIRM_ABOVE} papers"),
            EVENTS,
        ),
        json="one paper per line as JSON: id, name, title, added, why, target",
        job="Adding papers to Zotero",
        apart=True,
    ),
    "library": Verb(
        EXPORT,
        "library.library",
        "export your own data as JSON lines, or import it",
        ("arxtui library export library.jsonl", "arxtui library import - < library.jsonl"),
        json="the result as one JSON object",
        actions={
            "export": Action(
                "export papers with their marks, lists and views as JSON lines",
                (
                    positional(
                        *("file", "FILE"),
                        "the output file, written completely or not at all; default, and -: standard output",
                        takes=OPTIONAL,
                        file="output",
                    ),
                ),
            ),
            "import": Action(
                "merge an exported file into this library; nothing is removed",
                (positional("file", "FILE", "a file written by 'export'; - is standard input", file="input"),),
            ),
        },
        actions_words="what to do",
        needs_action=True,
    ),
    "backup": Verb(
        EXPORT,
        "program.backup",
        "back up the library and the settings to one file",
        ("arxtui backup", "arxtui backup - | ssh far arxtui restore -"),
        (
            positional(
                *("file", "FILE", "a new file; default: arxtui-DATE.tar.gz in this directory; - is standard output"),
                takes=OPTIONAL,
                file="output",
            ),
        ),
        json="one JSON object: file, bytes",
    ),
    "restore": Verb(
        EXPORT,
        "program.backup:restore_backup",
        "restore the library and the settings from a backup",
        ("arxtui restore arxtui-backup.tar.gz", "arxtui restore - < arxtui-backup.tar.gz"),
        (
            positional("file", "FILE", "a file written by 'arxtui backup'; - is standard input", file="input"),
            flag(
                "with-programs",
                "restore settings that run programs, write files or change server addresses, without confirmation",
            ),
        ),
        json="one JSON object: kept (the replaced files), damaged",
        not_in_reader="replaces the library that this reader has open",
    ),
}
