"""Completions of the Tab key: those that the program computes, and those that the installed shells show."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import pexpect
import pytest

from arxtui.cli.program.completions import INSTALLED, SCRIPTS
from arxtui.cli.support.completion import FILES, candidates
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import Values
from tests.cli.command import COMMAND, environ
from tests.cli.conftest import Call
from tests.cli.parsers import every_argument


def _texts(*words: str) -> list[str]:
    return [each.text for each in candidates(words)]


@pytest.fixture
def kept(filled: Path, call: Call) -> Path:
    """A home with a tag, a list, a view, a rule and a subscription."""
    assert call("mark", "2605.01234", "--tag", "thesis", "--list", "to read").code == 0
    assert call("views", "add", "For Monday", "is:unread").code == 0
    assert call("rules", "add", "surveys", "ti:survey", "--mute").code == 0
    assert call("subscribe", "cs.DC").code == 0
    return filled


def test_every_argument_whose_values_are_known_is_completed() -> None:
    looked_up = ("QUERY", "QUERY|ID", "CATEGORY", "SET", "TAG", "STATE")
    arguments = [argument for _, argument in every_argument()]
    assert [each for each in arguments if each.metavar in looked_up and not each.values] == []
    assert {each.values for each in arguments if each.values} == {*get_args(Values)}


def test_the_script_for_bash_runs_in_the_bash_of_macos() -> None:
    """Bash 3.2 has neither ``mapfile`` nor ``compopt``; without the latter, a blank follows some values."""
    script = SCRIPTS["bash"]
    assert "mapfile" not in script
    assert all("> /dev/null" in line for line in script.splitlines() if "compopt" in line)


def test_without_a_shell_it_says_which_there_are_and_where_their_lines_go(call: Call) -> None:
    said = call("completions")
    assert (said.code, said.out) == (2, "")
    for shell, (file, line) in INSTALLED.items():
        assert any(row.split() == [shell, *file.split(), *line.split()] for row in said.err.splitlines()), shell
    assert said.err.startswith("arxtui: name the shell; ")


def test_the_lines_that_are_named_are_those_of_the_manual() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "cli.md").read_text()
    for shell, (file, line) in INSTALLED.items():
        place, comma, rest = file.partition(",")
        escaped = line.replace("|", "\\|")
        assert f"| {shell} | `{place}`{comma}{rest.replace('compinit', '`compinit`')} | `{escaped}` |" in manual


def test_verbs_options_and_actions() -> None:
    assert _texts("") == list(VERBS)
    assert _texts("li") == ["list", "links", "lists", "library"]
    assert _texts("--v") == ["--version", "--verbose"]
    assert _texts("list", "--") == ["--help", "--limit", "--explain", "--authors", "--json"]
    assert _texts("list", "--json", "--") == ["--help", "--limit", "--explain", "--authors"]
    assert _texts("mark", "x", "--tag", "a", "--t") == ["--tag"]
    assert _texts("views", "") == ["add", "rename", "remove", "move", "key"]
    assert _texts("views", "re") == ["rename", "remove"]
    assert _texts("views", "add", "--k") == ["--key"]
    assert _texts("export", "--format", "") == ["bibtex", "ris", "csl-json", "markdown", "jsonl", "inspire-bibtex"]
    assert _texts("export", "--format=bi") == ["--format=bibtex"]
    assert _texts("nosuch", "") == []
    assert candidates(["list", "--exp"])[0].words == "explain the query in words, and list nothing"


def test_help_is_completed_by_verbs_and_their_actions() -> None:
    assert _texts("help", "li") == ["list", "links", "lists", "library"]
    assert _texts("help", "views", "re") == ["rename", "remove"]
    assert _texts("help", "import", "") == _texts("help", "views", "add", "") == _texts("help", "--") == []


@pytest.mark.usefixtures("kept")
def test_a_value_that_is_given_is_not_offered_again() -> None:
    assert _texts("tags", "rename", "") == ["thesis"]
    assert _texts("tags", "remove", "thesis", "") == []
    assert _texts("completions", "") == [*SCRIPTS]
    assert _texts("completions", "bash", "") == []
    assert _texts("export", "--format=bibtex", "is:unr") == ["is:unread"]
    assert _texts("export", "--format", "bibtex", "is:unr") == ["is:unread"]
    assert "--format" not in _texts("export", "--format=bibtex", "--f")


def test_files_are_left_to_the_shell() -> None:
    for line in (("import", ""), ("export", "--output", "x"), ("config", "check", ""), ("demo", "--home", "")):
        assert candidates(line) == [FILES]
    assert candidates(["export", "is:starred", "--command", "sort", "-"]) == [FILES]
    assert candidates(["list", "--limit", ""]) == []
    assert candidates(["show", ""]) == []


@pytest.mark.usefixtures("home")
def test_terms_of_a_query() -> None:
    assert "is:" in _texts("list", "i")
    assert "title:" in _texts("list", "tit")
    assert _texts("list", "is:unr") == ["is:unread"]
    assert _texts("list", "sort:best", "-is:star") == []
    assert _texts("list", "--", "sort:best", "-is:star") == ["-is:starred"]
    assert _texts("list", "ti:x (is:star") == ["ti:x (is:starred"]
    assert _texts("list", "--", "-is:unr") == ["-is:unread"]
    assert _texts("list", "category:cs.D") == [
        "category:cs.DB",
        "category:cs.DC",
        "category:cs.DL",
        "category:cs.DM",
        "category:cs.DS",
    ]
    assert _texts("harvest", "--set", "hep-t") == ["hep-th"]
    assert _texts("subscribe", "MATH.N") == ["math.NA", "math.NT"]


def test_names_that_the_user_gave(kept: Path) -> None:
    assert _texts("mark", "x", "--tag", "th") == ["thesis"]
    assert _texts("mark", "x", "--list", "") == ["to read"]
    assert _texts("views", "remove", "") == ["For Monday"]
    assert _texts("rules", "apply", "") == ["surveys"]
    assert _texts("unsubscribe", "") == ["cs.DC"]
    assert _texts("list", "tag:") == ["tag:thesis"]
    assert _texts("list", "list:") == ['list:"to read"']
    assert _texts("mark", "x", "--rate", "") == ["1", "2", "3", "4", "5", "none"]


def test_without_a_library_there_are_no_names_and_nothing_is_made(home: Path) -> None:
    assert _texts("views", "remove", "") == []
    assert not home.exists()


def test_completions_are_silent_about_faulty_settings(home: Path, call: Call) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("[uii]\n")
    assert call("completions", "fish", "--", "unsubscribe", "") == (0, "", "")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("arxtui view", ["views"]),
        ("arxtui list is:unr", ["unread"]),
        ("arxtui list 'is:unr", ["is:unread"]),
        ("arxtui list 'ti:x is:unr", ["ti:x is:unread"]),
        ("arxtui export --format=bi", ["bibtex"]),
        ("arxtui read --file=", ["//files"]),
        ("arxtui views remove For", [r"For\ Monday"]),
        (r"arxtui views remove For\ M", [r"For\ Monday"]),
        ("arxtui views remove 'For M", ["For Monday"]),
        ('arxtui list tag:"th', ["thesis"]),
        ("arxtui list tag:'th", ["thesis"]),
        ("arxtui list 'tag':\\th", ["thesis"]),
        (r"arxtui mark 'a b' \"c --tag th", ["thesis"]),
        ("arxtui import ", ["//files"]),
        ("arxtui", []),
        ("arxtui\\", []),
        ('arxtui "', list(VERBS)),
    ],
)
def test_lines_for_bash(kept: Path, call: Call, line: str, lines: list[str]) -> None:
    assert call("completions", "bash", "--", line) == (0, "".join(f"{each}\n" for each in lines), "")


def test_lines_for_zsh_and_fish(kept: Path, call: Call) -> None:
    assert call("completions", "zsh", "--", "list", "is:unr").out == "=is\\:unread\n"
    assert "+is\\::its state\n" in call("completions", "zsh", "--", "list", "i").out
    assert call("completions", "zsh", "--", "stat").out == "=stats:count the contents of the cache and the library\n"
    assert call("completions", "fish", "--", "stat").out == "stats\tcount the contents of the cache and the library\n"
    assert call("completions", "fish", "--", "list", "'is:unr").out == "is:unread\n"


_STARTS = {
    "bash": ("bash --norc --noprofile -i", 'eval "$(arxtui completions bash)"'),
    "zsh": ("zsh -f -i", 'autoload -U compinit && compinit -u -D; eval "$(arxtui completions zsh)"'),
    "fish": ("fish --no-config", "arxtui completions fish | source"),
}


@contextmanager
def _shell(name: str, home: Path, programs: Path) -> Iterator[pexpect.spawn[str]]:
    """Start an interactive shell that has loaded the completions. ``arxtui`` is the script in ``programs``."""
    command, setup = _STARTS[name]
    env = environ(home, PATH=f"{programs}:{environ(home)['PATH']}", TERM="xterm", HOME=str(home))
    child = pexpect.spawn(command, env=env, encoding="utf-8", dimensions=(40, 200), timeout=60)
    try:
        child.sendline(f"{setup}; echo load''ed")
        child.expect_exact("loaded")
        yield child
    finally:
        child.close(force=True)


def _skip_without(shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with ``arxtui``."""
    programs = tmp_path / "programs"
    programs.mkdir()
    # The script gets completions from the real program; for any other command it only prints the words.
    script = programs / "arxtui"
    script.write_text(
        f'#!/bin/sh\nif [ "$1" = completions ]; then exec {" ".join(COMMAND)} "$@"; fi\n'
        'for word in "$@"; do printf "<%s>" "$word"; done; echo .\n'
    )
    script.chmod(0o700)
    return programs


