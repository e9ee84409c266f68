"""Replacements for system programs: real processes on ``PATH`` that store their state in a file and log how they were
called.

What they accept and reject follows the manual pages of the real programs.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

_HEAD = """#!{python} -IS
import os, sys
name, said = {name!r}, sys.argv[1:]
os.chdir({here!r})
def read(file):
    with open(file, "rb") as opened:
        return opened.read()
def write(file, data):
    with open(file, "wb") as opened:
        opened.write(data)
def fail(words, code=1):
    print(words, file=sys.stderr)
    sys.exit(code)
with open("calls", "a") as calls:
    calls.write(repr([name, *said]) + "\\n")
if os.path.exists(f"{{name}}.fault"):
    fail(read(f"{{name}}.fault").decode())
"""
"""The tests call these programs a hundred times: ``-IS`` and few imports halve the time of a call."""

_BODIES = {
    # crontab(1): -l prints, - reads standard input, -r removes; without a crontab -l and -r fail.
    "crontab": """
if said == ["-"]:
    text = sys.stdin.buffer.read()
    if text and not text.endswith(b"\\n"):
        fail("new crontab file is missing newline before EOF, can't install.")
    write("kept", text)
elif not os.path.exists("kept"):
    fail("no crontab for ada")
elif said == ["-l"]:
    sys.stdout.buffer.write(read("kept"))
elif said == ["-r"]:
    os.remove("kept")
else:
    fail("usage error")
""",
    # systemctl(1): units are known after a daemon-reload, a timer elapses once it is enabled.
    "systemctl": """
units = os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"), "systemd/user")
assert said[0] == "--user"
if said[1] == "daemon-reload":
    write("known", "\\n".join(sorted(os.listdir(units))).encode())
elif said[1] in ("enable", "disable"):
    if said[-1] not in (read("known").decode().split() if os.path.exists("known") else []):
        fail(f"Failed to {said[1]} unit: Unit file {said[-1]} does not exist.")
    if said[1] == "enable":
        write("enabled", said[-1].encode())
    elif os.path.exists("enabled"):
        os.remove("enabled")
elif said[1:] == ["show", "--property=Version"]:
    print("Version=255")
elif said[1] == "show":
    print("Sat 2026-05-16 09:12:31 UTC" if os.path.exists("enabled") else "n/a")
else:
    fail(f"Unknown command verb {said[1]}.")
""",
    # launchctl(1): bootstrap DOMAIN FILE loads, bootout DOMAIN/LABEL unloads, print DOMAIN/LABEL prints.
    "launchctl": """
if said[0] == "bootstrap":
    if os.path.exists("loaded"):
        fail("Bootstrap failed: 5: Input/output error", 5)
    import plistlib
    write("loaded", f"{said[1]}/{plistlib.loads(read(said[2]))['Label']}".encode())
elif not os.path.exists("loaded") or read("loaded").decode() != said[1]:
    fail("Could not find service in domain", 113)
elif said[0] == "bootout":
    os.remove("loaded")
elif said[0] != "print":
    fail("Unrecognized subcommand")
""",
}


class System:
    """A machine with only these programs."""

    def __init__(self, root: Path, *names: str) -> None:
        self.home = root / "home of ada"
        self.path = root / "bin"
        self._kept = root / "kept"
        for each in (self.home, self.path, self._kept):
            each.mkdir()
        for name in names:
            file = self.path / name
            head = _HEAD.format(python=sys.executable, here=str(self._kept), name=name)
            file.write_text(head + _BODIES[name])
            file.chmod(0o755)

    @property
    def environ(self) -> dict[str, str]:
        """The environment of a process on the machine."""
        return {"PATH": str(self.path), "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "xdg")}

    @property
    def crontab(self) -> bytes | None:
        """The content of the crontab, or None if there is none."""
        file = self._kept / "kept"
        return file.read_bytes() if file.exists() else None

    @crontab.setter
    def crontab(self, text: bytes) -> None:
        (self._kept / "kept").write_bytes(text)

    def holds(self, name: str) -> bool:
        """Return whether systemd has the timer (``enabled``), or launchd the agent (``loaded``)."""
        return (self._kept / name).exists()

    def refuse(self, name: str, words: str) -> None:
        """Make the program of that name fail from now on with this message."""
        (self._kept / f"{name}.fault").write_text(words)

    def stop(self, name: str) -> None:
        """Make systemd or launchd drop what :meth:`holds` reports, as their own programs do; the files stay."""
        (self._kept / name).unlink()

    def files(self) -> list[str]:
        """Return every file in the user's home, which does not contain arxtui's own."""
        return sorted(str(file.relative_to(self.home)) for file in self.home.rglob("*") if file.is_file())

    def calls(self, name: str) -> list[list[str]]:
        """Return the arguments of each call of a program, in order."""
        file = self._kept / "calls"
        held = [ast.literal_eval(line) for line in file.read_text().splitlines()] if file.exists() else []
        return [said for program, *said in held if program == name]
