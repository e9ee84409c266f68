"""The recipes of package managers are filled in correctly for a source distribution."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.test_distributions import ROOT

PACKAGING = ROOT / "packaging"
HOMEPAGE = "https://example.org/arxtui"
SOURCE = f"{HOMEPAGE}/arxtui-9.8.7.tar.gz"


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipes")
    sdist = folder / "arxtui-9.8.7.tar.gz"
    sdist.write_bytes(b"the source")
    command: list[str | Path] = [
        sys.executable,
        PACKAGING / "recipes.py",
        sdist,
        "--homepage",
        HOMEPAGE,
        "--source",
        SOURCE,
    ]
    subprocess.run([*command, "-o", folder], check=True)
    return folder


def checked(*command: str | Path) -> None:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["arxtui.rb", "PKGBUILD", ".SRCINFO"])
def test_a_recipe_names_the_source_and_its_checksum(recipes: Path, name: str) -> None:
    text = (recipes / name).read_text()
    assert not re.search(r"@\w+@", text)
    assert {HOMEPAGE, SOURCE, hashlib.sha256(b"the source").hexdigest()} <= set(re.findall(r"[\w:/.-]{12,}", text))


def test_another_file_is_refused(recipes: Path) -> None:
    command: list[str | Path] = [
        sys.executable,
        PACKAGING / "recipes.py",
        recipes / "PKGBUILD",
        "--homepage",
        HOMEPAGE,
        "--source",
        SOURCE,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, "is no source distribution of arxtui" in done.stderr) == (1, True)


def test_the_formula_is_ruby(recipes: Path) -> None:
    checked("ruby", "-c", recipes / "arxtui.rb")


def test_the_build_script_is_bash(recipes: Path) -> None:
    checked("bash", "-n", recipes / "PKGBUILD")
    checked("shellcheck", recipes / "PKGBUILD")


@pytest.mark.parametrize("name", ["flake.nix", "package.nix"])
def test_the_flake_is_nix(name: str) -> None:
    checked("nix-instantiate", "--parse", PACKAGING / "nix" / name)


def test_the_srcinfo_of_arch_agrees_with_the_pkgbuild(recipes: Path) -> None:
    said = dict.fromkeys(re.findall(r"^\t(\w+) = (.+)$", (recipes / ".SRCINFO").read_text(), re.M))
    names = sorted({name for name, _ in said})
    script = "".join(f'printf "{name} = %s\\n" "${{{name}[@]}}"; ' for name in names)
    done = subprocess.run(
        ["bash", "-c", f'source "$1"; {script}', "bash", recipes / "PKGBUILD"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert sorted(done.stdout.splitlines()) == sorted(f"{name} = {value}" for name, value in said)


def test_every_recipe_names_every_dependency(recipes: Path) -> None:
    listed = re.search(
        r"dependencies = with python3Packages; \[(.*?)\]", (PACKAGING / "nix/package.nix").read_text(), re.S
    )
    assert listed is not None
    project = (ROOT / "pyproject.toml").read_text()
    [table] = re.findall(r"^dependencies = \[\n(.*?)^\]", project, re.S | re.M)
    wanted = sorted(re.findall(r'^    "([\w-]+)[^"]*",', re.sub(r".*win32.*\n", "", table), re.M))
    assert listed[1].split() == wanted
    depends = re.findall(r"^\tdepends = (.+)$", (recipes / ".SRCINFO").read_text(), re.M)
    assert depends == ["python", *(f"python-{name}" for name in wanted)]