@pytest.mark.parametrize("name", _STARTS)
def test_tab_in_a_shell(name: str, kept: Path, programs: Path) -> None:
    _skip_without(name)
    with _shell(name, kept, programs) as shell:
        for typed, words in (
            ("arxtui stat\t", "<stats>."),
            ("arxtui list is:unr\t--expl\t", "<list><is:unread><--explain>."),
            ("arxtui views remove For\t", "<views><remove><For Monday>."),
        ):
            shell.sendline(typed)  # the shell reads the rest of the line after it has completed the word
            shell.expect_exact(words)


_NAMES = (
    "cost $HOME",
    "date `date`",
    "it's so",
    'my "own"',
    "semi;colon",
    "wow! so",
    "back\\slash",
    "star *",
    "hey!",
    "ends'",
)


@pytest.mark.parametrize("quote", ["", "'", '"'], ids=["bare", "single", "double"])
@pytest.mark.parametrize("name", _STARTS)
def test_a_name_reaches_the_program_as_it_is_whichever_quotation_mark_is_open(
    name: str, quote: str, filled: Path, call: Call, programs: Path
) -> None:
    _skip_without(name)
    for each in _NAMES:
        assert call("views", "add", each, "is:unread").code == 0
    with _shell(name, filled, programs) as shell:
        for each in _NAMES:
            shell.sendline(f"arxtui views remove {quote}{each[:2]}\t")
            shell.expect_exact(f"<views><remove><{each}>.")
