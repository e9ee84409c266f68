"""Ctrl+C before the command line has been parsed: the process exits with status 130 and prints nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arxtui.cli.support.exits import INTERRUPTED

_INTERRUPT = """
import os, signal, sys
class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupter())
"""
_SCRIPT = "import sys; from arxtui.__main__ import main; sys.argv = ['arxtui', 'version']; sys.exit(main())"
MODULES = ["arxtui.cli", "arxtui.cli.main", "arxtui.cli.support.exits", "argparse"]


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("program", [("-m", "arxtui", "--version"), ("-c", _SCRIPT)], ids=["module", "script"])
def test_an_interrupt_while_modules_are_loaded_ends_without_a_traceback(
    environ: dict[str, str], tmp_path: Path, module: str, program: tuple[str, ...]
) -> None:
    (tmp_path / "sitecustomize.py").write_text(_INTERRUPT)
    said = subprocess.run(
        [sys.executable, *program],
        env={**environ, "PYTHONPATH": str(tmp_path), "INTERRUPT_AT": module},
        capture_output=True,
        text=True,
        # an ignored SIGINT would be inherited from the test runner
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (said.returncode, said.stdout, said.stderr) == (INTERRUPTED, "", "")


def test_who_was_started_with_interrupts_ignored_goes_on(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(_INTERRUPT)
    said = subprocess.run(
        [sys.executable, "-m", "arxtui", "--version"],
        env={**environ, "PYTHONPATH": str(tmp_path), "INTERRUPT_AT": "arxtui.cli.main"},
        capture_output=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (said.returncode, said.stderr) == (0, b"")


def test_the_installed_command_is_the_program_of_this_module() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert 'arxtui = "arxtui.__main__:main"' in text
