"""Commands, against the start of Python: CPU time and wall-clock time of whole processes.

python -m benchmarks.cli [--program arxtui] [--papers 2000] [--home FOLDER] [--older CHECKOUT] [--runs 25]

The program must be installed with its compiled files, as installers leave it. An editable install with
PYTHONDONTWRITEBYTECODE set would be compiled at each start. To measure a checkout:

python -m venv /tmp/installed && env -u PYTHONDONTWRITEBYTECODE /tmp/installed/bin/pip install .
python -m benchmarks.cli --program /tmp/installed/bin/arxtui

The files are where users have them, with a plain configuration: not under ARXTUI_HOME, which saves the search for the
folders of the platform.

``--older`` is a compiled checkout of another version, which the same program imports with its path first.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.homes import build
from benchmarks.report import median, ms, percentile, table

_COMMANDS = {
    "list": "list --limit 20",
    "list --json": "list --limit 20 --json",
    "mark": "mark {} --star",
    "show": "show {}",
    "doctor": "doctor --offline",
}
Run = tuple[float, float]
"""Seconds of CPU time and of wall-clock time."""


def measured(command: list[str], environ: dict[str, str]) -> Run:
    """Time one whole process, and discard its output. Raises CalledProcessError if it fails."""
    before, start = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after, end = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, end - start


def main() -> None:
    """Run both in turn, so that noise affects both, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(Path(sys.executable).with_name("arxtui")))
    parser.add_argument("--papers", type=int, default=2_000)
    parser.add_argument("--home", type=Path, help="an existing library; its newest paper gets a star")
    parser.add_argument("--older", type=Path)
    parser.add_argument("--runs", type=int, default=25)
    options = parser.parse_args()
    found = shutil.which(options.program)
    if found is None:
        parser.error(f"there is no program {options.program}")
    program = Path(found).absolute()
    bare = [str(program.with_name("python")), "-c", "pass"]
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        if not options.home:
            build(home, options.papers)
        environ = _environment(home, Path(folder, "user"))
        paper = _newest(str(program), environ)
        commands = {name: [str(program), *arguments.format(paper).split()] for name, arguments in _COMMANDS.items()}
        tasks = {"": (bare, environ), **{name: (command, environ) for name, command in commands.items()}}
        if options.older:
            environ = {**environ, "PYTHONPATH": str(options.older.absolute())}
            tasks |= {f"{name}, older": (command, environ) for name, command in commands.items()}
        runs = [{name: measured(*task) for name, task in tasks.items()} for _ in range(options.runs + 1)][1:]
    rows = []
    for name in [*tasks][1:]:
        for unit, index in (("CPU time", 0), ("by the clock", 1)):
            base, own = ([run[which][index] for run in runs] for which in ("", name))
            ratio = median([one / other for one, other in zip(own, base, strict=True)])
            times = ms(median(base)), ms(median(own)), ms(percentile(own, 0.9))
            rows.append([f"{name}, {unit}", *times, f"{ratio:.2f} x"])
    title = f"Commands, {options.runs} runs in turn"
    table(title, ["", "python -c pass p50", "arxtui p50", "arxtui p90", "ratio (median of pairs)"], rows)


def _environment(home: Path, user: Path) -> dict[str, str]:
    """Return the environment of a user who has the files of ``home`` in the folders of Linux."""
    for place, name in ((".cache", "cache"), (".local/share", "data"), (".local/state", "state")):
        (home / name).mkdir(exist_ok=True)
        (user / place).mkdir(parents=True)
        (user / place / "arxtui").symlink_to((home / name).absolute())
    (user / ".config" / "arxtui").mkdir(parents=True)
    (user / ".config" / "arxtui" / "config.toml").write_text('[arxiv]\ncategories = ["cs.DC", "cs.LG"]\n')
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("ARXTUI_", "XDG_"))}
    return {**environ, "HOME": str(user)}


def _newest(program: str, environ: dict[str, str]) -> str:
    listed = subprocess.run(
        [program, "list", "--limit", "1", "--json"], env=environ, capture_output=True, check=True, text=True
    )
    return str(json.loads(listed.stdout)["id"])


if __name__ == "__main__":
    main()
