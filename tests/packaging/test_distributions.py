"""The wheel and the sdist, built offline: complete, and runnable after installation."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

import pytest

from arxtui import __version__
from arxtui.cli.program.completions import SCRIPTS
from tests.cli.command import environ

ROOT = Path(__file__).resolve().parents[2]
URL = "https://example.org/arxtui"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the sdist, built as for a release."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "ARXTUI_PROJECT_URL": URL},
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / f"arxtui-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return email.message_from_bytes(archive.read(f"arxtui-{__version__}.dist-info/METADATA"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the wheel is installed in; the dependencies are those of the test environment."""
    folder = tmp_path_factory.mktemp("installed")
    options = ("--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--target")
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", *options, folder, wheel], check=True)
    return folder


def _modules(folder: Path) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_has_every_module_and_nothing_of_the_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert _modules(ROOT / "arxtui") <= names
    assert {name.split("/")[0] for name in names} == {
        "arxtui",
        f"arxtui-{__version__}.data",
        f"arxtui-{__version__}.dist-info",
    }


def test_the_sdist_has_the_files_that_a_build_and_its_tests_need(built: Path) -> None:
    top = f"arxtui-{__version__}/"
    with tarfile.open(built / f"arxtui-{__version__}.tar.gz") as archive:
        names = {name.removeprefix(top) for name in archive.getnames()}
    for folder in ("arxtui", "tests", "benchmarks", "completions", "docs", "man", "packaging", "screenshots"):
        assert _modules(ROOT / folder) <= names, folder
    files = {
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "pyproject.toml",
        "hatch_build.py",
        "mkdocs.yml",
    }
    assert files <= names


def test_the_address_of_the_project_and_of_its_pictures_is_absolute(metadata: Message) -> None:
    readme = metadata.get_payload()
    assert isinstance(readme, str)
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)#][^)]*)\)", readme)
    assert [target for _, target in links if not target.startswith("https://")] == []
    pictures = [target for sign, target in links if sign]
    assert pictures
    for picture in pictures:
        assert picture.startswith(f"{URL}/raw/v{__version__}/screenshots/")
        assert (ROOT / "screenshots" / picture.rpartition("/")[2]).exists()
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL", []))
    assert urls["Homepage"] == URL
    assert set(urls) == {"Homepage", "Documentation", "Changelog", "Issues"}


def test_every_supported_python_is_named(metadata: Message) -> None:
    versions = {name.removeprefix("Programming Language :: Python :: ") for name in metadata.get_all("Classifier", [])}
    assert {"3.11", "3.12", "3.13", "3.14", "3.15"} <= versions
    assert metadata["Requires-Python"] == ">=3.11"
    [tested] = re.findall(r"^ +python: \[(.*)\]$", (ROOT / ".github/workflows/ci.yml").read_text(), re.M)
    assert set(re.findall(r'"([\d.]+)"', tested)) == {each for each in versions if each.startswith("3.")}


def test_pages_and_completions_are_installed_where_they_are_looked_for(installed: Path) -> None:
    share = installed / "share"
    for page in (ROOT / "man").iterdir():
        assert (share / "man" / f"man{page.suffix[1:]}" / page.name).read_bytes() == page.read_bytes()
    for shell, place in {
        "bash": "bash-completion/completions/arxtui",
        "zsh": "zsh/site-functions/_arxtui",
        "fish": "fish/vendor_completions.d/arxtui.fish",
    }.items():
        assert (share / place).read_text(encoding="utf-8") == SCRIPTS[shell], (
            f"arxtui completions {shell} > completions/…"
        )


def test_an_installed_wheel_runs(installed: Path, tmp_path: Path) -> None:
    env = {**environ(tmp_path / "own"), "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}

    def run(*arguments: str) -> str:
        command = [sys.executable, str(installed / "bin" / "arxtui"), *arguments]
        done = subprocess.run(
            command, env=env, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert run("--version") == f"arxtui {__version__}\n"
    home = tmp_path / "demo"
    assert "made-up library: " in run("demo", "--home", str(home))
    env["ARXTUI_HOME"] = str(home)
    assert len(run("list", "is:unread", "--limit", "5").splitlines()) == 5
    where = subprocess.run(
        [sys.executable, "-c", "import arxtui; print(arxtui.__file__)"],
        env=env, cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(installed)
