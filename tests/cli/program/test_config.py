"""``arxtui config``: the file is written, checked, shown and edited."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from arxtui.config.manual import commented_file, schema
from arxtui.config.settings import load
from tests.cli.command import COMMAND, environ, objects, run_here
from tests.cli.conftest import Call

_KEPT = "your draft is saved for the next 'arxtui config edit':"


@pytest.fixture
def file(home: Path) -> Path:
    """The path of the settings file, which does not exist yet."""
    return home / "config" / "config.toml"


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that makes an editor from the lines of a shell script; ``$1`` is the file."""

    def make(script: str) -> None:
        program = tmp_path / "editor"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)
        monkeypatch.setenv("VISUAL", f"{program} --wait")
        program.write_text(f"#!/bin/sh\nshift\n{script}\n")

    return make


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def _drafts(file: Path) -> list[Path]:
    return sorted(file.parent.glob("config-draft-*.toml"))


def test_the_path_is_printed_and_nothing_is_made(call: Call, file: Path) -> None:
    assert call("config", "path") == (0, f"{file}\n", "")
    assert objects(call("config", "path", "--json").out) == [{"file": str(file)}]
    assert not file.parent.exists()


def test_init_writes_every_setting_and_never_overwrites(call: Call, file: Path) -> None:
    assert call("config", "init") == (0, f"{file}\n", "")
    assert file.read_text() == commented_file()
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    file.write_text("# mine\n")
    said = call("config", "init")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"arxtui: {file} already exists and is left unchanged; 'arxtui config edit'")
    assert file.read_text() == "# mine\n"


def test_init_writes_a_named_file_or_standard_output(call: Call, file: Path, tmp_path: Path) -> None:
    assert call("config", "init", "-").out == commented_file()
    for name, options in (("other.toml", ["--json"]), ("third.toml", [])):
        code, out, err = call("config", "init", str(tmp_path / name), *options)
        assert (code, err) == (0, "")
        assert (objects(out)[0]["file"] if options else out.rstrip("\n")) == str(tmp_path / name)
        assert (tmp_path / name).read_text() == commented_file()
    assert not file.exists()


def test_settings_written_by_commands_keep_the_comments_of_the_file(call: Call, file: Path) -> None:
    call("config", "init")
    assert call("subscribe", "cs.DC").code == 0
    assert call("follow", "Ada Example").code == 0
    assert call("rules", "add", "surveys", "ti:survey", "--mute").code == 0
    settings = load(file)
    assert (settings.arxiv.categories, settings.follow.authors) == (("cs.DC",), ("Ada Example",))
    assert [rule.name for rule in settings.rules] == ["surveys"]
    assert [line for line in file.read_text().splitlines() if line.startswith("#")] == [
        line for line in commented_file().splitlines() if line.startswith("#")
    ]


def test_check_names_every_fault_with_its_line(call: Call, file: Path) -> None:
    _write(file, "[refresh]\nat_start = 1\n[pitth]\n")
    said = call("config", "check")
    assert (said.code, said.err) == (1, "")
    first, second = said.out.splitlines()
    assert first == f"{file}, line 2: [refresh] at_start: must be true or false"
    assert second.startswith(f"{file}, line 3: unknown section [pitth]; known are arxiv, ")
    assert second.endswith("; did you mean pith?")
    output = objects(call("config", "check", "--json").out)
    assert [(each["file"], each["line"]) for each in output] == [(str(file), 2), (str(file), 3)]
    assert [each["fault"] for each in output] == [first, second]
    assert [f"{file}, line {each['line']}: {each['reason']}" for each in output] == [first, second]


def test_a_fault_of_the_whole_file_has_no_line(call: Call, file: Path) -> None:
    file.mkdir(parents=True)
    (result,) = objects(call("config", "check", "--json").out)
    assert (result["file"], result["line"]) == (str(file), None)


