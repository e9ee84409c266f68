"""``arxtui completions``: Tab completion in a shell."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence

from arxtui.cli.support.completion import FILES, candidates
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.cli.support.files import write_standard
from arxtui.light import pattern

_BREAKS = ":="
"""The characters, besides blanks and quotation marks, at which bash splits a word for completion."""
_SPECIAL = pattern(r"[^\w@%+=:,./-]")
"""The characters that bash needs a backslash before."""
_QUOTED = {"'": (("'", r"'\\''"),), '"': ((r'[$`"\\]', r"\\\g<0>"), ("!", "\"'!'\""))}
"""Replacements within quotation marks in bash. Within double ones, a backslash before ``!`` would stay."""
_PIECE = pattern(
    r"""(?P<blank>\s+) | \\(?P<escaped>.?) | (?P<plain>[^\s\\'"]+)
    | '(?P<single>[^']*)(?P<end>'?) | "(?P<double>(?:\\.|[^"\\])*)\\?(?P<double_end>"?)""",
    re.X,
)
"""A piece of a line of bash: blanks or a part of a word. An empty end is that of an open quotation mark."""
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
complete $(type -t compopt > /dev/null || echo -o default) -F _arxtui arxtui
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
    """Yield the completions for bash, quoted for the quotation mark that is open at the cursor.

    Bash passes the whole line, because it splits words at colons. It inserts the text as it is: after the open
    quotation mark, or else after the last colon of the word.
    """
    typed, quote, skipped = _split(words[0])
    if not quote:
        skipped = max(typed[-1].rfind(character) for character in _BREAKS) + 1
    for candidate in candidates(typed[1:]) if typed[1:] else ():
        yield _FILES if candidate is FILES else _quoted(candidate.text[skipped:], quote)


def _quoted(text: str, quote: str) -> str:
    """Quote a text for bash, inside an open quotation mark if there is one."""
    if not quote:
        return _SPECIAL.sub(r"\\\g<0>", text)
    for special, replacement in _QUOTED[quote]:
        text = re.sub(special, replacement, text)
    # Bash adds the closing quotation mark, except after a text that ends with one.
    return f"{text}{quote}" if text.endswith(quote) else text


def _split(line: str) -> tuple[list[str], str, int]:
    """Return the words of a line of bash, the last one being the word at the cursor; the quotation mark that is open
    there, or an empty string; and the number of characters of the word before this mark."""
    words, quote, outside = [""], "", 0
    for piece in _PIECE.finditer(line):
        if piece["blank"]:
            words.append("")
        is_open = piece.lastgroup in ("end", "double_end") and not piece[piece.lastgroup]
        quote, outside = piece[0][0] if is_open else "", len(words[-1])
        quoted = re.sub(r'\\([$`"\\])', r"\1", piece["double"] or "")
        words[-1] += quoted or piece["single"] or piece["escaped"] or piece["plain"] or ""
    return words, quote, outside


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
