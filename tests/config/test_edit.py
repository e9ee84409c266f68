"""The program changes the subscriptions in the user's configuration file and leaves the rest of it alone."""

from __future__ import annotations

import multiprocessing
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from arxtui.config.edit import ChangedSinceError
from arxtui.config.settings import load
from arxtui.config.text import ConfigError
from tests.config.edits import write_categories

OWN = """# my settings
[ui]
theme = "light"  # the desk is sunny

[arxiv]
# what I follow
categories = [
    "cs.DC",  # the day job
    # and for fun
    "math.nt",
]
backfill_days = 7
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_the_first_subscription_makes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    write_categories(file, ("cs.dc", "math", "cs.DC"))
    assert load(file).arxiv.categories == ("cs.DC", "math")


def test_comments_and_order_of_the_user_stay(file: Path) -> None:
    file.write_text(OWN)
    write_categories(file, ("cs.DC", "math.NT", "econ.GN"))
    assert file.read_text() == OWN.replace('    "math.nt",\n', '    "math.nt",\n    "econ.GN",\n')


def test_removing_a_category_removes_its_line_alone(file: Path) -> None:
    file.write_text(OWN)
    write_categories(file, ("cs.DC",))
    assert file.read_text() == OWN.replace('    "math.nt",\n', "")


def test_another_order_is_written_as_requested(file: Path) -> None:
    file.write_text(OWN)
    for codes in (("math.NT", "cs.DC"), ("cs.DC", "math.NT")):
        write_categories(file, codes)
        assert load(file).arxiv.categories == codes
    assert "# the desk is sunny" in file.read_text()


def test_line_ends_stay_as_they_are(file: Path) -> None:
    file.write_bytes(b'[arxiv]\r\ncategories = ["cs.DC"] # one\r\n')
    write_categories(file, ("cs.DC", "math"))
    assert file.read_bytes() == b'[arxiv]\r\ncategories = ["cs.DC", "math"] # one\r\n'


@pytest.mark.parametrize(
    "text", ['arxiv.categories = ["cs.DC"]\n', 'arxiv = { categories = ["cs.DC"] }\n', "[arxiv]\n"]
)
def test_every_way_to_write_the_section_can_be_changed(file: Path, text: str) -> None:
    file.write_text(text)
    write_categories(file, ("cs.DC", "hep-th"))
    assert load(file).arxiv.categories == ("cs.DC", "hep-th")


def test_an_unknown_category_leaves_the_file_alone(file: Path) -> None:
    file.write_text(OWN)
    with pytest.raises(ValueError, match=r"arXiv has no category 'cs\.XX'"):
        write_categories(file, ("cs.XX",))
    assert file.read_text() == OWN


@pytest.mark.parametrize("data", [b"[arxiv\n", b"# caf\xe9\n", b"[arxiv]\ncolour = 1\n"])
def test_a_faulty_file_is_named_and_left_alone(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(ConfigError, match=r"config\.toml, line \d: "):
        write_categories(file, ("cs.DC",))
    assert file.read_bytes() == data


def test_a_file_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match=r": cannot be (read|written): Not a directory"):
        write_categories(tmp_path / "file" / "config.toml", ("cs.DC",))


def test_the_target_of_a_link_is_changed_and_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "arxtui.toml"
    target.parent.mkdir()
    target.write_text(OWN)
    target.chmod(0o600)
    link = tmp_path / "config.toml"
    link.symlink_to(target)
    write_categories(link, ("cs.DC",))
    assert link.is_symlink()
    assert load(target).arxiv.categories == ("cs.DC",)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def _write_often(file: Path, codes: tuple[str, ...]) -> None:
    for _ in range(50):
        with suppress(ChangedSinceError):
            write_categories(file, codes)


def test_a_reader_never_sees_half_a_file(file: Path) -> None:
    file.write_text(OWN)
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_often, args=(file, codes)) for codes in (("cs.DC",), ("math", "hep-th"))]
    for writer in writers:
        writer.start()
    seen = set()
    while any(writer.is_alive() for writer in writers):
        seen.add(load(file).arxiv.categories)
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
        writer.close()
    assert seen <= {("cs.DC", "math.NT"), ("cs.DC",), ("math", "hep-th")}
    assert os.listdir(file.parent) == ["config.toml"], "no draft is left behind"  # noqa: PTH208