def test_check_reads_the_queries_too_and_marks_the_place(call: Call, file: Path) -> None:
    _write(
        file,
        '[[export.sync]]\nfile = "/a.bib"\nquery = "is:strred"\n'
        '[[rules]]\nname = "x"\nmute = true\nquery = "cat:cs.XX"\n',
    )
    said = call("config", "check")
    assert said.code == 1
    lines = said.out.splitlines()
    assert lines[0].startswith(f'{file}, line 3: [[export.sync]] query: is: has no value "strred"')
    assert lines[1:3] == ["  is:strred", "     ^^^^^^"]
    assert lines[3].startswith(f"{file}, line 7: rule 'x': arXiv has no category \"cs.XX\"")


def test_check_names_faults_of_keys_beside_others(call: Call, file: Path) -> None:
    _write(file, '[ui]\nthem = "dark"\n[keys]\ntop = "g 1"\nstar = "x"\nundo = 1\nback = "tab"\n')
    lines = call("config", "check").out.splitlines()
    assert [line.partition(", line ")[2].partition(":")[0] for line in lines] == ["2", "5", "6", "7"]


def test_check_says_when_nothing_is_wrong(call: Call, file: Path) -> None:
    said = call("config", "check")
    assert (said.code, said.out) == (0, "")
    assert said.err.startswith(f"there is no {file}")
    call("config", "init")
    assert call("config", "check") == (0, "", f"no faults in {file}\n")


