"""``arxtui completions``: Tab completion in a shell."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress

from arxtui.cli.support.completion import FILES, candidates
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.cli.support.files import write_standard
from arxtui.patterns import pattern

_BREAKS = ":="
"""The characters, besides blanks and quotation marks, at which bash splits a word for completion."""
_CURSOR = "\1"
_SPECIAL = pattern(r"[^\w@%+=:,./*-]")
"""The characters that bash needs a backslash before."""
_FILES = "//files"
"""The line that makes a shell complete file names; no candidate begins with it."""

_BASH = r"""# Completions of arxtui for bash: eval "$(arxtui completions bash)"
_arxtui() {
    local line program=${COMP_WORDS[0]/#\~/$HOME} found=()
    while IFS= read -r line; do
        found+=("$line")
    done < <("$program" completions bash -- "${COMP_LINE:0:COMP_POINT}" 2> /dev/null)
    COMPREPLY=()
    if [[ ${found[0]-} == //files ]]; then
        compopt -o default 2> /dev/null
    else
        COMPREPLY=("${found[@]}")
        [[ ${#found[@]} -gt 0 && ${found[0]} == *: ]] && compopt -o nospace 2> /dev/null
    fi
    return 0
}
complete -F _arxtui arxtui
"""
_ZSH = r"""#compdef arxtui
# Completions of arxtui for zsh: eval "$(arxtui completions zsh)", or this as a file _arxtui in $fpath
_arxtui() {
    local line program=${words[1]/#\~/$HOME}
    local -a whole begun typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
    for line in "${(@f)$($program completions zsh -- "${typed[@]}" 2> /dev/null)}"; do
        case $line in
            //files) _files; return ;;
            "+"*) begun+=("${line#+}") ;;
            "="*) whole+=("${line#=}") ;;
        esac
    done
    _describe -t values arxtui whole -- begun -S ''
}
if [[ ${funcstack[1]-} == _arxtui ]]; then _arxtui "$@"; else compdef _arxtui arxtui; fi
"""
_FISH = r"""# Completions of arxtui for fish: arxtui completions fish | source
function __arxtui_complete
    set -l words (commandline -opc)
    set -l found ($words[1] completions fish -- $words[2..] (commandline -ct) 2> /dev/null)
    if test "$found[1]" = //files
        __fish_complete_path (commandline -ct)
    else
        string join \n -- $found
    end
end
complete -c arxtui -f -a '(__arxtui_complete)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The script for each shell; ``completions/`` contains them as files, for packages."""
INSTALLED = {
    "bash": ("~/.bashrc", 'eval "$(arxtui completions bash)"'),
    "zsh": ("~/.zshrc, after compinit", 'eval "$(arxtui completions zsh)"'),
    "fish": ("~/.config/fish/config.fish", "arxtui completions fish | source"),
}
"""The start-up file of each shell, and the line to add to it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    parser.add_argument("shell", metavar="SHELL", nargs="?", choices=tuple(SCRIPTS), help="bash, zsh or fish")
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="after --, the typed words: print completions of the last one (used by the script)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the script, or the candidates that it requests.

    Without a shell, raise BadCommandError with the instructions.
    """
    if not options.shell:
        rows = [f"  {shell:5} {file:27} {line}" for shell, (file, line) in INSTALLED.items()]
        raise BadCommandError("\n".join(["name the shell; one line in its startup file is enough:", *rows]))
    if not options.words:
        write_standard([SCRIPTS[options.shell]])
        return OK
    write_standard(f"{line}\n" for line in _LINES[options.shell](options.words))
    return OK


def _for_bash(words: Sequence[str]) -> Iterator[str]:
    """Yield the completions for bash.

    Bash passes the whole line, because it splits words at colons, and inserts the text after the last colon of an
    unquoted word.
    """
    typed, quote = _split(words[0])
    skipped = 0 if quote else max(typed[-1].rfind(character) for character in _BREAKS) + 1
    for candidate in candidates(typed[1:]) if typed[1:] else ():
        text = candidate.text[skipped:]
        yield _FILES if candidate is FILES else text if quote else _SPECIAL.sub(r"\\\g<0>", text)


def _split(line: str) -> tuple[list[str], str]:
    """Return the words of a line, the last one being the word at the cursor, and the quotation mark that is
    open there.
    """
    for quote in ("", "'", '"'):
        with suppress(ValueError):
            words = shlex.split(f"{line}{_CURSOR}{quote}")
            return [word.removesuffix(_CURSOR) for word in words], quote
    return [""], ""


def _for_zsh(words: Sequence[str]) -> Iterator[str]:
    """Yield ``=`` before a word that a blank follows, ``+`` before any other; then ``word:meaning``."""
    for candidate in candidates(words):
        text = candidate.text.replace("\\", "\\\\").replace(":", "\\:")
        kind = "+" if candidate.text[-1:] in _BREAKS else "="
        yield _FILES if candidate is FILES else f"{kind}{text}:{candidate.words}".rstrip(":")


def _for_fish(words: Sequence[str]) -> Iterator[str]:
    """Yield a word and its meaning, separated by a tab. Fish passes the last word as typed, with its quotation mark."""
    for candidate in candidates([*words[:-1], words[-1].lstrip("'\"")]):
        yield _FILES if candidate is FILES else f"{candidate.text}\t{candidate.words}".rstrip("\t")


_LINES = {"bash": _for_bash, "zsh": _for_zsh, "fish": _for_fish}
