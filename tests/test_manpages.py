"""The manual pages have every verb, option and setting, and groff formats them without warnings."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib

import pytest

from arxtui import __version__
from arxtui.config.settings import every_setting
from arxtui.query.vocabulary import ALIASES, FIELDS
from arxtui.verbs import VERBS
from tests.manpages import PAGES, ROOT

needs_groff = pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")


@pytest.mark.parametrize("name", PAGES)
def test_each_page_has_its_date_and_version(name: str) -> None:
    page = (ROOT / "man" / name).read_text(encoding="utf-8")
    assert re.search(rf'^\.TH .* "\d{{4}}-\d\d-\d\d" "arxtui {re.escape(__version__)}" ', page, re.M)


def test_the_page_of_the_program_lists_its_exit_statuses() -> None:
    section = (ROOT / "man" / "arxtui.1").read_text(encoding="utf-8").partition('.SH "EXIT STATUS"\n')[2]
    assert re.findall(r"^\.TP\n(\d+)$", section.partition(".SH")[0], re.M) == ["0", "1", "2", "3", "4", "130"]


def test_the_pages_are_in_the_wheel_and_the_sdist() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]
    pages = {f"man/{name}": f"share/man/man{page.section}/{name}" for name, page in PAGES.items()}
    assert build["wheel"]["shared-data"].items() >= pages.items()
    assert "man" in build["sdist"]["include"]


def _shown(name: str, columns: int = 120) -> str:
    done = subprocess.run(
        ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-P-c", f"-rLL={columns}n", str(ROOT / "man" / name)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return re.sub(r".\x08", "", done.stdout)


@needs_groff
def test_the_page_of_the_program_has_every_verb_and_option() -> None:
    shown = _shown("arxtui.1")
    for verb in VERBS:
        assert re.search(rf"^arxtui {verb}\b", shown, re.M), verb
        for argument in VERBS[verb].options():
            assert argument.option in shown, (verb, argument.option)
    assert "arxtui-config(5), arxtui-json(5), arxtui-query(7)" in shown


@needs_groff
def test_the_page_of_the_settings_has_each_with_its_default() -> None:
    shown = _shown("arxtui-config.5")
    for each in every_setting():
        assert re.search(rf"^ +{re.escape(str(each))} = \S", shown, re.M), each


@needs_groff
def test_the_page_of_the_queries_has_every_field_and_shows_them_as_typed() -> None:
    shown = _shown("arxtui-query.7")
    for name in (*FIELDS, *ALIASES):
        assert re.search(rf"^ +{name}:( |$)", shown, re.M), name
    assert r"ti:/\bhyper\w+ic\b/" in shown
    assert "date:2026-05..2026-06" in shown
    assert re.search(r"^ +\^+$", shown, re.M), "the place of a fault is marked"