def test_check_reads_a_named_file_and_standard_input(call: Call, home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_bytes(b"[ui]\n# caf\xe9\n")
    assert call("config", "check", str(other)) == (1, f"{other}, line 2: not valid UTF-8\n", "")
    said = call("config", "check", str(tmp_path / "none.toml"))
    assert (said.code, said.err) == (1, f"arxtui: {tmp_path / 'none.toml'} cannot be read: No such file or directory\n")
    done = run_here(home, "config", "check", "-", stdin=b"[ui]\nthem = 1\n")
    assert done.returncode == 1
    assert done.stdout.startswith("standard input, line 2: unknown key 'them' in [ui]")
    assert "did you mean theme" in done.stdout


def test_show_says_where_each_setting_comes_from(call: Call, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("BROWSER", raising=False)
    _write(
        file,
        '[ui]\nnotify = "osc9"\ntheme = "light"\n[[export.sync]]\nfile = "/a.bib"\nquery = "tag:a"\n'
        '[[rules]]\nname = "x"\nquery = "ti:y"\nmute = true\n',
    )
    said = call("config")
    assert said == call("config", "show")
    lines = said.out.splitlines()
    assert lines[0] == f"# {file}"
    for held, origin in (
        ('notify = "osc9"', "line 2"),
        ("title = true", "default"),
        ('theme = "light"', "NO_COLOR in the environment"),
    ):
        assert f"{held:56}  # {origin}" in lines
    assert lines[-4:] == ["[[rules]]", 'name = "x"', 'query = "ti:y"', "mute = true"]
    assert '[[export.sync]]\nfile = "/a.bib"\nquery = "tag:a"\nformat = "bibtex"\n' in said.out


def test_the_printed_configuration_loads_as_the_same_settings(call: Call, file: Path) -> None:
    _write(
        file, '[ui]\nnotify = "osc9"\n[arxiv]\ncategories = ["cs.DC"]\n[[rules]]\nname = "x"\nquery = "y"\nscore = 3\n'
    )
    before = load(file)
    file.write_text(call("config").out)
    assert load(file) == before


def test_show_as_json(call: Call, file: Path) -> None:
    _write(file, '[ui]\nnotify = "osc9"\n')
    held = {(each["section"], each["key"]): each for each in objects(call("config", "show", "--json").out)}
    assert held["ui", "notify"] == {
        "section": "ui",
        "key": "notify",
        "value": "osc9",
        "default": "off",
        "origin": "file",
        "line": 2,
        "variable": None,
    }
    assert held["rules", ""]["value"] == []


def test_show_of_a_faulty_file_names_every_fault(call: Call, file: Path) -> None:
    _write(file, "[ui]\nthem = 1\n[refresh]\nat_start = 1\n")
    said = call("config", "show")
    assert (said.code, said.out) == (1, "")
    assert said.err == f"arxtui: {call('config', 'check').out}"
    assert [line.partition(" line ")[2][:1] for line in said.err.splitlines()] == ["2", "4"]


def test_the_schema_is_printed(call: Call) -> None:
    assert json.loads(call("config", "schema").out) == schema()


def test_edit_saves_valid_settings_and_leaves_no_draft(call: Call, file: Path, editor: Callable[[str], None]) -> None:
    editor("printf '[ui]\\ntitle = false\\n' >> \"$1\"")
    _write(file, "# mine\n")
    file.chmod(0o640)
    assert call("config", "edit") == (0, f"{file}\n", "")
    assert file.read_text() == "# mine\n[ui]\ntitle = false\n"
    assert _drafts(file) == []


def test_edit_begins_with_every_setting_where_there_is_no_file(
    call: Call, file: Path, editor: Callable[[str], None]
) -> None:
    editor("true")
    assert call("config", "edit") == (0, "", "nothing was changed\n")
    assert (file.exists(), _drafts(file)) == (False, [])
    editor("echo '# more' >> \"$1\"")
    assert call("config", "edit").code == 0
    assert file.read_text() == f"{commented_file()}# more\n"


def test_edit_keeps_a_faulty_draft_and_the_settings(call: Call, file: Path, editor: Callable[[str], None]) -> None:
    editor("echo 'them = 1' >> \"$1\"")
    _write(file, "[ui]\n")
    said = call("config", "edit")
    [draft] = _drafts(file)
    assert (said.code, said.out, file.read_text()) == (1, "", "[ui]\n")
    assert said.err.startswith(f"{draft}, line 2: unknown key 'them' in [ui]")
    assert said.err.endswith(f"arxtui: the settings are unchanged; {_KEPT} {draft}\n")
    assert draft.read_text() == "[ui]\nthem = 1\n"
    assert stat.S_IMODE(draft.stat().st_mode) == 0o600


def test_edit_does_not_overwrite_a_file_changed_meanwhile_and_keeps_the_draft(
    call: Call, file: Path, editor: Callable[[str], None]
) -> None:
    editor(f"echo '# draft' >> \"$1\"; echo '# other' >> '{file}'")
    _write(file, "# mine\n")
    said = call("config", "edit")
    [draft] = _drafts(file)
    assert (said.code, file.read_text()) == (1, "# mine\n# other\n")
    assert said.err == f"arxtui: {file} was changed meanwhile and is not overwritten; {_KEPT} {draft}\n"


def test_a_draft_that_was_kept_is_gone_on_with(call: Call, file: Path, editor: Callable[[str], None]) -> None:
    _write(file, "[ui]\n")
    editor("echo 'them = 1' >> \"$1\"")
    call("config", "edit")
    [draft] = _drafts(file)
    editor("sed -i 's/them = 1/title = false/' \"$1\"")
    assert call("config", "edit") == (0, f"{file}\n", f"continuing with the draft in {draft}\n")
    assert (file.read_text(), _drafts(file)) == ("[ui]\ntitle = false\n", [])


def test_a_draft_of_other_settings_takes_nothing_back_unasked(
    call: Call, file: Path, editor: Callable[[str], None]
) -> None:
    _write(file, "[ui]\n")
    editor("echo 'them = 1' >> \"$1\"")
    call("config", "edit")
    assert call("subscribe", "cs.DC").code == 0
    before = file.read_text()
    said = call("config", "edit")
    [draft] = _drafts(file)
    assert (said.code, file.read_text()) == (1, before)
    assert said.err.startswith(f"arxtui: there is a draft in {draft}, which would undo later changes")


def test_nobody_else_edits_the_settings_meanwhile(call: Call, file: Path, editor: Callable[[str], None]) -> None:
    _write(file, "[ui]\n")
    said = file.with_name("said")
    editor(f"{' '.join(COMMAND)} config edit 2> '{said}'; true")
    assert call("config", "edit") == (0, "", "nothing was changed\n")
    assert said.read_text() == "arxtui: another 'arxtui config edit' has the settings open\n"


@pytest.mark.parametrize(
    ("script", "words"), [("exit 3", "editor ended with 3"), ("kill -9 $$", "editor was killed by signal 9")]
)
def test_edit_takes_nothing_of_an_editor_that_failed(
    call: Call, file: Path, editor: Callable[[str], None], script: str, words: str
) -> None:
    _write(file, "# mine\n")
    editor(script)
    assert call("config", "edit") == (1, "", f"arxtui: {words}\n")
    assert _drafts(file) == []
    editor(f"echo '# draft' >> \"$1\"; {script}")
    said = call("config", "edit")
    assert said.err == f"arxtui: {words}; {_KEPT} {_drafts(file)[0]}\n"
    assert file.read_text() == "# mine\n"


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("no-such-editor -w", "no-such-editor cannot be started: No such file or directory"),
        ("vi 'x", "VISUAL has a quotation mark that is not closed: vi 'x"),
    ],
)
def test_edit_says_that_there_is_no_editor(
    call: Call, file: Path, monkeypatch: pytest.MonkeyPatch, named: str, words: str
) -> None:
    monkeypatch.setenv("VISUAL", named)
    assert call("config", "edit") == (1, "", f"arxtui: {words}\n")
    assert _drafts(file) == []


