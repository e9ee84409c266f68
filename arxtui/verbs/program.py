"""Verbs that manage the program."""

from __future__ import annotations

from arxtui.verbs.argument_types import port
from arxtui.verbs.declaration import ANY, OPTIONAL, PROGRAM, Action, Verb, flag, option, positional

_PORT = 8462


VERBS = {
    "demo": Verb(
        PROGRAM,
        "program.demo",
        "open the reader on a made-up library with a made-up upstream, offline",
        ("arxtui demo", "arxtui demo --home ~/demo"),
        (
            option(
                *("home", "DIR", "build the home in DIR, which must be new or empty, and keep it"), file="directory"
            ),
            flag("plain", "plain mode: a prompt instead of the full screen"),
        ),
        not_in_reader="opens a reader of its own",
        not_in_plain="the demo opens a library of its own; leave this one first, then 'arxtui demo --plain' opens it",
    ),
    "serve": Verb(
        PROGRAM,
        "program.serve",
        "show the reader in a browser on this machine",
        ("arxtui serve", "arxtui serve --port 0"),
        (option("port", "N", f"the port (default {_PORT}); 0 for any free port", parse=port, default=_PORT),),
        not_in_reader="shows another reader in a browser until it is ended",
        not_in_plain="leave first, then 'arxtui serve' shows the reader in a browser",
    ),
    "config": Verb(
        PROGRAM,
        "program.config",
        "show, check, edit or write the settings",
        ("arxtui config init", "arxtui config check"),
        json="show: one setting per line as JSON; check: one fault per line; init, edit, path: one object, file",
        actions={
            "init": Action(
                "write a file with all settings, their meanings and defaults, commented out",
                (
                    positional(
                        *("file", "FILE", "the file; - is standard output; default: the settings file"),
                        takes=OPTIONAL,
                        file="output",
                    ),
                ),
            ),
            "check": Action(
                "check the settings; each error is shown with its line",
                (
                    positional(
                        *("file", "FILE", "the file; - is standard input; default: the settings file"),
                        takes=OPTIONAL,
                        file="input",
                    ),
                ),
            ),
            "show": Action("print the settings in force and their origin"),
            "edit": Action("edit a copy in VISUAL or EDITOR, and install it if it has no errors"),
            "path": Action("print the path of the file"),
            "schema": Action("print the JSON schema of the file"),
        },
        actions_words="what to do; 'show' when left out",
    ),
    "completions": Verb(
        PROGRAM,
        "program.completions",
        "print the completion script of a shell",
        ('eval "$(arxtui completions bash)"', "arxtui completions fish | source"),
        (
            positional("shell", "SHELL", "bash, zsh or fish", takes=OPTIONAL, choices=("bash", "zsh", "fish")),
            positional(
                *("words", "WORD"),
                "after --, the typed words: print completions of the last one (used by the script)",
                takes=ANY,
            ),
        ),
        not_in_reader="is for a shell",
        not_in_plain="completions are for a shell: leave, then 'arxtui completions' prints them",
    ),
    "help": Verb(
        PROGRAM,
        "program.help",
        "show the arguments and options of a verb, with examples",
        ("arxtui help list", "arxtui help views add"),
        (
            positional("verb", "VERB", "the verb; without it, all verbs are listed", takes=OPTIONAL),
            positional("action", "ACTION", "one of its actions, as in 'arxtui help views add'", takes=OPTIONAL),
        ),
    ),
    "stats": Verb(
        PROGRAM,
        "program.paths:stats",
        "count the contents of the cache and the library",
        ("arxtui stats", "arxtui stats --json"),
        json="one JSON object",
    ),
    "paths": Verb(
        PROGRAM,
        "program.paths",
        "print the path of every file",
        ("arxtui paths", "arxtui paths --json"),
        json="one JSON object, name to path",
    ),
    "doctor": Verb(
        PROGRAM,
        "program.doctor",
        "check for problems, and suggest what to do",
        ("arxtui doctor --full", "arxtui doctor --repair"),
        (
            flag("offline", "make no network requests"),
            flag("full", "read every record and the whole index, too, which takes longer the more papers there are"),
            flag(
                "repair",
                "repair permissions, the cache and the search index, and check again; makes no network requests",
            ),
        ),
        json="one check per line as JSON: part, state, words",
        apart=True,
    ),
}
