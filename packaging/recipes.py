"""Fill in the recipes of package managers for a source distribution: ``python packaging/recipes.py --help``."""

from __future__ import annotations

import argparse
import hashlib
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECIPES = {
    "homebrew/arxtui.rb.in": "arxtui.rb",
    "aur/PKGBUILD.in": "PKGBUILD",
    "aur/SRCINFO.in": ".SRCINFO",
}
"""The output file of each template."""
_SDIST = re.compile(r"arxtui-(.+)\.tar\.gz")


def dependencies() -> list[str]:
    """Return the names of the packages that arxtui requires on POSIX systems."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in project["dependencies"] if "win32" not in each)


def filled(sdist: Path, homepage: str, source: str) -> dict[str, str]:
    """Return each recipe, by file name, with the version, checksum and addresses of ``sdist``. Exits on a wrong file
    name."""
    named = _SDIST.fullmatch(sdist.name)
    if named is None:
        raise SystemExit(f"{sdist} is no source distribution of arxtui")
    packages = [f"python-{name}" for name in dependencies()]
    values = {
        "version": named[1],
        "sha256": hashlib.sha256(sdist.read_bytes()).hexdigest(),
        "homepage": homepage,
        "source": source,
        "depends": " ".join(f"'{package}'" for package in packages),
        "srcinfo_depends": "\n".join(f"\tdepends = {package}" for package in packages),
    }
    return {
        name: re.sub(r"@(\w+)@", lambda found: values[found[1]], (HERE / template).read_text("utf-8"))
        for template, name in RECIPES.items()
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the recipes to the output folder."""
    parser = argparse.ArgumentParser(description="Fill in the recipes of package managers.")
    parser.add_argument("sdist", type=Path, help="the source distribution, arxtui-VERSION.tar.gz")
    parser.add_argument("--homepage", required=True, metavar="URL", help="the address of the project")
    parser.add_argument("--source", required=True, metavar="URL", help="where the source distribution is downloaded")
    parser.add_argument("-o", "--output", type=Path, default=Path("recipes"), metavar="DIR")
    options = parser.parse_args(argv)
    options.output.mkdir(parents=True, exist_ok=True)
    for name, text in filled(options.sdist, options.homepage, options.source).items():
        (options.output / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