def test_edit_names_a_folder_that_cannot_be_made(call: Call, file: Path) -> None:
    file.parent.parent.mkdir(exist_ok=True)
    file.parent.symlink_to("nowhere")
    words = f"{file.parent} cannot be written to: File exists"
    assert call("config", "edit") == (1, "", f"arxtui: {words}\n")


def test_edit_names_the_variables_if_there_is_no_editor_at_all(
    call: Call, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(file.parent))
    assert call("config", "edit") == (1, "", "arxtui: no editor was found; set VISUAL or EDITOR\n")
    assert _drafts(file) == []


def test_on_a_terminal_a_faulty_draft_may_be_edited_again_or_removed(file: Path, tmp_path: Path, home: Path) -> None:
    program = tmp_path / "editor"
    program.write_text('#!/bin/sh\ngrep -q them "$1" && : > "$1" || echo \'them = 1\' >> "$1"\n')
    program.chmod(0o700)
    _write(file, "[ui]\n")
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "config", "edit"], env=environ(home, VISUAL=str(program)), encoding="utf-8"
    )
    child.expect("unknown key 'them'")
    child.expect_exact("Edit again? [Y/n] ")
    child.sendline("n")
    child.expect_exact(_KEPT)
    child.expect(pexpect.EOF)
    child.close()
    assert len(_drafts(file)) == 1
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "config", "edit"], env=environ(home, VISUAL=str(program)), encoding="utf-8"
    )
    child.expect_exact("Continue with it? No removes it [Y/n] ")
    child.sendline("n")
    child.expect("unknown key 'them'")
    child.expect_exact("Edit again? [Y/n] ")
    child.sendline("")
    child.expect_exact(str(file))
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, file.read_text(), _drafts(file)) == (0, "", [])
    assert os.environ.get("ARXTUI_HOME") == str(home)


def test_check_knows_the_commands_that_keys_are_given_to(call: Call, file: Path) -> None:
    _write(file, '[ui]\nkeymap = "vim"\n[keys]\ntop = "g g"\nundoo = "x"\n')
    said = call("config", "check")
    assert (said.code, said.out) == (
        1,
        f"{file}, line 5: [keys] undoo: there is no command 'undoo'; did you mean undo?\n",
    )
    _write(file, '[keys]\ntop = ["g g", "+"]\nzotero = false\n[keys.text]\nzen = "ctrl+x z"\n')
    assert call("config", "check").code == 0
    shown = call("config", "show").out
    assert all(part in shown for part in ("[keys]\n", 'top = ["g g", "+"]', "zotero = false", "[keys.text]\nzen = "))


def test_a_key_is_not_printed(home: Path, call: Call) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('[citations]\nsemantic_scholar_key = "my-own-key"\n', encoding="utf-8")
    for words in (("config", "show"), ("config", "show", "--json")):
        said = call(*words)
        assert said.code == 0
        assert "my-own-key" not in said.out
    assert 'semantic_scholar_key = "…"' in call("config", "show").out
    assert 'openalex_key = ""' in call("config", "show").out
