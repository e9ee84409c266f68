"""Settings: every key is known, and every error names its line."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.config import exports, rules
from arxtui.config.declaration import Setting
from arxtui.config.parsing import line_of
from arxtui.config.settings import Settings, every_setting, faults, load, parse
from arxtui.config.text import ConfigError
from arxtui.config.values import LARGEST, check_categories
from arxtui.model.rules import Rule


def test_no_file_and_an_empty_file_mean_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml") == Settings()
    (tmp_path / "config.toml").write_text("# nothing yet\n")
    assert load(tmp_path / "config.toml") == Settings()


def test_settings_of_a_configuration_file_are_read(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        "\ufeff[arxiv]\r\n"
        'categories = ["cs.dc", "MATH", "cmp-lg", "cs.DC"] # any case, old names\r\n'
        'api_url = "http://127.0.0.1:8080/api/query"\r\n'
        "[pith]\r\n"
        'listing_url = "http://[::1]:8080/{category}/today"\r\n'
        "[refresh]\r\n"
        "at_start = false\r\n"
        "interval_minutes = 0\r\n"
        "[ui]\r\n"
        'theme = "ansi"\r\n'
        'notify = "osc777"\r\n'
        "title = false\r\n"
        "[hooks]\r\n"
        'on_new_match = ["./tell", "-v", "", "a b"]\r\n'
        "time_limit_seconds = 5\r\n",
        encoding="utf-8",
        newline="",
    )
    settings = load(file)
    assert settings.arxiv.categories == ("cs.DC", "math", "cs.CL")
    assert settings.arxiv.api_url == "http://127.0.0.1:8080/api/query"
    assert settings.pith.listing_url == "http://[::1]:8080/{category}/today"
    assert (settings.refresh.at_start, settings.refresh.interval_minutes) == (False, 0)
    assert (settings.ui.theme, settings.ui.notify, settings.ui.title) == ("ansi", "osc777", False)
    assert (settings.hooks.after_refresh, settings.hooks.on_new_match) == ((), ("./tell", "-v", "", "a b"))
    assert settings.hooks.time_limit_seconds == 5


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[arxiv]\n\ncolour = 1\n", 3, "unknown key 'colour' in [arxiv]; known are categories"),
        ('# one\n[arxive]\ncategories = ["cs.DC"]\n', 2, "unknown section [arxive]; known are arxiv, pith"),
        ("[ui]\n[arxiv.more]\nx = 1\n", 2, "unknown key 'more'"),
        ("\n\nui = 3\n", 3, "[ui] must be a table"),
        ('["arxiv"]\nbackfill_days = "14"\n', 2, "must be a whole number"),
        ("[ui]\n[arxiv]\n'backfill_days' = -1\n", 3, "must be a whole number"),
        ("[arxiv]\nbackfill_days = true\n", 2, "must be a whole number"),
        ("[arxiv]\nbackfill_days = 1000000000000\n", 2, "must be a whole number from 0 to 100,000"),
        ("\narxiv.backfill_days = 1.5\n", 2, "must be a whole number"),
        ('[ui]\ntheme = "dark"\n[refresh]\nat_start = "yes"\n', 4, "must be true or false"),
        ('[arxiv]\ncategories = "cs.DC"\n', 2, 'must be a list of strings, such as ["cs.DC", "math"]'),
        ('[arxiv]\ncategories = [\n  "cs.DC",\n  "cs.XX",\n]\n', 2, "arXiv has no category 'cs.XX'"),
        ('[ui]\n[arxiv]\napi_url = "ftp://example.org"\n', 3, "must be an http or https address"),
        ('[arxiv]\napi_url = "https://example.org:99999/"\n', 2, "Port out of range"),
        ('[arxiv]\napi_url = "https://"\n', 2, "must be an http or https address"),
        ('[arxiv]\napi_url = "http://[::1"\n', 2, "[arxiv] api_url: "),
        ('[arxiv]\napi_url = "https://example.org/a b"\n', 2, "must be an http or https address"),
        ('[pith]\nlisting_url = "https://example.org/{cat}/{category}"\n', 2, "the only placeholder is {category}"),
        ('[pith]\nlisting_url = "https://example.org/{category"\n', 2, "the only placeholder is {category}"),
        ('[pith]\nlisting_url = "https://example.org/category}"\n', 2, "the only placeholder is {category}"),
        ('[http]\ncontact = "a\\r\\nX-Evil: 1"\n', 2, "without control characters"),
        ('[http]\ncontact = "mailto:björn@example.org"\n', 2, "must be plain ASCII"),
        ("[ui]\ntheme = 3\n", 2, "must be a string in quotes"),
        ('[ui]\n\ntheme = "pink"\n', 3, "must be one of auto, dark, light, contrast-dark"),
        ('[ui]\nnotify = "on"\n', 2, "must be one of off, osc9, osc777, not 'on'"),
        ('[ui]\ncolumns = ["title", "author"]\n', 2, "the list has no column 'author'; did you mean authors?"),
        ('[ui]\ncolumns = ["title", "day"]\n', 2, "the list has no column 'day'; "),
        ('[ui]\ncolumns = ["title", "mark", "mark"]\n', 2, "names the column 'mark' more than once"),
        ('[ui]\ncolumns = ["mark"]\n', 2, "must have the column 'title'"),
        ('[hooks]\nafter_refresh = "make"\n', 2, 'must be a list of strings, such as ["notify-send", "arXiv"]'),
        ('[hooks]\nafter_refresh = ["", "x"]\n', 2, "must be a program and its arguments"),
        ('[hooks]\non_new_match = ["a\\u0000"]\n', 2, "must be a program and its arguments"),
        ("[hooks]\ntime_limit_seconds = 0\n", 2, "must be 1 or more"),
        ("[ui]\ntheme = dark\n", 2, "not valid TOML: Invalid value"),
        ('[ui]\ntheme = "dark"\ntheme = "light"\n', 3, "not valid TOML: Cannot overwrite a value"),
        ('[arxiv]\ncategories = ["cs.DC",\n', 2, "not valid TOML"),
    ],
)
def test_every_fault_names_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(ConfigError) as fault:
        parse(text, "config.toml")
    assert str(fault.value).startswith(f"config.toml, line {line}: ")
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("setting", [each for each in every_setting() if each.kind == "int"], ids=str)
def test_a_number_may_be_the_smallest_and_the_largest_and_no_other_beyond(setting: Setting) -> None:
    def read(number: int) -> object:
        return getattr(getattr(parse(f"[{setting.section}]\n{setting.key} = {number}\n"), setting.section), setting.key)

    assert [read(number) for number in (setting.minimum, LARGEST)] == [setting.minimum, LARGEST]
    for number in (setting.minimum - 1, LARGEST + 1):
        with pytest.raises(ConfigError):
            read(number)


def test_a_command_line_begins_with_a_program() -> None:
    for text in ("", "firefox", "a --tab {url}", "'a b' {url}", "echo {url}{url}"):
        assert parse(f'[ui]\nopener = "{text}"\n').ui.opener == text
    for text in ("'", " ", "{url}", "'' a", "x{url} {url}"):
        with pytest.raises(ConfigError, match="must be a program and its arguments"):
            parse(f'[ui]\nopener = "{text}"\n')


def test_bytes_that_are_no_utf8_are_named_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(b"[ui]\n# caf\xe9\n")
    with pytest.raises(ConfigError, match=r"config\.toml, line 2: not valid UTF-8"):
        load(file)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r": cannot be read: Is a directory$"):
        load(tmp_path)


@given(st.text(alphabet=st.sampled_from('[]arxivuithem.="{}#\n 01é\\'), max_size=60))
def test_no_text_breaks_the_reader_of_settings(text: str) -> None:
    try:
        parse(text)
    except ConfigError as fault:
        assert str(fault).startswith("config.toml, line ")  # noqa: PT017


def test_categories_are_checked_in_todays_names() -> None:
    assert check_categories((" CS.lg ", "q-alg", "math.mp", "physics")) == ("cs.LG", "math.QA", "math-ph", "physics")
    with pytest.raises(ValueError, match=r"arXiv has no category 'test'"):
        check_categories(("cs.LG", "test"))


def test_all_faults_of_a_file_are_found_in_the_order_of_their_lines() -> None:
    text = (
        "[refresh]\n"
        'at_start = "yes"\n'
        "interval_minuets = 5\n"
        "[pitth]\n"
        "[arxiv]\n"
        "backfill_days = 3\n"
        'categories = ["cs.XG"]\n'
        "theme = 1\n"
        "[[export.sync]]\n"
        'fiel = "~/a.bib"\n'
        "[[rules]]\n"
        'name = "a"\n'
        "[[rules]]\n"
        'name = "b"\n'
        'query = "x"\n'
        "mutee = true\n"
        "[ui]\n"
        'pictures = "sixels"\n'
    )
    found = faults(text)
    assert [(fault.line, str(fault).partition("; did you mean ")[2]) for fault in found] == [
        (2, ""),
        (3, "interval_minutes?"),
        (4, "pith?"),
        (7, "cs.CG or cs.LG?"),
        (8, ""),
        (10, "file?"),
        (11, ""),
        (16, "mute?"),
        (18, "sixel?"),
    ]
    assert str(found[4]).endswith("; theme is a key of [ui]")
    assert [fault.line for fault in faults("[ui\n")] == [1]
    assert faults("") == []


def test_every_key_that_is_read_is_declared_with_its_meaning() -> None:
    assert list(rules.KEYS) == list(Rule.__annotations__)
    assert list(exports.KEYS) == list(exports.SyncSettings.__annotations__)
    assert all(each.words and each.kind for each in every_setting())


def test_a_setting_is_described_in_plain_words_without_links() -> None:
    [hook] = [each for each in every_setting() if each.key == "after_refresh"]
    assert hook.plain_words.endswith("each refresh that sent a request (hooks)")
    assert str(hook) == "[hooks] after_refresh"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# " + "x" * (1 << 20), "has more than 1,048,576 characters"),
        ("\n# " + "x" * (32 << 10), "line 2: has 32,770 characters, at most 32,768 are allowed"),
        (f"\n[arxiv]\n{'.'.join('abcdefghijklmnopq')} = 1\n", "line 3: a name has more than 16 parts between dots"),
        ("[" + ' . "a\\"b"' * 17 + "]\n", "line 1: a name has more than 16 parts between dots"),
        ("x = {" + "a.'.' . " * 9 + "a = 1}\n", "line 1: a name has more than 16 parts between dots"),
    ],
)
def test_a_text_beyond_all_bounds_is_refused_before_it_is_parsed(
    text: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("it was parsed"))
    with pytest.raises(ConfigError, match=re.escape(reason)):
        parse(text)


def test_texts_within_the_bounds_are_read() -> None:
    authors = [f"A. B. Example{number}" for number in range(1500)]
    rules = "".join(f'[[rules]]\nname = "r{number}"\nquery = "ti:x"\nmute = true\n' for number in range(9000))
    assert parse(f"# and so on {'.' * 99} a.b.c\n[follow]\nauthors = {authors}\n").follow.authors == tuple(authors)
    assert len(parse(rules).rules) == 9000


def test_a_file_that_is_no_regular_file_or_too_large_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    os.mkfifo(file)
    with pytest.raises(ConfigError, match=r"config\.toml: is not a regular file"):
        load(file)
    file.unlink()
    with file.open("wb") as large:
        large.truncate(8 << 30)
    with pytest.raises(ConfigError, match=r"config\.toml: has more than 1,048,576 bytes"):
        load(file)


def test_each_name_of_a_rule_is_folded_a_few_times_however_many_rules_there_are() -> None:
    count = 300
    text = "".join(f'[[rules]]\nname = "r{number}"\nquery = "ti:x"\nmute = true\n' for number in range(count))
    folded = 0

    def on_call(frame: FrameType, event: str, called: Any) -> None:
        nonlocal folded
        folded += event == "c_call" and called.__name__ == "casefold"

    sys.setprofile(on_call)
    try:
        assert len(parse(text).rules) == count
    finally:
        sys.setprofile(None)
    assert folded <= 3 * count


@pytest.mark.parametrize(
    ("section", "key", "line"),
    [
        ("ui", "title", 3),
        ("ui", "absent", 2),
        ("ui", None, 2),
        ("ui.list", "columns", 6),
        ("ui.list", "absent", 5),
        ("keys", "absent", 8),
        ("search", None, 1),
        ("search", "absent", 1),
    ],
)
def test_of_a_key_that_is_not_there_the_line_of_its_section_is_named(section: str, key: str | None, line: int) -> None:
    text = '# mine\n[ui]\ntitle = true\nplain = false\n[ui.list]\ncolumns = ["title"]\n\n[keys]\nlist.open = "x"\n'
    assert line_of(text, section, key) == line


class TestKept:
    """The tables of the file, kept as they were parsed."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        file = tmp_path / "config.toml"
        file.write_text('[arxiv]\ncategories = ["cs.DC"]\n')
        return file

    @pytest.fixture
    def kept(self, file: Path) -> Path:
        kept = file.with_name("config.kept")
        assert load(file, kept) == load(file)
        return kept

    def test_a_text_is_parsed_once(self, file: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("it was parsed"))
        assert load(file, kept).arxiv.categories == ("cs.DC",)

    def test_another_text_of_the_same_size_and_time_is_parsed(self, file: Path, kept: Path) -> None:
        times = file.stat().st_atime_ns, file.stat().st_mtime_ns
        file.write_text(file.read_text().replace("DC", "LG"))
        os.utime(file, ns=times)
        for _ in range(2):
            assert load(file, kept).arxiv.categories == ("cs.LG",)

    def test_a_fault_is_reported_each_time(self, file: Path, kept: Path) -> None:
        file.write_text("[arxiv]\nbackfill_days = -1\n")
        for _ in range(2):
            with pytest.raises(ConfigError, match=r"config\.toml, line 2: "):
                load(file, kept)

    def test_a_damaged_one_and_that_of_another_python_are_replaced(self, file: Path, kept: Path) -> None:
        whole = kept.read_bytes()
        other_python = whole.replace(sys.version.encode(), sys.version.replace("3.", "4.", 1).encode())
        for data in (b"", whole[:-1], whole.replace(b"cs.DC", b"cs.AI"), other_python):
            kept.write_bytes(data)
            assert load(file, kept).arxiv.categories == ("cs.DC",)
            assert kept.read_bytes() == whole

    def test_nothing_is_kept_where_nothing_can_be_written(self, file: Path) -> None:
        for place in (file.parent / "missing" / "config.kept", file.parent, file / "config.kept"):
            assert load(file, place).arxiv.categories == ("cs.DC",)

    def test_secrets_and_texts_with_a_fault_are_not_copied(self, file: Path) -> None:
        kept = file.with_name("other.kept")
        file.write_text('[citations]\nopenalex_key = "made-up"\n')
        assert load(file, kept).citations.openalex_key == "made-up"
        for text in ('[[citations]]\nopenalex_key = "made-up"\n', "[arxiv]\nbackfill_days = 2026-05-01\n"):
            file.write_text(text)
            with pytest.raises(ConfigError):
                load(file, kept)
        assert not kept.exists()
