"""Help, versions, and the response to a mistyped command line."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from arxtui import __version__
from arxtui.cli.parser import verb_parser
from arxtui.cli.program import version_details
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import GROUPS
from tests.cli.command import objects
from tests.cli.conftest import Call


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_is_that_of_its_option(call: Call, verb: str) -> None:
    said = call("help", verb)
    assert said == call(verb, "--help")
    assert (said.code, said.err) == (0, "")
    first, second = VERBS[verb].examples
    assert said.out.endswith(f"\nexamples:\n  {first}\n  {second}\n")


def test_each_example_is_a_valid_command_line_of_its_verb() -> None:
    for name, verb in VERBS.items():
        for example in verb.examples:
            line = re.sub(r'^eval "\$\((.*)\)"$', r"\1", example)
            words = shlex.split(re.split(r" [|<>] ", line)[0])
            assert words[:2] == ["arxtui", name]
            verb_parser(name).parse_args(words[2:])


def test_help_of_an_action(call: Call) -> None:
    said = call("help", "views", "add")
    assert said == call("views", "add", "--help")
    assert said.out.startswith("usage: arxtui views add ")


def test_help_groups_the_verbs(call: Call) -> None:
    said = call("help")
    assert said == call("--help") == call("-h")
    headings = re.findall(r"^(\S.*):$", said.out, re.M)
    assert headings == [*GROUPS, "options"]
    for group in GROUPS:
        listed = said.out.partition(f"\n{group}:\n")[2].partition("\n\n")[0]
        names = re.findall(r"^    (\w+)  ", listed, re.M)
        assert names == [name for name, verb in VERBS.items() if verb.group == group]


@pytest.mark.parametrize(("columns", "width"), [(60, 58), (80, 78), (300, 98)])
def test_help_is_as_wide_as_the_terminal_but_for_a_margin_and_never_wider_than_is_easy_to_read(
    call: Call, monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = f"{call('help', 'export').out}{call('help', 'mark').out}".splitlines()
    assert width - 3 <= max(map(len, lines)) <= width


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lsit",), "arxtui: there is no verb 'lsit' ('arxtui help' lists them); did you mean list?\n"),
        (("sub",), "arxtui: there is no verb 'sub' ('arxtui help' lists them); did you mean subscribe?\n"),
        (("lst",), "arxtui: there is no verb 'lst' ('arxtui help' lists them); did you mean list?\n"),
        (("ls",), "arxtui: there is no verb 'ls' ('arxtui help' lists them); did you mean list?\n"),
        (("xyzzy",), "arxtui: there is no verb 'xyzzy' ('arxtui help' lists them)\n"),
        (
            ("2611.90220",),
            "arxtui: there is no verb '2611.90220' ('arxtui help' lists them); "
            "'arxtui show 2611.90220' shows the paper\n",
        ),
        (("LS",), "arxtui: there is no verb 'LS' ('arxtui help' lists them); did you mean list?\n"),
        (("help", "lsit"), "arxtui: there is no verb 'lsit' ('arxtui help' lists them); did you mean list?\n"),
        (
            ("help", "views", "ad"),
            "arxtui: 'views' has no action 'ad' ('arxtui help views' shows what it takes); did you mean add?\n",
        ),
        (("help", "list", "x"), "arxtui: 'list' has no action 'x' ('arxtui help list' shows what it takes)\n"),
        (("--verbose",), "arxtui: --verbose needs --version; or name a verb ('arxtui help' lists them)\n"),
    ],
)
def test_a_word_that_is_no_verb(call: Call, arguments: tuple[str, ...], words: str) -> None:
    assert call(*arguments) == (2, "", words)


@pytest.mark.parametrize(
    ("arguments", "usage", "words"),
    [
        (("list", "--jsno"), "list", "unrecognized arguments: --jsno; did you mean --json?"),
        (("list", "--limti=3"), "list", "did you mean --limit?"),
        (("views", "add", "x", "--kye", "3"), "views add", "; did you mean --key?"),  # 3 is a query from Python 3.13 on
        (("views", "ad"), "views", "; did you mean add?"),
        (("config", "sow"), "config", "; did you mean show?"),
        (("config", "get"), "config", "; did you mean show?"),
        (("lists", "rm", "x"), "lists", "; did you mean remove?"),
        (("mark", "x", "--reading", "to-red"), "mark", "; did you mean to-read?"),
        (("export", "x", "--format", "bibtx"), "export", "; did you mean bibtex?"),
        (
            ("list", "-cat:cs.LG", "--jsno"),
            "list",
            "put -- before a query that begins with a minus; did you mean --json?\n",
        ),
        (("list", "--zzz"), "list", "unrecognized arguments: --zzz\n"),
        (("--versoin",), "", "unrecognized arguments: --versoin; did you mean --version?\n"),
    ],
)
def test_a_mistyped_option_subcommand_or_value_is_answered_with_usage_and_a_suggestion(
    call: Call, arguments: tuple[str, ...], usage: str, words: str
) -> None:
    said = call(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"usage: arxtui {usage}")
    assert words in said.err


def test_the_version(call: Call) -> None:
    assert call("-V") == call("--version") == (0, f"arxtui {__version__}\n", "")


def test_a_verbose_version_has_packages_terminal_and_library_counts_and_nothing_private(
    filled: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("mark", "2605.01234", "--tag", "secret/tag", "--star").code == 0
    assert call("views", "add", "private view", "au:example").code == 0
    (filled / "config" / "config.toml").write_text('[http]\ncontact = "mailto:ada@example.org"\n')
    monkeypatch.setenv("HOME", str(filled.parent))
    monkeypatch.setenv("TERM", "xterm-kitty")
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
    said = call("--version", "--verbose")
    assert (said.code, said.err) == (0, "")
    output = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in said.out.splitlines()}
    assert output["arxtui"] == __version__
    assert "textual " in output["packages"]
    assert "pytest" not in output["packages"]
    assert "TERM=xterm-kitty" in output["terminal"]
    assert output["multiplexer"] == "tmux"
    assert output["config_file"] == "~/home/config/config.toml"
    (counts,) = objects(call("stats", "--json").out)
    numbers = {name.replace("_", " "): count for name, count in counts.items() if isinstance(count, int)}
    assert output["library"] == ", ".join(f"{name}: {count:,}" for name, count in numbers.items())
    assert "starred: 1" in output["library"]
    for private in ("secret", "private view", "ada@", "2605", "cs.DC", str(filled.parent)):
        assert private not in said.out


def test_of_an_unknown_terminal_nothing_is_reported(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*version_details._TERMINAL, *version_details._MULTIPLEXERS):
        monkeypatch.setenv(name, "")
    output = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in call("-V", "--verbose").out.splitlines()}
    assert output["terminal"] == output["multiplexer"] == "none"
    assert output["size"] == "standard output is not a terminal"
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "terminal     COLORTERM=truecolor, NO_COLOR=1\n" in call("-V", "--verbose").out


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/ada", "~"),
        ("/home/ada/cache", "~/cache"),
        ("/home/adam/cache", "/home/adam/cache"),
        ("/var/home/ada", "/var/home/ada"),
    ],
)
def test_only_the_users_own_directory_is_a_tilde(monkeypatch: pytest.MonkeyPatch, path: str, shown: str) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert version_details._with_tilde(path) == shown


def test_a_verbose_version_creates_no_files_and_survives_faulty_settings_and_databases(home: Path, call: Call) -> None:
    assert "library      none yet" in call("--version", "--verbose").out
    assert not home.exists() or os.listdir(home) == []  # noqa: PTH208
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("\n[uii]\n")
    assert "settings     faulty, line 2" in call("--version", "--verbose").out
    (home / "data").mkdir()
    (home / "data" / "library.db").write_bytes(b"")
    assert "library      none yet" in call("--version", "--verbose").out
    assert not (home / "cache").exists()
    (home / "cache").mkdir()
    (home / "cache" / "cache.db").write_bytes(b"")
    (home / "data" / "library.db").unlink()
    assert "library      none yet" in call("--version", "--verbose").out
    (home / "cache" / "cache.db").unlink()
    (home / "data" / "library.db").write_bytes(b"no database" * 100)
    (home / "cache" / "cache.db").write_bytes(b"no database" * 100)
    assert "library      cannot be counted (" in call("--version", "--verbose").out
